package language

import (
	"iter"
	"slices"
	"strings"
)

// GivesAnew reports whether a prompt gives another value to what its speaker told in the prompt before,
// which it means by a pronoun or leaves out: "it was moved to 5 march", "make that 60 days", "sorry, 5434",
// "no wait, not 4321. they took it. 4410". reply is what was answered in between. It is false in doubt: where
// one of them may be about something else, or more than one value of before may be meant.
func GivesAnew(prompt, before, reply string) bool {
	if len(prompt) > longestAnew || len(before) > longestReading || strings.ContainsAny(prompt, "?\"“”`") {
		return false
	}
	a := &anew{r: newTokens(prompt), b: newTokens(before)}
	if len(a.r.ts) == 0 || len(a.b.ts) == 0 || a.b.asked() || a.r.anyOf(unsure) || a.r.hypothetical() {
		return false
	}
	a.had = a.b.givenIn()
	if len(a.had) == 0 || !a.read() {
		return false
	}
	return (a.marked || a.denied && a.fresh.known()) && !a.answers(reply)
}

// longestAnew bounds a prompt that only gives another value, in bytes.
const longestAnew = 160

// anew is a prompt that is held against the one before it.
type anew struct {
	r, b   *reading
	had    []given // the values of the one before
	fresh  given   // the value that the prompt gives
	old    given   // in place of which
	denied bool    // it says that the old one does not hold: not 4321
	other  bool    // something else is named, which "it" may mean
	marked bool    // a word says that something is otherwise
}

// read looks for the value that the prompt gives, clause by clause, and reports whether each of them may
// be about what was told before.
func (a *anew) read() bool {
	leads := false // a clause before speaks of it
	for from, to := range a.r.pieces() {
		values := a.in(from, to)
		switch {
		case a.fresh.known():
			if len(values) > 0 || a.deniesAfter(from, to) {
				return false
			}
		case len(values) == 0:
			pointed, own := a.words(from, to)
			finds := a.findsWrong(from, to) || !own && has(changing, at(a.r.ts, from)) && isPast(at(a.r.ts, from))
			lets := anyOf(a.r.ts[from:to], lettingKnow)
			if own && !pointed && !finds && !lets {
				return false // it may be about that
			}
			leads = leads || pointed
			a.other = a.other || own && pointed && !lets && !a.r.pronounIn(from, to) && a.namesOther(from, to)
			a.marked = a.marked || finds || anyOf(a.r.ts[from:to], corrects) || phraseLen(a.r.ts, from, correcting) > 0
		default:
			if !a.gives(from, to, values, leads) {
				return false
			}
		}
	}
	return a.fresh.known() || a.denied
}

// in returns the values in ts[from:to] that are of the sort of one that was told before.
func (a *anew) in(from, to int) (values []given) {
	for _, g := range a.r.givenIn() {
		if g.from >= from && g.to <= to && slices.ContainsFunc(a.had, g.sortOf) {
			values = append(values, g)
		}
	}
	return values
}

// gives reads a clause that has values, and reports whether it gives one in the place of the only one
// that may be meant, and says nothing of its own.
func (a *anew) gives(from, to int, values []given, leads bool) bool {
	for _, g := range values {
		var olds []given
		for _, p := range a.had {
			if g.sortOf(p) && !p.was && !p.inPlace {
				olds = append(olds, p)
			}
		}
		if len(olds) != 1 || g.more {
			return false
		}
		not := at(a.r.ts, g.from-1) == "not" || at(a.r.ts, skipBack(a.r.ts, g.from, dayLeadIns, articles)-1) == "not"
		switch same := g.is(olds[0]); {
		case same && (not || g.was || g.inPlace):
			a.denied, a.old = true, olds[0]
		case same || not || a.fresh.known():
			return false
		default:
			a.fresh, a.old = g, olds[0]
		}
	}
	set := a.setAt(from)
	pointed, own := a.words(max(from, set), to, values...)
	if own || pointed && a.other || anyOf(a.r.ts[from:max(from, set)], deniedAfter) {
		return false
	}
	if !a.fresh.known() {
		return true
	}
	if before := at(a.r.ts, a.fresh.from-1); has(prepositions, before) && !has(leadingAnew, before) && a.fresh.from > from {
		return false // raised by 10, in 10 minutes
	}
	ts := a.r.ts[from:to]
	a.marked = a.marked || anyOf(ts, corrects) || phraseLen(ts, 0, correcting) > 0 || a.leavesOut(from, to) || set > 0 && a.namesThing(ts) ||
		(pointed || leads) && ((anyOf(ts, changing) || anyOf(ts, settingAnew)) && a.namesThing(ts) || anyOf(ts, otherwiseNow))
	return true
}

// setAt returns where "it" stands that somebody has set to the value, 0 where nobody has: ops just raised that to 5.
func (a *anew) setAt(from int) int {
	to := skipBack(a.r.ts, a.fresh.from, roundAbout) - 1
	it := skipBack(a.r.ts, to, toAndFro) - 1
	k := it - 1
	if !a.fresh.known() || k < from || k > from+longestSubject || !has(leadingAnew, at(a.r.ts, to)) || !has(meaningIt, at(a.r.ts, it)) {
		return 0
	}
	switch w := at(a.r.ts, k); {
	case has(changing, w), has(settingAnew, w):
	case has(passingOn, w), at(a.r.ts, to) == "at", at(a.r.ts, to) == "on", !isPast(w) && !(k == skip(a.r.ts, from, fillers, beforeSet) && isBase(w)):
		return 0
	}
	return k + 1
}

// leavesOut reports whether a clause leaves out what it gives another value, and says that it does: moved to 5 March,
// has to be 15 July, 12.99 since May, 42 now.
func (a *anew) leavesOut(from, to int) bool {
	ts, i := a.r.ts, skip(a.r.ts[:to], from, fillers, beforeVerb, beforeSet)
	switch value := skipBack(ts, a.fresh.from, roundAbout, articles); {
	case i >= value:
		next := at(ts, a.fresh.to)
		return a.fresh.to < to && (has(otherwiseNow, next) || next == "since" || next == "from")
	case (at(ts, i) == "from" || at(ts, i) == "since" || at(ts, i) == "starting") && (anyOf(ts[i:value], monthNames.words) || anyOf(ts[i:value], sinceWhen)):
		return true
	case has(changing, at(ts, i)), has(settingAnew, at(ts, i)):
		return value > i+1 && has(leadingAnew, ts[value-1].text) && a.namesThing(ts[from:to])
	case has(requiring, at(ts, i)):
		return true
	}
	return false
}

// deniesAfter reports whether a clause behind the value takes it back: no it wasn't, leave it as it was.
func (a *anew) deniesAfter(from, to int) bool {
	for i := from; i < to; i++ {
		switch w := a.r.ts[i].text; {
		case i == from && has(reasoning, w):
			return false // so no splitting needed
		case has(deniedAfter, w), has(stayingAt, w) && has(pointers, at(a.r.ts, i+1)):
			return true
		}
	}
	return false
}

// findsWrong reports whether a clause without a value finds fault with that which was told: wrong one, too small, not
// any more.
func (a *anew) findsWrong(from, to int) bool {
	i := skip(a.r.ts[:to], from, fillers, hesitating)
	w, next := at(a.r.ts, i), at(a.r.ts, i+1)
	return anyOf(a.r.ts[from:to], faulty) || w == "too" && i+2 == to || w == "not" && next == "anymore" || w == "no" && next == "longer"
}

// namesThing reports whether what was told before names something that can be set: who gets up at 6 may set another
// thing to 7, but makes it 7.
func (a *anew) namesThing(ts []token) bool {
	return anyOf(ts, makingIt) || len(Nouns(a.b.text)) > 0
}

// answers reports whether the prompt may be said of the reply: that gives a value of the sort that is neither the old
// nor the new one, or asks about something else.
func (a *anew) answers(reply string) bool {
	for _, s := range Sentences(headOf(reply, longestReading)) {
		r := newTokens(reply[s.Start:s.End])
		if slices.ContainsFunc(r.givenIn(), func(g given) bool {
			return g.sortOf(a.old) && !g.is(a.old) && !(a.fresh.known() && g.sortOf(a.fresh) && g.is(a.fresh))
		}) {
			return true
		}
		if r.asked() && !a.denied && a.namesMore(r.text) {
			return true
		}
	}
	return false
}

// pronounIn reports whether a pronoun of what was told before stands in ts[from:to].
func (r *reading) pronounIn(from, to int) bool {
	return slices.ContainsFunc(r.ts[from:to], func(t token) bool { return has(meaningIt, cutContraction(t.text)) || has(meansIt, t.text) })
}

// namesOther reports whether a clause names something that was not told of.
func (a *anew) namesOther(from, to int) bool {
	return a.namesMore(a.r.text[a.r.ts[from].start:a.r.ts[to-1].end])
}

func (a *anew) namesMore(text string) bool {
	return slices.ContainsFunc(Nouns(text), func(noun string) bool {
		return noun != "else" && !sharesTerm(Terms(noun), a.b.specific(0, len(a.b.ts)))
	})
}

// words reports of the words in ts[from:to], without those of its values, whether they point at what was told
// before, and whether they say anything of their own. Why it is so is left out.
func (a *anew) words(from, to int, values ...given) (pointed, own bool) {
	for i := from; i < to; i++ {
		t := a.r.ts[i]
		switch {
		case slices.ContainsFunc(values, func(g given) bool { return g.from <= i && i < g.to }), t.mark:
		case isYear(t.text) && len(values) > 0 && values[len(values)-1].dates() && i == values[len(values)-1].to:
		case t.text == "since" && a.r.tellsTime(i+1, min(to, i+3)) || has(monthNames.words, t.text) || has(sinceWhen, t.text):
		case i > from && has(reasoning, t.text):
			return pointed, own
		case has(meaningIt, cutContraction(t.text)), has(meansIt, t.text):
			pointed = true
		case specificTerm(t) != "" && slices.Contains(a.b.specific(0, len(a.b.ts)), specificTerm(t)):
			if len(values) == 0 {
				pointed = true
			}
		case t.text == "not":
			own = own || !slices.ContainsFunc(values, func(g given) bool { return g.from > i && g.from <= i+3 })
		case !has(anewWords, t.text) && !has(changing, t.text) && !has(settingAnew, t.text) && !has(otherwiseNow, t.text) && !has(corrects, t.text):
			own = true
		}
	}
	return pointed, own
}

// pieces yields what stands between two marks. For [reading.clauses] "sorry, 5434" is one clause, and here
// what sets right and the value are to be told apart.
func (r *reading) pieces() iter.Seq2[int, int] {
	return func(yield func(from, to int) bool) {
		from := 0
		for i := 0; i <= len(r.ts); i++ {
			if i < len(r.ts) && (!has(betweenPieces, r.ts[i].text) || glued(r.ts, i-1, i+1)) {
				continue
			}
			if i > from && !yield(from, i) {
				return
			}
			from = i + 1
		}
	}
}

var (
	// meaningIt are the pronouns of what was told before, meansIt one that is written to its verb without a mark: its 5 now.
	meaningIt     = set(`it that this them those these they`)
	meansIt       = set(`its`)
	betweenPieces = set(`, ; . ! : - ( )`)
	// corrects are words, and correcting phrases, with which somebody sets right what they have said.
	corrects   = set(`no nope nah wait sorry oops whoops ups correction scratch typo meant mean actually rather better`)
	correcting = phrasesOf(`my bad, my mistake, my fault, i meant, i mean, scratch that, forget that, never mind, nevermind, strike that`)
	// settingAnew are verbs that give something another value, beside those of [changing].
	settingAnew = set(`make made set put turn turned upped call name send push postpone delay reschedule lower bring brought use paint bumping pushing putting setting`)
	makingIt    = set(`make made`)
	// otherwiseNow are words that say so without a verb.
	otherwiseNow = set(`now instead`)
	// anewWords are words that say nothing of their own beside another value.
	anewWords = set(`i i've we we've you is are was were be been has have had get got gets will to at on until till from the a an of for up down forward back again then please just only ok okay
		so well hm hmm uh um eh ah oh hey and my bad mistake fault nevermind never mind forget strike come comes coming arrives arriving starts starting due happens happening leaves all yes yeah too today good again once
		i'm let's lets let say thanks thank`)
	// roundAbout stand between the verb and the value, passingOn are verbs that hand something to somebody.
	roundAbout = set(`about around roughly`)
	passingOn  = set(`sent gave added wrote copied attached applied send give add write copy attach apply`)
	toAndFro   = set(`forward back up down on again`)
	requiring  = set(`has have needs need must gotta`)
	faulty     = set(`wrong old outdated`)
	// lettingKnow are verbs of somebody who tells what has changed: the garage called.
	lettingKnow = set(`called wrote emailed texted phoned rang mailed`)
	sinceWhen   = set(`today yesterday last this week month year monday tuesday wednesday thursday friday saturday sunday`)
	leadingAnew = set(`to at on until till of`)
	behindAnew  = set(`now instead then please and because since so from`)
	reasoning   = set(`because since cause as so but`)
	deniedAfter = set(`no not don't never undo revert wasn't isn't didn't`)
	unsure      = set(`if unless whenever maybe perhaps probably might could would should wonder suppose imagine say says said heard thinks think wants wanted why what how who`)
)

// DeniesOnly reports whether a sentence only says that a value is not the one: "no wait, not 4321". Alone it is
// no rule against it.
func DeniesOnly(s string) bool {
	r := newTokens(s)
	i := skip(r.ts, 0, corrects, fillers, hesitating, deniedAround)
	if i == 0 || at(r.ts, i-1) != "not" {
		return false
	}
	i = skip(r.ts, i, dayLeadIns, articles)
	return slices.ContainsFunc(r.givenIn(), func(g given) bool {
		return g.from <= i && i < g.to && g.form != ofColour && g.unit != "weekday" && (g.to == len(r.ts) || g.to+1 == len(r.ts) && r.ts[g.to].mark)
	})
}

// deniedAround stand between the words of a denial.
var deniedAround = set(`, . - ! not`)

// MovesOn reports whether a few words without a verb, of those of which [GivesAlone] is so, say where something is now
// that the sentence before says to have moved: "the gym went up. 42 now".
func MovesOn(s, before string) bool {
	b := newTokens(before)
	return anyOf(newTokens(s).ts, otherwiseNow) && anyOf(b.ts, changing) && !b.anyOf(unsure) && len(quantities(b.ts)) == 0
}
