package language

import (
	"slices"
	"strings"
)

// ofKind reports whether ts[i:] begins with things of a kind, and no certain ones: debug
// logs, comments in code. A time says that it is meant for now.
func (r *reading) ofKind(i int) bool {
	if w := at(r.ts, i); i >= len(r.ts) || has(determiners, w) && !has(quantifiers, w) || has(orderObjects, w) || isSubject(w) || has(deictic, w) || has(momentary, w) {
		return false
	}
	for k := i; k < len(r.ts); k++ {
		if w := r.ts[k].text; has(deictic, w) && w != "here" || has(momentary, w) || w == "until" || w == "yet" || w == "moment" || w == "just" || w == "other" {
			return false
		}
	}
	for k := i; k < len(r.ts) && k < i+4 && !r.ts[k].mark && !has(prepositions, r.ts[k].text); k++ {
		if isPlural(r.ts[k].text) && !isThird(at(r.ts, k+1)) {
			return true
		}
	}
	return r.ofWriting(i)
}

// stopsKind reports whether somebody is told to stop doing what they do again and again:
// stop writing summaries, refrain from sailing alone, quit whistling all the time.
func (r *reading) stopsKind() bool {
	i := r.begin + stopLen(r.ts, r.begin)
	if i == r.begin || !isGerund(at(r.ts, i)) {
		return false
	}
	return r.ofKind(i+1) || !has(determiners, at(r.ts, i+1)) && !has(deictic, at(r.ts, i+1)) && r.somewhere(i+1, func(k int) bool { return phraseLen(r.ts, k, overAndOver) > 0 })
}

// stopLen returns the number of tokens at ts[i:] that tell somebody to leave off what follows.
func stopLen(ts []token, i int) int {
	n := 0
	for has(orderAdverbs, at(ts, i+n)) {
		n++
	}
	switch w := at(ts, i+n); {
	case w == "stop", w == "quit":
		return n + 1
	case w == "refrain" && at(ts, i+n+1) == "from":
		return n + 2
	}
	return 0
}

// overAndOver says that something is done again and again.
var overAndOver = phrasesOf(`all the time, every time, each time, again and again, over and over, constantly, so much, so often, for everything, whenever`)

// wantsNone reports whether the speaker says what they never want, or don't want of a
// kind: I never want to see globals, I don't want comments that say nothing.
func (r *reading) wantsNone() bool {
	i := r.begin
	if at(r.ts, i) != "i" {
		return false
	}
	i++
	if w := at(r.ts, i); w == "do" && at(r.ts, i+1) == "not" {
		i++
	} else if w != "never" && w != "don't" {
		return false
	}
	for i++; at(r.ts, i) == "ever"; i++ {
	}
	if at(r.ts, i) != "want" {
		return false
	}
	if i++; at(r.ts, i) == "to" {
		if w := at(r.ts, i+1); w != "see" && w != "have" {
			return false
		}
		i += 2
	}
	if r.hasAny("there", "them") {
		return false // remove them: of what is there
	}
	return at(r.ts, i) == "any" && at(r.ts, i+1) != "of" || r.ofKind(i)
}

// ofOwnWords reports whether ts[i:] begins with what the speaker writes, all of it: my
// sentences, my wording, what I wrote. What lies in a certain place is a certain piece.
func (r *reading) ofOwnWords(i int) bool {
	k := i + 2
	switch at(r.ts, i) {
	case "my":
		if w := at(r.ts, i+1); !has(ownWords, w) && !(isPlural(w) && has(ownPieces, stem(w))) {
			return false
		}
	case "what", "anything", "everything":
		if at(r.ts, i+1) != "i" || !has(writing, at(r.ts, i+2)) {
			return false
		}
		k++
	default:
		return false
	}
	return k >= len(r.ts) || r.ts[k].mark || has(toNoPlace, at(r.ts, k))
}

// weShun reports whether the speakers say what they do not do: we don't write getters,
// we avoid globals.
func (r *reading) weShun() bool {
	i := r.begin + 1
	switch at(r.ts, i) {
	case "don't":
		i++
	case "do":
		if i++; at(r.ts, i) != "not" {
			return false
		}
		i++
	case "avoid":
	default:
		return false
	}
	if !isBase(at(r.ts, i)) || i+1 >= len(r.ts) {
		return false
	}
	return r.ofKind(i+1) || at(r.ts, i) == "use" && !r.ceased() && !r.hasAny("yet", "now") && !has(determiners, at(r.ts, i+1)) && len(toolsNamed(r.text[r.ts[i+1].start:])) > 0
}

// alwaysSo reports whether a sentence ends with an "always" of its own: "columns are in
// lower case, always", "count the jugs first. always!".
func (r *reading) alwaysSo() bool {
	end := r.wordsEnd()
	before := at(r.ts, end-2)
	if w := at(r.ts, r.begin); cutContraction(w) == "i" || w != "we" && w != "you" && isPronoun(w) {
		return false // I'm late, always
	}
	return end-r.begin > 3 && at(r.ts, end-1) == "always" && (before == "," || before == ".")
}

// askedOf returns the cues of a sentence that asks the listener for what is a rule by
// itself: I want you to ask before you install anything.
func (r *reading) askedOf(c Cues) Cues {
	if k := r.alwaysAsked(); k > 0 && !c.Directs {
		if h := newReading(strings.TrimRight(r.text[r.ts[k].start:], "? ")).cues(); h.Directs && h.Standing {
			c.Instruction, c.Standing, c.Directs, c.Errand = h.Instruction, true, true, false
		}
		return c
	}
	if c.Directs || r.asked() {
		return c
	}
	n := phraseLen(r.ts, r.begin, orderFrames)
	k := r.begin + n
	if n == 0 || k >= len(r.ts) || r.ts[k-1].text != "to" || r.ts[r.begin].text == "you" {
		return c
	}
	o := newReading(r.text[r.ts[k].start:])
	if h := o.cues(); h.Directs && !h.Errand && o.ofAny() {
		c.Instruction, c.Standing, c.Directs, c.Errand = h.Instruction, h.Standing, true, false
	}
	return c
}

// alwaysAsked returns the index of the "always" or "never" of what the listener is asked
// for, or of its verb where it says that it is so each time: could you please always say
// why, I would like that you never sell cracked jugs, can you ask me before you sell each
// time.
func (r *reading) alwaysAsked() int {
	if w := at(r.ts, r.begin); w != "could" && w != "can" && w != "would" && w != "i" && w != "i'd" {
		return 0
	}
	for i := r.begin + 2; i < len(r.ts) && i <= r.begin+longestStyle+2 && !r.ts[i].mark; i++ {
		before := at(r.ts, i-1)
		if w := r.ts[i].text; (w == "always" || w == "never") && (before == "you" || before == "please" && at(r.ts, i-2) == "you") {
			return i
		}
	}
	i := r.begin + 2
	if at(r.ts, i) == "please" {
		i++
	}
	if at(r.ts, r.begin+1) == "you" && isBase(at(r.ts, i)) && r.eachTimeOfYours(i+1) {
		return i
	}
	return 0
}

// eachTimeOfYours reports whether ts[i:] says that something is done whenever the listener
// does something, or ends with "each time": what the code does each time is another matter.
func (r *reading) eachTimeOfYours(i int) bool {
	end := r.wordsEnd()
	return r.somewhere(i, func(k int) bool {
		n := 0
		switch w := r.ts[k].text; {
		case w == "whenever":
			n = 1
		case (w == "each" || w == "every") && at(r.ts, k+1) == "time":
			n = 2
		}
		w := at(r.ts, k+n)
		return n > 0 && (w == "you" || w == "we" || n == 2 && k+n == end && r.hasAny("before", "after", "when"))
	})
}

// speaksToPerson reports whether the listener is spoken to as somebody with a life of
// their own. What they have done or are when something is to be done is none, nor what
// they are to do themselves.
func (r *reading) speaksToPerson() bool {
	opened := false
	for i, t := range r.ts {
		switch t.text {
		case "yourself", "yourselves":
			if at(r.ts, i-1) != "by" && !isPlural(at(r.ts, i-1)) && !has(determiners, at(r.ts, i-2)) && !r.ofWriting(i) {
				return true
			}
		case "you'll", "you're", "you've":
			if !opened {
				return true
			}
		}
		opened = opened || i > r.begin && (t.text == "before" || t.text == "when" || t.text == "unless" || t.text == "until")
	}
	return false
}

var (
	ownWords  = set(`wording phrasing grammar spelling prose writing punctuation style voice tone english german french spanish`)
	ownPieces = stemsOf(`sentence word text paragraph comment message note phrase title heading quote draft`)
	writing   = set(`write wrote say said type typed`)
	toNoPlace = set(`unless without when if and please ever for just`)
)

var anyThing = set(`anything everything something everyone anyone`)

// ofOtherDeed reports whether one of two statements forbids, or says never to be done,
// what the other does not speak of, whatever else they have in common: "never print
// guest lists" says nothing about "always sort guest lists".
func (s Statement) ofOtherDeed(o Statement) bool { return s.shuns(o) || o.shuns(s) }

func (s Statement) shuns(o Statement) bool {
	deed := s.r.shunned()
	return deed != "" && !slices.Contains(o.Topics(), deed)
}

// shunned returns the term of what is never done, or shall not be done; "" where it is
// said of what was or has been: what never happened has other words, too.
func (r *reading) shunned() string {
	if i := r.shunnedAt(); i >= 0 {
		return specificTerm(r.ts[i])
	}
	return ""
}

// shunnedAt returns the index of the word for it, -1 for none.
func (r *reading) shunnedAt() int {
	for i, t := range r.ts {
		if t.text != "never" && t.text != "don't" && (t.text != "not" || at(r.ts, i-1) != "do") || has(haveForms, at(r.ts, i-1)) {
			continue
		}
		if i = skip(r.ts, i+1, beforeVerb); i == len(r.ts) || isPast(r.ts[i].text) {
			return -1
		}
		return i
	}
	return -1
}
