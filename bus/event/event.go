package event

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	fast "github.com/segmentio/encoding/json"
)

// Flow is the stream that a kind of message travels in.
type Flow string

// The flows. The value is the first token of the subject.
const (
	Turns    Flow = "turn"
	Ledger   Flow = "ledger"
	Erasure  Flow = "erasure"
	Retrieve Flow = "retrieve"
	Remember Flow = "remember"
	Maintain Flow = "maintain"
	Trace    Flow = "trace"
	Answer   Flow = "" // goes back to who asked, in no stream
)

// Payload is the body of a message. Neither method depends on the value.
type Payload interface {
	// Kind is noun.verbed.vN.
	Kind() string
	// Flow says which stream carries the kind.
	Flow() Flow
}

// KindOf returns the kind of a payload type without a value.
func KindOf[P Payload]() string {
	var p P
	return p.Kind()
}

// Token returns a kind as one token of a subject.
func Token(kind string) string { return strings.ReplaceAll(kind, ".", "-") }

// Encode returns the JSON of v without HTML escapes, so that raw JSON inside
// (the values of a change set) keeps its bytes. What travels while a prompt
// waits is made by a faster library. It does not know omitzero: an id or a time
// that is not set is written there, and reads as one that is not set.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	if err := encoder(&buf, v).Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

func encoder(buf *bytes.Buffer, v any) interface{ Encode(any) error } {
	if p, ok := v.(Payload); ok && (p.Flow() == Retrieve || p.Flow() == Answer) {
		enc := fast.NewEncoder(buf)
		enc.SetEscapeHTML(false)
		return enc
	}
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc
}

// Decode reads one message of kind P.
func Decode[P Payload](b []byte) (P, error) {
	var p P
	if err := fast.Unmarshal(b, &p); err != nil {
		return *new(P), fmt.Errorf("decode %s: %w", p.Kind(), err)
	}
	return p, nil
}
