package main

import (
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// loopScript plays a model that puts one item into the memory in four steps, and
// twice does not answer: whoever hears of it on crash kills the daemon then.
type loopScript struct {
	crash chan struct{}

	mu    sync.Mutex
	paid  map[string]int // by request: how often it was answered
	steps []int          // steps at which it did not answer
}

func (s *loopScript) answer(r llmtest.Request) llmtest.Reply {
	step := 0
	for _, m := range r.Messages {
		if m.Role == llm.RoleAssistant {
			step++
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if (step == 1 || step == 3) && !slices.Contains(s.steps, step) {
		s.steps = append(s.steps, step)
		s.crash <- struct{}{}
		return llmtest.Reply{Mute: true}
	}
	s.paid[string(r.Body)]++
	name, args := "done", map[string]any{}
	switch step {
	case 0:
		name, args = "search_facts", map[string]any{"text": "the crane at the pier"}
	case 1:
		name, args = "search_entity", map[string]any{"name": "Orca"}
	case 2:
		name, args = "store_memory", map[string]any{"n": 1}
	}
	return llmtest.Reply{Calls: []llm.Call{llmtest.Call("c", name, args)}}
}

// TestTwoCrashesInAStoreLoopPayNothingTwice kills the daemon with -9 twice while
// a model puts an item into the memory: each request that was answered was
// answered once, and the item is there once.
func TestTwoCrashesInAStoreLoopPayNothingTwice(t *testing.T) {
	script := &loopScript{crash: make(chan struct{}, 2), paid: map[string]int{}}
	s := llmtest.Start(t, script.answer)
	p := newProcess(t, filepath.Join(t.TempDir(), "home"), "MEMTIDE_MODELS_LAYERS=storeloop model=near/test-model",
		"MEMTIDE_MODELS_PROVIDERS=near preset=vllm url="+s.URL+"/v1")
	const text = "We decided to paint the crane at the pier green because of the rust."
	cl := p.start()
	said := event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: "1", Client: "crash", Time: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), Text: text}
	r, err := cl.Turn(daemontest.Within(t, time.Minute), said)
	if err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
	for range 2 {
		select {
		case <-script.crash:
		case <-time.After(2 * time.Minute):
			t.Fatalf("the model was not asked: %d requests", s.Count())
		}
		cl.Close()
		p.kill()
		cl = p.start()
	}
	defer cl.Close()
	ctx := daemontest.Within(t, 3*time.Minute)
	if err := cl.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	stored := 0
	for key, set := range decisions(ctx, t, cl) {
		for _, op := range set.Ops {
			if strings.HasPrefix(key, "store/") && op.Field == "" && strings.Contains(string(op.To), `"kind":"event"`) && strings.Contains(string(op.To), "green") {
				stored++
			}
		}
	}
	script.mu.Lock()
	defer script.mu.Unlock()
	for body, n := range script.paid {
		if n != 1 {
			t.Errorf("answered %d times: %s", n, body)
		}
	}
	if len(script.paid) != 4 || s.Count() != 6 || stored != 1 {
		t.Errorf("%d requests were answered of %d, want 4 of 6; the item was stored %d times", len(script.paid), s.Count(), stored)
	}
	costs, err := client.Control[[]llm.Spent](ctx, cl, "costs", control.CostsRequest{})
	if err != nil || len(costs) != 1 || costs[0].Layer != "storeloop" || costs[0].Calls != 4 {
		t.Errorf("the books say %+v, %v", costs, err)
	}
	rebuilt(ctx, t, cl)
}
