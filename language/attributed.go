package language

// attributed returns the cues of a sentence that says plainly of one thing whose it is, in which file
// it is or on what it runs. That is so whether anybody acts by it or not: the checkout service is
// owned by team Falcon. It orders nothing, and so it is no rule.
func (r *reading) attributed(c Cues) Cues {
	if c.Instruction >= 0.5 && c.Instruction <= 0.6 && !c.Standing && !c.Directs && !c.Binds && !c.Correction && !c.Condition && !c.Negation && r.tellsAttribute() {
		c.Instruction, c.Habit = 0.4, true
	}
	return c
}

// tellsAttribute reports whether a short sentence does nothing but that. What is said of all of a
// kind, and what they are used for, is how things are done.
func (r *reading) tellsAttribute() bool {
	if len(r.ts) > longestAttribute || r.asked() || r.has(wish|deontic|constant|recurring) || r.anyOf(quantifiers) {
		return false
	}
	first := at(r.ts, r.begin)
	if first != "the" && first != "our" && first != "my" && !r.ts[r.begin].cap || isSubject(first) || has(demonstratives, first) {
		return false
	}
	for v := r.begin + 1; v < len(r.ts) && v-r.begin <= longestSubject && !(r.ts[v].mark && !glued(r.ts, v-1, v+1)); v++ {
		w, next := r.ts[v].text, at(r.ts, v+1)
		switch {
		case w == "is" && has(ownedBy, next) && at(r.ts, v+2) == "by":
			return v+3 < len(r.ts)
		case (w == "lives" || w == "live" || w == "is" || w == "are") && (next == "in" || next == "under" || next == "at"):
			return r.pathAt(v + 2)
		case w == "runs" && next == "on":
			return v+2 < len(r.ts) && (r.ts[v+2].cap || r.versionedAt(v+2))
		}
	}
	return false
}

// pathAt reports whether ts[i:] is the path of a file or a folder, with nothing behind it.
func (r *reading) pathAt(i int) bool {
	if at(r.ts, i) == "the" {
		i++
	}
	slash, k := false, i
	for ; k < len(r.ts) && (k == i || glued(r.ts, k-1, k)); k++ {
		slash = slash || r.ts[k].text == "/" || r.ts[k].text == "`"
	}
	return slash && r.wordsEnd() <= k
}

// versionedAt reports whether ts[i] is a name with a number: ubuntu-24.04, node 22, arm64.
func (r *reading) versionedAt(i int) bool {
	for k := i; k < len(r.ts) && k < i+4; k++ {
		if w := r.ts[k].text; startsDigit(w) || w != "" && startsDigit(w[len(w)-1:]) {
			return k > i || !startsDigit(w)
		}
	}
	return false
}

const longestAttribute = 18 // tokens

var ownedBy = set(`owned maintained run led`)
