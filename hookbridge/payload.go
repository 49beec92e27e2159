package hookbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// Payload is what a client writes to the standard input of a hook, as far as
// any client's hook needs it. Every field is optional: clients add, drop and
// null fields between versions.
type Payload struct {
	Event      string `json:"hook_event_name"`
	Session    string `json:"session_id"`
	Cwd        string `json:"cwd"`
	PromptID   string `json:"prompt_id"`
	TurnID     string `json:"turn_id"` // in Codex what the prompt id is elsewhere
	Prompt     string `json:"prompt"`
	Source     string `json:"source"`                 // of a session start
	StopActive bool   `json:"stop_hook_active"`       // the stop was itself caused by a stop hook
	Answer     string `json:"last_assistant_message"` // of a stop
	AgentID    string `json:"agent_id"`               // set inside a sub-agent
	Answered   string `json:"prompt_response"`        // of a turn of Gemini CLI
	Trigger    string `json:"trigger"`                // of a compaction

	Transcript string `json:"transcript_path"` // tells clients apart; that of Gemini CLI is counted

	// Only looked at to tell clients apart.
	Model          string `json:"model"`
	ConversationID string `json:"conversation_id"`
	GenerationID   string `json:"generation_id"`
	Timestamp      string `json:"timestamp"`
	CamelSession   string `json:"sessionId"`
	CamelTool      string `json:"toolName"`
}

var errTooLarge = errors.New("payload is too large")

// given reads what the client writes. A client that has much to do writes late, and
// its hook waits up to inputWait: neither the watchdog nor a deadline counts that.
func (h *hook) given() ([]byte, error) {
	done := h.dog.spare(inputWait)
	defer done()
	began := time.Now()
	b, err := readPayload(h.Stdin)
	h.base = h.base.Add(time.Since(began))
	return b, err
}

// readPayload reads one JSON object. Of one above maxPayload bytes it keeps a smaller one, as
// [large] says. What stands behind it is left out (a NUL, a second line), and the end of the
// input is not waited for: a client may leave that open.
func readPayload(r io.Reader) ([]byte, error) {
	var whole object
	var rest *large // nil until there is too much
	b, read := make([]byte, 0, 4<<10), 0
	for {
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+whole.read(b[len(b):len(b)+n])]
		if read += n; rest == nil && len(b) > maxPayload {
			rest = &large{}
		}
		if rest != nil {
			if err := rest.add(b); err != nil {
				return nil, err
			}
			b = b[:0]
		}
		switch {
		case whole.done || errors.Is(err, io.EOF):
			if rest != nil {
				return rest.out, nil
			}
			return b, nil
		case err != nil:
			return nil, fmt.Errorf("read payload after %d bytes: %w", read, err)
		case len(b) == cap(b):
			b = slices.Grow(b, cap(b))
		}
	}
}

// object follows the bytes of a JSON object to its end.
type object struct {
	depth         int
	quoted, after bool // in a string, behind a backslash
	done          bool // the outermost object has ended
}

// read returns how many of the bytes belong to the object, or stand before it.
func (o *object) read(b []byte) int {
	for i, c := range b {
		switch {
		case o.after:
			o.after = false
		case o.quoted:
			o.after, o.quoted = c == '\\', c != '"'
		case c == '"':
			o.quoted = true
		case c == '{':
			o.depth++
		case c == '}':
			if o.depth--; o.depth == 0 {
				o.done = true
				return i + 1
			}
		}
	}
	return len(b)
}

// decoded is [DecodePayload] of what this hook was given. What is cut out of a long text
// is looked through for what is private, as [hook.scrub] does it.
func (h *hook) decoded(b []byte) (Payload, error) {
	done := h.dog.spare(scrubWait)
	defer done()
	return DecodePayload(b)
}

// DecodePayload reads one payload. A field of an unexpected type counts as
// absent; bytes that are not UTF-8 become U+FFFD; a string above
// [memtide.MaxTurn] bytes loses its middle as in [Scrub]. The error is that of malformed
// JSON or of JSON that is not an object.
func DecodePayload(b []byte) (Payload, error) {
	b = bytes.TrimPrefix(b, []byte("\xef\xbb\xbf")) // PowerShell writes a byte order mark
	b = bytes.TrimLeft(b, " \t\r\n")
	if len(b) == 0 || b[0] != '{' {
		return Payload{}, errors.New("decode payload: not a JSON object")
	}
	b = shrink(b, maxText, keptText)
	var p Payload
	var wrongType *json.UnmarshalTypeError
	// On a wrong type, encoding/json leaves the field alone and goes on.
	err := json.Unmarshal(b, &p)
	if err != nil && !errors.As(err, &wrongType) {
		p = Payload{}
		err = json.Unmarshal(flat(b), &p) // it gives up at a depth of 10,000
	}
	if err != nil && !errors.As(err, &wrongType) {
		return Payload{}, fmt.Errorf("decode payload: %w", err)
	}
	return p, nil
}

// flat puts null in the place of each object and list in the outermost object: no field
// of a payload is one.
func flat(b []byte) (out []byte) {
	depth, from := 0, 0
	quoted, after := false, false // in a string, behind a backslash
	for i, c := range b {
		switch {
		case after:
			after = false
		case quoted:
			after, quoted = c == '\\', c != '"'
		case c == '"':
			quoted = true
		case c == '{', c == '[':
			if depth++; depth == 2 {
				out = append(append(out, b[from:i]...), "null"...)
			}
		case c == '}', c == ']':
			if depth--; depth == 1 {
				from = i + 1
			}
		}
	}
	if depth < 2 {
		out = append(out, b[from:]...)
	}
	return out
}
