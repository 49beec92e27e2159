package language

import "strings"

// noMoreThere reports whether the sentence says that a certain thing is no more what it was, or
// somebody no more where they were, and not what is done no more: the wiki isn't reachable
// anymore, the old docs no longer exist, Ruth doesn't work here any longer.
func (r *reading) noMoreThere() bool {
	if w := at(r.ts, r.begin); isPronoun(w) || has(anyBody, w) || w == "no" || w == "none" || r.notBut() {
		return false
	}
	for i := r.begin; i < len(r.ts) && i <= r.begin+longestSubject; i++ {
		w := r.ts[i].text
		k := skip(r.ts, i+1, beforeVerb)
		if at(r.ts, k) == "not" {
			k = skip(r.ts, k+1, beforeVerb)
		}
		if phrase(r.ts, k, "no", "longer") {
			k += 2
		}
		switch next := at(r.ts, k); {
		case phrase(r.ts, i, "no", "longer"):
			return has(beingThere, strings.TrimSuffix(at(r.ts, i+2), "s"))
		case has(bePresent, w), w == "isn't", w == "aren't", i == r.begin && hasTail(w, "'s"):
			return has(thereStill, next)
		case w == "doesn't", w == "don't", w == "does", w == "do":
			return has(beingThere, next)
		case has(prepositions, w) && i == r.begin, isHelper(w):
			return false
		}
	}
	return false
}

var (
	// thereStill is how a thing is as long as it is there, and beingThere what it does.
	thereStill = set(`reachable available accessible online offline open up there here around alive valid broken down working running maintained hosted employed`)
	beingThere = set(`exist work live respond answer open`)
)
