package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

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

// Whoever joins a request that is on its way, and waits for it in vain, has waited
// for an answer that is too late like who has begun it.
func TestWhoJoinsARequestIsLateToo(t *testing.T) {
	m, s := llmtest.Models(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Mute: true} }, "extract")
	for range 3 {
		ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		_, err := m.Complete(ctx, ask("slow"))
		cancel()
		want(t, err, llm.ErrDeadline)
	}
	_, err := m.Complete(context.Background(), ask("another"))
	want(t, err, llm.ErrOpen)
	if p := m.Problems(); len(p) != 1 || !strings.Contains(p[0], "too late") || s.Count() > 1 {
		t.Errorf("problems %q after %d requests", p, s.Count())
	}
}

// Whoever has all the time waits no longer than the models let anybody, and the
// answer is there for the next.
func TestNobodyWaitsLongerThanTheBound(t *testing.T) {
	answer := make(chan struct{})
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
		<-answer
		return llmtest.Reply{Text: "x"}
	})
	opts := llmtest.Options()
	opts.Wait = 20 * time.Millisecond
	m := open(t, s.Config(t, "extract"), opts)
	_, err := m.Complete(context.Background(), ask("a"))
	want(t, err, llm.ErrDeadline)
	close(answer)
	eventually(t, "it is recorded", func() bool {
		r, err := m.Complete(context.Background(), ask("a"))
		return err == nil && r.Text == "x"
	})
	if s.Count() != 1 {
		t.Errorf("%d requests", s.Count())
	}
}

// From the end of a pause until the trial has its outcome a model is not ready: it
// is due, and then paused again, however long the trial takes.
func TestTheStateAroundATrial(t *testing.T) {
	for name, c := range map[string]struct {
		sick   llmtest.Reply
		within time.Duration // of those who find that out
	}{
		"the server fails":         {llmtest.Reply{Status: 500}, llm.LittleTime},
		"the answers are too late": {llmtest.Reply{Mute: true}, 20 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			var tried atomic.Bool
			answer := make(chan struct{})
			answered := sync.OnceFunc(func() { close(answer) })
			s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply {
				if !tried.Load() {
					return c.sick
				}
				<-answer
				return llmtest.Reply{Text: "x"}
			})
			t.Cleanup(answered)
			opts := llmtest.Options()
			opts.Attempts, opts.Slots, opts.Pause = 1, 100, 50*time.Millisecond
			m := open(t, s.Config(t, "classify"), opts)
			n := 0
			prompt := func(within time.Duration) error {
				ctx, cancel := context.WithTimeout(context.Background(), within)
				defer cancel()
				n++
				r := ask(fmt.Sprint(n, " ", tried.Load()))
				r.Layer = "classify"
				_, err := m.Complete(ctx, r)
				return err
			}
			trials := func() (n int) {
				for _, r := range s.Requests() {
					if strings.HasSuffix(r.Last(), "true") {
						n++
					}
				}
				return n
			}
			is := func(state llm.State) func() bool {
				return func() bool { return m.State("classify") == state }
			}
			if m.State("extract") != "" || !is(llm.Ready)() {
				t.Fatalf("at first: %q, %q", m.State("extract"), m.State("classify"))
			}
			eventually(t, "it is paused", func() bool { return errors.Is(prompt(c.within), llm.ErrOpen) })
			eventually(t, "it is due", is(llm.Due))
			tried.Store(true)
			for range 4 {
				want(t, prompt(llm.LittleTime), llm.ErrOpen)
				eventually(t, "the trial is on its way", func() bool { return trials() > 0 && is(llm.Paused)() })
			}
			if p := m.Problems(); len(p) != 1 || trials() != 1 {
				t.Errorf("while it is tried: %d requests, %q", trials(), p)
			}
			answered()
			eventually(t, "it is ready", func() bool { return prompt(llm.LittleTime) == nil && is(llm.Ready)() })
		})
	}
}
