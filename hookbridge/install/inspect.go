package install

import (
	"os"
	"runtime"
	"strings"

	"github.com/memtide/memtide/wholefile"
)

// Status is what a settings file says about us.
type Status struct {
	Path       string            // of the settings file, links followed
	Exists     bool              // the file
	Commands   map[string]string // event → program of our entry
	Missing    []string          // events without an entry
	Duplicates []string          // events with more than one
	Retired    []string          // events that we no longer listen to, with an entry
	DisableAll bool              // the user has switched all hooks off
	Plugin     bool              // the plugin is enabled too: every hook runs twice
	Broken     []string          // programs named by entries that are not there or cannot be run
	Known      bool              // the record says that Install wrote this file
	Off        string            // why the client runs nothing of ours, or not all, "" if it does
	Mend       string            // what to do about that
	Untouched  bool              // and nobody has changed it since: Uninstall brings the old bytes back
}

// Inspect reads the settings file and changes nothing. The error is
// [ErrMalformed] or [ErrShape], under which the client reads no setting at
// all, or that of reading.
func Inspect(o Options) (Status, error) {
	t, err := wholefile.See(o.file())
	if err != nil {
		return Status{}, err
	}
	s := Status{Path: t.Path, Exists: t.Exists, Commands: map[string]string{}}
	record, err := readState(o.Home)
	if err != nil {
		return s, err
	}
	if rec := record.Files[t.Path]; rec != nil && t.Exists {
		s.Known, s.Untouched = true, rec.After == sum(t.Bytes)
	}
	if p := o.Client.plugin; p != nil {
		if !t.Exists {
			return s, nil
		}
		err := p.inspect(o, t.Bytes, &s)
		return s, err
	}
	doc := t.Bytes
	if len(strings.TrimSpace(string(doc))) == 0 {
		doc = []byte("{}")
	}
	top, err := o.Client.check(doc)
	if err != nil {
		return s, err
	}
	s.entries(doc, top, o.Client.entries(""))
	s.DisableAll = is(doc, top.get("disableAllHooks"), "true")
	if o.Client.off != nil {
		if off := o.Client.off(doc, top); off != "" {
			s.Off, s.Mend = off, "take that out of "+s.Path
		}
	}
	if plugins := top.get("enabledPlugins"); plugins != nil {
		for _, m := range plugins.members {
			s.Plugin = s.Plugin || strings.HasPrefix(m.key, "memtide@") && is(doc, m.value, "true")
		}
	}
	return s, nil
}

func (s *Status) entries(doc []byte, top *place, want []Entry) {
	wanted := map[string]bool{}
	for _, e := range want {
		wanted[e.Event] = true
	}
	for _, o := range own(doc, top) {
		program := programOf(doc, o.handler)
		switch _, twice := s.Commands[o.event]; {
		case !wanted[o.event]:
			s.Retired = append(s.Retired, o.event)
		case twice:
			s.Duplicates = append(s.Duplicates, o.event)
		default:
			s.Commands[o.event] = program
		}
		if st, err := os.Stat(program); err != nil || !st.Mode().IsRegular() || runtime.GOOS != "windows" && st.Mode().Perm()&0o111 == 0 {
			s.Broken = append(s.Broken, program)
		}
	}
	for _, e := range want {
		if _, ok := s.Commands[e.Event]; !ok {
			s.Missing = append(s.Missing, e.Event)
		}
	}
}

func is(doc []byte, v *place, want string) bool {
	return v != nil && string(doc[v.start:v.end]) == want
}
