package hookbridge

import (
	"testing"
	"testing/synctest"
	"time"
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
