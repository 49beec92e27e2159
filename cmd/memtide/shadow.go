package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/shred"
	"github.com/memtide/memtide/tools"
)

// shadowDiff is what a shadow has that the memory has not, and the other way
// round. Half-turns and summaries are not compared.
type shadowDiff struct {
	Added   []*memtide.Node         `json:"added"`   // the shadow has them
	Lost    []*memtide.Node         `json:"lost"`    // only the memory has them, out of half-turns
	Changed []changedNode           `json:"changed"` // both say it, and hold it for something else
	Hand    []*memtide.Node         `json:"by_hand"` // only the memory has them, by a person, an import or a job
	Unsaid  []*memtide.Node         `json:"unsaid"`  // only the memory has them: no reading finds the erased half-turn
	Same    int                     `json:"same"`
	Kinds   map[memtide.Kind][3]int `json:"kinds"` // added, lost, changed
	Content struct {
		Live   string `json:"live"`
		Shadow string `json:"shadow"`
	} `json:"content_hash"`
	edges []memtide.Edge
}

// changedNode is one memory in both.
type changedNode struct {
	Live   *memtide.Node `json:"live"`
	Shadow *memtide.Node `json:"shadow"`
	Fields []string      `json:"fields"`
}

// said is what two stores are held together by: the same words in the same
// project.
func saidKey(n *memtide.Node) string {
	return n.Project + "\x00" + strings.ToLower(cmp.Or(n.CanonicalName, n.Content))
}

// compared reports whether a node takes part in a comparison.
func compared(n *memtide.Node) bool { return n.Kind != memtide.Episode && n.Kind != memtide.Summary }

// byHand reports whether a person has had a say in a memory, or it does not come
// from a half-turn.
func byHand(n *memtide.Node) bool {
	return n.Source.Turn == "" || n.Pinned || !n.ConfirmedAt.IsZero() || n.Attributes[tools.ImportedFrom] != "" ||
		!n.ArchivedAt.IsZero() && n.Attributes[tools.Quarantine] == ""
}

// compareShadow holds the nodes of a shadow against those of the memory.
func compareShadow(live, shadow []*memtide.Node) shadowDiff {
	d := shadowDiff{Kinds: map[memtide.Kind][3]int{}}
	count := func(k memtide.Kind, what int) {
		c := d.Kinds[k]
		c[what]++
		d.Kinds[k] = c
	}
	left := map[string][]*memtide.Node{}
	ids := map[memtide.ID]*memtide.Node{}
	for _, n := range live {
		if compared(n) {
			left[saidKey(n)] = append(left[saidKey(n)], n)
			ids[n.ID] = n
		}
	}
	for _, s := range shadow {
		if !compared(s) {
			continue
		}
		l := partner(left, ids, s)
		switch {
		case l == nil:
			d.Added = append(d.Added, s)
			count(s.Kind, 0)
		case len(differences(l, s)) > 0 && !byHand(l):
			d.Changed = append(d.Changed, changedNode{l, s, differences(l, s)})
			count(s.Kind, 2)
		default:
			d.Same++
		}
	}
	for _, l := range live {
		switch {
		case !compared(l) || !slices.Contains(left[saidKey(l)], l):
		case byHand(l):
			d.Hand = append(d.Hand, l)
		default:
			d.Lost = append(d.Lost, l)
			count(l.Kind, 1)
		}
	}
	return d
}

// partner takes the memory that a node of the shadow is, nil where there is none:
// that of the same id and words, else of the same words.
func partner(left map[string][]*memtide.Node, ids map[memtide.ID]*memtide.Node, s *memtide.Node) *memtide.Node {
	key := saidKey(s)
	all := left[key]
	if len(all) == 0 {
		return nil
	}
	at := 0
	if same := ids[s.ID]; same != nil {
		at = max(slices.Index(all, same), 0)
	}
	l := all[at]
	left[key] = slices.Delete(slices.Clone(all), at, at+1)
	return l
}

// differences names the fields in which two memories of the same words differ.
func differences(l, s *memtide.Node) (fields []string) {
	for name, differ := range map[string]bool{
		"kind": l.Kind != s.Kind, "subtype": l.Subtype != s.Subtype, "scope": l.Scope != s.Scope, "trust": l.Trust != s.Trust,
		"superseded": l.SupersededBy.IsZero() != s.SupersededBy.IsZero(), "event_time": !l.EventTime.Equal(s.EventTime),
		"quarantine": (l.Attributes[tools.Quarantine] != "") != (s.Attributes[tools.Quarantine] != ""),
	} {
		if differ {
			fields = append(fields, name)
		}
	}
	slices.Sort(fields)
	return fields
}

// diffShadow reads both and compares them.
func diffShadow(ctx context.Context, cl *client.Client) (shadowDiff, error) {
	f, err := os.Open(shadowFile(cl.Config()))
	if errors.Is(err, os.ErrNotExist) {
		return shadowDiff{}, none("there is no shadow of space %s; make one with: memtide replay --from turns --shadow", cl.Space())
	}
	if err != nil {
		return shadowDiff{}, err
	}
	defer f.Close()
	var live, shadow []*memtide.Node
	var edges []memtide.Edge
	content := ""
	if err := readExport(f, func(l control.ExportLine) error {
		if l.Head != nil {
			content = l.Head.Content
		}
		if l.Node != nil {
			shadow = append(shadow, l.Node)
		}
		if l.Edge != nil {
			edges = append(edges, *l.Edge)
		}
		return nil
	}); err != nil {
		return shadowDiff{}, fmt.Errorf("read shadow: %w", err)
	}
	err = pages(ctx, cl, cl.Space(), 0, []string{"nodes"}, func(l control.ExportLine) error {
		live = append(live, l.Node)
		return nil
	})
	d := compareShadow(live, shadow)
	if err == nil {
		err = d.keepUnsaid(ctx, cl, cl.Space())
	}
	d.edges, d.Content.Shadow = edges, content
	if err == nil {
		d.Content.Live, err = client.Control[string](ctx, cl, "content", control.SpaceRequest{Space: cl.Space()})
	}
	return d, err
}

// keepUnsaid takes out of what is lost the memories whose half-turn is not in
// TURNS any more: an erasure took its text and left them, and that a reading
// without the text does not find them says nothing of them.
func (d *shadowDiff) keepUnsaid(ctx context.Context, cl *client.Client, space memtide.Space) error {
	if len(d.Lost) == 0 {
		return nil
	}
	said := map[string]bool{}
	if err := eachTurn(ctx, cl, space, func(t event.TurnTaken) error {
		said[t.ID] = true
		return nil
	}); err != nil {
		return err
	}
	lost := d.Lost
	d.Lost = nil
	for _, n := range lost {
		if said[n.Source.Turn] {
			d.Lost = append(d.Lost, n)
			continue
		}
		d.Unsaid = append(d.Unsaid, n)
		c := d.Kinds[n.Kind]
		c[1]--
		d.Kinds[n.Kind] = c
	}
	maps.DeleteFunc(d.Kinds, func(_ memtide.Kind, c [3]int) bool { return c == [3]int{} })
	return nil
}

func replayDiffCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "diff", Short: "what the shadow has more, less and otherwise than the memory", Args: cobra.NoArgs,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			d, err := diffShadow(ctx, cl)
			if err != nil {
				return err
			}
			return a.print(d, func(w io.Writer) { writeShadowDiff(w, d) })
		}),
	}
}

func writeShadowDiff(out io.Writer, d shadowDiff) {
	fmt.Fprintf(out, "%d added, %d lost, %d changed, %d the same; %d by hand or by jobs stay\n", len(d.Added), len(d.Lost), len(d.Changed), d.Same, len(d.Hand))
	if len(d.Unsaid) > 0 {
		fmt.Fprintf(out, "%d stay whose half-turn is erased: it cannot be read again\n", len(d.Unsaid))
	}
	if d.Content.Shadow == d.Content.Live {
		printPlain(out, "both have the content hash %s\n", d.Content.Live)
	}
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, k := range slices.Sorted(maps.Keys(d.Kinds)) {
		c := d.Kinds[k]
		printPlain(w, "  %s\t%d added\t%d lost\t%d changed\n", k, c[0], c[1], c[2])
	}
	w.Flush()
	row := func(sign string, n *memtide.Node, what string) {
		printPlain(w, "%s\t%s\t%s\t%s\t%s\t%s\n", sign, n.ID.Short(), n.CreatedAt.Local().Format(time.DateOnly), n.Kind, what, control.FirstWords(n.Content))
	}
	for _, n := range d.Added {
		row("+", n, "")
	}
	for _, n := range d.Lost {
		row("-", n, "")
	}
	for _, c := range d.Changed {
		row("~", c.Live, strings.Join(c.Fields, ","))
	}
	w.Flush()
}

func replayPromoteCmd(a *app) *cobra.Command {
	var yes bool
	c := &cobra.Command{
		Use: "promote", Short: "take over what the shadow has come to", Args: cobra.NoArgs,
		Long: `Adds what the shadow has more, archives what it has less, and lets what it holds
for something else take the place of what the memory has. What was done by hand
or by jobs stays, and so do memories whose half-turn is erased. These are changes like any other: memtide undo takes them back.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, _ []string) error {
			d, err := diffShadow(ctx, cl)
			if err != nil {
				return err
			}
			if len(d.Added)+len(d.Lost)+len(d.Changed) == 0 {
				return none("the shadow is the same as the memory")
			}
			writeShadowDiff(a.io.err, d)
			if !yes && !a.agree("take this over?") {
				return none("nothing is taken over")
			}
			sets, err := promote(ctx, cl, cl.Space(), d)
			if err != nil {
				return err
			}
			return a.print(sets, func(w io.Writer) {
				for _, cs := range sets {
					printPlain(w, "%s (change %s)\n", cs.Reason, control.Short(string(cs.ID)))
				}
			})
		}),
	}
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask (what is taken over is shown all the same)")
	return c
}

// promoteNodes is how many memories one change takes over.
const promoteNodes = 500

// promote sends a comparison in changes of a bearable size.
func promote(ctx context.Context, cl *client.Client, space memtide.Space, d shadowDiff) (sets []ledger.Logged, err error) {
	at := time.Now()
	send := func(req control.PromoteRequest) error {
		req.Space, req.At = space, at
		cs, err := client.Decide[memtide.ChangeSet](ctx, cl, "promote", req)
		cs.Ops = nil
		sets = append(sets, ledger.Logged{ChangeSet: cs})
		return err
	}
	edges := map[memtide.ID][]memtide.Edge{}
	for _, e := range d.edges {
		edges[e.From] = append(edges[e.From], e)
	}
	for part := range slices.Chunk(d.Added, promoteNodes) {
		req := control.PromoteRequest{Add: part}
		for _, n := range part {
			req.Edges = append(req.Edges, edges[n.ID]...)
		}
		if err := send(req); err != nil {
			return sets, err
		}
	}
	for part := range slices.Chunk(d.Changed, promoteNodes) {
		req := control.PromoteRequest{Replace: map[string]memtide.ID{}}
		for _, c := range part {
			req.Add, req.Replace[c.Live.ID.String()] = append(req.Add, c.Shadow), c.Shadow.ID
			req.Edges = append(req.Edges, edges[c.Shadow.ID]...)
		}
		if err := send(req); err != nil {
			return sets, err
		}
	}
	for part := range slices.Chunk(d.Lost, promoteNodes) {
		var req control.PromoteRequest
		for _, n := range part {
			req.Archive = append(req.Archive, n.ID)
		}
		if err := send(req); err != nil {
			return sets, err
		}
	}
	return sets, nil
}

func replayDropCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "drop", Short: "throw the shadow away", Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			cfg, err := a.config()
			if err != nil {
				return err
			}
			if _, err := os.Stat(shadowFile(cfg)); errors.Is(err, os.ErrNotExist) {
				return none("there is no shadow of space %s", memtide.Space(cfg.Space))
			}
			if err := shred.File(shadowFile(cfg)); err != nil {
				return err
			}
			return a.print(true, func(w io.Writer) { fmt.Fprintln(w, "the shadow is gone") })
		},
	}
}
