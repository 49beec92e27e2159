package tools

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
)

// Rollback is a decision that takes back what came from a source, or a plan of
// it.
type Rollback struct {
	Change  *memtide.ChangeSet           `json:"change,omitempty"` // nil in a plan
	Target  string                       `json:"target"`
	Goes    []Descendant                 `json:"goes"`             // archived
	Waits   []Descendant                 `json:"waits,omitempty"`  // dropped out of quarantine
	Holds   []*memtide.Node              `json:"holds,omitempty"`  // hold again, for what had superseded them goes
	Shared  []Descendant                 `json:"shared,omitempty"` // stay, because others say or you have confirmed them
	Changes int                          `json:"changes"`          // decisions that its half-turns led to
	sets    []ledger.Logged              // the newest first
	others  map[memtide.ID]ledger.Logged // by memory: the first other half-turn that has said it
	sure    map[memtide.ID]ledger.Logged // by memory: the last change by which a person vouched for it
	turns   map[string]bool              // half-turns of the source
}

// PlanRollback says what taking back all that came from a memory, a half-turn, a
// session or a source would do, and does nothing. The error is
// [ErrNothingToUndo] where nothing is left of it, or of finding it.
func PlanRollback(ctx context.Context, l *ledger.Ledger, space memtide.Space, what string) (Rollback, error) {
	var d Descent
	err := l.Read(ctx, space, func(v ledger.View) (err error) {
		d, err = Descend(v, what)
		return err
	})
	if err != nil {
		return Rollback{}, err
	}
	r := Rollback{Target: d.Target, others: map[memtide.ID]ledger.Logged{}, sure: map[memtide.ID]ledger.Logged{}, turns: d.origin.turns}
	said, gone := map[memtide.ID][]ledger.Logged{}, newWithdrawn()
	own := map[memtide.ID]bool{}
	for _, n := range d.Nodes {
		own[n.Node.ID] = true
	}
	err = l.Forwards(ctx, space, 0, func(c ledger.Logged) {
		if c.Cause.Kind == "turn" && r.turns[c.Cause.ID] {
			r.sets = append(r.sets, c)
			return
		}
		gone.note(c)
		for _, op := range c.Ops {
			if own[op.Node] && ledger.Repeats(c.ChangeSet, op) {
				said[op.Node] = append(said[op.Node], c)
			} else if own[op.Node] {
				r.vouch(c, op)
			}
		}
	})
	slices.Reverse(r.sets)
	r.Changes = len(r.sets)
	if err != nil {
		return r, err
	}
	err = l.Read(ctx, space, func(v ledger.View) error {
		if err := r.witnesses(v, said, gone); err != nil {
			return err
		}
		return r.divide(v, d)
	})
	if err == nil && len(r.Goes)+len(r.Waits) == 0 {
		err = fmt.Errorf("%s: %w", r.Target, ErrNothingToUndo)
	}
	return r, err
}

// vouch notes that a person has confirmed, accepted or pinned a memory.
func (r *Rollback) vouch(c ledger.Logged, op memtide.Op) {
	switch {
	case c.Actor != "user", c.Cause.Stage == stageUndo:
	case op.Field == "confirmed_at", op.Field == "pinned", op.Whole() && c.Cause.Stage == stageQuarantine:
		r.sure[op.Node] = c
	}
}

// witnesses notes of each memory the first other half-turn that has said it again, and that
// was not taken back itself.
func (r *Rollback) witnesses(v ledger.View, said map[memtide.ID][]ledger.Logged, gone withdrawn) error {
	for id, all := range said {
		for _, c := range all {
			taken, err := gone.turn(v, c)
			if err != nil {
				return err
			}
			if !taken {
				r.others[id] = c
				break
			}
		}
	}
	return nil
}

// divide finds out what goes and what stays.
func (r *Rollback) divide(v ledger.View, d Descent) error {
	goes := map[memtide.ID]bool{}
	for _, n := range d.Nodes {
		goes[n.Node.ID] = true
	}
	for _, n := range d.Nodes {
		why, err := r.shared(v, n.Node, goes)
		if err != nil {
			return err
		}
		switch {
		case why != "":
			n.Why = why
			r.Shared = append(r.Shared, n)
			delete(goes, n.Node.ID)
		case n.Node.ArchivedAt.IsZero():
			r.Goes = append(r.Goes, n)
		case n.Node.Attributes[Quarantine] != "" && n.Node.SupersededBy.IsZero():
			r.Waits = append(r.Waits, n)
		}
	}
	for _, n := range d.Ended {
		if goes[n.Of] && !goes[n.Node.ID] {
			r.Holds = append(r.Holds, n.Node)
		}
	}
	return nil
}

// shared says why a memory stays though it came from the source; "" for one that
// goes.
func (r *Rollback) shared(v ledger.View, n *memtide.Node, goes map[memtide.ID]bool) (string, error) {
	// A person may have taken back what the log says, so the memory itself has to say it, too.
	if c, ok := r.sure[n.ID]; ok && (n.Pinned || !n.ConfirmedAt.IsZero()) {
		delete(r.others, n.ID) // it keeps the trust of that person
		return "you have vouched for it (" + c.Cause.Stage + ")", nil
	}
	if c, ok := r.others[n.ID]; ok && n.Kind != memtide.Episode {
		return "half-turn " + shortChange(memtide.ChangeID(c.Cause.ID)) + " says it, too", nil
	}
	if wordedSummary(n) {
		for k := range v.Graph.OutLinks(n.ID, memtide.DerivedFrom) {
			if goes[k.Node] {
				return "", nil
			}
		}
	}
	links, why := v.Graph.OutLinks(n.ID, memtide.DerivedFrom), "also made of "
	if n.Kind == memtide.Entity {
		links, why = v.Graph.InLinks(n.ID, memtide.Mentions), "also mentioned by "
	}
	for k := range links {
		other, err := v.Graph.Node(k.Node)
		if err != nil {
			return "", err
		}
		if !goes[k.Node] && other.Live() {
			return why + k.Node.Short(), nil
		}
	}
	return "", nil
}

const stageRollback = "rollback"

// TakeBackAll carries a plan out: one change set, which can itself be undone.
// What goes is archived, what waits in quarantine is dropped, what it had superseded holds again, what its half-turns
// have changed in other memories is set back where it still stands so, and what
// others have said, too, is theirs from now on. A summary that was also made of
// something else is made again of that; one in a model's own words goes. The error is [ErrMoved] when the space
// no longer stands as it was planned.
func TakeBackAll(ctx context.Context, l *ledger.Ledger, space memtide.Space, plan Rollback, now time.Time) (Rollback, error) {
	at := now.UTC().Truncate(time.Millisecond)
	id := memtide.Hash(plan.Target, at.String())
	draft := request(stageRollback, space, id, at)
	c, err := l.Decide(ctx, draft, func(v ledger.View, c *memtide.ChangeSet) error {
		b := rollbacker{w: NewWriter(v, c), plan: &plan, goes: map[memtide.ID]bool{}, nodes: map[memtide.ID]*memtide.Node{}}
		for _, n := range slices.Concat(plan.Goes, plan.Waits) {
			b.goes[n.Node.ID] = true
		}
		if err := b.all(); err != nil {
			return err
		}
		c.Reason = fmt.Sprintf("took back %s: %s archived, %d shared, %d hold again", plan.Target, memtide.Count(len(plan.Goes), "memory"), len(plan.Shared), len(plan.Holds))
		if n := len(plan.Waits); n > 0 {
			c.Reason += fmt.Sprintf(", %d dropped out of quarantine", n)
		}
		return nil
	})
	if err != nil {
		return plan, err
	}
	plan.Change = &c
	return plan, nil
}

// rollbacker makes the operations of one rollback.
type rollbacker struct {
	w     *Writer
	plan  *Rollback
	goes  map[memtide.ID]bool
	nodes map[memtide.ID]*memtide.Node // as the change set leaves them
}

// node returns a node as the change set leaves it, nil for one that is gone.
func (b *rollbacker) node(id memtide.ID) (*memtide.Node, error) {
	if n, ok := b.nodes[id]; ok {
		return n, nil
	}
	n, err := b.w.View.Graph.Node(id)
	if errors.Is(err, graphdb.ErrNotFound) {
		n, err = nil, nil
	}
	b.nodes[id] = n
	return n, err
}

func (b *rollbacker) all() error {
	for _, d := range b.plan.Goes {
		n, err := b.node(d.Node.ID)
		if err != nil || n == nil || !n.ArchivedAt.IsZero() || n.Pinned != d.Node.Pinned || !n.ConfirmedAt.Equal(d.Node.ConfirmedAt) || !LastSaid(n).Equal(LastSaid(d.Node)) {
			return errors.Join(err, fmt.Errorf("memory %s: %w", d.Node.ID.Short(), ErrMoved))
		}
		if err := b.w.Set(n, "archived_at", b.w.Change.At); err != nil {
			return err
		}
	}
	for _, d := range b.plan.Waits {
		n, err := doubted(b.w.View, d.Node.ID)
		if err != nil {
			return errors.Join(err, ErrMoved)
		}
		if err := b.w.drop(n); err != nil {
			return err
		}
	}
	for _, c := range b.plan.sets {
		for _, op := range slices.Backward(c.Ops) {
			if err := b.back(op); err != nil {
				return err
			}
		}
	}
	for _, h := range b.plan.Holds {
		if err := b.holdAgain(h.ID); err != nil {
			return err
		}
	}
	for _, s := range b.plan.Shared {
		if err := b.share(s); err != nil {
			return err
		}
	}
	return nil
}

// back takes back what a half-turn of the source has changed in a memory that
// stays, where that still stands, and the relations that it alone has shown.
func (b *rollbacker) back(op memtide.Op) error {
	if op.Node.IsZero() {
		return b.unlink(op)
	}
	var to memtide.ID
	if op.Whole() || b.goes[op.Node] || passing[op.Field] || op.Field == "superseded_by" && json.Unmarshal(op.To, &to) == nil && b.goes[to] {
		return nil // [rollbacker.holdAgain] sees to the last
	}
	n, err := b.node(op.Node)
	if err != nil || n == nil {
		return err
	}
	inverse := op.Inverse()
	if op.Counts() {
		inverse = inverse.Recount(n)
	}
	now, err := inverse.ApplyNode(n)
	if errors.Is(err, memtide.ErrConflict) || err == nil && bytes.Equal(inverse.From, inverse.To) {
		return nil // a later word stands there
	}
	if err != nil {
		return err
	}
	b.w.Change.Ops = append(b.w.Change.Ops, inverse)
	*n = *now
	return nil
}

func (b *rollbacker) unlink(op memtide.Op) error {
	e := op.WholeEdge()
	if e == nil || len(op.To) == 0 || e.Kind != memtide.Relation && e.Kind != memtide.Contradicts {
		return nil
	}
	have, err := b.w.View.Graph.Edge(op.Edge)
	if errors.Is(err, graphdb.ErrNotFound) {
		return nil
	}
	if err != nil || slices.ContainsFunc(have.Evidence, func(t string) bool { return !b.plan.turns[t] }) {
		return err
	}
	b.w.Change.Ops = append(b.w.Change.Ops, memtide.AddEdge(have).Inverse())
	return nil
}

// holdAgain lets a memory be superseded by the next in its chain that stays, or
// by nothing.
func (b *rollbacker) holdAgain(id memtide.ID) error {
	n, err := b.node(id)
	if err != nil || n == nil {
		return err
	}
	next := n.SupersededBy
	for b.goes[next] {
		s, err := b.node(next)
		if err != nil || s == nil {
			return err
		}
		next = s.SupersededBy
	}
	if next == n.SupersededBy {
		return nil
	}
	return b.w.Set(n, "superseded_by", next)
}

// share lets a memory that stays be that of those who have said it, too.
func (b *rollbacker) share(d Descendant) error {
	n, err := b.node(d.Node.ID)
	if err != nil || n == nil {
		return err
	}
	if n.Kind == memtide.Summary {
		return b.summary(n)
	}
	c, ok := b.plan.others[n.ID]
	if !ok || !b.plan.turns[n.Source.Turn] {
		return nil
	}
	for _, id := range b.w.View.Graph.ByTurn(c.Cause.ID) {
		e, err := b.node(id)
		if err != nil {
			return err
		}
		if e == nil || e.Kind != memtide.Episode {
			continue
		}
		b.w.Edge(memtide.DerivedFrom, n.ID, e.ID)
		trust := min(n.Trust, e.Trust)
		if n.Kind == memtide.Instruction && !trust.MayInstruct() {
			trust = n.Trust // what nobody may instruct by would be no instruction; the source says who it is from
		}
		return errors.Join(b.w.Set(n, "source", e.Source), b.w.Set(n, "trust", trust))
	}
	return nil
}

// summary makes a summary anew without what goes.
func (b *rollbacker) summary(old *memtide.Node) error {
	text := old.Content
	for _, d := range b.plan.Goes {
		if d.Node.Kind != memtide.Episode {
			text = strings.ReplaceAll(text, d.Node.Content, "")
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	if text == old.Content || !old.Live() {
		return nil
	}
	n := *old
	n.ID, n.Content, n.CreatedAt = b.w.ID(), text, b.w.Change.At
	b.w.Add(&n)
	for k := range b.w.View.Graph.OutLinks(old.ID, memtide.DerivedFrom) {
		if !b.goes[k.Node] {
			b.w.Edge(memtide.DerivedFrom, n.ID, k.Node)
		}
	}
	return b.w.Supersede(&n, old)
}
