package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// Request is one request as it has reached a stub.
type Request struct {
	At     time.Time
	Method string
	Path   string // without the query
	Header http.Header
	Body   []byte

	Model  string
	System string // its texts, joined by line ends
	Stream bool
	Tools  []string // names of the tools that the client offers
	Texts  []Text   // of all messages, in order
}

// Main reports whether the request is a step of the conversation. What a
// client asks on the side (titles, summaries of a page) offers no tools.
func (r Request) Main() bool {
	return (r.Path == pathMessages || r.Path == pathSteps || geminiCall(r.Path) == generate) && len(r.Tools) > 0
}

// Text is a text that the model was told, and where it stood.
type Text struct {
	Request int // index in Requests or Main
	Message int // index in messages, or in the input of the Responses API
	Block   int // index in its content
	Role    string
	Text    string
}

// wire is the part of a request's body that a stub reads.
type wire struct {
	Model    string          `json:"model"`
	System   json.RawMessage `json:"system"`
	Stream   bool            `json:"stream"`
	Messages []struct {
		Role    string          `json:"role"`
		Content json.RawMessage `json:"content"`
	} `json:"messages"`
	Tools []struct {
		Name string `json:"name"`
	} `json:"tools"`
}

// decode fills in what the body of a request to /v1/messages says.
func (r *Request) decode() error {
	var w wire
	if err := json.Unmarshal(r.Body, &w); err != nil {
		return fmt.Errorf("decode request: %w", err)
	}
	out := *r
	out.Model, out.Stream = w.Model, w.Stream
	for _, t := range w.Tools {
		out.Tools = append(out.Tools, t.Name)
	}
	system, err := texts(w.System)
	if err != nil {
		return fmt.Errorf("decode system: %w", err)
	}
	var lines []string
	for _, t := range system {
		lines = append(lines, t.Text)
	}
	out.System = strings.Join(lines, "\n")
	for i, m := range w.Messages {
		found, err := texts(m.Content)
		if err != nil {
			return fmt.Errorf("decode content of message %d: %w", i, err)
		}
		for _, t := range found {
			t.Message, t.Role = i, m.Role
			out.Texts = append(out.Texts, t)
		}
	}
	*r = out
	return nil
}

// texts returns the texts of a content, which is a string or a list of blocks.
// Blocks in a tool's result are read too; they count as that one block.
func texts(content json.RawMessage) ([]Text, error) {
	if len(content) == 0 || string(content) == "null" {
		return nil, nil
	}
	if content[0] == '"' {
		var s string
		if err := json.Unmarshal(content, &s); err != nil {
			return nil, err
		}
		return []Text{{Text: s}}, nil
	}
	var blocks []struct {
		Text    *string         `json:"text"`
		Content json.RawMessage `json:"content"`
	}
	if err := json.Unmarshal(content, &blocks); err != nil {
		return nil, err
	}
	var out []Text
	for i, b := range blocks {
		if b.Text != nil {
			out = append(out, Text{Block: i, Text: *b.Text})
		}
		inner, err := texts(b.Content)
		if err != nil {
			return nil, err
		}
		for _, t := range inner {
			out = append(out, Text{Block: i, Text: t.Text})
		}
	}
	return out, nil
}

// Find returns the texts that hold s, in order.
func Find(in []Text, s string) []Text {
	var out []Text
	for _, t := range in {
		if strings.Contains(t.Text, s) {
			out = append(out, t)
		}
	}
	return out
}

// Messages returns what the model was told in the last step of the
// conversation: the texts of all messages whatever their role, for clients put
// the context of a hook into messages of the user or of the system, by model.
// It fails the test when no step has come.
func (s *Stub) Messages(t testing.TB) []Text {
	t.Helper()
	main := s.Main()
	if len(main) == 0 {
		t.Fatalf("the client has not asked the model: %d requests, none of them a step of a conversation", len(s.Requests()))
	}
	return main[len(main)-1].Texts
}
