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
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// ImportedFrom is the attribute with where an imported memory was found.
const ImportedFrom = "imported_from"

// Bringing is a batch of memories out of another store or a file.
type Bringing struct {
	From  string          // what ImportedFrom says
	Nodes []*memtide.Node // with the ids that they had there; a zero id gets one
	Own   bool            // the user vouches for them: trust stays as it stands
	At    time.Time
}

// Brought is what became of a batch.
type Brought struct {
	Change *memtide.ChangeSet        `json:"change,omitempty"` // nil when nothing was new
	New    int                       `json:"new"`
	Known  int                       `json:"known"`
	Doubt  int                       `json:"quarantined"` // new, and in quarantine
	IDs    map[memtide.ID]memtide.ID `json:"ids"`         // what each is known as here
}

// Bring keeps memories of another store: each once, however often it comes. Known
// is what has the same id, or says the same in the same project, which for a half-turn
// means at the same moment. Without Own
// their trust is "imported", and what would tell the agent what to do waits in
// quarantine. Secrets are taken out.
//
// A successor is not set here: it may come in a later batch; see [BringLinks].
func Bring(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Bringing) (Brought, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{in.From, at.String()}
	for _, n := range in.Nodes {
		parts = append(parts, n.ID.String(), n.Content)
	}
	var out Brought
	c, err := l.Decide(ctx, request("import", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		out = Brought{IDs: map[memtide.ID]memtide.ID{}}
		b := bringer{in: in, w: NewWriter(v, c), out: &out, said: map[string]memtide.ID{}}
		for _, n := range in.Nodes {
			if err := b.node(n); err != nil {
				return err
			}
		}
		c.Reason = fmt.Sprintf("new: %d of %s from %s", out.New, memtide.Count(len(in.Nodes), "memory"), in.From)
		return nil
	})
	if err == nil && len(c.Ops) > 0 {
		out.Change = &c
	}
	return out, err
}

// trust sets when a memory that is brought was made, where it does not say, and how
// far it is believed.
func (in Bringing) trust(n *memtide.Node) {
	if n.CreatedAt.IsZero() {
		n.CreatedAt = in.At.UTC().Truncate(time.Millisecond)
	}
	switch {
	case !in.Own:
		n.Trust, n.Pinned, n.ConfirmedAt = memtide.TrustImported, false, time.Time{}
	case n.Trust == 0:
		n.Trust = memtide.TrustUser
	}
}

// Check reports why [Bring] would refuse a memory, so that a file can be read
// through before anything of it is taken.
func (in Bringing) Check(n *memtide.Node) error {
	c := *n
	if in.trust(&c); !in.Own && c.Kind == memtide.Instruction {
		c.Kind = memtide.Fact
	}
	if c.ID.IsZero() {
		c.ID = memtide.NewID(c.CreatedAt, "brought", 0)
	}
	return c.Validate()
}

// CheckLink is [Bringing.Check] for a link and [BringLinks], which leaves out one
// from a memory to itself.
func (in Bringing) CheckLink(e memtide.Edge) error {
	if e.From == e.To {
		return nil
	}
	if e.CreatedAt.IsZero() {
		e.CreatedAt = in.At
	}
	if e.ID.IsZero() {
		e.ID = memtide.NewID(e.CreatedAt, "brought", 0)
	}
	return e.Validate()
}

type bringer struct {
	in   Bringing
	w    *Writer
	out  *Brought
	said map[string]memtide.ID // of this batch, what a later batch would find here

	doubted map[string]memtide.ID // in quarantine, by what they say; nil until it is asked for
}

// node keeps one memory unless it is known.
func (b *bringer) node(n *memtide.Node) error {
	old := n.ID
	n = b.cleaned(n)
	known, err := b.known(n)
	if err != nil {
		return err
	}
	if !known.IsZero() {
		b.out.Known++
		b.out.IDs[old] = known
		return nil
	}
	if n.ID.IsZero() {
		n.ID = b.w.ID()
	}
	if n.Attributes[Quarantine] != "" {
		b.out.Doubt++
	}
	b.out.New++
	b.out.IDs[old] = n.ID
	if n.Live() || n.Attributes[Quarantine] != "" {
		b.said[sameKey(n)] = n.ID
	}
	b.w.Add(n)
	return nil
}

// sameKey is the same for memories that are one. "Done." of another moment is another
// half-turn.
func sameKey(n *memtide.Node) string {
	key := []string{string(n.Kind), n.Project, n.Content}
	if n.Kind == memtide.Episode {
		key = append(key, n.CreatedAt.UTC().String())
	}
	return strings.Join(key, "\x00")
}

// known returns the memory that one is here already, the zero id for none.
func (b *bringer) known(n *memtide.Node) (memtide.ID, error) {
	v := b.w.View
	if !n.ID.IsZero() && v.Graph.Has(n.ID) {
		return n.ID, nil
	}
	if id, ok := b.out.IDs[n.ID]; ok && !n.ID.IsZero() {
		return id, nil // it stands twice in this batch
	}
	if n.Kind == memtide.Entity {
		for _, id := range v.Graph.ByName(language.Fold(n.CanonicalName)) {
			if e, err := v.Graph.Node(id); err != nil || e.Live() {
				return id, err
			}
		}
		return b.said[sameKey(n)], nil
	}
	if !n.Live() && n.Attributes[Quarantine] == "" {
		return memtide.ID{}, nil // an old value may have been said many times
	}
	// What has no word that counts is not found here by what it says, so nor in its batch.
	if id, ok := b.said[sameKey(n)]; ok && (n.Attributes[Quarantine] != "" || len(v.Text.Parse(n.Content)) > 0) {
		return id, nil
	}
	found, err := Described(v, n.Content, 50)
	if err != nil {
		return memtide.ID{}, err
	}
	for _, other := range found {
		if sameKey(other) == sameKey(n) {
			return other.ID, nil
		}
	}
	if n.Attributes[Quarantine] == "" {
		return memtide.ID{}, nil
	}
	doubted, err := b.quarantined()
	return doubted[sameKey(n)], err
}

// quarantined returns what is in quarantine by what it says. It is read once a
// batch: of many memories that tell an agent what to do each would else read all
// that came before it.
func (b *bringer) quarantined() (map[string]memtide.ID, error) {
	if b.doubted != nil {
		return b.doubted, nil
	}
	all, err := Quarantined(b.w.View)
	if err != nil {
		return nil, err
	}
	b.doubted = make(map[string]memtide.ID, len(all))
	for _, n := range all {
		b.doubted[sameKey(n)] = n.ID
	}
	return b.doubted, nil
}

// cleaned is a memory as it may be kept.
func (b *bringer) cleaned(old *memtide.Node) *memtide.Node {
	n := *old
	n.SupersededBy = memtide.ID{}
	n.Content, n.Summary, n.CanonicalName, n.Project = redact.Name(n.Content), redact.Name(n.Summary), redact.Name(n.CanonicalName), redact.Name(n.Project)
	n.Source.Client, n.Source.Session = redact.Name(n.Source.Client), redact.ID(n.Source.Session)
	attrs := maps.Clone(n.Attributes)
	for k, v := range attrs {
		attrs[k] = redact.Name(v)
	}
	n.Attributes = WithAttribute(attrs, ImportedFrom, b.in.From)
	n.Tags = slices.Clone(n.Tags)
	for i, tag := range n.Tags {
		n.Tags[i] = redact.Name(tag)
	}
	n.Salience = memtide.SalienceOf(&n)
	if b.in.trust(&n); b.in.Own {
		return &n
	}
	directs := n.Kind == memtide.Instruction || n.Kind != memtide.Episode && n.Kind != memtide.Summary && n.Kind != memtide.Entity && commands(n.Content)
	if directs && n.Attributes[Quarantine] == "" {
		if n.Attributes[Quarantine] = "it tells the agent what to do, and was imported from " + b.in.From; n.Kind == memtide.Instruction {
			n.Attributes[ReadAs] = string(memtide.Instruction)
		}
		if n.ArchivedAt.IsZero() {
			n.ArchivedAt = n.CreatedAt
		}
	}
	if n.Kind == memtide.Instruction {
		n.Kind = memtide.Fact
	}
	delete(n.Attributes, ledger.Standing)
	return &n
}

// longestName is the length of a name or a heading that stands before what it is
// about: "Build: always run the linter".
const longestName = 200

// commands reports whether a text tells the agent what to do, by itself or behind
// a name and a colon, or has the form of an attack.
func commands(text string) bool {
	_, rest, named := strings.Cut(text[:min(len(text), longestName)], ": ")
	if named {
		rest = text[strings.Index(text, ": ")+2:]
	}
	return language.CuesOf(text).Directs || language.Overrides(text) || named && (language.CuesOf(rest).Directs || language.Overrides(rest))
}

// Linking is what links memories that [Bring] has kept, by the ids that they have
// here.
type Linking struct {
	From       string
	Edges      []memtide.Edge
	Superseded map[memtide.ID]memtide.ID // by whom
	At         time.Time
}

// BringLinks links memories: each link once. One whose ends are not there is left
// out. It returns how many are new.
func BringLinks(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Linking) (int, error) {
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{"links", in.From, at.String()}
	for _, e := range in.Edges {
		parts = append(parts, e.ID.String())
	}
	old := slices.SortedFunc(maps.Keys(in.Superseded), memtide.ID.Compare)
	for _, id := range old {
		parts = append(parts, id.String())
	}
	added := 0
	_, err := l.Decide(ctx, request("import", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w := NewWriter(v, c)
		added = 0
		doubted := map[memtide.ID][]memtide.ID{} // by where it was said
		for _, e := range in.Edges {
			n, err := w.bringEdge(e)
			if err != nil {
				return err
			}
			if added += n; n > 0 && e.Kind == memtide.DerivedFrom {
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
			added++
		}
		c.Reason = fmt.Sprintf("new: %s from %s", memtide.Count(added, "link"), in.From)
		return nil
	})
	return added, err
}

// withhold withholds half-turns of which something is in quarantine.
func (w *Writer) withhold(made map[memtide.ID][]memtide.ID) error {
	for _, id := range slices.SortedFunc(maps.Keys(made), memtide.ID.Compare) {
		said, err := w.View.Graph.Node(id)
		if err != nil {
			return err
		}
		waits := slices.DeleteFunc(made[id], func(m memtide.ID) bool {
			n, err := w.View.Graph.Node(m)
			return err != nil || n.Attributes[Quarantine] == "" || !n.SupersededBy.IsZero()
		})
		if said.Kind != memtide.Episode || len(waits) == 0 {
			continue
		}
		if err := w.Withhold(said, waits...); err != nil {
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
