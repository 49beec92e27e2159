package tools

import (
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Dates are those of what a text tells; what it does not say is zero.
type Dates struct {
	Happens time.Time
	Holds   time.Time // from when it is so: a plan when it happens, and what goes on from Monday on from Monday
	Ends    time.Time // until when a plan or an instruction holds
}

// Dated reads from a text that is said now when what it speaks of happens and holds, and of
// which kind it is. What is due by a day happens on that day: until then it is not over. What lasts
// until one is so since it was said. What is so from a day on, with no end, is over with no day: it
// is no plan, but a fact.
func Dated(kind memtide.Kind, text string, now time.Time) (memtide.Kind, Dates) {
	times := slices.DeleteFunc(slices.Collect(language.Occasions(text, now)), func(w language.When) bool { return language.OfAnother(text, w, now) })
	var d Dates
	if i := slices.IndexFunc(times, func(w language.When) bool { return w.OpenEnded(now) }); i >= 0 {
		d.Holds = times[i].From
	}
	if kind == memtide.Plan && !d.Holds.IsZero() && !language.Orders(text) {
		kind = memtide.Fact
	}
	if kind == memtide.Plan {
		d.Happens, d.Ends = aheadOf(times, now)
		d.Holds = d.Happens
		return kind, d
	}
	if len(times) == 0 || times[0].From.Year() <= 1 {
		return kind, d
	}
	w := times[0]
	d.Happens = w.From
	bounded := w.From.Equal(now) && w.Until.After(now)
	// "Always … by Friday" is every Friday's.
	once := kind != memtide.Instruction || !language.CuesOf(text).Standing
	if bounded && dueBy(w) && once {
		d.Happens = lastDay(w, now)
	}
	if kind == memtide.Instruction && bounded && once {
		d.Ends = w.Until
	}
	return kind, d
}

// aheadOf returns when a plan happens, at the first of the times that it names which are not over
// when it is said, and until when it holds, to the end of the last. What was, was not planned.
func aheadOf(times []language.When, now time.Time) (happens, ends time.Time) {
	open := false // some time has no end
	for _, w := range times {
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
