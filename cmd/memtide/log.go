package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

func logCmd(a *app) *cobra.Command {
	req := control.LogRequest{}
	var since, before string
	var follow bool
	c := &cobra.Command{
		Use: "log [CHANGE]", Short: "list the newest decisions, or show one", Args: cobra.MaximumNArgs(1),
		Long: `Lists decisions, the newest first: id, time of the cause, who decided on what,
why, and what was changed. With CHANGE it shows that one. Filters join: a
decision is listed that all of them fit.

--since takes a time ago (90m, 24h, 7d), a day (2026-05-01) or a moment (RFC
3339). With --follow the newest stand at the end and new ones come as they are
made, with --json one object a line. --before CHANGE goes on where a list has ended.
CHANGE, an id or its beginning, goes with no
filter. The stages are ` + inLines(decidingStages()) + `.`,
		RunE: func(c *cobra.Command, args []string) error {
			if len(args) == 1 {
				if err := oneChange(c, args[0]); err != nil {
					return err
				}
			}
			if err := checkLog(&req, since, before, follow); err != nil {
				return err
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			req.Space = cl.Space()
			req.Before = before
			if len(args) == 1 {
				req.ID, req.Limit, req.Empty = args[0], 1, true
			}
			if follow {
				return a.followLog(c.Context(), cl, req)
			}
			all, err := client.Control[[]ledger.Logged](c.Context(), cl, "log", req)
			if err != nil {
				return err
			}
			return printSome(a, all, func(w io.Writer) {
				for _, cs := range all {
					writeChange(w, cs.ChangeSet)
				}
			}, "no decision that changes something fits; --all lists those that change nothing, too")
		},
	}
	f := c.Flags()
	limitFlag(c, &req.Limit, 20, "")
	f.StringVar(&req.Stage, "stage", "", "only decisions of this stage: store, consolidate, remember, … (listed above)")
	f.StringVar(&since, "since", "", "only what has its cause since then")
	f.StringVar(&before, "before", "", "only what stands behind this change in the list, which is older in the log")
	f.StringVar(&req.Node, "node", "", "only what touches this memory or a link of it")
	f.StringVar(&req.Session, "session", "", "only what comes from this session or touches its memories")
	f.StringVar((*string)(&req.Kind), "kind", "", "only what touches memories of this kind: fact, event, instruction, …")
	f.BoolVar(&req.Empty, "all", false, "also decisions that change nothing")
	f.BoolVarP(&follow, "follow", "f", false, "print new decisions as they are made")
	return c
}

// checkLog refuses flags of log that say nothing that can be looked for.
func checkLog(req *control.LogRequest, since, before string, follow bool) (err error) {
	if all := decidingStages(); req.Stage != "" && !slices.Contains(all, req.Stage) {
		return usage("--stage is %q, want one of: %s", req.Stage, strings.Join(all, ", "))
	}
	if req.Kind != "" && !slices.Contains(memtide.Kinds, req.Kind) {
		return noKind("--kind", req.Kind, memtide.Kinds)
	}
	if follow && before != "" {
		return usage("--before goes on with what is older, and --follow waits for what is newer; give one of them")
	}
	if before != "" {
		if err := longEnough(before, shortestChange, "a change"); err != nil {
			return err
		}
	}
	req.Since, err = parseSince(since, time.Now())
	return err
}

// decidingStages are the stages and verbs that make decisions: those of a half-turn, of the
// jobs, and of a person.
func decidingStages() []string {
	host := []string{"sweep", "snapshot", "backup"} // jobs that change no memory
	jobs := slices.DeleteFunc(config.JobNames(), func(j string) bool { return slices.Contains(host, j) })
	return slices.Concat([]string{"record", "store", "reconcile", "resolve", "reinforce"}, jobs,
		[]string{"remember", "correct", "confirm", "pin", "unpin", "vote-up", "vote-down", "forget", "restore", "undo", "rollback", "erase",
			"redact", "move", "merge-entities", "set-entity", "conflicts", "quarantine", "import", "promote"})
}

// inLines joins words by commas, in lines that fit a help text.
func inLines(words []string) string {
	out, line := "", len("filter. The stages are ")
	for i, w := range words {
		if i > 0 {
			out, line = out+",", line+1
		}
		if line+len(w) > 78 {
			out, line = out+"\n", 0
		} else if i > 0 {
			out, line = out+" ", line+1
		}
		out, line = out+w, line+len(w)
	}
	return out
}

// oneChange refuses what cannot go with a change that is named: it would have no effect,
// and --follow would print the same one for ever.
func oneChange(c *cobra.Command, id string) error {
	if err := longEnough(id, shortestChange, "a change"); err != nil {
		return err
	}
	var with string
	c.LocalNonPersistentFlags().VisitAll(func(f *pflag.Flag) {
		if f.Changed {
			with = f.Name
		}
	})
	if with != "" {
		return usage("--%s goes with no CHANGE: give either; see memtide log --help", with)
	}
	return nil
}

// parseSince reads how long ago, a day or a moment.
func parseSince(s string, now time.Time) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for unit, hours := range map[string]int{"d": 24, "w": 7 * 24} {
		most := int(math.MaxInt64/time.Hour) / hours // beyond that it would be a moment to come
		if n, err := strconv.Atoi(strings.TrimSuffix(s, unit)); err == nil && strings.HasSuffix(s, unit) && n >= 0 && n <= most {
			return now.Add(-time.Duration(n*hours) * time.Hour), nil
		}
	}
	if d, err := time.ParseDuration(s); err == nil && d >= 0 {
		return now.Add(-d), nil
	}
	for _, form := range []string{time.DateOnly, time.DateTime, "2006-01-02 15:04", time.RFC3339} {
		t, err := time.ParseInLocation(form, s, time.Local)
		if err != nil {
			continue
		}
		if _, err := t.MarshalText(); err == nil { // a zone of 24 hours can be read and not be written
			return t, nil
		}
	}
	return time.Time{}, usage("--since is %q, want a time ago (90m, 24h, 7d), a day (2026-05-01) or a moment (RFC 3339)", s)
}

// followEvery is how often --follow looks.
const followEvery = 300 * time.Millisecond

// followLog prints what is there, oldest first, and then what comes, until the
// program is interrupted.
func (a *app) followLog(ctx context.Context, cl *client.Client, req control.LogRequest) error {
	for {
		t, err := client.Control[control.LogTail](ctx, cl, "tail", req)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		for _, c := range slices.Backward(t.Changes) {
			if err := a.printLine(c, func(w io.Writer) { writeChange(w, c.ChangeSet) }); err != nil {
				return err
			}
		}
		req.After, req.Limit = t.Seq, 1000
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(followEvery):
		}
	}
}

func writeChange(w io.Writer, c memtide.ChangeSet) {
	by := c.Actor
	if c.Cause.Via != "" {
		by += ", " + c.Cause.Via + ","
	}
	printPlain(w, "%s  %s  %s by %s on %s %s  %s\n", control.Short(string(c.ID)), c.At.Local().Format(time.DateTime), c.Cause.Stage, by,
		c.Cause.Kind, control.Short(c.Cause.ID), c.Reason)
	for _, op := range c.Ops {
		printPlain(w, "    %s\n", describe(op))
	}
}

// describe says in a line what an operation does.
func describe(op memtide.Op) string {
	verb, link, raw := "add", "link", op.To
	if op.Whole() && len(raw) == 0 {
		verb, link, raw = "take away", "unlink", op.From
	}
	switch whole := (memtide.Op{Node: op.Node, Edge: op.Edge, To: raw}); {
	case op.Whole() && !op.Node.IsZero():
		if n, err := whole.ApplyNode(nil); err == nil {
			return fmt.Sprintf("%s %s %s: %s", verb, n.Kind, n.ID.Short(), control.FirstWords(n.Content))
		}
	case op.Whole():
		if e, err := whole.ApplyEdge(nil); err == nil {
			return fmt.Sprintf("%s %s %s → %s", link, strings.TrimSpace(string(e.Kind)+" "+e.Predicate), e.From.Short(), e.To.Short())
		}
	}
	return fmt.Sprintf("set %s of %s: %s → %s", op.Field, targetOf(op).Short(), value(op.From), value(op.To))
}

func targetOf(op memtide.Op) memtide.ID {
	if op.Node.IsZero() {
		return op.Edge
	}
	return op.Node
}

func value(raw []byte) string {
	if len(raw) == 0 {
		return "null"
	}
	return control.FirstWords(string(raw))
}
