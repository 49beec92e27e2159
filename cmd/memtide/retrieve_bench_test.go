package main

import (
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide"
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
	talk := newTalk(n)
	for i := range n {
		feedOne(b, t, talk, i)
	}
	if err := t.client.settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
	return t
}

func feedOne(b *testing.B, t *throwaway, talk *talk, i int) {
	h := talk.exchange(i, time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC))[0]
	r, err := t.client.turn(b.Context(), requestOf(h))
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	if err != nil {
		b.Fatal(err)
	}
}

func BenchmarkAsk(b *testing.B) {
	t, talk := fillStore(b, 5000), newTalk(5000)
	b.ResetTimer()
	for i := 0; b.Loop(); i++ {
		if _, err := t.client.ask(b.Context(), benchAsk(talk, i)); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRemember(b *testing.B) {
	t, talk := fillStore(b, 2000), newTalk(2000)
	b.ResetTimer()
	n := 2000
	for b.Loop() {
		feedOne(b, t, talk, n)
		n++
	}
	if err := t.client.settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
}
