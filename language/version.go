package language

import (
	"slices"
	"strconv"
	"strings"
)

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
	if StopWord(thing) || isFinite(thing) || isNumber(thing) || has(notVersioned, thing) {
		return false
	}
	return i+1 == len(r.ts) || r.ts[i+1].mark && next != "%" && next != "/" && next != ":" && next != "-" || has(clauseLinks, next) || has(prepositions, next) || has(sinceThen, next) || next == "or"
}

// longestVersion is the length of a version, in bytes: 3.12.4.
const longestVersion = 7

// notVersioned stand before a number that counts, and not before a version.
var notVersioned = union(prepositions, beforeVerb, quantifiers, calendarWords, numbered, labels, nounlike, countsBehind)

var countsBehind = set(`least most roughly nearly almost approximately until till option question answer example week day`)

// smallRelease reports whether ts[i] is the release of a thing that is written small,
// right behind the word that leads to one: we're on node 22, uses pytorch 2.5. What
// something "is" may be any number, but for that of a tool: the database is postgres 14.
func smallRelease(ts []token, i int) bool {
	lead, tool := at(ts, i-2), toolRelease(ts, i)
	return has(versioned, lead) && lead != "version" && (tool || plainNoun(ts[i-1].text) && !has(bePresent, lead)) && (&reading{ts: ts}).versionAt(i)
}

// toolRelease reports whether ts[i] is the release of a tool of the trade. A name that is
// mostly another word, as "go", has one with a dot.
func toolRelease(ts []token, i int) bool {
	tool := at(ts, i-1)
	return len(toolRows()[tool]) > 0 && (!has(otherWords, tool) || strings.Contains(strings.TrimRight(at(ts, i), "."), "."))
}

// beside returns two values as they are held against each other. A number takes the unit of
// the other one (see [valued.inUnitOf]). Both are numbers where the one is the
// release of a thing and the other can be nothing else: "node version is 20", "we're on
// node 22".
func (q valued) beside(p valued, mine, theirs *reading) (valued, valued) {
	switch q = q.inUnitOf(p, mine, theirs).inNetOf(p); {
	case q.measure == ofVersion && p.bare() && p.releaseOf(q.unit):
		q.quantity = q.quantity.asNumber()
	case p.measure == ofVersion && q.bare() && q.releaseOf(p.unit):
		p.quantity = p.quantity.asNumber()
	case q.measure == ofDay && p.bare() && p.hourOfOne():
		p.quantity.measure = ofDay // the standup is at 10
	}
	return q, p
}

// ofOtherBearer reports whether a release is that of another thing than an older one: of
// what a tool is a part of the name of (the node group), of one of a kind that the older
// statement does not tell apart (the admin app), or of what neither knows of the other (the
// worker, the service).
func (q valued) ofOtherBearer(p valued, newer, older Statement) bool {
	for k := q.about.from; k < q.about.to; k++ {
		t := newer.r.ts[k]
		if len(toolRows()[t.text]) == 0 || !slices.Contains(p.near, termOf(t.text)) {
			continue
		}
		if next := at(newer.r.ts, k+1); plainNoun(next) && lettered(next) && next != "release" && !older.all[termOf(next)] {
			return true
		}
	}
	if q.measure != ofVersion || p.measure != ofVersion {
		return false
	}
	mine, theirs := q.about.get(), p.about.get()
	bearer, other := mine.object, theirs.subject
	if bearer == "" || bearer == q.unit {
		bearer = mine.subject
	}
	if bearer == "" || other == "" || bearer == q.unit || other == q.unit {
		return false
	}
	m := newer.modifiers()[bearer]
	return !older.all[bearer] && !newer.all[other] || bearer == other && m != "" && tells(m) && !older.all[m]
}

// asNumber is a release as the number that it is. One with two dots is none.
func (q quantity) asNumber() quantity {
	if n, suffix, ok := figureIn(q.value); ok && suffix == "" {
		q.measure, q.unit, q.value = ofCount, "", n
	}
	return q
}

// onlyOf reports whether nothing is told around a value but the thing that has it.
func (q valued) onlyOf(thing string) bool {
	return thing != "" && slices.Equal(q.things(), []string{thing})
}

// releaseOf reports whether a bare number is the release of a thing: nothing else is told of
// it, or it is called its version.
func (q valued) releaseOf(thing string) bool {
	return q.onlyOf(thing) || slices.Contains(q.near, versionStem) && slices.Contains(q.near, thing)
}

// things are the terms around a value but for "version".
func (q valued) things() []string {
	return slices.DeleteFunc(slices.Clone(q.near), func(t string) bool { return t == versionStem })
}

// aloneWith reports whether of two releases, two bare numbers or two hours nothing is told
// but the one thing that has them: then nobody need say that it has changed.
func (q valued) aloneWith(p valued) bool {
	if q.hourOfOne() && p.hourOfOne() {
		return sameSet(q.thatBegins(), p.thatBegins())
	}
	if q.measure != p.measure || q.measure != ofVersion && !q.bare() || q.tense == pastOnce || p.tense == pastOnce {
		return false
	}
	things := q.things()
	return len(things) == 1 && p.onlyOf(things[0])
}

// thatBegins are the terms around an hour, whether it is said to start or to begin then.
func (q valued) thatBegins() []string {
	return slices.DeleteFunc(slices.Clone(q.near), func(t string) bool { return t == beginStem })
}

// hourOfOne reports whether a value is the hour at which one known thing is or begins: the
// standup is at 9, our shop opens at 10. A meeting may be another one.
func (q valued) hourOfOne() bool {
	ts := q.about.r.ts
	if n, err := strconv.Atoi(q.value); q.measure != ofDay && (!q.bare() || err != nil || n > 24) {
		return false
	}
	return at(ts, q.from-1) == "at" && has(beginsAt, at(ts, q.from-2)) && !has(indefinite, at(ts, q.about.from))
}

var (
	versionStem = stem("version")
	beginStem   = stem("begin")
	beginsAt    = set(`is starts begins opens closes ends runs`)
)

// namesRelease reports whether a text is nothing but a thing and its release, with a dot:
// kelp 3.11.
func namesRelease(ts []token) bool {
	return len(ts) == 2 && strings.Contains(ts[1].text, ".") && (&reading{ts: ts}).versionAt(1) && strings.Trim(ts[1].text, "0123456789.") == ""
}

// Releases returns the parts of a sentence without a verb that names what something is
// made with, and in which release: "kelp 3.11, bound with brine". It returns nothing of
// another sentence. Alone such a sentence may be anything.
func Releases(s string) (parts []Span) {
	if !listsReleases(s) {
		return nil
	}
	from, ts := 0, tokens(s)
	last := len(ts) - 1 // there is one: a release
	for i, t := range ts[:last] {
		switch {
		case t.text == "," && isBase(ts[i+1].text):
			return []Span{{Start: 0, End: len(s)}} // run with tin: an order, if it stood alone
		case t.text == "," && !glued(ts, i, i+1):
			parts, from = append(parts, Span{Start: from, End: t.start}), ts[i+1].start
		}
	}
	return append(parts, Span{Start: from, End: len(s)})
}

// listsReleases reports whether a sentence without a verb names a release.
func listsReleases(s string) bool {
	r := newReading(s)
	if r.asked() || r.imperative() || r.has(request|status|hedged) || has(determiners, at(r.ts, r.begin)) || has(prepositions, at(r.ts, r.begin)) {
		return false
	}
	found := false
	for i := r.begin; i < len(r.ts); i++ {
		if w := r.ts[i].text; isPronoun(w) || isHelper(w) || has(deictic, w) {
			return false
		}
		found = found || i > r.begin && r.versionAt(i)
	}
	return found
}

// ofRelease reports whether a sentence begins with the release that o tells of: 2.4 slips a
// week; release 2.4 is set for the 20th.
func (r *reading) ofRelease(o *reading) bool {
	i := skip(r.ts, r.begin, releases)
	w := at(r.ts, i)
	if !startsDigit(w) || i == r.begin && !strings.Contains(w, ".") && !anyOf(o.ts, releases) {
		return false
	}
	k := skip(o.ts, o.begin, determiners)
	return at(o.ts, skip(o.ts, k, releases)) == w
}

var releases = set(`release version v milestone`)
