package language

// toggled reads what somebody has put into the other one of two states: "I turned the
// fan in the loft on", "we disabled the nightly export".
func (r *reading) toggled(from, to int) (s state, ok bool) {
	v := r.behindHave(from+1, to)
	if v >= to || !r.actsAt(from, v) {
		return s, false
	}
	i, end, value := v+1, -1, ""
	switch w := r.ts[v].text; {
	case has(toggling, w):
		value, end = w, r.nounEnd(i, to)
	case (w == "turned" || w == "switched") && has(switchings, at(r.ts, i)):
		value, end = r.ts[i].text, r.nounEnd(i+1, to)
		i++
	case w == "turned" || w == "switched":
		for k := i + 1; k < to; k++ {
			if has(switchings, r.ts[k].text) && (k+1 >= to || r.endsState(k+1) || has(behindSwitch, r.ts[k+1].text)) {
				value, end = r.ts[k].text, k
			}
		}
	}
	if end < 0 || !s.of(r, i, end) || s.who == "i" || s.who == "we" {
		return s, false
	}
	s.link, s.value, s.changed = "be", []string{value}, true
	return s, len(s.subject) > 0
}

// nounEnd returns where the noun ends that begins at ts[i].
func (r *reading) nounEnd(i, to int) int {
	for i < to && !r.endsState(i) && !r.ts[i].mark && !has(behindSwitch, r.ts[i].text) {
		i++
	}
	return i
}

var (
	toggling     = set(`enabled disabled locked unlocked paused blocked unblocked`)
	switchings   = set(`on off`)
	behindSwitch = set(`for this last yesterday today again permanently everywhere`)
)
