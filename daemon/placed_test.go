package daemon

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// A disk is waited for, but not for ever, and no longer than who asks waits.
func TestADiskIsWaitedFor(t *testing.T) {
	for _, c := range []struct {
		answers, within time.Duration
		want            string
		err             error
	}{
		{0, time.Minute, "Acme", nil},
		{1500 * time.Millisecond, time.Minute, "Acme", nil},
		{time.Hour, time.Minute, "", nil},
		{time.Hour, time.Second, "", context.DeadlineExceeded},
	} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), c.within)
			defer cancel()
			find := new(places).search(func(string) string { time.Sleep(c.answers); return "Acme" })
			if name, err := find(ctx, "/work/Acme"); name != c.want || !errors.Is(err, c.err) {
				t.Errorf("answers after %s: %q, %v", c.answers, name, err)
			}
			time.Sleep(c.answers) // the search ends, too
		})
	}
}

// Who names a folder is not told that it has no project when its disk is silent, and is told
// again what the disk says now.
func TestAFolderIsAskedForEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		name, waits := "Acme", time.Duration(0)
		find := asked(func(string) string { time.Sleep(waits); return name })
		if got, err := find(t.Context(), "/work/a"); got != "Acme" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		name = "Other"
		if got, err := find(t.Context(), "/work/a"); got != "Other" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		waits = time.Hour
		for range placesMissing + 1 { // the last of them is not even asked
			if got, err := find(t.Context(), "/work/a"); got != "" || !errors.Is(err, errDisk) {
				t.Errorf("%q, %v", got, err)
			}
		}
		ctx, cancel := context.WithTimeout(t.Context(), placeWait)
		defer cancel()
		if _, err := find(ctx, "/work/a"); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		time.Sleep(2 * waits)
		waits = 0
		if got, err := find(t.Context(), "/work/a"); got != "Other" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
	})
}

// TestPlacesAreBounded: what was said last from a folder counts, and a client with
// folders without number does not fill the memory.
func TestPlacesAreBounded(t *testing.T) {
	var p places
	p.learn("/work/shop", "shop")
	p.learn("/work/shop", "store")
	if got := p.of("/work/shop"); got != "store" {
		t.Errorf("the project is %q, want that of the last half-turn", got)
	}
	for i := range 3 * placesKnown {
		p.learn(fmt.Sprint("/tmp/", i), "x")
	}
	if len(p.by) > placesKnown || p.of(fmt.Sprint("/tmp/", 3*placesKnown-1)) != "x" {
		t.Errorf("%d folders are remembered", len(p.by))
	}
}

// A disk that hangs is waited for once, and not by every half-turn from its folder;
// folders that are known, or lie on other disks, go on.
func TestAHungDiskIsWaitedForOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var p places
		mended := make(chan struct{})
		var asked atomic.Int32
		find := p.search(func(dir string) string {
			asked.Add(1)
			if strings.HasPrefix(dir, "/hung/") {
				<-mended
			}
			return filepath.Base(dir)
		})
		check := func(dir, want string, wait time.Duration, searches int) {
			t.Helper()
			start := time.Now()
			name, err := find(t.Context(), dir)
			if took := time.Since(start); err != nil || name != want || took != wait || int(asked.Load()) != searches {
				t.Errorf("%s: %q after %v and %d searches, %v; want %q after %v and %d", dir, name, took, asked.Load(), err, want, wait, searches)
			}
		}
		const whole = placeWaits * placeWait
		check("/hung/shop", "", whole, 1)
		check("/hung/shop", "", 0, 1)
		time.Sleep(time.Hour)
		check("/hung/shop", "", 0, 1)
		check("/well/mill", "mill", 0, 2)
		check("/well/mill", "mill", 0, 2)
		p.learn("/hung/shop", "store")
		check("/hung/shop", "store", 0, 2)
		p.learn("/work", "")
		check("/work", "", 0, 2)
		for n := 1; n < placesMissing; n++ {
			check(fmt.Sprint("/hung/", n), "", whole, 2+n)
		}
		check("/hung/one more", "", 0, 1+placesMissing)
		close(mended)
		synctest.Wait()
		check("/hung/1", "1", 0, 1+placesMissing)
		check("/hung/shop", "store", 0, 1+placesMissing) // as it was said meanwhile
		check("/hung/one more", "one more", 0, 2+placesMissing)
	})
}

// A search is remembered without the secrets in a name: a prompt is asked in it.
func TestAFoundProjectHoldsNoSecret(t *testing.T) {
	var p places
	key := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	name, err := p.search(func(string) string { return key })(t.Context(), "/work")
	if err != nil || strings.Contains(name+p.of("/work"), key) || name != p.of("/work") {
		t.Errorf("%q, kept %q, %v", name, p.of("/work"), err)
	}
}
