package daemon

import (
	"context"
	"path/filepath"
	"strconv"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
)

// mute is a model that answers when it is let.
type mute struct {
	answers chan struct{}
	asked   atomic.Int64
}

func (*mute) ID() string { return "mute:2" }
func (*mute) Dims() int  { return 2 }

func (m *mute) Embed(ctx context.Context, _ llm.Side, texts []string) ([][]float32, error) {
	m.asked.Add(1)
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-m.answers:
		return [][]float32{{1, float32(len(texts[0]))}}, nil
	}
}

// No prompt waits longer than its time for a model that is silent, and after three
// that waited in vain the next ones do not wait at all. What comes late serves
// the next that says the same.
func TestAPromptDoesNotWaitForASilentEmbedder(t *testing.T) {
	records, err := vectorindex.OpenRecords(filepath.Join(t.TempDir(), "vectors.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	m, now := &mute{answers: make(chan struct{})}, time.Now()
	q := &queries{model: m, records: records, now: func() time.Time { return now }, flights: map[string]*flight{}}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for range lateInARow {
		if v := q.vector(gone, "where is the winch"); v != nil {
			t.Fatalf("a silent model has said %v", v)
		}
	}
	// The context does not end: who waits here waits for ever.
	if v := q.vector(t.Context(), "where is the winch"); v != nil || m.asked.Load() > 1 {
		t.Errorf("%v; one text was asked for %d times", v, m.asked.Load())
	}
	q.mu.Lock()
	late := q.flights[firstFlight(q)]
	q.mu.Unlock()
	close(m.answers)
	<-late.done
	if v := q.vector(gone, "where is the winch"); len(v) != 2 {
		t.Errorf("the late vector does not serve: %v", v)
	}
	now = now.Add(latePause)
	if v := q.vector(t.Context(), "and the heron"); len(v) != 2 {
		t.Errorf("after the pause nothing waits: %v", v)
	}
}

func firstFlight(q *queries) string {
	for hash := range q.flights {
		return hash
	}
	return ""
}

// Vectors of prompts begin anew once there are too many, also where a daemon is started every
// day and makes few of them.
func TestVectorsOfPromptsDoNotGrowOverManyStarts(t *testing.T) {
	records, err := vectorindex.OpenRecords(filepath.Join(t.TempDir(), "vectors.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer records.Close()
	m := &mute{answers: make(chan struct{})}
	close(m.answers)
	var before []vectorindex.Record
	for i := range queryKept {
		before = append(before, vectorindex.Record{Hash: memtide.Hash(strconv.Itoa(i)), Vector: []float32{1, 2}})
	}
	if err := records.PutBatch(queryRecords(m.ID()), before); err != nil {
		t.Fatal(err)
	}
	q := &queries{model: m, records: records, now: time.Now, flights: map[string]*flight{}}
	if v := q.vector(t.Context(), "where is the winch"); len(v) != 2 {
		t.Fatalf("no vector: %v", v)
	}
	if n, err := records.Count(queryRecords(m.ID())); err != nil || n != 1 {
		t.Errorf("%d vectors of prompts, %v; want the last one", n, err)
	}
}
