package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// fillStore starts a daemon in the process with n half-turns, each of a session or
// a fact of its own.
func fillStore(b *testing.B, n int) *daemon.Throwaway {
	b.Helper()
	t, err := daemon.StartThrowaway(b.Context(), config.Default(), daemon.Options{NoSync: true})
	daemontest.Started(b, t, err)
	talk := smalltalk.New(n)
	for i := range n {
		feedOne(b, t, talk, i)
	}
	if err := t.Client.Settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
	return t
}

func feedOne(b *testing.B, t *daemon.Throwaway, talk *smalltalk.Talk, i int) {
	h := talk.Exchange(i, time.Date(2026, 1, 1, 0, 0, i, 0, time.UTC))[0]
	r, err := t.Client.Turn(b.Context(), requestOf(h))
	if err == nil && r.Error != "" {
		err = errors.New(r.Error)
	}
	if err != nil {
		b.Fatal(err)
	}
}

// BenchmarkAsk asks a store of 20,000 memories, as `memtide bench` makes it, and
// reports the median of each stage beside the time of the whole.
func BenchmarkAsk(b *testing.B) {
	talk := smalltalk.New(20000)
	home := b.TempDir()
	if _, err := loadStore(b.Context(), home, talk, io.Discard); err != nil {
		b.Fatal(err)
	}
	cl := serveFolder(b, home)
	if err := waitVectors(b.Context(), cl, nil); err != nil {
		b.Fatal(err)
	}
	b.Run("no session", func(b *testing.B) { askMany(b, cl, talk, func(int) string { return "" }) })
	b.Run("sessions", func(b *testing.B) { askMany(b, cl, talk, func(i int) string { return fmt.Sprint("ask", b.N, i/3) }) })
}

func askMany(b *testing.B, cl *client.Client, talk *smalltalk.Talk, session func(i int) string) {
	took := map[string][]time.Duration{}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		q := askOf(talk, i)
		q.Session = session(i)
		r, err := cl.Ask(b.Context(), q)
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range r.Stages {
			took[s.Stage] = append(took[s.Stage], time.Duration(s.TookUS)*time.Microsecond)
			took["wait"] = append(took["wait"], time.Duration(s.WaitUS)*time.Microsecond)
		}
		took["retrieve"] = append(took["retrieve"], time.Duration(r.TookUS)*time.Microsecond)
	}
	for stage, ds := range took {
		b.ReportMetric(1000*quantilesOf(ds).P50, strings.TrimPrefix(stage, "retrieve.")+"-µs")
	}
}

// serveFolder runs a daemon on a data folder until the benchmark ends.
func serveFolder(b *testing.B, home string) *client.Client {
	b.Helper()
	cfg := config.Default()
	cfg.Home = home
	d, err := daemon.Open(b.Context(), cfg, slog.New(slog.DiscardHandler), daemon.Options{NoSync: true, Now: time.Now})
	if err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(b.Context()))
	done, ready := make(chan error, 1), make(chan struct{})
	go func() { done <- d.Run(ctx, time.Now, func() { close(ready) }) }()
	b.Cleanup(func() {
		cancel()
		if err := errors.Join(<-done, d.Close()); err != nil {
			b.Error(err)
		}
	})
	<-ready
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(home).RunFile())
	if err != nil {
		b.Fatal(err)
	}
	nc, err := client.Conn(info, embedded.UserCLI)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(nc.Close)
	return client.On(nc)
}

func BenchmarkRemember(b *testing.B) {
	t, talk := fillStore(b, 2000), smalltalk.New(2000)
	b.ResetTimer()
	n := 2000
	for b.Loop() {
		feedOne(b, t, talk, n)
		n++
	}
	if err := t.Client.Settle(b.Context(), memtide.DefaultSpace, nil); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkLongHalfTurn hands over half-turns of 2,000 words, each until it is
// decided, to stores of two sizes.
func BenchmarkLongHalfTurn(b *testing.B) {
	for _, n := range []int{2000, 20000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			talk, home := smalltalk.New(n), b.TempDir()
			if _, err := loadStore(b.Context(), home, talk, io.Discard); err != nil {
				b.Fatal(err)
			}
			cl := serveFolder(b, home)
			if err := waitVectors(b.Context(), cl, nil); err != nil {
				b.Fatal(err)
			}
			b.ResetTimer()
			var took []time.Duration
			for i := 0; i < b.N; i++ {
				one, err := longTurn(b.Context(), cl, talk, i)
				if err != nil {
					b.Fatal(err)
				}
				took = append(took, one)
			}
			b.ReportMetric(quantilesOf(took).P50, "p50-ms")
		})
	}
}
