package control

import (
	"fmt"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/redact"
)

// FirstWords returns the first 80 characters of a text on one line, without the secrets
// in it.
func FirstWords(s string) string {
	s = OneLine(s)
	if r := []rune(s); len(r) > 80 {
		return string(r[:80]) + "…"
	}
	return s
}

// OneLine returns a text, of a very long one the first 4,096 bytes, on one line and without
// the secrets in it: what was stored before there was a rule for it is not put on a screen.
func OneLine(s string) string {
	if len(s) > 4096 {
		s = strings.ToValidUTF8(s[:4096], "") + "…"
	}
	return strings.Join(strings.Fields(redact.Name(s)), " ")
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

// Changed says in a few words what a job has done.
func Changed(e event.JobEnded) string {
	var parts []string
	add := func(n int, what string) {
		if n > 0 {
			parts = append(parts, what)
		}
	}
	add(e.Changes, memtide.Count(e.Changes, "change"))
	add(e.Made, memtide.Count(e.Made, "memory")+" made")
	add(e.Superseded, fmt.Sprintf("%d superseded", e.Superseded))
	add(e.Archived, fmt.Sprintf("%d archived", e.Archived))
	add(e.Linked, memtide.Count(e.Linked, "link"))
	if e.Note != "" {
		parts = append(parts, e.Note)
	}
	if len(parts) == 0 {
		parts = append(parts, "nothing to do")
	}
	if n := len(e.Refused); n > 0 {
		parts = append(parts, fmt.Sprintf("%d refused: %s", n, e.Refused[0]))
	}
	if e.Error != "" {
		parts = append(parts, e.Error)
	}
	return strings.Join(parts, ", ")
}
