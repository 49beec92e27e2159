package language

import "slices"

// ended returns the terms of what the speaker says to have ended: I sold the
// Skoda, we stopped using Slack, I left the choir.
func (r *reading) ended() (who string, what []string) {
	for i := r.begin; i < len(r.ts); i++ {
		if i > r.begin && !r.endsClause(i-1) {
			continue
		}
		if who, what = r.endedAt(i); len(what) > 0 {
			return who, what
		}
	}
	return "", nil
}

// endedAt reads the clause that begins at ts[i].
func (r *reading) endedAt(i int) (who string, what []string) {
	if who = r.speakerAt(i); who == "" {
		return "", nil
	}
	for i++; has(beforeVerb, at(r.ts, i)) || has(haveForms, at(r.ts, i)); i++ {
	}
	gaveUp, threwOut := at(r.ts, i) == "gave" && at(r.ts, i+1) == "up", has(castingOff, at(r.ts, i))
	switch {
	case gaveUp:
		i++
	case phrase(r.ts, i, "got", "rid", "of"):
		i, threwOut = i+2, true
	case !threwOut && !has(ending, at(r.ts, i)) && at(r.ts, i) != "left":
		return "", nil
	}
	end := i + 1
	for end < len(r.ts) && !r.endsClause(end) && r.ts[end].text != "and" && r.ts[end].text != "because" && !r.ts[end].mark && end-i < 10 && !has(passed, r.ts[end].text) {
		end++
	}
	if threwOut && !r.namedIn(i+1, end) {
		return "", nil // it may be anything: the kids at school
	}
	if at(r.ts, i) == "left" && !has(leavable, at(r.ts, end-1)) {
		return "", nil // the house, this morning
	}
	for _, t := range r.specific(i+1, end) {
		if !has(wrapping, t) {
			what = append(what, t)
		}
	}
	return who, what
}

// speakerAt returns i or we where ts[i] is the speaker.
func (r *reading) speakerAt(i int) string {
	if w := cutContraction(at(r.ts, i)); w == "i" || w == "we" {
		return w
	}
	if w := at(r.ts, i); (w == "our" || w == "my") && has(leavable, at(r.ts, i+1)) {
		return "we" // our team stopped …
	}
	return ""
}

// holdsOn reports whether o tells of something that who does or has all the time,
// with the terms of what.
func (o *reading) holdsOn(who string, what []string) bool {
	if who == "" || len(what) == 0 || o.asks() {
		return false
	}
	if slices.ContainsFunc(o.states(), func(s state) bool {
		return s.named && s.link == "be" && (s.who == "my" || s.who == "our") && sameSet(s.value, what)
	}) {
		return true // my gym is …
	}
	if who == "we" && o.listsAs(what) {
		return true
	}
	if o.speakerAt(o.begin) != who {
		return false
	}
	v := o.begin + 1
	for v < len(o.ts) && v < o.begin+4 && !has(lastingly, at(o.ts, v)) && !linksThird(at(o.ts, v)) && !o.doingAt(v) {
		v++
	}
	if v >= len(o.ts) || v >= o.begin+4 || o.besides(v+1, what) {
		return false
	}
	return within(what, o.specific(v+1, min(len(o.ts), v+10))) || within(what, o.termsBehind(v))
}

// doingAt reports whether ts[v] is the participle of what somebody does all the time,
// behind "am" or "are": I'm learning Dutch.
func (o *reading) doingAt(v int) bool {
	return isGerund(at(o.ts, v)) && has(bePresent, at(o.ts, v-1)) && has(lastinglyStems, stem(at(o.ts, v)))
}

// termsBehind returns the terms from ts[v] on, stop words and words of any talk
// included where they have a stem.
func (r *reading) termsBehind(v int) []string { return valueTerms(r.ts, v, min(len(r.ts), v+10)) }

func linksThird(w string) bool { return len(w) > 3 && hasTail(w, "s") && has(lastingly, w[:len(w)-1]) }

// listsAs reports whether a text is a line of a list that names what is used for
// something: queue: Kafka 3.
func (o *reading) listsAs(what []string) bool {
	colon := o.begin + 1
	if at(o.ts, colon) != ":" {
		colon++
	}
	return at(o.ts, colon) == ":" && len(o.ts)-colon <= longestLabelled && o.namedIn(colon+1, len(o.ts)) && within(what, o.specific(colon+1, len(o.ts)))
}

// longestLabelled is the number of tokens from the colon on of a line that names one
// thing.
const longestLabelled = 6

// besides reports whether ts[v:] names something else with what: we use Jira and
// Trello. That goes on when the one ends.
func (o *reading) besides(v int, what []string) bool {
	for k := v + 1; k+1 < len(o.ts) && k < v+6; k++ {
		if w := o.ts[k].text; (w == "and" || w == ",") && o.ts[k-1].cap && o.ts[k+1].cap {
			return !within(o.specific(k+1, k+2), what) || !within(o.specific(k-1, k), what)
		}
	}
	return false
}
