package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/progress"
)

// TestCrash kills the daemon with -9 at random moments of an import of 2,000
// half-turns. Afterwards every acknowledged half-turn is there once and has
// each of its decisions once, the graph is whole, and a rebuild comes to the
// same state.
func TestCrash(t *testing.T) {
	kills, rnd := killings(t)
	c := &crash{t: t, rnd: rnd, p: newProcess(t, filepath.Join(t.TempDir(), "home")), acked: map[string]int{}}
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
		cl.Close()
		c.p.kill()
	}
	cl := c.p.start()
	defer cl.Close()
	c.feed(cl, total)
	c.verify(cl, total)
}

// killings says how often a daemon shall be killed, and where its random moments
// come from.
func killings(t *testing.T) (kills int, rnd *rand.Rand) {
	kills = 20
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
	return kills, rand.New(rand.NewPCG(seed, 1))
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
		Time: time.Date(2026, 1, 1, 0, 0, n, 0, time.UTC), Text: smalltalk.New(10000).At(5, n).Statement().Text}
}

// feed hands half-turns over until number until, or until the daemon is gone.
func (c *crash) feed(cl *client.Client, until int) {
	for c.next < until {
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		r, err := cl.Turn(ctx, crashTurn(c.next))
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

func (c *crash) verify(cl *client.Client, total int) {
	t := c.t
	ctx := daemontest.Within(t, 3*time.Minute)
	if err := cl.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	turns, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", control.TurnsRequest{Space: memtide.DefaultSpace, Limit: 10 * total})
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
	decided := decisions(ctx, t, cl)
	for id, n := range c.acked {
		if len(decided["record/"+id].Ops) == 0 || decided["store/"+id].ID == "" {
			t.Errorf("half-turn %d lacks a decision", n)
		}
	}
	episodes := 0
	for key, s := range decided {
		if strings.HasPrefix(key, "record/") && len(s.Ops) > 0 {
			episodes++
		}
	}
	if len(c.acked) != total || len(there) != total || episodes != total {
		t.Errorf("%d acknowledged, %d in TURNS, %d episodes, want %d", len(c.acked), len(there), episodes, total)
	}
	rebuilt(ctx, t, cl)
	t.Logf("%d half-turns, %d decisions, %d duplicates in TURNS", len(there), len(decided), len(turns)-len(there))
}

// decisions returns what was decided by "stage/input", and fails the test when
// something was decided twice.
func decisions(ctx context.Context, t *testing.T, cl *client.Client) map[string]memtide.ChangeSet {
	t.Helper()
	sets, err := client.Control[[]memtide.ChangeSet](ctx, cl, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 1_000_000, Empty: true})
	if err != nil {
		t.Fatal(err)
	}
	decided := map[string]memtide.ChangeSet{}
	for _, s := range sets {
		key := s.Cause.Stage + "/" + s.Cause.ID
		if _, twice := decided[key]; twice {
			t.Errorf("%s was decided twice", key)
		}
		decided[key] = s
	}
	return decided
}

// rebuilt fails the test unless the graph is whole and a rebuild comes to the
// same state.
func rebuilt(ctx context.Context, t *testing.T, cl *client.Client) {
	t.Helper()
	whole(ctx, t, cl)
	r, err := progress.Reindex(ctx, cl, control.SpaceRequest{Space: memtide.DefaultSpace}, os.Stderr)
	if err != nil || r.Before != r.After || r.Before == "" {
		t.Errorf("rebuild: %+v, %v", r, err)
	}
}
