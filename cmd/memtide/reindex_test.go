package main

import (
	"io"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

// TestReplayCrash kills the daemon with -9 at random moments of a rebuild: the
// state afterwards is the one that was, and nothing of the rebuild is left.
func TestReplayCrash(t *testing.T) {
	kills, rnd := killings(t)
	c := &crash{t: t, rnd: rnd, p: newProcess(t, filepath.Join(t.TempDir(), "home")), acked: map[string]int{}}
	cl := c.p.start()
	ctx := within(t, 3*time.Minute)
	c.feed(cl, 300)
	if err := cl.rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	want := ""
	for range kills {
		if _, err := control[operation](ctx, cl, "reindex", spaceRequest{memtide.DefaultSpace}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rnd.IntN(200)) * time.Millisecond) // at no moment in particular
		cl.close()
		c.p.kill()
		cl = c.p.start()
		whole(ctx, t, cl)
		for _, left := range []string{"graph.db.new", "graph.db.swap"} {
			if files, err := filepath.Glob(filepath.Join(c.p.home, "spaces", "*", left)); err != nil || len(files) > 0 {
				t.Errorf("left after the next start: %v %v", files, err)
			}
		}
		r, err := reindex(ctx, cl, spaceRequest{memtide.DefaultSpace}, io.Discard)
		if err != nil || r.Before != r.After || want != "" && r.After != want {
			t.Errorf("state %+v, %v; want %s", r, err, want)
		}
		want = r.After
	}
	cl.close()
}
