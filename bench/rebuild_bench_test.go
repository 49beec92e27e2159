package bench

import (
	"fmt"
	"io"
	"log/slog"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
)

// BenchmarkRebuild rebuilds stores as `memtide bench` makes them from their
// logs, in a daemon that nobody asks anything meanwhile.
func BenchmarkRebuild(b *testing.B) {
	for _, n := range []int{20_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			home := b.TempDir()
			if _, err := loadStore(b.Context(), home, smalltalk.New(n), io.Discard); err != nil {
				b.Fatal(err)
			}
			cfg := config.Default()
			cfg.Home = home
			d, err := daemon.Open(b.Context(), cfg, slog.New(slog.DiscardHandler), daemon.Options{NoSync: true, Now: time.Now})
			if err != nil {
				b.Fatal(err)
			}
			defer d.Close()
			sets := 0
			for b.Loop() {
				r, err := d.Ledger().Rebuild(b.Context(), memtide.DefaultSpace, nil)
				if err != nil {
					b.Fatal(err)
				}
				sets += r.ChangeSets
			}
			b.ReportMetric(float64(sets)/b.Elapsed().Seconds(), "sets/s")
		})
	}
}
