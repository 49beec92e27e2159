package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

func TestTheDaysCapHolds(t *testing.T) {
	for _, tc := range []struct {
		name  string
		layer llm.Layer
		price map[string]llm.Price
	}{
		{"tokens", llm.Layer{Model: "test/model", DailyTokens: 700, MaxTokens: 100}, nil},
		{"money", llm.Layer{Model: "test/model", DailyUSD: 0.0007, MaxTokens: 100}, map[string]llm.Price{"test/model": {In: 1, Out: 1}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: "x", In: 60, Out: 100} })
			cfg := s.Config(t)
			cfg.Layers["extract"], cfg.Prices = tc.layer, tc.price
			now := newClock()
			opts := llmtest.Options()
			opts.Now = now.now
			m := open(t, cfg, opts)
			paid := 0
			for n := range 20 {
				if _, err := m.Complete(context.Background(), ask(fmt.Sprint("text ", n))); err == nil {
					paid++
				} else {
					want(t, err, llm.ErrBudget)
					if !strings.Contains(err.Error(), "of the layer, or of models, raises it") {
						t.Fatalf("it does not say which setting: %v", err)
					}
				}
			}
			if paid < 3 || 160*paid > 700 || s.Count() != paid {
				t.Fatalf("%d were paid, %d sent", paid, s.Count())
			}
			if p := m.Problems(); len(p) != 1 || !strings.Contains(p[0], "cap") {
				t.Errorf("problems: %q", p)
			}
			if err := m.Close(); err != nil {
				t.Fatal(err)
			}
			m = open(t, cfg, opts)
			_, err := m.Complete(context.Background(), ask("after a restart"))
			want(t, err, llm.ErrBudget)
			now.add(24 * time.Hour)
			if _, err := m.Complete(context.Background(), ask("tomorrow")); err != nil {
				t.Fatal(err)
			}
			if p := m.Problems(); len(p) != 0 {
				t.Errorf("problems of yesterday: %q", p)
			}
		})
	}
}

// A cap below what one request may take never lets one pass: it is not said to be
// reached, nor to end at midnight.
func TestACapBelowOneRequest(t *testing.T) {
	for name, c := range map[string]struct {
		layer llm.Layer
		want  string
	}{
		"tokens": {llm.Layer{Model: "test/model", DailyTokens: 1000}, "one request may take 2"},
		"money":  {llm.Layer{Model: "test/model", DailyUSD: 0.0007}, "one request may take $0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.Start(t, llmtest.Say("x"))
			cfg := s.Config(t)
			cfg.Layers["extract"], cfg.Prices = c.layer, map[string]llm.Price{"test/model": {In: 1, Out: 1}}
			m := open(t, cfg, llmtest.Options())
			_, err := m.Complete(context.Background(), ask("a"))
			want(t, err, llm.ErrBudget)
			p := m.Problems()
			if s.Count() != 0 || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "used up") || len(p) != 1 || !strings.Contains(p[0], c.want) {
				t.Errorf("%v, %q after %d requests", err, p, s.Count())
			}
		})
	}
}

// Requests that are on their way count before their answer is there.
func TestTheCapHoldsForManyAtOnce(t *testing.T) {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: "x", In: 100, Out: 100} })
	cfg := s.Config(t)
	cfg.Layers["extract"] = llm.Layer{Model: "test/model", DailyTokens: 1000, MaxTokens: 150}
	m := open(t, cfg, llmtest.Options())
	var wg sync.WaitGroup
	for n := range 40 {
		wg.Go(func() {
			if _, err := m.Complete(context.Background(), ask(fmt.Sprint(n))); err != nil && !errors.Is(err, llm.ErrBudget) {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	rows, err := m.Costs("")
	if err != nil || len(rows) != 1 || rows[0].In+rows[0].Out > 1000 || rows[0].Calls == 0 {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestMoneyIsNotSpentAtAnUnknownPrice(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	cfg := s.Config(t)
	cfg.Layers["extract"] = llm.Layer{Model: "test/model", DailyUSD: 1}
	m := open(t, cfg, llmtest.Options())
	_, err := m.Complete(context.Background(), ask("a"))
	want(t, err, llm.ErrBudget)
	if s.Count() != 0 || !strings.Contains(err.Error(), "models.prices") {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}
