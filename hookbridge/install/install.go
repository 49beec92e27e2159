package install

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/wholefile"
)

// Options says where to install what. All fields but Settings, Now and DryRun are needed.
type Options struct {
	Client    Client
	Home      string           // memtide's data folder; the record of what was done is kept below it
	ConfigDir string           // of the client, see hookbridge.ClaudeDir, CodexDir, GeminiDir and OpenClawDir
	Settings  string           // path of the client's settings; "" means Client.File in ConfigDir
	Hook      string           // absolute path of memtide-hook; Uninstall and Inspect do not need it
	DryRun    bool             // write nothing, report what would be done
	Now       func() time.Time // nil means time.Now
}

// Report says what was done, or, with DryRun, what would be done.
type Report struct {
	Path    string `json:"path"` // of the settings file, links followed
	Changed bool   `json:"changed"`
	Diff    string `json:"diff"`              // unified, empty without a change
	Backup  string `json:"backup"`            // path of the copy that was made, "" if none was
	Created bool   `json:"created"`           // Install: the file was not there before
	Exact   bool   `json:"exact"`             // Uninstall: the bytes are those from before the install
	Deleted bool   `json:"deleted"`           // Uninstall: the file is gone, because Install made it
	Trust   string `json:"trust,omitempty"`   // Install: what the user has to do in the client before it runs what was installed
	Trusted bool   `json:"trusted,omitempty"` // Install: the client has noted that it may run them
	Forgot  string `json:"forgot,omitempty"`  // Uninstall: path of the other file of the client that noted their trust, and does not any more
}

// ErrAbsent says that a client is not set up: it has no settings.
var ErrAbsent = errors.New("there are no settings")

// Install puts our entries into the settings of a client. What is there
// and right is left alone: a second install changes no byte. On an error the
// file is as it was; [ErrMalformed] and [ErrShape] say what is wrong with it.
func Install(o Options) (Report, error) {
	if !filepath.IsAbs(o.Hook) {
		return Report{}, fmt.Errorf("install: path of the hook is %q, want an absolute one", o.Hook)
	}
	if o.Client.cannot != nil {
		if err := o.Client.cannot(o.Hook); err != nil {
			return Report{}, fmt.Errorf("install: %w", err)
		}
	}
	return o.again(o.install)
}

// Uninstall takes our entries out. If nobody has touched the file since the
// install, its bytes from before come back; else the entries are cut out of
// it, with what Install had made around them.
func Uninstall(o Options) (Report, error) {
	r, err := o.again(o.uninstall)
	if err != nil || o.Client.plugin == nil {
		return r, err
	}
	gone, err := o.Client.plugin.take(o) // last: settings that name a plugin that is not there are wrong
	r.Changed, r.Diff = r.Changed || gone != "", r.Diff+gone
	return r, err
}

// again repeats a change whose file moved under it.
func (o Options) again(change func(wholefile.Seen, *state) (Report, error)) (r Report, err error) {
	err = wholefile.Change(o.file(), func(t wholefile.Seen) error {
		s, err := readState(o.Home)
		if err != nil {
			return err
		}
		r, err = change(t, s)
		return err
	})
	if errors.Is(err, wholefile.ErrChanging) {
		return Report{}, fmt.Errorf("%w: close the client and try again", err)
	}
	return r, err
}

func (o Options) install(t wholefile.Seen, s *state) (Report, error) {
	r := Report{Path: t.Path, Created: !t.Exists, Trust: o.Client.Trust}
	base := t.Bytes
	if len(bytes.TrimSpace(base)) == 0 {
		base = []byte("{}\n")
	}
	next, undo, err := o.Client.plan(base, o.Hook)
	if err == nil && o.Client.plugin != nil {
		r.Diff, err = o.Client.plugin.put(o, t)
	}
	if err != nil {
		return Report{}, fmt.Errorf("install into %s: %w", t.Path, err)
	}
	r.Changed = r.Diff != ""
	if t.Exists && bytes.Equal(next, t.Bytes) {
		if r.Created = false; r.Changed {
			r.Trust = reloaded
		}
		if rec := s.Files[t.Path]; rec != nil && !o.DryRun && rec.readBy(o.ConfigDir) {
			return r, s.write()
		}
		return r, nil
	}
	r.Changed, r.Diff = true, r.Diff+diff(t.Path, t.Bytes, next)
	if o.DryRun {
		return r, nil
	}
	rec := s.begin(t, undo)
	rec.After = sum(next)
	rec.readBy(o.ConfigDir)
	if !t.Exists {
		if rec.CreatedDir, err = makeDir(filepath.Dir(t.Path)); err != nil {
			return Report{}, err
		}
	} else if r.Backup, err = backup(t, o.now()); err != nil {
		return Report{}, err
	} else {
		rec.keep(r.Backup)
	}
	s.Files[t.Path] = rec
	// The record first: if the process ends here, it names a file that was not
	// written, and Uninstall cuts entries out that are not there.
	if err := s.write(); err != nil {
		return Report{}, err
	}
	return r, t.Replace(next)
}

func (o Options) uninstall(t wholefile.Seen, s *state) (Report, error) {
	r := Report{Path: t.Path}
	rec := s.Files[t.Path]
	if !t.Exists {
		delete(s.Files, t.Path)
		if rec == nil || o.DryRun {
			return r, nil
		}
		return r, s.write()
	}
	next, exact, err := o.undone(t, rec)
	if err != nil {
		return Report{}, fmt.Errorf("uninstall from %s: %w", t.Path, err)
	}
	r.Exact = exact
	r.Deleted = rec != nil && rec.Created && bytes.Equal(bytes.TrimSpace(next), []byte("{}"))
	r.Changed = r.Deleted || !bytes.Equal(next, t.Bytes)
	if r.Changed {
		after := next
		if r.Deleted {
			after = nil
		}
		r.Diff = diff(t.Path, t.Bytes, after)
	}
	if o.DryRun {
		r.Forgot, err = o.forgotten(t, next)
		return r, err
	}
	if r.Changed && !exact && !r.Deleted {
		if r.Backup, err = backup(t, o.now()); err != nil {
			return Report{}, err
		}
	}
	switch {
	case r.Deleted:
		err = remove(t, rec.CreatedDir)
	case r.Changed:
		err = t.Replace(next)
	}
	if err != nil {
		return r, err
	}
	if r.Forgot, err = o.forgotten(t, next); err != nil {
		return r, fmt.Errorf("the hooks are out of %s, and what was noted of their trust is not: %w", t.Path, err)
	}
	if rec == nil {
		return r, nil
	}
	delete(s.Files, t.Path)
	if err := s.write(); err != nil {
		return r, err
	}
	if exact {
		rec.removeBackups()
	}
	return r, nil
}

// forgotten has the client forget what it has noted of our hooks.
func (o Options) forgotten(t wholefile.Seen, next []byte) (string, error) {
	if o.Client.forget == nil || bytes.Equal(next, t.Bytes) {
		return "", nil
	}
	return o.Client.forget(o, t.Path, t.Bytes, next)
}

// undone returns the document without our entries, and whether it is byte for
// byte what was there before the install.
func (o Options) undone(t wholefile.Seen, rec *record) ([]byte, bool, error) {
	if rec != nil && rec.After == sum(t.Bytes) {
		if rec.Created && rec.Before != "" {
			return []byte("{}"), true, nil
		}
		if old, err := os.ReadFile(rec.Restore); err == nil && sum(old) == rec.Before {
			return old, true, nil
		}
	}
	var undo Undo
	if rec != nil {
		undo = rec.Undo
	}
	next, err := o.Client.remove(t.Bytes, undo)
	return next, false, err
}

// file is where the client reads its hooks.
func (o Options) file() string {
	if o.Settings != "" {
		return o.Settings
	}
	return filepath.Join(o.ConfigDir, o.Client.File)
}

func (o Options) now() time.Time {
	if o.Now != nil {
		return o.Now()
	}
	return time.Now()
}
