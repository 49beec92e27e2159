package llm_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// open opens models that ask s, until the test ends.
func open(t *testing.T, cfg llm.Config, opts llm.Options) *llm.Models {
	t.Helper()
	m, err := llm.New(cfg, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Error(err)
		}
	})
	return m
}

// ask is a request whose text makes it another one.
func ask(text string) llm.Request {
	return llm.Request{Layer: "extract", Prompt: "extract@1", Messages: []llm.Message{{Role: llm.RoleUser, Text: text}}}
}

// eventually tries until it holds; the bound is for loaded machines.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		if holds() {
			return
		}
	}
	t.Fatal("never: " + what)
}

func want(t *testing.T, err, kind error) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("%v; want %v", err, kind)
	}
}

func TestTheSameRequestIsPaidOnce(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: fmt.Sprint("answer ", r.N), Calls: []llm.Call{llmtest.Call("c1", "search", map[string]string{"q": "x"})}, In: 10, Out: 5}
	})
	cfg := s.Config(t, "extract", "filter")
	m := open(t, cfg, llmtest.Options())
	first, err := m.Complete(context.Background(), ask("a"))
	if err != nil || first.Recorded || first.Text != "answer 1" || first.Model != "test/model" || first.Usage.In != 10 {
		t.Fatalf("%+v, %v", first, err)
	}
	again := ask("a")
	again.Layer = "filter" // who asks is no part of the question
	for _, r := range []llm.Request{ask("a"), again} {
		second, err := m.Complete(context.Background(), r)
		if err != nil || !second.Recorded || second.Text != first.Text || len(second.Calls) != 1 || string(second.Calls[0].Arguments) != `{"q":"x"}` {
			t.Fatalf("%+v, %v", second, err)
		}
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	m = open(t, cfg, llmtest.Options())
	if r, err := m.Complete(context.Background(), ask("a")); err != nil || !r.Recorded {
		t.Fatalf("after a restart: %+v, %v", r, err)
	}
	other := []llm.Request{ask("b"), ask("a"), ask("a"), ask("a"), ask("a"), ask("a")}
	other[1].Prompt = "extract@2"
	other[2].Temperature = 0.5
	other[3].MaxTokens = 7
	other[4].System = "x"
	other[5].Schema = llm.SchemaFor[struct{}]("empty")
	for i, r := range other {
		if r, err := m.Complete(context.Background(), r); err != nil || r.Recorded {
			t.Errorf("request %d is another one: %+v, %v", i, r, err)
		}
	}
	if s.Count() != 1+len(other) {
		t.Errorf("%d requests", s.Count())
	}
	rows, err := m.Costs("")
	if err != nil {
		t.Fatal(err)
	}
	sum, recorded := 0, 0
	for _, r := range rows {
		sum, recorded = sum+r.Calls, recorded+r.Recorded
	}
	if sum != 7 || recorded != 3 {
		t.Errorf("%d calls and %d from the record: %+v", sum, recorded, rows)
	}
}

func TestThoseWhoAskTheSameShareOneRequest(t *testing.T) {
	gate := make(chan struct{})
	m, s := llmtest.Models(t, func(llmtest.Request) llmtest.Reply { <-gate; return llmtest.Reply{Text: "x"} }, "extract")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if r, err := m.Complete(context.Background(), ask("a")); err != nil || r.Text != "x" {
				t.Errorf("%+v, %v", r, err)
			}
		})
	}
	eventually(t, "the request arrives", func() bool { return s.Count() == 1 })
	close(gate)
	wg.Wait()
	if s.Count() != 1 {
		t.Errorf("%d requests", s.Count())
	}
}

// The caller's time is over, the request goes on, and its reply is there for
// the next one.
func TestALateReplyIsRecorded(t *testing.T) {
	gate := make(chan struct{})
	m, s := llmtest.Models(t, func(llmtest.Request) llmtest.Reply { <-gate; return llmtest.Reply{Text: "late"} }, "extract")
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Millisecond)
	defer cancel()
	_, err := m.Complete(ctx, ask("a"))
	want(t, err, llm.ErrDeadline)
	eventually(t, "the request arrives", func() bool { return s.Count() == 1 })
	close(gate)
	r, err := m.Complete(context.Background(), ask("a"))
	if err != nil || r.Text != "late" {
		t.Fatalf("%+v, %v", r, err)
	}
	r, err = m.Complete(context.Background(), ask("a"))
	if err != nil || !r.Recorded || s.Count() != 1 {
		t.Fatalf("%+v, %v after %d requests", r, err, s.Count())
	}
}

func TestARequestWithoutCallerEnds(t *testing.T) {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Mute: true} })
	opts := llmtest.Options()
	opts.Late = 50 * time.Millisecond
	m := open(t, s.Config(t, "extract"), opts)
	_, err := m.Complete(context.Background(), ask("a"))
	want(t, err, llm.ErrDeadline)
	rows, err := m.Costs("")
	if err != nil || len(rows) != 1 || rows[0].Failed != 1 || rows[0].In == 0 {
		t.Errorf("what was given up is not counted: %+v, %v", rows, err)
	}
}

func TestCloseEndsWhatIsOnItsWay(t *testing.T) {
	s := llmtest.Start(t, func(llmtest.Request) llmtest.Reply { return llmtest.Reply{Mute: true} })
	m, err := llm.New(s.Config(t, "extract"), llmtest.Options())
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := m.Complete(context.Background(), ask("a"))
		done <- err
	}()
	eventually(t, "the request arrives", func() bool { return s.Count() == 1 })
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil {
		t.Error("a request that was ended has no error")
	}
	if _, err := m.Complete(context.Background(), ask("b")); err == nil {
		t.Error("closed models answer")
	}
}

func TestALayerWithoutAModel(t *testing.T) {
	m, s := llmtest.Models(t, llmtest.Say("x"), "extract")
	r := ask("a")
	r.Layer = "plan"
	_, err := m.Complete(context.Background(), r)
	want(t, err, llm.ErrNoModel)
	if _, err := m.Embedder(); !errors.Is(err, llm.ErrNoModel) || s.Count() != 0 || m.Has("plan") || !m.Has("extract") {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}

func TestEstimateAsksNothing(t *testing.T) {
	m, s := llmtest.Models(t, llmtest.Say("x"), "extract")
	if _, err := m.Complete(context.Background(), ask("a")); err != nil {
		t.Fatal(err)
	}
	none := ask("c")
	none.Layer = "plan"
	e, err := m.Estimate([]llm.Request{ask("a"), ask("b"), none})
	if err != nil || e.Requests != 2 || e.Recorded != 1 || e.In == 0 || e.OutMost != 2048 || e.Unpriced != 1 || s.Count() != 1 {
		t.Errorf("%+v, %v after %d requests", e, err, s.Count())
	}
}

// TestOneMistakeIsSaidOnce: a wrong provider of many layers and of the embedder
// is one line that names them all.
func TestOneMistakeIsSaidOnce(t *testing.T) {
	_, err := llm.New(llm.Config{
		Layers:   map[string]llm.Layer{"gate": {Model: "nobody/x"}, "extract": {Model: "nobody/x"}, "plan": {Model: "anyone/x"}, llm.EmbedLayer: {Model: "nobody/x"}},
		Embedder: "nobody/x",
	}, llm.Options{})
	lines := strings.Split(fmt.Sprint(err), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], "layers embed, extract, gate: model nobody/x: no provider") || !strings.HasPrefix(lines[1], "layer plan: model anyone/x: ") {
		t.Errorf("said:\n%s", strings.Join(lines, "\n"))
	}
}
