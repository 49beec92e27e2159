package language

// SelfContained reports whether a prompt brings along, or the world knows, all
// that it takes to answer it: it asks what a piece of code or a common tool
// does, how something is done in general, for a thing that it describes, or for
// something to be done with what lies before both ("move it up", "fix the test above").
// It is a cue and no proof: "explain how our release works" shows it, too.
func SelfContained(s string) bool {
	for _, sp := range sentencesOf(cutSentence(s)) {
		r := newReading(s[sp.Start:sp.End])
		if len(r.ts) == 0 {
			continue
		}
		return r.selfContained()
	}
	return false
}

// selfContained is [SelfContained] of one sentence.
func (r *reading) selfContained() bool {
	i := r.begin
	if r.points() || phraseLen(r.ts, i, generalFrames) > 0 || r.ofTheWorld() || r.onScreen() {
		return true
	}
	if w := at(r.ts, i); w != "what" && w != "what's" {
		return false
	}
	next := at(r.ts, i+1) // what does … do, mean, print
	return (next == "does" || next == "do") && !has(firstPerson, at(r.ts, i+2)) && anyOf(r.ts[min(i+3, len(r.ts)):], effects)
}

// points reports whether a short sentence orders or states something of what lies
// before both who say and hear it, and nothing of its speaker: what it points at
// is in the conversation and not in the memory.
func (r *reading) points() bool {
	ts := r.ts[r.begin:]
	if r.plainAct().Ask {
		return false
	}
	if r.pointsAtCode() && !r.hasAny("we", "our", "us") {
		return true
	}
	if len(ts) > mostPointing {
		return false
	}
	at := false
	for i, t := range ts {
		switch {
		case has(firstPerson, ownWord(t.text)):
			return false
		case has(pointing, t.text), t.text == "your" && i+1 < len(ts), t.text == "you" && i+1 < len(ts) && has(doings, ts[i+1].text):
			at = true
		}
	}
	return at
}

// mostPointing is the length of a sentence that only points, in tokens.
const mostPointing = 12

var (
	pointing = set(`it this that these those above below again last previous other same both`)
	doings   = set(`just did wrote made started added changed used said suggested`)

	generalFrames = phrasesOf(`explain, why do i get, why am i getting, why am i seeing, what am i doing wrong, in plain words, in simple terms, how do i, how can i, how to, how does one, show me how, teach me, what is the difference,
		what's the difference, what is the output, what's the output, what is wrong, what's wrong, what happens if, what happens when, is it possible, give me a,
		give me an, write a, write an, write me, show me the, show me a, make a, make an, create a, create an, draw a, draw an,
		generate a, generate an, implement a, translate this, convert this, port this, format this, rewrite this, refactor this, how would one, how do you, is a, is an,
		are there any`)
	effects = set(`do mean print return output match stand`)
)
