package tools

import (
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Dated reads from a text that is said now when what it speaks of happens, and
// until when a plan or an instruction holds; zero where it does not say. What is
// due by a day happens on that day: until then it is not over. What lasts until one
// is so since it was said.
func Dated(kind memtide.Kind, text string, now time.Time) (happens, ends time.Time) {
	if kind == memtide.Plan {
		return aheadOf(text, now)
	}
	w, ok := language.Occasion(text, now)
	if !ok {
		return time.Time{}, time.Time{}
	}
	happens = w.From
	bounded := w.From.Equal(now) && w.Until.After(now)
	// "Always … by Friday" is every Friday's.
	once := kind != memtide.Instruction || !language.CuesOf(text).Standing
	if bounded && dueBy(w) && once {
		happens = lastDay(w, now)
	}
	if kind == memtide.Instruction && bounded && once {
		ends = w.Until
	}
	return happens, ends
}

// HoldsFrom returns from when what a text tells holds, of which [Dated] says when it happens:
// a plan from then, and what is so from Monday on from Monday. It is zero where the text
// does not say.
func HoldsFrom(kind memtide.Kind, text string, happens, now time.Time) time.Time {
	if kind == memtide.Plan {
		return happens
	}
	from, _ := language.HoldsFrom(text, now)
	return from
}

// Lasting returns the kind of what a text tells. What is so from a day on, with no end, is
// over with no day: it is no plan, but a fact that holds from then.
func Lasting(kind memtide.Kind, text string, now time.Time) memtide.Kind {
	if _, ok := language.HoldsFrom(text, now); ok && kind == memtide.Plan && !language.Orders(text) {
		return memtide.Fact
	}
	return kind
}

// aheadOf is [Dated] of a plan: it happens at the first of the times that it names which are
// not over when it is said, and is over with the last one. What was, was not planned.
func aheadOf(text string, now time.Time) (happens, ends time.Time) {
	open := false // some time has no end
	for w := range language.Occasions(text, now) {
		if !w.Until.After(now) || w.From.Year() <= 1 {
			continue
		}
		if happens.IsZero() {
			if happens = w.From; w.From.Equal(now) && !language.Lasts(w.Text) {
				happens = lastDay(w, now)
			}
		}
		if open = open || w.Until.Year() >= endless; w.Until.After(ends) {
			ends = w.Until
		}
	}
	if open {
		ends = time.Time{}
	}
	return happens, ends
}

// dueBy reports whether a time is that by which something is to be done.
func dueBy(w language.When) bool { return len(w.Text) > 3 && strings.EqualFold(w.Text[:3], "by ") }

// lastDay returns the beginning of the last day of a time.
func lastDay(w language.When, now time.Time) time.Time {
	y, m, d := w.Until.Add(-1).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, now.Location())
}

// endless is the year in which an interval without an end ends.
const endless = 9999

// planOver is how long after its time a plan is over that has no end: one for a
// day is over when the day is.
const planOver = 24 * time.Hour

// Over reports whether a memory that holds for a time holds no longer: the time
// of a plan has passed, or the day until which an instruction was given. One
// without a time never is.
func Over(n *memtide.Node, now time.Time) bool {
	end := n.ValidUntil
	if end.IsZero() && n.Kind == memtide.Plan && !n.EventTime.IsZero() {
		end = n.EventTime.Add(planOver)
	}
	return !end.IsZero() && !end.After(now)
}
