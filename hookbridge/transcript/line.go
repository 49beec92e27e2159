package transcript

import (
	"encoding/json"
	"regexp"
	"strings"
	"time"
)

// line is one line of a transcript as far as it matters. Fields of an
// unexpected type count as absent.
type line struct {
	kind       string // user, assistant or system; anything else is not decoded further
	subtype    string // of a system line
	uuid       string
	session    string
	cwd        string
	promptID   string
	source     string // promptSource: typed, sdk, system
	origin     string // turnOrigin: human, sdk, task_notification, scheduled, …
	originKind string // origin.kind: task-notification, …
	at         time.Time
	skip       bool // side chain, meta, summary or shown only
	message    []byte
}

// message is what a user or assistant line holds.
type message struct {
	id     string
	stop   string // stop_reason: the same on every line of a message
	model  string
	blocks []block
}

// block is one block of content.
type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

// parse reads one line. Lines that are not part of the conversation, among
// them the large ones (api-request-*, attachments), come back with their kind
// alone and are not decoded.
func parse(raw []byte) (line, error) {
	var l line
	text := map[string]*string{
		"subtype": &l.subtype, "uuid": &l.uuid, "sessionId": &l.session, "cwd": &l.cwd,
		"promptId": &l.promptID, "promptSource": &l.source, "turnOrigin": &l.origin,
	}
	err := fields(raw, func(key string, value []byte) bool {
		switch key {
		case "type":
			l.kind = str(value)
			return l.kind == "user" || l.kind == "assistant" || l.kind == "system"
		case "attachment":
			l.kind = key
			return false
		case "isSidechain", "isMeta", "isCompactSummary", "isVisibleInTranscriptOnly":
			l.skip = l.skip || string(value) == "true"
		case "timestamp":
			l.at, _ = time.Parse(time.RFC3339Nano, str(value))
		case "origin":
			_ = fields(value, func(key string, value []byte) bool {
				if key == "kind" {
					l.originKind = str(value)
				}
				return true
			})
		case "message":
			l.message = value
		default:
			if to := text[key]; to != nil {
				*to = str(value)
			}
		}
		return true
	})
	return l, err
}

func str(raw []byte) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// decode returns the message. Content that is a string is one text block.
func (l line) decode() (m message, err error) {
	var content []byte
	err = fields(l.message, func(key string, value []byte) bool {
		switch key {
		case "id":
			m.id = str(value)
		case "stop_reason":
			m.stop = str(value)
		case "model":
			m.model = str(value)
		case "content":
			content = value
		}
		return true
	})
	if err != nil || len(content) == 0 {
		return m, err
	}
	if content[0] == '"' {
		var s string
		err = json.Unmarshal(content, &s)
		m.blocks = []block{{"text", s}}
		return m, err
	}
	var raws []json.RawMessage
	if err := json.Unmarshal(content, &raws); err != nil {
		return m, err
	}
	for _, raw := range raws {
		var b block
		if json.Unmarshal(raw, &b) == nil {
			m.blocks = append(m.blocks, b)
		}
	}
	return m, nil
}

// text joins the text blocks.
func (m message) text() string {
	var parts []string
	for _, b := range m.blocks {
		if b.Type == "text" && strings.TrimSpace(b.Text) != "" {
			parts = append(parts, b.Text)
		}
	}
	return strings.Join(parts, "\n")
}

func (m message) has(kind string) bool {
	for _, b := range m.blocks {
		if b.Type == kind {
			return true
		}
	}
	return false
}

// byUser reports whether a user line is the begin of a turn of the user, and
// not a tool's result or what a machine put in the user's place.
func (l line) byUser(m message) bool {
	if l.source == "system" || l.originKind != "" && l.originKind != "human" || m.has("tool_result") || !m.has("text") {
		return false
	}
	return l.origin == "" || l.origin == "human" || l.origin == "sdk"
}

var commandPart = regexp.MustCompile(`(?s)<command-(name|args)>(.*?)</command-`)

// command returns the slash command that a text stands for, as the user typed
// it. The client's own commands (their name comes first in the text, that of a
// prompt template second) are prompts only if they are followed by an answer.
func command(text string) (typed string, builtin, ok bool) {
	text = strings.TrimSpace(text)
	builtin = strings.HasPrefix(text, "<command-name>")
	if !builtin && !strings.HasPrefix(text, "<command-message>") {
		return "", false, false
	}
	var name, args string
	for _, m := range commandPart.FindAllStringSubmatch(text, -1) {
		if m[1] == "name" {
			name = strings.TrimSpace(m[2])
		} else {
			args = strings.TrimSpace(m[2])
		}
	}
	if name == "" {
		return "", builtin, false
	}
	return strings.TrimSpace(name + " " + args), builtin, true
}

// interrupted reports whether a text is the client's own note that the user
// has stopped the agent.
func interrupted(text string) bool {
	return strings.HasPrefix(strings.TrimSpace(text), "[Request interrupted")
}
