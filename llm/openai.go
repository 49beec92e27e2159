package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	openai "github.com/sashabaranov/go-openai"
)

// openaiWire speaks the chat completions and embeddings of OpenAI, as
// https://platform.openai.com/docs/api-reference publishes them and as many
// servers have taken them over.
type openaiWire struct {
	wire *wire
	at   resolved

	mu     sync.Mutex
	habits habits
}

// habits are what a server has said it does not take.
type habits struct {
	noTemperature, noSchema, noSeed bool
	otherLimit                      bool // calls the limit of tokens by its other name
}

func (o *openaiWire) client(key string) *openai.Client {
	cfg := openai.DefaultConfig(key)
	if o.at.preset.Wire == Azure {
		cfg = openai.DefaultAzureConfig(key, o.at.url)
		cfg.APIVersion = o.at.version
		cfg.AzureModelMapperFunc = func(model string) string { return model }
	}
	cfg.BaseURL, cfg.HTTPClient = strings.TrimSuffix(o.at.url, "/"), o.wire
	return openai.NewClientWithConfig(cfg)
}

func (o *openaiWire) complete(ctx context.Context, key string, r Request) (Reply, error) {
	for {
		o.mu.Lock()
		h := o.habits
		o.mu.Unlock()
		resp, err := o.client(key).CreateChatCompletion(ctx, o.request(r, h))
		if err == nil {
			return readChat(resp)
		}
		next, learned := h.learn(err)
		if !learned {
			return Reply{}, clean(err)
		}
		o.mu.Lock()
		o.habits = next
		o.mu.Unlock()
	}
}

// learn reads from a refused request what the server does not take. It grows
// with every answer, so that asking again ends.
func (h habits) learn(err error) (habits, bool) {
	var f *fault
	text := strings.ToLower(err.Error())
	if !errors.As(err, &f) && !strings.Contains(text, "reasoning") {
		return h, false
	}
	if f != nil && f.status != 400 && f.status != 422 || f != nil && f.kind != nil {
		return h, false
	}
	old := h
	switch {
	case strings.Contains(text, "max_tokens") || strings.Contains(text, "max_completion_tokens") || strings.Contains(text, "maxtokens"):
		h.otherLimit = true
	case strings.Contains(text, "temperature"):
		h.noTemperature = true
	case strings.Contains(text, "response_format") || strings.Contains(text, "json_schema") || strings.Contains(text, "schema"):
		h.noSchema = true
	case strings.Contains(text, "seed"):
		h.noSeed = true
	}
	return h, h != old
}

// reasoning are models that think before they answer: they take no
// temperature, and their thoughts count as tokens of the answer.
var reasoning = regexp.MustCompile(`^(o[1-9]|gpt-[5-9])([.-]|$)`)

func (o *openaiWire) request(r Request, h habits) openai.ChatCompletionRequest {
	out := openai.ChatCompletionRequest{Model: o.at.model, Messages: chatMessages(r), Tools: chatTools(r.Tools)}
	limit := o.at.preset.limitName
	thinks := reasoning.MatchString(o.at.model[strings.LastIndexByte(o.at.model, '/')+1:])
	tokens := r.MaxTokens
	if thinks {
		tokens += thoughts
		out.ReasoningEffort, limit = openai.ReasoningEffortLow, "max_completion_tokens"
	}
	if (limit == "max_tokens") != h.otherLimit {
		//lint:ignore SA1019 servers other than OpenAI's know this name only
		out.MaxTokens = tokens
	} else {
		out.MaxCompletionTokens = tokens
	}
	if !thinks && !h.noTemperature {
		// The library leaves a zero out, and then it is 1.
		out.Temperature = max(float32(r.Temperature), math.SmallestNonzeroFloat32)
	}
	if r.Seed != 0 && !h.noSeed {
		out.Seed = &r.Seed
	}
	switch {
	case r.Schema == nil:
	case h.noSchema || !r.Schema.object():
		out.Messages = slices.Concat(out.Messages[:0:0], []openai.ChatCompletionMessage{{Role: "system", Content: strings.TrimSpace(r.System + "\n\n" + r.Schema.ask())}}, withoutSystem(out.Messages))
	default:
		schema, strict := r.Schema.strict()
		out.ResponseFormat = &openai.ChatCompletionResponseFormat{Type: openai.ChatCompletionResponseFormatTypeJSONSchema,
			JSONSchema: &openai.ChatCompletionResponseFormatJSONSchema{Name: r.Schema.Name(), Schema: schema, Strict: strict}}
	}
	return out
}

// thoughts is what a model that thinks gets beside the tokens of its answer.
const thoughts = 2048

func withoutSystem(all []openai.ChatCompletionMessage) []openai.ChatCompletionMessage {
	if len(all) > 0 && all[0].Role == "system" {
		return all[1:]
	}
	return all
}

func chatMessages(r Request) []openai.ChatCompletionMessage {
	var out []openai.ChatCompletionMessage
	if r.System != "" {
		out = append(out, openai.ChatCompletionMessage{Role: "system", Content: r.System})
	}
	for _, m := range r.Messages {
		c := openai.ChatCompletionMessage{Role: string(m.Role), Content: m.Text, ToolCallID: m.CallID}
		for _, call := range m.Calls {
			c.ToolCalls = append(c.ToolCalls, openai.ToolCall{ID: call.ID, Type: "function",
				Function: openai.FunctionCall{Name: call.Name, Arguments: string(asObject(call.Arguments))}})
		}
		if c.Content == "" && len(c.ToolCalls) == 0 {
			c.Content = "(empty)" // the library would leave the field out, which servers refuse
		}
		out = append(out, c)
	}
	return out
}

func chatTools(tools []Tool) []openai.Tool {
	var out []openai.Tool
	for _, t := range tools {
		out = append(out, openai.Tool{Type: "function", Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: t.parameters()}})
	}
	return out
}

func readChat(resp openai.ChatCompletionResponse) (Reply, error) {
	r := Reply{Usage: Usage{In: resp.Usage.PromptTokens, Out: resp.Usage.CompletionTokens}}
	if d := resp.Usage.PromptTokensDetails; d != nil {
		r.Usage.Cached = min(d.CachedTokens, r.Usage.In)
	}
	if len(resp.Choices) == 0 {
		return r, &fault{what: "the server answered without a choice"}
	}
	c := resp.Choices[0]
	r.Text, r.Cut = c.Message.Content, c.FinishReason == openai.FinishReasonLength
	for _, part := range c.Message.MultiContent {
		r.Text += part.Text
	}
	for i, call := range c.Message.ToolCalls {
		id := call.ID
		if id == "" {
			id = fmt.Sprintf("call_%d", i)
		}
		r.Calls = append(r.Calls, Call{ID: id, Name: call.Function.Name, Arguments: arguments(call.Function.Arguments)})
	}
	if c.Message.Refusal != "" || c.FinishReason == openai.FinishReasonContentFilter {
		return r, ErrRefused
	}
	return r, nil
}

// arguments makes JSON of what a model wrote as the arguments of a call:
// nothing is an empty object, and what is no JSON becomes a JSON text, which
// fits no tool, so that the model is told.
func arguments(s string) json.RawMessage {
	if s = strings.TrimSpace(s); s == "" {
		return json.RawMessage("{}")
	}
	var b bytes.Buffer
	if json.Compact(&b, []byte(s)) == nil {
		return b.Bytes()
	}
	raw, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}

// asObject returns the arguments of a call as they are sent back: an object,
// which Anthropic and Ollama insist on. What a model wrote instead stands in it
// as a text.
func asObject(args json.RawMessage) json.RawMessage {
	var o map[string]json.RawMessage
	if json.Unmarshal(args, &o) == nil && o != nil {
		return args
	}
	raw, err := json.Marshal(map[string]string{"text": string(args)})
	if err != nil {
		return json.RawMessage("{}")
	}
	return raw
}

// clean turns an error of a library into one of ours. Its own text is dropped:
// it may hold what was sent.
func clean(err error) error {
	var f *fault
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return err
	}
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	if errors.As(err, &syntax) || errors.As(err, &shape) {
		return &fault{what: "the server's answer is no JSON of the published shape"}
	}
	return &fault{what: quiet(network(err), nil)}
}
