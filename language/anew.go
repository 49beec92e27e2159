package language

import (
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
	marked bool    // a word says that something is otherwise
}

// given is a value in a sentence: a quantity, a colour, a name, or a word of a certain make.
type given struct {
	quantity
	form string // of what is no quantity: a colour, what something is called, "a9" for B12
	key  string
}

func (g given) known() bool { return g.to > 0 }

// sortOf reports whether two values may be of the same.
func (g given) sortOf(p given) bool {
	switch {
	case g.form != "" || p.form != "":
		return g.form == p.form
	case g.measures(p.quantity), g.quantity.revises(p.quantity):
		return true
	case g.bareCount():
		return p.measure == ofMoney || p.measure == ofShare || p.measure == ofDay && len(g.value) <= 2 || p.measure == ofCount
	case p.bareCount():
		return g.measure == ofCount && g.unit != ""
	}
	return p.measure == ofPace && g.measure == ofCount && inMinutes[g.unit] > 0
}

// bareCount reports whether a value is a number with nothing that it counts.
func (g given) bareCount() bool { return g.measure == ofCount && g.unit == "" }

// is reports whether two values of a sort are one.
func (g given) is(p given) bool {
	switch {
	case g.form != "":
		return g.key == p.key
	case g.bareCount() || p.bareCount():
		return g.value == p.value
	}
	return g.same(p.quantity)
}

// givenIn returns the values that a sentence gives: what is called, then quantities, colours and
// words of a certain make that stand in none of these.
func (r *reading) givenIn() (all []given) {
	free := func(from, to int) bool {
		return !slices.ContainsFunc(all, func(g given) bool { return g.from < to && from < g.to })
	}
	for i := range r.ts {
		if from, to := r.nameAt(i); to > from {
			all = append(all, given{quantity{from: from, to: to}, "name", Fold(r.text[r.ts[from].start:r.ts[to-1].end])})
		}
	}
	for _, q := range quantities(r.ts) {
		if free(q.from, q.to) {
			all = append(all, given{quantity: q})
		}
	}
	for i := 0; i < len(r.ts); i++ {
		to := i + 1
		for to < len(r.ts) && glued(r.ts, to-1, to) && (!r.ts[to].mark || glued(r.ts, to, to+1)) {
			to++
		}
		word := r.text[r.ts[i].start:r.ts[to-1].end]
		switch {
		case !free(i, to):
		case to == i+1 && has(colours, termOf(r.ts[i].text)):
			all = append(all, given{quantity{from: i, to: to}, ofColour, termOf(r.ts[i].text)})
		case patternOf(word) != "":
			all = append(all, given{quantity{from: i, to: to}, patternOf(word), Fold(word)})
		}
		i = to - 1
	}
	return all
}

// nameAt returns the name behind the word ts[i] that gives one: called Pip, rename it to Dot.
func (r *reading) nameAt(i int) (from, to int) {
	w := r.ts[i].text
	switch from = i + 1; {
	case w == "called" || w == "named":
	case (w == "call" || w == "name" || w == "rename" || w == "renamed") && has(meaningIt, at(r.ts, i+1)):
		if from = i + 2; at(r.ts, from) == "to" {
			from++
		}
	default:
		return 0, 0
	}
	for to = from; to < len(r.ts) && to < from+mostNamedAnew && !has(behindAnew, r.ts[to].text) && (!r.ts[to].mark || glued(r.ts, to-1, to+1)); to++ {
	}
	if to > from && (has(determiners, r.ts[from].text) || has(meaningIt, r.ts[from].text)) {
		return 0, 0 // called the office
	}
	return from, to
}

// ofColour is the form of a value that is a colour.
const ofColour = "colour"

// mostNamedAnew is the number of tokens of a name: rel-summer-2.
const mostNamedAnew = 5

// patternOf returns of a word that is a code or a label how it is made, with a for letters and 9 for
// digits: "a9" of B12, "#a-a" of #ops-red. It is "" of a plain word.
func patternOf(word string) string {
	var b strings.Builder
	letters, last, marks := false, rune(0), 0
	for _, c := range word {
		switch {
		case c >= '0' && c <= '9':
			c, marks = '9', marks+1
		case c == '-' || c == '_' || c == '#' || c == '/' || c == '@' || c == '.':
			marks++
		case c == '\'' || c == '’':
			return ""
		default:
			c, letters = 'a', true
		}
		if c != last {
			b.WriteRune(c)
		}
		last = c
	}
	if !letters || marks == 0 {
		return ""
	}
	return b.String()
}

// read looks for the value that the prompt gives, clause by clause, and reports whether each of them may
// be about what was told before.
func (a *anew) read() bool {
	leads := false // a clause before speaks of it
	for from, to := range a.r.pieces() {
		values := a.in(from, to)
		switch {
		case a.fresh.known():
			if len(values) > 0 || anyOf(a.r.ts[from:to], deniedAfter) {
				return false
			}
		case len(values) == 0:
			pointed, own := a.words(from, to)
			if own && !pointed {
				return false // it may be about that
			}
			leads = leads || pointed
			a.marked = a.marked || anyOf(a.r.ts[from:to], corrects) || phraseLen(a.r.ts, from, correcting) > 0
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
	pointed, own := a.words(from, to, values...)
	if own {
		return false
	}
	if !a.fresh.known() {
		return true
	}
	if before := at(a.r.ts, a.fresh.from-1); has(prepositions, before) && !has(leadingAnew, before) && a.fresh.from > from {
		return false // raised by 10, in 10 minutes
	}
	ts := a.r.ts[from:to]
	a.marked = a.marked || anyOf(ts, corrects) || phraseLen(ts, 0, correcting) > 0 ||
		(pointed || leads) && ((anyOf(ts, changing) || anyOf(ts, settingAnew)) && a.namesThing(ts) || anyOf(ts, otherwiseNow))
	return true
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
		if r.asked() && !a.denied && slices.ContainsFunc(Nouns(r.text), func(noun string) bool {
			return noun != "else" && !sharesTerm(Terms(noun), a.b.specific(0, len(a.b.ts)))
		}) {
			return true
		}
	}
	return false
}

// words reports of the words in ts[from:to], without those of its values, whether they point at what was told
// before, and whether they say anything of their own. Why it is so is left out.
func (a *anew) words(from, to int, values ...given) (pointed, own bool) {
	for i := from; i < to; i++ {
		t := a.r.ts[i]
		switch {
		case slices.ContainsFunc(values, func(g given) bool { return g.from <= i && i < g.to }), t.mark:
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

// pieces yields the clauses between two marks.
func (r *reading) pieces() func(yield func(from, to int) bool) {
	return func(yield func(from, to int) bool) {
		from := 0
		for i := 0; i <= len(r.ts); i++ {
			if i < len(r.ts) && (!r.ts[i].mark || glued(r.ts, i-1, i+1) || r.ts[i].text == "#" || r.ts[i].text == "'") {
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
	meaningIt = set(`it that this them those these they`)
	meansIt   = set(`its`)
	// corrects are words, and correcting phrases, with which somebody sets right what they have said.
	corrects   = set(`no nope nah wait sorry oops whoops ups correction scratch typo meant mean actually rather better`)
	correcting = phrasesOf(`my bad, my mistake, my fault, i meant, i mean, scratch that, forget that, never mind, nevermind, strike that`)
	// settingAnew are verbs that give something another value, beside those of [changing].
	settingAnew = set(`make made set put turn turned upped call name send push postpone delay reschedule lower bring brought use paint`)
	makingIt    = set(`make made`)
	// otherwiseNow are words that say so without a verb.
	otherwiseNow = set(`now instead`)
	// anewWords are words that say nothing of their own beside another value.
	anewWords = set(`i i've we we've you is are was were be been has have had get got gets will to at on until till from the a an of for up down forward back again then please just only ok okay
		so well hm hmm uh um eh ah oh hey and my bad mistake fault nevermind never mind forget strike come comes coming arrives arriving starts starting due happens happening leaves all yes yeah too today good
		i'm let's lets let say thanks thank`)
	leadingAnew = set(`to at on until till of`)
	behindAnew  = set(`now instead then please and because since so from`)
	reasoning   = set(`because since cause as so but`)
	deniedAfter = set(`no not don't never undo revert keep leave stays wasn't isn't didn't`)
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
