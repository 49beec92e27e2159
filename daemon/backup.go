package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/wholefile"
)

// A backup is a folder:
//
//	manifest.json   what is in it: files with size and hash, streams, the state hash of each space
//	TURNS LEDGER DEAD TRACE   streams in the server's format
//	vectors.db config.toml token   where there are any
//
// It is made beside its place and gets its name when it has been opened and
// found right.
const (
	manifestFile  = "manifest.json"
	backupVersion = 1         // of the manifest
	backupFolder  = "backups" // below the data folder
	backupPrefix  = "memtide-"
	partial       = ".partial-"
)

// manifest says what a backup holds.
type manifest struct {
	Version int                            `json:"version"`
	Program string                         `json:"program"`
	Made    time.Time                      `json:"made"`
	Files   map[string]savedFile           `json:"files"`
	Streams map[string]embedded.StreamCopy `json:"streams"`
	Last    map[string]uint64              `json:"last"` // stream → last sequence when the copy began
	Spaces  map[memtide.Space]savedSpace   `json:"spaces"`
}

type savedFile struct {
	Bytes int64  `json:"bytes"`
	Hash  string `json:"sha256"`
}

// savedSpace is the state of a space at a sequence of LEDGER.
type savedSpace struct {
	Hash string `json:"state_hash"`
	Seq  uint64 `json:"seq"`
}

// savedStreams are copied in this order: every half-turn that a decision speaks
// of is in TURNS when it is in LEDGER.
var savedStreams = []string{bus.StreamLedger, bus.StreamTurns, bus.StreamDead, bus.StreamTrace}

// BackupFolder is where backups of a data folder go that are made without a folder.
func BackupFolder(home string) string { return filepath.Join(home, backupFolder) }

func (d *Daemon) backups() string { return BackupFolder(d.cfg.Home) }

// backup copies the data folder while the daemon runs, and checks the copy by
// opening it. skip leaves it out when nothing is new.
func (d *Daemon) backup(ctx context.Context, in control.BackupRequest, skip bool) (r control.BackupReport, err error) {
	if !d.cfg.Bus.Embedded() {
		return r, fmt.Errorf("the logs lie at %s: back them up there, and %s by hand", d.cfg.Bus.URL, filepath.Join(d.cfg.Home, "vectors.db"))
	}
	d.copying.Lock()
	defer d.copying.Unlock()
	dir, own := in.Dir, in.Dir == ""
	if own {
		dir = d.backups()
	}
	if err := errors.Join(d.outside(dir), leadsSomewhere(dir)); err != nil {
		return r, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return r, fmt.Errorf("make folder of backups: %w", err)
	}
	d.ledger.WriteOut(ctx)
	last, err := d.lastSeqs(ctx)
	if err != nil {
		return r, err
	}
	if before, ok := newestBackup(dir); skip && ok && sameSeqs(before.Last, last) {
		return control.BackupReport{Dir: before.dir, Made: before.Made, Same: true}, nil
	}
	made := d.now().UTC().Truncate(time.Second)
	name := backupPrefix + made.Format("20060102T150405Z")
	tmp := filepath.Join(dir, partial+name)
	end, err := d.inHand.begin(underway{Verb: "backup", At: made, Dir: dir, Name: name})
	if err != nil {
		return r, err
	}
	defer end()
	if err := errors.Join(os.RemoveAll(tmp), os.Mkdir(tmp, 0o700)); err != nil {
		return r, fmt.Errorf("make backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(tmp))
		}
	}()
	// A copy of what cannot be read would take the place of a better one.
	if err := d.intact(ctx); err != nil {
		return r, err
	}
	m := manifest{Version: backupVersion, Program: client.Version(), Made: made, Last: last, Files: map[string]savedFile{},
		Streams: map[string]embedded.StreamCopy{}, Spaces: map[memtide.Space]savedSpace{}}
	if err := d.copyAll(ctx, tmp, &m); err != nil {
		return r, err
	}
	checked, err := checkApart(ctx, tmp)
	if err != nil {
		return r, fmt.Errorf("the copy is not right: %w", err)
	}
	to := filepath.Join(dir, name)
	for n := 2; exists(to); n++ { // one that was made in the same second
		to = filepath.Join(dir, fmt.Sprintf("%s-%d", name, n))
	}
	if err := os.Rename(tmp, to); err != nil {
		return r, fmt.Errorf("name the backup: %w", err)
	}
	r = control.BackupReport{Dir: to, Made: made, Spaces: len(m.Spaces), Memories: checked.Nodes, Bytes: m.bytes()}
	if own {
		r.Removed, err = rotate(dir, d.cfg.Jobs.KeepBackups, to)
	}
	return r, err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (m manifest) bytes() (n int64) {
	for _, f := range m.Files {
		n += f.Bytes
	}
	return n
}

func (d *Daemon) lastSeqs(ctx context.Context) (map[string]uint64, error) {
	last := map[string]uint64{}
	for _, name := range []string{bus.StreamTurns, bus.StreamLedger} {
		st, err := d.bus.State(ctx, name)
		if err != nil {
			return nil, err
		}
		last[name] = st.Last
	}
	return last, nil
}

func sameSeqs(a, b map[string]uint64) bool {
	return a[bus.StreamTurns] == b[bus.StreamTurns] && a[bus.StreamLedger] == b[bus.StreamLedger]
}

// copyAll writes everything that a backup holds into dir.
func (d *Daemon) copyAll(ctx context.Context, dir string, m *manifest) error {
	spaces, err := d.ledger.Spaces(ctx)
	if err != nil {
		return err
	}
	// The hashes first: what is decided while the streams are copied comes after
	// the sequence that they hold for.
	for _, space := range spaces {
		if d.ledger.Foreign(ctx, space) != nil {
			continue // status says so; what it holds does not follow from LEDGER
		}
		hash, seq, err := d.ledger.Hash(ctx, space)
		if err != nil {
			return fmt.Errorf("hash of space %q: %w", space, err)
		}
		m.Spaces[space] = savedSpace{hash, seq}
	}
	nc, err := d.server.Dial("backup")
	if err != nil {
		return fmt.Errorf("connect for the backup: %w", err)
	}
	defer nc.Close()
	var pace bus.Pace
	rest := func() error { return d.bus.Rest(ctx, &pace) }
	for _, name := range savedStreams {
		err := m.save(dir, name, func(w io.Writer) (err error) {
			m.Streams[name], err = embedded.SaveStream(ctx, nc, name, resting{w, rest})
			return err
		})
		if err != nil {
			return err
		}
	}
	err = m.save(dir, "vectors.db", func(w io.Writer) error {
		_, err := d.records.WriteTo(resting{w, rest})
		return err
	})
	for _, name := range settingsFiles {
		err = errors.Join(err, m.copyFile(dir, filepath.Join(d.cfg.Home, name), name))
	}
	if err != nil {
		return err
	}
	raw, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return fmt.Errorf("encode manifest: %w", err)
	}
	return writeSynced(filepath.Join(dir, manifestFile), func(w io.Writer) error {
		_, err := w.Write(raw)
		return err
	})
}

// resting rests after each write.
type resting struct {
	to   io.Writer
	rest func() error
}

func (r resting) Write(p []byte) (int, error) {
	n, err := r.to.Write(p)
	return n, errors.Join(err, r.rest())
}

func (m *manifest) copyFile(dir, from, name string) error {
	f, err := os.Open(from)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	defer f.Close()
	return m.save(dir, name, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

// save writes one file of a backup and takes down its size and hash.
func (m *manifest) save(dir, name string, fill func(io.Writer) error) error {
	h := sha256.New()
	n := &counter{}
	err := writeSynced(filepath.Join(dir, name), func(w io.Writer) error { return fill(io.MultiWriter(w, h, n)) })
	if err != nil {
		return fmt.Errorf("back up %s: %w", name, err)
	}
	m.Files[name] = savedFile{n.n, hex.EncodeToString(h.Sum(nil))}
	return nil
}

type counter struct{ n int64 }

func (c *counter) Write(p []byte) (int, error) {
	c.n += int64(len(p))
	return len(p), nil
}

func writeSynced(path string, fill func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(fill(f), f.Sync(), f.Close())
}

// namedBackup is a backup with its folder.
type namedBackup struct {
	manifest
	dir string
}

// listBackups returns the backups in a folder, the oldest first, by the time
// that stands in them: a name can be anything.
func listBackups(dir string) ([]namedBackup, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var all []namedBackup
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), backupPrefix) {
			continue
		}
		m, err := lookInto(filepath.Join(dir, e.Name()))
		if err != nil {
			continue // somebody else's, or damaged: it is not ours to remove, and stands for no other
		}
		all = append(all, namedBackup{m, filepath.Join(dir, e.Name())})
	}
	slices.SortFunc(all, func(a, b namedBackup) int { return a.Made.Compare(b.Made) })
	return all, nil
}

// Backup is a folder that may be put back.
type Backup struct {
	Dir     string    `json:"dir"`
	Made    time.Time `json:"made,omitzero"`
	Bytes   int64     `json:"bytes"`
	Spaces  int       `json:"spaces"`
	Problem string    `json:"problem,omitempty"` // why it cannot be used, as far as its manifest and the sizes of its files say that
}

// Backups lists what lies in a folder of backups, the newest first. It opens none:
// [Restore] does. A folder that is not there has none.
func Backups(dir string) ([]Backup, error) {
	if err := leadsSomewhere(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("list backups: %w", err)
	}
	var all []Backup
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), backupPrefix) {
			continue
		}
		b := Backup{Dir: filepath.Join(dir, e.Name())}
		if m, err := lookInto(b.Dir); err != nil {
			b.Problem = err.Error()
		} else {
			b.Made, b.Bytes, b.Spaces = m.Made, m.bytes(), len(m.Spaces)
		}
		all = append(all, b)
	}
	slices.SortStableFunc(all, func(a, b Backup) int { return b.Made.Compare(a.Made) })
	return all, nil
}

func newestBackup(dir string) (namedBackup, bool) {
	all, err := listBackups(dir)
	if err != nil || len(all) == 0 {
		return namedBackup{}, false
	}
	return all[len(all)-1], true
}

// rotate removes the oldest backups of a folder until keep are left, and what
// an interrupted one has left. The one that was made just now stays, whatever the
// clock says and has said before.
func rotate(dir string, keep int, made string) (removed []string, err error) {
	all, err := listBackups(dir)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(b namedBackup) bool { return b.dir == made }); i >= 0 {
		all = append(slices.Delete(slices.Clone(all), i, i+1), all[i])
	}
	for _, b := range all[:max(len(all)-keep, 0)] {
		if err := os.RemoveAll(b.dir); err != nil {
			return removed, fmt.Errorf("remove old backup: %w", err)
		}
		removed = append(removed, b.dir)
	}
	left, err := wholefile.Glob(dir, partial+"*")
	for _, path := range left {
		if st, serr := os.Stat(path); serr == nil && time.Since(st.ModTime()) > leftOver {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	return removed, err
}

// leftOver is the age from which an unfinished copy is nobody's.
const leftOver = time.Hour
