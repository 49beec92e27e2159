package llm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// clock is a time that a test sets.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time      { return time.Unix(0, c.at.Load()) }
func (c *clock) add(d time.Duration) { c.at.Add(int64(d)) }

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

func TestAWrongKeyIsTriedOnce(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			var key atomic.Value
			key.Store("sk-wrong-0123456789abcdef0123456789")
			s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
				if r.Header.Get("Authorization") != "Bearer right" {
					return llmtest.Reply{Status: status, Message: "Incorrect API key provided: " + key.Load().(string)}
				}
				return llmtest.Reply{Text: "x"}
			})
			now := newClock()
			opts := llmtest.Options()
			opts.Now = now.now
			opts.Env = func(string) (string, bool) { return key.Load().(string), true }
			m := open(t, s.Config(t, "extract", "filter"), opts)
			for n := range 10 {
				_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
				want(t, err, llm.ErrKey)
				if strings.Contains(err.Error(), "wrong-0123") {
					t.Fatalf("the key is in the error: %v", err)
				}
			}
			p := m.Problems()
			if s.Count() != 1 || len(p) != 1 || !strings.Contains(p[0], "extract and filter") || strings.Contains(p[0], "wrong-0123") {
				t.Fatalf("%d requests; problems: %q", s.Count(), p)
			}
			now.add(61 * time.Minute)
			_, err := m.Complete(context.Background(), ask("an hour later"))
			want(t, err, llm.ErrKey)
			if s.Count() != 2 {
				t.Fatalf("%d requests after an hour", s.Count())
			}
			key.Store("right")
			if _, err := m.Complete(context.Background(), ask("with another key")); err != nil {
				t.Fatal(err)
			}
			if p := m.Problems(); len(p) != 0 {
				t.Errorf("problems: %q", p)
			}
		})
	}
}

func TestKeysComeFromTheEnvironmentOrAClosedFile(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: r.Header.Get("Authorization")}
	})
	file := filepath.Join(t.TempDir(), "key")
	cfg := s.Config(t, "extract")
	p := cfg.Providers["test"]
	p.KeyFile = file
	cfg.Providers["test"] = p
	m := open(t, cfg, llmtest.Options())
	_, err := m.Complete(context.Background(), ask("no file"))
	want(t, err, llm.ErrKey)
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := m.Complete(context.Background(), ask("file")); err != nil || r.Text != "Bearer from-file" {
		t.Fatalf("%+v, %v", r, err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := m.Complete(context.Background(), ask("open file"))
		want(t, err, llm.ErrKey)
		if !strings.Contains(err.Error(), "chmod 600") || strings.Contains(err.Error(), "from-file") {
			t.Error(err)
		}
	}
	opts := llmtest.Options()
	opts.Env = func(string) (string, bool) { return "", false }
	none := open(t, s.Config(t, "extract"), opts)
	_, err = none.Complete(context.Background(), ask("no key"))
	want(t, err, llm.ErrKey)
	if !strings.Contains(err.Error(), "LLMTEST_KEY") || s.Count() != 1 {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}

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

func TestTheBreakerOpensAndClosesByItself(t *testing.T) {
	var well atomic.Bool
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
		if well.Load() {
			return llmtest.Reply{Text: "x"}
		}
		return llmtest.Reply{Status: 500}
	})
	opts := llmtest.Options()
	opts.Attempts, opts.Pause = 1, 200*time.Millisecond
	m := open(t, s.Config(t, "extract"), opts)
	n := 0
	next := func() error {
		n++
		_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
		return err
	}
	for range 5 {
		if err := next(); err == nil || errors.Is(err, llm.ErrOpen) {
			t.Fatal(err)
		}
	}
	asked := s.Count()
	eventually(t, "it is open", func() bool { return errors.Is(next(), llm.ErrOpen) })
	if asked != 5 {
		t.Errorf("%d requests before it opened", asked)
	}
	well.Store(true)
	eventually(t, "it closes", func() bool { return next() == nil })
	if err := next(); err != nil || len(m.Problems()) != 0 {
		t.Fatalf("%v, %q", err, m.Problems())
	}
}

func TestHalfOfTheRequestsFail(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if r.N%2 == 0 {
			return llmtest.Reply{Status: 500}
		}
		return llmtest.Reply{Text: "x"}
	})
	opts := llmtest.Options()
	opts.Attempts = 1
	m := open(t, s.Config(t, "extract"), opts)
	opened := false
	for n := range 12 {
		_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
		opened = opened || errors.Is(err, llm.ErrOpen)
	}
	if !opened || s.Count() > 11 {
		t.Errorf("open: %v after %d requests", opened, s.Count())
	}
}

// Retries that in the end succeed do not hide that a server is sick.
func TestEachAttemptCountsForTheBreaker(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if r.N%2 == 1 {
			return llmtest.Reply{Status: 500}
		}
		return llmtest.Reply{Text: "x"}
	})
	m := open(t, s.Config(t, "extract"), llmtest.Options())
	n := 0
	eventually(t, "it is open", func() bool {
		n++
		_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
		return errors.Is(err, llm.ErrOpen)
	})
	if s.Count() > 11 {
		t.Errorf("%d requests before it opened", s.Count())
	}
}

// Whoever waits at a prompt is not the one who finds out whether a paused model
// is well again: that is asked behind their back.
func TestAPromptDoesNotWaitForTheTrial(t *testing.T) {
	var state atomic.Int32 // 0 fails, 1 is mute, 2 answers
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
		switch state.Load() {
		case 0:
			return llmtest.Reply{Status: 500}
		case 1:
			return llmtest.Reply{Mute: true}
		}
		return llmtest.Reply{Text: "x"}
	})
	opts := llmtest.Options()
	opts.Attempts, opts.Pause, opts.Late = 1, 100*time.Millisecond, 300*time.Millisecond
	m := open(t, s.Config(t, "classify"), opts)
	n := 0
	prompt := func() error {
		ctx, cancel := context.WithTimeout(context.Background(), 4*time.Second)
		defer cancel()
		n++
		r := ask(fmt.Sprint(n))
		r.Layer = "classify"
		_, err := m.Complete(ctx, r)
		return err
	}
	eventually(t, "it is open", func() bool { return errors.Is(prompt(), llm.ErrOpen) })
	state.Store(1)
	asked := s.Count()
	eventually(t, "it is tried", func() bool {
		want(t, prompt(), llm.ErrOpen) // and not the deadline
		return s.Count() > asked
	})
	state.Store(2)
	eventually(t, "it closes", func() bool { return prompt() == nil })
}

// A server that is always too late for a layer is not waited for each time;
// other layers, with more time, go on.
func TestAnswersThatComeTooLate(t *testing.T) {
	m, s := llmtest.Models(t, func(r llmtest.Request) llmtest.Reply {
		if strings.HasPrefix(r.Last(), "slow") {
			return llmtest.Reply{Mute: true}
		}
		return llmtest.Reply{Text: "x"}
	}, "classify", "extract")
	for n := range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		r := ask(fmt.Sprint("slow ", n))
		r.Layer = "classify"
		_, err := m.Complete(ctx, r)
		cancel()
		want(t, err, llm.ErrDeadline)
	}
	eventually(t, "the requests arrive", func() bool { return s.Count() == 3 })
	r := ask("slow 4")
	r.Layer = "classify"
	_, err := m.Complete(context.Background(), r)
	want(t, err, llm.ErrOpen)
	if p := m.Problems(); len(p) != 1 || !strings.Contains(p[0], "too late") || s.Count() != 3 {
		t.Errorf("problems %q after %d requests", p, s.Count())
	}
	if _, err := m.Complete(context.Background(), ask("quick")); err != nil {
		t.Error(err)
	}
}

func TestSlots(t *testing.T) {
	var now, most atomic.Int32
	gate := make(chan struct{})
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		<-gate
		now.Add(-1)
		return llmtest.Reply{Text: "x"}
	})
	opts := llmtest.Options()
	opts.Slots = 2
	m := open(t, s.Config(t, "extract", "filter"), opts)
	var wg sync.WaitGroup
	for n := range 8 {
		wg.Go(func() {
			r := ask(fmt.Sprint(n))
			r.Layer = []string{"extract", "filter"}[n%2]
			if _, err := m.Complete(context.Background(), r); err != nil {
				t.Error(err)
			}
		})
	}
	eventually(t, "the slots are full", func() bool { return now.Load() == 2 })
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	_, err := m.Complete(ctx, ask("no slot"))
	want(t, err, llm.ErrDeadline)
	close(gate)
	wg.Wait()
	if most.Load() != 2 || s.Count() != 8 {
		t.Errorf("%d at once, %d in all", most.Load(), s.Count())
	}
}

func TestWhatIsTooLongIsNotSent(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	cfg := s.Config(t)
	cfg.Layers["extract"] = llm.Layer{Model: "test/model", MaxInput: 1000}
	m := open(t, cfg, llmtest.Options())
	_, err := m.Complete(context.Background(), ask(strings.Repeat("long ", 300)))
	want(t, err, llm.ErrTooLong)
	if s.Count() != 0 || strings.Contains(err.Error(), "long long") {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}

func TestLoopGuards(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	opts := llmtest.Options()
	opts.CallsAnHour = 5
	now := newClock()
	opts.Now = now.now
	m := open(t, s.Config(t, "extract"), opts)
	r := ask("find it")
	same := llmtest.Call("c", "search", map[string]string{"q": "a"})
	for range 3 {
		r.Messages = append(r.Messages, llm.Message{Role: llm.RoleAssistant, Calls: []llm.Call{same}}, llm.Message{Role: llm.RoleTool, CallID: "c", Text: "nothing"})
	}
	_, err := m.Complete(context.Background(), r)
	want(t, err, llm.ErrReply)
	r = ask("go on")
	for n := range 25 {
		r.Messages = append(r.Messages, llm.Message{Role: llm.RoleAssistant, Text: fmt.Sprint(n)}, llm.Message{Role: llm.RoleUser, Text: "and?"})
	}
	_, err = m.Complete(context.Background(), r)
	want(t, err, llm.ErrTooLong)
	if s.Count() != 0 {
		t.Fatalf("%d requests", s.Count())
	}
	for n := range 5 {
		if _, err := m.Complete(context.Background(), ask(fmt.Sprint(n))); err != nil {
			t.Fatal(err)
		}
	}
	_, err = m.Complete(context.Background(), ask("one more"))
	want(t, err, llm.ErrBudget)
	now.add(59 * time.Minute)
	_, err = m.Complete(context.Background(), ask("still"))
	want(t, err, llm.ErrBudget)
	now.add(2 * time.Minute)
	if _, err := m.Complete(context.Background(), ask("an hour later")); err != nil {
		t.Fatal(err)
	}
}
