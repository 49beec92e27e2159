package language

import (
	"strings"
	"time"
)

// Inquires reports whether a text mostly asks somebody else: half of its
// sentences or more are questions, and it says nothing of its speaker. Such a
// turn names a subject and tells nothing of it.
func Inquires(s string) bool {
	questions, sentences := 0, 0
	for _, sp := range sentencesOf(s) {
		sentences++
		if strings.HasSuffix(strings.TrimSpace(s[sp.Start:sp.End]), "?") {
			questions++
		}
	}
	if questions == 0 || 2*questions < sentences {
		return false
	}
	for _, w := range Words(s) {
		if has(firstPerson, ownWord(w.Text)) {
			return false
		}
	}
	return true
}

var firstPerson = set(`i me my mine we us our ours`)

// Addressed returns how much a text speaks of whom it is said to, against whom
// it is said by: the share of "you" and "your" among all such words, 0 to 1; 0
// where there is neither. "That's great, you must be proud" says next to nothing
// of its speaker, whoever may look for it later.
func Addressed(s string) float64 {
	you, all := 0, 0
	for _, w := range Words(s) {
		switch w := ownWord(w.Text); {
		case has(secondPerson, w):
			you++
			all++
		case has(firstPerson, w):
			all++
		}
	}
	return float64(you) / float64(max(all, 1))
}

var secondPerson = set(`you your yours yourself yourselves`)

// ownWord returns the word before an apostrophe, in lower case: i of I'm.
func ownWord(s string) string {
	s = strings.ToLower(s)
	if i := strings.IndexAny(s, "'’"); i > 0 {
		return s[:i]
	}
	return s
}

// Dated reports whether a text has an expression of time.
func Dated(s string) bool {
	return len(Times(s, time.Date(2025, 6, 15, 12, 0, 0, 0, time.UTC))) > 0
}

// AsksListener reports whether a text asks for what the one spoken to has said:
// "what did you recommend", "the steps you gave me". "What do you recommend" and
// "can you suggest" ask for something new.
func AsksListener(s string) bool {
	words := Words(s)
	for i, w := range words {
		if strings.ToLower(w.Text) != "you" {
			continue
		}
		did := i > 0 && strings.ToLower(words[i-1].Text) == "did"
		for _, v := range words[i+1 : min(i+3, len(words))] {
			if said := strings.ToLower(v.Text); has(saying, stem(said)) && (did || isPast(said)) {
				return true
			}
		}
	}
	return false
}

// OfSpeaker reports whether a sentence speaks of who says it: "I'm new here", "my sister
// sails".
func OfSpeaker(sentence string) bool { return newTokens(sentence).subjectIs("i", "my") }

var saying = stemsOf(`recommend suggest say said tell told advise propose mention explain give gave provide list outline describe offer show showed write wrote`)

// Acknowledges reports whether a text only says that what was ordered has been done,
// and by which number: "Pushed.", "Committed as 3f2a91c and merged", "Renamed in 14
// files." To what it was done stands in the order. What names a thing, a place in the
// code or a reason tells more.
func Acknowledges(s string) bool {
	if len(s) > longestAcknowledgement {
		return false
	}
	r := newTokens(s)
	done := false
	for i := r.begin; i < len(r.ts); i++ {
		w := r.ts[i].text
		switch {
		case w == "origin" && at(r.ts, i+1) == "/":
			for i+1 < len(r.ts) && glued(r.ts, i, i+1) {
				i++ // the branch on the other side
			}
		case isPast(w) || participles[w] != "" || w == "done":
			done = true
		case r.ts[i].mark, has(acknowledging, w), startsDigit(w), isHash(w), smallTalkLen(r.ts, i) > 0:
		default:
			return false
		}
	}
	return done
}

// OnlyDone reports whether a reply is one short clause that says that a thing was done, with
// what or where it is, and no reason, number or fault: "Added to plan.md.", "Saved the chart."
func OnlyDone(s string) bool {
	if len(s) > longestAcknowledgement || len(sentencesOf(s)) != 1 {
		return false
	}
	r := newReading(s)
	w := at(r.ts, r.begin)
	if end := r.wordsEnd(); !isPast(w) && participles[w] == "" && w != "done" || end-r.begin > mostDone {
		return false
	}
	return !r.has(cause|negation|condition) && !r.anyOf(troubles) && !r.hasAny("but", "so", "still", "now", "until", "except", "which", "and")
}

// mostDone is the number of words, with the marks in the name of a file, of such a reply.
const mostDone = 10

// Courtesy reports whether a reply is no more than a good wish, or the word that something
// was heard: "Get well soon, Ida!", "My lips are sealed."
func Courtesy(s string) bool {
	if len(s) > longestAcknowledgement {
		return false
	}
	found := false
	for _, sp := range sentencesOf(s) {
		r := newTokens(s[sp.Start:sp.End])
		k := smallTalkLen(r.ts, 0)
		for k < len(r.ts) && r.ts[k].mark {
			k++ // lovely, have a good weekend
		}
		n := max(phraseLen(r.ts, 0, courteous), phraseLen(r.ts, r.begin, courteous), phraseLen(r.ts, k, courteous)) // good luck begins as "good, …" does
		switch words := r.wordsEnd() - r.begin; {
		case n > 0 && words <= n+mostWished && !r.hasAny("but", "and", "so", "then") && !(r.find("see", r.begin, len(r.ts)) >= 0 && r.hasAny("at", "in")): // see you at the mill
			found = true
		case !isThanks(r.text):
			return false
		}
	}
	return found
}

// mostWished is how many words of a wish say to whom it goes, or what for: at the pool.
const mostWished = 4

var courteous = phrasesOf(`get well, get well soon, feel better, have fun, have a good, have a nice, have a great, enjoy, enjoy the, enjoy your, good luck, best of luck,
	fingers crossed, safe travels, safe trip, take care, sleep well, rest well, happy birthday, congratulations, congrats, well deserved, welcome back, sorry to hear, glad to hear,
	good to know, good to hear, my lips are sealed, mum's the word, noted, got it, i'll keep that in mind, i'll keep it in mind, i'll remember that, see you, talk soon`)

// Routine reports whether an order names nothing but the steps of any work, and that it goes
// well: "tests green? then push", "commit and merge if ci passes".
func Routine(s string) bool {
	if len(s) > longestAcknowledgement {
		return false
	}
	r := newTokens(s)
	step := false
	for _, t := range r.ts {
		switch {
		case has(routine, t.text):
			step = true
		case !t.mark && !has(acknowledging, t.text) && !has(aroundRoutine, t.text):
			return false
		}
	}
	return step
}

var (
	routine       = set(`push commit merge deploy release ship rebase squash tag`)
	aroundRoutine = set(`if when once test run everything's it's ok okay good fine done yes please go ahead so just can you let's also still`)
)

// longestAcknowledgement bounds what only says that something is done, in bytes.
const longestAcknowledgement = 120

// acknowledging are the words that stand beside a number or a "done".
var acknowledging = set(`green passing pass passes clean tests suite ci checks and then it them this that these those all everything both the a as to in on at with again now too successfully file files place places line lines
	commit commits change changes branch main master origin pr pull request message i've i have been it's is are was were`)
