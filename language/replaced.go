package language

import (
	"cmp"
	"slices"
	"strings"
)

// Reverses reports whether a statement by its own words ends an earlier one that names no
// value: the same two things preferred the other way round, a move away from where somebody
// lived, a decision that is taken back ("we use flags after all"), a state that is another
// one now, a thing given up. Both have to be about the same person or thing.
func Reverses(newer, older string) bool {
	reverses := reversal(newer)
	return reverses != nil && !looksLikeCode(older) && reverses(newReading(older))
}

// Reversal returns [Reverses] for one newer text, to be held against many; nil
// where it certainly reverses none.
func Reversal(newer string) func(older Statement) bool {
	reverses := reversal(newer)
	if reverses == nil {
		return nil
	}
	return func(older Statement) bool { return reverses(older.cues()) }
}

// reversal is [Reversal] on readings.
func reversal(newer string) func(older *reading) bool {
	if looksLikeCode(newer) {
		return nil
	}
	newer = cmp.Or(inPlain(newer), newer)
	hints, restates, gone, taken, ends, forgot := hints(newer), mayRestate(newer), disownedIn(newer), retractedIn(newer), abolishedIn(newer), forgottenIn(newer)
	if !hints && !restates && gone == "" && len(taken) == 0 && len(ends.terms) == 0 && len(forgot) == 0 {
		return nil
	}
	n := newReading(newer)
	over, off := n.ended(), n.calledOff()
	states := n.states()
	now := slices.DeleteFunc(slices.Clone(states), func(s state) bool { return !s.restates() })
	free := n.lifted()
	sets := len(states) == 1 && !states[0].changed && states[0].named
	ways := n.reversing(hints)
	if len(ways) == 0 && len(now) == 0 && !sets && len(over.what) == 0 && len(off) == 0 && len(free.terms) == 0 && gone == "" && len(taken) == 0 && len(ends.terms) == 0 && len(forgot) == 0 {
		return nil
	}
	said := n.specific(0, len(n.ts))
	return func(o *reading) bool {
		return slices.ContainsFunc(ways, func(reverses func(*reading) bool) bool { return reverses(o) }) ||
			o.holdsOn(over) || o.plans(off) || o.ruledOut(free) || o.ruleOn(taken) || o.saysAll(forgot) || o.demands(ends) || o.figures(gone) || restated(now, o) || sets && restated(gainsaid(states[0], said, o), o)
	}
}

// reversing returns in which ways a sentence may reverse another one, by what it says of
// itself: it is held against many, and most have the form of none. hints is whether it
// [hints].
func (r *reading) reversing(hints bool) (ways []func(o *reading) bool) {
	may := func(has bool, way func(o *reading) bool) {
		if has {
			ways = append(ways, way)
		}
	}
	may(r.ranks(), r.ranksOtherwise)
	may(r.hasAny("again"), r.resumesDoing)
	if !hints {
		return ways
	}
	_, sets := r.sets()
	_, moved := r.movedTo()
	_, charged := r.charges()
	may(sets, r.prefersOtherwise)
	may(moved, r.leaves)
	may(r.relents(), r.takesBack)
	may(charged, r.succeeds)
	may(len(r.chosen()) > 0, r.choosesOf)
	told := r.affirmed()
	may(len(told) > 0, func(o *reading) bool { return r.begins(o, told) })
	return ways
}

// restated reports whether one of the states that hold now takes the place of
// one that o tells of.
func restated(now []state, o *reading) bool {
	if len(now) == 0 {
		return false
	}
	before := o.states()
	return slices.ContainsFunc(now, func(n state) bool {
		return slices.ContainsFunc(before, func(b state) bool { return n.replaces(b) })
	})
}

// gainsaid returns the only state of a sentence, by a name and not said to be new, where the
// sentence sets it against another one of which o tells, by naming that one in another clause:
// Lund retires, so my adviser is Aalto.
func gainsaid(s state, said []string, o *reading) []state {
	for _, b := range o.states() {
		if b.named && !within(b.value, s.value) && within(b.value, said) {
			s.changed = true
			return []state{s}
		}
	}
	return nil
}

// MayReverse reports whether a statement has the form of one that [Reverses].
// That a thing is in one of two states is often gone in a minute (the build is
// red) and does not count without a word of change.
func MayReverse(s string) bool {
	if isBack(s) || disownedIn(s) != "" || Retracts(s) {
		return true
	}
	hints, restates := hints(s), mayRestate(s)
	if !hints && !restates || looksLikeCode(s) {
		return false
	}
	r := newReading(s)
	states := r.states()
	if slices.ContainsFunc(states, func(s state) bool { return s.changed }) {
		return true
	}
	if len(r.ended().what) > 0 || len(r.calledOff()) > 0 {
		return true
	}
	if len(r.heir().from) > 0 || len(r.lifted().terms) > 0 || r.ranks() || r.namesGone() {
		return true
	}
	_, moved := r.movedTo()
	c, charged := r.charges()
	if (charged || len(states) == 1 && states[0].named) && r.several() {
		return true // another clause may name what was before
	}
	return hints && (moved || r.relents() || charged && c.fresh || r.mayBegin() || len(r.chosen()) > 0)
}

// Counterparts returns words of what a statement may reverse that are none of its own,
// to look for it: who has moved lived somewhere.
func Counterparts(s string) string {
	words := twinWords(s)
	moves, hires := strings.Contains(s, "moved to") || strings.Contains(s, "relocated to"), strings.Contains(s, " job ") || strings.Contains(s, " position ")
	if strings.Contains(s, "moved everything") {
		words = append(words, "runs", "hosted")
	}
	if strings.Contains(s, "report to") {
		words = append(words, "boss", "manager")
	}
	if (moves || hires) && !looksLikeCode(s) {
		r := newReading(s)
		if _, moved := r.movedTo(); moved {
			words = append(words, "lives", "live")
		} else if slices.ContainsFunc(r.states(), func(s state) bool { return s.link == employed }) {
			words = append(words, "works", "work")
		}
	}
	return strings.Join(words, " ")
}

// mayRestate reports whether a text has a word without which it says nothing of a
// state that has changed.
func mayRestate(s string) bool {
	x := recall(cutSentence(s))
	return x.restates.get(func() bool { return restatesIn(x.text) })
}

func restatesIn(s string) bool {
	before := ""
	for w := range strings.FieldsFuncSeq(s, partsWords) {
		w = strings.ToLower(w)
		if has(restating, w) || has(enders, w) || has(castingOff, w) || has(castOff, w) || opposites[w] != nil && (len(w) > 4 || before == "is" || before == "are" || before == "now" || hasTail(before, "'m")) ||
			(before == "any" || before == "no") && w == "more" || before == "from" && monthNames.has(w) || before == "called" && w == "off" {
			return true
		}
		before = w
	}
	return false
}

// hints reports whether a text has a word without which it reverses nothing: most
// texts need not be read.
func hints(s string) bool {
	x := recall(cutSentence(s))
	return x.hints.get(func() bool {
		return hintWords.in(strings.ToLower(x.text))
	})
}

// preferred is what somebody sets over what.
type preferred struct {
	who        string
	this, that []string // terms
}

// sets reads "I prefer A over B", "Mia prefers A to B".
func (r *reading) sets() (p preferred, ok bool) {
	for i, t := range r.ts {
		if t.text != "prefer" && t.text != "prefers" {
			continue
		}
		if p.who = at(r.ts, skipBack(r.ts, i, beforeVerb)-1); i == skip(r.ts, r.begin, orderAdverbs) {
			p.who = "you" // prefer composition over inheritance
		}
		for j := i + 2; j < len(r.ts); j++ {
			if w := r.ts[j].text; w == "over" || w == "to" || w == "than" || w == "of" {
				p.this, p.that = r.specific(i+1, j), r.specific(j+1, r.clauseEnd(j+1))
				return p, p.who != "" && len(p.this) > 0 && len(p.that) > 0
			}
		}
	}
	return p, false
}

// clauseEnd returns the token behind the clause that ts[i] stands in.
func (r *reading) clauseEnd(i int) int {
	for i < len(r.ts) && !r.ts[i].mark && !has(clauseEnds, r.ts[i].text) {
		i++
	}
	return i
}

func (r *reading) prefersOtherwise(o *reading) bool {
	a, ok := r.sets()
	b, was := o.sets()
	return ok && was && a.who == b.who && within(a.this, b.that) && within(b.this, a.that)
}

// ranksOtherwise reports whether two wishes without a verb set the same over each other, and
// the newer one says that this is new: spaces not tabs from now on.
func (r *reading) ranksOtherwise(o *reading) bool {
	a, ok := r.ranked()
	b, was := o.ranked()
	return ok && was && within(a.this, b.that) && within(b.this, a.that)
}

// within reports whether each term of a is one of b.
func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(t string) bool { return !slices.Contains(b, t) })
}

// movedTo returns the index of the verb of "Tom moved to Oslo".
func (r *reading) movedTo() (int, bool) {
	for i, t := range r.ts {
		if (t.text == "moved" || t.text == "relocated") && i > 0 && at(r.ts, i+1) == "to" && i+2 < len(r.ts) && r.ts[i+2].cap {
			return i, true
		}
	}
	return 0, false
}

// livesIn returns the index of the verb of "Tom lives in Utrecht".
func (r *reading) livesIn() (int, bool) {
	for i, t := range r.ts {
		switch w := t.text; {
		case w == "lives" || w == "live" || w == "resides":
		case (w == "based" || w == "located") && has(bePresent, cutContraction(at(r.ts, i-1))):
		default:
			continue
		}
		if p := at(r.ts, i+1); i > 0 && (p == "in" || p == "at" || p == "near") && i+2 < len(r.ts) && r.ts[i+2].cap {
			return i, true
		}
	}
	return 0, false
}

// leaves reports whether r tells that who lives somewhere by o has moved away.
func (r *reading) leaves(o *reading) bool {
	i, moved := r.movedTo()
	k, lived := o.livesIn()
	if !moved || !lived || r.ts[i+2].text == o.ts[k+2].text {
		return false
	}
	a, b := r.subjects(i), o.subjects(k)
	return sharesTerm(a, b)
}

// subjects returns who or what can be the subject of the verb at ts[i]: names,
// what somebody is to the speaker, the speaker.
func (r *reading) subjects(i int) []string {
	var out []string
	for k := max(r.begin, i-8); k < i; k++ {
		w := cutContraction(cutPossessive(r.ts[k].text))
		switch {
		case w == "i" || w == "we":
			out = append(out, w)
		case r.ts[k].cap && !has(openers, w) && !r.ts[k].mark:
			out = append(out, w)
		case (at(r.ts, k-1) == "my" || at(r.ts, k-1) == "our") && !r.ts[k].mark:
			out = append(out, w)
		}
	}
	return out
}

// relents reports whether the speaker takes back what was settled before.
func (r *reading) relents() bool {
	return r.somewhere(0, func(i int) bool { return phraseLen(r.ts, i, relenting) > 0 })
}

// takesBack reports whether r takes back the decision o: it says that it does,
// and speaks of what the decision was about.
func (r *reading) takesBack(o *reading) bool {
	if !r.relents() {
		return false
	}
	if r.turnsRound(o) {
		return true
	}
	if !o.has(decision) {
		return r.relentsOn(o)
	}
	end := len(o.ts)
	if why := o.find("because", o.begin+1, end); why > 0 {
		end = why
	}
	about := o.specific(0, end)
	about = slices.DeleteFunc(about, func(t string) bool { return has(decidingStems, t) })
	return len(about) > 0 && within(about, r.specific(0, len(r.ts)))
}

// turnsRound reports whether r says after all that something is so, or not, of which o says the
// opposite, and speaks of nothing else: I'm going to the fair after all, I'm not going to the fair.
func (r *reading) turnsRound(o *reading) bool {
	end := r.begin
	for end < len(r.ts) && phraseLen(r.ts, end, relenting) == 0 {
		end++
	}
	about := slices.DeleteFunc(r.specific(r.begin, end), func(t string) bool { return has(decidingStems, t) })
	denies := func(r *reading, end int) bool { return negations.find(r.ts[:end], r.begin) != 0 }
	return end < len(r.ts) && len(about) > 0 && !o.asks() && o.past < 0 && within(about, o.specific(0, len(o.ts))) && denies(r, end) != denies(o, len(o.ts))
}

// relentsOn reports whether r names a thing first and then says what it is to be after all,
// and o what that was to be: kitchen: beech after all; the kitchen will be in oak.
func (r *reading) relentsOn(o *reading) bool {
	k := r.find(":", r.begin+1, 3)
	if k < 0 || o.asks() {
		return false
	}
	v := o.begin
	for v < len(o.ts) && !has(toBe, o.ts[v].text) && v-o.begin <= longestSubject {
		v++
	}
	if phraseLen(o.ts, v, planned) == 0 || !sameSet(r.specific(r.begin, k), o.specific(o.begin, v)) {
		return false
	}
	end := k + 1
	for end < len(r.ts) && phraseLen(r.ts, end, relenting) == 0 {
		end++
	}
	value := r.specific(k+1, end)
	return len(value) > 0 && !sharesTerm(value, o.specific(v, len(o.ts)))
}

var (
	toBe      = set(`will is comes`)
	planned   = phrasesOf(`will be, will come, is going to be, will come from, comes from, is planned`)
	hintWords = snippetsOf("prefer", "moved", "relocated", "after all", "second thought", "changed", "reconsidered", "took it back", "reversed",
		"took over", "taken over", "takes over", "taking over", "owns", "owner", "leads", "lead of", "leader", "maintain", "manage", "heads", "head of", "responsible", "in charge", "owned by", "led by", "run by", "handed", "passed", "went to", "on call", "on-call", "on duty", "on pager", " does ", " handles ", " runs ", "ask ",
		"started", "began", "resumed", "learned", "finish", "completed", "submitted", "finally", "last ", "day",
		"went with", "go with", "going with", "stayed with", "ended up with", "decided on", "decided for", "settled", "opted", "picked", "chose",
		" coach", " teach", " chair", " host", " minutes", "treasurer", "captain", "secretary", "moderat", "organiz", "'s now", "'s from now", "'s these days", " go to ", " goes to ", " belong to ", " belongs to ", " is with ", " are with ")
	relenting = phrasesOf(`after all, on second thought, on second thoughts, changed my mind, changed our mind, changed our minds, we reconsidered, i reconsidered,
		took it back, reversed the decision`)
	decidingStems = stemsOf(`decide decided choose chose agree agreed settle settled opt opted pick picked rule against for out`)
)
