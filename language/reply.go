package language

import (
	"slices"
	"strings"
)

// Choice is what somebody answers who was asked which of two things holds.
type Choice int

// The choices.
const (
	ChoiceNone   Choice = iota
	ChoiceFirst         // the one that was shown first
	ChoiceSecond        // the one that was shown second
	ChoiceBoth          // both hold
	ChoiceNewer         // the one that was said later
	ChoiceOlder         // the one that was said earlier
	ChoiceNamed         // the one that has the words of the phrase
)

// Reply is an answer to the question which of two things holds.
type Reply struct {
	Choice Choice
	Wrong  bool   // what is chosen does not hold, so the other one does
	Phrase string // of ChoiceNamed, folded
	Span   Span   // the sentence that answers
}

// ReadReply reads an answer to the question which of two things holds: "the first one",
// "keep both", "use A", "drizzle is right, we moved in May". It looks at the first two
// sentences that say something. It knows forms and no subjects, so it is for what follows
// such a question and for nothing else; ok is false for whatever has none of these forms,
// and for a question.
func ReadReply(s string) (r Reply, ok bool) {
	read := 0
	for _, sp := range sentencesOf(cutSentence(s)) {
		text := s[sp.Start:sp.End]
		if isThanks(strings.TrimSpace(text)) {
			continue
		}
		if read++; read > 2 {
			break
		}
		if strings.HasSuffix(strings.TrimSpace(text), "?") || looksLikeCode(text) {
			continue
		}
		ts := tokens(text)
		for _, words := range [][]string{wordsOf(ts, false), wordsOf(ts, true)} {
			if r = replyOf(words); r.Choice != ChoiceNone && (r.Choice != ChoiceNamed || !r.bare(words) || !newReading(text).act().Command) {
				r.Span = sp
				return r, true
			}
		}
	}
	return Reply{}, false
}

// bare reports whether a named thing is all that was said: "run tests" is one,
// too, and an order.
func (r Reply) bare(words []string) bool { return r.Phrase == strings.Join(trimObject(words), " ") }

// longestReply is the number of words that an answer may have.
const longestReply = 12

// wordsOf returns the words of a sentence without what leads up to them and
// what is mere courtesy, on request only those up to the first mark.
func wordsOf(ts []token, head bool) []string {
	var words []string
	for _, t := range ts {
		switch {
		case t.mark && head && len(words) > 0:
			return words
		case t.mark, len(words) == 0 && has(replyFillers, t.text):
		default:
			words = append(words, t.text)
		}
	}
	for len(words) > 1 && has(courtesy, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

var (
	replyFillers = set(`yes yeah yep no ok okay sure well hm hmm please so then i think say guess believe would i'd i'll we'd we'll lets let's let us we should just actually really
		right correct exactly definitely clearly obviously sorry oh ah and but`)
	courtesy = set(`please thanks thank you then instead now anyway here obviously definitely`)
)

// replyOf reads an answer without what leads up to it: what is chosen, a verdict on it, or an
// order to take it.
func replyOf(words []string) Reply {
	if len(words) == 0 || len(words) > longestReply {
		return Reply{}
	}
	if r := object(words); r.Choice != ChoiceNone && r.Choice != ChoiceNamed {
		return r
	}
	for _, read := range []func([]string) (Reply, bool){verdict, order} {
		if r, ok := read(words); ok {
			return r
		}
	}
	if len(words) <= 2 {
		return object(words)
	}
	return Reply{}
}

// verdict reads "X is right", "X still holds", "X is no longer true".
func verdict(words []string) (Reply, bool) {
	last := words[len(words)-1]
	if i := len(words) - 1; has(holding, last) {
		wrong := false
		for i > 0 && (has(adverbs, words[i-1]) || has(denials, words[i-1])) {
			i--
			wrong = wrong || has(denials, words[i])
		}
		return judged(words[:i], wrong)
	}
	for i, w := range words {
		if !has(beForms, w) && !has(beNots, w) || i == 0 {
			continue
		}
		wrong := has(beNots, w)
		rest := words[i+1:]
		for len(rest) > 0 && (has(adverbs, rest[0]) || has(denials, rest[0])) {
			wrong = wrong || has(denials, rest[0])
			rest = rest[1:]
		}
		switch said := strings.Join(rest, " "); {
		case slices.Contains(goodWords, said):
		case slices.Contains(badWords, said):
			wrong = !wrong
		default:
			continue
		}
		return judged(words[:i], wrong)
	}
	return Reply{}, false
}

func judged(words []string, wrong bool) (Reply, bool) {
	r := object(words)
	r.Wrong = wrong
	return r, r.Choice != ChoiceNone && !(wrong && r.Choice == ChoiceBoth)
}

var (
	holding   = set(`holds hold wins win stands stand applies apply counts`)
	adverbs   = set(`still the now actually definitely indeed today currently`)
	denials   = set(`not no longer doesn't don't didn't never any`)
	beForms   = set(`is are was were it's that's remains remain`)
	beNots    = set(`isn't aren't wasn't weren't`)
	goodWords = []string{"right", "correct", "true", "valid", "current", "accurate", "one", "one to keep", "one that holds", "truth", "we use", "i use", "i want", "we want", "up to date", "newest"}
	badWords  = []string{"wrong", "incorrect", "false", "outdated", "obsolete", "old", "stale", "out of date", "history", "mistaken", "a mistake", "gone"}
)

// order reads "use X", "keep X", "go with X", "it's X", "forget X".
func order(words []string) (Reply, bool) {
	for n := min(3, len(words)-1); n > 0; n-- {
		verb := strings.Join(words[:n], " ")
		keep, drop := slices.Contains(keepVerbs, verb), slices.Contains(dropVerbs, verb)
		if !keep && !drop || len(words)-n > mostNamed {
			continue
		}
		return judged(words[n:], drop)
	}
	return Reply{}, false
}

// mostNamed is the number of words in which a thing is named.
const mostNamed = 6

var (
	keepVerbs = []string{"use", "keep", "take", "choose", "pick", "prefer", "i prefer", "we prefer", "go with", "go for", "going with", "stick with", "stick to", "stay with", "it's",
		"it is", "that's", "that is", "i meant", "i mean", "we use", "i use", "i want", "we want", "trust", "i choose", "i pick", "i'd go with", "believe"}
	dropVerbs = []string{"forget", "drop", "ignore", "discard", "remove", "delete", "not", "don't use", "do not use", "stop using"}
)

// object reads what is chosen: a place, a time, both, or the thing by its words.
func object(words []string) Reply {
	words = trimObject(words)
	switch said := strings.Join(words, " "); {
	case said == "", said == "neither", said == "none":
		return Reply{}
	case slices.Contains([]string{"first", "1st", "1", "one", "a", "former"}, said):
		return Reply{Choice: ChoiceFirst}
	case slices.Contains([]string{"second", "2nd", "2", "two", "b", "latter", "last"}, said):
		return Reply{Choice: ChoiceSecond}
	case slices.Contains([]string{"both", "both of", "each"}, said):
		return Reply{Choice: ChoiceBoth}
	case slices.Contains([]string{"newer", "newest", "new", "latest", "later", "recent", "more recent", "most recent", "current"}, said):
		return Reply{Choice: ChoiceNewer}
	case slices.Contains([]string{"older", "oldest", "old", "earlier", "previous", "original"}, said):
		return Reply{Choice: ChoiceOlder}
	default:
		return Reply{Choice: ChoiceNamed, Phrase: said}
	}
}

func trimObject(words []string) []string {
	for len(words) > 1 && has(beforeObject, words[0]) {
		words = words[1:]
	}
	for len(words) > 1 && has(behindObject, words[len(words)-1]) {
		words = words[:len(words)-1]
	}
	return words
}

var (
	beforeObject = set(`the just only option number no choice variant version memory rule that this # with`)
	behindObject = set(`one ones option version memory rule statement note of them these two please then instead now`)
)
