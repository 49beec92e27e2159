package language

import "strings"

// runOn is the number of words from which a sentence without a mark is taken for
// several that were dictated, or typed without a stop; from shortRunOn on it may be two,
// of which the second says itself that it begins.
const (
	runOn      = 20
	shortRunOn = 8
	leastSaid  = 3 // words of a part
)

// appendRunOn appends the sentences that s[from:to] is, one mostly. What is said in one
// breath has no marks: a sentence begins there with who does what, behind one that has
// its verb ("… by hand we should move it"), with "and" or "so" before that, and with what
// only begins sentences ("btw", "from now on", "please").
func appendRunOn(out []Span, s string, from, to int) []Span {
	end := strings.TrimRight(s[from:to], " \t\r\n")
	if to-from < 4*shortRunOn || end == "" || strings.IndexByte(".!?;:\")'*_`", end[len(end)-1]) >= 0 {
		return appendTrimmed(out, s, from, to) // who writes stops writes all of them
	}
	text := cutSentence(s[from:to])
	if to-from > longestReading || !sparse(text) {
		return appendTrimmed(out, s, from, to)
	}
	ts := spelled(text)
	words, marks := 0, 0
	for i, t := range ts {
		switch {
		case !t.mark:
			words++
		case t.text != "/" && t.text != "`" && i < len(ts)-1 && !glued(ts, i-1, i+1):
			marks++
		}
	}
	if words < shortRunOn || 2*marks*runOn > words || !English(text, true) {
		return appendTrimmed(out, s, from, to)
	}
	start, begin, verb, read := from, 0, false, 0
	for i := leastSaid; i+leastSaid <= len(ts); i++ {
		for ; read < i; read++ { // each word once, however far the part goes on
			verb = verb || isVerb(ts[begin:], read-begin)
		}
		if i-begin < leastSaid || !beginsAnew(ts, begin, i, verb, words >= runOn) {
			continue
		}
		out = appendTrimmed(out, s, start, from+ts[i].start)
		start, begin, verb = from+ts[i].start, i, false
	}
	return appendTrimmed(out, s, start, to)
}

// sparse reports whether a text has few commas and the like: most have more.
func sparse(s string) bool {
	marks := 0
	for i := range len(s) {
		switch s[i] {
		case ',', ';', ':', '(':
			marks++
		}
	}
	return 8*marks*runOn <= len(s)
}

// beginsAnew reports whether a sentence begins with ts[i], behind one that begins with ts[begin]
// and has its verb or not. A long run is read more closely.
func beginsAnew(ts []token, begin, i int, verb, long bool) bool {
	prev := at(ts, i-1)
	if w := at(ts, i); w == "btw" || phrase(ts, i, "by", "the", "way") {
		return !has(linkingOn, prev)
	}
	if has(prepositions, prev) && !has(linkingOn, at(ts, i)) || isHelper(prev) || (has(linked, prev) || has(determiners, prev) || isSubject(prev)) && !complete(ts, i) {
		return false
	}
	if prev == "anymore" && doesAt(ts, i) {
		return true // it's not six anymore we have eight
	}
	if w := at(ts, i); (w == "always" || w == "never") && has(interrogatives, ts[begin].text) && isHelper(at(ts, begin+1)) {
		return false // why does the lamp never light
	}
	if says := saysBegins(ts, i); says || !long {
		// On the site always use the big font: where something holds, which is to be done.
		return says && (verb || !has(prepositions, ts[begin].text))
	}
	if w := at(ts, i); (w == "and" || w == "but") && verb { // what follows from it with a "so" is told with it
		return doesAt(ts, i+1) || nounDoesAt(ts, i+1)
	}
	if !verb || has(opining, prev) {
		return false
	}
	return doesAt(ts, i) && !relates(ts, i) || nounDoesAt(ts, i) && (!isFinite(prev) || has(nounlike, cutPlural(prev))) && !isBase(prev)
}

// saysBegins reports whether ts[i:] is what only begins a sentence, a link before it
// included.
func saysBegins(ts []token, i int) bool {
	w := at(ts, i)
	if has(linkingOn, w) {
		i++
		w = at(ts, i)
	}
	if w == "btw" {
		return true
	}
	next := at(ts, i+1)
	switch w {
	case "please":
		return isBase(next) || has(orderAdverbs, next)
	case "also":
		return isPronoun(next) || has(determiners, next)
	case "don't":
		prev := at(ts, i-1)
		return isBase(next) && !hasTail(prev, "s") && !isSubject(prev) && prev != "please"
	case "from":
		// It may as well end the sentence before: "use rye for the buns from now on".
		begins := at(ts, i+3)
		return phrase(ts, i, "from", "now", "on") && (isBase(begins) || isPronoun(begins) || has(determiners, begins) || begins == "always" || begins == "never")
	case "always", "never":
		return isBase(next) && !hasTail(at(ts, i-1), "s")
	case "after":
		return phrase(ts, i, "after", "that")
	}
	return false
}

// doesAt reports whether ts[i:] begins with a pronoun and its verb.
func doesAt(ts []token, i int) bool {
	w := at(ts, i)
	if w == "i'm" || w == "we're" || w == "they're" || w == "it's" || w == "we've" || w == "i've" || w == "we'll" || w == "i'll" {
		return true
	}
	if !has(speaking, w) {
		return false
	}
	k := skip(ts, i+1, beforeVerb)
	return isFinite(at(ts, k)) || isBase(at(ts, k))
}

// nounDoesAt reports whether ts[i:] begins with a thing that is named by an article or
// whose it is, and what it does.
func nounDoesAt(ts []token, i int) bool {
	if w := at(ts, i); !ownNoun(w) && w != "a" && w != "an" {
		return false
	}
	for k := i + 2; k < len(ts) && k < i+longestSubject; k++ {
		w := ts[k].text
		switch {
		case has(linked, w), has(speaking, w):
			return false
		case isHelper(w), isThird(w) && !has(nounlike, cutPlural(w)), has(irregularPasts, w) && !isBase(w):
			return true
		}
	}
	return false
}

// relates reports whether the pronoun and the verb at ts[i:] say of the thing before them
// which it is: "the page they use for orders".
func relates(ts []token, i int) bool {
	k := skip(ts, i+1, beforeVerb)
	next := at(ts, k+1)
	if next == "most" || next == "least" || next == "often" {
		return true
	}
	return (has(determiners, at(ts, i-2)) || has(determiners, at(ts, i-3))) && (k+1 >= len(ts) || has(prepositions, next) || isFinite(next)) && !has(modals, at(ts, k))
}

// complete reports whether the determiner before ts[i] stands for a thing: "into that".
func complete(ts []token, i int) bool {
	prev := at(ts, i-1)
	return (prev == "that" || prev == "this" || prev == "all") && (has(prepositions, at(ts, i-2)) || isFinite(at(ts, i-2)))
}

func hasVerb(ts []token) bool {
	for i := range ts {
		if isVerb(ts, i) {
			return true
		}
	}
	return false
}

// isVerb reports whether ts[i] is what a part that begins with ts[0] does, or how it orders.
func isVerb(ts []token, i int) bool {
	w := ts[i].text
	return isFinite(w) || w == "please" || w == "always" || w == "never" || isBase(w) && !has(nounlike, w) && (i == 0 || !has(determiners, ts[i-1].text)) || has(bePresent, w)
}

func cutPlural(w string) string {
	if hasTail(w, "s") {
		return w[:len(w)-1]
	}
	return w
}

var (
	linkingOn = set(`and but so`)
	// linked are words that what stands behind them belongs to.
	linked = set(`and but so or nor that which who whom whose what where when why how whether if unless because since while although though after before until as than like once
		to not n't let let's please also maybe then just never always only even ever every`)
	speaking = set(`i we you they he she it`)
	// opining are the verbs that need no "that" behind them.
	opining = set(`think thought guess believe know knew hope say says said mean means feel felt find found see saw sure suppose assume wish wonder swear bet told tell tells noticed realized realised heard
		remember remind makes make made everything anything something all way time moment day thing things one`)
)
