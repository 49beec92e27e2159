package scheduler

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

func say(t *testing.T, h *bustest.Harness, space memtide.Space, id string) {
	t.Helper()
	turn := event.TurnTaken{Turn: memtide.Turn{ID: id, Space: space, Text: "x"}}
	if _, err := h.Publish(t.Context(), turn, bus.Meta{ID: id, Space: space}); err != nil {
		t.Fatal(err)
	}
}

// run lets a scheduler catch up and stop, and returns how many jobs MAINTAIN
// holds afterwards.
func run(t *testing.T, h *bustest.Harness, path string, now time.Time) uint64 {
	t.Helper()
	s, err := New(h.Bus, []Entry{{"consolidate", "0 3 * * *"}}, path,
		Options{Location: time.UTC, Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, e := range s.table {
		if at, missed := s.missed(e); missed {
			s.fire(t.Context(), e, at, "caught-up")
		}
	}
	if err := s.save(); err != nil {
		t.Fatal(err)
	}
	if err := s.Run(ctx); err != nil {
		t.Fatal(err)
	}
	st, err := h.State(t.Context(), bus.StreamMaintain)
	if err != nil {
		t.Fatal(err)
	}
	return st.Messages
}

func TestMissedRunsAreCaughtUpOnce(t *testing.T) {
	h := bustest.Start(t)
	path := filepath.Join(t.TempDir(), "schedule.json")
	say(t, h, "a", "1")
	day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	if n := run(t, h, path, day); n != 0 {
		t.Fatalf("the first start fired %d jobs; nothing was missed", n)
	}
	if n := run(t, h, path, day.Add(72*time.Hour)); n != 1 {
		t.Fatalf("after three nights without a daemon %d jobs, want 1", n)
	}
	if n := run(t, h, path, day.Add(73*time.Hour)); n != 1 {
		t.Errorf("caught up twice: %d jobs", n)
	}
	if n := run(t, h, path, day.Add(96*time.Hour)); n != 1 {
		t.Errorf("a space without new half-turns was not skipped: %d jobs", n)
	}
	say(t, h, "a", "2")
	if n := run(t, h, path, day.Add(120*time.Hour)); n != 2 {
		t.Errorf("a new half-turn and a new night: %d jobs, want 2", n)
	}
}

func TestTwoDaemonsFireOneJob(t *testing.T) {
	h := bustest.Start(t)
	say(t, h, "a", "1")
	day := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	dir := t.TempDir()
	for _, name := range []string{"one.json", "two.json"} {
		run(t, h, filepath.Join(dir, name), day)
	}
	for _, name := range []string{"one.json", "two.json"} {
		if n := run(t, h, filepath.Join(dir, name), day.Add(24*time.Hour)); n != 1 {
			t.Errorf("%s: MAINTAIN holds %d jobs, want 1", name, n)
		}
	}
}

func TestEveryBadLineIsNamed(t *testing.T) {
	_, err := New(nil, []Entry{{"decay", "whenever"}, {"link", "1 2 3"}}, filepath.Join(t.TempDir(), "s"), Options{})
	if err == nil || !strings.Contains(err.Error(), "jobs.decay") || !strings.Contains(err.Error(), "jobs.link") {
		t.Errorf("got %v", err)
	}
}
