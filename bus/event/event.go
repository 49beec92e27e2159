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
// (the values of a change set) keeps its bytes. What is made at every prompt is
// made by a faster library. It does not know omitzero: an id or a time that is
// not set is written there, and reads as one that is not set.
func Encode(v any) ([]byte, error) {
	var buf bytes.Buffer
	if err := encoder(&buf, v).Encode(v); err != nil {
		return nil, fmt.Errorf("encode %T: %w", v, err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

func encoder(buf *bytes.Buffer, v any) interface{ Encode(any) error } {
	if atEveryPrompt(v) {
		enc := fast.NewEncoder(buf)
		enc.SetEscapeHTML(false)
		return enc
	}
	enc := json.NewEncoder(buf)
	enc.SetEscapeHTML(false)
	return enc
}

func atEveryPrompt(v any) bool {
	switch v := v.(type) {
	case SessionState, Receipt:
		return true
	case Payload:
		return ofPrompt(v.Flow())
	}
	return false
}

// ofPrompt reports whether a flow is that of a prompt: its messages are gone
// with the answer.
func ofPrompt(f Flow) bool { return f == Retrieve || f == Answer }

// Decode reads one message of kind P. The texts of a message that is gone with
// its prompt lie in b, which must not be changed any more; those of all others
// are copies.
func Decode[P Payload](b []byte) (P, error) {
	var p P
	var flags fast.ParseFlags
	if ofPrompt(p.Flow()) {
		flags = fast.DontCopyString
	}
	if err := decode(b, &p, flags); err != nil {
		return *new(P), fmt.Errorf("decode %s: %w", p.Kind(), err)
	}
	return p, nil
}

// DecodeSession reads what is kept of a conversation. Its texts lie in b, which
// must not be changed any more.
func DecodeSession(b []byte) (SessionState, error) {
	var s SessionState
	if err := decode(b, &s, fast.DontCopyString); err != nil {
		return SessionState{}, fmt.Errorf("decode session: %w", err)
	}
	return s, nil
}

func decode(b []byte, v any, flags fast.ParseFlags) error {
	rest, err := fast.Parse(b, v, flags)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%d bytes stand behind the value", len(rest))
	}
	return err
}
