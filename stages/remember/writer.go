package remember

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// writer collects the operations of one change set of store.
type writer struct {
	v        ledger.View
	c        *memtide.ChangeSet
	t        event.TurnTaken
	at       time.Time
	order    time.Time     // by which it comes before or behind others
	tags     []string      // of the half-turn: what is remembered of it has them
	ops      *tools.Writer // gives out ids
	find     *tools.Finder
	kept     map[string]memtide.ID    // by [itemKey]: the memory that an item ended as
	touched  map[memtide.ID]bool      // nodes that an operation has changed
	entities map[string]*memtide.Node // by folded name: known ones and new ones
	fresh    []*memtide.Node          // new entities, in order
	bumps    map[memtide.ID]int       // mentions of entities to count
	called   map[memtide.ID][]string  // what else entities were called
	doubted  []memtide.ID             // what was put into quarantine
	amended  map[memtide.ID]bool      // what the half-turn itself amends

	mergeFrom tools.Likeness // from which a memory is brought up to date; 0 is never
}

func newWriter(v ledger.View, c *memtide.ChangeSet, t event.TurnTaken) *writer {
	return &writer{v: v, c: c, t: t, at: t.Time, order: t.Order(), ops: tools.NewWriter(v, c), find: tools.NewFinder(v),
		kept: map[string]memtide.ID{}, touched: map[memtide.ID]bool{}, entities: map[string]*memtide.Node{},
		amended: map[memtide.ID]bool{}, bumps: map[memtide.ID]int{}, called: map[memtide.ID][]string{}}
}

func (w *writer) id() memtide.ID { return w.ops.ID() }

// keep notes which memory an item ended as.
func (w *writer) keep(f event.Found, id memtide.ID) { w.kept[itemKey(f)] = id }

// itemKey tells the items of a half-turn apart: of one sentence there may be
// several.
func itemKey(f event.Found) string { return fmt.Sprint(f.Span.Start, f.Span.End, f.Content) }

// rates are the decay rates a kind, per day^0.8: rules and what somebody
// is or has do not rot; plans and opinions fade.
var rates = map[memtide.Kind]float64{memtide.Event: 0.02, memtide.Plan: 0.05, memtide.Opinion: 0.02, memtide.Fact: 0.01}

// add makes a node of an item and links it.
func (w *writer) add(f event.Found) error {
	if f.Kind == memtide.Entity {
		if f.Project == "" && f.Attributes[tools.Quarantine] == "" {
			taken, err := w.describe(f)
			if taken || err != nil {
				return err
			}
		}
		f.Kind, f.Subtype = memtide.Fact, "definitional"
	}
	return w.put(w.node(f), f)
}

// node makes the node of an item.
func (w *writer) node(f event.Found) *memtide.Node {
	n := &memtide.Node{
		ID: w.id(), Kind: f.Kind, Subtype: f.Subtype, Content: f.Content, CreatedAt: w.at,
		EventTime: f.EventTime, ValidFrom: f.ValidFrom, ValidUntil: f.ValidUntil,
		BaseConfidence: cmp.Or(f.Confidence, 1), DecayRate: rates[f.Kind], Importance: f.Importance,
		Salience: memtide.FullSalience, Scope: f.Scope, Trust: f.Trust, Source: sourceOf(w.t.Turn), Project: f.Project,
		Tags: withTags(slices.Clone(w.tags), f.Tags...), Attributes: maps.Clone(f.Attributes),
	}
	for k, x := range map[string]string{"replaces": f.Replaces, "speaker": w.t.Speaker, memtide.Narrative: w.t.Narrative, memtide.Task: w.t.Task, tools.Heard: heardAt(w.t.Turn)} {
		if x != "" {
			n.Attributes = tools.WithAttribute(n.Attributes, k, x)
		}
	}
	if sets := tools.SetsIn(n.Content, w.t.Turn); n.Kind == memtide.Fact && sets != "" {
		n.Attributes = tools.WithAttribute(n.Attributes, tools.Sets, sets)
	}
	if n.Attributes[tools.Quarantine] != "" {
		n.ArchivedAt = w.at
	}
	return n
}

// episode returns the id that the half-turn has where record has kept it.
func (w *writer) episode() memtide.ID {
	return memtide.NewID(w.t.Time, memtide.NewChangeID("record", w.t.ID), 0)
}

// withhold keeps the half-turn from agents, too, where something of it waits in quarantine,
// or it orders what no memory is made of, "delete the volume tonight", or something that was
// pasted into it is an attack.
func (w *writer) withhold() error {
	doubted := w.doubted
	if len(doubted) == 0 && (ordersUnasked(w.t.Turn) || quotesAttack(w.t.Turn)) {
		doubted = []memtide.ID{w.episode()}
	}
	if len(doubted) == 0 || !w.v.Graph.Has(w.episode()) {
		return nil
	}
	n, err := w.v.Graph.Node(w.episode())
	if err != nil {
		return err
	}
	return w.ops.Withhold(n, doubted...)
}

// ordersUnasked reports whether a half-turn that is not the user's word tells the agent what
// to do, in what may be shown of it: the beginning and the end of a long one. An agent that
// talks tells the user.
func ordersUnasked(t memtide.Turn) bool {
	if t.Trust >= memtide.TrustUser || t.Role != memtide.RoleUser && t.Trust >= memtide.TrustAgent {
		return false
	}
	return language.Instructs(tools.Showable(t.Text))
}

// put adds the node of an item and links it.
func (w *writer) put(n *memtide.Node, f event.Found) error {
	w.c.Ops = append(w.c.Ops, memtide.AddNode(n))
	w.keep(f, n.ID)
	w.link(memtide.DerivedFrom, n.ID, w.episode())
	if !n.Live() {
		w.doubted = append(w.doubted, n.ID)
		return nil // what is doubted names nobody
	}
	for _, m := range f.Entities {
		e, err := w.entity(m, "")
		if err != nil {
			return err
		}
		w.link(memtide.Mentions, n.ID, e)
	}
	for _, r := range f.Relations {
		if err := w.relation(r); err != nil {
			return err
		}
	}
	return nil
}

// describe takes what is said everywhere about an entity as its description: of a new
// one, or of one that so far is a name only. An entity belongs to no project, and would
// carry the words of one into all others. It reports false for one that has
// a description, or that somebody has named who is to be believed more: what is
// said then is one more fact about it.
func (w *writer) describe(f event.Found) (bool, error) {
	name := entityName(f.Content)
	id, err := w.entity(event.Mention{Name: name}, f.Content)
	if err != nil {
		return false, err
	}
	e := w.entities[language.Fold(name)]
	if e.ID == id && e.Content == f.Content {
		w.keep(f, id)
		return true, nil
	}
	if e.Content != e.CanonicalName || w.touched[id] || !mayTell(f.Trust, e) {
		return false, nil
	}
	w.touched[id] = true
	w.keep(f, id)
	w.c.Ops = append(w.c.Ops, memtide.SetNode(e, "content", f.Content), memtide.SetNode(e, "subtype", memtide.Stated),
		memtide.SetNode(e, "source", sourceOf(w.t.Turn)))
	if f.Trust < e.Trust { // the name was confirmed, and the user's words are not
		w.c.Ops = append(w.c.Ops, memtide.SetNode(e, "trust", f.Trust))
	}
	return true, nil
}

// mayTell reports whether words of a trust may become what an entity is known as, or make a
// memory newer: those of somebody who is to be believed less would be taken for the word of
// who has named or said it.
func mayTell(trust memtide.Trust, e *memtide.Node) bool {
	return trust >= min(e.Trust, memtide.TrustUser)
}

func (w *writer) relation(r event.Link) error {
	from, err := w.entity(event.Mention{Name: r.From}, "")
	if err != nil {
		return err
	}
	to, err := w.entity(event.Mention{Name: r.To}, "")
	if err != nil || from == to {
		return err
	}
	w.c.Ops = append(w.c.Ops, memtide.AddEdge(&memtide.Edge{
		ID: w.id(), Kind: memtide.Relation, Predicate: r.Predicate, From: from, To: to,
		Weight: 1, Confidence: 0.8, CreatedAt: w.at, Evidence: []string{w.t.ID},
	}))
	return nil
}

// link adds an edge to a node that the space has, or that this set makes. A
// stand-alone memory has no episode, nor has a half-turn that record gave up:
// then there is nothing to link to.
func (w *writer) link(kind memtide.EdgeKind, from, to memtide.ID) {
	if kind == memtide.DerivedFrom && !w.v.Graph.Has(to) || from == to {
		return
	}
	w.c.Ops = append(w.c.Ops, memtide.AddEdge(&memtide.Edge{
		ID: w.id(), Kind: kind, From: from, To: to, Weight: 1, CreatedAt: w.at, Evidence: []string{w.t.ID},
	}))
}

// entity returns the entity with a name: a known one, one of this set, or a
// new one. text says more about it than its name.
func (w *writer) entity(m event.Mention, text string) (memtide.ID, error) {
	key := language.Fold(m.Name)
	known := w.entities[key]
	if known == nil {
		var err error
		if known, err = tools.EntityOf(w.v.Graph, key); err != nil {
			return memtide.ID{}, err
		}
	}
	if known != nil {
		w.entities[key] = known
		w.bumps[known.ID]++
		w.alias(known, m.Role)
		return known.ID, nil
	}
	e := &memtide.Node{
		ID: w.id(), Kind: memtide.Entity, CanonicalName: m.Name, EntityType: m.Type, Content: cmp.Or(text, m.Name),
		CreatedAt: w.at, FirstSeen: w.at, MentionCount: 1, Salience: memtide.FullSalience, Trust: w.t.Trust, Source: sourceOf(w.t.Turn),
	}
	if text != "" {
		e.Subtype = memtide.Stated
	}
	if m.Role != "" {
		e.Content = calledBy(m.Name, m.Role)
		e.Aliases = []string{aliasOf(m.Role)}
	}
	w.entities[key] = e
	w.fresh = append(w.fresh, e)
	return e.ID, nil
}

// calledBy says of somebody what they are to the user.
func calledBy(name, role string) string { return name + ", the user's " + role }

// aliasOf is what somebody is called by their role.
func aliasOf(role string) string { return "my " + role }

// alias notes that an entity was called by a role, by who may say so. Two may have
// the same: the one that was told of first is meant by it.
func (w *writer) alias(e *memtide.Node, role string) {
	if role == "" || !mayTell(w.t.Trust, e) {
		return
	}
	w.called[e.ID] = append(w.called[e.ID], aliasOf(role))
}

// flushEntities adds the new entities, and the counts and new names of the known
// ones. It runs once, when all items have been read.
func (w *writer) flushEntities() error {
	made := map[memtide.ID]bool{}
	for _, e := range w.fresh {
		made[e.ID] = true
		e.MentionCount += w.bumps[e.ID]
		e.Aliases = tools.WithNames(e, w.called[e.ID]...)
		w.c.Ops = append(w.c.Ops, memtide.AddNode(e))
	}
	ids := slices.SortedFunc(maps.Keys(w.bumps), memtide.ID.Compare)
	for _, id := range ids {
		if made[id] {
			continue
		}
		n, err := w.v.Graph.Node(id)
		if err != nil {
			return err
		}
		w.c.Ops = append(w.c.Ops, memtide.SetNode(n, "mention_count", n.MentionCount+w.bumps[id]))
		if names := tools.WithNames(n, w.called[id]...); len(names) > len(n.Aliases) {
			w.c.Ops = append(w.c.Ops, memtide.SetNode(n, "aliases", names))
		}
	}
	return nil
}

// entityName takes the name of an entity from the beginning of what is said
// about it.
func entityName(text string) string {
	if ms := language.Mentions(text, nil); len(ms) > 0 && ms[0].Start < 40 {
		return ms[0].Name
	}
	ws := language.Words(text)
	if len(ws) == 0 {
		return text
	}
	return text[ws[0].Start:ws[min(len(ws), 4)-1].End]
}
