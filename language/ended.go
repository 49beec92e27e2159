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
	gaveUp := at(r.ts, i) == "gave" && at(r.ts, i+1) == "up"
	if gaveUp {
		i++
	}
	if !gaveUp && !has(ending, at(r.ts, i)) && at(r.ts, i) != "left" {
		return "", nil
	}
	end := i + 1
	for end < len(r.ts) && !r.endsClause(end) && r.ts[end].text != "and" && r.ts[end].text != "because" && !r.ts[end].mark && end-i < 10 {
		end++
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
	if o.speakerAt(o.begin) != who {
		return false
	}
	v := o.begin + 1
	for v < len(o.ts) && v < o.begin+4 && !has(lastingly, at(o.ts, v)) && !linksThird(at(o.ts, v)) && !o.doingAt(v) {
		v++
	}
	if v >= len(o.ts) || v >= o.begin+4 {
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
