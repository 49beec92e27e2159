package llm_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// Servers differ in what they take; what one has refused is not sent again.
func TestHabitsAreLearned(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		body := string(r.Body)
		for _, no := range []string{"max_completion_tokens", "temperature", "response_format", "seed"} {
			if strings.Contains(body, `"`+no+`"`) {
				return llmtest.Reply{Status: 400, Code: "unsupported_parameter", Message: "Unsupported parameter: '" + no + "'"}
			}
		}
		return llmtest.Reply{Text: `{"reason":"r","ids":[]}`}
	})
	m := open(t, wireConfig(t, s, "test/model"), llmtest.Options())
	if _, _, err := llm.Decode[found](context.Background(), m, shaped()); err != nil {
		t.Fatal(err)
	}
	learned := s.Count()
	last := s.Requests()[learned-1]
	if !strings.Contains(last.System, `"ids"`) || last.MaxTokens != 256 {
		t.Errorf("the schema is not asked for in words: %q", last.System)
	}
	other := shaped()
	other.Messages = []llm.Message{{Role: llm.RoleUser, Text: "another"}}
	if _, _, err := llm.Decode[found](context.Background(), m, other); err != nil || s.Count() != learned+1 || learned != 5 {
		t.Errorf("%v after %d and %d requests", err, learned, s.Count())
	}
}

func TestAnthropicsModelsWithoutTemperature(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		if strings.Contains(string(r.Body), `"temperature"`) {
			return llmtest.Reply{Status: 400, Code: "invalid_request_error", Message: "temperature is not supported by this model"}
		}
		return llmtest.Reply{Text: "x"}
	})
	m := open(t, wireConfig(t, s, "anthropic"), llmtest.Options())
	for n := range 2 {
		r := talk()
		r.System = fmt.Sprint(n)
		if _, err := m.Complete(context.Background(), r); err != nil {
			t.Fatal(err)
		}
	}
	if s.Count() != 3 {
		t.Errorf("%d requests", s.Count())
	}
}

func TestModelsThatThinkGetNoTemperature(t *testing.T) {
	s := llmtest.Start(t, llmtest.Say("x"))
	m := open(t, wireConfig(t, s, "test/gpt-5-nano"), llmtest.Options())
	if _, err := m.Complete(context.Background(), talk()); err != nil {
		t.Fatal(err)
	}
	r := s.Requests()[0]
	if bytes.Contains(r.Body, []byte("temperature")) || r.MaxTokens <= 256 || !bytes.Contains(r.Body, []byte(`"reasoning_effort":"low"`)) {
		t.Errorf("%s", r.Body)
	}
}
