package web

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"github.com/memtide/memtide"
)

// message is one side of an exchange.
type message struct {
	role memtide.Role
	text string
}

// messages is a conversation: one text in which each side begins with "User:" or
// "Assistant:", or a list of objects with role and content.
type messages []message

// mostMessages is how many a request may bring.
const mostMessages = 200

// UnmarshalJSON implements [json.Unmarshaler].
func (m *messages) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*m = conversation(text)
		return nil
	}
	var list []struct {
		Role    string `json:"role"`
		Content string `json:"content"`
		Text    string `json:"text"`
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		return fmt.Errorf("want a text with User: and Assistant:, or a list of objects with role and content")
	}
	for i, one := range list {
		role, known := roles[strings.ToLower(one.Role)]
		if !known {
			return fmt.Errorf("role of message %d is %.20q, want user or assistant; leave system prompts and tool output out", i, one.Role)
		}
		if text := strings.TrimSpace(one.Content + one.Text); text != "" {
			*m = append(*m, message{role, text})
		}
	}
	return nil
}

// roles are the names of the two sides.
var roles = map[string]memtide.Role{
	"user": memtide.RoleUser, "human": memtide.RoleUser,
	"assistant": memtide.RoleAgent, "agent": memtide.RoleAgent, "ai": memtide.RoleAgent, "model": memtide.RoleAgent,
}

// side is how a line begins with which somebody else speaks.
var side = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?im)^[ \t]*(user|human|assistant|agent|ai|model)[ \t]*:[ \t]*`)
})

// conversation reads a text. What stands before the first side, as all of a text without any,
// is the user's.
func conversation(text string) (all messages) {
	add := func(role memtide.Role, said string) {
		if said = strings.TrimSpace(said); said != "" {
			all = append(all, message{role, said})
		}
	}
	role, from := memtide.RoleUser, 0
	for _, at := range side().FindAllStringSubmatchIndex(text, -1) {
		add(role, text[from:at[0]])
		role, from = roles[strings.ToLower(text[at[2]:at[3]])], at[1]
	}
	add(role, text[from:])
	return all
}
