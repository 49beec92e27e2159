package tools

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// Linking is what links memories that [Bring] has kept, by the ids that they have
// here.
type Linking struct {
	From       string
	Edges      []memtide.Edge
	Superseded map[memtide.ID]memtide.ID // by whom
	Own        bool                      // the user vouches for them, as of [Bringing]
	At         time.Time
}

// Linked is what became of links.
type Linked struct {
	New  int `json:"new"`
	Left int `json:"left_out"` // for their words tell the agent what to do
}

// BringLinks links memories: each link once. One whose ends are not there is left
// out, and without Own one whose words tell the agent what to do.
func BringLinks(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Linking) (Linked, error) {
	in.From = redact.Name(in.From)
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{"links", in.From, at.String()}
	for _, e := range in.Edges {
		parts = append(parts, e.ID.String())
	}
	old := slices.SortedFunc(maps.Keys(in.Superseded), memtide.ID.Compare)
	for _, id := range old {
		parts = append(parts, id.String())
	}
	var out Linked
	_, err := l.Decide(ctx, request("import", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w := NewWriter(v, c)
		out = Linked{}
		doubted := map[memtide.ID][]memtide.ID{} // by where it was said
		for _, e := range in.Edges {
			if tells, err := in.tells(v, e); err != nil {
				return err
			} else if tells {
				out.Left++
				continue
			}
			n, err := w.bringEdge(e)
			if err != nil {
				return err
			}
			if out.New += n; n > 0 && e.Kind == memtide.DerivedFrom {
				doubted[e.To] = append(doubted[e.To], e.From)
			}
		}
		if err := w.withhold(doubted); err != nil {
			return err
		}
		for _, id := range old {
			by := in.Superseded[id]
			n, err := v.Graph.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) || err == nil && (!n.SupersededBy.IsZero() || !v.Graph.Has(by) || id == by) {
				continue
			}
			if err != nil {
				return err
			}
			if n.Attributes[ImportedFrom] != in.From {
				continue // known here before: what was decided here holds
			}
			if err := w.Set(n, "superseded_by", by); err != nil {
				return err
			}
			out.New++
		}
		c.Reason = fmt.Sprintf("new: %s from %s", memtide.Count(out.New, "link"), in.From)
		return nil
	})
	return out, err
}

// tells reports whether a link that nobody vouches for tells the agent what to do, in the
// words with which it is shown: what it says and what it leads to.
func (in Linking) tells(v ledger.View, e memtide.Edge) (bool, error) {
	if in.Own || e.Predicate == "" {
		return false, nil
	}
	to, err := v.Graph.Node(e.To)
	if err != nil && !errors.Is(err, graphdb.ErrNotFound) {
		return false, err
	}
	words := strings.ReplaceAll(e.Predicate, "_", " ")
	return commands(words) || err == nil && commands(words+" "+to.CanonicalName), nil
}

// withhold withholds half-turns of which something is in quarantine.
func (w *Writer) withhold(made map[memtide.ID][]memtide.ID) error {
	for _, id := range slices.SortedFunc(maps.Keys(made), memtide.ID.Compare) {
		said, err := w.View.Graph.Node(id)
		if err != nil {
			return err
		}
		ids, rest := strings.Fields(said.Attributes[Withheld]), *said
		for _, m := range made[id] {
			n, err := w.View.Graph.Node(m)
			if err != nil || n.Attributes[Quarantine] == "" || !n.SupersededBy.IsZero() {
				continue
			}
			if rest.Content = strings.ReplaceAll(rest.Content, n.Content, "\n"); !slices.Contains(ids, m.String()) {
				ids = append(ids, m.String())
			}
		}
		if said.Kind != memtide.Episode || len(ids) == 0 {
			continue
		}
		// By its own id it would be withheld for ever. That is right where more of it tells the
		// agent what to do than what waits.
		if len(ids) > 1 && !orders(&rest) {
			ids = slices.DeleteFunc(ids, func(s string) bool { return s == id.String() })
		}
		if err := w.Set(said, "attributes", WithAttribute(said.Attributes, Withheld, strings.Join(ids, "\n"))); err != nil {
			return err
		}
	}
	return nil
}

func (w *Writer) bringEdge(e memtide.Edge) (int, error) {
	g := w.View.Graph
	if !g.Has(e.From) || !g.Has(e.To) || e.From == e.To {
		return 0, nil
	}
	e.Predicate, e.Evidence = redactedPredicate(e.Predicate), slices.Clone(e.Evidence)
	for i, turn := range e.Evidence {
		e.Evidence[i] = redact.ID(turn)
	}
	have, err := w.edgesAt(e.From)
	if err != nil || have[edgeKey(e)] {
		return 0, err
	}
	if _, err := g.Edge(e.ID); err == nil || e.ID.IsZero() {
		e.ID = w.ID()
	} else if !errors.Is(err, graphdb.ErrNotFound) {
		return 0, err
	}
	if e.CreatedAt.IsZero() {
		e.CreatedAt = w.Change.At
	}
	w.Change.Ops = append(w.Change.Ops, memtide.AddEdge(&e))
	return 1, nil
}
