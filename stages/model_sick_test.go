package stages_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/stagestest"
)

// moody is a model of all prompt layers that answers nothing and keeps count. It
// is in one state in all layers but those that are ready.
type moody struct {
	state llm.State
	ready []string

	mu    sync.Mutex
	asked []string
}

func (*moody) Has(layer string) bool {
	return slices.Contains([]string{"classify", "followup", "plan", "toolloop", "curate"}, layer)
}

func (m *moody) State(layer string) llm.State {
	if slices.Contains(m.ready, layer) {
		return llm.Ready
	}
	return m.state
}

func (m *moody) Complete(_ context.Context, r llm.Request) (llm.Reply, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked = append(m.asked, r.Layer)
	return llm.Reply{}, llm.ErrOpen
}

// questions returns the layers that have asked since the last call, in order.
func (m *moody) questions() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	asked := m.asked
	m.asked = nil
	return asked
}

// A prompt goes through the flow a second time only for a model that it can come
// to and that may be asked: while all of those are paused, it costs what it costs
// without any. A first prompt does not come to the layer that follows up.
func TestAPausedModelIsNoSecondRun(t *testing.T) {
	for name, c := range map[string]struct {
		ready       []string
		first, next string // engine that answers
	}{
		"all are paused":       {nil, "rules", "rules"},
		"all but followup are": {[]string{"followup"}, "rules", "model"},
		"all but curate are":   {[]string{"curate"}, "model", "model"},
	} {
		t.Run(name, func(t *testing.T) {
			m := &moody{state: llm.Paused, ready: c.ready}
			w := newWorldWith(t, stagestest.Options{Model: func(testing.TB) prompt.Model { return m }})
			w.plant("The harbour crane lifts forty tons.")
			for _, p := range []struct{ text, engine string }{
				{"How much does the harbour crane lift?", c.first}, {"And in which harbour does the crane stand?", c.next},
			} {
				r := w.ask(event.AskRequest{Session: "one", Prompt: p.text})
				asked := m.questions()
				if r.Engine != p.engine || (len(asked) > 0) != (p.engine == "model") {
					t.Errorf("%s: engine %s, asked by %q, want %s", p.text, r.Engine, asked, p.engine)
				}
			}
		})
	}
}

// A prompt with little time has its answer before a model is tried that was paused.
// One with much time waits for the model, who may be well again; a session's start
// asks none.
func TestAPausedModelIsTriedBehindTheAnswer(t *testing.T) {
	for name, c := range map[string]struct {
		mode     string
		deadline time.Duration
		engine   string
		tried    bool
	}{
		"little time":   {event.ModePrompt, llm.LittleTime, "rules", true},
		"much time":     {event.ModePrompt, llm.LittleTime + time.Second, "model", true},
		"session start": {event.ModeSessionStart, llm.LittleTime, "rules", false},
	} {
		t.Run(name, func(t *testing.T) {
			m := &moody{state: llm.Due}
			w := newWorldWith(t, stagestest.Options{Model: func(testing.TB) prompt.Model { return m }})
			w.plant("The harbour crane lifts forty tons.")
			seen := w.Watch(t.Context())
			r := request[event.AskRequest, event.AskReply](w, event.SubjectAsk, event.AskRequest{
				Space: w.space, Session: "one", Mode: c.mode, Prompt: "How much does the harbour crane lift?", DeadlineMS: int(c.deadline.Milliseconds())})
			if r.Engine != c.engine || r.Error != "" {
				t.Errorf("engine %s (%s)", r.Engine, r.Error)
			}
			for d := range seen { // what the door does behind the answer has an end, too
				if d.Stage == "retrieve.front" {
					break
				}
			}
			want := []string{"classify", "plan", "toolloop", "curate"}
			if !c.tried {
				want = nil
			}
			if diff := cmp.Diff(want, m.questions()); diff != "" {
				t.Error(diff)
			}
		})
	}
}
