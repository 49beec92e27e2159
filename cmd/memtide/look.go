package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// searching is how a call of search was meant.
type searching struct {
	limit           int
	project, moment string
	archived        bool
	only            filters
}

func searchCmd(a *app) *cobra.Command {
	var how searching
	c := &cobra.Command{
		Use: "search [QUERY]", Short: "look into the memory", Annotations: map[string]string{mayBeEmpty: "with a filter or --archived"},
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !how.only.set() && !how.archived {
				return usage("QUERY is missing: say what to look for, or give a filter, as --kind; see memtide search --help")
			}
			return nil
		},
		Long: `Finds memories by words, through the same flow that a prompt takes, and lists
them best first, by the rank that memtide why explains. When is the day that a
memory speaks of, or else the one that it was said on. Without --project it looks
into every project. Of memories that are alike one is listed, and how many others there
are is said; with a filter, as --kind, all are. With --json the standing directives
that hold anyway stand behind them ("pinned"); memtide rules lists those.

With --kind, --entity, --after, --before, --tag, --task or --narrative it looks
only at what these let through; then words are not needed: without them it lists
what there is, the newest first. Kind, entity and time have an index; for a tag, a
task or a narrative it reads memory after memory until --limit is reached.

With --archived it looks among what is no longer shown: forgotten, faded, or
archived by size, of every project, and says when each went and why. Without words
it lists what went last, the newest first. memtide restore ID brings one back.`,
		RunE: func(c *cobra.Command, args []string) error {
			return a.search(c.Context(), strings.Join(args, " "), how)
		},
	}
	limitFlag(c, &how.limit, 10, "")
	c.Flags().BoolVar(&how.archived, "archived", false, "among what is no longer shown")
	how.only.flags(c)
	onlyProject(c, &how.project)
	pastFlag(c, &how.moment)
	return c
}

func (a *app) search(ctx context.Context, text string, how searching) error {
	look, err := how.only.request()
	if err != nil {
		return err
	}
	switch {
	case strings.TrimSpace(text) == "" && !how.archived && !how.only.set():
		return usage("QUERY is empty: say what to look for, or give a filter, as --kind; see memtide search --help")
	case how.archived && how.only.set():
		return usage("--archived goes with no filter; give words, or none for what was archived last")
	case how.limit > event.MaxCandidates && !how.archived && !how.only.set():
		return usage("--limit is %d, want 1 to %d; with a filter, as --kind, it may be up to %d", how.limit, event.MaxCandidates, control.MostListed)
	}
	cl, project, err := a.connectIn(ctx, how.project)
	if err != nil {
		return err
	}
	defer cl.Close()
	space, now, err := a.asOf(ctx, cl, how.moment)
	if err != nil {
		return err
	}
	if how.archived {
		return a.searchArchive(ctx, cl, control.FindRequest{Space: space, What: text, Limit: how.limit})
	}
	var r event.AskReply
	if how.only.set() {
		look.Space, look.Now, look.Text, look.Project, look.Limit = space, now, text, project, how.limit
		look.Client = "cli"
		r, err = client.Control[event.AskReply](ctx, cl, "lookup", look)
	} else {
		r, err = cl.Ask(ctx, event.AskRequest{Space: space, Now: now, Zone: zone(), Mode: event.ModeQuery, Client: "cli",
			Prompt: text, Project: project, Limit: how.limit, DeadlineMS: 5000, Withheld: true, Explain: !a.json})
	}
	if err != nil {
		return err
	}
	hits := slices.DeleteFunc(slices.Clone(r.Items), func(it event.Item) bool { return it.Pinned })
	if r.Failed {
		return fmt.Errorf("search: %s", r.Reason)
	}
	if len(hits) == 0 && !a.json {
		return none("nothing found: %s; memtide status says what the space holds", cmp.Or(r.Reason, "nothing relevant"))
	}
	if err := a.print(foundOf(r), func(w io.Writer) { writeItems(w, hits) }); err != nil {
		return err
	}
	if n := alike(r.Receipt); n > 0 {
		fmt.Fprintf(a.io.err, "memtide: %s more %s alike and not listed: memtide why %s names %s, a search with --kind lists all\n",
			memtide.Count(n, "memory"), memtide.Agree(n, "is", "are"), control.Short(r.ID), memtide.Agree(n, "it", "them"))
	}
	return nil
}

// alike counts the memories that an answer has left out because they say much the same as
// one that it has, also where they are of another project. A half-turn and a summary always
// say what was made of them.
func alike(r *event.Receipt) (n int) {
	if r == nil {
		return 0
	}
	for _, c := range (control.Told{Receipt: *r}).Rows(true) {
		if (c.Verdict == "duplicate" || c.Verdict == "template") && c.Kind != memtide.Episode && c.Kind != memtide.Summary {
			n++
		}
	}
	return n
}

// writeItems prints what a search has found in its order. What was said later may stand
// before what it takes the place of, which has the better rank: it is shown with that one.
func writeItems(out io.Writer, items []event.Item) {
	ranks, best := make([]float64, len(items)), 0.0
	for i, it := range slices.Backward(items) {
		best = max(best, it.Rank)
		ranks[i] = best
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "id\twhen\tkind\twhere\trank\ttext")
	for i, it := range items {
		rank := "-" // of what was asked for without words, or is found by its meaning alone
		if ranks[i] > 0 {
			rank = fmt.Sprintf("%.3f", ranks[i])
		}
		printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\n", it.ID.Short(), it.Time.Format("2006-01-02"), it.Kind, cmp.Or(it.Project, "everywhere"), rank, control.FirstWords(it.Text))
	}
	w.Flush()
}

func askCmd(a *app) *cobra.Command {
	var project, session, moment string
	var explain, anywhere bool
	c := &cobra.Command{
		Use: "ask PROMPT", Short: "see what a prompt would be given, and why",
		Args: cobra.MinimumNArgs(1),
		Long: `Sends a prompt through retrieve as a hook would, from the folder that you are
in, and shows the block, each stage with its time, and what was left out. What
belongs to another project is told in that one alone; what fits of it is named
below the receipt. With - as PROMPT it is read from standard input.`,
		PreRunE: func(*cobra.Command, []string) error {
			if project != "" && anywhere {
				return usage("--project and --no-project exclude each other; see memtide ask --help")
			}
			return nil
		},
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			prompt, err := a.words(args)
			if err != nil {
				return err
			}
			cwd, own := here()
			project, err := meantProject(project)
			if err != nil {
				return err
			}
			if err := wantProject(ctx, cl, project); err != nil {
				return err
			}
			if project == "" && !anywhere {
				project = own
			}
			space, now, err := a.asOf(ctx, cl, moment)
			if err != nil {
				return err
			}
			r, err := cl.Ask(ctx, event.AskRequest{Space: space, Now: now, Zone: zone(), Mode: event.ModePrompt, Client: "cli", Session: session,
				Prompt: prompt, Project: project, Cwd: cwd, DeadlineMS: 5000, Explain: true})
			if err != nil {
				return err
			}
			if a.json {
				return a.print(r, nil)
			}
			why, err := sourced(ctx, cl, r, explain)
			if err != nil {
				return err
			}
			writeAnswer(a.io.out, r, why, explain)
			return a.tellElsewhere(ctx, cl, control.LookupRequest{Space: space, Now: now, Text: prompt, Project: project})
		}),
	}
	c.Flags().StringVar(&project, "project", "", "ask as if in this project (default: the one here)")
	c.Flags().BoolVar(&anywhere, "no-project", false, "ask as if in no project")
	c.Flags().StringVar(&session, "session", "", "ask within this session: what it was shown is not shown again")
	c.Flags().BoolVar(&explain, "explain", false, "show every candidate with its signals")
	pastFlag(c, &moment)
	return c
}

// sourced returns the receipt of an answer with the sources of its candidates,
// for which the daemon is asked where a candidate is shown.
func sourced(ctx context.Context, cl *client.Client, r event.AskReply, all bool) (control.Told, error) {
	if r.Receipt == nil {
		return control.Told{}, nil
	}
	why := control.Told{Receipt: *r.Receipt}
	if len(why.Rows(all)) == 0 {
		return why, nil
	}
	return client.Control[control.Told](ctx, cl, "source", why)
}

func writeAnswer(w io.Writer, r event.AskReply, why control.Told, explain bool) {
	if r.Block == "" {
		printPlain(w, "(nothing is injected: %s)\n", r.Reason)
	} else {
		fmt.Fprintln(w, r.Block)
	}
	printPlain(w, "\nreceipt %s · %s · %s%s\n", control.Short(r.ID), memtide.Count(r.Tokens, "token"), us(r.TookUS), behind(" · engine ", r.Engine))
	writeStages(w, r.Stages)
	if r.Receipt != nil {
		writeReceiptBody(w, why, explain)
	}
}

func writeStages(out io.Writer, stages []event.StageTime) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, s := range stages {
		printPlain(w, "  %s\t%s\twaited %s\t\n", s.Stage, us(s.TookUS), us(s.WaitUS))
	}
	w.Flush()
}

// behind puts something before a text that is there.
func behind(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text
}

func us(n int64) string { return (time.Duration(n) * time.Microsecond).String() }

const noReceipt = "there is no receipt yet: each prompt, search and session leaves one; try: memtide ask PROMPT"

func traceCmd(a *app) *cobra.Command {
	var limit int
	var from string
	var only control.ReceiptFilter
	c := &cobra.Command{
		Use: "trace [ID]", Short: "list the newest receipts, or all about one prompt or half-turn", Args: cobra.MaximumNArgs(1),
		Long: `Lists the newest receipts: who asked, from which client, project and session, and
how much was found. --client, --session and --mode leave the others out; memtide
search and memtide ask leave receipts, too, of the client "cli".

With the id of a receipt or a half-turn, or its beginning, it tells what happened
on it: the stages with their times, each question to a model with what it took,
and what was decided. What was asked and answered stands there only where
trace.bodies is set: it is personal data.

With --from it shows instead what came from a memory, a half-turn, a session or a
source (a client or a tool): what was said, the memories that were made of it and
of these, what they have taken the place of, and the prompts that were shown one
of them; "steps" is how far from it a memory is: 0 came from it, 1 was made of
that. memtide rollback takes that back.`,
		RunE: func(c *cobra.Command, args []string) error {
			switch {
			case from != "" && len(args) > 0:
				return usage("trace takes an id or --from, not both")
			case only != control.ReceiptFilter{} && (from != "" || len(args) > 0):
				return usage("--client, --session and --mode are for the list of receipts: they go with no id and not with --from")
			case from != "":
				return a.descend(c.Context(), from)
			case len(args) > 0:
				return a.tell(c, args[0])
			}
			rs, err := a.receipts(c, control.ReceiptsRequest{Limit: limit, ReceiptFilter: only})
			if err != nil {
				return err
			}
			return printSome(a, rs, func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, r := range rs {
					found, _ := r.Count()
					printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\t%d found\t%d injected\t%s\t%s\t%s\n", control.Short(r.ID), r.At.Local().Format(time.DateTime), cmp.Or(r.Client, "-"),
						cmp.Or(r.Project, "-"), cmp.Or(control.Short(r.Session), "-"), r.Mode, found, len(r.Injected), memtide.Count(r.Tokens, "token"), us(r.TookUS), r.Reason)
				}
				w.Flush()
			}, "%s", noReceiptOf(only))
		},
	}
	c.Flags().StringVar(&from, "from", "", "what came from this memory, half-turn, session or source")
	receiptFlags(c, &only)
	limitFlag(c, &limit, 20, "")
	return c
}

// zone returns that of this terminal: the daemon may have begun in another.
func zone() *int {
	z := memtide.ZoneOf(time.Now())
	return &z
}
