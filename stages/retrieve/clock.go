package retrieve

import (
	"time"

	"github.com/memtide/memtide"
)

// timeOfDay puts the time of day beside the dates of lines that were told on one day, in different half-turns that share
// words: of two values the reader must know which is the later one, and the dates do not say it. It has the room that the
// lines leave of a budget of so many tokens, and takes none from a memory. Who asks for a number of items has the times of them.
func timeOfDay(lines []line, budget int) {
	days := make([]string, len(lines)) // on which they were said; "" where the date is another one
	for i := range lines {
		if budget -= lines[i].Tokens; lines[i].datedBySaying() {
			days[i] = lines[i].date()
		}
	}
	for i := range lines {
		for j := range i {
			a, b := &lines[i], &lines[j]
			if budget < 2*timeTokens || days[i] == "" || days[i] != days[j] || a.Time.Truncate(time.Minute).Equal(b.Time.Truncate(time.Minute)) || a.terms.common(b.terms, 1) == 0 {
				continue
			}
			for _, l := range []*line{a, b} {
				if !l.timed {
					l.timed = true
					l.fill()
					budget -= timeTokens
				}
			}
		}
	}
}

// timeTokens is what the time of day takes of a budget.
const timeTokens = 2

// datedBySaying reports whether the date of a line is that of the day on which it was said, and not of what it speaks of.
func (l *line) datedBySaying() bool {
	return l.Kind != memtide.Entity && l.Kind != memtide.Summary && l.Time.Equal(l.node.CreatedAt)
}

func (l *line) date() string { return l.Time.Format(time.DateOnly) }

// when is what stands before a line.
func (l *line) when() string {
	if l.timed {
		return l.Time.Format("2006-01-02 15:04")
	}
	return l.date()
}
