package clienttest

import (
	"encoding/json"
	"fmt"
	"net/http"
)

// chunk is the size of a text delta in bytes: small, so that a client has to
// put an answer together, as it has to with the real thing.
const chunk = 64

// stream writes server-sent events. The first error stays; the rest is not
// written then.
type stream struct {
	w   http.ResponseWriter
	err error
}

type fields map[string]any

func (s *stream) event(name string, data fields) {
	if s.err != nil {
		return
	}
	data["type"] = name
	b, err := json.Marshal(data)
	if err != nil {
		s.err = fmt.Errorf("encode %s: %w", name, err)
		return
	}
	if _, err := fmt.Fprintf(s.w, "event: %s\ndata: %s\n\n", name, b); err != nil {
		s.err = fmt.Errorf("write %s: %w", name, err)
		return
	}
	if f, ok := s.w.(http.Flusher); ok {
		f.Flush()
	}
}

// send streams a message in the order of the documentation: message_start, the
// blocks, message_delta with stop reason and usage, message_stop.
func (s *stream) send(m message) error {
	head := m
	head.Content, head.StopReason, head.Usage.Output = []block{}, nil, 1
	s.event("message_start", fields{"message": head})
	s.event("ping", fields{})
	for i, b := range m.Content {
		s.block(i, b)
	}
	s.event("message_delta", fields{"delta": fields{"stop_reason": m.StopReason, "stop_sequence": nil}, "usage": m.Usage})
	s.event("message_stop", fields{})
	return s.err
}

func (s *stream) block(i int, b block) {
	open, deltas := opened(b)
	s.event("content_block_start", fields{"index": i, "content_block": open})
	for _, d := range deltas {
		s.event("content_block_delta", fields{"index": i, "delta": d})
	}
	s.event("content_block_stop", fields{"index": i})
}

// opened returns a block as it begins, and what is added to it.
func opened(b block) (fields, []fields) {
	var deltas []fields
	switch b.Type {
	case "thinking":
		for _, part := range split(b.Thinking) {
			deltas = append(deltas, fields{"type": "thinking_delta", "thinking": part})
		}
		deltas = append(deltas, fields{"type": "signature_delta", "signature": b.Signature})
		return fields{"type": "thinking", "thinking": "", "signature": ""}, deltas
	case "tool_use":
		for _, part := range split(string(b.Input)) {
			deltas = append(deltas, fields{"type": "input_json_delta", "partial_json": part})
		}
		return fields{"type": "tool_use", "id": b.ID, "name": b.Name, "input": fields{}}, deltas
	}
	for _, part := range split(*b.Text) {
		deltas = append(deltas, fields{"type": "text_delta", "text": part})
	}
	return fields{"type": "text", "text": ""}, deltas
}

// split cuts s into parts of at most chunk bytes between two characters.
func split(s string) []string {
	var parts []string
	from := 0
	for at := range s {
		if at-from >= chunk-3 {
			parts = append(parts, s[from:at])
			from = at
		}
	}
	if from < len(s) {
		parts = append(parts, s[from:])
	}
	return parts
}
