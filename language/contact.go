package language

// contactIn reads in ts[from:end] whom to ask about something: ask Koen about the contract, ping
// Ruth for access.
func (r *reading) contactIn(from, end int) (c charge, ok bool) {
	i := skip(r.ts[:end], from, fillers)
	if phrase(r.ts, i, "talk", "to") || phrase(r.ts, i, "reach", "out") && at(r.ts, i+2) == "to" {
		for i++; at(r.ts, i) != "to"; i++ {
		}
	} else if !has(asksSomebody, at(r.ts, i)) {
		return c, false
	}
	who := i + 1
	about := who
	for about < end && about-who <= 2 && r.bearsName(about) {
		about++
	}
	if about == who || !has(asksAbout, at(r.ts, about)) {
		return c, false
	}
	stop := r.chargeEnd(about+1, end)
	c.who, c.what, c.fresh = r.specific(who, about), r.specific(about+1, stop), r.anew(stop, end) || at(r.ts, stop) == "instead"
	return c, len(c.who) > 0 && len(c.what) > 0 && !has(deictic, at(r.ts, about+1))
}

// TellsDuty reports whether a sentence says whom to ask about something, or who has in hand
// something of all: ask koen about the contract; anna does our payroll.
func TellsDuty(s string) bool {
	r := newTokens(s)
	if r.asks() || r.begin >= len(r.ts) {
		return false
	}
	end := r.clauseEnd(r.begin)
	if _, ok := r.contactIn(r.begin, end); ok {
		return true
	}
	v := r.begin + 1
	if !r.bearsName(r.begin) || !has(inHand, at(r.ts, v)) {
		return false
	}
	w := at(r.ts, v+1)
	return (w == "our" || w == "the") && v+2 < end
}

var (
	asksSomebody = set(`ask ping contact consult`)
	asksAbout    = set(`about for regarding re concerning`)
)
