package remember

import (
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// revised returns a sentence that gives another value to what one before it told together
// with that one, so that neither is kept alone: "backups run at three. hm, make that four", "the 14th
// won't work. 11 January".
func revised(t memtide.Turn, s event.Span) (event.Span, bool) {
	if language.GivesAlone(t.Text[s.Start:s.End]) {
		for said, both := range leadingTo(t, s) {
			if text := t.Text[s.Start:s.End]; (language.GoesInstead(text, said) || language.MovesOn(text, said)) && language.Says(said) && !language.ActOf(said).Ask {
				return both, true
			}
			break
		}
	}
	if !language.Reconsiders(t.Text[s.Start:s.End]) {
		return event.Span{}, false
	}
	for said, both := range leadingTo(t, s) {
		if language.Revises(t.Text[s.Start:s.End], said) && language.Says(said) && !ordersOnce(said) && !language.ActOf(said).Ask {
			return both, true
		}
	}
	return event.Span{}, false
}

// takenBack reports whether the next sentence that says anything takes back what a sentence
// tells: "we move to nats. hm no, keep redis".
func takenBack(t memtide.Turn, s event.Span) bool {
	if !language.Reconsiders(t.Text[s.End:]) {
		return false
	}
	rest := t.Text[s.End:min(t.OwnBehind(s.End), s.End+2*longestWish)]
	for _, n := range language.Sentences(rest) {
		said := rest[n.Start:n.End]
		if strings.Contains(rest[:n.Start], "\n\n") {
			break
		}
		if language.Withdraws(said, t.Text[s.Start:s.End]) {
			return true
		}
		if len(strings.Fields(said)) > 1 {
			break // "hmm." is only a breath
		}
	}
	return false
}
