package remember

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
)

// every is a model that every layer has, and that nobody is to ask.
type every struct{}

func (every) Complete(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply{}, llm.ErrNoModel
}
func (every) Has(string) bool        { return true }
func (every) State(string) llm.State { return llm.Ready }

// A model that takes all the time it is given leaves the rules enough of the stage's
// to answer; where the stage itself is at its end, nothing is decided.
func TestAModelTakesNotAllTheTimeOfAStage(t *testing.T) {
	rules := func(ctx context.Context, _ int, _ event.TurnTaken) (string, error) { return "ruled", ctx.Err() }
	model := func(ctx context.Context, _ int, _ event.TurnTaken) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	e := engines[int, string]{rules, model, layerGate, prompt.New(every{}, Prompts())}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), thinking)
		defer cancel()
		if out, err := e.think(ctx, 0, event.TurnTaken{}); out != "ruled" || err != nil {
			t.Errorf("%q, %v", out, err)
		}
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		if out, err := e.think(ctx, 0, event.TurnTaken{}); out != "" || err == nil {
			t.Errorf("where the stage ends: %q, %v", out, err)
		}
	})
}
