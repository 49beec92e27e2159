package language

import (
	"slices"
	"strings"
)

// disowned returns the figure of which a sentence says that it was wrong: "the 17.9 was
// wrong", "the 412 km were a typo". It is "" where there is none, or one that may be
// anything, as the 2.
func (r *reading) disowned() string {
	for i := r.begin; i+3 < len(r.ts); i++ {
		if w := r.ts[i].text; w != "the" && w != "that" && w != "those" || !startsDigit(r.ts[i+1].text) || len(r.ts[i+1].text) < shortestFigure {
			continue
		}
		k := i + 2
		for k < i+4 && plainNoun(at(r.ts, k)) && !r.ts[k].mark {
			k++ // of what
		}
		if !has(bePresent, at(r.ts, k)) && at(r.ts, k) != "was" && at(r.ts, k) != "were" {
			continue
		}
		if has(mistaken, at(r.ts, skip(r.ts, k+1, beforeVerb, degrees))) {
			return r.ts[i+1].text
		}
	}
	return ""
}

// disownedIn is [reading.disowned] of a text, which is read only where it has a word for it.
func disownedIn(s string) string {
	if !strings.ContainsAny(s, "0123456789") {
		return ""
	}
	for _, sp := range Sentences(s) {
		text := cutSentence(s[sp.Start:sp.End])
		if r := newTokens(text); r.anyOf(mistaken) && !looksLikeCode(text) {
			if figure := r.disowned(); figure != "" {
				return figure
			}
		}
	}
	return ""
}

// figures reports whether a statement gives a figure, and does not itself say that it was
// wrong.
func (r *reading) figures(figure string) bool {
	return figure != "" && slices.ContainsFunc(r.ts, func(t token) bool { return t.text == figure }) && r.disowned() != figure
}

// shortestFigure is the length from which a figure stands for itself: 404, 1.7.
const shortestFigure = 3

var mistaken = set(`wrong incorrect bogus invalid mistaken mistake typo error artefact artifact nonsense outdated`)
