package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// leak is one secret that the store holds.
type leak struct {
	Store string `json:"store"` // memory or turn
	ID    string `json:"id"`
	Seq   uint64 `json:"seq,omitempty"` // of a half-turn in TURNS
	Kind  string `json:"kind"`          // of the memory; of a half-turn whose it is
	tools.Leak
}

// scanned is what a scan has found.
type scanned struct {
	Memories int    `json:"memories"` // looked at
	Turns    int    `json:"turns"`
	Changes  int    `json:"changes"`
	Leaks    []leak `json:"leaks"`
	More     int    `json:"more,omitempty"` // found beyond those that are listed

	// How many hold a secret.
	LeakyMemories int `json:"leaky_memories"`
	LeakyTurns    int `json:"leaky_turns"`
	LeakyChanges  int `json:"leaky_changes"`

	Redacted []memtide.ChangeID `json:"redacted,omitempty"` // the changes that --apply has made
}

const (
	maxLeaks  = 5000 // that a reply lists
	scanSlice = 16   // memories that are read at once
)

const redactSlice = 100 // memories that one change redacts

// addLeaks adds what was found in one place, as far as a reply lists it.
func addLeaks(s *scanned, store, id, kind string, seq uint64, found []tools.Leak) {
	for _, f := range found {
		if len(s.Leaks) == maxLeaks {
			s.More++
			continue
		}
		s.Leaks = append(s.Leaks, leak{store, id, seq, kind, f})
	}
}

// scan looks for secrets in what a space holds: its memories, its half-turns,
// its change sets.
func (d *daemon) scan(_ context.Context, in spaceRequest) (operation, error) {
	if err := in.Space.Validate(); err != nil {
		return operation{}, err
	}
	return d.work.begin("scan", func(ctx context.Context, tell func(done, total uint64)) (any, error) {
		s := scanned{Leaks: []leak{}}
		err := errors.Join(d.scanMemories(ctx, in.Space, &s, tell), d.scanLogs(ctx, in.Space, &s))
		return s, err
	}), nil
}

func (d *daemon) scanMemories(ctx context.Context, space memtide.Space, s *scanned, tell func(done, total uint64)) error {
	var ids []memtide.ID
	err := d.ledger.Read(ctx, space, func(v ledger.View) error {
		for _, kind := range memtide.Kinds {
			for id := range v.Graph.OfKind(kind) {
				ids = append(ids, id)
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("list memories: %w", err)
	}
	for part := range slices.Chunk(ids, scanSlice) {
		if err := d.bus.Quiet(ctx); err != nil {
			return err
		}
		var nodes []*memtide.Node
		err := d.ledger.Read(ctx, space, func(v ledger.View) error {
			for _, id := range part {
				if !v.Graph.Has(id) {
					continue // an undo has taken it away meanwhile
				}
				n, err := v.Graph.Node(id)
				if err != nil {
					return err
				}
				nodes = append(nodes, n)
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("read memories: %w", err)
		}
		for _, n := range nodes {
			if found := tools.NodeLeaks(n); len(found) > 0 {
				s.LeakyMemories++
				addLeaks(s, "memory", n.ID.String(), string(n.Kind), 0, found)
			}
		}
		s.Memories += len(nodes)
		tell(uint64(s.Memories), uint64(len(ids)))
	}
	return nil
}

// scanLogs looks at both logs, which nothing changes.
func (d *daemon) scanLogs(ctx context.Context, space memtide.Space, s *scanned) error {
	err := d.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: space}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		s.Turns++
		if found := tools.TurnLeaks(t.Turn); len(found) > 0 {
			s.LeakyTurns++
			addLeaks(s, "turn", t.ID, string(t.Role), m.Seq, found)
		}
		return d.bus.Quiet(ctx)
	})
	if err != nil {
		return fmt.Errorf("scan TURNS: %w", err)
	}
	err = d.ledger.Forwards(ctx, space, 0, func(c ledger.Logged) {
		s.Changes++
		if tools.Leaks(c.ChangeSet) {
			s.LeakyChanges++
		}
	})
	if err != nil {
		return fmt.Errorf("scan LEDGER: %w", err)
	}
	return nil
}

type redactRequest struct {
	Space memtide.Space `json:"space"`
	IDs   []memtide.ID  `json:"ids"`
}

func (d *daemon) redact(ctx context.Context, in redactRequest) (memtide.ChangeSet, error) {
	return tools.Redact(ctx, d.ledger, in.Space, in.IDs, time.Now())
}

func scanCmd(a *app) *cobra.Command {
	var apply, yes bool
	c := &cobra.Command{
		Use: "scan", Short: "look for secrets in what is stored, and redact them", Args: cobra.NoArgs,
		Long: `Looks with today's rules at everything that a space holds, and lists the secrets
that were stored before there was a rule for them: where, of which sort, and what
stands around. The value itself is never printed.

With --apply it asks, and lets placeholders take the place of the secrets in the
memories. That is a change (100 memories each) like any other: no agent is shown
the secret any longer, and nothing is erased. The logs TURNS and LEDGER hold the
old text still, the change that redacts included, and so may free pages of
graph.db: change the credential. memtide erase takes a memory
out of them.`,
		RunE: func(c *cobra.Command, _ []string) error { return a.scan(c.Context(), apply, yes) },
	}
	c.Flags().BoolVar(&apply, "apply", false, "redact the memories that are found")
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask (with --apply)")
	return c
}

func (a *app) scan(ctx context.Context, apply, yes bool) error {
	cl, err := a.connect(ctx)
	if err != nil {
		return err
	}
	defer cl.close()
	space := cl.space()
	s, err := scan(ctx, cl, space, a.io.err)
	if err != nil {
		return err
	}
	if len(s.Leaks) == 0 && !a.json {
		return none("no secret is found in %s, %s and %s", memtide.Count(s.Memories, "memory"), memtide.Count(s.Turns, "half-turn"), memtide.Count(s.Changes, "change"))
	}
	if !apply || s.LeakyMemories == 0 {
		return a.print(s, func(w io.Writer) { writeScanned(w, s) })
	}
	if !yes {
		writeScanned(a.io.err, s)
		if !a.agree(fmt.Sprintf("redact %s?", memtide.Count(s.LeakyMemories, "memory"))) {
			return none("nothing is redacted")
		}
	}
	if err := redactAll(ctx, cl, space, &s); err != nil {
		return err
	}
	return a.print(s, func(w io.Writer) { writeRedacted(w, s) })
}

// scan lets the daemon look through a space.
func scan(ctx context.Context, cl *client, space memtide.Space, out io.Writer) (s scanned, err error) {
	op, err := follow(ctx, cl, "scan", spaceRequest{space}, progress(out, -1, "scanning"))
	if err != nil {
		return s, err
	}
	raw, err := json.Marshal(op.Result)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	return s, err
}

// redactAll redacts the memories that a scan has listed. Where it has found
// more than it lists, it looks again.
func redactAll(ctx context.Context, cl *client, space memtide.Space, s *scanned) error {
	for again := s; ; {
		var ids []memtide.ID
		for _, l := range again.Leaks {
			if id, err := memtide.ParseID(l.ID); l.Store == "memory" && err == nil && !slices.Contains(ids[max(0, len(ids)-1):], id) {
				ids = append(ids, id)
			}
		}
		for part := range slices.Chunk(ids, redactSlice) {
			c, err := control[memtide.ChangeSet](ctx, cl, "redact", redactRequest{space, part})
			if err != nil {
				return err
			}
			s.Redacted = append(s.Redacted, c.ID)
		}
		next, err := scan(ctx, cl, space, io.Discard)
		if err != nil {
			return err
		}
		s.Changes, s.LeakyChanges = next.Changes, next.LeakyChanges
		if next.LeakyMemories == 0 || len(ids) == 0 {
			return nil
		}
		again = &next
	}
}

func writeScanned(out io.Writer, s scanned) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, l := range s.Leaks {
		id := l.ID
		if parsed, err := memtide.ParseID(id); l.Store == "memory" && err == nil {
			id = parsed.Short()
		} else if l.Store == "turn" {
			id = "TURNS " + strconv.FormatUint(l.Seq, 10)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", id, l.Kind, l.Secret, l.Field, l.Context)
	}
	w.Flush()
	if s.More > 0 {
		fmt.Fprintf(out, "… and %d more\n", s.More)
	}
	fmt.Fprintf(out, "%d of %s %s a secret", s.LeakyMemories, memtide.Count(s.Memories, "memory"), memtide.Agree(s.LeakyMemories, "holds", "hold"))
	if s.LeakyMemories > 0 {
		fmt.Fprint(out, "; memtide scan --apply redacts them")
	}
	fmt.Fprintln(out)
	writeKept(out, s)
}

// writeKept says what a redaction does not reach.
func writeKept(out io.Writer, s scanned) {
	if s.LeakyTurns+s.LeakyChanges == 0 {
		return
	}
	fmt.Fprintf(out, "the logs hold the old text still: TURNS in %s, LEDGER in %s: change the credential. memtide erase ID takes a memory out of them.\n",
		memtide.Count(s.LeakyTurns, "half-turn"), memtide.Count(s.LeakyChanges, "change"))
}

func writeRedacted(out io.Writer, s scanned) {
	var ids []string
	for _, id := range s.Redacted {
		ids = append(ids, short(string(id)))
	}
	fmt.Fprintf(out, "%s redacted (change %s)\n", memtide.Count(s.LeakyMemories, "memory"), cmp.Or(strings.Join(ids, ", "), "none"))
	writeKept(out, s)
}
