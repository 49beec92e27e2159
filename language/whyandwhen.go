package language

import (
	"strings"
	"time"
)

// OfAnother reports whether an expression of time tells nothing of when that is so which a sentence
// says, but of its reason (because the meeting is on Tuesday now), or, behind a decision or before
// what is so now, of what was before: we use sqlc, gorm killed us last year.
func OfAnother(sentence string, w When, now time.Time) bool {
	if w.Start > len(sentence) || w.End > len(sentence) {
		return false
	}
	head, tail := sentence[:w.Start], sentence[w.End:]
	if i := strings.LastIndex(head, "because "); i > 0 && strings.Count(sentence[i:w.Start], ",") == 0 {
		return len(strings.Fields(head[:i])) >= fewestSaid
	}
	if w.Until.After(now) {
		return false
	}
	if i := strings.LastIndex(head, ", "); i > 0 && CuesOf(sentence).Decision {
		first := head[:strings.Index(head, ", ")]
		return len(strings.Fields(first)) >= fewestSaid && Says(strings.TrimSpace(head[i+2:]+" "+w.Text))
	}
	k := strings.Index(tail, ", now ")
	return k >= 0 && Says(tail[k+2:])
}

// fewestSaid is the number of words in which something is said beside its reason.
const fewestSaid = 3
