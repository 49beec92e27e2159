package language

// TellsPractice reports whether a sentence says, in words that name nothing, what the speakers do as a rule
// or how those mostly are with whom they deal: "we do code freezes before releases", "I park behind the
// house", "our customers are mostly dentists".
func TellsPractice(s string) bool {
	r := newReading(cutSentence(s))
	return r.practises() || r.mostlyAre()
}

// practises reports whether a clause says with a verb of work or of everyday life what the speakers do, and
// with what or where.
func (r *reading) practises() bool {
	if w := at(r.ts, r.begin); w != "we" && w != "i" || r.asked() || r.has(hedged|condition) || r.past >= 0 || r.hasAny("now", "again", "still", "already", "today", "tonight", "tomorrow", "currently", "here", "there", "just", "yet") {
		return false
	}
	v := skip(r.ts, r.begin+1, beforeVerb)
	if v >= len(r.ts) || !has(practised, r.ts[v].text) {
		return false
	}
	w := at(r.ts, v+1)
	if isGerund(w) || r.ts[v].text == "do" && (has(ofMind, w) || has(having, w) || isBase(w) && (v+2 >= len(r.ts) || r.ts[v+2].mark || has(determiners, r.ts[v+2].text) || isPronoun(r.ts[v+2].text))) {
		return false // we keep getting errors, I do see it
	}
	return v+1 < len(r.ts) && !r.ts[v+1].mark && w != "not" && w != "n't" && !has(demonstratives, w) && !isPronoun(w) && !has(possessives, w) && !(w == "the" && !anyOf(r.ts[v:], prepositions))
}

// mostlyAre reports whether a clause says of the speakers' customers, machines or members what most of them are.
func (r *reading) mostlyAre() bool {
	if w := at(r.ts, r.begin); w != "our" && w != "my" && !(w == "most" && at(r.ts, r.begin+1) == "of" && ownNoun(at(r.ts, r.begin+2))) || r.asked() || r.hasAny("now", "today", "currently", "still") {
		return false
	}
	for v := r.begin + 2; v < len(r.ts) && v <= r.begin+longestSubject && !r.ts[v].mark; v++ {
		if has(bePresent, r.ts[v].text) || r.ts[v].text == "come" || r.ts[v].text == "comes" {
			return (has(mostly, at(r.ts, v+1)) || at(r.ts, r.begin) == "most") && !r.anyOf(troubles) && v+2 < len(r.ts)
		}
	}
	return false
}

var (
	mostly    = set(`mostly mainly largely primarily usually typically predominantly`)
	practised = set(`do hold ship sell buy rent lease host store keep pack print bill charge pay hire train review merge tag sign cook bake brew grow park shop bank commute cycle bike walk swim teach
		deploy release publish deliver order import export serve sleep eat volunteer
		send rehearse meet feed mow invoice mail stream`)
)
