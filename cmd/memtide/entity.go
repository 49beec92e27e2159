package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

func entityCmd(a *app) *cobra.Command {
	var limit int
	c := &cobra.Command{
		Use: "entity NAME", Short: "show what is known of a person, project, place, tool … by its name or alias", Args: cobra.MinimumNArgs(1),
		Long: `Shows an entity by its name or alias: type, other names, how often and since when
it is mentioned, its description, its summaries, what it is related to, and the
newest memories that mention it: when each was said, and the day that it speaks
of, where it has one.

Where one is known under two names, memtide entity merge makes them one; memtide
entity set says what one is, and gives or takes another name. What is known of one
is put in other words by memtide correct ID TEXT.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			p, err := client.Control[tools.Profile](ctx, cl, "entity", control.EntityRequest{Space: cl.Space(), Name: strings.Join(args, " "), Limit: limit})
			if err != nil {
				return err
			}
			return a.print(p, func(w io.Writer) { writeProfile(w, p) })
		}),
	}
	limitFlag(c, &limit, 10, " memories that mention it")
	c.AddCommand(mergeCmd(a), setEntityCmd(a))
	return c
}

func mergeCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "merge NAME OTHER", Short: "say that two names mean the same: OTHER becomes an alias of NAME", Args: cobra.ExactArgs(2),
		Long: `The first takes over the names, mentions and links of the other, which is kept as
superseded by it. Both are given by name, alias or id. memtide undo CHANGE parts
them again.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			cs, err := client.Decide[memtide.ChangeSet](ctx, cl, "merge-entities", control.EntityRequest{Space: cl.Space(), Name: args[0], Other: args[1]})
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) {
				printPlain(w, "%s is %s (change %s)\n", args[1], args[0], control.Short(string(cs.ID)))
			})
		}),
	}
}

func setEntityCmd(a *app) *cobra.Command {
	var in control.NamingRequest
	c := &cobra.Command{
		Use: "set NAME", Short: "say what somebody or something is, and how else they are called", Args: cobra.MinimumNArgs(1),
		Long: `Puts the type right that was guessed, and gives another name or takes one away: it
is looked up by that, and mentions it, from then on or no longer. What mentions it
already stays so. NAME is a name, an alias or an id. memtide undo CHANGE takes it
back.

  memtide entity set Osprey --type tool
  memtide entity set "Anna Berg" --alias Annie --no-alias "my boss"`,
		PreRunE: func(*cobra.Command, []string) error {
			if in.Type == "" && len(in.Alias) == 0 && len(in.NoAlias) == 0 {
				return usage("say what is to be set: --type, --alias or --no-alias; see memtide entity set --help")
			}
			return nil
		},
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			in.Space, in.Name = cl.Space(), strings.Join(args, " ")
			cs, err := client.Decide[memtide.ChangeSet](ctx, cl, "set-entity", in)
			if err != nil {
				return err
			}
			return a.print(cs, func(w io.Writer) {
				said := "set: " + in.Name
				if len(cs.Ops) == 0 {
					said = cs.Reason
				}
				printPlain(w, "%s (change %s)\n", said, control.Short(string(cs.ID)))
			})
		}),
	}
	c.Flags().StringVar(&in.Type, "type", "", "what it is: person, org, project, place, tool, work, animal, or another word")
	c.Flags().StringArrayVar(&in.Alias, "alias", nil, "another name that it has; can be given more than once")
	c.Flags().StringArrayVar(&in.NoAlias, "no-alias", nil, "a name that it does not have; can be given more than once")
	return c
}

func writeProfile(out io.Writer, p tools.Profile) {
	n := p.Node
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	line := func(k, v string) {
		if v != "" {
			printField(w, k, v)
		}
	}
	line("id", n.ID.String()+"  ("+n.ID.Short()+")")
	line("name", control.FirstWords(n.CanonicalName))
	line("type", n.EntityType)
	line("also", control.FirstWords(strings.Join(n.Aliases, ", ")))
	if n.Content != n.CanonicalName {
		line("known as", control.FirstWords(n.Content))
	}
	line("mentions", fmt.Sprint(n.MentionCount))
	line("since", date(n.FirstSeen))
	for _, s := range p.Summaries {
		line("summary", strings.TrimSpace(s.ID.Short()+"  "+control.FirstWords(s.Content)))
	}
	for _, r := range p.Relations {
		arrow := "→ "
		if r.Back {
			arrow = "← "
		}
		line(arrow+r.Predicate, r.ID.Short()+"  "+control.FirstWords(r.Name))
	}
	w.Flush()
	if p.Total > 0 {
		fmt.Fprintf(out, "memories that mention it: %d\n", p.Total)
		writeNodes(out, p.Memories)
	}
}
