// Package stagestest runs the whole pipeline for the length of one test: a
// real bus, real stores and every stage, without a command line.
//
//	w := stagestest.Start(t, stagestest.Options{})
//	w.Conn().Request(event.SubjectAsk, …)
//
// When the test ends, the stores of every space are checked.
package stagestest

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// World is a memtide with the built-in embedder on a server of its own.
type World struct {
	*bustest.Harness
	Ledger *ledger.Ledger
}

// Options tune a world. The zero value is the product with its defaults.
type Options struct {
	Now    func() time.Time // the clock of the two front doors; nil is time.Now
	Intake remember.Intake
	Tuning retrieve.Tuning
	// ProjectOf is as in retrieve.Deps.
	ProjectOf func(cwd string) string
	// Words tell how rare a word is in the language; nil leaves it to the store.
	Words *wordvec.Table
	// Embedder takes the place of the built-in one; one of 0 dimensions does not.
	Embedder ledger.Embedder
	// NewestWins is as in maintain.Deps.
	NewestWins time.Duration
	// Model makes the model that answers for the model engines; nil is none. It is
	// called when the bus runs, so that it ends before the bus does.
	Model func(testing.TB) prompt.Model
}

// Start returns a world that is gone when the test ends.
func Start(t testing.TB, opts Options) *World {
	t.Helper()
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Alone: true}}) // as the daemon is
	if opts.Embedder.Dims == 0 {
		emb := vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{})
		opts.Embedder = ledger.Embedder{ID: emb.ID(), Dims: emb.Dims(), Embed: emb.Embed}
	}
	l, err := ledger.Open(h.Bus, filepath.Join(t.TempDir(), "spaces"), ledger.Options{Fold: language.Fold, Words: opts.Words, Embedder: opts.Embedder})
	if err != nil {
		t.Fatal(err)
	}
	var model prompt.Model
	if opts.Model != nil {
		model = opts.Model(t)
	}
	stop := h.Run(stages.All(stages.Deps{
		Retrieve: retrieve.Deps{Bus: h.Bus, Memory: l, Now: opts.Now, Tuning: opts.Tuning, ProjectOf: opts.ProjectOf},
		Remember: remember.Deps{Bus: h.Bus, Ledger: l, Now: opts.Now, Intake: opts.Intake},
		Maintain: maintain.Deps{Bus: h.Bus, Ledger: l, NewestWins: opts.NewestWins},
		Model:    model, Bodies: true,
	})...)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- l.Run(ctx) }()
	t.Cleanup(func() {
		stop()
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		check(t, l)
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return &World{Harness: h, Ledger: l}
}

func check(t testing.TB, l *ledger.Ledger) {
	t.Helper()
	spaces, err := l.Spaces(context.Background())
	if err != nil {
		t.Error(err)
	}
	for _, s := range spaces {
		if found, err := l.Check(context.Background(), s); err != nil || len(found) > 0 {
			t.Errorf("check of %s: %v %v", s, found, err)
		}
		if err := l.Read(context.Background(), s, func(v ledger.View) error { return v.Text.Check() }); err != nil {
			t.Errorf("check of the text index of %s: %v", s, err)
		}
	}
}
