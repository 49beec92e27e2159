package transcript

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/redact"
)

// MaxLine is the longest line that is read, in bytes. Longer ones hold pasted
// images.
const MaxLine = 32 << 20

// Stats counts what a read has seen.
type Stats struct {
	Lines int // in all
	Torn  int // not JSON
	Long  int // above MaxLine
	First int // number of the first that is torn or too long; 0 where none is
	Cut   int // 1 where the last line has no end: it is still being written
	Known int // uuid seen before
	User  int // half-turns yielded
	Agent int // half-turns yielded
	Open  int // answers left for a later read, because they are not complete
}

// Left says of which lines nothing was taken, where that is no matter of course; "" if there are none.
func (s Stats) Left() string {
	var parts []string
	if s.Long > 0 {
		parts = append(parts, memtide.Count(s.Long, "line")+" of more than "+memtide.Size(MaxLine))
	}
	if s.Torn > 0 {
		parts = append(parts, memtide.Count(s.Torn, "line")+" that "+memtide.Agree(s.Torn, "is", "are")+" damaged")
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("left out %s; see line %d", strings.Join(parts, " and "), s.First)
}

// Reader reads transcripts, whose lines say which client has written them, and remembers the lines it has seen.
// The zero value is ready. It is not safe for concurrent use.
type Reader struct {
	// Folder is that of what is read, where its lines name none: see [Root].
	Folder string

	seen     map[[16]byte]struct{} // hash of uuid; of a message's id in Codex
	projects map[string]string     // of cwd
}

// Read reads one transcript and calls yield with each half-turn in the order
// in which they were said, scrubbed: the user's words, then the text of the
// last message of the agent's turn that has any. The space is left empty. A line
// that another transcript has had is not reported again. It returns the error of
// yield or of r as it is; what r holds is never an error.
func (rd *Reader) Read(r io.Reader, yield func(event.TurnRequest) error) (Stats, error) {
	if rd.seen == nil {
		rd.seen, rd.projects = map[[16]byte]struct{}{}, map[string]string{}
	}
	s := scan{rd: rd, yield: yield}
	in := bufio.NewReaderSize(r, 1<<16)
	var buf []byte
	for {
		raw, err := readLine(in, buf[:0])
		long, end := errors.Is(err, errLong), errors.Is(err, io.EOF)
		if buf = raw; err == nil || long || end && len(raw) > 0 {
			if s.stats.Lines++; s.stats.Lines == 1 {
				raw = bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf")) // an editor writes a byte order mark
			}
			if e := s.line(raw, long, end); e != nil {
				return s.stats, e
			}
		}
		switch {
		case long:
		case end:
			return s.stats, s.end(false)
		case err != nil:
			return s.stats, fmt.Errorf("read transcript after %d lines: %w", s.stats.Lines, err)
		}
	}
}

var errLong = errors.New("line is too long")

// longHead is how much of a line above MaxLine is looked at: what is no message of it.
const longHead = 1 << 16

// readLine appends the next line to buf. Of a line above MaxLine, which is read to its
// end and reported as errLong, it appends the head.
func readLine(in *bufio.Reader, buf []byte) ([]byte, error) {
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(buf)+len(part) > MaxLine; !long {
			buf = append(buf, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case long && (err == nil || errors.Is(err, io.EOF)):
			return buf[:min(len(buf), longHead)], errLong
		}
		return buf, err
	}
}

// scan is one pass over one transcript.
type scan struct {
	rd    *Reader
	yield func(event.TurnRequest) error
	stats Stats
	turn  *turn
	codex *rollout // where it is one of Codex

	gemini *chat // where it is one of Gemini CLI
}

// turn is an exchange that is being read.
type turn struct {
	user    event.TurnRequest // without text when a machine spoke
	fresh   bool              // the user's half is there and was not reported by another file
	builtin bool              // a command of the client itself, so far without an answer

	group  string // id of the agent's last message
	spoken bool   // it has text
	asks   bool   // it calls a tool, or is one that the tool's result has answered

	answer event.TurnRequest
	parts  []string // texts of the last message that has any
	of     string   // id of that message
	anew   bool     // one of them was not reported by another file
}

// line takes in one line: the head of one that is too long, or the last one of a file,
// without an end.
func (s *scan) line(raw []byte, long, open bool) error {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil
	}
	switch {
	case s.codex != nil:
		return s.rolloutLine(raw, long, open)
	case s.gemini != nil:
		return s.chatLine(raw, long, open)
	case s.stats.Lines == 1 && ofGemini(raw):
		s.gemini = &chat{prompts: map[string]*hookbridge.GeminiPrompts{}}
		return s.chatLine(raw, long, open)
	}
	l, err := parse(raw)
	if ofCodex(l.kind) {
		s.codex = &rollout{}
		return s.rolloutLine(raw, long, open)
	}
	if err != nil || long {
		s.left(long, open)
		if l.kind == "user" && l.promptID != "" && s.turn != nil && l.promptID != s.turn.user.PromptID {
			return s.end(true) // of what was asked then the answer is here, and is none to what was asked before
		}
		return nil
	}
	if l.kind != "user" && l.kind != "assistant" || l.skip {
		return nil
	}
	m, err := l.decode()
	if err != nil {
		s.left(false, false)
		return nil
	}
	fresh := s.fresh(l.uuid)
	if l.kind == "assistant" {
		s.agent(l, m, fresh)
		return nil
	}
	return s.user(l, m, fresh)
}

// left counts a line of which nothing is taken.
func (s *scan) left(long, open bool) {
	switch {
	case long:
		s.stats.Long++
	case open:
		s.stats.Cut++
		return
	default:
		s.stats.Torn++
	}
	s.stats.First = cmp.Or(s.stats.First, s.stats.Lines)
}

// fresh notes a uuid and reports whether it is new. A line without one is.
func (s *scan) fresh(uuid string) bool {
	if uuid == "" {
		return true
	}
	key := sha256.Sum256([]byte(uuid))
	short := [16]byte(key[:16])
	if _, ok := s.rd.seen[short]; ok {
		s.stats.Known++
		return false
	}
	s.rd.seen[short] = struct{}{}
	return true
}

func (s *scan) user(l line, m message, fresh bool) error {
	text := strings.TrimSpace(m.text())
	switch {
	case m.has("tool_result"):
		if s.turn != nil {
			s.turn.asks = true
		}
		return nil
	case interrupted(text):
		return s.end(true)
	case strings.HasPrefix(text, "<local-command-"):
		if s.turn != nil && s.turn.builtin {
			s.turn = nil // the client itself has answered
		}
		return nil
	case strings.HasPrefix(text, "<bash-"):
		return nil // a command line that the user ran in the client
	}
	typed, builtin, isCommand := command(text)
	if isCommand {
		text = typed
	}
	var said hookbridge.Scrubbed
	ok := l.byUser(m)
	if ok {
		said, ok = hookbridge.Scrub(text)
	}
	if !ok && s.turn != nil && s.turn.user.PromptID == l.promptID {
		return nil // a machine prods the agent on within the turn
	}
	if err := s.end(true); err != nil {
		return err
	}
	s.turn = &turn{fresh: ok && fresh, builtin: builtin && isCommand, user: s.half(l)}
	s.turn.user.Role, s.turn.user.Trust = memtide.RoleUser, memtide.TrustUser
	s.turn.user.Text, s.turn.user.Quotes = said.Text, said.Quotes
	return nil
}

// agent takes in one line of the agent. A message stands on as many lines as
// it has blocks.
func (s *scan) agent(l line, m message, fresh bool) {
	t := s.turn
	if t == nil || m.model == "<synthetic>" { // the client speaks for the agent: errors, "No response requested."
		return
	}
	text := m.text()
	t.builtin = false
	if t.group != m.id || m.id == "" {
		t.group, t.spoken, t.asks = m.id, false, false
	}
	t.spoken = t.spoken || text != ""
	t.asks = t.asks || m.has("tool_use") || m.stop == "tool_use"
	if text == "" {
		return
	}
	if t.of != m.id || m.id == "" {
		t.parts, t.of, t.anew = nil, m.id, false
	}
	t.parts = append(t.parts, text)
	t.anew = t.anew || fresh
	t.answer = s.half(l)
	t.answer.PromptID = t.user.PromptID
}

// end closes the turn: complete says that nothing more can come. At the end of
// a file an answer whose last message is not its last word is left alone.
func (s *scan) end(complete bool) error {
	t := s.turn
	s.turn = nil
	if t == nil || t.builtin {
		return nil
	}
	if t.fresh {
		s.stats.User++
		if err := s.yield(t.user); err != nil {
			return err
		}
	}
	if !complete && t.group != "" && (t.asks || !t.spoken) {
		s.stats.Open++
		return nil
	}
	said, ok := hookbridge.Scrub(strings.Join(t.parts, "\n"))
	if !ok || !t.anew {
		return nil
	}
	t.answer.Role, t.answer.Trust = memtide.RoleAgent, memtide.TrustAgent
	t.answer.Text, t.answer.Quotes = said.Text, said.Quotes
	s.stats.Agent++
	return s.yield(t.answer)
}

func (s *scan) half(l line) event.TurnRequest {
	client := hookbridge.ClientClaude
	switch {
	case s.codex != nil:
		client = hookbridge.ClientCodex
	case s.gemini != nil:
		client = hookbridge.ClientGemini
	}
	return event.TurnRequest{
		Session: redact.ID(l.session), Client: client, PromptID: redact.ID(l.promptID),
		Project: s.project(l.cwd), Cwd: redact.Name(l.cwd), Time: l.at.Local(), // where it is read is where it was said, mostly
	}
}

func (s *scan) project(cwd string) string {
	name, ok := s.rd.projects[cwd]
	if !ok {
		name = redact.Name(hookbridge.Project(cwd))
		s.rd.projects[cwd] = name
	}
	return name
}
