package bus_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// another returns a bus beside that of h, as a second process has it.
func another(t *testing.T, h *bustest.Harness) *bus.Bus {
	t.Helper()
	b, err := bus.New(t.Context(), h.Server.Dial, bus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// say adds a turn to the session s.
func say(t *testing.T, b *bus.Bus, prompt string) {
	t.Helper()
	err := b.UpdateSession(t.Context(), space, "s", func(s *event.SessionState) { s.Turns = append(s.Turns, event.Past{Prompt: prompt}) })
	if err != nil {
		t.Fatal(err)
	}
}

func TestSessionStateIsMerged(t *testing.T) {
	h := bustest.Start(t)
	if s, mark, err := h.Session(t.Context(), space, "s"); len(s.Turns) != 0 || mark == 0 || err != nil {
		t.Fatalf("unknown session: %+v, %d, %v", s, mark, err)
	}
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			err := h.UpdateSession(t.Context(), space, "s", func(s *event.SessionState) {
				s.Turns = append(s.Turns, event.Past{Prompt: fmt.Sprint(i)})
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	s, _, err := h.Session(t.Context(), space, "s")
	if err != nil || len(s.Turns) != 4 {
		t.Errorf("got %+v, %v: a write was lost", s, err)
	}
}

// What a process remembers of a conversation saves it a read and loses no change
// of another process.
func TestSessionStateIsRememberedAndNotTrusted(t *testing.T) {
	h := bustest.Start(t)
	other := another(t, h)
	since := func(mark uint64) int {
		t.Helper()
		s, err := h.SessionSince(t.Context(), space, "s", mark)
		if err != nil {
			t.Fatal(err)
		}
		return len(s.Turns)
	}
	_, none, err := h.Session(t.Context(), space, "s")
	if err != nil {
		t.Fatal(err)
	}
	say(t, other, "first")
	if got := since(none); got != 0 {
		t.Errorf("read again: %d turns, want none as they were read", got)
	}
	if got := since(0); got != 1 {
		t.Errorf("without a mark %d turns, want 1", got)
	}
	say(t, other, "second")
	say(t, h.Bus, "third")
	_, mark, err := other.Session(t.Context(), space, "s")
	if err != nil {
		t.Fatal(err)
	}
	if got := since(mark); got != 3 {
		t.Errorf("%d turns, want 3: a write was lost", got)
	}
	say(t, other, "fourth")
	_, mark, err = other.Session(t.Context(), space, "s")
	if err != nil {
		t.Fatal(err)
	}
	if got := since(mark); got != 4 {
		t.Errorf("%d turns, want 4: what is remembered is older than the mark", got)
	}
}

// A caller that cannot wait leaves its change behind, and who reads next sees it.
func TestALateChangeOfASessionIsSeen(t *testing.T) {
	h := bustest.Start(t)
	short, cancel := context.WithCancel(t.Context())
	begun, goOn := make(chan struct{}), make(chan struct{})
	left := make(chan error)
	go func() {
		left <- h.UpdateSession(short, space, "s", func(s *event.SessionState) {
			close(begun)
			<-goOn
			s.Compacted = true
		})
	}()
	<-begun
	cancel()
	if err := <-left; !errors.Is(err, context.Canceled) {
		t.Fatalf("got %v, want the end of the caller's time", err)
	}
	if _, _, err := h.Session(short, space, "s"); !errors.Is(err, context.Canceled) {
		t.Fatalf("read past a change that is under way: %v", err)
	}
	close(goOn)
	if s, _, err := h.Session(t.Context(), space, "s"); err != nil || !s.Compacted {
		t.Errorf("got %+v, %v: the change was lost", s, err)
	}
}

// Two processes have no gate in common: a change that was made on an old state is
// made once more on the new one, also when the session is there by then only.
func TestWhatAnotherProcessWritesIsKept(t *testing.T) {
	h := bustest.Start(t)
	other := another(t, h)
	add := func(prompt string) func(*event.SessionState) {
		return func(s *event.SessionState) { s.Turns = append(s.Turns, event.Past{Prompt: prompt}) }
	}
	runs := 0
	for range 2 { // the first makes the session
		err := h.UpdateSession(t.Context(), space, "s", func(s *event.SessionState) {
			if runs++; runs%2 == 1 {
				if err := other.UpdateSession(t.Context(), space, "s", add("theirs")); err != nil {
					t.Error(err)
				}
			}
			add("ours")(s)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	s, _, err := h.Session(t.Context(), space, "s")
	if err != nil || runs != 4 || len(s.Turns) != 4 || s.Turns[2].Prompt != "theirs" || s.Turns[3].Prompt != "ours" {
		t.Errorf("%d runs: %+v, %v", runs, s.Turns, err)
	}
}

// A process that is alone with its server does not ask it again, and forgets what
// is dropped, also what the server has let go of before.
func TestAloneSessionsAreRemembered(t *testing.T) {
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Alone: true}})
	other := another(t, h)
	want := func(n int) {
		t.Helper()
		if s, mark, err := h.Session(t.Context(), space, "s"); len(s.Turns) != n || mark == 0 || err != nil {
			t.Errorf("%d turns, mark %d, %v; want %d turns", len(s.Turns), mark, err, n)
		}
	}
	want(0)
	say(t, h.Bus, "first")
	want(1)
	say(t, other, "behind its back")
	want(1)
	say(t, h.Bus, "third")
	want(3)
	for _, dropFirst := range []*bus.Bus{h.Bus, other} {
		if _, err := dropFirst.DropSessions(t.Context(), space); err != nil {
			t.Fatal(err)
		}
		if _, err := h.DropSessions(t.Context(), space); err != nil {
			t.Fatal(err)
		}
		want(0)
		say(t, h.Bus, "anew")
		want(1)
	}
}

// Who is alone goes on before a change is stored, and nobody reads past it.
func TestAChangeIsNotWaitedForAlone(t *testing.T) {
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Alone: true}})
	goOn := make(chan struct{})
	err := h.ChangeSession(t.Context(), space, "s", func(s *event.SessionState) {
		<-goOn
		s.Compacted = true
	})
	if err != nil {
		t.Fatal(err)
	}
	short, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if s, _, err := h.Session(short, space, "s"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("read past the change: %+v, %v", s, err)
	}
	close(goOn)
	if s, _, err := h.Session(t.Context(), space, "s"); err != nil || !s.Compacted {
		t.Errorf("got %+v, %v: the change was lost", s, err)
	}
}

// Who is not alone waits for the change: another process may be asked next.
func TestAChangeIsWaitedForAmongOthers(t *testing.T) {
	h := bustest.Start(t)
	other := another(t, h)
	err := h.ChangeSession(t.Context(), space, "s", func(s *event.SessionState) {
		time.Sleep(20 * time.Millisecond)
		s.Compacted = true
	})
	if err != nil {
		t.Fatal(err)
	}
	if s, _, err := other.Session(t.Context(), space, "s"); err != nil || !s.Compacted {
		t.Errorf("got %+v, %v: the change was not waited for", s, err)
	}
}

// When a client has forgotten is known still when nothing else of the conversation is:
// the process has ended, or something was erased.
func TestThatAClientHasForgottenIsKept(t *testing.T) {
	h := bustest.Start(t)
	at := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	say(t, h.Bus, "Where is the barn?")
	err := h.UpdateSession(t.Context(), space, "s", func(s *event.SessionState) { s.Compacted, s.Forgot = true, at })
	if err != nil {
		t.Fatal(err)
	}
	if n, err := h.DropSessions(t.Context(), space); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	b := another(t, h) // it has read nothing yet
	if s, _, err := b.Session(t.Context(), space, "s"); !s.Compacted || !s.Forgot.Equal(at) || len(s.Turns) != 0 || err != nil {
		t.Errorf("%+v, %v", s, err)
	}
	say(t, b, "And the mill?")
	if s, _, err := b.Session(t.Context(), space, "s"); !s.Compacted || !s.Forgot.Equal(at) || len(s.Turns) != 1 || err != nil {
		t.Errorf("after the next prompt: %+v, %v", s, err)
	}
	if s, _, err := b.Session(t.Context(), space, "another"); s.Compacted || err != nil {
		t.Errorf("another session: %+v, %v", s, err)
	}
}
