package bus_test

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// TestReplayWhileErased: what is read while others are erased is read to its
// end, also when the last message of all goes meanwhile. The server's count of
// what a consumer has before it can be too low then.
func TestReplayWhileErased(t *testing.T) {
	h := bustest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	const rounds, each = 20, 12
	for r := range rounds {
		space := memtide.Space(fmt.Sprintf("space%d", r))
		var seqs []uint64
		for i := range each {
			id := fmt.Sprintf("%d.%d", r, i)
			turn := event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space, Role: memtide.RoleUser, Text: "a heron by the quay " + id, Time: time.Unix(1, 0)}}
			s, err := h.Publish(ctx, turn, bus.Meta{ID: id, Space: space})
			if err != nil {
				t.Fatal(err)
			}
			seqs = append(seqs, s.Seq)
		}
		// Every second one goes, the last with them.
		erased := make(chan error, 1)
		go func() {
			for i := 1; i < each; i += 2 {
				if err := h.Erase(ctx, bus.StreamTurns, seqs[i]); err != nil {
					erased <- err
					return
				}
			}
			erased <- nil
		}()
		for done := false; !done; {
			select {
			case err := <-erased:
				if done = true; err != nil {
					t.Fatal(err)
				}
			default:
			}
			seen := map[uint64]bool{}
			err := h.Replay(ctx, bus.Replay{Flow: event.Turns, Space: space}, func(m bus.Message) error {
				seen[m.Seq] = true
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			for i := 0; i < each; i += 2 {
				if !seen[seqs[i]] {
					t.Fatalf("round %d: %d of %d is not read, %d are", r, i, each, len(seen))
				}
			}
		}
	}
}

// Who lists the spaces while the last half-turn of one is erased gets the others.
func TestSpacesWhileErased(t *testing.T) {
	h := bustest.Start(t)
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	say := func(space memtide.Space, id string) uint64 {
		t.Helper()
		s, err := h.Publish(ctx, event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space, Text: "a heron"}}, bus.Meta{ID: id, Space: space})
		if err != nil {
			t.Fatal(err)
		}
		return s.Seq
	}
	say("stays", "stays")
	for r := range 20 {
		var seqs []uint64
		for i := range 40 {
			seqs = append(seqs, say(memtide.Space(fmt.Sprint("goes", r, ".", i)), fmt.Sprint(r, ".", i)))
		}
		erased := make(chan error, 1)
		go func() { erased <- h.Erase(ctx, bus.StreamTurns, seqs...) }()
		for done := false; !done; {
			select {
			case err := <-erased:
				if done = true; err != nil {
					t.Fatal(err)
				}
			default:
			}
			if all, err := h.Spaces(ctx); err != nil || !slices.Contains(all, "stays") {
				t.Fatalf("round %d: %v, %v", r, all, err)
			}
		}
	}
}
