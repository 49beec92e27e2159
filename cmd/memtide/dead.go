package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

func deadCmd(a *app) *cobra.Command {
	list := func(c *cobra.Command, _ []string) error {
		all, err := a.deadLetters(c, 0)
		if err != nil {
			return err
		}
		return printSome(a, all, func(w io.Writer) { writeDead(w, all) }, "no dead letters")
	}
	c := &cobra.Command{
		Use: "dead", Short: "list, show, resend messages that a stage gave up", Args: cobra.NoArgs, RunE: list,
		Long: "Messages that a stage gave up after its last attempt. Without a subcommand it\nlists them: those of all spaces, where --space names none.",
	}
	c.AddCommand(
		&cobra.Command{Use: "list", Short: "list them, the newest first", Args: cobra.NoArgs, RunE: list},
		deadShowCmd(a), deadResendCmd(a),
	)
	return c
}

func deadShowCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "show N", Short: "show one with its body", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			seq, err := deadNumber(args[0])
			if err != nil {
				return err
			}
			all, err := a.deadLetters(c, seq)
			if err != nil {
				return err
			}
			if len(all) == 0 {
				return none("no dead letter %d", seq)
			}
			d := all[0]
			return a.print(d, func(w io.Writer) {
				fmt.Fprintf(w, "stage %s, message %s (%s), %s\nwhy: %s\n", d.Stage, d.ID, d.Kind, memtide.Count(d.Attempts, "attempt"), control.Plain(d.Why))
				if d.Past != "" {
					fmt.Fprintf(w, "it is not sent again: %s\n", control.Plain(d.Past))
				}
				fmt.Fprintf(w, "%s\n", d.Text)
			})
		},
	}
}

func deadResendCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "resend N", Short: "put a job back on its queue", Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			seq, err := deadNumber(args[0])
			if err != nil {
				return err
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			if _, err := client.Decide[bool](c.Context(), cl, "resend", struct{ Seq uint64 }{seq}); err != nil {
				return err
			}
			return a.print(true, func(w io.Writer) { fmt.Fprintln(w, "sent again") })
		},
	}
}

// deadLetters returns the newest dead letters, or the one with number seq.
func (a *app) deadLetters(c *cobra.Command, seq uint64) ([]control.DeadReply, error) {
	cl, err := a.connect(c.Context())
	if err != nil {
		return nil, err
	}
	defer cl.Close()
	return client.Control[[]control.DeadReply](c.Context(), cl, "dead", control.DeadRequest{Space: memtide.Space(a.space), Limit: 50, Seq: seq})
}

func deadNumber(s string) (uint64, error) {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		return 0, usage("%q is not the number of a dead letter; see memtide dead", s)
	}
	return n, nil
}

func writeDead(out io.Writer, all []control.DeadReply) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "number\twhen\tstage\tmessage\tattempts\twhy")
	for _, d := range all {
		printPlain(w, "%d\t%s\t%s\t%s\t%d\t%s\n", d.Seq, d.At.Local().Format(time.DateTime), d.Stage, d.Kind, d.Attempts, d.Why)
	}
	w.Flush()
}
