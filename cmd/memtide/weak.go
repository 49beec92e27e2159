package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

func weakCmd(a *app) *cobra.Command {
	req := control.WeakRequest{}
	c := &cobra.Command{
		Use: "weak", Short: "list the memories that are least sure, and what would settle them", Args: cobra.NoArgs,
		Long: `Lists live memories, the least sure first: how sure each is now, how many days
ago it was made or confirmed, when it is archived if nothing happens to it, who
said it, and why it is weak. What an answer uses or somebody says again gets
surer by itself. To settle one:

  memtide confirm ID         it is right: full confidence, no decay
  memtide correct ID TEXT    your words in its place
  memtide forget ID          it is not shown any more`,
		RunE: func(c *cobra.Command, _ []string) error {
			if !(req.Below > 0 && req.Below <= 1) {
				return usage("--below is %g, want more than 0 and at most 1", req.Below)
			}
			cl, project, err := a.connectIn(c.Context(), req.Project)
			if err != nil {
				return err
			}
			defer cl.Close()
			req.Space, req.Project = cl.Space(), project
			all, err := client.Control[[]tools.Weakness](c.Context(), cl, "weak", req)
			if err != nil {
				return err
			}
			return printSome(a, all, func(w io.Writer) { writeWeak(w, all) }, "no memory is less sure than %.2f", req.Below)
		},
	}
	limitFlag(c, &req.Limit, 20, "")
	c.Flags().Float64Var(&req.Below, "below", 1, "only what is less sure than that")
	onlyProject(c, &req.Project)
	return c
}

func writeWeak(out io.Writer, all []tools.Weakness) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "id\tsure\tdays\tfades\tkind\tsource\ttext")
	for _, m := range all {
		n := m.Node
		fades := "-"
		if !m.Fades.IsZero() {
			fades = m.Fades.Local().Format(time.DateOnly)
		}
		printPlain(w, "%s\t%.2f\t%d\t%s\t%s\t%s\t%s\n", n.ID.Short(), m.Confidence, m.AgeDays, fades, n.Kind, control.SaidBy(n), control.FirstWords(n.Content))
		if len(m.Why) > 0 {
			printPlain(w, "  why\t\t\t\t\t\t%s\n", strings.Join(m.Why, "; "))
		}
	}
	w.Flush()
}
