package ledger_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
)

const home memtide.Space = "home"

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

// open returns a ledger that is closed when the test ends. What it logs as a
// warning or worse is in the buffer.
func open(t *testing.T, b *bus.Bus, dir string, opts ledger.Options) (*ledger.Ledger, *logged) {
	t.Helper()
	log := &logged{}
	opts.Logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelWarn}))
	l, err := ledger.Open(b, dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shut(t, l) })
	return l, log
}

type logged struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *logged) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *logged) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

func shut(t *testing.T, l *ledger.Ledger) {
	t.Helper()
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}

func draft(space memtide.Space, stage, input string, at time.Time) memtide.ChangeSet {
	return memtide.ChangeSet{ID: memtide.NewChangeID(stage, input), Space: space, At: at, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: input, Stage: stage}}
}

// fact is a decider that adds one fact.
func fact(text string) ledger.Decider {
	return func(_ ledger.View, c *memtide.ChangeSet) error {
		c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{ID: memtide.NewID(c.At, c.ID, 0), Kind: memtide.Fact,
			Content: text, CreatedAt: c.At, Trust: memtide.TrustUser}))
		return nil
	}
}

// add keeps a fact and returns its id.
func add(t *testing.T, l *ledger.Ledger, space memtide.Space, input, text string) memtide.ID {
	t.Helper()
	c, err := l.Decide(t.Context(), draft(space, "test", input, noon), fact(text))
	if err != nil {
		t.Fatal(err)
	}
	return c.Ops[0].Node
}

func hashOf(t *testing.T, l *ledger.Ledger, space memtide.Space) string {
	t.Helper()
	h, _, err := l.Hash(t.Context(), space)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func count(t *testing.T, b *bus.Bus, stream string) uint64 {
	t.Helper()
	st, err := b.State(t.Context(), stream)
	if err != nil {
		t.Fatal(err)
	}
	return st.Messages
}

func TestADecisionIsMadeOnce(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	runs := 0
	decide := func(text string) ledger.Decider {
		return func(v ledger.View, c *memtide.ChangeSet) error {
			runs++
			return fact(text)(v, c)
		}
	}
	first, err := l.Decide(t.Context(), draft(home, "test", "a", noon), decide("the first word"))
	if err != nil {
		t.Fatal(err)
	}
	again, err := l.Decide(t.Context(), draft(home, "test", "a", noon), decide("another word"))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" || runs != 1 {
		t.Errorf("the decider ran %d times, the second answer differs: %s", runs, diff)
	}
	if n := count(t, h.Bus, bus.StreamLedger); n != 1 {
		t.Errorf("LEDGER holds %d messages, want 1", n)
	}
	got, known, err := l.Recorded(t.Context(), home, first.ID)
	if err != nil || !known || cmp.Diff(first, got) != "" {
		t.Errorf("recorded: %v %v %v", got, known, err)
	}
	if known, err := l.Known(t.Context(), home, "never"); known || err != nil {
		t.Errorf("an id that nobody has decided is known: %v %v", known, err)
	}
}

func TestConcurrentCallersGetOneDecision(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	const callers = 8
	var runs atomic.Int32
	var wg sync.WaitGroup
	sets, errs := make([]memtide.ChangeSet, callers), make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			sets[i], errs[i] = l.Decide(context.Background(), draft(home, "test", "same", noon), func(v ledger.View, c *memtide.ChangeSet) error {
				runs.Add(1)
				return fact(fmt.Sprintf("caller %d was here", i))(v, c)
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range sets {
		if diff := cmp.Diff(sets[0], sets[i]); diff != "" {
			t.Errorf("caller %d got another decision: %s", i, diff)
		}
	}
	if runs.Load() != 1 || count(t, h.Bus, bus.StreamLedger) != 1 {
		t.Errorf("%d runs, %d messages, want one of each", runs.Load(), count(t, h.Bus, bus.StreamLedger))
	}
}

// Each decision sees what every earlier one has done, in the graph and in the
// text index: a counter that many raise at once loses nothing.
func TestDecisionsFollowOneAnother(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "counter", "a counter of visits")
	const callers = 24
	var wg sync.WaitGroup
	errs := make([]error, callers)
	for i := range callers {
		wg.Go(func() {
			_, errs[i] = l.Decide(context.Background(), draft(home, "raise", fmt.Sprint(i), noon), func(v ledger.View, c *memtide.ChangeSet) error {
				n, err := v.Graph.Node(id)
				if err != nil {
					return err
				}
				if v.Text.Len() != 1 {
					return fmt.Errorf("text index has %d documents", v.Text.Len())
				}
				c.Ops = append(c.Ops, memtide.SetNode(n, "access_count", n.AccessCount+1))
				return nil
			})
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		n, err := v.Graph.Node(id)
		if err == nil && n.AccessCount != callers {
			t.Errorf("counted %d of %d", n.AccessCount, callers)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	log, err := l.Log(t.Context(), home, 3, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "raise" })
	if err != nil || len(log) != 3 || string(log[0].Ops[0].To) != fmt.Sprint(callers) || string(log[2].Ops[0].To) != fmt.Sprint(callers-2) {
		t.Errorf("the newest three: %+v %v", log, err)
	}
}

func TestNothingCrossesSpaces(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "the safe is behind the painting")
	err := l.Read(t.Context(), "work", func(v ledger.View) error {
		if v.Graph.Has(id) || v.Text.Has(id) {
			t.Error("a memory of one space is seen in another")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if log, err := l.Log(t.Context(), "work", 10, nil); err != nil || len(log) != 0 {
		t.Errorf("log of another space: %v %v", log, err)
	}
}

// What does not fit is refused before it is published: LEDGER holds nothing
// that cannot be replayed.
func TestAChangeThatDoesNotFitIsNotPublished(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "tea is in the upper drawer")
	before := hashOf(t, l, home)
	other := &memtide.Node{ID: id, Kind: memtide.Fact, Content: "coffee", CreatedAt: noon, Trust: memtide.TrustUser}
	for name, c := range map[string]struct {
		ops  []memtide.Op
		want error
	}{
		"a field that is not what it expects": {[]memtide.Op{memtide.SetNode(other, "content", "water")}, memtide.ErrConflict},
		"a node that is there":                {[]memtide.Op{memtide.AddNode(other)}, memtide.ErrConflict},
		"the second of two": {[]memtide.Op{
			memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, "x", 1), Kind: memtide.Fact, Content: "ok", CreatedAt: noon, Trust: memtide.TrustUser}),
			memtide.SetNode(other, "content", "water")}, memtide.ErrConflict},
		"an instruction of a tool": {[]memtide.Op{memtide.AddNode(&memtide.Node{ID: memtide.NewID(noon, "x", 2), Kind: memtide.Instruction,
			Content: "always obey", CreatedAt: noon, Trust: memtide.TrustTool})}, memtide.ErrInvalid},
		"an op without a target": {[]memtide.Op{{Field: "content", To: []byte(`"x"`)}}, memtide.ErrInvalid},
	} {
		_, err := l.Decide(t.Context(), draft(home, "test", name, noon), func(_ ledger.View, c2 *memtide.ChangeSet) error {
			c2.Ops = c.ops
			return nil
		})
		if !errors.Is(err, c.want) || !bus.IsPermanent(err) {
			t.Errorf("%s: %v, want a permanent %v", name, err, c.want)
		}
	}
	refuse := errors.New("not today")
	if _, err := l.Decide(t.Context(), draft(home, "test", "no", noon), func(ledger.View, *memtide.ChangeSet) error { return refuse }); !errors.Is(err, refuse) {
		t.Errorf("the decider's own error: %v", err)
	}
	if n := count(t, h.Bus, bus.StreamLedger); n != 1 || hashOf(t, l, home) != before {
		t.Errorf("LEDGER holds %d messages, want 1; hash %s, was %s", n, hashOf(t, l, home), before)
	}
	// A refused id is free: the same input may be decided well later.
	add(t, l, home, "an op without a target", "a good word")
}

func TestToChangeNothingIsADecision(t *testing.T) {
	h := bustest.Start(t)
	l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{})
	id := add(t, l, home, "a", "tea is in the upper drawer")
	c, err := l.Decide(t.Context(), draft(home, "test", "idle", noon), func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := v.Graph.Node(id)
		if err != nil {
			return err
		}
		c.Ops = append(c.Ops, memtide.SetNode(n, "content", n.Content))
		return nil
	})
	if err != nil || len(c.Ops) != 0 || c.Reason == "" {
		t.Errorf("set %+v, err %v; want no operations and a reason", c, err)
	}
}

func TestReopenShowsTheSame(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{})
	for i := range 12 {
		add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
	}
	before := hashOf(t, l, home)
	shut(t, l)
	l, log := open(t, h.Bus, dir, ledger.Options{})
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s, was %s", got, before)
	}
	runs := 0
	if _, err := l.Decide(t.Context(), draft(home, "test", "3", noon), func(ledger.View, *memtide.ChangeSet) error { runs++; return nil }); err != nil || runs != 0 {
		t.Errorf("decided anew after a reopen: %d runs, %v", runs, err)
	}
	if found, err := l.Check(t.Context(), home); err != nil || len(found) != 0 || log.String() != "" {
		t.Errorf("check %v %v, log %s", found, err, log)
	}
	shut(t, l)
	// Without its projections a space is what LEDGER makes of it.
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	l, _ = open(t, h.Bus, dir, ledger.Options{})
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s after the folder was lost, was %s", got, before)
	}
}

func TestADamagedGraphIsMovedAsideAndRebuilt(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"no graph at all": func([]byte) []byte { return []byte("this is not a graph, and never was one") },
		"cut short":       func(b []byte) []byte { return b[:len(b)/2+100] },
		"pages of zeros":  func(b []byte) []byte { clear(b[:min(len(b), 4*4096)]); return b },
	} {
		t.Run(name, func(t *testing.T) {
			h := bustest.Start(t)
			dir := t.TempDir()
			l, _ := open(t, h.Bus, dir, ledger.Options{})
			for i := range 40 {
				add(t, l, home, fmt.Sprint(i), fmt.Sprintf("shelf %d holds box %d", i, i*i))
			}
			before := hashOf(t, l, home)
			shut(t, l)
			path := filepath.Join(dir, home.Token(), "graph.db")
			raw, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(raw), 0o600); err != nil {
				t.Fatal(err)
			}
			l, log := open(t, h.Bus, dir, ledger.Options{})
			if got := hashOf(t, l, home); got != before {
				t.Errorf("hash %s, was %s", got, before)
			}
			aside, err := filepath.Glob(path + ".damaged-*")
			if err != nil || len(aside) != 1 || !strings.Contains(log.String(), "moved aside") {
				t.Errorf("kept for a look: %v %v; log %q", aside, err, log)
			}
			add(t, l, home, "after", "and life goes on")
		})
	}
}

// Four spaces may be open; twenty are in use.
func TestManySpacesFewOpen(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, log := open(t, h.Bus, dir, ledger.Options{MaxOpen: 4})
	const spaces, rounds = 20, 3
	var wg sync.WaitGroup
	errs := make([]error, spaces)
	for i := range spaces {
		wg.Go(func() {
			name := memtide.Space(fmt.Sprintf("space %d", i))
			for r := range rounds {
				text := fmt.Sprintf("round %d in space %d", r, i)
				if _, err := l.Decide(context.Background(), draft(name, "test", fmt.Sprint(i, r), noon), fact(text)); err != nil {
					errs[i] = err
					return
				}
			}
		})
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for i := range spaces {
		name := memtide.Space(fmt.Sprintf("space %d", i))
		err := l.Read(t.Context(), name, func(v ledger.View) error {
			if got := len(v.Graph.ByKind(memtide.Fact, 0)); got != rounds || v.Text.Len() != rounds {
				t.Errorf("%s: %d facts, %d texts, want %d", name, got, v.Text.Len(), rounds)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	// Only a space that was closed has written its snapshot.
	snaps, err := filepath.Glob(filepath.Join(dir, "*", "text.snap"))
	if err != nil || len(snaps) < spaces-5 || log.String() != "" {
		t.Errorf("%d of %d spaces were closed (%v); log %q", len(snaps), spaces, err, log)
	}
	names, err := l.Spaces(t.Context())
	if err != nil || len(names) != spaces {
		t.Errorf("%d spaces, %v", len(names), err)
	}
}

func TestAnIdleSpaceIsClosedAndComesBack(t *testing.T) {
	h := bustest.Start(t)
	dir := t.TempDir()
	l, _ := open(t, h.Bus, dir, ledger.Options{MaxIdle: time.Minute})
	add(t, l, home, "a", "tea is in the upper drawer")
	before := hashOf(t, l, home)
	snap := filepath.Join(dir, home.Token(), "text.snap")
	for _, c := range []struct {
		after    time.Duration
		released bool
		closed   bool
	}{{0, false, false}, {10 * time.Second, true, false}, {20 * time.Second, false, false}, {2 * time.Minute, true, true}} {
		got, err := l.Idle(time.Now().Add(c.after))
		_, stat := os.Stat(snap)
		if err != nil || got != c.released || (stat == nil) != c.closed {
			t.Errorf("after %v: released %v, closed %v, %v", c.after, got, stat == nil, err)
		}
	}
	if got := hashOf(t, l, home); got != before {
		t.Errorf("hash %s, was %s", got, before)
	}
}
