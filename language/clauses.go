package language

import "iter"

// clauses yields the clauses of a sentence as ranges of its tokens, each without what
// only joins it to the others: because, I heard that, which means that. What is said
// behind them is as good as what is said alone.
func (r *reading) clauses() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		for from := r.begin; from < len(r.ts); {
			from = r.joined(from)
			to, next := r.clauseFrom(from)
			if from < to && !yield(from, to) {
				return
			}
			from = max(next, from+1)
		}
	}
}

// firstEnd returns where the first clause of a sentence ends, as [reading.endsClause] has it.
func (r *reading) firstEnd() int {
	end := r.begin
	for end < len(r.ts) && !r.endsClause(end) {
		end++
	}
	return end
}

// clauseFrom returns where the clause that begins at ts[from] ends, and where the next
// one begins. A word that joins the two by a reason or a time belongs to the first one:
// that something is so "since" the move says that it was otherwise.
func (r *reading) clauseFrom(from int) (to, next int) {
	verb := false
	for k := from; k < len(r.ts); k++ {
		w := r.ts[k].text
		switch {
		case r.endsClause(k) || r.setsOff(k):
			return k, k + 1
		case k > from+1 && verb && w == "and" && r.opensClause(k+1), k > from && w == "that" && has(telling, r.ts[k-1].text) && r.opensClause(k+1):
			return k, k + 1
		case k > from+1 && has(joining, w) && r.opensClause(k+1):
			return k + 1, k + 1
		}
		verb = verb || isPlainlyFinite(w) || isBase(w)
	}
	return len(r.ts), len(r.ts)
}

// setsOff reports whether a colon or a dash at ts[k] sets off what follows.
func (r *reading) setsOff(k int) bool {
	if w := r.ts[k].text; w != ":" && w != "-" || k+1 >= len(r.ts) {
		return false
	}
	apart := r.ts[k].end < r.ts[k+1].start
	return apart && (r.ts[k].text == ":" || k > 0 && r.ts[k-1].end < r.ts[k].start) && r.opensClause(k+1)
}

// joined returns where a clause begins behind the words at ts[from:] that join it to
// the one before.
func (r *reading) joined(from int) int {
	for from < len(r.ts) {
		w, n := r.ts[from].text, 1
		switch {
		case has(fillers, w) || w == "even" || w == "ever":
		case (w == "which" || w == "so") && has(telling, at(r.ts, from+1)):
		case w == "as" && at(r.ts, from+1) == "far" && at(r.ts, from+2) == "as":
			n = 5 // as far as I know
		case w == "that" || has(joining, w), has(telling, w) && from > r.begin && at(r.ts, from-1) == "which":
			if !r.opensClause(from+1) && at(r.ts, from+1) != "that" {
				return from
			}
		case (w == "i" || w == "we") && has(telling, at(r.ts, from+1)) && at(r.ts, from+2) != "that" && r.opensClause(from+2):
			n = 2
		default:
			return from
		}
		from += n
	}
	return from
}

// several reports whether a sentence has more than one clause.
func (r *reading) several() bool {
	n := 0
	for range r.clauses() {
		n++
	}
	return n > 1
}

// opensClause reports whether a subject with its verb stands at ts[k:].
func (r *reading) opensClause(k int) bool {
	w := cutContraction(at(r.ts, k))
	if isSubject(w) {
		return w != "that" && w != "which" && w != "who"
	}
	if k >= len(r.ts) || r.ts[k].mark || !has(determiners, w) && !r.ts[k].cap && !isPlural(w) && !isPlural(at(r.ts, k+1)) {
		return false
	}
	for v := k + 1; v < len(r.ts) && v < k+longestSubject && !r.endsClause(v); v++ {
		w, before := r.ts[v].text, r.ts[v-1].text
		if (isHelper(w) || linkVerbs[w] != "" || isPlainlyFinite(w) && !r.ts[v].cap) && !has(determiners, before) && !has(prepositions, before) {
			return true
		}
	}
	return false
}

var (
	// joining are words that join a clause to another one as its reason or its contrast.
	joining = set(`because since as although though whereas while given`)
	// telling are forms of verbs by which somebody hands on what is so.
	telling = set(`think guess believe know see heard hear noticed learned learnt found out decided agreed said say says told me us wrote means mean mind note remember realised realized`)
)
