package prompt

import (
	"context"
	"fmt"
	"strings"

	"github.com/memtide/memtide/llm"
)

// Done is the tool by which a model ends a talk. It carries no content: a model
// that sums up is not listened to.
const Done = "done"

// Talk is a conversation in which a model calls tools, within bounds.
type Talk struct {
	Turns  int    // answers of the model
	Calls  int    // in one answer; more are left out
	Errors int    // one after the other
	Nudge  string // said to a model that calls nothing at first
	// Call carries out one call of any tool but Done. Its error is told to the
	// model.
	Call func(ctx context.Context, c llm.Call) (string, error)
}

// Talk asks a request, and goes on as long as the model calls tools. It ends with
// Done, with an answer that calls none (the first such one gets the nudge, where
// there is one), or at a bound; the error is that of the model. by is the model that
// answered, "" when none did.
func (a *Asker) Talk(ctx context.Context, req llm.Request, t Talk) (by string, err error) {
	wrong := 0
	for turn := range t.Turns {
		r, err := a.Complete(ctx, req)
		if err != nil {
			return by, fmt.Errorf("turn %d of the talk: %w", turn+1, err)
		}
		by = r.Model
		if len(r.Calls) == 0 {
			if turn > 0 || t.Nudge == "" {
				return by, nil
			}
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Text: orBlank(r.Text)}, llm.Message{Role: llm.RoleUser, Text: t.Nudge})
			continue
		}
		calls := r.Calls[:min(len(r.Calls), t.Calls)]
		req.Messages = append(req.Messages, llm.Message{Role: llm.RoleAssistant, Text: r.Text, Calls: calls})
		over := false
		for _, c := range calls {
			text := "ok"
			if c.Name == Done {
				over = true
			} else if text, err = t.Call(ctx, c); err != nil {
				wrong++
				text = "error: " + err.Error()
			} else {
				wrong = 0
			}
			req.Messages = append(req.Messages, llm.Message{Role: llm.RoleTool, CallID: c.ID, Text: text})
		}
		if over || wrong >= t.Errors {
			return by, nil
		}
	}
	return by, nil
}

// orBlank keeps a message from being empty: servers refuse those.
func orBlank(s string) string {
	if strings.TrimSpace(s) == "" {
		return "(nothing)"
	}
	return s
}
