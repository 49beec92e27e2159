package language

// NamesVersion reports whether a sentence about what is ours says which version of a
// thing it is, the thing written small: "we're on pg 16 and redis 7", "this app runs
// on node 22". In a capital the two are a name, as [Mentions] gives it.
func NamesVersion(s string) bool {
	r := newTokens(s)
	if !r.subjectIs("we", "our", "this", "the", "it", "i") {
		return false
	}
	for i := r.begin + 2; i < len(r.ts); i++ {
		if r.versionAt(i) {
			return true
		}
	}
	return false
}

// versionAt reports whether ts[i] is a number behind the thing that it is the version of:
// it counts nothing behind it, and is no value of what stands before it.
func (r *reading) versionAt(i int) bool {
	w, thing, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
	if !startsDigit(w) || len(w) > longestVersion || !lettered(thing) || isYear(w) || glued(r.ts, i-1, i) {
		return false
	}
	if StopWord(thing) || isFinite(thing) || has(prepositions, thing) || has(beforeVerb, thing) || has(quantifiers, thing) || isNumber(thing) || has(calendarWords, thing) || has(numbered, thing) || has(labels, thing) || has(nounlike, thing) || has(notVersioned, thing) {
		return false
	}
	return i+1 == len(r.ts) || r.ts[i+1].mark && next != "%" && next != "/" && next != ":" && next != "-" || has(clauseLinks, next) || has(prepositions, next) || has(sinceThen, next) || next == "or"
}

// longestVersion is the length of a version, in bytes: 3.12.4.
const longestVersion = 7

// notVersioned stand before a number that counts, and not before a version.
var notVersioned = set(`least most roughly nearly almost approximately until till option question answer example week day`)
