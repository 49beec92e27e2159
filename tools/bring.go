package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
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
	Change   *memtide.ChangeSet        `json:"change,omitempty"` // nil when nothing was new
	New      int                       `json:"new"`
	Known    int                       `json:"known"`
	Doubt    int                       `json:"quarantined"` // new, and in quarantine
	Withheld int                       `json:"withheld"`    // half-turns that are new, and withheld
	Left     int                       `json:"left_out"`    // entities that are new, and of which something was left out
	Lifted   int                       `json:"lifted"`      // known, and in quarantine or withheld until now
	IDs      map[memtide.ID]memtide.ID `json:"ids"`         // what each is known as here
}

// Bring keeps memories of another store: each once, however often it comes. Known
// is what has the same id, or says the same in the same project, which for a half-turn
// means at the same moment. Without Own
// their trust is "imported", and what would tell the agent what to do waits in
// quarantine, is withheld with its half-turn, or left out of what an entity is known as.
// With it, what an earlier import has left so is let in.
// Secrets are taken out.
//
// A successor is not set here: it may come in a later batch; see [BringLinks].
func Bring(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Bringing) (Brought, error) {
	in.From = redact.Name(in.From) // a file may be named after what it opens
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := []string{in.From, at.String()}
	for _, n := range in.Nodes {
		parts = append(parts, n.ID.String(), n.Content)
	}
	cleaned := make([]incoming, len(in.Nodes)) // the decider may run again, and others wait for it
	for i, n := range in.Nodes {
		cleaned[i] = in.cleaned(n)
	}
	var out Brought
	c, err := l.Decide(ctx, request("import", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		out = Brought{IDs: map[memtide.ID]memtide.ID{}}
		b := bringer{in: in, w: NewWriter(v, c), out: &out, said: map[string]memtide.ID{}}
		for _, n := range cleaned {
			if err := b.node(n); err != nil {
				return err
			}
		}
		c.Reason = fmt.Sprintf("new: %d of %s from %s", out.New, memtide.Count(len(in.Nodes), "memory"), in.From)
		if out.Lifted > 0 {
			c.Reason += fmt.Sprintf(", let in: %d", out.Lifted)
		}
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
func (b *bringer) node(n incoming) error {
	old := n.ID
	known, err := b.known(n)
	if err != nil {
		return err
	}
	if !known.IsZero() {
		b.out.Known++
		b.out.IDs[old], err = b.lift(n, known)
		return err
	}
	if n.ID.IsZero() {
		n.ID = b.w.ID()
	}
	if n.Attributes[Quarantine] != "" && !n.superseded { // nobody is asked about an old value
		b.out.Doubt++
	}
	if n.withhold {
		b.out.Withheld++
		ids := strings.Fields(n.Attributes[Withheld])
		if own := n.ID.String(); !slices.Contains(ids, own) {
			ids = append(ids, own)
		}
		n.Attributes = WithAttribute(n.Attributes, Withheld, strings.Join(ids, "\n"))
	}
	if n.left {
		b.out.Left++
	}
	b.out.New++
	b.out.IDs[old] = n.ID
	if !n.past || n.Attributes[Quarantine] != "" {
		b.said[sameKey(&n.Node)] = n.ID
	}
	b.w.Add(&n.Node)
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
func (b *bringer) known(n incoming) (memtide.ID, error) {
	v := b.w.View
	if !n.ID.IsZero() && v.Graph.Has(n.ID) {
		return n.ID, nil
	}
	if id, ok := b.out.IDs[n.ID]; ok && !n.ID.IsZero() {
		return id, nil // it stands twice in this batch
	}
	if n.past && n.Attributes[Quarantine] == "" {
		return memtide.ID{}, nil // an old value may have been said many times, and an old name is one of another entity now
	}
	key := sameKey(&n.Node)
	if n.Kind == memtide.Entity {
		for _, id := range v.Graph.ByName(language.Fold(n.CanonicalName)) {
			if e, err := v.Graph.Node(id); err != nil || e.Live() {
				return id, err
			}
		}
		if id, ok := b.said[key]; ok || n.Attributes[Quarantine] == "" && !b.in.Own {
			return id, nil
		}
	}
	// What has no word that counts is not found here by what it says, so nor in its batch.
	if id, ok := b.said[key]; ok && (n.Attributes[Quarantine] != "" || len(v.Text.Parse(n.Content)) > 0) {
		return id, nil
	}
	found, err := Described(v, n.Content, 50)
	if err != nil {
		return memtide.ID{}, err
	}
	for _, other := range found {
		if sameKey(other) == key {
			return other.ID, nil
		}
	}
	if n.Attributes[Quarantine] == "" && !b.in.Own {
		return memtide.ID{}, nil
	}
	doubted, err := b.quarantined()
	return doubted[key], err
}

// quarantined returns what is in quarantine by what it says; where the user vouches for
// what is brought, what [bringer.lift] lets in of it, by what it says there. It is read
// once a batch: of many memories that tell an agent what to do each would else read all
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
		if b.in.Own && !unvouched(n) {
			continue // it waits for another reason than that nobody had vouched for the file
		}
		as := *n
		if kind := n.Attributes[ReadAs]; b.in.Own && kind != "" {
			as.Kind = memtide.Kind(kind)
		}
		b.doubted[sameKey(&as)] = n.ID
	}
	return b.doubted, nil
}
