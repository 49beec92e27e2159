package llm_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

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
