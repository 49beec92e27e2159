package ledger

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
)

// ErrSilent says that an embedder cannot be asked any more: only vectors that
// are on record serve.
var ErrSilent = errors.New("the embedder cannot be asked")

// Embedder turns texts into vectors of Dims elements. A vector is a function of
// the text, its side and the id. One that has neither Embed nor Many serves what
// is on record.
type Embedder struct {
	ID   string
	Dims int // 0: there are no vectors
	// Embed returns the vector of a text at once, nil when there is nothing to
	// embed. It has one side: what is found and what is looked for.
	Embed func(text string) []float32
	// Many, in the place of Embed, is for an embedder that takes its time and may
	// fail: vectors of memories, one a text, nil when there is nothing to embed.
	Many func(ctx context.Context, texts []string) ([][]float32, error)
	// Query goes with Many: the vector of what a prompt looks for, nil when it is
	// not there before ctx ends.
	Query func(ctx context.Context, text string) []float32
	// Context is what the texts before and after in a conversation count in the
	// vector of a half-turn, against 1 for its own.
	Context float64
	// Weak says that likeness orders what the words have found, and finds by
	// itself only where the words find nothing.
	Weak bool
}

// texts returns the vectors of texts, nil for those without.
func (e Embedder) texts(ctx context.Context, texts []string) ([][]float32, error) {
	if e.Embed == nil && e.Many == nil {
		return nil, fmt.Errorf("%s: %w", e.ID, ErrSilent)
	}
	if e.Many == nil {
		out := make([][]float32, len(texts))
		for i, t := range texts {
			out[i] = e.Embed(t)
		}
		return out, nil
	}
	out, err := e.Many(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(out) != len(texts) {
		return nil, fmt.Errorf("%s: %d vectors of %d texts", e.ID, len(out), len(texts))
	}
	for _, v := range out {
		if v != nil && len(v) != e.Dims {
			return nil, fmt.Errorf("%s: a vector of %d elements, not %d", e.ID, len(v), e.Dims)
		}
	}
	return out, nil
}

// asked is the vector of a query that was made before a view was opened.
type asked struct {
	by, text string
	vector   []float32
}

// ReadFor is [Ledger.Read] for who looks for a text: an embedder that takes its
// time is asked for the text's vector before, for as long as within at most. What
// does not come in time is missing in [View.Likening].
func (l *Ledger) ReadFor(ctx context.Context, name memtide.Space, text string, within time.Duration, fn func(View) error) error {
	s, release, err := l.acquire(ctx, name)
	if err != nil {
		return err
	}
	defer release()
	s.mu.RLock()
	to := s.vectors
	s.mu.RUnlock()
	var q asked
	if to != nil && within > 0 && to.by.Query != nil && to.Len() > 0 {
		qctx, cancel := context.WithTimeout(ctx, within)
		q = asked{to.by.ID, text, to.by.Query(qctx, text)}
		cancel()
	}
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.viewFor(q, fn)
}

// Likening returns the vector by which memories like a text are found, nil when
// there is none: it has no words, or its embedder takes its time and was not
// asked by [Ledger.ReadFor], or did not answer.
func (v View) Likening(text string) []float32 {
	var out []float32
	switch {
	case v.Embed.Many != nil || v.Embed.Query != nil:
		if v.asked.by == v.Embed.ID && v.asked.text == text {
			out = v.asked.vector
		}
	case v.Embed.Embed != nil:
		out = v.Embed.Embed(text)
	}
	if len(out) != v.Embed.Dims {
		return nil
	}
	return out
}
