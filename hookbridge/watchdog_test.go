package hookbridge

import (
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// What counts is the time in which the process could run: a long gap between two
// looks was none of it.
func TestASuspendedProcessIsNotStuck(t *testing.T) {
	now := testTime
	p := patience{hardLimit, now}
	looks := func(n int, apart time.Duration) (over bool) {
		for range n {
			now = now.Add(apart)
			over = p.over(now)
		}
		return over
	}
	if looks(20, dogLooks) || looks(1, time.Hour) || looks(2, 3*time.Second) {
		t.Errorf("stuck with %s left", p.left)
	}
	if left := p.left; left != hardLimit-20*dogLooks-3*dogCounts {
		t.Errorf("%s are left", left)
	}
	if !looks(3, dogLooks) {
		t.Errorf("not stuck with %s left", p.left)
	}
}

func TestWatchdog(t *testing.T) {
	for _, c := range []struct {
		name            string
		more, stopAfter time.Duration
		bites           time.Duration // after the start; 0 is never
	}{
		{"stuck", 0, time.Hour, hardLimit},
		{"may take longer", startWait, time.Hour, hardLimit + startWait},
		{"done", 0, 4 * time.Millisecond, 0},
		{"done late", 0, hardLimit - time.Millisecond, 0},
	} {
		synctest.Test(t, func(t *testing.T) {
			began, bitten := time.Now(), []time.Duration(nil)
			w := newWatchdog(hardLimit, func() { bitten = append(bitten, time.Since(began)) })
			w.extend(c.more)
			time.Sleep(c.stopAfter)
			w.stop()
			time.Sleep(time.Hour)
			synctest.Wait()
			if c.bites == 0 && len(bitten) > 0 || c.bites > 0 && (len(bitten) != 1 || bitten[0] != c.bites) {
				t.Errorf("%s: bitten after %v, want %s", c.name, bitten, c.bites)
			}
		})
	}
}

// A busy disk takes its time over a half-turn: for a reply the process does not end in the
// middle of it. One that does not answer at all is not waited for.
func TestAReplyThatIsBeingWrittenDownIsWaitedFor(t *testing.T) {
	for _, answers := range []bool{true, false} {
		ended := make(chan time.Duration, 1)
		began := time.Now()
		h := &hook{Options: Options{Now: time.Now, Exit: func(int) { ended <- time.Since(began) }}, debug: &debugLog{}}
		p := &parcel{h: h, turn: event.TurnRequest{Role: memtide.RoleAgent}, kept: true, timer: time.NewTimer(time.Hour)}
		h.held.Store(p)
		p.mu.Lock() // another goroutine writes
		go h.bite()
		const takes = 200 * time.Millisecond
		if answers {
			time.Sleep(takes)
			p.mu.Unlock()
		}
		switch took := <-ended; {
		case answers && took < takes:
			t.Errorf("ended after %s, in the middle of a write", took)
		case !answers && took > 5*time.Second:
			t.Errorf("waited %s for a disk that does not answer", took)
		}
	}
}

// Who has sent a prompt waits for the hook, and has been promised 300 ms: it ends once the
// prompt is written, and does not wait for a sync. A disk that does not even take that is
// given little more.
func TestAPromptIsNotWaitedForOnceItIsWritten(t *testing.T) {
	for _, written := range []bool{true, false} {
		ended := make(chan struct{})
		h := &hook{Options: Options{Now: time.Now, Exit: func(int) { close(ended) }}, debug: &debugLog{}}
		p := &parcel{h: h, turn: event.TurnRequest{Role: memtide.RoleUser}, kept: true, timer: time.NewTimer(time.Hour), written: make(chan struct{})}
		h.held.Store(p)
		p.mu.Lock() // another goroutine writes
		if written {
			close(p.written)
		}
		go h.bite()
		select {
		case <-ended:
		case <-time.After(10 * time.Second):
			t.Fatalf("written %v: waits for a disk that does not answer", written)
		}
	}
	if hardLimit+lastGrace > 500*time.Millisecond {
		t.Errorf("a prompt is given %s more", lastGrace)
	}
}

// While a text is redacted nothing of it can be kept yet.
func TestALongTextIsRedactedWhateverElseTheMachineDoes(t *testing.T) {
	var bitten atomic.Bool
	h := &hook{dog: newWatchdog(time.Millisecond, func() { bitten.Store(true) })}
	defer h.dog.stop()
	_, ok := h.scrub(strings.Repeat("password token secret api key ", 15_000))
	if !ok || bitten.Load() {
		t.Error("the watchdog did not wait for the redaction")
	}
	synctest.Test(t, func(t *testing.T) {
		for _, c := range []struct{ takes, bites time.Duration }{{300 * time.Millisecond, hardLimit}, {scrubWait + hardLimit + 1, 0}} {
			began, bitten := time.Now(), time.Duration(0)
			w := newWatchdog(hardLimit, func() { bitten = time.Since(began) })
			done := w.spare(scrubWait)
			time.Sleep(c.takes)
			done()
			time.Sleep(time.Hour)
			synctest.Wait()
			if want := c.takes + c.bites; c.bites > 0 && bitten != want || c.bites == 0 && bitten > scrubWait+hardLimit {
				t.Errorf("work of %s: bitten after %s", c.takes, bitten)
			}
		}
	})
}
