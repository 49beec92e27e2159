package stages_test

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/stagestest"
)

// moody is a model of all prompt layers that answers nothing and keeps count. It
// is paused in all layers but those that are ready.
type moody struct {
	ready []string

	mu    sync.Mutex
	asked []string
}

func (*moody) Has(layer string) bool {
	return slices.Contains([]string{"classify", "followup", "plan", "toolloop", "curate"}, layer)
}

func (m *moody) Ready(layer string) bool { return slices.Contains(m.ready, layer) }

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
			m := &moody{ready: c.ready}
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
