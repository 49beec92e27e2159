package language

import (
	"slices"
	"strings"
)

// abolition is what a sentence says not to be done, or not to hold, any more.
type abolition struct {
	terms []string // of what is done so no more, or of what the rule is about
	rule  bool     // it is called a rule, which may be one that forbids
}

// abolished reads the first clause that ends a rule for good: we drop the ink rule, forget
// about stamping, labels are fine now, no more blue lids, labels: not anymore. What ends for
// one thing only, for a time or under a condition ends none.
func (r *reading) abolished() (a abolition) {
	if !r.anyOf(abolishing) || r.asked() || r.thisTime() {
		return a
	}
	if a = r.abolishedTopic(); len(a.terms) > 0 {
		return a
	}
	for from, to := range r.clauses() {
		if a = r.abolishedIn(from, to); len(a.terms) > 0 || anyOf(r.ts[from:to], conditionals) {
			return a
		}
	}
	return a
}

// abolishedTopic reads what is named first and then said to be no more: the stamp thing: we
// drop that; about blue lids, not anymore.
func (r *reading) abolishedTopic() (a abolition) {
	from := r.begin
	led := has(aboutWhat, at(r.ts, from)) || at(r.ts, from) == "re"
	if led {
		from++
	}
	to := from
	for to < len(r.ts) && to-from <= mostRetracted && (!r.ts[to].mark || glued(r.ts, to-1, to+1)) {
		to++
	}
	if to == from || !r.isOver(to+1) {
		return a
	}
	switch at(r.ts, to) {
	case ":", "-":
		led = true
	case ",":
	default:
		return a
	}
	return r.practice(from, to, led)
}

// isOver reports whether ts[i:] says of what was named before that it is no more.
func (r *reading) isOver(i int) bool {
	i = skip(r.ts, i, fillers)
	n := 0
	switch w := at(r.ts, i); {
	case w == "not" || w == "no" || w == "never":
		if n = noMoreLen(r.ts, i+1); w == "no" && (at(r.ts, i+1) == "longer" || at(r.ts, i+1) == "more") || w == "never" && at(r.ts, i+1) == "again" {
			n = 1
		}
		if n == 0 {
			return false
		}
		i += n + 1
	case w == "that's" || w == "it's" || w == "they're" || w == "that" && at(r.ts, i+1) == "is":
		if w == "that" {
			i++
		}
		if i = skip(r.ts, i+1, beforeVerb); !has(overNow, at(r.ts, i)) {
			return false
		}
		i++
	default:
		if v := r.speakerAt(i); v != "" {
			i++
		}
		i = skip(r.ts, i, beforeVerb, haveForms)
		switch {
		case (has(droppings, at(r.ts, i)) || has(stopping, at(r.ts, i))) && has(standIns, at(r.ts, i+1)):
			i += 2
		case at(r.ts, i) == "don't" && has(doing, at(r.ts, i+1)) && has(standIns, at(r.ts, i+2)) && noMoreLen(r.ts, i+3) > 0:
			i += 3 + noMoreLen(r.ts, i+3)
		default:
			return false
		}
	}
	i = skip(r.ts, i, forGood)
	return i >= len(r.ts) || r.ts[i].mark || has(joining, r.ts[i].text) || has(linkingOn, r.ts[i].text)
}

// abolishedIn reads the clause ts[from:to].
func (r *reading) abolishedIn(from, to int) (a abolition) {
	i := skip(r.ts, from, fillers, leadIns)
	ours := r.speakerAt(i) != "" || at(r.ts, i) == "let's"
	if ours {
		i = skip(r.ts, i+1, beforeVerb, haveForms)
	}
	end := to
	for k := i; k < to; k++ {
		if noMoreLen(r.ts, k) > 0 && k > i+1 {
			end = k
			break
		}
	}
	lasts := end < to || r.renewedIn(from, len(r.ts))
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case w == "no" && next == "more" && !ours:
		return r.practice(i+2, to, true)
	case (w == "don't" || w == "never" || w == "won't") && end < to && plainVerb(next), w == "no" && next == "longer" && ours && i+2 < to:
		if i++; w == "no" {
			i++
		}
		return r.deed(i, end)
	case w == "never" && at(r.ts, r.clauseEnd(i)-1) == "again" && plainVerb(next):
		return r.deed(i+1, r.clauseEnd(i)-1)
	case has(stopping, w) && isGerund(next):
		return r.deed(i+1, end)
	case has(droppings, w) && (next != "about" || w == "forget"):
		if next == "about" {
			i++
		}
		if a = r.practice(i+1, end, false); !ours && w != "forget" && !lasts && !a.rule {
			return abolition{} // drop tables
		}
		return a
	}
	for k := i + 1; k+1 < to; k++ {
		b := skip(r.ts, k+1, beforeVerb)
		if (r.ts[k].text == "is" || r.ts[k].text == "are") && (has(overNow, at(r.ts, b)) || phrase(r.ts, b, "no", "longer")) ||
			phrase(r.ts, k, "no", "longer") && has(inForce, at(r.ts, k+2)) || r.ts[k].text == "doesn't" && has(inForce, r.ts[k+1].text) && end < to {
			if a = r.practice(i, k, false); a.rule || isGerund(at(r.ts, k-1)) {
				return a
			}
			break
		}
	}
	return abolition{}
}

// practice reads ts[i:j] as what is done, or as a rule: blue lids, stamping, the rule on lids.
// Where that is not named as a topic it must not be a certain one.
func (r *reading) practice(i, j int, topic bool) (a abolition) {
	j = r.untilGood(i, j)
	certain := has(determiners, at(r.ts, i))
	if certain && at(r.ts, i) != "all" {
		if has(demonstratives, at(r.ts, i)) && at(r.ts, i) != "that" {
			return a
		}
		i++
	}
	switch {
	case has(rulesMade, at(r.ts, i)) && (has(aboutWhat, at(r.ts, i+1)) || at(r.ts, i+1) == "of"):
		a.rule, i = true, i+2
	case j > i+1 && has(rulesMade, at(r.ts, j-1)):
		a.rule, j = true, j-1
	}
	if j <= i || j-i > mostRetracted || r.pointsIn(i, j) {
		return abolition{}
	}
	last := at(r.ts, j-1)
	if !a.rule && (certain && !topic || !topic && !isGerund(last) && !isGerund(at(r.ts, i)) && !isPlural(last)) {
		return abolition{}
	}
	a.terms = r.practiceTerms(i, j)
	return a
}

// deed reads ts[i:j] as what is done so no more, from its verb on.
func (r *reading) deed(i, j int) (a abolition) {
	if j = r.untilGood(i, j); j <= i || j-i > mostRetracted || r.pointsIn(i, j) {
		return a
	}
	if j > i+1 && has(doing, stem(at(r.ts, i))) {
		i++
	}
	return abolition{terms: r.practiceTerms(i, j)}
}

// untilGood returns where ts[i:j] ends before a mark, and before words that say only that it is for good.
func (r *reading) untilGood(i, j int) int {
	for k := i; k < j; k++ {
		if r.ts[k].mark && !glued(r.ts, k-1, k+1) || has(joining, r.ts[k].text) || has(linkingOn, r.ts[k].text) || r.sinceAt(k) {
			j = k
		}
	}
	for j > i && has(forGood, r.ts[j-1].text) && at(r.ts, j-2) != "for" {
		j--
	}
	return j
}

// pointsIn reports whether ts[i:j] speaks of one thing at hand, of a time or a condition, or
// has a clause of its own.
func (r *reading) pointsIn(i, j int) bool {
	return slices.ContainsFunc(r.ts[i:j], func(t token) bool {
		return has(deictic, t.text) || has(conditionals, t.text) || isSubject(t.text) || isHelper(t.text) || has(possessives, t.text) || t.text == "one" || t.text == "ones" || namesDay(t.text) || has(momentary, t.text)
	})
}

func (r *reading) practiceTerms(i, j int) []string {
	return slices.DeleteFunc(valueTerms(r.ts, i, j), func(t string) bool {
		return has(prepositions, t) || has(forbidding, t) || has(orderAdverbs, t) || t == "alway"
	})
}

// plainVerb reports whether a word may be the verb of what is done, and no state or want.
func plainVerb(w string) bool {
	return w != "" && lettered(w) && !StopWord(w) && !has(having, w) && !has(soothing, w) && !has(determiners, w) && !isVerbForm(w)
}

// noMoreLen returns the number of tokens of an "anymore" at ts[i:].
func noMoreLen(ts []token, i int) int {
	switch {
	case at(ts, i) == "anymore":
		return 1
	case at(ts, i) == "any" && (at(ts, i+1) == "more" || at(ts, i+1) == "longer"):
		return 2
	}
	return 0
}

// EndsByOneWord reports whether a statement ends a rule that it names by one word alone:
// others may have it, too.
func (s Statement) EndsByOneWord() bool { return len(s.r.abolished().terms) == 1 }

// abolishedIn is [reading.abolished] of a text, which is read only where it has a word for it.
func abolishedIn(s string) abolition {
	if !hasWord(s, abolishing) || looksLikeCode(s) {
		return abolition{}
	}
	return newTokens(cutSentence(s)).abolished()
}

// hasWord reports whether a text has a word of a set, however it is written.
func hasWord(s string, words *wordSet) bool {
	for w := range strings.FieldsFuncSeq(s, partsWords) {
		if has(words, strings.ToLower(w)) {
			return true
		}
	}
	return false
}

// partsWords reports whether a character parts words, however they are written.
func partsWords(c rune) bool {
	switch c {
	case '.', ',', ';', ':', '!', '?', '(', ')', '"':
		return true
	}
	return c <= ' '
}

// demands reports whether a rule is about what another sentence ends, in its main clause:
// what is done before that, or because of it, is another matter.
func (o *reading) demands(a abolition) bool {
	if len(a.terms) == 0 {
		return false
	}
	end := o.begin + 1
	for end < len(o.ts) && !has(conditionals, o.ts[end].text) && !has(joining, o.ts[end].text) {
		end++
	}
	if has(conditionals, at(o.ts, o.begin)) {
		end = len(o.ts)
	}
	if !within(a.terms, valueTerms(o.ts, 0, end)) || len(o.abolished().terms) > 0 {
		return false
	}
	if a.rule {
		return o.ruleOn(a.terms)
	}
	return o.ruledOut(lift{terms: a.terms})
}

var (
	// abolishing are words one of which is in whatever ends a rule.
	abolishing = set(droppingVerbs, stoppingVerbs, `more anymore longer again off gone over dead history out obsolete void`)
	droppings  = set(droppingVerbs)
	stopping   = set(stoppingVerbs)
	overNow    = set(`off gone over dead history out obsolete void dropped scrapped ditched abolished cancelled canceled retired`)
	inForce    = set(`hold holds apply applies count counts stand stands`)
	// rulesMade are what people call what they have laid down.
	rulesMade = set(`rule rules policy convention requirement practice practise habit thing stuff guideline mandate standard`)
	leadIns   = set(`please also just then kindly simply instead and so ,`)
	forGood   = set(`now please thanks altogether entirely completely again already then anymore ok okay instead here`)
)

const (
	droppingVerbs = `drop drops dropped dropping scrap scrapped scrapping ditch ditched ditching abandon abandoned abandoning abolish abolished retire retired kill killed axe axed scratch discard forget nix cancel`
	stoppingVerbs = `stop stopped stopping quit`
)
