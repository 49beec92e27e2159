package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

func nothingSaid(req control.TurnsRequest) string {
	if req.Before > 0 {
		return "there is none before it"
	}
	if req.Session != "" {
		return fmt.Sprintf("nothing was said in space %q in session %s; see: memtide turns", req.Space, req.Session)
	}
	return fmt.Sprintf("nothing was said yet in space %q; a client reports to memtide once this was done: memtide install claude-code (or codex, gemini, openclaw)", req.Space)
}

func turnsCmd(a *app) *cobra.Command {
	req, before := control.TurnsRequest{}, ""
	c := &cobra.Command{
		Use: "turns", Short: "list the newest half-turns, as they lie in the log", Args: cobra.NoArgs,
		Long: `Lists what was said, the newest first: id, time, client, project, who said it,
and its first words.

  memtide show ID    one half-turn with all its words, and the memories made of it
  memtide trace ID   what was decided on it

--before ID goes on where a list has ended.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			req.Space = cl.Space()
			if before != "" {
				id := halfTurnID(before)
				if id == "" {
					return usage("--before is %q, want the id of a half-turn, or its first 8 characters", before)
				}
				t, err := theHalfTurn(ctx, cl, id)
				if err != nil {
					return err
				}
				if t == nil {
					return none("half-turn %q: there is none; see: memtide turns", before)
				}
				req.Before = t.Seq
			}
			all, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", req)
			if err != nil {
				return err
			}
			return printSome(a, all, func(out io.Writer) { writeTurns(out, all) }, "%s", nothingSaid(req))
		}),
	}
	limitFlag(c, &req.Limit, 20, "")
	c.Flags().StringVar(&req.Session, "session", "", "only of this session")
	c.Flags().StringVar(&before, "before", "", "only what stands behind this half-turn in the list, which is older in the log")
	return c
}

func writeTurns(out io.Writer, all []control.StoredTurn) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, t := range all {
		printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\n", control.Short(t.ID), t.Time.Local().Format(time.DateTime), t.Client, t.Project, t.Role, control.FirstWords(t.Text))
	}
	w.Flush()
}
