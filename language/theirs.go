package language

import "slices"

// ofOthers reports whether a value is that of somebody of whom the older statement, which
// speaks of the speakers, does not know: my neighbour has nine hens, where I keep five; my brother's bank
// wants 4.3 %, where we pay 1.9. What somebody asks for, says or sets may be the speakers' all the same: my landlord
// wants 950 now.
func (q valued) ofOthers(newer, older Statement) bool {
	if !older.r.ofSpeakers() {
		return false
	}
	r, i := newer.r, q.about.from
	for i < q.from && (has(determiners, r.ts[i].text) || has(openers, r.ts[i].text) || r.ts[i].text == "fellow") {
		i++
	}
	older.read()
	w := at(r.ts, i)
	owner := cutPossessive(w)
	if older.all[termOf(owner)] {
		return false
	}
	if owner != w {
		return isPeer(owner)
	}
	if at(r.ts, i-1) != "fellow" && !isPeer(w) {
		return false
	}
	return slices.ContainsFunc(r.ts[i+1:max(i+1, q.from)], func(t token) bool { return has(havingVerbs, t.text) })
}

// ofSpeakers reports whether a statement says what the speakers have, are or do.
func (r *reading) ofSpeakers() bool {
	return r.hasAny("i", "we", "i'm", "we're", "i've", "we've", "my", "our")
}

// isPeer reports whether a noun is somebody who has things of their own as the speaker has, and no say in theirs.
func isPeer(w string) bool { return has(kin, w) || has(peers, w) }

// ofOneOf reports whether the clause in which a value stands is about some of those that are known:
// one of my two instructors has 49 %, 31 of my Etsy sales were mushrooms.
func (r *reading) ofOneOf(from int) bool {
	for k := from + 1; k <= from+2 && k < len(r.ts); k++ {
		if w := at(r.ts, k+1); r.ts[k].text == "of" && ownNoun(w) {
			return startsDigit(r.ts[from].text) || has(valueWords, r.ts[from].text)
		}
	}
	return false
}

// ofSomeKind reports whether what is counted is named by a word that the older statement does
// not have, where it counts all: 58 jazz LPs, of 340 LPs.
func (q valued) ofSomeKind(newer, older Statement) bool {
	if q.measure != ofCount || q.changed || q.old != "" || q.to-q.from < 3 {
		return false
	}
	older.read()
	kind := specificTerm(newer.r.ts[q.to-2])
	return kind != "" && !older.all[kind] && !has(ofTheWhole, kind)
}

// thisOnce reports whether a value stands in the place of the usual one, which it leaves as it is.
func (q valued) thisOnce(r *reading) bool {
	return phrase(r.ts, q.to, "instead", "of", "the", "usual")
}

var (
	peers       = set(`neighbour neighbor friend colleague coworker flatmate roommate housemate classmate teammate buddy mate competitor rival`)
	havingVerbs = set(`has had have got gets get pays paid pay keeps kept earns earned owns owned runs ran weighs takes took uses used sold bought sells does did made makes lives lifts lifted`)
)
