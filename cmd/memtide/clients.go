package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/install"
)

// agentClient is a client that can report to memtide.
type agentClient struct {
	install.Client
	dir func(getenv func(string) string) (string, error) // in which it keeps its settings and transcripts

	settings func(getenv func(string) string) (string, error) // path of its settings, where they may lie elsewhere
}

// agentClients are all of them. The first is the one that is named where nobody has said which.
func agentClients() []agentClient {
	return []agentClient{
		{Client: install.Claude, dir: hookbridge.ClaudeDir},
		{Client: install.Codex, dir: hookbridge.CodexDir},
		{Client: install.Gemini, dir: hookbridge.GeminiDir},
		{Client: install.OpenClaw, dir: hookbridge.OpenClawDir, settings: hookbridge.OpenClawConfig},
	}
}

func clientNames() (names []string) {
	for _, c := range agentClients() {
		names = append(names, c.Name)
	}
	return names
}

// agentNamed returns the client of a name.
func agentNamed(name string) (agentClient, error) {
	all := agentClients()
	i := slices.IndexFunc(all, func(c agentClient) bool { return c.Name == name })
	if i < 0 {
		return agentClient{}, usage("no client is named %q; there is: %s", name, strings.Join(clientNames(), ", "))
	}
	return all[i], nil
}

// options are those of an install that needs no program.
func (c agentClient) options(home string) (install.Options, error) {
	opts := install.Options{Client: c.Client, Home: home}
	var err error
	if opts.ConfigDir, err = c.dir(os.Getenv); err == nil && c.settings != nil {
		opts.Settings, err = c.settings(os.Getenv)
	}
	return opts, err
}

// clientStates adds to what a daemon has heard of the clients whether hooks stand in their
// settings.
func clientStates(home string, heard []control.ClientState) (all []control.ClientState) {
	for _, c := range agentClients() {
		s := control.ClientState{Client: c.Name}
		if i := slices.IndexFunc(heard, func(h control.ClientState) bool { return h.Client == c.Name }); i >= 0 {
			s = heard[i]
		}
		if opts, err := c.options(home); err == nil {
			is, err := install.Inspect(opts)
			s.Hooks = err == nil && len(is.Commands) > 0
		}
		all = append(all, s)
	}
	return all
}

// sayClient tells of one client in a few words.
func sayClient(c agentClient, s control.ClientState, running bool) string {
	say := "no hooks; memtide install " + c.Name + " adds them"
	if s.Hooks {
		say = "hooks are installed"
	}
	switch {
	case !s.Heard.IsZero():
		say += ", last heard " + s.Heard.Local().Format(time.DateTime)
	case running && s.Hooks && c.Trust != "":
		say += ", nothing heard of late: " + c.Trust
	case running && s.Hooks:
		say += ", nothing heard of late"
	}
	return say
}

// importsOf are the calls that take in the transcripts of the clients that report.
func importsOf(clients []control.ClientState) string {
	var calls []string
	for _, c := range clients {
		if of, err := agentNamed(c.Client); c.Hooks && err == nil && of.Unread == "" {
			calls = append(calls, "memtide import "+c.Client)
		}
	}
	if len(calls) == 0 {
		return "memtide import " + agentClients()[0].Name
	}
	return strings.Join(calls, ", ")
}

// examineClients says of each client whether it reports. That one does not is bad where
// none does.
func (a *app) examineClients(ctx context.Context, st control.Status, add func(string, error, string, string)) {
	type looked struct {
		opts  install.Options
		found install.Status
		err   error
	}
	all := agentClients()
	by := make([]looked, len(all))
	used := false
	uses := func(s install.Status) bool { return s.Known || len(s.Commands) > 0 }
	for i, c := range all {
		l := &by[i]
		if l.opts, l.err = a.installOptions(c.Name); l.err == nil {
			l.found, l.err = install.Inspect(l.opts)
		}
		used = used || uses(l.found)
	}
	for i, c := range all {
		l, said := by[i], control.ClientState{Client: c.Name}
		if j := slices.IndexFunc(st.Clients, func(s control.ClientState) bool { return s.Client == c.Name }); j >= 0 {
			said = st.Clients[j]
		}
		if !uses(l.found) && (used || i > 0) {
			add(c.Name, nil, "it does not report to memtide; memtide install "+c.Name+" lets it", "")
			continue
		}
		fix, err := clientFinding(c, l.found, l.err, cmp.Or(l.opts.Settings, filepath.Join(l.opts.ConfigDir, c.File)))
		if paths, perr := hookbridge.FindPaths(os.Getenv); err == nil && perr == nil && filepath.Clean(paths.Home) != filepath.Clean(l.opts.Home) {
			err, fix = fmt.Errorf("the hooks use %s, and this command uses %s", paths.Home, l.opts.Home), otherHome(c, l.opts.Home)
		}
		add(c.Name, err, sayClient(c, said, st.Running)+": "+l.found.Path, fix)
		if c.Name == install.Codex.Name && err == nil {
			examineTrust(ctx, l.opts, add)
		}
	}
}

// otherHome says how hooks come to use a data folder that is not the usual one.
func otherHome(c agentClient, home string) string {
	return "start " + c.Title + " with MEMTIDE_HOME=" + home + " in its environment"
}

// clientFinding says what is wrong with the settings of a client, and the mend.
func clientFinding(c agentClient, s install.Status, err error, path string) (fix string, problem error) {
	fix = "memtide install " + c.Name
	switch {
	case errors.Is(err, install.ErrMalformed), errors.Is(err, install.ErrShape):
		fix = "mend " + path + " by hand: " + c.Title + " cannot read it either, and nothing of it is changed here"
	case err != nil:
	case !s.Exists || len(s.Commands) == 0:
		err = errors.New("nothing reports to memtide from " + c.Title)
	case s.DisableAll:
		err, fix = errors.New("disableAllHooks is set in the settings of "+c.Title+": it runs no hook at all"), "take disableAllHooks out of "+path
	case s.Off != "":
		err, fix = fmt.Errorf("%s: nothing, or not all, reaches memtide from %s", s.Off, c.Title), s.Mend
	case len(s.Broken) > 0:
		err = fmt.Errorf("settings name what cannot be run: %s", strings.Join(slices.Compact(slices.Sorted(slices.Values(s.Broken))), ", "))
	case s.Plugin:
		err, fix = errors.New("hooks are installed twice: in the settings and by the plugin"), "memtide uninstall "+c.Name
	case len(s.Missing) > 0:
		err = fmt.Errorf("no hook stands at %s", strings.Join(s.Missing, ", "))
	case len(s.Duplicates) > 0:
		err = fmt.Errorf("hooks stand twice at %s", strings.Join(s.Duplicates, ", "))
	}
	return fix, err
}
