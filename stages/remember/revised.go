package remember

import (
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// revised returns a sentence that gives another value to what one before it told together
// with that one, so that neither is kept alone: "backups run at three. hm, make that four".
func revised(t memtide.Turn, s event.Span) (event.Span, bool) {
	own, at := ownUntil(t, s)
	if cut := at - 4*longestWish; cut > 0 {
		own, at = own[cut:], at-cut
	}
	before := language.Sentences(own[:at])
	for i := len(before) - 1; i >= 0 && i >= len(before)-mostLeftOut; i-- {
		b := before[i]
		said := own[b.Start:b.End]
		if strings.Contains(own[b.End:at], "\n\n") || len(own)-b.Start > 2*longestWish || language.ActOf(said).Machine {
			break
		}
		if language.Revises(own[at:], said) && language.Says(said) && !ordersOnce(said) && !language.ActOf(said).Ask {
			return event.Span{Start: s.Start - at + b.Start, End: s.End}, true
		}
	}
	return event.Span{}, false
}

// takenBack reports whether the next sentence that says anything takes back what a sentence
// tells: "we move to nats. hm no, keep redis".
func takenBack(t memtide.Turn, s event.Span) bool {
	until := len(t.Text)
	for _, q := range t.Quotes {
		if q.Start >= s.End {
			until = min(until, q.Start)
		}
	}
	rest := t.Text[s.End:min(until, s.End+2*longestWish)]
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
