package control

import (
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/redact"
)

// FirstWords returns the first 80 characters of a text on one line, without the secrets
// in it.
func FirstWords(s string) string {
	// What was stored before there was a rule for it is not put on a screen.
	s = strings.Join(strings.Fields(redact.Name(s[:min(len(s), 4096)])), " ")
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

// SaidBy says who said a memory, where: "user, session s1, half-turn 4787af5e53a4".
func SaidBy(n *memtide.Node) string {
	s := string(n.Source.Role)
	if n.Source.Session != "" {
		s += ", session " + n.Source.Session
	}
	if n.Source.Turn != "" {
		s += ", half-turn " + Short(n.Source.Turn)
	}
	return strings.TrimPrefix(s, ", ")
}

// Short returns the first 12 characters of an id, by which it can be named.
func Short(id string) string { return id[:min(len(id), 12)] }
