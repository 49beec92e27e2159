package ledger

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
)

// story is one random history, told to a ledger step by step. Two of the same seed are the
// same, however their decisions come to stand in LEDGER.
type story struct {
	t     *testing.T
	h     *bustest.Harness
	l     *Ledger
	dir   string
	rnd   *rand.Rand
	said  []telling
	kept  []telling // of said, those of which something was kept
	gone  map[string]bool
	alone bool // each decision has a message of its own
}

// telling is a half-turn with the decisions that its stages come to.
type telling struct {
	draft  memtide.ChangeSet // of the stage record
	by     map[string]Decider
	stages []string
	text   string
}

func (s *story) open() {
	s.l = holding(s.t, s.h.Bus, s.dir, Options{})
}

func (s *story) decide(c memtide.ChangeSet, by Decider) memtide.ChangeSet {
	s.t.Helper()
	c = decided(s.t, s.l, c, by)
	if s.alone {
		s.l.WriteOut(s.t.Context())
	}
	return c
}

// hears lets a half-turn be decided on, up to some stage.
func (s *story) hears(w telling, until int) {
	s.t.Helper()
	for _, stage := range w.stages[:until] {
		c := w.draft
		c.ID, c.Cause.Stage = memtide.NewChangeID(stage, c.Cause.ID), stage
		s.decide(c, w.by[stage])
	}
}

// say tells the i-th half-turn.
func (s *story) say(i int, space memtide.Space) {
	s.t.Helper()
	w := telling{stages: []string{"record", "store", "reconcile"}, by: map[string]Decider{}, text: fmt.Sprintf("sentence %d-%d", i, s.rnd.Uint32())}
	w.draft = half(s.t, s.h.Bus, space, "record", i)
	keep := s.rnd.IntN(3) == 0
	for _, stage := range w.stages {
		if w.by[stage] = nothing; keep && stage == "store" {
			w.by[stage] = keeps(w.text)
		} else if s.rnd.IntN(4) == 0 { // it repeats what is erased perhaps
			w.by[stage] = func(_ View, c *memtide.ChangeSet) error { c.Reason = "not kept: " + w.text; return nil }
		}
	}
	if s.said = append(s.said, w); keep {
		s.kept = append(s.kept, w)
	}
	until := len(w.stages)
	if s.rnd.IntN(8) == 0 { // killed between two stages
		until = s.rnd.IntN(until + 1)
		s.hears(w, until)
		s.kill()
		return
	}
	s.hears(w, until)
}

// kill ends the process: what waited is lost, and is decided on again by the next one.
func (s *story) kill() {
	s.t.Helper()
	if s.rnd.IntN(3) == 0 {
		if err := s.l.Mark(s.t.Context()); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := s.l.Close(); err != nil {
		s.t.Fatal(err)
	}
	s.open()
	for _, w := range s.said[min(max(int(s.l.TurnsFrom(s.t.Context()))-1, 0), len(s.said)):] {
		if !s.gone[w.draft.Cause.ID] {
			s.hears(w, len(w.stages))
		}
	}
}

func (s *story) erase(i int) {
	s.t.Helper()
	if len(s.kept) == 0 {
		return
	}
	w := s.kept[s.rnd.IntN(len(s.kept))]
	if s.gone[w.draft.Cause.ID] {
		return
	}
	s.gone[w.draft.Cause.ID] = true
	id := memtide.NewID(w.draft.At, memtide.NewChangeID("store", w.draft.Cause.ID), 0)
	if _, err := s.l.Erase(s.t.Context(), Erasing{Space: w.draft.Space, Target: fmt.Sprint("turn ", i), At: eleven.Add(time.Duration(i) * time.Hour),
		Nodes: []memtide.ID{id}, Turns: []string{w.draft.Cause.ID}, Texts: []string{w.text}}); err != nil {
		s.t.Fatal(err)
	}
}

// step is the i-th of the story.
func (s *story) step(i int) {
	s.t.Helper()
	space := []memtide.Space{"a", "b"}[s.rnd.IntN(2)]
	switch n := s.rnd.IntN(20); {
	case n < 15:
		s.say(i, space)
	case n < 17: // by hand
		s.decide(memtide.ChangeSet{ID: memtide.ChangeID(fmt.Sprint("mine ", i)), Space: space, At: eleven, Actor: "user",
			Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(i), Stage: "remember"}}, keeps(fmt.Sprint("stated ", i)))
	case n == 17:
		s.erase(i)
	case n == 18:
		s.kill()
	default:
		s.same(space)
	}
}

// same holds the live graph of a space against one that is made anew from the log.
func (s *story) same(space memtide.Space) {
	s.t.Helper()
	r, err := s.l.Rebuild(s.t.Context(), space, nil)
	if err != nil || r.Before != r.After {
		s.t.Fatalf("rebuilt %+v, %v", r, err)
	}
	if found, err := s.l.Check(s.t.Context(), space); err != nil || len(found) > 0 {
		s.t.Errorf("check: %v %v", found, err)
	}
}

// What a history comes to does not depend on which decisions share a message: through kills
// between two stages, erasures, rebuilds and a second space, the state and the log are those of
// one in which each decision has its own.
func TestAHistoryComesToTheSameWhateverIsCarried(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	var told [2]*story
	for n := range told {
		s := &story{t: t, h: bustest.Start(t), dir: t.TempDir(), rnd: rand.New(rand.NewPCG(seed, 1)), gone: map[string]bool{}, alone: n == 1}
		s.open()
		for i := range 120 {
			s.step(i)
		}
		s.kill()
		told[n] = s
	}
	for _, space := range []memtide.Space{"a", "b"} {
		var hash [2]string
		var ids [2]map[memtide.ChangeID]string
		for n, s := range told {
			s.l.WriteOut(t.Context())
			s.same(space)
			var err error
			if hash[n], _, err = s.l.Hash(t.Context(), space); err != nil {
				t.Fatal(err)
			}
			ids[n] = map[memtide.ChangeID]string{}
			if err := s.l.Forwards(t.Context(), space, 0, func(c Logged) {
				if _, twice := ids[n][c.ID]; twice {
					t.Errorf("%s stands in the log twice", c.ID)
				}
				ids[n][c.ID] = fmt.Sprint(c.Reason, len(c.Ops))
			}); err != nil {
				t.Fatal(err)
			}
			if left, err := s.l.Pending(t.Context(), space); err != nil || left > 0 {
				t.Errorf("%d half-turns are pending (%v)", left, err)
			}
		}
		if hash[0] != hash[1] {
			t.Errorf("space %s: state %s, and %s where each has its own message", space, hash[0], hash[1])
		}
		if diff := cmp.Diff(ids[1], ids[0]); diff != "" {
			t.Errorf("space %s: the log differs: %s", space, diff)
		}
	}
	if a, b := messages(t, told[0].h.Bus), messages(t, told[1].h.Bus); a >= b {
		t.Errorf("%d messages, and %d where each has its own: nothing was carried", a, b)
	}
}

// The memory as it was just after a decision that changes nothing has nothing of the one that
// carries it.
func TestThePastOfWhatIsCarriedEndsBeforeWhatCarriesIt(t *testing.T) {
	h := bustest.Start(t)
	l := holding(t, h.Bus, t.TempDir(), Options{})
	kept := decided(t, l, half(t, h.Bus, "a", "store", 0), keeps("the ferry leaves at nine"))
	waits := decided(t, l, half(t, h.Bus, "a", "store", 1), nothing)
	carrier := decided(t, l, half(t, h.Bus, "a", "store", 2), keeps("the ferry leaves at ten"))
	for _, c := range []struct {
		id   memtide.ChangeID
		want int
	}{{kept.ID, 1}, {waits.ID, 1}, {carrier.ID, 2}} {
		p, err := l.AsOfChange(t.Context(), "a", string(c.id))
		if err != nil {
			t.Fatal(err)
		}
		if err := l.Read(t.Context(), p.Space, func(v View) error {
			if n := len(v.Graph.ByKind(memtide.Fact, 10)); n != c.want {
				t.Errorf("after %s there are %d memories, want %d", c.id, n, c.want)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
}
