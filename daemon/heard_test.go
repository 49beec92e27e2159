package daemon

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// Who was heard is the same whether a report reads on or begins anew, also when half-turns are
// erased, and when those of a client are no longer among the newest. Where nothing was said since,
// no half-turn is read.
func TestWhoWasHeardIsReadOnce(t *testing.T) {
	h := bustest.Start(t)
	ctx := t.Context()
	var opened atomic.Int64
	if _, err := h.Conn().Subscribe("$JS.API.CONSUMER.CREATE.TURNS.>", func(*nats.Msg) { opened.Add(1) }); err != nil {
		t.Fatal(err)
	}
	n := 0
	say := func(client string, age time.Duration, times int) {
		t.Helper()
		for range times {
			n++
			turn := event.TurnTaken{Turn: memtide.Turn{ID: fmt.Sprint(n), Space: "home", Role: memtide.RoleUser, Client: client, Text: "x", Time: time.Now().Add(-age).UTC().Truncate(time.Millisecond)}}
			if _, err := h.Publish(ctx, turn, bus.Meta{ID: fmt.Sprint(n), Space: "home"}); err != nil {
				t.Fatal(err)
			}
		}
	}
	var e ears
	check := func(want int) {
		t.Helper()
		st, err := h.State(ctx, bus.StreamTurns)
		if err != nil {
			t.Fatal(err)
		}
		got, err := e.heard(ctx, h.Bus, st)
		if err != nil {
			t.Fatal(err)
		}
		anew, err := new(ears).heard(ctx, h.Bus, st)
		if err != nil || cmp.Diff(anew, got) != "" || len(got) != want {
			t.Errorf("after %d half-turns: %d clients are known, want %d: %s %v", n, len(got), want, cmp.Diff(anew, got), err)
		}
	}
	say("codex", 0, 1)
	say("gemini", time.Hour, 1) // out of a transcript
	check(1)
	say("", 0, 2)
	check(1)
	say("claude-code", 0, 1)
	check(2)
	say("", 0, 1)
	say("claude-code", time.Minute, 1)
	check(2)
	st, err := h.State(ctx, bus.StreamTurns)
	if err != nil {
		t.Fatal(err)
	}
	before := opened.Load()
	if got, err := e.heard(ctx, h.Bus, st); err != nil || len(got) != 2 || opened.Load() != before {
		t.Errorf("%v, %v: the log was opened %d times though nothing was said", got, err, opened.Load()-before)
	}
	if err := h.Erase(ctx, bus.StreamTurns, uint64(n)); err != nil {
		t.Fatal(err)
	}
	e.forget()
	check(2)
	say("gemini", 0, heardAmong)
	check(1)
	e.through, e.last = 1<<30, nil // of a log that was made anew
	check(1)
}
