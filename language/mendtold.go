package language

// TellsMend reports whether a speaker tells in one or two sentences what was the matter with
// something, and that it goes well now: it was a sock in the pump, works again. How it was, "it was
// great", is no matter, and what only works now tells nothing of why it did not.
func TellsMend(s string) bool {
	if len(s) > longestTold {
		return false
	}
	return newReading(s).tellsMend()
}

// tellsMend is [TellsMend] of a short text.
func (r *reading) tellsMend() bool {
	if r.asked() || r.has(hedged) || r.hypothetical() || r.anyOf(guessing) {
		return false
	}
	for i := r.begin; i < len(r.ts); i++ {
		if (i == r.begin || r.ts[i-1].mark) && !r.ts[i].mark {
			if to := r.matterAt(i); to > 0 {
				return cuePhrases.find(r.ts[i:], 0)&plan == 0 && r.wellAgain(to)
			}
		}
	}
	return false
}

// matterAt returns where the clause ends that begins at ts[i] and says what was the matter; 0 for
// none.
func (r *reading) matterAt(i int) int {
	i = skip(r.ts, i, fillers, beforeVerb)
	turned := false
	for _, lead := range [][]string{{"turns", "out"}, {"turned", "out"}, {"it", "turns", "out"}, {"it", "turned", "out"}} {
		if phrase(r.ts, i, lead...) {
			i, turned = i+len(lead), true
			break
		}
	}
	for turned && (at(r.ts, i) == "that" || at(r.ts, i) == "," || at(r.ts, i) == "to" && at(r.ts, i+1) == "be") {
		if at(r.ts, i) == "to" {
			return r.matterEnd(i + 2)
		}
		i++
	}
	switch w := at(r.ts, i); {
	case w == "it" || w == "that":
		i++
	case (w == "the" || w == "my") && has(matters, at(r.ts, i+1)):
		i += 2
	case turned && (has(determiners, w) || r.ts[min(i, len(r.ts)-1)].cap):
		return r.matterEnd(i)
	default:
		return 0
	}
	if w := at(r.ts, i); w != "was" && w != "were" {
		return 0
	}
	if i++; at(r.ts, i) == "just" || at(r.ts, i) == "only" {
		i++
	}
	return r.matterEnd(i)
}

// matterEnd returns where what is named from ts[i] on ends, with what it did; 0 where no thing is.
func (r *reading) matterEnd(i int) int {
	w := at(r.ts, i)
	named := w == "a" || w == "an" || w == "the" || w == "my" || w == "our" || w == "one" || w == "some" || countsMany(w) || i < len(r.ts) && r.ts[i].cap
	if !named || has(periods, at(r.ts, i+1)) || has(occasionsHeld, at(r.ts, i+1)) || i+1 < len(r.ts) && r.ts[i+1].mark {
		return 0
	}
	for k := i + 1; k < len(r.ts); k++ {
		if r.ts[k].mark && !glued(r.ts, k-1, k+1) || (r.ts[k].text == "and" || r.ts[k].text == "so") && k+1 < len(r.ts) {
			return k + 1
		}
	}
	return 0
}

// wellAgain reports whether it is told from ts[i] on that something goes well now, or is mended.
func (r *reading) wellAgain(i int) bool {
	for k := i; k < len(r.ts); k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		switch {
		case has(negatingWay, w), hasTail(w, "n't"), w == "nothing":
			return false
		case has(running, w) && (next == "again" || next == "now" || next == "fine" || at(r.ts, k-1) == "now"),
			has(mendedBy, w) && (k == i || at(r.ts, k-1) == "it" || has(bePresent, at(r.ts, k-1)) || has(mendedBy, next) || next == "it" || next == "that" || has(beforeVerb, at(r.ts, k-1))),
			w == "all" && next == "good", w == "back" && (next == "up" || next == "to" || next == "online"):
			return true
		}
	}
	return false
}

const longestTold = 400 // bytes

var (
	matters       = set(`problem issue cause culprit reason fault bug trouble matter`)
	running       = set(`works work working runs run running goes go going starts drains prints boots builds opens heats flows`)
	mendedBy      = set(`fixed solved resolved repaired mended helped`)
	occasionsHeld = set(`long great good nice bad hard talk party trip fun pleasure joke test surprise success`)
)
