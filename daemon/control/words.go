package control

import (
	"fmt"
	"strings"
	"time"
	"unicode"

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
	return strings.Join(strings.Fields(Plain(redact.Name(s))), " ")
}

// Plain returns a text with a space in the place of each character that a list or a
// terminal would obey: the breaks of lines, tabs, escapes, and what turns the direction
// of writing. What others name and say could look like a line or a column of ours.
func Plain(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || breaks(r) || unicode.Is(unicode.Bidi_Control, r) {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// Lines returns the lines of a text, each of them plain.
func Lines(s string) []string {
	lines := strings.Split(strings.Map(func(r rune) rune {
		if breaks(r) {
			return '\n'
		}
		return r
	}, strings.ReplaceAll(s, "\r\n", "\n")), "\n")
	for i := range lines {
		lines[i] = Plain(lines[i])
	}
	return lines
}

// breaks reports whether a terminal or a reader begins a new line, or the same one
// again, at a character.
func breaks(r rune) bool {
	switch r {
	case '\n', '\r', '\v', '\f', '\u0085', '\u2028', '\u2029':
		return true
	}
	return false
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

// Moment reads a day of the user's clock (2026-05-01), or a time in RFC 3339; ok is false for what is
// neither.
func Moment(s string) (at time.Time, ok bool) {
	for _, form := range []string{time.DateOnly, time.RFC3339} {
		if at, err := time.ParseInLocation(form, s, time.Local); err == nil && memtide.Writable(at) {
			return at, true
		}
	}
	return at, false
}
