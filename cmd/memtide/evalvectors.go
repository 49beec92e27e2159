package main

import (
	"context"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/eval"
	"github.com/memtide/memtide/llm"
)

// withVectors adds what the vectors take: one for each half-turn, what is
// extracted from it, and each question.
func withVectors(est llm.Estimate, m *llm.Models, v eval.Volume) llm.Estimate {
	bytes := 0
	for _, t := range v.Told {
		bytes += extractedToo * len(t)
	}
	for _, t := range v.Asked {
		bytes += len(t)
	}
	more := m.EmbedEstimate(extractedToo*len(v.Told), bytes)
	est.Requests, est.In = est.Requests+more.Requests+len(v.Asked), est.In+more.In
	est.Micros, est.Most, est.Unpriced = est.Micros+more.Micros, est.Most+more.Most, est.Unpriced+more.Unpriced
	return est
}

// extractedToo is how many texts a half-turn gives to be embedded at most: itself
// and, of each of its sentences, what is kept.
const extractedToo = 2

// settled returns when a space is at rest and its memories have their vectors,
// which come behind the decisions: also where a model makes them and passes some
// over at first.
func settled(t *daemon.Throwaway, embeds bool) func(context.Context, memtide.Space) error {
	return func(ctx context.Context, space memtide.Space) error {
		if err := t.Client.Rest(ctx, space); err != nil {
			return err
		}
		for t.Ledger().Embedding() {
			if err := bus.Pause(ctx, 5*time.Millisecond); err != nil {
				return fmt.Errorf("vectors are being made yet: %w", err)
			}
		}
		if !embeds {
			return nil
		}
		for last, since := -1, time.Now(); ; {
			u, err := t.Ledger().Unembedded(ctx, t.Embedder())
			if err != nil || u.Texts == 0 {
				return err
			}
			if u.Texts != last {
				last, since = u.Texts, time.Now()
			}
			if time.Since(since) > evalLast && u.Texts*unembeddedMost < u.Known {
				return nil
			}
			if time.Since(since) > evalStill {
				return fmt.Errorf("%d texts have no vector of %s, and none has come for %s; memtide models test says why", u.Texts, t.Embedder().ID, evalStill)
			}
			if err := bus.Pause(ctx, 100*time.Millisecond); err != nil {
				return fmt.Errorf("%d texts have no vector yet: %w", u.Texts, err)
			}
		}
	}
}

// evalLast is how long nothing may come before the last few texts are let be: what
// was passed over is asked for every ten seconds, and a memory may have come to
// say something else since its vector was made.
const evalLast = 12 * time.Second

// unembeddedMost is of how many texts one may be without its vector then.
const unembeddedMost = 100

// evalStill is how long no vector may come before an evaluation gives up: a
// failing embedder is asked again every five minutes at last.
const evalStill = 6 * time.Minute
