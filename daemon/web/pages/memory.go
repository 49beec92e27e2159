package pages

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// bond is a link of a memory to another one.
type bond struct {
	Name  string // in words
	ID    memtide.ID
	Words string
	Edge  memtide.Edge
}

// bonds are the links of one kind.
type bonds struct {
	Name string
	All  []bond
}

// sureness says how sure a memory is now, and why.
type sureness struct {
	Now   float64
	Why   []string
	Fades time.Time
}

// lookedThrough is how much of the log is looked through for the changes of a memory, unless all
// is asked for: of a large log that takes longer than one waits for a page.
const lookedThrough = 2000

func memory(c *call) (page, error) {
	req := control.ShowRequest{Space: c.space, What: c.PathValue("id"), History: true, Newest: lookedThrough}
	if c.URL.Query().Get("history") == "all" {
		req.Newest = 0
	}
	s, err := ask[control.Shown](c, "show", req)
	if err != nil {
		return page{}, err
	}
	n := s.Node
	changes, pager := paged(c, s.History)
	history, err := linesOf(c, changes)
	if err != nil {
		return page{}, err
	}
	data := map[string]any{
		"Node": n, "State": tools.StateOf(n), "Turn": s.Turn, "Said": highlighted(s.Turn, n.Content), "History": history, "Links": linksOf(s), "Sure": surenessOf(n, c.now),
		"Pager": pager, "Unread": s.Unread, "Replaced": replacedBy(s), "Before": n.Attributes[tools.PreviousText], "Names": s.Names, "NoteKinds": tools.NoteKinds(),
	}
	title := "Memory " + n.ID.Short()
	here := "memories"
	if n.Kind == memtide.Entity {
		title, here = plain(n.CanonicalName), "entities"
		p, err := ask[tools.Profile](c, "entity", control.EntityRequest{Space: c.space, Name: n.CanonicalName, Limit: perPage})
		switch gone := control.Absent(""); {
		case errors.As(err, &gone): // it is known by another name now
		case err != nil:
			return page{}, err
		case p.Node.ID == n.ID:
			data["Profile"] = p
		}
	}
	return page{name: "memory", title: title, here: here, data: data}, nil
}

// replacedBy are the memories whose place this one has taken.
func replacedBy(s control.Shown) (all []bond) {
	for _, e := range s.Out {
		if e.Kind == memtide.Supersedes {
			all = append(all, bond{ID: e.To, Words: s.Names[e.To.String()], Edge: e})
		}
	}
	return all
}

// linkNames say what a link means, seen from its beginning and from its end, in the order in
// which they are shown.
var linkNames = []struct {
	kind    memtide.EdgeKind
	out, in string
}{
	{memtide.Contradicts, "cannot both hold with", "cannot both hold with"},
	{memtide.Amends, "tells what has changed of", "has changed in a part, says"},
	{memtide.Elaborates, "says more than", "is said with more in"},
	{memtide.DerivedFrom, "was made of", "was used to make"},
	{memtide.Causal, "was caused by", "has caused"},
	{memtide.Mentions, "mentions", "is mentioned in"},
	{memtide.Relation, "is", "is"},
	{memtide.Related, "is often recalled with", "is often recalled with"},
	{memtide.Temporal, "came after", "came before"},
}

// linksOf groups the links of a memory by what they mean. What it has taken the place of, and
// what has taken its own, is shown elsewhere.
func linksOf(s control.Shown) (all []bonds) {
	group := func(name string, b bond) {
		i := slices.IndexFunc(all, func(x bonds) bool { return x.Name == name })
		if i < 0 {
			all = append(all, bonds{Name: name})
			i = len(all) - 1
		}
		if !slices.ContainsFunc(all[i].All, func(x bond) bool { return x.ID == b.ID }) {
			all[i].All = append(all[i].All, b)
		}
	}
	for _, k := range linkNames {
		for _, e := range s.Out {
			if e.Kind == k.kind {
				group(strings.TrimSpace(k.out+" "+strings.ReplaceAll(e.Predicate, "_", " ")), bond{ID: e.To, Words: s.Names[e.To.String()], Edge: e})
			}
		}
		for _, e := range s.In {
			name := k.in
			if k.kind == memtide.Relation {
				name = "of it says: " + strings.ReplaceAll(e.Predicate, "_", " ")
			}
			if e.Kind == k.kind {
				group(name, bond{ID: e.From, Words: s.Names[e.From.String()], Edge: e})
			}
		}
	}
	return all
}

// surenessOf computes how sure a memory is, and says of what that is made.
func surenessOf(n *memtide.Node, now time.Time) sureness {
	s := sureness{Now: tools.Confidence(n, now), Fades: tools.FadesAt(n)}
	s.Why = append(s.Why, fmt.Sprintf("it began at %.2f: %s", cmp.Or(n.BaseConfidence, 1), trustWords(n.Trust)))
	switch {
	case n.DecayRate == 0:
		s.Why = append(s.Why, "it does not fade")
	case !n.ConfirmedAt.IsZero():
		s.Why = append(s.Why, "you confirmed it "+ago(now, n.ConfirmedAt))
	default:
		s.Why = append(s.Why, "it fades, slower and slower, since it was said "+ago(now, n.CreatedAt))
	}
	if n.AccessCount == 0 {
		s.Why = append(s.Why, "no answer has used it yet")
	} else {
		s.Why = append(s.Why, fmt.Sprintf("answers have used it %s", memtide.Count(n.AccessCount, "time")))
	}
	return s
}

// highlighted cuts the words of a half-turn where the memory stands in them, and where the
// speaker quotes somebody else. Where secrets have to be taken out it marks nothing: its
// places would be others.
func highlighted(t *memtide.Turn, content string) []segment {
	if t == nil {
		return nil
	}
	if len(t.Text) > longest || redact.Name(t.Text) != t.Text {
		return segments(t.Text)
	}
	cuts := []int{0, len(t.Text)}
	from := strings.Index(t.Text, content)
	if content == "" {
		from = -1
	}
	if from >= 0 {
		cuts = append(cuts, from, from+len(content))
	}
	for _, q := range t.Quotes {
		cuts = append(cuts, min(q.Start, len(t.Text)), min(q.End, len(t.Text)))
	}
	slices.Sort(cuts)
	var out []segment
	for i := 1; i < len(cuts); i++ {
		a, b := cuts[i-1], cuts[i]
		if a == b {
			continue
		}
		for _, s := range cut(t.Text[a:b]) {
			s.Mark = from >= 0 && a >= from && b <= from+len(content)
			s.Said = slices.ContainsFunc(t.Quotes, func(q memtide.Quote) bool { return a >= q.Start && b <= q.End })
			out = append(out, s)
		}
	}
	return out
}

// forgetting shows what would go with a memory, as memtide forget does before it asks.
func forgetting(c *call) (page, error) {
	m, err := ask[control.Meant](c, "find", control.FindRequest{Space: c.space, What: c.PathValue("id"), Limit: 1})
	if err != nil {
		return page{}, err
	}
	if len(m.Nodes) == 0 {
		return page{}, control.Absent("there is no memory " + plain(c.PathValue("id")))
	}
	return page{name: "forget", title: "Forget " + m.Nodes[0].ID.Short(), here: "memories", data: m}, nil
}

// given lists the prompts that were given a memory, or one that was made of it.
func given(c *call) (page, error) {
	d, err := ask[control.Descent](c, "descent", control.DescentRequest{Space: c.space, From: c.PathValue("id")})
	if err != nil {
		return page{}, err
	}
	d.Shown = slices.DeleteFunc(d.Shown, func(i control.Injection) bool { return i.Mode == event.ModeQuery })
	shown, pager := paged(c, d.Shown)
	return page{name: "given", title: "Prompts that were given it", here: "memories", data: map[string]any{"ID": c.PathValue("id"), "Shown": shown, "Pager": pager}}, nil
}

// halfTurn shows what was said, whole, and what was made of it.
func halfTurn(c *call) (page, error) {
	all, err := ask[[]control.StoredTurn](c, "turns", control.TurnsRequest{Space: c.space, ID: c.PathValue("id"), Limit: 2})
	switch {
	case err != nil:
		return page{}, err
	case len(all) == 0:
		return page{}, control.Absent("there is no half-turn " + plain(c.PathValue("id")))
	case len(all) > 1:
		return page{}, wrongForm{"more than one half-turn begins so", "Give more of its id."}
	}
	t := all[0].Turn
	made, err := ask[tools.Browsed](c, "browse", control.BrowseRequest{Space: c.space, Browsing: tools.Browsing{Turn: t.ID, Sort: tools.SortOldest, Limit: perPage}})
	return page{name: "turn", title: "What was said", here: "sessions", data: map[string]any{
		"Turn": t, "Said": highlighted(&t, ""), "Nodes": slices.DeleteFunc(made.Nodes, func(n *memtide.Node) bool { return n.Kind == memtide.Episode || n.Kind == memtide.Entity }),
	}}, err
}
