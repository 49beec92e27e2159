package ledger

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
)

// erasePlan finds what an erasure takes out of which stream and what survives,
// and makes the graph that is left.
type erasePlan struct {
	s     *space
	in    Erasing
	fresh *graphdb.DB
	r     *rewriter
	e     event.MemoriesErased
	next  uint64 // of LEDGER
	batch []loggedBody
	// carried are the sequences whose survivors have to be said again, for the
	// message that says them now goes.
	carried map[uint64]bool
}

type loggedBody struct {
	set  graphdb.Sequenced
	body []byte
	bus.Message
}

func newErasePlan(s *space, in Erasing, fresh *graphdb.DB, relink bool) *erasePlan {
	id := memtide.Hash("erase", string(in.Space), in.Target, in.At.String())
	p := &erasePlan{s: s, in: in, fresh: fresh, r: newRewriter(&in, relink), next: 1, carried: map[uint64]bool{},
		e: event.MemoriesErased{ID: id, Marker: in.marker(id).ID, Space: in.Space, At: in.At, Target: in.Target,
			Nodes: in.Nodes, HalfTurns: in.Turns, Spool: in.Spool, KeepBackups: in.KeepBackups}}
	p.r.saidToo = p.saidToo
	return p
}

// log goes over LEDGER from where it has come to; until 0 is its end.
func (p *erasePlan) log(ctx context.Context, until uint64) error {
	err := p.s.erased.read(ctx, p.s.l.bus, bus.Replay{Flow: event.Ledger, Space: p.s.name, From: p.next, Until: until}, func(m bus.Message) error {
		set, err := Sequenced(m)
		if err != nil {
			return err
		}
		p.next = m.Seq + 1
		if p.missed(m.Seq, &set.Change, m.Body) {
			return ErrMoved
		}
		l := loggedBody{set: set, body: bytes.Clone(m.Body), Message: m}
		if p.r.touches(&set.Change, m.Body) {
			if err := p.flush(); err != nil {
				return err
			}
			return p.rewrite(l)
		}
		if p.batch = append(p.batch, l); len(p.batch) < applyBatch {
			return nil
		}
		return errors.Join(p.flush(), p.s.l.bus.Quiet(ctx))
	})
	return errors.Join(err, p.flush())
}

// missed reports whether a change set has come that whoever has said what goes did
// not know: a half-turn that goes has become one more memory, or somebody else says
// what goes, too.
func (p *erasePlan) missed(seq uint64, c *memtide.ChangeSet, body []byte) bool {
	if p.in.Seen == 0 || seq <= p.in.Seen {
		return false
	}
	if c.Cause.Kind == "turn" && p.r.turns[c.Cause.ID] {
		return len(c.Ops) > 0
	}
	return p.r.says(body) || slices.ContainsFunc(c.Ops, func(op memtide.Op) bool { return p.r.nodes[op.Node] && Repeats(*c, op) })
}

// flush applies what nothing was taken out of. Where it does not fit any more,
// because something before it is gone, one after the other is looked at.
func (p *erasePlan) flush() error {
	batch := p.batch
	p.batch = nil
	sets := make([]graphdb.Sequenced, len(batch))
	for i := range batch {
		sets[i] = batch[i].set
	}
	if err := p.fresh.ApplyBatch(sets); err == nil || !unfit(err) {
		return err
	}
	for _, l := range batch {
		err := p.fresh.ApplyBatch([]graphdb.Sequenced{l.set})
		if unfit(err) {
			err = p.rewrite(l)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func unfit(err error) bool {
	return errors.Is(err, memtide.ErrConflict) || errors.Is(err, graphdb.ErrDangling)
}

// rewrite applies what survives of a change set, and notes it when that is not
// all of it.
func (p *erasePlan) rewrite(l loggedBody) error {
	left := event.Surviving{Seq: l.set.Seq, Stored: l.Time, Carries: p.r.carried(l.set.Carries)}
	err := p.fresh.View(func(tx *graphdb.Tx) (err error) {
		left.Change, err = p.r.rewrite(tx, l.set.Change)
		return err
	})
	if err == nil {
		err = p.fresh.ApplyBatch([]graphdb.Sequenced{{Seq: left.Seq, Change: left.Change, Carries: left.Carries}})
	}
	if err != nil {
		return fmt.Errorf("change %s at %d: %w: %w", l.set.Change.ID, l.set.Seq, errUnfit, err)
	}
	before, err1 := event.Encode(event.ChangeDecided{ChangeSet: l.set.Change, Carries: l.set.Carries})
	after, err2 := event.Encode(event.ChangeDecided{ChangeSet: left.Change, Carries: left.Carries})
	if err := errors.Join(err1, err2); err != nil || bytes.Equal(before, after) && !p.r.says(l.body) {
		return err
	}
	p.e.Survives = append(p.e.Survives, left)
	if at, ok := p.s.erased.holder[l.set.Seq]; ok {
		p.carried[at] = true
	}
	return nil
}

// rest finds everything else, while nobody decides.
func (p *erasePlan) rest(ctx context.Context) error {
	if err := p.log(ctx, 0); err != nil {
		return err
	}
	if p.fresh.AppliedSeq() != p.s.graph.AppliedSeq() {
		return fmt.Errorf("the new graph has applied sequence %d, the old one %d: %w", p.fresh.AppliedSeq(), p.s.graph.AppliedSeq(), ErrForeign)
	}
	if err := p.carry(ctx); err != nil {
		return err
	}
	if err := p.turns(ctx); err != nil {
		return err
	}
	if err := p.dead(ctx); err != nil {
		return err
	}
	if err := p.receipts(ctx); err != nil {
		return err
	}
	return p.vectors()
}

// carry takes over what else the parts of earlier erasures say that have to go. Those
// of one that was cut off before it counted go, too, and nothing is taken over: what
// they call survivors stands in LEDGER still. This very one may have been cut off:
// what is published again then is the same message.
func (p *erasePlan) carry(ctx context.Context) error {
	have := map[uint64]bool{}
	for _, c := range p.e.Survives {
		have[c.Seq] = true
	}
	err := p.s.l.bus.Replay(ctx, bus.Replay{Flow: event.Erasure, Space: p.s.name}, func(m bus.Message) error {
		old, err := event.Decode[event.MemoriesErased](m.Body)
		switch {
		case err != nil:
			return err
		case !p.s.erased.counts[m.Seq]:
			if old.ID != p.e.ID {
				p.e.Replaced = append(p.e.Replaced, m.Seq)
			}
			return nil
		case !p.carried[m.Seq] && !p.r.says(m.Body):
			return nil
		}
		p.e.Replaced = append(append(p.e.Replaced, old.Replaced...), m.Seq)
		for _, c := range old.Survives {
			// Of a sequence that a later erasure has rewritten that one's word counts.
			if !have[c.Seq] {
				have[c.Seq] = true
				p.e.Survives = append(p.e.Survives, p.s.erased.at[c.Seq])
			}
		}
		return nil
	})
	slices.SortFunc(p.e.Survives, func(a, b event.Surviving) int { return int(int64(a.Seq) - int64(b.Seq)) })
	return err
}

// turns finds the half-turns, also those of which nothing became a memory. One that
// is still being read would become one afterwards.
func (p *erasePlan) turns(ctx context.Context) error {
	ids, decided := map[string]bool{}, p.s.graph.Decided()
	for _, id := range p.in.Turns {
		ids[id] = true
	}
	return p.s.l.bus.Replay(ctx, bus.Replay{Flow: event.Turns, Space: p.s.name}, func(m bus.Message) error {
		t, err := event.Decode[event.TurnTaken](m.Body)
		if err != nil {
			return fmt.Errorf("half-turn %d: %w", m.Seq, err)
		}
		if !ids[t.ID] && (p.in.Said == nil || m.Seq > p.in.Heard || !p.in.Said(t.Turn)) {
			return nil
		}
		if m.Seq > decided {
			return ErrMoved
		}
		if !ids[t.ID] {
			ids[t.ID] = true
			p.e.HalfTurns = append(p.e.HalfTurns, t.ID)
		}
		p.e.Turns = append(p.e.Turns, m.Seq)
		return nil
	})
}

func (p *erasePlan) dead(ctx context.Context) error {
	all, err := p.s.l.bus.Dead(ctx, math.MaxInt)
	if err != nil {
		return err
	}
	names := p.names()
	for _, d := range all {
		if p.r.says(d.Body) || d.Space == p.s.name && slices.ContainsFunc(names, func(n []byte) bool { return bytes.Contains(d.Body, n) }) {
			p.e.Dead = append(p.e.Dead, d.Seq)
		}
	}
	return nil
}

// names are the ids of what goes, as they stand in messages.
func (p *erasePlan) names() (all [][]byte) {
	for _, id := range p.in.Nodes {
		all = append(all, []byte(`"`+id.String()+`"`))
	}
	for _, id := range p.e.HalfTurns {
		all = append(all, []byte(`"`+id+`"`))
	}
	return all
}

// receipts finds those that name what goes, which hold no text, and the traces
// of questions to models that hold texts, or were asked for a half-turn that goes:
// an answer may say what goes in words of its own.
func (p *erasePlan) receipts(ctx context.Context) error {
	return p.s.l.bus.Replay(ctx, bus.Replay{Flow: event.Trace, Space: p.s.name}, func(m bus.Message) error {
		if m.Kind == event.KindOf[event.ModelAsked]() {
			a, err := event.Decode[event.ModelAsked](m.Body)
			if err != nil || a.Input+a.Output != "" || p.r.says(m.Body) || slices.Contains(p.e.HalfTurns, m.Trace) {
				p.e.Trace = append(p.e.Trace, m.Seq)
			}
			return nil
		}
		r, err := event.Decode[event.Receipt](m.Body)
		if err != nil {
			return nil // of an older version, maybe: it holds no text in any case
		}
		goes := func(id memtide.ID) bool { return p.r.nodes[id] }
		if slices.ContainsFunc(r.Injected, goes) || slices.ContainsFunc(r.Candidates, func(c event.Candidate) bool { return goes(c.ID) }) ||
			slices.ContainsFunc(r.Drops, func(d event.Drop) bool { return goes(d.ID) }) {
			p.e.Trace = append(p.e.Trace, m.Seq)
		}
		return nil
	})
}

// vectors finds the hashes under which vectors of what goes may be recorded: of
// the memories themselves, and of the contexts that others had of them.
func (p *erasePlan) vectors() error {
	p.r.vectorsOf(p.in.Texts...)
	err := p.s.graph.View(func(tx *graphdb.Tx) error {
		for _, id := range p.in.Nodes {
			// The words beside a memory are cut out of its half-turn.
			if err := p.beside(tx, id); err != nil {
				return err
			}
			for k := range tx.InLinks(id, memtide.DerivedFrom) {
				if err := p.beside(tx, k.Node); err != nil {
					return err
				}
			}
		}
		for id := range p.r.naming {
			n, err := tx.Node(id)
			if err == nil {
				p.r.hashes[memtide.Hash(searchText(n))] = true
			} else if !errors.Is(err, graphdb.ErrNotFound) {
				return err
			}
		}
		return nil
	})
	p.e.Vectors = slices.Sorted(maps.Keys(p.r.hashes))
	return err
}

func (p *erasePlan) beside(tx *graphdb.Tx, id memtide.ID) error {
	n, err := tx.Node(id)
	if errors.Is(err, graphdb.ErrNotFound) || err == nil && n.Kind == memtide.Episode {
		return nil
	}
	if err != nil {
		return err
	}
	read := p.s.proj.docs(tx)
	d, err := read.of(n)
	if err != nil {
		return err
	}
	m, err := read.meaning(n, d)
	for _, t := range m.context {
		p.r.hashes[memtide.Hash(t)] = true
	}
	return err
}

// partBytes and partItems bound one message of an erasure.
const (
	partBytes = 1 << 20
	partItems = 10000
)

// commit writes the erasure down. decided is true as soon as it may count.
func (p *erasePlan) commit(ctx context.Context) (e Erased, decided bool, err error) {
	for _, part := range p.parts() {
		if _, err := p.s.l.bus.Publish(ctx, part, bus.Meta{ID: memtide.Hash("erasure", p.e.ID, fmt.Sprint(part.Part), fmt.Sprint(p.r.relink)), Space: p.s.name}); err != nil {
			return e, false, err
		}
	}
	if err := p.in.step(StepListed); err != nil {
		return e, false, err
	}
	marker := p.in.marker(p.e.ID)
	stored, err := p.s.l.bus.PublishNext(ctx, marker, bus.Meta{ID: memtide.Hash("change", string(p.s.name), string(marker.ID)), Space: p.s.name}, p.s.graph.AppliedSeq())
	if err != nil {
		return e, true, err // it may be stored all the same
	}
	e = Erased{p.e, stored.Seq}
	return e, true, p.fresh.Apply(stored.Seq, marker.ChangeSet)
}

// parts cuts the erasure into messages.
func (p *erasePlan) parts() []event.MemoriesErased {
	rest := p.e
	var all []event.MemoriesErased
	for {
		part := event.MemoriesErased{ID: rest.ID, Marker: rest.Marker, Space: rest.Space, At: rest.At, Target: rest.Target, Part: len(all) + 1, KeepBackups: rest.KeepBackups}
		part.Nodes, rest.Nodes = cut(rest.Nodes)
		part.HalfTurns, rest.HalfTurns = cut(rest.HalfTurns)
		part.Turns, rest.Turns = cut(rest.Turns)
		part.Dead, rest.Dead = cut(rest.Dead)
		part.Trace, rest.Trace = cut(rest.Trace)
		part.Replaced, rest.Replaced = cut(rest.Replaced)
		part.Vectors, rest.Vectors = cut(rest.Vectors)
		part.Spool, rest.Spool = cut(rest.Spool)
		for size := 0; len(rest.Survives) > 0 && size < partBytes; rest.Survives = rest.Survives[1:] {
			for _, op := range rest.Survives[0].Change.Ops {
				size += len(op.From) + len(op.To) + 100
			}
			size += 300 * (1 + len(rest.Survives[0].Carries))
			part.Survives = append(part.Survives, rest.Survives[0])
		}
		all = append(all, part)
		if len(rest.Nodes)+len(rest.HalfTurns)+len(rest.Turns)+len(rest.Dead)+len(rest.Trace)+len(rest.Replaced)+len(rest.Vectors)+len(rest.Spool)+len(rest.Survives) == 0 {
			break
		}
	}
	for i := range all {
		all[i].Parts = len(all)
	}
	return all
}

func cut[T any](list []T) (head, rest []T) {
	n := min(len(list), partItems)
	return list[:n:n], list[n:]
}
