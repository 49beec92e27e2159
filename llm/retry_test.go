package llm_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

func TestWhatAServerRefusesForGoodIsNotAskedAgain(t *testing.T) {
	for _, tc := range []struct {
		name  string
		reply llmtest.Reply
		err   error
		asks  int // of three requests
	}{
		{"no such model", llmtest.Reply{Status: 404, Message: "model gone not found, try pulling it first"}, llm.ErrNoModel, 1},
		{"no money", llmtest.Reply{Status: 402}, llm.ErrBudget, 1},
		{"quota", llmtest.Reply{Status: 429, Code: "insufficient_quota"}, llm.ErrBudget, 1},
		{"too long", llmtest.Reply{Status: 400, Code: "context_length_exceeded"}, llm.ErrTooLong, 3},
		{"filtered", llmtest.Reply{Status: 400, Code: "content_filter"}, llm.ErrRefused, 3},
		{"flagged", llmtest.Reply{Status: 403, Message: "your input was flagged"}, llm.ErrRefused, 3},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, s := llmtest.Models(t, func(llmtest.Request) llmtest.Reply { return tc.reply }, "extract")
			for n := range 3 {
				_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
				want(t, err, tc.err)
			}
			if s.Count() != tc.asks {
				t.Errorf("%d requests", s.Count())
			}
		})
	}
}

func TestRetries(t *testing.T) {
	for _, tc := range []struct {
		name string
		bad  llmtest.Reply
		asks int
	}{
		{"500", llmtest.Reply{Status: 500}, 3},
		{"503", llmtest.Reply{Status: 503}, 3},
		{"529", llmtest.Reply{Status: 529}, 3},
		{"429", llmtest.Reply{Status: 429, RetryAfter: 5 * time.Millisecond}, 3},
		{"half an answer", llmtest.Reply{Text: "half", Half: true}, 3},
		{"garbage", llmtest.Reply{Raw: "<html>oops"}, 3},
		{"cut JSON", llmtest.Reply{Raw: `{"choices":[{"mess`}, 3},
		{"no choice", llmtest.Reply{Raw: `{}`}, 3},
		{"400", llmtest.Reply{Status: 400}, 1},
		{"redirect", llmtest.Reply{Status: 307}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m, s := llmtest.Models(t, func(r llmtest.Request) llmtest.Reply {
				if r.N < 3 {
					return tc.bad
				}
				return llmtest.Reply{Text: "well"}
			}, "extract")
			r, err := m.Complete(context.Background(), ask("a"))
			if s.Count() != tc.asks || (tc.asks == 3) != (err == nil && r.Text == "well") {
				t.Fatalf("%+v, %v after %d requests", r, err, s.Count())
			}
			if err != nil && len(err.Error()) > 300 {
				t.Errorf("a long error: %v", err)
			}
		})
	}
}

// A server that asks for more time than the caller has is left alone, and is
// not asked by others meanwhile.
func TestRetryAfterBeyondTheDeadline(t *testing.T) {
	now := newClock()
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if r.N == 1 {
			return llmtest.Reply{Status: 429, RetryAfter: 40 * time.Second}
		}
		return llmtest.Reply{Text: "x"}
	})
	opts := llmtest.Options()
	opts.Now = now.now
	m := open(t, s.Config(t, "extract"), opts)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	began := time.Now()
	if _, err := m.Complete(ctx, ask("a")); err == nil || time.Since(began) > 15*time.Second {
		t.Fatalf("%v after %s", err, time.Since(began))
	}
	_, err := m.Complete(ctx, ask("b"))
	want(t, err, llm.ErrOpen)
	if p := m.Problems(); s.Count() != 1 || len(p) != 1 || !strings.Contains(p[0], "left alone") {
		t.Errorf("%d requests, problems %q", s.Count(), p)
	}
	now.add(41 * time.Second)
	if _, err := m.Complete(ctx, ask("c")); err != nil {
		t.Fatal(err)
	}
}
