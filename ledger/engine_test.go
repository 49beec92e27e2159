package ledger_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// TestTheEngineIsTheOneThatIsNamed: the vector index of a space is that of the
// options, and another name is refused at once.
func TestTheEngineIsTheOneThatIsNamed(t *testing.T) {
	h := bustest.Start(t)
	if _, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Engine: "faiss"}); !errors.Is(err, vectorindex.ErrEngine) {
		t.Errorf("faiss: %v", err)
	}
	for _, engine := range []vectorindex.Engine{"", vectorindex.FlatEngine, vectorindex.HNSWEngine} {
		emb := vectorindex.NewHashed(func(s string) []string { return []string{s} }, vectorindex.HashedOptions{Dims: 16})
		l, _ := open(t, h.Bus, t.TempDir(), ledger.Options{Engine: engine,
			Embedder: ledger.Embedder{ID: emb.ID(), Dims: emb.Dims(), Embed: emb.Embed}})
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() { done <- l.Run(ctx) }()
		id := add(t, l, home, "one", "the gate is green")
		want := engine
		if want == "" {
			want = vectorindex.FlatEngine
		}
		for found := false; !found; time.Sleep(time.Millisecond) {
			err := l.Read(t.Context(), home, func(v ledger.View) error {
				if r := v.Vectors.Report(); r.Engine != want {
					t.Errorf("%q: %s", engine, r)
				}
				hits := v.Vectors.Search(v.Embed.Embed("the gate is green"), 1, nil)
				found = len(hits) == 1 && hits[0].ID == id
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
