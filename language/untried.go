package language

import "slices"

// untried is a deed that somebody says never to have done: I've never run a marathon, we never took a loan, I
// have never managed anyone.
type untried struct {
	who   string   // i or we; "" for nothing
	verb  string   // in the form that stands there
	what  []string // the terms of what it would have been done to; nil of whatever it is
	broad bool     // whoever had to do with what is named has done it: tried, used, had
	owned bool     // of whom it is said to be theirs, they have had it
	bound bool     // it is denied in some case only: never on a weekend
}

// untried returns the deed that a statement says never to have been done.
func (s *statement) untried() untried {
	return s.never.get(func() untried {
		if !s.r.anyOf(nevers) {
			return untried{}
		}
		return s.cues().undone()
	})
}

// undone is [statement.untried] of a sentence whose cues are read.
func (r *reading) undone() untried {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if r.ts[i].text != "never" || r.asksFrom(r.begin) {
			continue
		}
		k := skipBack(r.ts, i, beforeVerb)
		if w := at(r.ts, k-1); w == "have" || w == "had" {
			k = skipBack(r.ts, k-1, beforeVerb)
		}
		u := untried{who: cutContraction(at(r.ts, k-1))}
		if u.who != "i" && u.who != "we" {
			if u.who = cutContraction(at(r.ts, r.begin)); !r.ts[k].mark && at(r.ts, k) != "and" && at(r.ts, k) != "but" && k != i { // we rent and have never had a loan
				return untried{}
			}
		}
		if u.who != "i" && u.who != "we" || has(conditional, at(r.ts, k-2)) {
			return untried{}
		}
		return r.undoneAt(u, i)
	}
	return untried{}
}

// undoneAt reads the deed behind "never" at ts[i].
func (r *reading) undoneAt(u untried, i int) untried {
	v := skip(r.ts, i+1, beforeVerb)
	if v >= len(r.ts) || !isDone(r.ts[v].text) {
		return untried{} // I never eat meat
	}
	u.verb = r.ts[v].text
	u.broad, u.owned = has(broadly, u.verb), has(possessing, u.verb)
	from := v + 1
	if next := at(r.ts, from); u.verb == "been" && isDone(next) {
		u.verb, u.broad = next, false
		return u // I've never been fired
	}
	for has(leadsToDone, at(r.ts, from)) || has(determiners, at(r.ts, from)) || has(ofAnyKind, at(r.ts, from)) {
		from++
	}
	end := from
	for end < len(r.ts) && (r.hyphened(end) || !r.ts[end].mark && !has(prepositions, r.ts[end].text) && !has(undoneEnds, r.ts[end].text)) {
		end++
	}
	u.bound = has(prepositions, at(r.ts, end)) && !phrase(r.ts, end, "in", "my", "life") && !phrase(r.ts, end, "of", "any")
	switch {
	case end == from+1 && has(whoever, r.ts[from].text):
		u.broad = false
		return u
	case end == from || end-from > longestLacked || has(noThings, r.ts[end-1].text) || has(noThings, cutPlural(r.ts[end-1].text)):
		return untried{}
	}
	u.what = valueTerms(r.ts, from, end)
	if len(u.what) == 0 {
		return untried{}
	}
	return u
}

// Undone says what a statement does to an earlier one where one of the two says never to have been done what
// the other tells to have been: "I've never run a marathon" beside "the marathon I ran in Ghent". What was
// done since then for the first time is new, and contradicts nothing.
func Undone(newer, older Statement) Relation {
	if u := newer.untried(); u.who != "" && !u.bound && u.doneIn(older) {
		return Denies
	}
	if u := older.untried(); u.who != "" && !u.bound && u.doneIn(newer) {
		if newer.newlyDone() {
			return Updates
		}
		return Denies
	}
	return Unrelated
}

// tellsNoDeed reports whether a sentence tells of nothing that the speakers did: it asks or supposes, somebody else did
// it, or it is only wanted.
func (r *reading) tellsNoDeed() bool {
	if r.anyOf(unreal) || len(r.ts) == 0 || has(conditional, at(r.ts, r.begin)) && at(r.ts, r.begin) != "when" {
		return true
	}
	return (r.asksFrom(r.begin) || r.longs()) && !r.deeds()
}

// longs reports whether the speaker says what they would like to do: I'd love to ride, we hope to publish.
func (r *reading) longs() bool {
	return r.somewhere(r.begin+1, func(k int) bool {
		return has(longedFor, r.ts[k].text) && at(r.ts, k+1) == "to" && isPronoun(at(r.ts, skipBack(r.ts, k, beforeVerb, auxiliaries, modals)-1))
	})
}

// deeds reports whether a sentence tells somewhere what the speaker has done.
func (r *reading) deeds() bool {
	return r.somewhere(r.begin+1, func(k int) bool {
		if !isDone(r.ts[k].text) || isHelper(r.ts[k].text) {
			return false
		}
		j := skipBack(r.ts, k, beforeVerb)
		if w := at(r.ts, j-1); w == "have" || w == "had" {
			j = skipBack(r.ts, j-1, beforeVerb)
		}
		w := cutContraction(at(r.ts, j-1))
		return w == "i" || w == "we"
	})
}

// othersDid reports whether who does something in a sentence is somebody else, and the speakers do nothing.
func (r *reading) othersDid() bool {
	i := r.begin
	if r.hasAny("i", "we", "i've", "we've", "i'd", "i'm", "we're") {
		return false
	}
	for i < len(r.ts) && (has(determiners, r.ts[i].text) || r.ts[i].text == "new" || r.ts[i].text == "previous" || r.ts[i].text == "old") {
		i++
	}
	w := at(r.ts, i)
	return isPerson(w) || w == "hire" || w == "he" || w == "she" || w == "they" || w == "employer" || i < len(r.ts) && i == r.begin && isNameToken(r.ts[i])
}

// newlyDone reports whether a statement tells of a deed that it was done just now, or for the first time.
func (s Statement) newlyDone() bool {
	r := s.r
	return r.anyOf(ofLately) || r.somewhere(r.begin, func(k int) bool {
		w, next := r.ts[k].text, at(r.ts, k+1)
		switch w {
		case "just", "now":
			return isDone(next) && !has(determiners, next)
		case "first":
			return next == "time" || next == "ever" || next == "attempt" || next == "try" || at(r.ts, k-1) == "very" || (at(r.ts, k-1) == "my" || at(r.ts, k-1) == "our") && isDone(at(r.ts, k-2)) && r.newlyTold()
		case "this":
			return has(spans, next) || has(seasons, next) || next == "morning" || next == "afternoon" || next == "evening"
		case "last":
			return next == "night" || next == "week" || next == "weekend"
		}
		return false
	})
}

// newlyTold reports whether nothing says when that was.
func (r *reading) newlyTold() bool {
	return !r.hasAny("ago", "back", "in", "was", "were")
}

// TellsDeed reports whether a statement tells what the speaker has done, or has never done: it may be held against
// one that says the opposite ([Undone]).
func (s Statement) TellsDeed() bool {
	return s.untried().who != "" || len(s.r.ts) <= longestState && s.r.deeds()
}

// doneIn reports whether a statement tells that the deed was done.
func (u untried) doneIn(o Statement) bool {
	r := o.r
	if len(r.ts) > longestState || r.anyOf(unreal) || o.untried().who != "" {
		return false
	}
	for k := r.begin; k < len(r.ts); k++ {
		if u.deedAt(r, k) {
			return true
		}
		if len(u.what) == 0 || !u.named(r, k) {
			continue
		}
		from := r.nounFrom(k)
		if within(u.what, valueTerms(r.ts, from, k+1)) && !u.halves(r, from, k) && u.oneMore(r, from) {
			return true
		}
	}
	return false
}

// mayBeIn reports whether a statement that is read whole names all that the deed would have been done to, and the deed
// itself where that tells how something came out: who has never failed an exam may have taken one.
func (u untried) mayBeIn(o Statement, denied []string) bool {
	return !slices.ContainsFunc(u.what, func(t string) bool { return !o.all[t] && slices.Contains(denied, t) }) &&
		(!has(ofOutcome, u.verb) || slices.ContainsFunc(o.r.ts, func(t token) bool { return u.sameDeed(t.text) }))
}

// named reports whether ts[k] is the last word of what the deed is done to, and no part of what names another thing.
func (u untried) named(r *reading, k int) bool {
	if last := u.what[len(u.what)-1]; specificTerm(r.ts[k]) != last && termOf(r.ts[k].text) != last {
		return false
	}
	next := at(r.ts, k+1)
	return k+1 == len(r.ts) || r.ts[k+1].mark || specificTerm(r.ts[k+1]) == "" || isVerbForm(next) || has(prepositions, next) || isPronoun(next) || isThird(next) || namesDay(next) || has(passed, next) || has(behindNoun, next)
}

// halves reports whether a noun ts[from:k] says that it is only a part of the thing.
func (u untried) halves(r *reading, from, k int) bool {
	return slices.ContainsFunc(r.ts[from:k], func(t token) bool { return has(notWhole, t.text) && !slices.Contains(u.what, t.text) })
}

// nounFrom returns where the noun begins whose last word is ts[k].
func (r *reading) nounFrom(k int) int {
	from := k
	for from > r.begin && k-from < longestSubject && (r.hyphened(from-1) || !r.ts[from-1].mark && !has(prepositions, r.ts[from-1].text) && !isSubject(r.ts[from-1].text) && !has(determiners, r.ts[from-1].text) && !isDone(r.ts[from-1].text)) {
		from--
	}
	return from
}

// deedAt reports whether ts[k] says what the speaker did, and that this is the deed: I ran a marathon, the loan
// that we took, when I was married.
func (u untried) deedAt(r *reading, k int) bool {
	w := r.ts[k].text
	if !isDone(w) && !isGerund(w) {
		return false
	}
	j := skipBack(r.ts, k, beforeVerb)
	switch helper := at(r.ts, j-1); {
	case helper == "have" || helper == "had":
		j = skipBack(r.ts, j-1, beforeVerb)
	case helper == "was" || helper == "were":
		j = skipBack(r.ts, j-1, beforeVerb)
	}
	j--
	if who := cutContraction(at(r.ts, j)); who != u.who || j > 0 && has(conditional, at(r.ts, j-1)) && at(r.ts, j-1) != "when" || hasTail(at(r.ts, j), "'d") {
		return false
	}
	same := u.sameDeed(w)
	if len(u.what) == 0 {
		return same
	}
	if !same && !(u.broad && (has(didWith, w) || has(usingVerbs, stem(w)) || isGerund(w))) {
		return false
	}
	return u.leadsFrom(r, j) || u.follows(r, k)
}

// leadsFrom reports whether a clause whose subject is ts[j] stands behind what the deed is done to: the loan that we took.
func (u untried) leadsFrom(r *reading, j int) bool {
	k := j - 1
	if w := at(r.ts, k); w == "that" || w == "which" || w == "whom" {
		k--
	}
	if k < r.begin || !u.named(r, k) {
		return false
	}
	from := r.nounFrom(k)
	return within(u.what, valueTerms(r.ts, from, k+1)) && !u.halves(r, from, k)
}

// follows reports whether what the deed is done to stands behind its verb ts[k].
func (u untried) follows(r *reading, k int) bool {
	if isGerund(r.ts[k].text) && slices.Equal(u.what, valueTerms(r.ts, k, k+1)) {
		return true
	}
	from := k + 1
	for has(determiners, at(r.ts, from)) || has(leadsToDone, at(r.ts, from)) && (u.broad || !has(prepositions, at(r.ts, from))) {
		from++
	}
	for m := from; m < len(r.ts) && m < from+longestSubject && (r.hyphened(m) || !r.ts[m].mark && !has(prepositions, r.ts[m].text)); m++ {
		if u.named(r, m) && within(u.what, valueTerms(r.ts, from, m+1)) {
			return !u.halves(r, from, m)
		}
	}
	return false
}

// oneMore reports whether the noun that begins at ts[from] is said to be the speaker's next one, or an earlier
// one, or theirs where that is what they deny: another marathon, my last loan, our garden.
func (u untried) oneMore(r *reading, from int) bool {
	w, next := at(r.ts, from-1), at(r.ts, from)
	own := w == "my" && u.who == "i" || w == "our" && u.who == "we" || w == "my" && u.who == "we" && u.owned
	switch {
	case w == "another":
		return r.hasIn("i", r.begin, from) || r.hasIn("i'd", r.begin, from) || r.hasIn("we", r.begin, from)
	case own && u.owned:
		return !has(notOurs, next) && !r.anyOf(wanted) && !r.has(wish|plan)
	}
	return own && has(earlierOnes, next)
}

// isDone reports whether a word tells, behind who did it, what was done.
func isDone(w string) bool {
	return isPast(w) || participles[w] != "" || has(broadly, w) || has(didWith, w) || w == "run" || len(OtherForms(stem(w))) > 0 && !isBase(w) && !isThird(w) && !isGerund(w)
}

// sameDeed reports whether a verb is the one of the deed.
func (u untried) sameDeed(w string) bool {
	a, b := stem(u.verb), stem(w)
	return a == b || slices.Contains(OtherForms(a), b) || slices.ContainsFunc(OtherForms(a), func(f string) bool { return slices.Contains(OtherForms(f), b) })
}

var (
	nevers      = set(`never`)
	broadly     = set(`tried used owned had done worked touched dealt tested played attended practised practiced seen visited been read`)
	leadsToDone = set(`to in on at with for into through by of from a any the single`)
	ofAnyKind   = set(`any single real proper actual such kind of sort`)
	whoever     = set(`anyone anybody anything someone somebody something one thing`)
	undoneEnds  = set(`before yet myself ourselves ever because since so but and either anymore seriously professionally though or until as when`)
	ofOutcome   = set(`failed missed lost broken deleted quit won forgotten spoken regretted passed`)
	ofLately    = set(`yesterday today finally recently tonight`)
	earlierOnes = set(`first last second third previous earlier old two three four`)
	longedFor   = set(`want like love hope plan wish`)
	behindNoun  = set(`next last this since once twice again every each before too here there if`)
	notWhole    = set(`half mock fake virtual quarter`)
	unreal      = set(`nearly almost dreamed dreamt imagined imagine pretend wish wished hardly barely`)
	// didWith are verbs of which each tells that whoever did so had to do with what is named.
	didWith = set(`did made had took got wrote built ran used tried owned bought attended visited joined finished completed earned won led gave signed passed played practised practiced studied worked taken done written
		driven learned learnt went been administered maintained operated deployed managed`)
)
