package tools

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// PlanErase says what an erasure would take, and takes nothing. what is a
// memory, a half-turn, a session or a source (a client, or a tool), if need be
// with the word before it: "session:s1".
//
// A memory takes with it the half-turns that say it, what else repeats it, and
// the names that nothing else mentions. What else came from these half-turns,
// what was derived from it, and what says something like it goes with cascade.
// A half-turn, a session or a source takes what was made of it. All of them take
// the summaries that a model has made of what goes, in words of its own.
func PlanErase(ctx context.Context, l *ledger.Ledger, space memtide.Space, what string, cascade bool) (p ErasePlan, err error) {
	known, err := hear(ctx, l, space)
	if err != nil {
		return p, err
	}
	err = l.Read(ctx, space, func(v ledger.View) (err error) {
		p, err = planErase(v, known, what, cascade)
		return err
	})
	return p, err
}

func planErase(v ledger.View, known heard, what string, cascade bool) (ErasePlan, error) {
	e := newEraser(v, known)
	if err := e.find(what); err != nil {
		return ErasePlan{}, err
	}
	if err := e.spread(); err != nil {
		return ErasePlan{}, err
	}
	stays, err := e.beyond(cascade)
	if err == nil {
		err = errors.Join(e.sourceless(stays), e.unmentioned(stays))
	}
	if err != nil {
		return ErasePlan{}, err
	}
	return e.plan(stays)
}

// eraser collects what goes.
type eraser struct {
	v        ledger.View
	heard    heard
	kind, id string
	goes     map[memtide.ID]string // why
	turns    map[string]bool
	strip    []string // descriptions of entities that stay
	names    []string
	said     []string
	like     []*memtide.Node // says something like what is named
}

func newEraser(v ledger.View, known heard) *eraser {
	return &eraser{v: v, heard: known, goes: map[memtide.ID]string{}, turns: map[string]bool{}}
}

func (e *eraser) take(id memtide.ID, why string) {
	if _, ok := e.goes[id]; !ok {
		e.goes[id] = why
	}
}

// find takes what is named.
func (e *eraser) find(what string) error {
	o, err := findOrigin(e.v, what)
	if err != nil {
		return err
	}
	e.kind, e.id, e.turns = o.kind, o.id, o.turns
	if o.kind == "node" {
		e.take(o.nodes[0].ID, ErasedNamed)
		return nil
	}
	return e.ofOrigin(o.nodes)
}

// ofOrigin takes the memories that have come from what is named, but for those
// that others have said or mention, too.
func (e *eraser) ofOrigin(nodes []*memtide.Node) error {
	own := map[memtide.ID]bool{}
	for _, n := range nodes {
		own[n.ID] = true
	}
	for _, n := range nodes {
		links, kind := e.v.Graph.OutLinks(n.ID, memtide.DerivedFrom), "derived"
		if n.Kind == memtide.Entity {
			links, kind = e.v.Graph.InLinks(n.ID, memtide.Mentions), "named"
		}
		shared := false
		for k := range links {
			by, err := e.v.Graph.Node(k.Node)
			if err != nil {
				return err
			}
			// What summarises what was said of somebody mentions them for no other reason.
			shared = shared || !own[k.Node] && by.Kind != memtide.Summary
		}
		again, err := e.saidAgain(n)
		if err != nil {
			return err
		}
		switch {
		case again: // in these words, so the description is not only theirs either
		case !shared:
			e.take(n.ID, ErasedNamed)
		case kind == "named":
			e.names = append(e.names, n.CanonicalName)
			if n.Content != n.CanonicalName {
				e.strip = append(e.strip, n.Content)
			}
		}
	}
	return nil
}

// spread takes what else says what a named memory says. The name of an entity
// is no text of that sort: half the store may mention it.
func (e *eraser) spread() error {
	if e.kind != "node" {
		return nil
	}
	id, err := memtide.ParseID(e.id)
	if err != nil {
		return err
	}
	n, err := e.v.Graph.Node(id)
	if err != nil || n.Kind == memtide.Entity {
		return err
	}
	if n.Source.Turn != "" {
		e.turns[n.Source.Turn] = true
	}
	for k := range e.v.Graph.OutLinks(id, memtide.DerivedFrom) {
		if err := e.wholeTurn(k.Node); err != nil {
			return err
		}
	}
	text := plainly(n.Content)
	if len(text) >= sayAtLeast {
		e.said = append(e.said, text)
	}
	for other, err := range e.v.Graph.AllNodes() {
		if err != nil {
			return err
		}
		has := plainly(other.Content)
		if has != text && (len(text) < sayAtLeast || !strings.Contains(has, text)) {
			continue
		}
		why := ErasedRepeats
		if other.Kind == memtide.Episode {
			why = ErasedSaid
			e.turns[other.Source.Turn] = true
		}
		e.take(other.ID, why)
	}
	if err := e.episodes(); err != nil {
		return err
	}
	return e.alike(n.Content)
}

// sayAtLeast is the length in bytes from which a text that stands within another
// one counts as said there: "yes" is said everywhere.
const sayAtLeast = 12

// plainly brings a text into the form in which saying the same is seen.
func plainly(s string) string {
	return strings.TrimRight(strings.Join(strings.Fields(strings.ToLower(s)), " "), ".!?;,")
}

// wholeTurn takes an episode and its half-turn.
func (e *eraser) wholeTurn(id memtide.ID) error {
	n, err := e.v.Graph.Node(id)
	if err != nil || n.Kind != memtide.Episode {
		return err
	}
	e.take(id, ErasedSaid)
	if n.Source.Turn != "" {
		e.turns[n.Source.Turn] = true
	}
	return nil
}

// episodes takes the episodes of the half-turns that go.
func (e *eraser) episodes() error {
	for t := range e.turns {
		for _, id := range e.v.Graph.ByTurn(t) {
			if err := e.wholeTurn(id); err != nil {
				return err
			}
		}
	}
	return nil
}

// unmentioned takes the entities that only what goes with a memory has named and
// mentions. One that others mention stays by its name; where these are of other
// half-turns, it loses the description, which came from one that goes. One that
// you have vouched for stays as it is.
func (e *eraser) unmentioned(stays map[memtide.ID]string) error {
	if e.kind != "node" {
		return nil // ofOrigin has divided them
	}
	return e.unmentionedBy(stays)
}

// unmentionedBy is unmentioned for whatever is named.
func (e *eraser) unmentionedBy(stays map[memtide.ID]string) error {
	for t := range e.turns {
		for _, id := range e.v.Graph.ByTurn(t) {
			n, err := e.v.Graph.Node(id)
			if err != nil {
				return err
			}
			if _, gone := e.goes[id]; gone || n.Kind != memtide.Entity || n.Trust == memtide.TrustConfirmed {
				continue
			}
			again, err := e.saidAgain(n)
			if err != nil {
				return err
			}
			mentioned, beside := e.mentioned(id, stays)
			switch {
			case again:
			case !mentioned:
				e.take(id, ErasedName)
			case !beside && n.Content != n.CanonicalName:
				e.strip = append(e.strip, n.Content)
				fallthrough
			default:
				e.names = append(e.names, n.CanonicalName)
			}
		}
	}
	return nil
}

// mentioned reports whether anything that stays mentions an entity, and whether
// some of it came from a half-turn that goes.
func (e *eraser) mentioned(id memtide.ID, stays map[memtide.ID]string) (any, beside bool) {
	for k := range e.v.Graph.InLinks(id, memtide.Mentions) {
		if _, gone := e.goes[k.Node]; gone {
			continue
		}
		any = true
		if why, ok := stays[k.Node]; ok && why != ErasedLike {
			beside = true
		}
	}
	return any, beside
}

func (e *eraser) plan(stays map[memtide.ID]string) (ErasePlan, error) {
	p := ErasePlan{Target: e.kind + " " + e.id, kind: e.kind, id: e.id, said: e.said, Names: e.names, texts: e.strip,
		Turns: slices.Sorted(maps.Keys(e.turns)), heard: e.heard}
	var err error
	if p.Goes, err = e.doomed(e.goes); err != nil {
		return p, err
	}
	for _, d := range p.Goes {
		if d.Node.Kind != memtide.Entity || d.Node.Content != d.Node.CanonicalName {
			p.texts = append(p.texts, d.Node.Content)
		}
	}
	if p.Stays, err = e.doomed(stays); err != nil {
		return p, err
	}
	p.texts = e.nowhereElse(p.texts, p.Stays)
	return p, nil
}

// doomed reads nodes, those that are named first.
func (e *eraser) doomed(ids map[memtide.ID]string) ([]Doomed, error) {
	var all []Doomed
	for _, id := range slices.SortedFunc(maps.Keys(ids), memtide.ID.Compare) {
		n, err := e.v.Graph.Node(id)
		if err != nil {
			return nil, err
		}
		all = append(all, Doomed{n, ids[id]})
	}
	slices.SortStableFunc(all, func(a, b Doomed) int {
		first := func(d Doomed) int {
			if d.Why == ErasedNamed {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
	return all, nil
}
