package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
)

// anthropicWire speaks the Messages API of Anthropic. An answer of a given
// shape is asked for as the call of a tool, which every model knows.
type anthropicWire struct {
	wire *wire
	at   resolved
	cool atomic.Bool // the model takes no temperature
}

// answerTool is the tool that carries an answer of a given shape.
const answerTool = "answer"

func (a *anthropicWire) complete(ctx context.Context, key string, r Request) (Reply, error) {
	c := anthropic.NewClient(option.WithoutEnvironmentDefaults(), option.WithoutOpenTelemetry(), option.WithAPIKey(key),
		option.WithBaseURL(strings.TrimSuffix(strings.TrimSuffix(a.at.url, "/"), "/v1")+"/"),
		option.WithHTTPClient(a.wire), option.WithMaxRetries(0), option.WithRequestTimeout(10*time.Minute))
	params, err := a.params(r)
	if err != nil {
		return Reply{}, err
	}
	m, err := c.Messages.New(ctx, params)
	if err == nil {
		return readMessage(m, r)
	}
	if h, _ := (habits{}).learn(err); h.noTemperature && params.Temperature.Valid() {
		a.cool.Store(true)
		return a.complete(ctx, key, r)
	}
	return Reply{}, clean(err)
}

func (a *anthropicWire) params(r Request) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: anthropic.Model(a.at.model), MaxTokens: int64(r.MaxTokens)}
	if !a.cool.Load() {
		p.Temperature = anthropic.Float(min(r.Temperature, 1))
	}
	system := r.System
	if r.Schema != nil && !a.forced(r) {
		system = strings.TrimSpace(system + "\n\n" + r.Schema.ask())
	}
	if system != "" {
		p.System = []anthropic.TextBlockParam{{Text: system}}
	}
	for _, m := range r.Messages {
		if err := addMessage(&p, m); err != nil {
			return p, err
		}
	}
	for _, t := range r.Tools {
		tool, err := toolParam(t)
		if err != nil {
			return p, err
		}
		p.Tools = append(p.Tools, tool)
	}
	if a.forced(r) {
		tool, err := toolParam(Tool{Name: answerTool, Description: "Give the answer.", Schema: r.Schema})
		if err != nil {
			return p, err
		}
		p.Tools = []anthropic.ToolUnionParam{tool}
		p.ToolChoice = anthropic.ToolChoiceParamOfTool(answerTool)
	}
	return p, nil
}

// forced reports whether the answer is asked for as a call.
func (a *anthropicWire) forced(r Request) bool {
	return r.Schema != nil && r.Schema.object() && len(r.Tools) == 0
}

func addMessage(p *anthropic.MessageNewParams, m Message) error {
	if m.Role == RoleTool {
		block := anthropic.NewToolResultBlock(m.CallID, orEmpty(m.Text), false)
		// The results of one turn's calls belong in one message.
		if n := len(p.Messages); n > 0 && p.Messages[n-1].Role == anthropic.MessageParamRoleUser && p.Messages[n-1].Content[0].OfToolResult != nil {
			p.Messages[n-1].Content = append(p.Messages[n-1].Content, block)
			return nil
		}
		p.Messages = append(p.Messages, anthropic.NewUserMessage(block))
		return nil
	}
	var blocks []anthropic.ContentBlockParamUnion
	if m.Text != "" || len(m.Calls) == 0 {
		blocks = append(blocks, anthropic.NewTextBlock(orEmpty(m.Text)))
	}
	for _, c := range m.Calls {
		blocks = append(blocks, anthropic.NewToolUseBlock(c.ID, asObject(c.Arguments), c.Name))
	}
	switch m.Role {
	case RoleAssistant:
		p.Messages = append(p.Messages, anthropic.NewAssistantMessage(blocks...))
	case RoleUser:
		p.Messages = append(p.Messages, anthropic.NewUserMessage(blocks...))
	default:
		return fmt.Errorf("write message: no role is called %q", m.Role)
	}
	return nil
}

func orEmpty(s string) string {
	if strings.TrimSpace(s) == "" {
		return "(empty)" // the API refuses blocks without text
	}
	return s
}

func toolParam(t Tool) (anthropic.ToolUnionParam, error) {
	var s struct {
		Properties json.RawMessage `json:"properties"`
		Required   []string        `json:"required"`
	}
	if err := json.Unmarshal(t.parameters(), &s); err != nil {
		return anthropic.ToolUnionParam{}, fmt.Errorf("write tool %s: %w", t.Name, err)
	}
	tool := &anthropic.ToolParam{Name: t.Name, InputSchema: anthropic.ToolInputSchemaParam{
		Properties: s.Properties, Required: s.Required, ExtraFields: map[string]any{"additionalProperties": false}}}
	if t.Description != "" {
		tool.Description = anthropic.String(t.Description)
	}
	return anthropic.ToolUnionParam{OfTool: tool}, nil
}

func readMessage(m *anthropic.Message, r Request) (Reply, error) {
	u := m.Usage
	out := Reply{Cut: m.StopReason == anthropic.StopReasonMaxTokens, Usage: Usage{
		In:     int(u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens),
		Cached: int(u.CacheReadInputTokens), Out: int(u.OutputTokens)}}
	for _, b := range m.Content {
		switch b.Type {
		case "text":
			out.Text += b.Text
		case "tool_use":
			if b.Name == answerTool && len(r.Tools) == 0 {
				out.Text = string(arguments(string(b.Input)))
				return out, nil
			}
			out.Calls = append(out.Calls, Call{ID: b.ID, Name: b.Name, Arguments: arguments(string(b.Input))})
		}
	}
	switch {
	case m.StopReason == anthropic.StopReasonRefusal:
		return out, ErrRefused
	case m.StopReason == anthropic.StopReasonModelContextWindowExceeded && out.Text == "":
		return out, ErrTooLong
	case m.StopReason == "" && len(m.Content) == 0:
		return out, &fault{what: "the server answered without content"}
	}
	return out, nil
}
