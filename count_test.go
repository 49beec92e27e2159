package memtide_test

import (
	"testing"

	"github.com/memtide/memtide"
)

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"1 memory":     memtide.Count(1, "memory"),
		"0 memories":   memtide.Count(0, "memory"),
		"2 days":       memtide.Count(2, "day"),
		"3 half-turns": memtide.Count(uint64(3), "half-turn"),
		"2 processes":  memtide.Count(int64(2), "process"),
		"2 branches":   memtide.Count(2, "branch"),
		"was":          memtide.Agree(1, "was", "were"),
		"were":         memtide.Agree(0, "was", "were"),
		"0.5 KiB":      memtide.Size(512),
		"1024.0 KiB":   memtide.Size(1<<20 - 1),
		"1.0 MiB":      memtide.Size(1 << 20),
		"2.5 GiB":      memtide.Size(5 << 29),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
