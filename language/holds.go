package language

// distributes reports whether each and all say of which parts of a thing an order
// speaks, and not how often it holds: "show the name for each row", "draw a line for
// every tank". What is done for each piece of work, and how a thing is done, holds.
func (r *reading) distributes() bool {
	i := skip(r.ts, r.begin, orderAdverbs)
	w := at(r.ts, i+1)
	if r.thenOrders(i) {
		return true
	}
	certain := w == "the" || w == "it" || w == "them" || has(demonstratives, w)
	if has(mannerVerbs, at(r.ts, i)) && (at(r.ts, i) != "make" || w == "sure") && w != "it" && w != "them" || has(clauseOpeners, at(r.ts, r.begin)) || r.hasAny("you", "your") {
		return false
	}
	for k := i + 1; k < len(r.ts); k++ {
		if !cuePhrases.findIn(r.ts, k, recurring) {
			continue
		}
		if !has(distributing, r.ts[k].text) || !certain && (r.ts[k].text == "on" || has(piecesOfWork, stem(at(r.ts, k+2)))) {
			return false
		}
	}
	return true
}

// thenOrders reports whether behind the order whose verb is ts[i] comes what is to be done
// next: ask three questions for each part, then write it down.
func (r *reading) thenOrders(i int) bool {
	return !has(clauseOpeners, at(r.ts, r.begin)) && r.somewhere(i+2, func(k int) bool { return r.ts[k].text == "then" && orderAt(r.ts, k+1) })
}

// ofEachPart reports whether a sentence holds always only as far as it speaks of all
// things of a kind: "a colour for each row". Of what things, the project says; in all my
// projects it holds everywhere.
func (r *reading) ofEachPart() bool {
	if r.has(standing|constant) || !r.has(recurring) {
		return false
	}
	for k := range r.ts {
		if cuePhrases.findIn(r.ts, k, recurring) && (!has(distributing, r.ts[k].text) || r.hasAny("my")) {
			return false
		}
	}
	return true
}

// inFuture reports whether "in future" says from when on: "in future use tabs", but
// not "in future rows".
func (r *reading) inFuture() bool {
	if phrase(r.ts, r.begin-1, "next", "time") || phrase(r.ts, r.begin, "in", "the", "future") {
		k := r.begin + 1
		for at(r.ts, k) == "the" || at(r.ts, k) == "future" || at(r.ts, k) == "," {
			k++
		}
		if has(orderAdverbs, at(r.ts, k)) || isBase(at(r.ts, k)) && !has(determiners, at(r.ts, k-1)) {
			return true // next time, ask before you do
		}
	}
	if phrase(r.ts, r.begin, "in", "the", "future", ",") {
		next := cutContraction(at(r.ts, r.begin+4))
		return next != "i" && next != "maybe" // what I shall do one day is a plan
	}
	for i := range r.ts {
		if !phrase(r.ts, i, "in", "future") {
			continue
		}
		next := at(r.ts, i+2)
		if i+2 >= len(r.ts) || r.ts[i+2].mark || isSubject(next) || has(orderAdverbs, next) || has(prepositions, next) || has(modals, next) || has(determiners, next) || isBase(next) && !has(nounlike, next) {
			return true
		}
	}
	return false
}

// sameAgain reports whether what must always or never be done is only pointed at: see
// that you never do this again. Alone it says nothing.
func (r *reading) sameAgain() bool {
	for i := range r.ts {
		if w := at(r.ts, i); (w == "always" || w == "never") && at(r.ts, i+1) == "do" {
			if next := at(r.ts, i+2); next == "this" || next == "that" || next == "it" || next == "so" {
				return i+3 == len(r.ts) || r.ts[i+3].mark || has(pointedTimes, r.ts[i+3].text)
			}
		}
	}
	return false
}

// ownConstant reports whether always or never is said of what we, you or I do, and not
// in a clause about something else: "we always oil it", but not "we oil it, and it
// always helps".
func (r *reading) ownConstant() bool {
	if !r.subjectIs("we", "you", "i") {
		return false
	}
	subject := ""
	for i, t := range r.ts {
		if w := cutContraction(t.text); isSubject(w) && w != "that" {
			subject = w
		}
		if cuePhrases.findIn(r.ts, i, constant) && at(r.ts, i-1) != "can" && !(isPast(at(r.ts, i+1)) && !isBase(at(r.ts, i+1))) && (subject == "we" || subject == "you" || subject == "i") {
			return true
		}
	}
	return false
}

var (
	piecesOfWork = stemsOf(`commit push pull pr prs merge release deploy deployment build change fix bug bugfix feature task ticket issue review patch branch version migration answer reply response
		request question prompt session function method test file module new`)
	pointedTimes = set(`again going from in next anymore and`)
	distributing = set(`for in with on`)
)
