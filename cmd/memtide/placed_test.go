package main

import (
	"context"
	"errors"
	"fmt"
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
			find := placed(func(string) string { time.Sleep(c.answers); return "Acme" })
			if name, err := find(ctx, "/work/Acme"); name != c.want || !errors.Is(err, c.err) {
				t.Errorf("answers after %s: %q, %v", c.answers, name, err)
			}
			time.Sleep(c.answers) // the search ends, too
		})
	}
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
