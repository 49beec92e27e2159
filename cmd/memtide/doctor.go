package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/hookbridge/install"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
)

// finding is the result of one check.
type finding struct {
	Check string `json:"check"`
	OK    bool   `json:"ok"`
	Say   string `json:"say"`
	Fix   string `json:"fix,omitempty"`
}

func doctorCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "doctor", Short: "check everything, and say how to mend what is wrong", Args: cobra.NoArgs,
		Long: `Checks configuration, folders, daemon, hooks, spool, every record of the logs and,
row by row, the graph of the space. It repairs nothing. It exits with 1 when something is wrong.`,
		RunE: func(c *cobra.Command, _ []string) error {
			found := a.examine(c.Context())
			err := a.print(found, func(w io.Writer) {
				for _, f := range found {
					mark := "ok  "
					if !f.OK {
						mark = "BAD "
					}
					fmt.Fprintf(w, "%s %-14s %s\n", mark, f.Check, shown(f.Say))
					if !f.OK && f.Fix != "" {
						fmt.Fprintf(w, "     %-14s → %s\n", "", shown(f.Fix))
					}
				}
			})
			for _, f := range found {
				if !f.OK && err == nil {
					err = exitCode{exitError, ""}
				}
			}
			return err
		},
	}
}

func (a *app) examine(ctx context.Context) []finding {
	var out []finding
	add := func(check string, err error, ok, fix string) {
		f := finding{Check: check, OK: err == nil, Say: ok}
		if err != nil {
			f.Say, f.Fix = err.Error(), fix
		}
		out = append(out, f)
	}
	cfg, err := a.config()
	if errors.Is(err, folder.ErrForeign) {
		add("data folder", err, "", "choose another one with MEMTIDE_HOME, or give it back to its owner")
		return out
	}
	add("configuration", err, "every key can be used", "mend the keys that are named; memtide config --example shows all")
	if err != nil {
		return out
	}
	shared := folder.Shared(cfg.Home)
	unwritable := folder.Unwritable(cfg.Home)
	switch ferr, mixed := checkFolder(cfg.Home), folder.Mixed(cfg.Home); {
	case ferr == nil && shared != nil:
		add("data folder", shared, "", "chmod 700 "+cfg.Home)
	case ferr == nil && mixed != nil:
		add("data folder", mixed, "", fmt.Sprintf("memtide stop; then, as root: chown -R %d %s", os.Geteuid(), cfg.Home))
	case ferr == nil && len(unwritable) > 0:
		for _, w := range unwritable {
			add("data folder", w.Err, "", w.Mend)
		}
	default:
		add("data folder", ferr, cfg.Home, mendFolder(ferr))
	}
	hook, err := install.HookBinary()
	add("hook", err, hook, "make build, or install both programs into one folder")
	st, serr := a.status(ctx)
	if err == nil {
		a.examineClients(ctx, st, add)
		a.examineTools(add)
	}
	a.examineDaemon(ctx, cfg, st, serr, add)
	return out
}

// mendFolder says what to do about a data folder that nothing can be written to.
func mendFolder(err error) string {
	switch {
	case folder.IsFull(err):
		return "make room on its disk; nothing else is to be done"
	case errors.Is(err, syscall.EROFS):
		return "its file system is read-only: mount it writable, or choose another one with MEMTIDE_HOME"
	case errors.Is(err, syscall.EFBIG):
		return "lift the limit on the size of files: ulimit -f unlimited"
	}
	return "choose another one with MEMTIDE_HOME, or give it back to its owner"
}

func checkFolder(home string) error {
	if err := os.MkdirAll(home, 0o700); err != nil {
		return err
	}
	return folder.Probe(home)
}

func (a *app) examineDaemon(ctx context.Context, cfg config.Config, st control.Status, serr error, add func(string, error, string, string)) {
	cl, err := client.Dial(cfg)
	if errors.Is(err, client.ErrAway) && !noStart() && client.Failed(cfg.Home) == "" {
		add("daemon", nil, startable(client.ErrAway, cfg.Home).Error(), "")
	} else {
		add("daemon", startable(err, cfg.Home), "answers", mendDaemon(err, cfg.LogFile()))
	}
	if err != nil && len(st.Problems) > 0 {
		st.Problems = st.Problems[1:] // that nothing answers was said above
	}
	if serr == nil && len(st.Problems) > 0 {
		serr = errors.New(strings.Join(st.Problems, "; "))
	}
	add("status", serr, fmt.Sprintf("%s %s in %s", memtide.Count(st.Spool.Files, "half-turn"), memtide.Agree(st.Spool.Files, "waits", "wait"), filepath.Join(cfg.Home, "spool")), "memtide status shows each")
	if err != nil {
		return
	}
	defer cl.Close()
	examineModels(st, add)
	examineHTTP(ctx, cfg, st, add)
	if st.Away {
		return // the logs are out of reach, which is said above
	}
	_, lerr := client.Control[bool](ctx, cl, "logs", struct{}{})
	add("logs", lerr, "every record of the logs can be read", mendLogs(lerr))
	found, err := client.Control[[]string](ctx, cl, "check", control.SpaceRequest{Space: cl.Space()})
	if err == nil && len(found) > 0 {
		err = fmt.Errorf("%s %s wrong, the first: %s", memtide.Count(len(found), "row"), memtide.Agree(len(found), "is", "are"), found[0])
	}
	add("graph", err, "every row of the graph is right, and the index knows each memory", mendGraph(err))
	examineProjects(ctx, cl, add)
}

// mendLogs says what to do about logs that are damaged, or cannot be read: what is well
// needs no backup.
func mendLogs(err error) string {
	if err == nil || !slices.ContainsFunc([]error{embedded.ErrDamaged, ledger.ErrHole}, func(lost error) bool { return strings.Contains(err.Error(), lost.Error()) }) {
		return "see to what is named, then call memtide doctor again"
	}
	return "memtide backup list; memtide restore DIR"
}

// mendGraph says what to do about a graph that is wrong, or cannot be read.
func mendGraph(err error) string {
	switch {
	case errors.Is(err, control.ErrNone):
		return "give --space the name of one that is there"
	case err != nil && (strings.Contains(err.Error(), memtide.ErrNewer.Error()) || strings.Contains(err.Error(), graphdb.ErrVersion.Error())):
		return "install the newer memtide again: it reads all of it, and a rebuild by this one fails"
	}
	return "memtide reindex"
}

// mendDaemon says what to do about a daemon that cannot be reached.
func mendDaemon(err error, log string) string {
	if errors.Is(err, client.ErrMute) {
		return "wait while the machine is busy or asleep; else end the process, and the next call starts another"
	}
	return "memtide serve; or look into " + log
}

// examineModels says which models answer, or why the rules do.
func examineModels(st control.Status, add func(string, error, string, string)) {
	var wrong []string
	for _, l := range st.Models {
		if text := l.Model + ": " + l.Why; l.State != llm.Ready && l.State != llm.Due && !slices.Contains(wrong, text) {
			wrong = append(wrong, text)
		}
	}
	switch {
	case len(wrong) > 0:
		add("models", errors.New(strings.Join(wrong, "; ")), "", "memtide models shows each layer; docs/models.md says what each state means")
	case len(st.Models) == 0:
		add("models", nil, "none is configured: rules answer (memtide models use sets one)", "")
	default:
		add("models", nil, strings.Join(modelLines(st.Models), "; "), "")
	}
}
