package language

import (
	"slices"
	"strings"
)

// Bounds of a prompt that is looked at sentence by sentence.
const (
	mostSaid    = 6
	longestSaid = 1000 // bytes
)

// MainPart returns the sentences of a prompt that ask for something, where others beside them
// only say what it is for: "Where does Anna live?" of "Where does Anna live? I want to send a
// card." It is "" of a prompt that is one of them alone, and of one whose question says only
// together with the rest what is asked for ("Workers die of OOM. Seen that before?").
func MainPart(prompt string) string {
	if len(prompt) > longestSaid {
		return ""
	}
	said := sentencesOf(prompt)
	if len(said) < 2 || len(said) > mostSaid {
		return ""
	}
	var main []string
	alone := false
	for _, s := range said {
		text := prompt[s.Start:s.End]
		if act := ActOf(text); act.Ask || act.Command {
			main, alone = append(main, text), alone || standsAlone(text)
		}
	}
	if !alone || len(main) == len(said) {
		return ""
	}
	return strings.Join(main, "\n")
}

// leastAlone is how many terms a question has at least that says by itself what is asked for.
const leastAlone = 2

// standsAlone reports whether a question or an order names by itself what it is about, and
// points at nothing that was said before it.
func standsAlone(text string) bool {
	r := newReading(text)
	if slices.ContainsFunc(r.ts, func(t token) bool { return has(pointsBack, t.text) }) {
		return false
	}
	forms := Forms(text)
	terms := slices.DeleteFunc(Content(text), func(t string) bool { return Frames(t) || slices.Contains(forms, t) })
	return len(terms) >= leastAlone
}

// pointsBack are the words by which a question points at what was said before it.
var pointsBack = set(`it its it's this that that's these those them they they're their he she him his her hers there one ones so such before again then`)
