package language

// NamesPart reports whether a sentence speaks of a certain part of a code base, by the
// name that it has there: the migrations folder, the billing service; or says how one
// that any code base has is handled in this one: the tests with coverage. What any has
// (the main branch, the tests), what only the talk says which it is (the module you
// add) and what is used as a tool (use the logging module) is none.
func NamesPart(s string) bool {
	r := newTokens(s)
	return r.somewhere(0, func(i int) bool {
		w := r.ts[i].text
		return (w == "the" || w == "our") && (r.partNamedAt(i+1) || has(runParts, at(r.ts, i+1)) && has(manners, at(r.ts, i+2)))
	})
}

// partNamedAt reports whether ts[i:] is a name and the kind of a part behind it, the
// article before it left out.
func (r *reading) partNamedAt(i int) bool {
	for k := i; k < len(r.ts) && k < i+longestSubject; k++ {
		w := r.ts[k].text
		switch {
		case w == "-" && glued(r.ts, k-1, k+1), k > i && r.ts[k-1].text == "-":
			// a name of two words: sign-in
		case r.ts[k].mark:
			return false
		case k > i && has(parts, stem(w)):
			return !r.foundInTalk(k+1) && !(has(importable, stem(w)) && has(takesTool, at(r.ts, i-2)))
		case has(anyHas, w), has(parts, stem(w)), has(prepositions, w), isSubject(w), isHelper(w):
			return false
		}
	}
	return false
}

// foundInTalk reports whether ts[i:] says by what somebody does which thing is meant:
// you add, that I sent.
func (r *reading) foundInTalk(i int) bool {
	if w := at(r.ts, i); w == "that" || w == "which" {
		i++
	}
	w := cutContraction(at(r.ts, i))
	return w == "you" || w == "i"
}

var (
	parts = stemsOf(`folder directory module package library table column schema database service endpoint route handler middleware component queue worker
		script branch repo repository project codebase monorepo app application`)
	// anyHas stands before parts that any code base has, or that the talk points out.
	anyHas = set(`main master default feature topic target base working local remote upstream production prod staging dev live test tests source root home
		standard native user same current new old latest existing whole entire full complete right wrong correct first second last next previous other relevant affected
		given corresponding appropriate necessary actual exact public external`)
	// runParts are run in any code base, and manners say how in this one.
	runParts = set(`tests suite linter build migrations`)
	manners  = set(`with against under via through`)

	importable = stemsOf(`module package library app application`)
	takesTool  = set(`use using import importing install installing prefer`)
)
