package language

import "strings"

// Change is something that was replaced by something else.
type Change struct {
	Old string // what was, as it stands; "" when only the new is named
	New string // what is; "" when only the old is named ("no longer A")
}

// longestSide is the number of words that each side of a change may have.
const longestSide = 6

// Changes returns the replacements that s speaks of, in order: "from A to B",
// "B instead of A", "B, not A", "not A but B", "replaced A with B", "A is now
// B", "no longer A", "used to A". Sides are cut at small words and
// punctuation, and have at most six words.
func Changes(s string) []Change {
	var out []Change
	for _, sp := range sentencesOf(s) {
		text := s[sp.Start:sp.End]
		if looksLikeCode(text) {
			continue
		}
		if r := newReading(text); !r.steps() { // to move a card from A to B is a step, and nothing has changed
			out = append(out, r.changes()...)
		}
	}
	return out
}

// changes is [Changes] of one sentence. The list is not to be changed.
func (r *reading) changes() []Change { return r.changed.get(r.readChanges) }

func (r *reading) readChanges() []Change {
	var out []Change
	for i := 0; i < len(r.ts); i++ {
		n, c := r.changeAt(i)
		if n == 0 || c.Old == "" && c.New == "" || c.Old == c.New {
			continue
		}
		out = append(out, c)
		i += n - 1
	}
	return out
}

// changeAt reads the change whose key word is ts[i], and returns the number of
// tokens from there that it took.
func (r *reading) changeAt(i int) (int, Change) {
	ts := r.ts
	if n, c := r.leavesFor(i); n > 0 {
		return n, c
	}
	switch ts[i].text {
	case "from":
		if !r.unmade(i) {
			return r.fromTo(i)
		}
	case "instead":
		if at(ts, i+1) == "of" {
			return r.pair(i, i+2)
		}
	case "rather":
		if at(ts, i+1) == "than" {
			return r.pair(i, i+2)
		}
	case "not":
		return r.denied(i)
	case "isn't", "aren't":
		return r.isNoMore(i)
	case "don't", "doesn't", "dont", "doesnt", "won't", "wont":
		return r.doesNoMore(i)
	case "replaced", "replace", "replaces", "swapped", "swap", "traded", "switched", "exchanged":
		if !r.unmade(i) && !(has(switchings, at(ts, i+1)) && (i+2 == len(ts) || !ts[i+2].cap)) { // what is switched off for an hour is replaced by none
			return r.replaced(i)
		}
	case "drop", "dropped", "dropping", "ditch", "ditched", "ditching", "retire", "retired", "retiring", "scrap", "scrapped", "scrapping":
		if i+1 < len(ts) && ts[i+1].cap && !r.unmade(i) { // else it may be anything: the kids for school
			return r.replaced(i)
		}
	case "moving", "switching", "migrating", "changing":
		if old := r.judgedBefore(i); old != "" && at(ts, i+1) == "to" {
			side, n := r.right(i + 2)
			return n + 2, Change{Old: old, New: side}
		}
	case "now":
		if k := r.find("instead", i, 2*longestSide); k > 0 && at(ts, k+1) == "of" {
			return 0, Change{} // that names what was before
		}
		if has(bePresent, at(ts, i-1)) || has(bePresent, at(ts, i+1)) {
			return r.nowIs(i)
		}
	case "gone":
		if i > 1 && has(bePresent, at(ts, i-1)) && ts[i-2].cap && (i+1 == len(ts) || r.endsSide(i+1)) {
			return 1, Change{Old: r.left(i - 1)}
		}
	case "longer":
		if p := at(ts, i-1); (p == "no" || p == "any") && !r.tellsWhichAt(i-1) {
			old, n := r.right(i + 1)
			if n > 1 && isBase(at(r.ts, i+1)) {
				old = r.textOf(i+2, i+1+n) // what is no longer used, whatever it was done with
			}
			return n + 1, Change{Old: old}
		}
	case "used":
		if at(ts, i+1) == "to" && i > 0 && !has(bePresent, at(ts, i-1)) && isBase(at(ts, i+2)) {
			old, n := r.clause(i + 2)
			if b := at(ts, i+2+n); b == "," || b == "but" || b == ";" {
				if k := r.find("now", i+2+n, 6); k >= 0 {
					side, m := r.clause(k + 1)
					return k + 1 + m - i, Change{Old: old, New: side}
				}
			}
			return n + 2, Change{Old: old}
		}
	}
	return 0, Change{}
}

// fromTo reads "from A to B" behind a verb or noun of change.
func (r *reading) fromTo(i int) (int, Change) {
	moved, leaves := false, false
	for k := max(0, i-6); k < i; k++ {
		w := r.ts[k].text
		if r.changesAsNoun(k) {
			continue // the latest changes from the other branch
		}
		moved = moved || has(changing, w) || hasTail(w, "ing") && has(changing, strings.TrimSuffix(w, "ing"))
		leaves = has(leaving, w) || leaves && !r.ts[k].mark && !has(clauseEnds, w)
	}
	if !moved {
		return 0, Change{}
	}
	k := r.find("to", i+1, longestSide+1)
	if k < 0 {
		// to 90 from 30
		old, n := r.right(i + 1)
		if t := r.findBack("to", i, longestSide); t >= 0 && len(r.specific(t+1, i))+len(quantities(r.ts[t+1:i])) > 0 {
			return n + 1, Change{Old: old, New: r.textOf(t+1, i)}
		}
		if !leaves {
			return 0, Change{} // dropped the word "from home", changed since it diverged from main
		}
		return n + 1, Change{Old: old}
	}
	side, n := r.right(k + 1)
	return k + 1 + n - i, Change{Old: r.textOf(i+1, k), New: side}
}

// changesAsNoun reports whether a verb of change in its third person can be the noun: merge
// changes, the latest moves.
func (r *reading) changesAsNoun(k int) bool {
	if !hasTail(r.ts[k].text, "s") || k == 0 {
		return false
	}
	before := at(r.ts, k-1)
	return has(determiners, before) || isBase(before) || has(bygone, before) || before == "latest" || before == "new" || before == "recent"
}

// pair reads the new before ts[i] and the old from ts[j].
func (r *reading) pair(i, j int) (int, Change) {
	old, n := r.right(j)
	if n == 0 {
		return 0, Change{}
	}
	return j + n - i, Change{Old: old, New: r.left(i)}
}

// denied reads "B, not A", "not A but B" and "not A anymore".
func (r *reading) denied(i int) (int, Change) {
	ts := r.ts
	if n := at(ts, i+1); n == "just" || n == "only" {
		return 0, Change{}
	}
	if n, c := r.isNoMore(i); n > 0 && (has(bePresent, at(ts, i-1)) || hasTail(at(ts, i-1), "'m")) {
		return n, c
	}
	if k := r.find("but", i+1, longestSide+1); k >= 0 && !isSubject(at(ts, k+1)) {
		side, n := r.right(k + 1)
		return k + 1 + n - i, Change{Old: r.textOf(i+1, k), New: side}
	}
	old, n := r.right(i + 1)
	if n == 0 || isSubject(at(ts, i+1)) || at(ts, i+1) == "sure" {
		return 0, Change{}
	}
	if p := at(ts, i-1); i > 1 && (p == "," || p == "-" || p == "(") {
		return n + 1, Change{Old: old, New: r.left(i - 1)}
	}
	// May 3 not May 5
	if i > 0 && !isHelper(at(ts, i-1)) && (startsDigit(at(ts, i-1)) || ts[i-1].cap) && (startsDigit(at(ts, i+n)) || ts[i+1].cap) {
		return n + 1, Change{Old: old, New: r.left(i)}
	}
	return 0, Change{}
}

// judgedBefore returns the tool or what has a name of which the clause before ts[i] says what it is
// like: dropbox is too pricey, moving to a disk of our own. That is what somebody moves from.
func (r *reading) judgedBefore(i int) string {
	k := i
	for has(fillers, at(r.ts, k-1)) || isSubject(cutContraction(at(r.ts, k-1))) || has(bePresent, at(r.ts, k-1)) {
		k--
	}
	is := r.begin + 1
	for is < k && is-r.begin <= 3 && !has(bePresent, r.ts[is].text) && at(r.ts, is) != "was" {
		is++
	}
	if k <= is || !r.ts[k-1].mark || is-r.begin > 3 || !has(bePresent, at(r.ts, is)) && at(r.ts, is) != "was" {
		return ""
	}
	old := r.textOf(r.begin, is)
	if w := r.ts[is-1]; !IsTool(strings.ToLower(old)) && !w.cap && !nameOfItsOwn(w.text) {
		return ""
	}
	return old
}

// isNoMore reads "not A anymore" behind a form of "be".
func (r *reading) isNoMore(i int) (int, Change) {
	for k := i + 1; i >= 0 && k < len(r.ts) && k <= i+longestSide && !r.endsSide(k) && !has(clauseEnds, r.ts[k].text); k++ {
		if r.ts[k].text == "anymore" || r.ts[k].text == "any" && (at(r.ts, k+1) == "longer" || at(r.ts, k+1) == "more" && (k+2 >= len(r.ts) || r.endsSide(k+2))) {
			return k + 1 - i, Change{Old: r.textOf(i+1, k)}
		}
	}
	return 0, Change{}
}

// doesNoMore reads "don't use A anymore".
func (r *reading) doesNoMore(i int) (int, Change) {
	if !isBase(at(r.ts, i+1)) {
		return 0, Change{}
	}
	return r.isNoMore(i + 1)
}

// replaced reads "replaced A with B" and "A was replaced by B".
func (r *reading) replaced(i int) (int, Change) {
	if at(r.ts, i+1) == "from" {
		return 0, Change{} // from A to B, which is read there
	}
	if r.ts[i].text == "switched" && at(r.ts, i+1) == "to" {
		side, n := r.right(i + 2)
		return n + 2, Change{New: side}
	}
	for _, by := range []string{"with", "for", "by"} {
		k := r.find(by, i+1, longestSide+1)
		if k < 0 {
			continue
		}
		side, n := r.right(k + 1)
		if k == i+1 {
			return k + 1 + n - i, Change{Old: r.left(skipBack(r.ts, i, auxiliaries)), New: side}
		}
		return k + 1 + n - i, Change{Old: r.textOf(i+1, k), New: side}
	}
	if r.ts[i].text == "replaces" {
		old, n := r.right(i + 1)
		return n + 1, Change{Old: old, New: r.left(i)}
	}
	return 0, Change{}
}

// nowIs reads "A is now B" and "now it is B".
func (r *reading) nowIs(i int) (int, Change) {
	j := skip(r.ts, i+1, bePresent)
	side, n := r.right(j)
	if n == 0 || has(goesOn, at(r.ts, j)) {
		return 0, Change{}
	}
	old := ""
	if has(bePresent, at(r.ts, i-1)) && !hasTail(at(r.ts, i-1), "'s") {
		old = r.left(i - 1)
	}
	return j + n - i, Change{Old: old, New: side}
}

// find returns the index of a word in ts[i:], at most most tokens on and
// before the clause ends, -1 for none.
func (r *reading) find(w string, i, most int) int {
	for k := i; k < len(r.ts) && k < i+most+1; k++ {
		if r.ts[k].text == w {
			return k
		}
		if r.ts[k].text == ";" || r.ts[k].text == "." && k+1 < len(r.ts) && r.ts[k].end != r.ts[k+1].start {
			return -1
		}
	}
	return -1
}

func (r *reading) findBack(w string, i, most int) int {
	for k := i - 1; k >= 0 && k >= i-most; k-- {
		if r.ts[k].text == w {
			return k
		}
	}
	return -1
}

// right returns the side that begins at ts[i] and the number of its tokens.
func (r *reading) right(i int) (string, int) {
	n := 0
	for i+n < len(r.ts) && n < longestSide {
		t := r.ts[i+n]
		if r.endsSide(i+n) || n > 0 && has(sideEnds, t.text) {
			break
		}
		n++
	}
	return r.textOf(i, i+n), n
}

// clause is right with prepositions: it ends at punctuation and conjunctions.
func (r *reading) clause(i int) (string, int) {
	n := 0
	for i+n < len(r.ts) && n < longestSide && !r.endsSide(i+n) && !(n > 0 && has(clauseEnds, r.ts[i+n].text)) {
		n++
	}
	return r.textOf(i, i+n), n
}

// endsSide reports whether the token is punctuation that does not stand
// inside a number, a name or a path.
func (r *reading) endsSide(i int) bool {
	t := r.ts[i]
	if !t.mark || strings.Contains("%£$€`\"", t.text) {
		return false
	}
	return !glued(r.ts, i-1, i+1)
}

// left returns the side that ends before ts[i].
func (r *reading) left(i int) string {
	from := i
	for from > 0 && i-from < longestSide {
		t := r.ts[from-1]
		if r.endsSide(from-1) || has(sideStarts, t.text) || has(auxiliaries, t.text) || has(modals, t.text) && !t.cap || isSubject(t.text) {
			break
		}
		from--
	}
	if from > 0 && i-from > 1 && (isBase(r.ts[from].text) || isThird(r.ts[from].text)) && !r.ts[from].cap {
		from++
	}
	return r.textOf(from, i)
}

// textOf returns the text of ts[i:j] without articles and quotes at its ends.
func (r *reading) textOf(i, j int) string {
	for i < j && (has(articles, r.ts[i].text) || r.ts[i].mark && !strings.Contains("£$€", r.ts[i].text)) {
		i++
	}
	for j > i && (r.ts[j-1].mark && r.ts[j-1].text != "%" || has(sideTails, r.ts[j-1].text)) {
		j--
	}
	if i >= j {
		return ""
	}
	return strings.Join(strings.Fields(r.text[r.ts[i].start:r.ts[j-1].end]), " ")
}

// clauseStarts are words that a clause begins with behind another one.
const clauseStarts = `because since so when while if and but or which that who until before after now`

var (
	articles   = set(ownersWords, `the a an its`)
	sideEnds   = set(clauseStarts, `instead as for in on at by anymore from to with due this last next yesterday today than`)
	clauseEnds = set(clauseStarts, `instead`)
	sideTails  = set(`anymore now please thanks`) // are no part of what they stand behind
	sideStarts = set(`because since so when while if and but or which that who until after before now use uses using used prefer prefers want wants should always please with to on in into for at by take go went chose picked actually`)
	leaving    = set(`moved moving migrated migrating switched switching shifted shifting transitioned transitioning`) // what is left need not be said where to
	changing   = set(`move moved moving moves migrate migrated migrating migrates switch switched switching change changed changing changes rename renamed renaming increase increased increasing
		decrease decreased reduce reduced raise raised raising lower lowered improve improved extend extended upgrade upgraded upgrading downgrade downgraded bump bumped bumping convert
		converted converting shift shifted transition transitioned transitioning transfer transferred went gone goes grew grow drop dropped dropping fell rose jumped go going reschedule rescheduled
		pushed postpone postpones postponed postponing delay delayed delaying promoted relocated swap swapped cut cutting trimmed rebooked improvement reduction extension expansion rise decline grown risen shrunk shrank sank climb climbed climbing climbs slipped slips slid slides shifts rises jumps crept soared doubled tripled halved`)
)
