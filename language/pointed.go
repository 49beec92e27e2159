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
		return r.stateIn(from, to)
	}
	s.who, s.subject = before.who, before.subject
	return s.says(r, v+1, to)
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
	end := i + 1
	for end < to && end < i+longestSubject && !r.ts[end].mark && !has(prepositions, r.ts[end].text) && !has(leavingBehind, r.ts[end].text) &&
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
