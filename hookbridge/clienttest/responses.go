package clienttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// stepWire is the part of the body of a request to /v1/responses that a stub reads.
type stepWire struct {
	Model        string `json:"model"`
	Instructions string `json:"instructions"`
	Stream       bool   `json:"stream"`
	Input        []struct {
		Type    string          `json:"type"`
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
		Output  json.RawMessage `json:"output"` // of a call
	} `json:"input"`
	Tools []struct {
		Type string `json:"type"`
		Name string `json:"name"` // "" of one that the service itself has
	} `json:"tools"`
}

// decodeStep fills in what the body of a request to /v1/responses says.
func (r *Request) decodeStep() error {
	var w stepWire
	if err := json.Unmarshal(r.Body, &w); err != nil {
		return fmt.Errorf("decode request: %w", err)
	}
	out := *r
	out.Model, out.Stream, out.System = w.Model, w.Stream, w.Instructions
	for _, t := range w.Tools {
		if t.Name == "" {
			t.Name = t.Type
		}
		out.Tools = append(out.Tools, t.Name)
	}
	for i, item := range w.Input {
		said, err := texts(item.Content)
		if err != nil {
			return fmt.Errorf("decode content of input %d: %w", i, err)
		}
		came, err := texts(item.Output)
		if err != nil {
			return fmt.Errorf("decode output of input %d: %w", i, err)
		}
		for _, t := range append(said, came...) {
			t.Message, t.Role = i, item.Role
			out.Texts = append(out.Texts, t)
		}
	}
	*r = out
	return nil
}

// step answers one request to /v1/responses.
func (s *Stub) step(w http.ResponseWriter, r Request) {
	reply, n := s.next(r)
	if reply.Before != nil {
		reply.Before(r)
	}
	if reply.Status > 0 {
		failStep(w, reply.Status, reply.Error, "scripted error")
		return
	}
	items, err := reply.items(n)
	if err == nil && !r.Stream {
		err = errors.New("the client asks for an answer in one piece, and this stub streams")
	}
	if err != nil {
		s.problem("reply %d: %v", n, err)
		failStep(w, http.StatusInternalServerError, "server_error", err.Error())
		return
	}
	header(w, "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	// A client that is ended in the middle of an answer hangs up: that is its right.
	_ = (&stream{w: w}).steps(fmt.Sprintf("resp_stub%016d", n), r.Model, items, reply.Usage)
}

// items returns the n-th reply of a stub as the output items of a response.
func (r Reply) items(n int) ([]fields, error) {
	var out []fields
	if r.Thinking != "" {
		out = append(out, fields{"type": "reasoning", "id": fmt.Sprintf("rs_stub%016d", n), "encrypted_content": "c3R1Yg==",
			"summary": []fields{{"type": "summary_text", "text": r.Thinking}}})
	}
	if r.Text != "" || r.Thinking == "" && len(r.Tools) == 0 {
		out = append(out, fields{"type": "message", "id": fmt.Sprintf("msg_stub%016d", n), "role": "assistant", "status": "completed",
			"content": []fields{{"type": "output_text", "text": r.Text, "annotations": []any{}}}})
	}
	for i, tool := range r.Tools {
		input, err := json.Marshal(tool.Input)
		if err != nil {
			return nil, fmt.Errorf("encode input of tool %s: %w", tool.Name, err)
		}
		out = append(out, fields{"type": "function_call", "id": fmt.Sprintf("fc_stub%012d%02d", n, i), "call_id": fmt.Sprintf("call_stub%012d%02d", n, i),
			"name": tool.Name, "arguments": string(input), "status": "completed"})
	}
	return out, nil
}

// steps streams a response in the order of the documentation: response.created, each item
// with its deltas, response.completed with all of them and the usage.
func (s *stream) steps(id, model string, items []fields, u Usage) error {
	head := func(status string, output []fields) fields {
		return fields{"id": id, "object": "response", "created_at": time.Now().Unix(), "status": status, "model": model, "output": output}
	}
	s.event("response.created", fields{"response": head("in_progress", []fields{})})
	for i, item := range items {
		opened := fields{}
		for key, value := range item {
			opened[key] = value
		}
		if item["type"] == "message" {
			opened["content"], opened["status"] = []fields{}, "in_progress"
		}
		s.event("response.output_item.added", fields{"output_index": i, "item": opened})
		if item["type"] == "message" {
			text, _ := item["content"].([]fields)[0]["text"].(string)
			for _, part := range split(text) {
				s.event("response.output_text.delta", fields{"item_id": item["id"], "output_index": i, "content_index": 0, "delta": part})
			}
		}
		s.event("response.output_item.done", fields{"output_index": i, "item": item})
	}
	done := head("completed", items)
	in, out := max(u.Input, 20), max(u.Output, 10)
	done["usage"] = fields{"input_tokens": in, "input_tokens_details": fields{"cached_tokens": 0},
		"output_tokens": out, "output_tokens_details": fields{"reasoning_tokens": 0}, "total_tokens": in + out}
	s.event("response.completed", fields{"response": done})
	return s.err
}

// failStep answers in the form that the Responses API gives for errors.
func failStep(w http.ResponseWriter, status int, kind, text string) {
	if kind == "" {
		kind = "server_error"
	}
	b, _ := json.Marshal(fields{"error": fields{"type": kind, "message": strings.ToValidUTF8(text, "?"), "code": nil, "param": nil}})
	header(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}
