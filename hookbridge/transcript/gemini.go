package transcript

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/redact"
)

// Root returns the folder that a transcript of Gemini CLI speaks of, which stands in none of
// its lines but in a file two folders up; "" where there is none.
func Root(path string) string {
	root, err := os.ReadFile(filepath.Join(filepath.Dir(filepath.Dir(path)), ".project_root"))
	if dir := strings.TrimSpace(string(root)); err == nil && filepath.IsAbs(dir) {
		return dir
	}
	return ""
}

// chat is what the lines of a transcript of Gemini CLI have said so far of those behind
// them.
type chat struct {
	session string
	prompts map[string]*hookbridge.GeminiPrompts // by session: two that began in one minute may have one file
	foreign bool                                 // no user speaks in it: it is that of a sub-agent
}

// chatLine is one line of it as far as it matters.
type chatLine struct {
	id      string
	kind    string // user, gemini, info, …; of a line that says what the session is, main or subagent
	session string
	project string
	at      time.Time
	content []byte
	shown   []byte // displayContent: what the user has typed, where the content is more than that
	tools   bool   // the agent calls some
	set     bool   // says anew what was said before, or how the session is called
	rewinds bool   // the user goes back, to say something else
}

// ofGemini reports whether a first line is that of a transcript of Gemini CLI.
func ofGemini(raw []byte) bool {
	l, err := parseChat(raw)
	return err == nil && l.session != "" && l.project != ""
}

func parseChat(raw []byte) (l chatLine, err error) {
	text := map[string]*string{"id": &l.id, "type": &l.kind, "kind": &l.kind, "sessionId": &l.session, "projectHash": &l.project}
	err = fields(raw, func(key string, value []byte) bool {
		switch key {
		case "$set":
			l.set = true
			return false
		case "$rewindTo":
			l.rewinds = true
			return false
		case "timestamp":
			l.at, _ = time.Parse(time.RFC3339Nano, str(value))
		case "content":
			l.content = value
		case "displayContent":
			l.shown = value
		case "toolCalls":
			l.tools = len(value) > 2
		default:
			if to := text[key]; to != nil {
				*to = str(value)
			}
		}
		return true
	})
	return l, err
}

// chatLine takes in one line of a transcript of Gemini CLI, as [scan.line] does one of
// Claude Code's. What the user has taken back stays, as it does for the hook: it was said.
func (s *scan) chatLine(raw []byte, long, open bool) error {
	l, err := parseChat(raw)
	if err != nil || long {
		s.left(long, open)
		return nil
	}
	c := s.gemini
	switch {
	case l.set:
	case l.rewinds:
		return s.end(true)
	case l.session != "" && l.project != "":
		c.session, c.foreign = l.session, l.kind == "subagent"
		if c.prompts[c.session] == nil {
			c.prompts[c.session] = hookbridge.NewGeminiPrompts(redact.ID(c.session))
		}
		return s.end(true)
	case c.foreign || c.session == "":
	case l.kind == "user":
		return s.chatAsked(l)
	case l.kind == "gemini":
		s.chatAnswered(l)
	}
	return nil
}

// at returns a line as those of Claude Code are, for [scan.half].
func (c *chat) at(l chatLine, folder, prompt string) line {
	return line{session: c.session, cwd: folder, promptID: prompt, at: l.at}
}

// chatAsked takes in a message in the user's place: what a tool has returned is one, too.
func (s *scan) chatAsked(l chatLine) error {
	words, ok := hookbridge.Scrub(hookbridge.GeminiWords(hookbridge.GeminiText(l.content)))
	if !ok {
		return nil
	}
	if err := s.end(true); err != nil {
		return err
	}
	half := s.half(s.gemini.at(l, s.rd.Folder, s.gemini.prompts[s.gemini.session].Next(words)))
	if typed, ok := hookbridge.Scrub(hookbridge.GeminiText(l.shown)); ok {
		words = typed // a command is not what it stands for, and an address not what Gemini has made of it
	}
	half.Role, half.Trust, half.Text, half.Quotes = memtide.RoleUser, memtide.TrustUser, words.Text, words.Quotes
	s.turn = &turn{user: half, fresh: s.fresh(l.id)}
	return nil
}

// openFor is how long an answer at the end of a transcript may go on: nothing says that it
// is whole, and while the user is asked whether a tool may run, no call of it is written.
const openFor = time.Hour

// chatAnswered takes in a message of the agent. One is written anew when its tools have run.
func (s *scan) chatAnswered(l chatLine) {
	t := s.turn
	if t == nil {
		return
	}
	again := t.group == l.id && l.id != ""
	text := chatText(l.content)
	t.group, t.spoken = l.id, text != ""
	t.asks = l.tools || time.Since(l.at) < openFor
	if text == "" {
		return
	}
	if again && t.of == l.id {
		t.parts[len(t.parts)-1] = text
		return
	}
	// The hook is given all that was said in the turn, so that is what counts here.
	t.parts, t.of, t.anew = append(t.parts, text), l.id, s.fresh(l.id) || t.anew
	t.answer = s.half(s.gemini.at(l, s.rd.Folder, t.user.PromptID))
}

// chatText returns the words of the agent: no thoughts.
func chatText(content []byte) string {
	if bytes.Contains(content, []byte(`"thought"`)) {
		return ""
	}
	return strings.TrimSpace(hookbridge.GeminiText(content))
}
