package language

import "slices"

// ownLife reports whether "my" stands before something that is no part of the
// code at hand.
func (r *reading) ownLife() bool {
	for i := range r.ts {
		if to := r.ownAt(i); to > i+1 && !r.namesCode(i+1, to) {
			return true
		}
	}
	return false
}

// ownAt returns where what stands behind a "my" at ts[i] ends, of which three words are looked
// at, and 0 where there is none.
func (r *reading) ownAt(i int) int {
	if r.ts[i].text != "my" && r.ts[i].text != "mine" || i+1 >= len(r.ts) || r.ts[i+1].mark {
		return 0
	}
	k := i + 1
	for k < len(r.ts) && k < i+4 && !r.ts[k].mark && !has(openers, r.ts[k].text) {
		k++
	}
	return max(k, i+2)
}

// namesCode reports whether ts[i:to] names code, or a part of the work at hand: a class behind
// what belongs to nobody's code is none, my swimming class.
func (r *reading) namesCode(i, to int) bool {
	for k := i; k < to; k++ {
		w := r.ts[k].text
		if has(codeNouns, w) && !(has(elsewhere, w) && has(lifeNouns, at(r.ts, k-1))) || has(workThings, w) || r.fileAt(k) {
			return true
		}
	}
	return false
}

// OfLife reports whether a sentence is about the speaker as a person, or about something that is theirs
// and belongs to nobody's code: I turn 50, my dentist is, my wife's birthday is.
func OfLife(s string) bool {
	r := newTokens(s)
	if r.withCues().ofOneself() {
		return true
	}
	if r.begin >= len(r.ts) {
		return false
	}
	to := r.ownAt(r.begin)
	return to > 0 && !r.namesCode(r.begin+1, to) && slices.ContainsFunc(r.ts[r.begin+1:to], func(t token) bool {
		return has(lifeNouns, cutPossessive(t.text)) || has(gatherings, t.text)
	})
}

// TellsOfLife reports whether a sentence names something that belongs to nobody's code and nothing of the
// work at hand, whoever's it is: dentist moved to the 10th.
func TellsOfLife(s string) bool {
	r := newTokens(s)
	return !r.namesCode(0, len(r.ts)) && r.somewhere(0, func(i int) bool {
		w := cutPossessive(r.ts[i].text)
		return has(lifeNouns, w) && !has(alsoOfCode, w) || has(gatherings, w)
	})
}

var (
	gatherings = set(`dinner lunch brunch breakfast birthday wedding anniversary party holiday holidays vacation`)
	alsoOfCode = set(`job jobs name watch phone bank monitor keyboard house`) // life nouns of which a project may have some, too
)
