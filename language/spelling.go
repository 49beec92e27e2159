package language

import "strings"

// unmarked are contractions as who types fast writes them, without the apostrophe.
// Those that are words of their own ("its", "were", "well", "ill") are not here.
const unmarked = `don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't mustn't needn't
	that's what's there's here's where's how's who's when's why's he's she's you're you've you'll you'd they're they've they'll they'd we've i've i'm it'll that'll
	should've would've could've might've must've`

// contractions gives for the words without their apostrophe those with it.
func contractions(lines string) map[string]string {
	of := map[string]string{}
	for w := range set(lines).all {
		for i := range len(w) {
			if w[i] == '\'' {
				of[w[:i]+w[i+1:]] = w
			}
		}
	}
	return of
}

// shorthand are short forms of small words, first the word. What names a thing in
// short is in [clipped].
const shorthand = `
you u
your ur
please pls plz
thanks thx tnx thnx
because bc cuz coz bcs
before b4
with w/
without w/o
though tho
through thru
about abt
people ppl
should shld shoud
would wld
could cld
really rly
probably prolly
something smth sth
until til 'til untill
nevermind nvm
obviously obv obvs
tomorrow tmrw tmr
yesterday yday
isn't aint
`

// mistyped are the small words, and the verbs and adverbs of rules, that are known
// with one slip of the finger, too.
const mistyped = `the and you not can now how has that this with what when which where there their they then have from about would could should must
	always never please because before after without instead remember actually only every everyone using prefer`

// respelled are words for what is no word and means them.
var respelled = newTable(respellings())

// respellings joins contractions, short forms and slips. A slip that is a word is none.
func respellings() map[string]string {
	of := contractions(unmarked)
	for line := range strings.Lines(shorthand) {
		words := strings.Fields(line)
		for i := 1; i < len(words); i++ {
			of[words[i]] = words[0]
		}
	}
	for w := range strings.FieldsSeq(mistyped) {
		for _, slip := range slips(w) {
			if of[slip] == "" && !StopWord(slip) && !has(openers, slip) && !isBase(slip) && !has(alsoWords, slip) {
				of[slip] = w
			}
		}
	}
	return of
}

// alsoWords are slips of one word that are another.
var alsoWords = set(`three thee hem heir cold wold ever eery abut pleas suing neve ahs ont nad form`)

// slips returns what becomes of a word when two neighbouring letters change places,
// and, of a longer one, when a letter but the first is left out or comes twice.
func slips(w string) (out []string) {
	for i := range len(w) - 1 {
		if w[i] != w[i+1] && w[i] != '\'' && w[i+1] != '\'' {
			out = append(out, w[:i]+string(w[i+1])+string(w[i])+w[i+2:])
		}
	}
	if len(w) < shortestSlip {
		return out
	}
	for i := 1; i < len(w); i++ {
		out = append(out, w[:i]+w[i+1:], w[:i]+w[i:i+1]+w[i:])
	}
	return out
}

// shortestSlip is the number of letters from which a word is known with a letter too
// few or too many.
const shortestSlip = 5

// respell returns the word that a folded word stands for, mostly itself.
func respell(w string) string {
	if to, ok := respelled.get(w); ok {
		return to
	}
	return w
}

// spelled is [tokenize] with words as they are meant that are written in haste: dont,
// teh, u, w/. "Lets" is one of them before what is to be done, "lets try it", but: it
// lets you try.
func spelled(s string) []token {
	ts := tokenize(s)
	out := ts[:0]
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		if n := slashed(ts, i); n > 0 {
			t.text, t.end = respell(strings.ToLower(s[t.start:ts[i+n].end])), ts[i+n].end
			i += n
		} else if noMore(ts, i) {
			t.text, t.end = "anymore", ts[i+1].end
			i++
		} else if !t.mark {
			t.text = respell(t.text)
		}
		out = append(out, t)
	}
	for i := range out {
		if w := hasty(out, i); w != "" {
			out[i].text = w
		} else if w := slippedVerb(out, i); w != "" {
			out[i].text = w
		}
	}
	return out
}

// noMore reports whether ts[i:] is an "anymore" in two words: we don't use it any more. What there
// are no more of is counted: we don't have any more.
func noMore(ts []token, i int) bool {
	if i == 0 || ts[i].text != "any" || at(ts, i+1) != "more" || ts[i-1].mark || has(beforeAny, ts[i-1].text) {
		return false
	}
	return i+2 >= len(ts) || ts[i+2].mark || has(clauseLinks, ts[i+2].text)
}

// beforeAny are verbs behind which "any more" counts.
var beforeAny = set(`have has had need needs want wants get got take buy there are is do does`)

// slippedVerb returns the verb of an order at ts[i] in which two letters have changed
// places, before what is to be done: wirte a test, pls udpate the lock. "" where it is
// none, or another word.
func slippedVerb(ts []token, i int) string {
	w := ts[i].text
	if len(w) < 4 || ts[i].mark || ts[i].cap || !has(determiners, at(ts, i+1)) || !opens(ts, i) && !has(beforeOrder, at(ts, i-1)) ||
		isBase(w) || StopWord(w) || has(openers, w) || knownVerbs().verb(w, false) != "" || !isLower(w) {
		return ""
	}
	swapped, _, _ := Meant(w)
	for _, verb := range swapped {
		if isBase(verb) {
			return verb
		}
	}
	return ""
}

// beforeOrder are the words that stand before the verb of an order.
var beforeOrder = set(`you to please don't never always and`)

// slashed returns how many tokens behind ts[i] belong to a "w/" or "w/o".
func slashed(ts []token, i int) int {
	switch {
	case at(ts, i) != "w" || at(ts, i+1) != "/" || !glued(ts, i, i+1):
		return 0
	case i+2 >= len(ts) || ts[i+2].start > ts[i+1].end:
		return 1
	case ts[i+2].text == "o":
		return 2
	}
	return 0
}

// hasty returns what a word means that is one of its own in other places, "" where it
// is that.
func hasty(ts []token, i int) string {
	next := at(ts, i+1)
	switch ts[i].text {
	case "lets":
		if letsDo(ts, i) {
			return "let's"
		}
	case "were":
		if opens(ts, i) && (has(prepositions, next) || next == "not" || has(beforeVerb, next) || isGerund(next)) {
			return "we're"
		}
	case "its":
		if opens(ts, i) && (has(prepositions, next) || next == "not" || next == "still" || next == "just" || has(determiners, next) || isPast(next) && (i+2 >= len(ts) || has(prepositions, at(ts, i+2)))) {
			return "it's"
		}
	case "ill":
		if opens(ts, i) && isBase(next) {
			return "i'll"
		}
	case "id":
		if opens(ts, i) && (next == "like" || next == "prefer" || next == "rather" || next == "say" || next == "love" || next == "want") {
			return "i'd"
		}
	case "w":
		if prev := at(ts, i-1); i+1 < len(ts) && !ts[i].cap && !ts[i+1].mark && (prev == "always" || prev == "only" || prev == "never" || i > 0 && !ts[i-1].mark && next != "the" && has(determiners, next) || i > 0 && (isPlural(prev) || plainNoun(prev) && len(prev) > 1 || prev == "own") && !has(pressed, at(ts, i-2)) && len(next) > 1 && plainNoun(next)) {
			return "with"
		}
	case "r":
		if prev := at(ts, i-1); !ts[i].cap && i > 0 && !has(prepositions, prev) && !has(determiners, prev) && next != "" && !ts[i+1].mark && (hasTail(prev, "s") || isSubject(prev) || has(interrogatives, prev)) {
			return "are"
		}
	}
	return ""
}

// opens reports whether ts[i] begins a sentence, or a clause behind a small word: of
// what stands behind a comma the subject may stand before it.
func opens(ts []token, i int) bool {
	return skipBack(ts, i, fillers, clauseLinks) == 0
}

// pressed are words of keys, of which w is one.
var pressed = set(`press hit hold key keys push pressing hitting holding type`)

// clauseLinks are the words that a clause begins with.
var clauseLinks = set(`because since but so and that if when while`)

// beforeLets are words, beside small ones, behind which a clause may begin: if so lets go, nah lets stay.
var beforeLets = set(`so not first next then nah nope agreed alright right yes no perfect great`)

// letsDo reports whether the "lets" at ts[i] opens a clause and is followed by what
// is to be done.
func letsDo(ts []token, i int) bool {
	before := at(ts, i-1)
	opens := i == 0 || ts[i-1].mark || has(fillers, before) || has(beforeLets, before)
	verb := at(ts, skip(ts, i+1, beforeVerb, justNot))
	return opens && (isBase(verb) || has(knownVerbs().all, verb) && !isSubject(verb) && !isPlural(verb))
}
