package clienttest

import (
	"encoding/json"
	"fmt"
)

// Reply is what the model says to one request. The zero value is an empty
// text.
type Reply struct {
	Text     string
	Thinking string // before the text, "" for none
	Tools    []Tool // calls; with any, the stop reason is tool_use
	Usage    Usage
	Status   int    // an HTTP error in place of a message when above 0
	Error    string // the error's type, as overloaded_error; "" means api_error

	// Before runs when the request is there and its answer is not: the client
	// has submitted its prompt and not finished its turn. It may take its time.
	Before func(Request)
}

// Tool is a call of a tool of the client.
type Tool struct {
	Name  string
	Input any // encoded as JSON; an object
}

// Usage is the number of tokens that a reply says it has cost. Zero fields are
// replaced by small numbers. A large Input makes a client compact.
type Usage struct {
	Input  int
	Output int
}

// Summary returns the reply to a request to summarise, which is a step like any
// other: what a client asks when it compacts. A reply in another form is asked
// for twice.
func Summary(text string) Reply {
	return Reply{Text: "<analysis>stub</analysis>\n<summary>" + text + "</summary>"}
}

// block is a content block of a message, as it is sent when nothing is streamed.
type block struct {
	Type      string          `json:"type"`
	Text      *string         `json:"text,omitempty"`
	Thinking  string          `json:"thinking,omitempty"`
	Signature string          `json:"signature,omitempty"`
	ID        string          `json:"id,omitempty"`
	Name      string          `json:"name,omitempty"`
	Input     json.RawMessage `json:"input,omitempty"`
}

// message is the body of a reply that is not streamed, and of message_start.
type message struct {
	ID           string  `json:"id"`
	Type         string  `json:"type"`
	Role         string  `json:"role"`
	Model        string  `json:"model"`
	Content      []block `json:"content"`
	StopReason   *string `json:"stop_reason"`
	StopSequence *string `json:"stop_sequence"`
	Usage        usage   `json:"usage"`
}

type usage struct {
	Input         int `json:"input_tokens"`
	CacheCreation int `json:"cache_creation_input_tokens"`
	CacheRead     int `json:"cache_read_input_tokens"`
	Output        int `json:"output_tokens"`
}

// message returns the n-th reply of a stub in the form of the protocol.
func (r Reply) message(n int, model string) (message, error) {
	if model == "" {
		model = "stub"
	}
	m := message{
		ID: fmt.Sprintf("msg_stub%016d", n), Type: "message", Role: "assistant", Model: model,
		Content: []block{}, Usage: usage{Input: max(r.Usage.Input, 20), Output: max(r.Usage.Output, 10)},
	}
	if r.Thinking != "" {
		m.Content = append(m.Content, block{Type: "thinking", Thinking: r.Thinking, Signature: "c3R1Yg=="})
	}
	if r.Text != "" || r.Thinking == "" && len(r.Tools) == 0 {
		text := r.Text
		m.Content = append(m.Content, block{Type: "text", Text: &text})
	}
	stop := "end_turn"
	for i, tool := range r.Tools {
		input, err := json.Marshal(tool.Input)
		if err != nil {
			return message{}, fmt.Errorf("encode input of tool %s: %w", tool.Name, err)
		}
		m.Content = append(m.Content, block{Type: "tool_use", ID: fmt.Sprintf("toolu_stub%012d%02d", n, i), Name: tool.Name, Input: input})
		stop = "tool_use"
	}
	m.StopReason = &stop
	return m, nil
}
