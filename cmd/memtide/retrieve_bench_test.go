package main

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
)

// fillStore starts a daemon in the process with n half-turns, each of a session or
// a fact of its own.
func fillStore(b *testing.B, n int) *throwaway {
	b.Helper()
	t, err := startThrowaway(b.Context(), config.Default(), daemonOptions{noSync: true})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := t.end(); err != nil {
			b.Error(err)
		}
	})
	for i := range n {
		feedOne(b, t, i)
	}
	if err := t.client.settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
	return t
}

func feedOne(b *testing.B, t *throwaway, i int) {
	req := event.TurnRequest{Role: memtide.RoleUser, Text: benchText(i), Client: "bench", Time: time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC)}
	if i%3 == 0 {
		req.Session = "s"
	} else {
		req.Fact = memtide.Fact
	}
	r, err := t.client.turn(b.Context(), req)
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkAsk(b *testing.B) {
	t := fillStore(b, 5000)
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if _, err := t.client.ask(b.Context(), event.AskRequest{Mode: event.ModePrompt, Prompt: benchQuery(i), DeadlineMS: 5000}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRemember(b *testing.B) {
	t := fillStore(b, 2000)
	b.ResetTimer()
	n := 2000
	for b.Loop() {
		feedOne(b, t, n)
		n++
	}
	if err := t.client.settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
}
