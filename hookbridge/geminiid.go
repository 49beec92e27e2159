package hookbridge

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// GeminiPrompts gives the prompts of one session of Gemini CLI their ids: which words, and
// for the how many-th time they are said in the session. Whoever goes through the prompts
// in order comes to the same ids, the hook as well as who reads the transcript.
type GeminiPrompts struct {
	session string
	said    map[string]int // by [GeminiPrompts.key]
}

// NewGeminiPrompts returns those of a session in which nothing was said yet.
func NewGeminiPrompts(session string) *GeminiPrompts {
	return &GeminiPrompts{session, map[string]int{}}
}

// Next returns the id of a prompt that is said now; its words are what [Scrub] leaves of
// [GeminiWords].
func (g *GeminiPrompts) Next(words Scrubbed) string {
	key := g.key(words)
	g.said[key]++
	return geminiID(key, g.said[key])
}

// Last returns the id of a prompt that was said last, and whether it was: one that was not
// is said now.
func (g *GeminiPrompts) Last(words Scrubbed) (id string, known bool) {
	key := g.key(words)
	if known = g.said[key] > 0; !known {
		g.said[key] = 1
	}
	return geminiID(key, g.said[key]), known
}

func (g *GeminiPrompts) key(words Scrubbed) string {
	return memtide.Hash("gemini prompt", g.session, strings.TrimSpace(words.Text))[:16]
}

func geminiID(key string, n int) string { return key + "#" + strconv.Itoa(n) }

// Between these stands what Gemini has read for a prompt that names files (@notes.txt).
const filesBegin, filesEnd = "\n--- Content from referenced files ---", "\n--- End of content ---"

// GeminiWords returns what the user has said of a prompt: without the content of files that
// it names. What hooks have added goes with [Scrub].
func GeminiWords(prompt string) string {
	head, rest, found := strings.Cut(prompt, filesBegin)
	if !found {
		return prompt
	}
	if at := strings.LastIndex(rest, filesEnd); at >= 0 {
		return head + rest[at+len(filesEnd):]
	}
	return head
}

// byGeminiItself are the beginnings of what Gemini says in the user's place.
var byGeminiItself = []string{"<session_context>", "<state_snapshot>", "System: Potential loop detected."}

// GeminiText returns the text of a message in a transcript of Gemini CLI, whose content is a
// string or a list of parts, as its hooks are given it. It is empty where the message is
// none of words: what a tool has returned, or what Gemini says in the user's place.
func GeminiText(content []byte) string {
	var parts []json.RawMessage
	if json.Unmarshal(content, &parts) != nil {
		parts = []json.RawMessage{content}
	}
	var text strings.Builder
	for _, raw := range parts {
		var part struct{ Text string }
		var plain string
		switch {
		case json.Unmarshal(raw, &plain) == nil:
			text.WriteString(plain)
		case json.Unmarshal(raw, &part) == nil:
			text.WriteString(part.Text)
		}
	}
	said := strings.TrimSpace(text.String())
	if said == "Please continue." {
		return ""
	}
	for _, begin := range byGeminiItself {
		if strings.HasPrefix(said, begin) {
			return ""
		}
	}
	return text.String()
}

// geminiState is what the hook keeps of a session from one event to the next, in a file of
// its own in the run folder: no words of anybody. Without it the transcript is counted again.
type geminiState struct {
	Begins string         `json:"begins,omitempty"` // the session has begun so, and no prompt has come since
	Said   map[string]int `json:"said,omitempty"`   // as in [GeminiPrompts]; nil is not counted yet
}

const (
	geminiPrefix = "gemini-"
	geminiOld    = 7 * 24 * time.Hour    // then the file of a session that had no end goes
	mostCounted  = 64 << 20              // bytes of a transcript that is counted
	countFor     = 50 * time.Millisecond // then it is counted no further: the user waits
)

// geminiFile is where the state of the session is kept.
func (h *hook) geminiFile() string {
	return filepath.Join(h.paths.Run, geminiPrefix+memtide.Hash("gemini session", h.payload.Session)[:16]+".json")
}

// recallGemini returns the state of the session, and what was said in it before. Of a session
// that begins anew, or that was gone on with, the transcript tells: all prompts but the one
// that is served now stand in it.
func (h *hook) recallGemini() (geminiState, *GeminiPrompts) {
	said := NewGeminiPrompts(clip(h.payload.Session))
	var s geminiState
	b, err := readState(h.geminiFile())
	if err != nil || json.Unmarshal(b, &s) != nil {
		s = geminiState{}
	}
	if s.Said != nil {
		said.said = s.Said
		return s, said
	}
	counted := NewGeminiPrompts(said.session)
	if !h.aside(countFor, func() { err = counted.count(h.payload.Transcript, time.Now().Add(countFor)) }) {
		h.debug.note("count prompts", "error", "took too long")
		return s, said
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.debug.note("count prompts", "error", err.Error())
	}
	return s, counted
}

// count takes in the prompts of a transcript, for as long as there is time.
func (g *GeminiPrompts) count(path string, until time.Time) error {
	if !filepath.IsAbs(path) {
		return nil
	}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return err
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	ours := true
	return eachChatLine(io.LimitReader(f, mostCounted), func(l chatLine) bool {
		switch {
		case l.Session != "": // two sessions that began in one minute may have one file
			ours = clip(l.Session) == g.session
		case l.Kind == "user" && ours:
			if words, ok := Scrub(GeminiWords(GeminiText(l.Content))); ok {
				g.Next(words)
			}
		}
		return time.Now().Before(until)
	})
}

// chatLine is a line of a transcript as far as the hook needs it.
type chatLine struct {
	ID      string          `json:"id"`
	Kind    string          `json:"type"`
	Session string          `json:"sessionId"`
	Content json.RawMessage `json:"content"`
}

// eachChatLine hands over each line that begins a session, or holds a message of the user or
// of the agent, until yield returns false.
func eachChatLine(r io.Reader, yield func(chatLine) bool) error {
	in := bufio.NewReaderSize(r, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		head := line[:min(len(line), 256)]
		if !bytes.Contains(head, []byte(`"type":"user"`)) && !bytes.Contains(head, []byte(`"type":"gemini"`)) && !bytes.HasPrefix(head, []byte(`{"sessionId":`)) {
			continue
		}
		var l chatLine
		if json.Unmarshal(line, &l) == nil && !yield(l) {
			return nil
		}
	}
}

// What is looked for in the end of a transcript, and how long.
const (
	mostAnswer = 2 << 20 // bytes
	answerFor  = 300 * time.Millisecond
)

// lastTurn returns the last prompt in a transcript and what the agent has said since, as far
// as its end has them.
func lastTurn(path string) (prompt string, said []string, err error) {
	if !filepath.IsAbs(path) {
		return "", nil, nil
	}
	st, err := os.Stat(path)
	if err != nil || !st.Mode().IsRegular() {
		return "", nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	if _, err := f.Seek(max(0, st.Size()-mostAnswer), io.SeekStart); err != nil {
		return "", nil, err
	}
	last := ""
	err = eachChatLine(f, func(l chatLine) bool {
		text := GeminiText(l.Content)
		switch {
		case l.Kind == "user" && strings.TrimSpace(text) != "":
			prompt, said, last = text, nil, ""
		case l.Kind != "gemini", strings.TrimSpace(text) == "":
		case l.ID == last:
			said[len(said)-1] = text
		default:
			said, last = append(said, text), l.ID
		}
		return true
	})
	return prompt, said, err
}

// keepGemini writes the state of the session down. What cannot be written is counted again.
func (h *hook) keepGemini(s geminiState) {
	if err := writeJSON(h.geminiFile(), s); err != nil {
		h.debug.note("keep state", "error", err.Error())
	}
}

// forgetGemini ends what is kept of the session. It reports false where that was done
// already.
func (h *hook) forgetGemini() bool {
	err := os.Remove(h.geminiFile())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		h.debug.note("forget state", "error", err.Error())
	}
	return !errors.Is(err, os.ErrNotExist)
}
