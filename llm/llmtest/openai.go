package llmtest

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"net/http"
	"strings"

	"github.com/memtide/memtide/llm"
)

// read finds out the wire by the path, as a server does.
func read(req *http.Request, raw []byte) (Request, error) {
	r := Request{Path: req.URL.RequestURI(), Header: req.Header.Clone(), Body: raw}
	switch {
	case req.Method != http.MethodPost:
		return r, fmt.Errorf("%s is not served", req.Method)
	case strings.HasSuffix(req.URL.Path, "/chat/completions"):
		r.Wire = "openai"
		return r, r.chat()
	case strings.HasSuffix(req.URL.Path, "/embeddings"):
		r.Wire = "embeddings"
		return r, r.embeddings()
	case strings.HasSuffix(req.URL.Path, "/v1/messages"):
		r.Wire = "anthropic"
		return r, r.messages()
	}
	return r, fmt.Errorf("nothing is at %s", req.URL.Path)
}

type chatMessage struct {
	Role      string     `json:"role"`
	Content   string     `json:"content"`
	ToolCalls []chatCall `json:"tool_calls,omitempty"`
	CallID    string     `json:"tool_call_id,omitempty"`
}

// chatReply is the message of an answer: content and refusal are always there,
// and null when there is none.
type chatReply struct {
	Role      string     `json:"role"`
	Content   *string    `json:"content"`
	Refusal   *string    `json:"refusal"`
	ToolCalls []chatCall `json:"tool_calls,omitempty"`
}

type chatCall struct {
	ID       string `json:"id"`
	Type     string `json:"type"`
	Function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments"`
	} `json:"function"`
}

func (r *Request) chat() error {
	var in struct {
		Model               string        `json:"model"`
		Messages            []chatMessage `json:"messages"`
		MaxTokens           int           `json:"max_tokens"`
		MaxCompletionTokens int           `json:"max_completion_tokens"`
		Temperature         float64       `json:"temperature"`
		Tools               []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
		Format struct {
			Schema struct {
				Name string `json:"name"`
			} `json:"json_schema"`
		} `json:"response_format"`
	}
	if err := json.Unmarshal(r.Body, &in); err != nil {
		return fmt.Errorf("read chat request: %w", err)
	}
	r.Model, r.Temperature, r.MaxTokens, r.Schema = in.Model, in.Temperature, max(in.MaxTokens, in.MaxCompletionTokens), in.Format.Schema.Name
	for _, t := range in.Tools {
		r.Tools = append(r.Tools, t.Function.Name)
	}
	for _, m := range in.Messages {
		if m.Role == "system" {
			r.System = m.Content
			continue
		}
		out := llm.Message{Role: llm.Role(m.Role), Text: m.Content, CallID: m.CallID}
		for _, c := range m.ToolCalls {
			out.Calls = append(out.Calls, llm.Call{ID: c.ID, Name: c.Function.Name, Arguments: json.RawMessage(c.Function.Arguments)})
		}
		r.Messages = append(r.Messages, out)
	}
	return nil
}

func (r *Request) embeddings() error {
	var in struct {
		Model  string          `json:"model"`
		Input  json.RawMessage `json:"input"`
		Dims   int             `json:"dimensions"`
		Voyage int             `json:"output_dimension"`
	}
	if err := json.Unmarshal(r.Body, &in); err != nil {
		return fmt.Errorf("read embedding request: %w", err)
	}
	r.Model, r.Dims = in.Model, max(in.Dims, in.Voyage)
	if json.Unmarshal(in.Input, &r.Texts) == nil {
		return nil
	}
	r.Texts = []string{""}
	if err := json.Unmarshal(in.Input, &r.Texts[0]); err != nil {
		return fmt.Errorf("read embedding input: %w", err)
	}
	return nil
}

func answer(r Request, reply Reply) string {
	if reply.In == 0 {
		reply.In = len(r.Body)/4 + 1
	}
	if reply.Out == 0 {
		reply.Out = len(reply.Text)/4 + 1
	}
	switch r.Wire {
	case "anthropic":
		return messagesAnswer(r, reply)
	case "embeddings":
		return embeddingsAnswer(r, reply)
	}
	msg, finish := chatReply{Role: "assistant", Content: &reply.Text}, "stop"
	for _, c := range reply.Calls {
		var call chatCall
		call.ID, call.Type, call.Function.Name, call.Function.Arguments = c.ID, "function", c.Name, string(c.Arguments)
		msg.ToolCalls = append(msg.ToolCalls, call)
		finish = "tool_calls"
	}
	if reply.Text == "" && len(reply.Calls) > 0 {
		msg.Content = nil
	}
	switch {
	case reply.Refuse:
		no := "I cannot help with that."
		msg.Refusal, msg.Content = &no, nil
	case reply.Cut:
		finish = "length"
	}
	return JSON(map[string]any{"id": fmt.Sprintf("chatcmpl-%d", r.N), "object": "chat.completion", "created": 1_700_000_000, "model": r.Model,
		"choices": []any{map[string]any{"index": 0, "message": msg, "logprobs": nil, "finish_reason": finish}},
		"usage":   map[string]any{"prompt_tokens": reply.In, "completion_tokens": reply.Out, "total_tokens": reply.In + reply.Out}})
}

func embeddingsAnswer(r Request, reply Reply) string {
	if reply.Vectors == nil {
		for _, t := range r.Texts {
			reply.Vectors = append(reply.Vectors, Vector(t, max(r.Dims, 8)))
		}
	}
	data := []any{}
	for i, v := range reply.Vectors {
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
	}
	return JSON(map[string]any{"object": "list", "data": data, "model": r.Model,
		"usage": map[string]any{"prompt_tokens": reply.In, "total_tokens": reply.In}})
}

// Vector is the vector that the server makes of a text when the script has
// none: the same for the same words, near for texts that share words, and not
// of unit length.
func Vector(text string, dims int) []float32 {
	v := make([]float32, dims)
	v[0] = 0.1
	for _, w := range strings.Fields(strings.ToLower(text)) {
		h := fnv.New64a()
		h.Write([]byte(w))
		n := h.Sum64()
		v[n%uint64(dims)] += 1 + float32(n>>56)/256
	}
	return v
}

func failure(r Request, reply Reply) string {
	msg := reply.Message
	if msg == "" {
		msg = http.StatusText(reply.Status)
	}
	if r.Wire == "anthropic" {
		kind := reply.Code
		if kind == "" {
			kind = map[int]string{401: "authentication_error", 403: "permission_error", 404: "not_found_error", 413: "request_too_large", 429: "rate_limit_error", 529: "overloaded_error"}[reply.Status]
		}
		if kind == "" {
			kind = "api_error"
		}
		return JSON(map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": msg}, "request_id": fmt.Sprintf("req_%d", r.N)})
	}
	var code any
	if reply.Code != "" {
		code = reply.Code
	}
	return JSON(map[string]any{"error": map[string]any{"message": msg, "type": "error", "param": nil, "code": code}})
}
