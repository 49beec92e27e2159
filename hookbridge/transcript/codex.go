package transcript

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/hookbridge"
)

// rollout is what the lines of a transcript of Codex have said so far of those behind
// them.
type rollout struct {
	session string
	cwd     string
	turn    string   // id of the one that is going on; "" where the version gives none
	ends    bool     // the file says when a turn ends
	said    []string // texts of the user in the turn, each once
	foreign bool     // no user speaks in it: it is that of a sub-agent
}

// rolloutLine is one line of it as far as it matters.
type rolloutLine struct {
	at      time.Time
	kind    string // session_meta, turn_context, event_msg, response_item or compacted; of any other no more is read
	payload []byte

	of      string // type of the payload
	role    string
	id      string
	session string
	thread  string // thread_source
	agent   bool   // of a sub-agent
	turn    string
	trigger string // turn_attribution.turn_trigger: what has begun the turn
	cwd     string
	last    string // last_agent_message
	content []byte
	kinds   []string // of the parts of the content, as Codex has noted where each comes from
}

// ofCodex reports whether a line of a kind stands in transcripts of Codex, and in no others.
func ofCodex(kind string) bool {
	return slices.Contains([]string{"session_meta", "turn_context", "event_msg", "response_item", "compacted"}, kind)
}

func parseRollout(raw []byte) (l rolloutLine, err error) {
	err = fields(raw, func(key string, value []byte) bool {
		switch key {
		case "timestamp":
			l.at, _ = time.Parse(time.RFC3339Nano, str(value))
		case "type":
			l.kind = str(value)
			return ofCodex(l.kind)
		case "payload":
			l.payload = value
		}
		return true
	})
	if err != nil || !ofCodex(l.kind) {
		return l, err
	}
	text := map[string]*string{"role": &l.role, "id": &l.id, "session_id": &l.session, "thread_source": &l.thread,
		"turn_id": &l.turn, "cwd": &l.cwd, "last_agent_message": &l.last}
	err = fields(l.payload, func(key string, value []byte) bool {
		switch key {
		case "type":
			l.of = str(value)
			return l.kind != "response_item" || l.of == "message" // the others are tools and their output
		case "content":
			l.content = value
		case "source":
			_ = fields(value, func(key string, _ []byte) bool { l.agent = l.agent || key == "subagent"; return true }) // else it is a word
		case "turn_attribution":
			_ = fields(value, func(key string, value []byte) bool {
				if key == "turn_trigger" {
					l.trigger = str(value)
				}
				return true
			})
		case "internal_chat_message_metadata_passthrough":
			_ = fields(value, l.noted)
		default:
			if to := text[key]; to != nil {
				*to = str(value)
			}
		}
		return true
	})
	return l, err
}

// noted takes in a field of what Codex notes beside a message.
func (l *rolloutLine) noted(key string, value []byte) bool {
	switch key {
	case "turn_id":
		l.turn = str(value)
	case "content_item_kinds":
		_ = json.Unmarshal(value, &l.kinds) // of another form it is as if it were not there
	}
	return true
}

// notTyped begins what older versions put in the user's place, without a note of it.
var notTyped = []string{"<environment_context>", "<user_instructions>", "# AGENTS.md", "<turn_aborted>", "<hook_prompt"}

// text joins the parts of a message: of the user's those that the user has written.
func (l rolloutLine) text() string {
	var parts []block
	if json.Unmarshal(l.content, &parts) != nil {
		return ""
	}
	noted := l.role == "user" && len(l.kinds) > 0
	if noted && !slices.Contains(l.kinds, "user.text") {
		return ""
	}
	var texts []string
	for i, p := range parts {
		typed := !noted || len(l.kinds) != len(parts) || l.kinds[i] == "user.text"
		if typed && strings.HasSuffix(p.Type, "_text") && strings.TrimSpace(p.Text) != "" {
			texts = append(texts, p.Text)
		}
	}
	joined := strings.Join(texts, "\n")
	begins := func(with string) bool { return strings.HasPrefix(strings.TrimSpace(joined), with) }
	if l.role == "user" && !noted && slices.ContainsFunc(notTyped, begins) {
		return ""
	}
	return joined
}

// rolloutLine takes in one line of a transcript of Codex, as [scan.line] does one of
// Claude Code's.
func (s *scan) rolloutLine(raw []byte, long, open bool) error {
	l, err := parseRollout(raw)
	if err != nil || long {
		s.left(long, open)
		return nil
	}
	c := s.codex
	switch {
	case l.kind == "session_meta" && c.session == "": // a fork has that of the conversation it comes from behind its own
		c.session, c.cwd = cmp.Or(l.session, l.id), l.cwd
		c.foreign = l.agent || l.thread != "" && l.thread != "user"
	case c.foreign:
	case l.kind == "turn_context":
		c.cwd = cmp.Or(l.cwd, c.cwd)
		return s.begins(cmp.Or(l.turn, c.turn))
	case l.of == "task_started", l.of == "turn_started":
		c.ends = true
		if err := s.begins(l.turn); err != nil || l.trigger != "goal" || s.turn != nil {
			return err
		}
		s.turn = &turn{} // the agent goes on by itself towards what the user has set: no user speaks, and it answers
	case l.of == "task_complete", l.of == "turn_complete", l.of == "turn_aborted":
		return s.ends(l)
	case l.kind == "compacted":
		if s.turn != nil {
			s.turn.parts, s.turn.anew = nil, false // the last message is the summary: Codex has said it to itself
		}
	case l.kind == "response_item" && l.of != "message":
		if s.turn != nil {
			s.turn.asks = true
		}
	case l.kind == "response_item" && l.role == "user":
		return s.asked(l)
	case l.kind == "response_item" && l.role == "assistant":
		return s.answered(l)
	}
	return nil
}

// begins notes the turn that is going on; one before it is over.
func (s *scan) begins(turn string) error {
	if turn == s.codex.turn {
		return nil
	}
	s.codex.turn, s.codex.said = turn, nil
	return s.end(true)
}

// ends closes a turn. What the agent has said last stands in it once more.
func (s *scan) ends(l rolloutLine) error {
	if l.turn != "" && l.turn != s.codex.turn {
		return nil
	}
	if t := s.turn; t != nil && len(t.parts) == 0 && l.last != "" {
		t.parts, t.anew, t.answer = []string{l.last}, t.fresh, s.half(s.codex.at(l))
	}
	return s.end(true)
}

// at returns a line as those of Claude Code are, for [scan.half].
func (c *rollout) at(l rolloutLine) line {
	return line{session: c.session, cwd: c.cwd, promptID: c.turn, at: l.at}
}

// asked takes in a message in the user's place. What the user says while the agent is at
// work belongs to the same turn: it is a half-turn of its own, numbered.
func (s *scan) asked(l rolloutLine) error {
	said, ok := hookbridge.Scrub(l.text())
	if !ok {
		return nil
	}
	if err := s.begins(cmp.Or(l.turn, s.codex.turn)); err != nil {
		return err
	}
	half, fresh := s.half(s.codex.at(l)), s.fresh(l.id)
	half.Role, half.Trust, half.Text, half.Quotes = memtide.RoleUser, memtide.TrustUser, said.Text, said.Quotes
	if s.codex.turn != "" && slices.Contains(s.codex.said, said.Text) {
		return nil // who says the same again in a turn says nothing new; the hook counts likewise
	}
	if s.codex.said = append(s.codex.said, said.Text); s.codex.turn == "" || len(s.codex.said) == 1 {
		if err := s.end(true); err != nil {
			return err
		}
		s.turn = &turn{user: half, fresh: fresh}
		return nil
	}
	if t := s.turn; t != nil && t.fresh {
		t.fresh = false
		s.stats.User++
		if err := s.yield(t.user); err != nil {
			return err
		}
	}
	if !fresh {
		return nil
	}
	half.PromptID += fmt.Sprintf("#%d", len(s.codex.said))
	s.stats.User++
	return s.yield(half)
}

// answered takes in a message of the agent. It counts where a user has spoken before.
func (s *scan) answered(l rolloutLine) error {
	if err := s.begins(cmp.Or(l.turn, s.codex.turn)); err != nil {
		return err
	}
	text, fresh := l.text(), s.fresh(l.id)
	t := s.turn
	if t == nil || strings.TrimSpace(text) == "" {
		return nil
	}
	t.group, t.spoken, t.asks = cmp.Or(l.id, "message"), true, s.codex.ends
	t.parts, t.anew, t.answer = []string{text}, fresh, s.half(s.codex.at(l))
	return nil
}
