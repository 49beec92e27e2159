package language

import "slices"

// seating is what the speaker has one of by its number, as a seat or a room: my seat is 12A, they
// moved us to room 7.
type seating struct {
	noun string // its stem
	code string
	ours bool // it is the speaker's
	anew bool // a word of change says that it was another one
}

// seating reads the one that a sentence gives; false where it gives none, or several.
func (s Statement) seating() (a seating, ok bool) {
	r := s.r
	if len(r.ts) > longestUse || r.asked() || s.Negated() {
		return a, false
	}
	for k := r.begin; k < len(r.ts); k++ {
		if !has(byNumber, r.ts[k].text) {
			continue
		}
		c := r.codeBehind(k + 1)
		if c < 0 || slices.ContainsFunc(s.given, func(q quantity) bool {
			return q.from == c && q.unit != "" && (len(q.unit) > 1 || onlyDigits(r.ts[c].text))
		}) {
			continue // the room is 20 degrees
		}
		if ok {
			return a, false
		}
		before := at(r.ts, k-1)
		a, ok = seating{noun: stem(r.ts[k].text), code: r.ts[c].text, ours: before == "my" || before == "our"}, true
	}
	for _, t := range r.ts {
		a.ours = a.ours || has(theSpeakers, cutContraction(t.text))
		a.anew = a.anew || has(changing, t.text) && isPast(t.text) || has(renewing, t.text)
	}
	return a, ok
}

// codeBehind returns where the number of a thing stands behind its name, which ends before ts[i], -1 for
// nowhere: seat 12A, seat is now 12A, seat number 12, seat at the opera is 12A.
func (r *reading) codeBehind(i int) int {
	for k := i; k < len(r.ts) && k < i+longestSubject && (!r.ts[k].mark || r.ts[k].text == ":"); k++ {
		if w := r.ts[k].text; hasDigit(w) {
			lead := at(r.ts, k-1)
			if k == i || has(givesValue, lead) || has(labels, lead) || has(beforeVerb, lead) && has(givesValue, at(r.ts, k-2)) {
				return k
			}
			return -1
		}
	}
	return -1
}

// reassigns reports whether the speaker has another one of what older gives the number of, and nothing says
// that two are meant: my seat is 14C, of my seat is 12A. What is said of one more certain is another one.
func (s Statement) reassigns(older Statement) bool {
	n, ok := s.seating()
	if !ok || !n.ours && !n.anew {
		return false // as most, and the older one need not be read
	}
	o, ok := older.seating()
	if !ok || n.noun != o.noun || n.code == o.code || !o.ours && !n.anew || s.OfAnother(older) {
		return false
	}
	older.read()
	if s.r.anyOf(turning) != older.r.anyOf(turning) {
		return false // on the way back
	}
	return !slices.ContainsFunc(s.r.nounTerms(s.r.begin, len(s.r.ts)), func(t string) bool { return !older.all[t] && t != n.noun && !hasDigit(t) })
}

var (
	// byNumber is what somebody is given one of, by its number.
	byNumber    = set(`seat room gate locker desk platform berth cabin table booth stall slot bay parking pitch plot flat apartment suite track lane pew row extension terminal ward bed`)
	theSpeakers = set(`i we us me my our`)
)
