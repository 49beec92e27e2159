package language

// reasoned returns the cues of a sentence. A rule that is given with its reason is
// read without it: "seeds must be fixed in all tests, I've lost days to that".
func (r *reading) reasoned() Cues {
	c := r.cues()
	k := r.reasonAt()
	if c.Instruction >= 0.7 || k == 0 {
		return c
	}
	head := newReading(r.text[:r.ts[k].start])
	h := head.cues()
	if h.Instruction < 0.7 || !h.Directs || h.Errand || h.Hypothetical || !h.Standing && !head.imperative() {
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
