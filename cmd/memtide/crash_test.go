package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// TestCrash kills the daemon with -9 at random moments of an import of 2,000
// half-turns. Afterwards every acknowledged half-turn is there once and has
// each of its decisions once, the graph is whole, and a rebuild comes to the
// same state.
func TestCrash(t *testing.T) {
	kills := 20
	if testing.Short() {
		kills = 2
	}
	if n, err := strconv.Atoi(os.Getenv("MEMTIDE_SOAK")); err == nil {
		kills = n
	}
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("MEMTIDE_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("seed %d (MEMTIDE_SEED), %d kills", seed, kills)
	c := &crash{t: t, rnd: rand.New(rand.NewPCG(seed, 1)), p: newProcess(t, filepath.Join(t.TempDir(), "home")), acked: map[string]int{}}
	total := 2000
	if testing.Short() {
		total = 200
	}
	for k := range kills {
		cl := c.p.start()
		// The span between two kills is cut at a random place in time, so that
		// it hits every stage; the last ones fall while nothing comes in any more.
		timer := time.AfterFunc(time.Duration(1+c.rnd.IntN(400))*time.Millisecond, func() { c.p.cmd.Process.Kill() })
		c.feed(cl, total*(k+1)/kills)
		c.pause()
		timer.Stop()
		cl.close()
		c.p.kill()
	}
	cl := c.p.start()
	defer cl.close()
	c.feed(cl, total)
	c.verify(cl, total)
}

type crash struct {
	t     *testing.T
	rnd   *rand.Rand
	p     *process
	next  int            // first half-turn that is not acknowledged
	acked map[string]int // id → number
}

func crashTurn(n int) event.TurnRequest {
	return event.TurnRequest{Role: memtide.RoleUser, Session: fmt.Sprintf("s%d", n/20), PromptID: fmt.Sprint(n), Client: "crash", Project: "crash",
		Time: time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC), Text: benchText(n)}
}

// feed hands half-turns over until number until, or until the daemon is gone.
func (c *crash) feed(cl *client, until int) {
	for c.next < until {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		r, err := cl.turn(ctx, crashTurn(c.next))
		cancel()
		if err != nil {
			return // killed: the next daemon is asked again
		}
		if r.Error != "" {
			c.t.Fatalf("half-turn %d: %s", c.next, r.Error)
		}
		c.acked[r.ID] = c.next
		c.next++
	}
}

func (c *crash) pause() { time.Sleep(time.Duration(c.rnd.IntN(60)) * time.Millisecond) }

func (c *crash) verify(cl *client, total int) {
	t := c.t
	ctx := within(t, 3*time.Minute)
	if err := cl.settle(ctx, memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	turns, err := control[[]storedTurn](ctx, cl, "turns", turnsRequest{Space: memtide.DefaultSpace, Limit: 10 * total})
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]int{}
	for _, s := range turns {
		there[s.ID]++
	}
	for id, n := range c.acked {
		if there[id] == 0 {
			t.Errorf("half-turn %d was acknowledged and is lost", n)
		}
	}
	sets, err := control[[]memtide.ChangeSet](ctx, cl, "log", logRequest{Space: memtide.DefaultSpace, Limit: 100 * total, Empty: true})
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string]int{}
	episodes := 0
	for _, s := range sets {
		decided[s.Cause.Stage+"/"+s.Cause.ID]++
		if s.Cause.Stage == "record" && len(s.Ops) > 0 {
			episodes++
		}
	}
	for key, n := range decided {
		if n != 1 {
			t.Errorf("%s was decided %d times", key, n)
		}
	}
	for id, n := range c.acked {
		if decided["record/"+id] != 1 || decided["store/"+id] != 1 {
			t.Errorf("half-turn %d has %d record and %d store decisions", n, decided["record/"+id], decided["store/"+id])
		}
	}
	if len(c.acked) != total || episodes != total {
		t.Errorf("%d acknowledged, %d episodes, want %d", len(c.acked), episodes, total)
	}
	found, err := control[[]string](ctx, cl, "check", spaceRequest{memtide.DefaultSpace})
	if err != nil || len(found) > 0 {
		t.Errorf("check: %v %v", found, err)
	}
	var r ledger.Rebuilt
	if r, err = reindex(ctx, cl, spaceRequest{memtide.DefaultSpace}, os.Stderr); err != nil || r.Before != r.After {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
	t.Logf("%d half-turns, %d change sets, %d duplicates in TURNS", len(there), len(sets), len(turns)-len(there))
}
