package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

const redactSlice = 100 // memories that one change redacts

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
	defer cl.Close()
	space := cl.Space()
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
func scan(ctx context.Context, cl *client.Client, space memtide.Space, out io.Writer) (s control.Scanned, err error) {
	op, err := progress.Follow(ctx, cl, "scan", control.SpaceRequest{Space: space}, progress.Bar(out, -1, "scanning"))
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
func redactAll(ctx context.Context, cl *client.Client, space memtide.Space, s *control.Scanned) error {
	for again := s; ; {
		var ids []memtide.ID
		for _, l := range again.Leaks {
			if id, err := memtide.ParseID(l.ID); l.Store == "memory" && err == nil && !slices.Contains(ids[max(0, len(ids)-1):], id) {
				ids = append(ids, id)
			}
		}
		for part := range slices.Chunk(ids, redactSlice) {
			c, err := client.Decide[memtide.ChangeSet](ctx, cl, "redact", control.RedactRequest{Space: space, IDs: part})
			if err != nil && len(s.Redacted) > 0 {
				return fmt.Errorf("%s made (memtide log --stage redact), and then: %w", memtide.Count(len(s.Redacted), "change"), err)
			}
			if err != nil {
				return err
			}
			s.Redacted = append(s.Redacted, c.ID)
		}
		next, err := scan(ctx, cl, space, io.Discard)
		if err != nil {
			return fmt.Errorf("%s made (memtide log --stage redact), and then: %w", memtide.Count(len(s.Redacted), "change"), err)
		}
		s.Changes, s.LeakyChanges = next.Changes, next.LeakyChanges
		if next.LeakyMemories == 0 || len(ids) == 0 {
			return nil
		}
		again = &next
	}
}

func writeScanned(out io.Writer, s control.Scanned) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, l := range s.Leaks {
		id := l.ID
		if parsed, err := memtide.ParseID(id); l.Store == "memory" && err == nil {
			id = parsed.Short()
		} else if l.Store == "turn" {
			id = "TURNS " + strconv.FormatUint(l.Seq, 10)
		}
		printPlain(w, "%s\t%s\t%s\t%s\t%s\n", id, l.Kind, l.Secret, l.Field, l.Context)
	}
	w.Flush()
	if s.More > 0 {
		fmt.Fprintf(out, "… and %d more\n", s.More)
	}
	printPlain(out, "%d of %s %s a secret", s.LeakyMemories, memtide.Count(s.Memories, "memory"), memtide.Agree(s.LeakyMemories, "holds", "hold"))
	if s.LeakyMemories > 0 {
		fmt.Fprint(out, "; memtide scan --apply redacts them")
	}
	fmt.Fprintln(out)
	writeKept(out, s)
}

// writeKept says what a redaction does not reach.
func writeKept(out io.Writer, s control.Scanned) {
	if s.LeakyTurns+s.LeakyChanges == 0 {
		return
	}
	printPlain(out, "the logs hold the old text still: TURNS in %s, LEDGER in %s: change the credential. memtide erase ID takes a memory out of them.\n",
		memtide.Count(s.LeakyTurns, "half-turn"), memtide.Count(s.LeakyChanges, "change"))
}

func writeRedacted(out io.Writer, s control.Scanned) {
	var ids []string
	for _, id := range s.Redacted {
		ids = append(ids, control.Short(string(id)))
	}
	printPlain(out, "%s redacted (change %s)\n", memtide.Count(s.LeakyMemories, "memory"), cmp.Or(strings.Join(ids, ", "), "none"))
	writeKept(out, s)
}
