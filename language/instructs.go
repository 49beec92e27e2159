package language

import "strings"

// Instructs reports whether a text tells its reader what to do or leave, now or from now on,
// in one of its sentences. It is for texts of others, who may call an order what they like:
// what only tells what happened ("release 2.4 shipped") or what somebody prefers is none.
func Instructs(text string) bool {
	for _, sp := range sentencesOf(text) {
		if s := text[sp.Start:sp.End]; instructs(s) || instructsBehind(s) {
			return true
		}
	}
	return false
}

// instructs is [Instructs] for one sentence, by itself.
func instructs(s string) bool {
	c, r := handCues(s), newReading(s)
	switch {
	case c.Directs:
		return !c.Preference || c.Instruction >= 0.5
	case ActOf(s).Command:
		return !(c.Event && r.headed())
	case at(r.ts, r.begin) == "your":
		return phrase(r.ts, r.begin+2, "is", "to")
	}
	return c.Instruction >= 0.9 && anyOf(r.ts[r.begin:min(r.begin+3, len(r.ts))], listeners)
}

// headed reports whether a sentence that seems to begin with the verb of an order begins
// with a noun of the same form, of which it tells what happened: release 2.4 shipped, deploy
// to staging failed.
func (r *reading) headed() bool {
	w, next := at(r.ts, r.begin), at(r.ts, r.begin+1)
	if !has(nounlike, w) && !has(knownVerbs().noun, w) || has(determiners, next) || has(orderObjects, next) && !has(prepositions, next) {
		return false
	}
	for i := r.begin + 1; i < r.past; i++ {
		if t := r.ts[i].text; has(conditionals, t) || has(relative, t) || isSubject(t) {
			return false // push to main after the build finished
		}
	}
	return r.past > r.begin
}

// instructsBehind reads an order behind whom it is for, "Claude, push it", and a rule behind
// what it is about, "Build: always run the linter". What else stands behind a colon is told:
// "last commit: fix the crane".
func instructsBehind(s string) bool {
	s = s[:min(len(s), longestHeaded)]
	if name, rest, ok := strings.Cut(s, ", "); ok && !strings.ContainsRune(name, ' ') && instructs(rest) {
		return true
	}
	name, rest, ok := strings.Cut(s, ": ")
	return ok && (handCues(rest).Directs || has(listeners, Fold(name)) && instructs(rest))
}

// longestHeaded is how much of a sentence is read, in bytes, where a name or a heading
// stands before it.
const longestHeaded = 400

// listeners are what an agent is called by who tells it what to do.
var listeners = set(`you agent agents assistant assistants ai llm model models chatbot copilot`)
