package language

import (
	"strings"
	"unicode"
)

// Referent returns what "it" or "they" at the beginning of a sentence means: the
// one thing of that number of which the sentence before it speaks, in its words
// ("the heron server", "the user's laptop"). The sentence is text[start:end]. It
// is false in doubt: where the one before speaks of no such thing or of several,
// or stands in another paragraph, and where "it" means no thing at all ("it was a
// mistake", "it takes an hour"). Of what "this" and "that" mean it says nothing:
// they mostly mean what was done. alone is the sentence with the thing in the place
// of the pronoun.
func Referent(text string, start, end int) (what, alone string, ok bool) {
	if what, ok = referent(text, start, end, mostChained); !ok {
		return "", "", false
	}
	r := newTokens(text[start:end])
	t := r.ts[r.begin]
	rest := r.text[t.end:]
	switch w := r.text[t.start:t.end]; {
	case strings.ContainsAny(w, "'’"): // it's
		rest = w[strings.IndexAny(w, "'’"):] + rest
	case t.text == "its", t.text == "their":
		rest = "'s" + rest
	}
	first, size := decode(what, 0)
	return what, string(unicode.ToUpper(first)) + what[size:] + rest, true
}

// MeansSomething reports whether a sentence begins with "it" or "they" and means a thing
// by that, which it does not say itself.
func MeansSomething(s string) bool {
	_, ok := newTokens(s).standsForThing()
	return ok
}

// mostChained is the number of sentences in a row that may say "it" of the same.
const mostChained = 4

// referent is [Referent] without the sentence, over depth sentences at most.
func referent(text string, start, end, depth int) (string, bool) {
	many, ok := newTokens(text[start:end]).standsForThing()
	if !ok || depth == 0 {
		return "", false
	}
	before := text[max(0, start-longestReading):start]
	spans := Sentences(before)
	if len(spans) == 0 || strings.Count(before[spans[len(spans)-1].End:], "\n") > 1 {
		return "", false
	}
	last, base := spans[len(spans)-1], start-len(before)
	said := before[last.Start:last.End]
	if looksLikeCode(said) {
		return "", false
	}
	r := newTokens(said)
	found, ok := r.things(many)
	if !ok {
		return "", false
	}
	if too, pronoun := thingPronouns[cutContraction(at(r.ts, r.begin))]; pronoun && too == many {
		what, ok := referent(text, base+last.Start, base+last.End, depth-1)
		if !ok {
			return "", false
		}
		found = append(found, what)
	}
	if len(found) != 1 {
		return "", false
	}
	return found[0], true
}

// thingPronouns are the pronouns of things, and whether they are of several.
var thingPronouns = map[string]bool{"it": false, "its": false, "they": true, "their": true}

// standsForThing reports whether a sentence begins with a pronoun that means a
// thing, and whether it means several.
func (r *reading) standsForThing() (many, ok bool) {
	w := at(r.ts, r.begin)
	many, ok = thingPronouns[cutContraction(w)]
	if !ok || many || w == "its" {
		return many, ok
	}
	k, be := r.begin+1, strings.Contains(w, "'")
	for ; has(beforeVerb, at(r.ts, k)) || isHelper(at(r.ts, k)); k++ {
		be = be || has(linking, r.ts[k].text)
	}
	return false, !has(impersonalVerbs, at(r.ts, k)) && !(be && r.judges(k))
}

// judges reports whether ts[k:] goes on, after "it is", with what is thought of
// something that was done, with a time, or with what "it" only leads to.
func (r *reading) judges(k int) bool {
	w := at(r.ts, k)
	if has(periods, w) || startsDigit(w) || isNumber(w) && !has(determiners, w) {
		return true
	}
	for i := k; i < len(r.ts) && i < k+mostJudging && !r.ts[i].mark; i++ {
		switch w := r.ts[i].text; {
		case has(judging, w), has(leadingOn, w):
			return true
		case w == "to" && i == k+1 && !isPast(at(r.ts, k)):
			return true
		}
	}
	return false
}

// mostJudging is how far behind "it is" what is thought of it stands, in tokens.
const mostJudging = 5

var (
	impersonalVerbs = set(`seems seemed seem appears appeared turns turned turn looks looked look happens happened happen takes took take depends depended matters mattered
		makes made make feels felt feel rains rained raining snows snowed snowing sounds sounded means meant went goes go helps helped caused causes led hurts hurt worked
		pays paid bothers bothered surprised`)
	judging = set(`mistake idea problem success disaster pain shame pity fun relief surprise nightmare joy pleasure failure waste hassle reason cause matter way question day night time
		great good bad nice easy hard fine worth difficult better best worse worst important necessary possible impossible clear obvious likely true false wrong right okay ok
		late early cold hot warm dark sunny cloudy windy enough amazing awesome terrible awful wonderful lovely exciting tough strange weird funny sad me him her us them`)
	leadingOn = set(`that who when if whether because`)
)
