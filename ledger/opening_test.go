package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/graphdb"
)

const opensSlowly memtide.Space = "large"

// held is a ledger whose slow spaces open when goOn is closed or they are told to end.
type held struct {
	*Ledger
	begun  chan memtide.Space // an opening has begun
	goOn   chan struct{}
	opened atomic.Int32 // openings that were held
	slow   func(memtide.Space) bool
}

func newHeld(t *testing.T) *held {
	t.Helper()
	h := bustest.Start(t)
	l, err := Open(h.Bus, t.TempDir(), Options{MaxIdle: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	x := &held{Ledger: l, begun: make(chan memtide.Space, 10), goOn: make(chan struct{})}
	x.slow = func(s memtide.Space) bool { return s == opensSlowly }
	l.atOpen = func(ctx context.Context, s memtide.Space) {
		if !x.slow(s) {
			return
		}
		x.opened.Add(1)
		x.begun <- s
		select {
		case <-x.goOn:
		case <-ctx.Done():
		}
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return x
}

func (x *held) read(ctx context.Context, space memtide.Space) error {
	return x.Read(ctx, space, func(View) error { return nil })
}

// inTime returns what a call says, which must not wait for what is held.
func inTime(t *testing.T, call func() error) error {
	t.Helper()
	said := make(chan error, 1)
	go func() { said <- call() }()
	select {
	case err := <-said:
		return err
	case <-time.After(time.Minute):
		t.Fatal("still waits")
		return nil
	}
}

// Who asks for a space that opens waits no longer than it likes, whoever has the
// turn; the opening goes on, and is the only one.
func TestASpaceGoesOnOpeningWhenNobodyWaits(t *testing.T) {
	x := newHeld(t)
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for range 4 {
		if err := inTime(t, func() error { return x.read(over, opensSlowly) }); !errors.Is(err, context.Canceled) {
			t.Errorf("a read whose time is over: %v", err)
		}
	}
	<-x.begun
	if err := inTime(t, func() error { return x.read(t.Context(), "small") }); err != nil {
		t.Error(err)
	}
	if released, err := x.Idle(time.Now().Add(90 * time.Second)); err != nil || !released {
		t.Errorf("the other one is not closed: %v", err)
	}
	close(x.goOn)
	if err := x.read(t.Context(), opensSlowly); err != nil || x.opened.Load() != 1 {
		t.Errorf("%d openings, %v", x.opened.Load(), err)
	}
}

// To open a space takes its turn, which others may have for long.
func TestAWaitForTheTurnToOpenEndsInTime(t *testing.T) {
	x := newHeld(t)
	close(x.goOn)
	x.mu.Lock()
	s := x.newSpace(opensSlowly)
	x.spaces[opensSlowly] = s
	x.mu.Unlock()
	s.turn.Lock()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if err := inTime(t, func() error { return x.read(ctx, opensSlowly) }); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a read while another has the turn: %v", err)
	}
	s.turn.Unlock()
	if err := x.read(t.Context(), opensSlowly); err != nil || x.opened.Load() != 1 {
		t.Errorf("%d openings, %v", x.opened.Load(), err)
	}
}

// What an opening applies stands back for no prompt: the one in flight waits for it.
func TestAnOpeningStandsBackForNobody(t *testing.T) {
	x := newHeld(t)
	x.mu.Lock()
	s := x.newSpace("small")
	x.mu.Unlock()
	if a := s.applying(); a.stand != nil || a.atWork != nil {
		t.Error("it stands back for what waits for it")
	}
}

// Closing the ledger ends an opening that nobody waits for any more, and does not call
// that an error.
func TestClosingTheLedgerEndsAnOpening(t *testing.T) {
	x := newHeld(t)
	var log strings.Builder
	x.log = slog.New(slog.NewTextHandler(&log, nil))
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if err := inTime(t, func() error { return x.read(over, opensSlowly) }); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	<-x.begun
	x.mu.Lock()
	s := x.spaces[opensSlowly]
	x.mu.Unlock()
	if err := inTime(t, x.Close); err != nil || s.open.Load() {
		t.Errorf("behind a closed ledger the space is open: %v; %v", s.open.Load(), err)
	}
	if log.Len() != 0 {
		t.Errorf("the log has %s", &log)
	}
}

// A view of the past that opens while an erasure drops it does not come to be: what
// it would show may have been erased.
func TestAnErasureEndsTheOpeningOfAViewOfThePast(t *testing.T) {
	x := newHeld(t)
	at := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	c := memtide.ChangeSet{ID: memtide.NewChangeID("test", "a"), Space: "small", At: at, Actor: "user",
		Cause: memtide.Cause{Kind: "request", ID: "a", Stage: "test"}}
	if _, err := x.Decide(t.Context(), c, func(View, *memtide.ChangeSet) error { return nil }); err != nil {
		t.Fatal(err)
	}
	x.slow = func(s memtide.Space) bool { return s != "small" }
	asked := make(chan error, 1)
	go func() { _, err := x.AsOf(t.Context(), "small", 1); asked <- err }()
	view := <-x.begun
	if err := inTime(t, func() error { return x.dropPast("small") }); err != nil {
		t.Error(err)
	}
	if err := inTime(t, func() error { return <-asked }); !errors.Is(err, graphdb.ErrClosed) {
		t.Errorf("the view says %v", err)
	}
	if x.spaces[view] != nil {
		t.Error("the view is there")
	}
}

// A panic while a space is opened is the error of who asked, and can be tried again.
func TestAPanicOfAnOpeningIsAnError(t *testing.T) {
	x := newHeld(t)
	close(x.goOn)
	open := x.atOpen
	x.atOpen = func(context.Context, memtide.Space) { panic("a damaged file") }
	if err := inTime(t, func() error { return x.read(t.Context(), "small") }); err == nil || !strings.Contains(err.Error(), "a damaged file") {
		t.Errorf("the error is %v", err)
	}
	x.atOpen = open
	if err := inTime(t, func() error { return x.read(t.Context(), "small") }); err != nil {
		t.Error(err)
	}
}

// openNow is how many spaces have their files open.
func (x *held) openNow() (n int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, s := range x.spaces {
		if s.open.Load() {
			n++
		}
	}
	return n
}

// Not more spaces are open than there may be and are in use, also when those who
// asked have all given up before one was open, and when many were in use at once.
func TestNoMoreSpacesAreOpenThanAreInUse(t *testing.T) {
	const most, spaces = 4, 24
	x := newHeld(t)
	close(x.goOn)
	x.opts.MaxOpen = most
	name := func(i int) memtide.Space { return memtide.Space(fmt.Sprintf("pier %d", i)) }
	over, cancel := context.WithCancel(t.Context())
	cancel()
	for i := range spaces {
		if err := x.read(over, name(i)); err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		x.openings.Wait()
	}
	if n := x.openNow(); n != most {
		t.Errorf("nobody waited for one of %d spaces, and %d are open, want %d", spaces, n, most)
	}

	var releases []func()
	for i := range spaces {
		_, release, err := x.acquire(t.Context(), name(i))
		if err != nil {
			t.Fatal(err)
		}
		releases = append(releases, release)
	}
	for _, release := range releases {
		release()
	}
	if _, err := x.Idle(time.Now()); err != nil {
		t.Error(err)
	}
	if n := x.openNow(); n > most {
		t.Errorf("%d were in use at once and none is now, and %d are open, want %d at most", spaces, n, most)
	}
}

// Before a space is opened another one is closed, so that on a slow disk those that
// are being closed do not come on top of those that are open.
func TestASpaceIsClosedBeforeAnotherIsOpened(t *testing.T) {
	const most = 4
	x := newHeld(t)
	close(x.goOn)
	x.opts.MaxOpen = most
	peak := 0
	x.atOpen = func(context.Context, memtide.Space) { peak = max(peak, x.openNow()+1) }
	for i := range 3 * most {
		if err := x.read(t.Context(), memtide.Space(fmt.Sprintf("pier %d", i))); err != nil {
			t.Fatal(err)
		}
	}
	if peak > most {
		t.Errorf("%d were open at one time, want %d", peak, most)
	}
}

// Who waits in vain for a space to open, or for its turn there, is told that it is no
// fault of his: a half-turn is not given up for it.
func TestAWaitInVainIsNobodysFault(t *testing.T) {
	x := newHeld(t)
	soon := func() context.Context {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		t.Cleanup(cancel)
		return ctx
	}
	if err := inTime(t, func() error { return x.read(soon(), opensSlowly) }); !bus.Spared(err) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while it opens: %v", err)
	}
	close(x.goOn)
	s, release, err := x.acquire(t.Context(), opensSlowly)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	s.turn.Lock()
	defer s.turn.Unlock()
	err = inTime(t, func() error {
		_, err := x.Decide(soon(), memtide.ChangeSet{Space: opensSlowly, ID: "x"}, func(View, *memtide.ChangeSet) error { return nil })
		return err
	})
	if !bus.Spared(err) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while another decides: %v", err)
	}
}

func TestHowLongASpaceIsBeingOpened(t *testing.T) {
	x := newHeld(t)
	if d := x.Opening(opensSlowly); d != 0 {
		t.Errorf("it is being opened for %s before anybody asks", d)
	}
	done := make(chan error, 1)
	go func() { done <- x.read(t.Context(), opensSlowly) }()
	<-x.begun
	time.Sleep(2 * time.Millisecond)
	if d := x.Opening(opensSlowly); d < 2*time.Millisecond || x.Opening("small") != 0 {
		t.Errorf("it is being opened for %s, another one for %s", d, x.Opening("small"))
	}
	close(x.goOn)
	if err := inTime(t, func() error { return <-done }); err != nil || x.Opening(opensSlowly) != 0 {
		t.Errorf("%v; for %s when it is open", err, x.Opening(opensSlowly))
	}
}
