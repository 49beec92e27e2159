package language

// stateOf reads the clause ts[from:to], in which "it" or "they" at the beginning mean
// what the clause before is about.
func (r *reading) stateOf(from, to int, before state) (s state, ok bool) {
	v := from + 1
	switch r.ts[from].text {
	case "it's", "they're":
		s.link, v = "be", from
	case "it", "they":
		v = skip(r.ts[:to], v, beforeVerb)
		s.link = linkVerbs[at(r.ts, v)]
	}
	if s.link == "" || len(before.subject) == 0 {
		if s, ok = r.stateIn(from, to); !ok && len(before.subject) > 0 {
			s, ok = r.carriedIt(from, to, before)
		}
		return s, ok
	}
	s.who, s.subject = before.who, before.subject
	return s.says(r, v+1, to)
}

// carriedIt reads to which port the speaker has put what the clause before is about: so I've
// moved it to 9090.
func (r *reading) carriedIt(from, to int, before state) (s state, ok bool) {
	from = skip(r.ts[:to], from, fillers)
	who := cutContraction(at(r.ts, from))
	v := r.behindHave(from+1, to)
	if who != "i" && who != "we" || carrying[at(r.ts, v)] != placed && !has(toOther, at(r.ts, v)) || !phrase(r.ts, v+1, "it", "to") {
		return s, false
	}
	s = state{subject: before.subject, who: before.who, link: placed, changed: true, named: true}
	s.value = r.portIn(v+3, r.valueEnd(v+3, to))
	return s, s.value != nil
}

// aboutIn returns the subject that a clause gives to what follows: what the speaker has
// done something to ("we took the wiki off the old box"), or what it tells of itself.
func (r *reading) aboutIn(from, to int) (s state) {
	if from >= to {
		return s
	}
	i := from
	if w := cutContraction(r.ts[from].text); w == "i" || w == "we" || w == "they" {
		for i++; i < to && i < from+4 && !ownNoun(r.ts[i].text); i++ {
		}
	}
	if i >= to || !ownNoun(r.ts[i].text) {
		return s
	}
	end, verb := i+1, r.finiteIn(i, to)
	for end < to && end != verb && end < i+longestSubject && !r.ts[end].mark && !has(prepositions, r.ts[end].text) && !has(leavingBehind, r.ts[end].text) &&
		!isHelper(r.ts[end].text) && linkVerbs[r.ts[end].text] == "" && !isPast(r.ts[end].text) {
		end++
	}
	if !s.of(r, i, end) {
		return state{}
	}
	return s
}

// ownNoun reports whether a word begins the name of a certain thing.
func ownNoun(w string) bool { return w == "the" || w == "our" || w == "my" }

// leavingBehind stand between a thing and what it was part of: off, away from.
var leavingBehind = set(`off away out`)
