package language

import "slices"

// Overrides reports whether a sentence has the form of an attack on an agent: it
// tells it to ignore what it was told, to be somebody else, to give its prompt
// away, or to keep something from "the user". Who talks to an agent of their
// own has no use for these; they come in text that somebody else has written.
func Overrides(s string) bool {
	ts := tokens(cutSentence(s))
	for i, t := range ts {
		switch {
		case has(dismissals, t.text) && dismissed(ts, i+1),
			phrase(ts, i, "you", "are", "now") && has(determiners, at(ts, i+3)),
			phrase(ts, i, "pretend", "to", "be"), phrase(ts, i, "pretend", "you", "are"), phrase(ts, i, "act", "as", "if", "you"),
			has(disclosures, t.text) && disclosed(ts, i+1),
			has(conceals, t.text) && concealed(ts, i):
			return true
		}
	}
	return false
}

// AddressesAgents reports whether a sentence is written for a machine that may read it: it
// calls agents or assistants by what they are and says what they must do, or is headed as a
// note to them. In text that somebody else has written that is an attack.
func AddressesAgents(s string) bool {
	ts := tokens(cutSentence(s))
	for i := range ts {
		n := agentsAt(ts, i)
		if n == 0 {
			continue
		}
		next, behind := at(ts, i+n), at(ts, i+n+1)
		if has(mustDo, next) || (next == "need" || next == "have") && behind == "to" || has(bePresent, next) && (behind == "to" || has(toldTo, behind)) {
			return true
		}
		k := i - 1
		if w := at(ts, k); w == "all" || w == "any" || w == "the" || w == "an" {
			k--
		}
		if w := at(ts, k); (w == "to" || w == "for") && has(headed, at(ts, k-1)) && (next == ":" || next == "," || next == "") || phrase(ts, max(0, k-2), "if", "you", "are") {
			return true
		}
	}
	return false
}

// agentsAt returns how many tokens of ts[i:] name programs that read and act, 0 for none: AI
// assistants, language models, coding agents, LLMs.
func agentsAt(ts []token, i int) int {
	switch w := at(ts, i); {
	case w == "llm" || w == "llms" || w == "chatbots" || w == "ais":
		if has(readers, at(ts, i+1)) {
			return 2
		}
		return 1
	case (w == "ai" || w == "coding" || w == "automated" || w == "autonomous") && (at(ts, i+1) == "coding" || at(ts, i+1) == "language") && has(readers, at(ts, i+2)):
		return 3
	case (w == "ai" || w == "coding" || w == "automated" || w == "autonomous" || w == "language") && has(readers, at(ts, i+1)):
		return 2
	}
	return 0
}

var (
	readers = set(`assistant assistants agent agents model models tool tools bot bots copilot copilots`)
	mustDo  = set(`must should shall`)
	toldTo  = set(`required instructed ordered supposed obliged`)
	headed  = set(`note notes message messages notice attention instruction instructions reminder hint info important command commands`)

	dismissals  = set(`ignore disregard override bypass forget`)
	toldBefore  = set(`previous prior above earlier preceding foregoing former existing original`)
	orders      = set(`instructions instruction rules directions guidelines prompts prompt directives messages commands context`)
	disclosures = set(`reveal print repeat output show display leak disclose`)
	conceals    = set(`tell inform telling informing alert notify mention mentioning asking`)
	refusals    = set(`not don't never without`)
)

// dismissed reads "all previous instructions", "the rules above", "your system
// prompt" from a place on.
func dismissed(ts []token, i int) bool {
	before, order := false, false
	for k := i; k < len(ts) && k < i+7 && !ts[k].mark; k++ {
		w := ts[k].text
		before = before || has(toldBefore, w) || w == "system" || w == "your"
		order = order || has(orders, w)
		if w == "my" || w == "our" {
			return false // the speaker's own
		}
	}
	return before && order
}

// disclosed reads "your system prompt", "the system prompt", "your instructions".
func disclosed(ts []token, i int) bool {
	for k := i; k+1 < len(ts) && k < i+5 && !ts[k].mark; k++ {
		if ts[k].text == "system" && ts[k+1].text == "prompt" || ts[k].text == "your" && slices.Contains([]string{"instructions", "prompt"}, ts[k+1].text) {
			return true
		}
	}
	return false
}

// concealed reads "do not tell the user", "without informing the user".
func concealed(ts []token, i int) bool {
	if !has(refusals, at(ts, i-1)) {
		return false
	}
	for k := i + 1; k+1 < len(ts) && k < i+5 && !ts[k].mark; k++ {
		if phrase(ts, k, "the", "user") || phrase(ts, k, "the", "human") {
			return true
		}
	}
	return false
}
