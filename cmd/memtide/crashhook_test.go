package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// TestCrashBetweenPromptAndStop kills the daemon with -9 while or after a
// prompt comes in by the hook; the answer comes when there is no daemon, or a
// new one, or one that is just starting. Afterwards both halves of every
// exchange are there once, decided once, and joined.
func TestCrashBetweenPromptAndStop(t *testing.T) {
	kills, rnd := killings(t)
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	p.start().Close()
	for k := range kills {
		exchangeWithKill(p, rnd, k)
	}
	p.kill()
	cl := p.start()
	defer cl.Close()
	ctx := daemontest.Within(t, 3*time.Minute)
	p.quiet(ctx, cl)
	there, decided := p.turns(ctx, cl), decisions(ctx, t, cl)
	if len(there) != 2*kills {
		t.Errorf("%d half-turns, want %d", len(there), 2*kills)
	}
	for k := range kills {
		var episodes []*memtide.Node
		for _, role := range []memtide.Role{memtide.RoleUser, memtide.RoleAgent} {
			h := memtide.Turn{Space: memtide.DefaultSpace, Session: session(k), PromptID: fmt.Sprint(k), Role: role}
			if n := episode(ctx, t, cl, decided, there[memtide.TurnID(h)]); n != nil {
				episodes = append(episodes, n)
			}
		}
		if len(episodes) != 2 {
			t.Errorf("exchange %d: %d halves, want 2", k, len(episodes))
			continue
		}
		said, done := episodes[0], episodes[1]
		if said.Attributes["prompt_id"] != done.Attributes["prompt_id"] || !linked(ctx, t, cl, done, said) {
			t.Errorf("exchange %d: its halves are not joined", k)
		}
	}
	rebuilt(ctx, t, cl)
}

// exchangeWithKill has one exchange with the running daemon and leaves another
// one running.
func exchangeWithKill(p *process, rnd *rand.Rand, k int) {
	asked := make(chan struct{})
	go func() {
		defer close(asked)
		p.hook(prompt(session(k), fmt.Sprint(k), fmt.Sprintf("Machine number %d of the yard is named %s.", k, strings.Repeat("heron", 1+k%3))))
	}()
	// Half of the kills fall into the hook's own time, half after it.
	if rnd.IntN(2) == 0 {
		<-asked
	}
	time.Sleep(time.Duration(rnd.IntN(40)) * time.Millisecond)
	p.kill()
	<-asked
	stop := func() { p.hook(answer(session(k), fmt.Sprint(k), fmt.Sprintf("Noted: the name of machine %d.", k))) }
	switch rnd.IntN(3) {
	case 0: // nobody there
		stop()
		p.start().Close()
	case 1: // somebody new
		p.start().Close()
		stop()
	default: // just coming up
		answered := make(chan struct{})
		go func() { defer close(answered); stop() }()
		p.start().Close()
		<-answered
	}
}

func session(k int) string { return fmt.Sprintf("s%d", k/5) }

// episode returns the memory of a half-turn; nil, and a failure, when it has
// none or lacks a decision.
func episode(ctx context.Context, t *testing.T, cl *client.Client, decided map[string]memtide.ChangeSet, h control.StoredTurn) *memtide.Node {
	t.Helper()
	record := decided["record/"+h.ID]
	if len(record.Ops) == 0 || decided["store/"+h.ID].ID == "" {
		t.Errorf("half-turn %q of %s lacks a decision: %v %v", h.PromptID, h.Role, record.ID, decided["store/"+h.ID].ID)
		return nil
	}
	s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: memtide.DefaultSpace, What: record.Ops[0].Node.String(), History: false})
	if err != nil {
		t.Fatal(err)
	}
	return s.Node
}

// linked reports whether the conversation leads from one episode back to
// another.
func linked(ctx context.Context, t *testing.T, cl *client.Client, from, to *memtide.Node) bool {
	t.Helper()
	s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: memtide.DefaultSpace, What: from.ID.String(), History: false})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range s.Out {
		if e.Kind == memtide.Temporal && e.To == to.ID {
			return true
		}
	}
	return false
}
