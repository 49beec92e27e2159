package llmtest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/memtide/memtide/llm"
)

type block struct {
	Type    string          `json:"type"`
	Text    string          `json:"text"`
	ID      string          `json:"id"`
	Name    string          `json:"name"`
	Input   json.RawMessage `json:"input"`
	CallID  string          `json:"tool_use_id"`
	Content json.RawMessage `json:"content"`
}

// blocks reads what is either a text or a list of blocks.
func blocks(raw json.RawMessage) ([]block, error) {
	var text string
	if len(raw) == 0 {
		return nil, nil
	}
	if json.Unmarshal(raw, &text) == nil {
		return []block{{Type: "text", Text: text}}, nil
	}
	var out []block
	if err := json.Unmarshal(raw, &out); err != nil {
		return nil, fmt.Errorf("read blocks: %w", err)
	}
	return out, nil
}

func textOf(raw json.RawMessage) (string, error) {
	all, err := blocks(raw)
	var b strings.Builder
	for _, p := range all {
		b.WriteString(p.Text)
	}
	return b.String(), err
}

func (r *Request) messages() error {
	var in struct {
		Model       string          `json:"model"`
		System      json.RawMessage `json:"system"`
		MaxTokens   int             `json:"max_tokens"`
		Temperature float64         `json:"temperature"`
		Messages    []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Choice struct {
			Name string `json:"name"`
		} `json:"tool_choice"`
	}
	if err := json.Unmarshal(r.Body, &in); err != nil {
		return fmt.Errorf("read message request: %w", err)
	}
	r.Model, r.MaxTokens, r.Temperature, r.Schema = in.Model, in.MaxTokens, in.Temperature, in.Choice.Name
	var err error
	if r.System, err = textOf(in.System); err != nil {
		return err
	}
	for _, t := range in.Tools {
		if t.Name != in.Choice.Name {
			r.Tools = append(r.Tools, t.Name)
		}
	}
	for _, m := range in.Messages {
		if err := r.message(m.Role, m.Content); err != nil {
			return err
		}
	}
	return nil
}

// message adds what one message says; each result of a tool is one of its own.
func (r *Request) message(role string, content json.RawMessage) error {
	all, err := blocks(content)
	if err != nil {
		return err
	}
	out := llm.Message{Role: llm.Role(role)}
	for _, b := range all {
		switch b.Type {
		case "text":
			out.Text += b.Text
		case "tool_use":
			out.Calls = append(out.Calls, llm.Call{ID: b.ID, Name: b.Name, Arguments: b.Input})
		case "tool_result":
			text, err := textOf(b.Content)
			if err != nil {
				return err
			}
			r.Messages = append(r.Messages, llm.Message{Role: llm.RoleTool, Text: text, CallID: b.CallID})
		}
	}
	if out.Text != "" || len(out.Calls) > 0 {
		r.Messages = append(r.Messages, out)
	}
	return nil
}

func messagesAnswer(r Request, reply Reply) string {
	content, stop := []any{}, "end_turn"
	forced := r.Schema != "" && json.Valid([]byte(reply.Text)) && strings.HasPrefix(strings.TrimSpace(reply.Text), "{")
	if forced {
		reply.Calls = append(reply.Calls, llm.Call{ID: "toolu_answer", Name: r.Schema, Arguments: json.RawMessage(reply.Text)})
	} else if reply.Text != "" && !reply.Refuse {
		content = append(content, map[string]any{"type": "text", "text": reply.Text, "citations": nil})
	}
	for _, c := range reply.Calls {
		content = append(content, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": c.Arguments, "caller": map[string]any{"type": "direct"}})
		stop = "tool_use"
	}
	switch {
	case reply.Refuse:
		stop = "refusal"
	case reply.Cut:
		stop = "max_tokens"
	}
	return JSON(map[string]any{"id": fmt.Sprintf("msg_%d", r.N), "type": "message", "role": "assistant", "model": r.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "stop_details": nil, "container": nil,
		"usage": map[string]any{"input_tokens": reply.In, "output_tokens": reply.Out, "cache_creation": nil, "cache_creation_input_tokens": nil,
			"cache_read_input_tokens": nil, "inference_geo": nil, "server_tool_use": nil, "service_tier": nil}})
}
