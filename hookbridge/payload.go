package hookbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
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
// its hook waits up to inputWait: neither the watchdog nor a deadline counts that. Of what
// is not written by then the beginning is kept.
func (h *hook) given() ([]byte, error) {
	done := h.dog.spare(inputWait)
	defer done()
	began := time.Now()
	defer func() { h.base = h.base.Add(time.Since(began)) }()
	in := &intake{}
	read := make(chan error, 1)
	ended := make(chan struct{})
	go func() {
		defer h.recovered()
		defer close(ended)
		read <- in.from(h.Stdin)
	}()
	wait(ended, inputWait)
	select {
	case err := <-read:
		if err != nil {
			return nil, err
		}
		return in.whole()
	default:
	}
	b, n, err := in.torn()
	h.debug.note("payload is cut off", "error", fmt.Sprintf("%d bytes were there after %s, and more was to come", n, inputWait))
	return b, err
}

// intake is a payload that is being read, by one goroutine; another one may give it up.
type intake struct {
	mu     sync.Mutex // held while something is taken in, and not while it is waited for
	b      []byte     // all that was read, where that is not too much
	ends   *large     // has it else
	object object
	read   int // bytes
	left   bool
}

// readPayload reads one JSON object. Of one above maxPayload bytes it keeps a smaller one, as
// [large] says. What stands behind it is left out (a NUL, a second line), and the end of the
// input is not waited for: a client may leave that open.
func readPayload(r io.Reader) ([]byte, error) {
	in := &intake{}
	if err := in.from(r); err != nil {
		return nil, err
	}
	return in.whole()
}

// from reads to the end of the object, or of the input.
func (in *intake) from(r io.Reader) error {
	for {
		n, err := r.Read(in.room())
		done, wrong := in.take(n)
		switch {
		case wrong != nil:
			return wrong
		case done || errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read payload after %d bytes: %w", in.read, err)
		}
	}
}

// room is where the next bytes go.
func (in *intake) room() []byte {
	in.mu.Lock()
	defer in.mu.Unlock()
	if len(in.b) == cap(in.b) {
		in.b = slices.Grow(in.b, max(cap(in.b), 4<<10))
	}
	return in.b[len(in.b):cap(in.b)]
}

// take takes in the next n bytes, which stand in the room for them. It reports whether no
// more are wanted.
func (in *intake) take(n int) (done bool, err error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	if in.left {
		return true, nil
	}
	in.read += n
	b := in.b[len(in.b) : len(in.b)+n]
	if in.ends == nil {
		in.b = in.b[:len(in.b)+in.object.read(b)]
		if done = in.object.done; len(in.b) <= maxPayload {
			return done, nil
		}
		in.ends, b = &large{}, in.b
		in.b = make([]byte, 0, 256<<10)
	}
	_, err = in.ends.add(b)
	return in.ends.done, err
}

// whole is what was read of a payload that was read to its end.
func (in *intake) whole() ([]byte, error) {
	switch {
	case in.ends == nil:
		return in.b, nil
	case !in.ends.done:
		return nil, fmt.Errorf("decode payload: it ends in the middle, after %d bytes", in.read)
	}
	return in.ends.out, nil
}

// torn gives a payload up that is not there in time, and returns what can be used of it, and
// how many bytes of it were read.
func (in *intake) torn() ([]byte, int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.left = true
	if in.ends == nil {
		in.ends = &large{}
		if _, err := in.ends.add(in.b); err != nil {
			return nil, in.read, err
		}
	}
	b, err := in.ends.torn()
	return b, in.read, err
}

// quoting follows the bytes of a JSON document out of its strings.
type quoting struct {
	quoted, after bool // in a string, behind a backslash
}

// skip returns how many of the bytes belong to the string that is being read, with the quote
// that ends it.
func (q *quoting) skip(b []byte) int {
	for i := 0; i < len(b); i++ {
		if q.after {
			q.after = false
			continue
		}
		if i += plain(b[i:]); i == len(b) {
			break
		}
		if q.after = b[i] == '\\'; !q.after {
			q.quoted = false
			return i + 1
		}
	}
	return len(b)
}

// plain returns how many bytes stand before the first quote or backslash.
func plain(b []byte) int {
	const near, far = 16, 512 // a search has to be set up, and may go on for what the other one has found at once
	for i, c := range b[:min(len(b), near)] {
		if c == '"' || c == '\\' {
			return i
		}
	}
	for at := near; at < len(b); at += far {
		part := b[at:min(at+far, len(b))]
		if n := bytes.IndexByte(part, '\\'); n >= 0 {
			part = part[:n]
		}
		if n := bytes.IndexByte(part, '"'); n >= 0 {
			return at + n
		}
		if len(part) < far {
			return at + len(part)
		}
	}
	return len(b)
}

// object follows the bytes of a JSON object to its end.
type object struct {
	depth   int
	strings quoting
	done    bool // the outermost object has ended
}

// read returns how many of the bytes belong to the object, or stand before it.
func (o *object) read(b []byte) int {
	for i := 0; i < len(b); {
		if o.strings.quoted {
			i += o.strings.skip(b[i:])
			continue
		}
		c := b[i]
		i++
		switch c {
		case '"':
			o.strings.quoted = true
		case '{':
			o.depth++
		case '}':
			if o.depth--; o.depth == 0 {
				o.done = true
				return i
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
		if kept, ok := ownFields(b); ok {
			err = json.Unmarshal(kept, &p)
		}
	}
	if err != nil && !errors.As(err, &wrongType) {
		return Payload{}, fmt.Errorf("decode payload: %w", err)
	}
	return p, nil
}

// ownFields returns of a document what the hook reads of it, false where it is none. What
// encoding/json gives up on, a depth of 10,000 or a newline as it is in a text, is none of the
// hook's business, or is meant as it stands.
func ownFields(b []byte) (kept []byte, ok bool) {
	var l large
	n, err := l.add(b)
	return l.out, err == nil && l.done && len(bytes.TrimSpace(b[n:])) == 0
}
