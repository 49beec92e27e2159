package main

import (
	"fmt"
	"io"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/scheduler"
)

func turnsCmd(a *app) *cobra.Command {
	req := turnsRequest{}
	c := &cobra.Command{
		Use: "turns", Short: "list the newest half-turns, as they lie in the log", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cl, cfg, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			req.Space = spaceOf(cfg)
			all, err := control[[]storedTurn](c.Context(), cl, "turns", req)
			if err != nil {
				return err
			}
			return a.print(all, func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, t := range all {
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", t.Seq, t.Time.Local().Format(time.DateTime), t.Client, t.Project, t.Role, firstWords(t.Text))
				}
				w.Flush()
			})
		},
	}
	c.Flags().IntVar(&req.Limit, "limit", 20, "at most this many")
	c.Flags().StringVar(&req.Session, "session", "", "only of this session")
	return c
}

func jobsCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "jobs", Short: "list the nightly jobs with their last and next run", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cl, _, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.close()
			all, err := control[[]scheduler.Line](c.Context(), cl, "jobs", struct{}{})
			if err != nil {
				return err
			}
			return a.print(all, func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				fmt.Fprintln(w, "job\tcron\tlast\tnext")
				for _, j := range all {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", j.Job, j.Cron, date(j.Last), date(j.Next))
				}
				w.Flush()
			})
		},
	}
}

func deadCmd(a *app) *cobra.Command {
	list := func(c *cobra.Command, seq uint64) ([]deadReply, error) {
		cl, _, err := a.connect(c.Context())
		if err != nil {
			return nil, err
		}
		defer cl.close()
		return control[[]deadReply](c.Context(), cl, "dead", deadRequest{Limit: 50, Seq: seq})
	}
	number := func(s string) (uint64, error) {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return 0, usage("%q is not the number of a dead letter; see memtide dead", s)
		}
		return n, nil
	}
	c := &cobra.Command{
		Use: "dead", Short: "list, show, resend messages that a stage gave up", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			all, err := list(c, 0)
			if err != nil {
				return err
			}
			return a.print(all, func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, d := range all {
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%d attempts\t%s\n", d.Seq, d.Time.Local().Format(time.DateTime), d.Stage, d.Kind, d.Attempts, d.Why)
				}
				w.Flush()
			})
		},
	}
	show := &cobra.Command{Use: "show N", Short: "show one with its body", Args: cobra.ExactArgs(1), RunE: func(c *cobra.Command, args []string) error {
		seq, err := number(args[0])
		if err != nil {
			return err
		}
		all, err := list(c, seq)
		if err != nil {
			return err
		}
		return a.print(all[0], func(w io.Writer) {
			fmt.Fprintf(w, "stage %s, message %s (%s), %d attempts\nwhy: %s\n%s\n", all[0].Stage, all[0].ID, all[0].Kind, all[0].Attempts, all[0].Why, all[0].Text)
		})
	}}
	resend := &cobra.Command{Use: "resend N", Short: "put one back on its queue", Args: cobra.ExactArgs(1), RunE: func(c *cobra.Command, args []string) error {
		seq, err := number(args[0])
		if err != nil {
			return err
		}
		cl, _, err := a.connect(c.Context())
		if err != nil {
			return err
		}
		defer cl.close()
		if _, err := control[bool](c.Context(), cl, "resend", struct{ Seq uint64 }{seq}); err != nil {
			return err
		}
		fmt.Fprintln(a.io.out, "sent again")
		return nil
	}}
	c.AddCommand(show, resend)
	return c
}

func configCmd(a *app) *cobra.Command {
	var example bool
	c := &cobra.Command{
		Use: "config", Short: "list the configuration keys with their values, or print a sample file", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			if example {
				_, err := a.io.out.Write(config.Example())
				return err
			}
			if _, err := a.config(); err != nil {
				return err
			}
			return a.print(config.Keys(), func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, k := range config.Keys() {
					fmt.Fprintf(w, "%s\t%s\t%s\n", k.Key, k.Default, k.Doc)
				}
				w.Flush()
			})
		},
	}
	c.Flags().BoolVar(&example, "example", false, "print a commented config.toml")
	return c
}
