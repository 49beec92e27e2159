package maintain

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// store is one space with a few memories and no stage that runs.
type store struct {
	t  *testing.T
	d  Deps
	at time.Time
	n  int
}

func newStore(t *testing.T) *store {
	t.Helper()
	h := bustest.Start(t)
	l, err := ledger.Open(h.Bus, filepath.Join(t.TempDir(), "spaces"), ledger.Options{Fold: language.Fold})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if found, err := l.Check(context.Background(), "s"); err != nil || len(found) > 0 {
			t.Error(found, err)
		}
		l.Close()
	})
	return &store{t: t, d: Deps{Bus: h.Bus, Ledger: l}, at: time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)}
}

// put makes nodes in one change set.
func (s *store) put(nodes ...*memtide.Node) []memtide.ID {
	s.t.Helper()
	s.n++
	id := memtide.NewChangeID("put", fmt.Sprint(s.n))
	c := memtide.ChangeSet{ID: id, Space: "s", Actor: "user", At: s.at, Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(s.n), Stage: "put"}}
	var ids []memtide.ID
	_, err := s.d.Ledger.Decide(s.t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
		ids = nil
		for i, n := range nodes {
			n.ID = memtide.NewID(s.at, id, i)
			if n.CreatedAt.IsZero() {
				n.CreatedAt = s.at
			}
			if n.Trust == 0 {
				n.Trust = memtide.TrustUser
			}
			if n.Kind == "" {
				n.Kind = memtide.Fact
			}
			ids = append(ids, n.ID)
			c.Ops = append(c.Ops, memtide.AddNode(n))
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return ids
}

func (s *store) edge(kind memtide.EdgeKind, from, to memtide.ID) {
	s.t.Helper()
	s.n++
	id := memtide.NewChangeID("edge", fmt.Sprint(s.n))
	c := memtide.ChangeSet{ID: id, Space: "s", Actor: "user", At: s.at, Cause: memtide.Cause{Kind: "request", ID: fmt.Sprint(s.n), Stage: "edge"}}
	_, err := s.d.Ledger.Decide(s.t.Context(), c, func(v ledger.View, c *memtide.ChangeSet) error {
		tools.NewWriter(v, c).Edge(kind, from, to)
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
}

// propose lets a job that proposes the given change run.
func (s *store) propose(decide func(v ledger.View, c *memtide.ChangeSet) error) event.JobEnded {
	return s.proposeUnit(unit{decide: decide})
}

func (s *store) proposeUnit(u unit) event.JobEnded {
	s.t.Helper()
	s.n++
	u.input = fmt.Sprint(s.n)
	r := &run{Deps: s.d, due: event.JobDue{Job: "test", Space: "s", ScheduledAt: s.at}, at: s.at}
	err := r.all(s.t.Context(), func(context.Context, *run) ([]unit, error) {
		return []unit{u}, nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return r.ended
}

func (s *store) hash() string {
	s.t.Helper()
	h, _, err := s.d.Ledger.Hash(s.t.Context(), "s")
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

func TestTheGuardRefuses(t *testing.T) {
	s := newStore(t)
	ids := s.put(&memtide.Node{Content: "The heron server listens on port 8443."}, &memtide.Node{Content: "Releases leave on Thursday.", Pinned: true},
		&memtide.Node{Content: "The rent of the barn is 400 euros.", ConfirmedAt: s.at}, &memtide.Node{Content: "Bob keeps bees.", AccessCount: 3, LastAccessed: s.at.AddDate(0, -1, 0), CreatedAt: s.at.AddDate(-1, 0, 0)},
		&memtide.Node{Content: "An old remark about the weather in March.", CreatedAt: s.at.AddDate(-1, 0, 0)})
	s.edge(memtide.DerivedFrom, ids[0], ids[4])
	before := s.hash()
	set := func(i int, field string, value any) func(v ledger.View, c *memtide.ChangeSet) error {
		return func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(ids[i])
			if err == nil {
				err = tools.NewWriter(v, c).Set(n, field, value)
			}
			return err
		}
	}
	for _, c := range []struct {
		name, want string
		decide     func(v ledger.View, c *memtide.ChangeSet) error
	}{
		{"a node goes", "would vanish", func(v ledger.View, c *memtide.ChangeSet) error {
			n, err := v.Graph.Node(ids[4])
			c.Ops = append(c.Ops, memtide.AddNode(n).Inverse())
			return err
		}},
		{"a source goes", "would lose its source", func(v ledger.View, c *memtide.ChangeSet) error {
			all, err := v.Graph.Out(ids[0], memtide.DerivedFrom)
			c.Ops = append(c.Ops, memtide.AddEdge(&all[0]).Inverse())
			return err
		}},
		{"words change", "content of memory", set(4, "content", "x")},
		{"trust changes", "trust of memory", set(4, "trust", memtide.TrustConfirmed)},
		{"what is pinned is archived", "vouches for it", set(1, "archived_at", s.at)},
		{"what is confirmed is archived", "vouches for it", set(2, "archived_at", s.at)},
		{"what is used is archived", "found no longer", set(3, "archived_at", s.at)},
		{"superseded without an edge", "way back", set(4, "superseded_by", ids[0])},
		{"a summary without a source", "no source", func(v ledger.View, c *memtide.ChangeSet) error {
			w := tools.NewWriter(v, c)
			w.Add(&memtide.Node{ID: w.ID(), Kind: memtide.Summary, Content: "All is well.", CreatedAt: c.At, Trust: memtide.TrustUser})
			return nil
		}},
		{"a source that is not there", "not there", func(v ledger.View, c *memtide.ChangeSet) error {
			w := tools.NewWriter(v, c)
			n := &memtide.Node{ID: w.ID(), Kind: memtide.Summary, Content: "All is well.", CreatedAt: c.At, Trust: memtide.TrustUser}
			w.Add(n)
			w.Edge(memtide.DerivedFrom, n.ID, memtide.NewID(s.at, "nothing", 1))
			return nil
		}},
		{"a crowd before what is found", "would stand before", func(v ledger.View, c *memtide.ChangeSet) error {
			w := tools.NewWriter(v, c)
			for range 12 {
				n := &memtide.Node{ID: w.ID(), Kind: memtide.Fact, Content: "heron server listens port 8443, port 8443", CreatedAt: c.At, Trust: memtide.TrustUser}
				w.Add(n)
				w.Edge(memtide.DerivedFrom, n.ID, ids[4])
			}
			return nil
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			ended := s.propose(c.decide)
			if ended.Outcome != event.JobRefused || len(ended.Refused) != 1 || !strings.Contains(ended.Refused[0], c.want) || ended.Changes != 0 {
				t.Errorf("%+v, want a refusal that says %q", ended, c.want)
			}
			if got := s.hash(); got != before {
				t.Error("a refused change set has changed something")
			}
		})
	}
	if ended := s.propose(set(4, "archived_at", s.at)); ended.Outcome != event.JobDone || ended.Archived != 1 {
		t.Errorf("what nobody needs may be archived: %+v", ended)
	}
}

// A refusal is written down, so it names the same memory however often a set is
// looked at: the first in the order of the set.
func TestARefusalNamesTheFirst(t *testing.T) {
	s := newStore(t)
	known := s.put(&memtide.Node{Content: "The heron server listens on port 8443."})[0]
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "refused"), Space: "s", At: s.at}
	err := s.d.Ledger.Read(t.Context(), "s", func(v ledger.View) error {
		for _, source := range []bool{true, false} {
			c.Ops = nil
			w := tools.NewWriter(v, &c)
			var want string
			for i := range 8 {
				n := &memtide.Node{ID: w.ID(), Kind: memtide.Summary, Content: "All is well.", CreatedAt: s.at, Trust: memtide.TrustUser}
				w.Add(n)
				if source {
					w.Edge(memtide.DerivedFrom, n.ID, known)
					w.Edge(memtide.DerivedFrom, n.ID, memtide.NewID(s.at, "nothing", i))
				}
				if want == "" {
					want = n.ID.Short()
				}
			}
			for range 20 {
				why, err := (&run{}).guard(v, &c)
				if err != nil || !strings.HasPrefix(why, "memory "+want+" ") {
					t.Fatalf("with sources %v: %q, %v; want memory %s", source, why, err, want)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A job that says of a decision that no watch minds it is held to that.
func TestWithoutAWatchLittleMayChange(t *testing.T) {
	s := newStore(t)
	ids := s.put(&memtide.Node{Content: "An old remark about the weather in March.", CreatedAt: s.at.AddDate(-1, 0, 0)})
	add := func(n int) func(v ledger.View, c *memtide.ChangeSet) error {
		return func(v ledger.View, c *memtide.ChangeSet) error {
			w := tools.NewWriter(v, c)
			for i := range n {
				made := &memtide.Node{ID: w.ID(), Kind: memtide.Fact, Content: fmt.Sprintf("Remark %d about the weather.", i), CreatedAt: c.At, Trust: memtide.TrustUser}
				w.Add(made)
				w.Edge(memtide.DerivedFrom, made.ID, ids[0])
			}
			return nil
		}
	}
	archive := func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(ids[0])
		if err == nil {
			err = tools.NewWriter(v, c).Set(n, "archived_at", s.at)
		}
		return err
	}
	for _, c := range []struct {
		name   string
		decide func(v ledger.View, c *memtide.ChangeSet) error
		want   string
	}{
		{"one memory more", add(1), event.JobDone},
		{"many memories more", add(watchFound), event.JobRefused},
		{"a memory archived", archive, event.JobRefused},
	} {
		if ended := s.proposeUnit(unit{lone: true, decide: c.decide}); ended.Outcome != c.want {
			t.Errorf("%s: %+v, want %s", c.name, ended, c.want)
		}
	}
}

func TestCausesReadsTheFirstWords(t *testing.T) {
	for text, want := range map[string]direction{
		"Because the migration ran twice.":                isCause,
		"That's because the migration ran twice.":         isCause,
		"Yes, it was because the disk was full.":          isCause,
		"The root cause was a stale lock file.":           isCause,
		"It turned out that the certificate had expired.": isCause,
		"Therefore we pinned the version.":                isEffect,
		"That's why we moved to Lisbon.":                  isEffect,
		"As a result, nobody can deploy.":                 isEffect,
		"Ok, because of that we turned it off.":           isEffect,
		"The migration ran twice.":                        unsaid,
		"Is that because of the migration?":               unsaid,
		"We use pnpm because npm is slow.":                unsaid,
		"I like tea. That's why I bought a kettle.":       unsaid,
		"": unsaid,
		"Because of the heat the build machine was throttled.":  isCause,
		"Hm, exactly: therefore the tests are run twice a day.": isEffect,
	} {
		if got := causes(text); got != want {
			t.Errorf("%q: %d, want %d", text, got, want)
		}
	}
}

// The watch never stands in the way of a job that does what it is there for.
func TestNothingThatMayGoCounts(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 1))
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	ago := func() time.Time { return now.Add(-time.Duration(r.IntN(3000*24)) * time.Hour) }
	gone := 0
	for range 20000 {
		n := &memtide.Node{Kind: told[r.IntN(len(told))], CreatedAt: ago(), BaseConfidence: r.Float64(), DecayRate: r.Float64() / 10, Score: 10*r.Float64() - 5}
		if r.IntN(2) == 0 {
			n.AccessCount, n.LastAccessed = r.IntN(100), ago()
		}
		if r.IntN(4) == 0 {
			n.ConfirmedAt = ago()
		}
		n.Pinned = r.IntN(8) == 0
		if !fades(n, now) && !prunable(n, now) {
			continue
		}
		if gone++; counts(n, now) {
			t.Fatalf("%+v", n)
		}
	}
	if gone < 1000 {
		t.Errorf("%d may go", gone)
	}
}
