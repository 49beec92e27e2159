package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// An old value of an export, and one of a later batch that holds and says the same, are two.
func TestAnOldValueIsNotTheOneThatHolds(t *testing.T) {
	ctx := daemontest.Within(t, time.Minute)
	a := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	at := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	fact := func(i int, text string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(at, "a", i), Kind: memtide.Fact, Content: text, CreatedAt: at, Trust: memtide.TrustUser}
	}
	const said = "The heron listens on port 8080."
	old, between, now := fact(0, said), fact(1, "The heron listens on port 9090."), fact(2, said)
	old.SupersededBy, between.SupersededBy = between.ID, now.ID
	lines := []control.ExportLine{{Head: &control.ExportHead{Version: exportVersion, Space: "work", AsOf: at}}, {Node: old}, {Node: between}}
	for i := range bringNodes + 10 {
		lines = append(lines, control.ExportLine{Node: fact(3+i, fmt.Sprintf("Pier %d has %d bollards.", i, 7*i))})
	}
	lines = append(lines, control.ExportLine{Node: now})
	var b strings.Builder
	for _, l := range lines {
		raw, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		b.Write(append(raw, '\n'))
	}
	path := filepath.Join(t.TempDir(), "export.jsonl")
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []brought{{New: len(lines) - 1, Links: 2}, {Known: len(lines) - 1}} {
		if got, err := importExport(ctx, a.Client, memtide.DefaultSpace, path, true); err != nil || got != want {
			t.Errorf("%+v %v, want %+v", got, err, want)
		}
	}
}
