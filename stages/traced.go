package stages

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
)

// traced writes a record of each question to a model beside the receipts.
type traced struct {
	prompt.Model
	bus    *bus.Bus
	bodies bool
}

// Complete asks the model. The record holds no text, unless bodies are wanted.
func (t traced) Complete(ctx context.Context, r llm.Request) (llm.Reply, error) {
	start := time.Now()
	reply, err := t.Model.Complete(ctx, r)
	rec := event.ModelAsked{Layer: r.Layer, Prompt: r.Prompt, Model: reply.Model, At: start.UTC(), TookUS: time.Since(start).Microseconds(),
		In: reply.Usage.In, Out: reply.Usage.Out, Micros: reply.Usage.Micros, Recorded: reply.Recorded}
	for _, c := range reply.Calls {
		rec.Calls = append(rec.Calls, c.Name)
	}
	if err != nil {
		rec.Error = err.Error()
	}
	if t.bodies {
		rec.Input, rec.Output = asked(r), answered(reply)
	}
	meta := bus.MetaOf(ctx)
	if meta.Space == "" {
		return reply, err // asked outside of any message: there is nothing to trace it to
	}
	id := memtide.Hash("model", meta.ID, r.Layer, start.String())
	// A record that cannot be written is lost; the answer counts. A prompt whose
	// models are paused asks five of them: it must not wait five times for the log.
	_ = t.bus.Post(rec, bus.Meta{ID: id, Space: meta.Space, Trace: traceOf(meta), Cause: meta.ID})
	return reply, err
}

// traceOf names what a message belongs to. The first stage of the remember flow
// hears the half-turn itself.
func traceOf(m bus.Meta) string {
	if m.Trace != "" {
		return m.Trace
	}
	return m.ID
}

func asked(r llm.Request) string {
	var b strings.Builder
	for _, m := range r.Messages {
		fmt.Fprintf(&b, "%s: %s\n", m.Role, m.Text)
		for _, c := range m.Calls {
			fmt.Fprintf(&b, "%s calls %s %s\n", m.Role, c.Name, c.Arguments)
		}
	}
	return b.String()
}

func answered(r llm.Reply) string {
	if len(r.Calls) == 0 {
		return r.Text
	}
	calls, err := json.Marshal(r.Calls)
	if err != nil {
		return r.Text
	}
	return r.Text + string(calls)
}
