package main

import (
	"cmp"
	"context"
	"errors"
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
		Use: "search [QUERY]", Short: "look into the memory",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !how.only.set() {
				return errors.New("give words, or a filter such as --kind plan")
			}
			return nil
		},
		Long: `Finds memories by words, through the same flow that a prompt takes, and lists
them best first. Without --project it looks into every project. With --json the
standing directives that hold anyway stand behind them ("pinned"); memtide rules
lists those.

With --kind, --entity, --after, --before, --tag, --task or --narrative it looks
only at what these let through; then words are not needed: without them it lists
what there is, the newest first. Kind, entity and time have an index; for a tag, a
task or a narrative it reads memory after memory until --limit is reached.

With --archived it looks among what is no longer shown: forgotten, faded, or
archived by size, of every project. memtide restore ID brings one back.`,
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
		return usage("--archived goes with no filter")
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
		r, err = client.Control[event.AskReply](ctx, cl, "lookup", look)
	} else {
		r, err = cl.Ask(ctx, event.AskRequest{Space: space, Now: now, Zone: zone(), Mode: event.ModeQuery, Client: "cli",
			Prompt: text, Project: project, Limit: how.limit, DeadlineMS: 5000})
	}
	if err != nil {
		return err
	}
	hits := slices.DeleteFunc(slices.Clone(r.Items), func(it event.Item) bool { return it.Pinned })
	if len(hits) == 0 && !a.json {
		return none("nothing found: %s; memtide status says what the space holds", cmp.Or(r.Reason, "nothing relevant"))
	}
	return a.print(r, func(w io.Writer) { writeItems(w, hits) })
}

func (a *app) searchArchive(ctx context.Context, cl *client.Client, req control.FindRequest) error {
	nodes, err := client.Control[[]*memtide.Node](ctx, cl, "archived", req)
	if err != nil {
		return err
	}
	return printSome(a, nodes, func(w io.Writer) { writeNodes(w, nodes) }, "nothing of what is archived fits")
}

func writeItems(out io.Writer, items []event.Item) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, it := range items {
		where := it.Project
		if where == "" {
			where = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%.2f\t%s\n", it.ID.Short(), it.Time.Format("2006-01-02"), it.Kind, where, it.Score, control.FirstWords(it.Text))
	}
	w.Flush()
}

func askCmd(a *app) *cobra.Command {
	var project, session, moment string
	var explain, anywhere bool
	c := &cobra.Command{
		Use: "ask PROMPT", Short: "see what a prompt would be given, and why", Args: cobra.MinimumNArgs(1),
		Long: `Sends a prompt through retrieve as a hook would, from the folder that you are
in, and shows the block, each stage with its time, and what was left out.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			cwd, own := here()
			if project == "" && !anywhere {
				project = own
			}
			space, now, err := a.asOf(ctx, cl, moment)
			if err != nil {
				return err
			}
			r, err := cl.Ask(ctx, event.AskRequest{Space: space, Now: now, Zone: zone(), Mode: event.ModePrompt, Client: "cli", Session: session,
				Prompt: strings.Join(args, " "), Project: project, Cwd: cwd, DeadlineMS: 5000, Explain: true})
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
			return nil
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
	if len(rowsOf(why, all)) == 0 {
		return why, nil
	}
	return client.Control[control.Told](ctx, cl, "source", why)
}

func writeAnswer(w io.Writer, r event.AskReply, why control.Told, explain bool) {
	if r.Block == "" {
		fmt.Fprintf(w, "(nothing is injected: %s)\n", r.Reason)
	} else {
		fmt.Fprintln(w, r.Block)
	}
	fmt.Fprintf(w, "\nreceipt %s · %s · %s%s\n", control.Short(r.ID), memtide.Count(r.Tokens, "token"), us(r.TookUS), behind(" · engine ", r.Engine))
	writeStages(w, r.Stages)
	if r.Receipt != nil {
		writeReceiptBody(w, why, explain)
	}
}

func writeStages(out io.Writer, stages []event.StageTime) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	for _, s := range stages {
		fmt.Fprintf(w, "  %s\t%s\twaited %s\t\n", s.Stage, us(s.TookUS), us(s.WaitUS))
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

// writeReceiptBody lists the candidates with their signals: those that are
// shown in their order, then the rest with the reason. Of what a client's prompt
// was given it says whether the answer used it, once the answer is there.
func writeReceiptBody(out io.Writer, r control.Told, all bool) {
	if r.Gate != "" {
		fmt.Fprintln(out, "gate", r.Gate)
	}
	pinned := 0
	for _, c := range r.Candidates {
		if c.Pin {
			pinned++
		}
	}
	fmt.Fprintf(out, "candidates: %d found, %d pinned, %d injected\n", r.Found, pinned, len(r.Injected))
	for _, c := range r.Conflicts {
		fmt.Fprintf(out, "asks which holds, %s or %s (memtide conflicts, %s)\n", c.First.Short(), c.Second.Short(), c.Edge.Short())
	}
	rows := rowsOf(r, all)
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	if len(rows) > 0 {
		fmt.Fprintln(w, "  place\tid\tkind\ttokens\trelevance\tbm25\tcosine\tgraph\trank\ttraits\tby\tverdict\tsource")
	}
	for _, c := range rows {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\t%.3f\t%.2f\t%.2f\t%.2f\t%.3f\t%s\t%s\t%s\t%s\n", c.place, c.ID.Short(), c.Kind, c.tokens, c.Relevance, c.BM25,
			c.Cosine, c.Graph, c.Rank, cmp.Or(c.Traits.String(), "-"), cmp.Or(c.By, "-"), c.verdict, cmp.Or(r.Sources[c.ID.String()], "-"))
	}
	w.Flush()
	if n := len(r.Drops); n > 0 && !all {
		fmt.Fprintf(out, "%d left out (--explain shows them)\n", n)
	}
}

// row is one candidate of a receipt.
type row struct {
	event.Candidate
	place, tokens, verdict string
}

// rowsOf lists the candidates of a receipt, those that are shown first.
func rowsOf(r control.Told, all bool) []row {
	why, known := map[memtide.ID]string{}, map[memtide.ID]event.Candidate{}
	rest := slices.Clone(r.Candidates)
	for _, c := range r.Candidates {
		known[c.ID] = c
	}
	for _, d := range r.Drops {
		why[d.ID] = d.Why
		if _, ok := known[d.ID]; !ok {
			known[d.ID] = d.Candidate
			rest = append(rest, d.Candidate)
		}
	}
	var rows []row
	for i, id := range r.Injected {
		c := row{known[id], fmt.Sprint(i + 1), "-", "injected" + useOf(r, id)}
		c.ID = id
		if i < len(r.Costs) {
			c.tokens = fmt.Sprint(r.Costs[i])
		}
		rows = append(rows, c)
	}
	for _, c := range rest {
		if all && !slices.Contains(r.Injected, c.ID) {
			rows = append(rows, row{c, "-", "-", cmp.Or(why[c.ID], "left out")})
		}
	}
	return rows
}

// useOf says whether the answer used a memory, as far as that is known; nothing
// for what was asked by hand: no answer will come.
func useOf(r control.Told, id memtide.ID) string {
	switch {
	case r.PromptID == "":
		return ""
	case !r.Answered:
		return ", no answer yet"
	case slices.Contains(r.Used, id):
		return ", used"
	}
	return ", not used"
}

func whyCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "why RECEIPT", Short: "why was this injected, and was it used: print a receipt (\"last\" is the newest)", Args: cobra.ExactArgs(1),
		Long: `Prints a receipt: what the gate asked for, how long each stage took, and each candidate with
  relevance  the share of the prompt that its words cover, 0 to 1
  bm25       the score of its best passage
  cosine     how like the prompt its meaning is, where an embedder tells
  graph      how near the links lead to it: 1 is a direct neighbour
  rank       what orders the candidates in the end
  traits     what lowered (-) or raised (+) it beside its words: said by the agent; asks and tells
             nothing; timeless, where a time is asked for; speaks of the listener; by or about
             somebody named; said then, in the time that is asked for; tells a wish, where advice is
             asked for; an echo, which stands beside what the prompt says itself
  by         the search that found it first
  verdict    injected and used or not, or why it was left out
  source     the half-turn that it comes from
RECEIPT is an id as memtide trace lists them, its first characters, or "last".`,
		RunE: func(c *cobra.Command, args []string) error {
			id := args[0]
			if id == "last" {
				id = ""
			}
			rs, err := a.receipts(c, id, 1)
			if err != nil {
				return err
			}
			if len(rs) == 0 {
				return none("no receipt %s; list them with: memtide trace", args[0])
			}
			r := rs[0]
			return a.print(r, func(w io.Writer) { writeReceipt(w, r) })
		},
	}
}

func writeReceipt(w io.Writer, r control.Told) {
	fmt.Fprintf(w, "receipt %s · %s · %s · session %s · project %q\n", r.ID, r.At.Local().Format(time.DateTime), r.Mode, r.Session, r.Project)
	fmt.Fprintf(w, "intent %s · engine %s · %s · %s%s\n", r.Intent, r.Engine, memtide.Count(r.Tokens, "token"), us(r.TookUS), behind(" · ", r.Reason))
	writeStages(w, r.Stages)
	writeReceiptBody(w, r, true)
}

func (a *app) receipts(c *cobra.Command, id string, limit int) ([]control.Told, error) {
	cl, err := a.connect(c.Context())
	if err != nil {
		return nil, err
	}
	defer cl.Close()
	return client.Control[[]control.Told](c.Context(), cl, "receipts", control.ReceiptsRequest{Space: cl.Space(), ID: id, Limit: limit})
}

func traceCmd(a *app) *cobra.Command {
	var limit int
	var from string
	c := &cobra.Command{
		Use: "trace [ID]", Short: "list the newest receipts, or all about one prompt or half-turn", Args: cobra.MaximumNArgs(1),
		Long: `Lists the newest receipts: what was looked for, and how much was found.

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
			case from != "":
				return a.descend(c.Context(), from)
			case len(args) > 0:
				return a.tell(c, args[0])
			}
			rs, err := a.receipts(c, "", limit)
			if err != nil {
				return err
			}
			return printSome(a, rs, func(out io.Writer) {
				w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
				for _, r := range rs {
					fmt.Fprintf(w, "%s\t%s\t%s\t%d found\t%d injected\t%s\t%s\t%s\n", control.Short(r.ID), r.At.Local().Format(time.DateTime),
						r.Mode, r.Found, len(r.Injected), memtide.Count(r.Tokens, "token"), us(r.TookUS), r.Reason)
				}
				w.Flush()
			}, "there is no receipt yet: each prompt, search and session leaves one; try: memtide ask PROMPT")
		},
	}
	c.Flags().StringVar(&from, "from", "", "what came from this memory, half-turn, session or source")
	limitFlag(c, &limit, 20, "")
	return c
}

// zone returns that of this terminal: the daemon may have begun in another.
func zone() *int {
	z := memtide.ZoneOf(time.Now())
	return &z
}
