package language

// reasoned returns the cues of a sentence. A rule that is given with its reason is
// read without it: "seeds must be fixed in all tests, I've lost days to that", "the big
// pump is loud, so never run it at night".
func (r *reading) reasoned() Cues {
	c := r.cues()
	if c.Instruction >= 0.7 {
		return c
	}
	if k := r.conclusionAt(); k > 0 {
		return c.ruledBy(newReading(r.text[r.ts[k].start:]))
	}
	if k := r.reasonAt(); k > 0 {
		return c.ruledBy(newReading(r.text[:r.ts[k].start]))
	}
	return c
}

// ruledBy returns the cues of a sentence of which a part is read as the rule that it
// gives, where it is one.
func (c Cues) ruledBy(part *reading) Cues {
	h := part.cues()
	if h.Instruction < 0.7 || !h.Directs || h.Errand || h.Hypothetical || !h.Standing && !part.imperative() {
		return c
	}
	c.Instruction, c.Standing, c.Directs, c.ProjectBound = h.Instruction, h.Standing, h.Directs, h.ProjectBound || c.ProjectBound
	c.Hedged, c.Personal, c.Preference, c.Errand = h.Hedged, h.Personal, h.Preference, false
	return c
}

// reasonAt returns the index of the first comma behind which a clause of its own tells
// something, 0 for none.
func (r *reading) reasonAt() int {
	for i := r.begin + 3; i < len(r.ts); i++ {
		if r.ts[i].text == "," && r.apart(i) {
			return i
		}
	}
	return 0
}

// conclusionAt returns the index of the word with which a rule begins behind a statement
// that is its reason, 0 for none. Behind an order it is a part of that.
func (r *reading) conclusionAt() int {
	for i := r.begin + 3; i < len(r.ts); i++ {
		if m := r.ts[i].text; m != "," && m != ";" {
			continue
		}
		k := skip(r.ts, i+1, concluding)
		if w := at(r.ts, k); w != "never" && w != "always" && w != "don't" && !phrase(r.ts, k, "do", "not") {
			continue
		}
		if newReading(r.text[:r.ts[i].start]).imperative() {
			return 0
		}
		return k
	}
	return 0
}

// concluding are words that lead from a reason to what follows from it.
var concluding = set(`so then therefore and but please`)
