package bench

import (
	"io"
	"log/slog"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
)

// contents counts what a store consists of: nodes by kind, subtype and what
// they have, edges by kind.
func contents(t *testing.T, l *ledger.Ledger) map[string]int {
	t.Helper()
	count := map[string]int{}
	err := l.Read(t.Context(), memtide.DefaultSpace, func(v ledger.View) error {
		for n, err := range v.Graph.AllNodes() {
			if err != nil {
				return err
			}
			count["node "+string(n.Kind)]++
			if n.Project != "" {
				count["project "+string(n.Kind)]++
			}
			if n.Source.Session != "" {
				count["session "+string(n.Kind)]++
			}
		}
		for e, err := range v.Graph.AllEdges() {
			if err != nil {
				return err
			}
			count["edge "+string(e.Kind)]++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found, err := l.Check(t.Context(), memtide.DefaultSpace)
	if err != nil || len(found) > 0 {
		t.Fatalf("check: %v, %v", found, err)
	}
	return count
}

// TestBulkStoreIsLikeThePipelines: what is written in bulk and what the stages
// make of the same half-turns is the same, but for a summary of a session and
// for what replaces what.
func TestBulkStoreIsLikeThePipelines(t *testing.T) {
	talk := smalltalk.New(600)
	bulk := t.TempDir()
	s, err := loadStore(t.Context(), bulk, talk, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	cfg := config.Default()
	cfg.Home = bulk
	d, err := daemon.Open(t.Context(), cfg, slog.New(slog.DiscardHandler), daemon.Options{NoSync: true, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}()
	got := contents(t, d.Ledger())
	if pending, err := d.Ledger().Pending(t.Context(), memtide.DefaultSpace); err != nil || pending != 0 {
		t.Errorf("%d half-turns lack a decision, %v", pending, err)
	}
	if from := d.Ledger().TurnsFrom(t.Context()); from != uint64(s.HalfTurns)+1 {
		t.Errorf("the remember flow would begin at half-turn %d of %d", from, s.HalfTurns)
	}
	if r, err := d.Ledger().Rebuild(t.Context(), memtide.DefaultSpace, nil); err != nil || r.Before != r.After {
		t.Errorf("rebuilt from the ledger: %+v, %v", r, err)
	}

	other, err := daemon.StartThrowaway(t.Context(), config.Default(), daemon.Options{NoSync: true})
	daemontest.Started(t, other, err)
	var r Report
	if err := feed(t.Context(), other.Client, talk, io.Discard, &r); err != nil {
		t.Fatal(err)
	}
	want := contents(t, other.Ledger())
	for key := range want {
		got[key] += 0
	}
	delete(got, "edge "+string(memtide.DerivedFrom)) // the summary of a session has more
	for key, n := range got {
		if strings.HasSuffix(key, " "+string(memtide.Summary)) {
			continue // how many sessions are summed up by now is up to the jobs
		}
		if math.Abs(float64(n-want[key])) > 0.05*float64(max(n, want[key]))+2 {
			t.Errorf("%s: %d in bulk, %d by the stages", key, n, want[key])
		}
	}
	t.Logf("bulk %v, stages %v", got, want)
}
