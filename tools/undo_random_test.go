package tools_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Undoing is done or refused with a reason, whatever was done and undone before, and leaves
// a space that holds together.
func TestUndoOfAnythingFits(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	for round := range uint64(4) {
		p := &player{t: t, rng: rand.New(rand.NewPCG(seed, round)), at: noon}
		p.l, _ = open(t)
		for i, name := range []string{"Anna", "Annie", "Ben"} {
			n := &memtide.Node{ID: memtide.NewID(noon, "names", i), Kind: memtide.Entity, CanonicalName: name, Content: name, MentionCount: i + 1, Trust: memtide.TrustUser}
			plant(t, p.l, name, []*memtide.Node{n})
			p.names = append(p.names, n.ID)
		}
		for range 150 {
			p.at = p.at.Add(time.Minute)
			if p.rng.IntN(2) == 0 && len(p.made) > 0 {
				p.undo()
			} else if c, err := p.step(); err == nil {
				p.did(c)
			}
		}
		rebuilt(t, p.l)
		if found, err := p.l.Check(t.Context(), home); err != nil || len(found) > 0 {
			t.Errorf("round %d, check: %v %v", round, found, err)
		}
	}
}

// player does this and that to a space.
type player struct {
	t          *testing.T
	l          *ledger.Ledger
	rng        *rand.Rand
	at         time.Time
	ids, names []memtide.ID
	made       []memtide.ChangeSet
}

func (p *player) did(c memtide.ChangeSet) {
	if len(c.Ops) == 0 {
		return
	}
	p.made = append(p.made, c)
	for _, op := range c.Ops {
		if op.Whole() && !op.Node.IsZero() && len(op.To) > 0 {
			p.ids = append(p.ids, op.Node)
		}
	}
}

func (p *player) step() (memtide.ChangeSet, error) {
	ctx, l := p.t.Context(), p.l
	if len(p.ids) < 4 {
		return tools.Remember(ctx, l, home, tools.Note{Text: fmt.Sprintf("Box %d stands there.", len(p.made)), At: p.at})
	}
	id, name := p.ids[p.rng.IntN(len(p.ids))], p.names[p.rng.IntN(len(p.names))]
	switch p.rng.IntN(7) {
	case 0:
		return tools.Correct(ctx, l, home, tools.Correction{ID: id, Text: fmt.Sprintf("Box %d is lost.", len(p.made)), At: p.at})
	case 1:
		return tools.Confirm(ctx, l, home, id, p.at)
	case 2:
		return tools.Vote(ctx, l, home, tools.Ballot{ID: id, Weight: float64(p.rng.IntN(7)) - 2.5, At: p.at})
	case 3:
		return tools.Forget(ctx, l, home, []memtide.ID{id}, p.at)
	case 4:
		return tools.Restore(ctx, l, home, tools.Restoring{ID: id, Beside: p.rng.IntN(2) == 0, At: p.at})
	case 5:
		return tools.Restore(ctx, l, home, tools.Restoring{ID: name, At: p.at})
	}
	return tools.MergeEntities(ctx, l, home, tools.Merging{Keep: name, Gone: p.names[p.rng.IntN(len(p.names))], At: p.at})
}

// undo takes one of the newest changes back, in any way.
func (p *player) undo() {
	in := tools.Undoing{Change: string(p.made[max(0, len(p.made)-1-p.rng.IntN(12))].ID), Cascade: p.rng.IntN(2) == 0}
	in.Force = !in.Cascade && p.rng.IntN(2) == 0
	u, err := undo(p.t, p.l, in, p.at)
	switch {
	case err == nil:
		p.did(*u.Change)
	case !errors.Is(err, tools.ErrUndone) && !errors.Is(err, tools.ErrLater) && !errors.Is(err, tools.ErrNothingToUndo):
		p.t.Errorf("after %d changes, %+v: %v", len(p.made), in, err)
	}
}

// What came and went between, and what was gone before, is no harm to an undo.
func TestUndoOfWhatCameAndWent(t *testing.T) {
	l, _ := open(t)
	at := noon
	back := func(in tools.Undoing) {
		t.Helper()
		at = at.Add(time.Minute)
		if _, err := undo(t, l, in, at); err != nil && !errors.Is(err, tools.ErrLater) {
			t.Error(err)
		}
	}
	correct := func(id memtide.ID) string {
		t.Helper()
		at = at.Add(time.Minute)
		c, err := tools.Correct(t.Context(), l, home, tools.Correction{ID: id, Text: "The rent is 450.", At: at})
		if err != nil {
			t.Fatal(err)
		}
		return string(c.ID)
	}
	n := note(t, l, tools.Note{Text: "The rent is 400."})
	made, err := l.Log(t.Context(), home, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	back(tools.Undoing{Change: correct(n.ID)})
	if _, err := tools.Pin(t.Context(), l, home, n.ID, true, at); err != nil {
		t.Fatal(err)
	}
	back(tools.Undoing{Change: string(made[0].ID), Cascade: true}) // with a link that the correction made and its undo took

	n = note(t, l, tools.Note{Text: "The rent is 400.", At: at})
	corrected := correct(n.ID)
	restored, err := tools.Restore(t.Context(), l, home, tools.Restoring{ID: n.ID, Beside: true, At: at})
	if err != nil {
		t.Fatal(err)
	}
	back(tools.Undoing{Change: corrected, Force: true})
	back(tools.Undoing{Change: string(restored.ID), Force: true}) // by what would it be superseded?
	rebuilt(t, l)
}
