package language

// calledOff returns the terms of what a sentence says not to take place after all: the
// move to Kassel is cancelled, the offsite has been called off.
func (r *reading) calledOff() []string {
	for from, to := range r.clauses() {
		for k := from + 1; k < to; k++ {
			if !has(cancelled, r.ts[k].text) && !phrase(r.ts, k, "called", "off") && !phrase(r.ts, k, "off", "the", "table") {
				continue
			}
			end := k
			for end > from && (has(auxiliaries, r.ts[end-1].text) || has(haveForms, r.ts[end-1].text) || has(beforeVerb, r.ts[end-1].text) || r.ts[end-1].text == "got") {
				end--
			}
			if end == k {
				return nil // they cancelled
			}
			return r.specific(from, end)
		}
	}
	return nil
}

// plans reports whether a text speaks of something ahead that has all the terms.
func (o *reading) plans(terms []string) bool {
	return len(terms) > 0 && (o.will || o.has(plan)) && within(terms, valueTerms(o.ts, 0, len(o.ts)))
}

var cancelled = set(`cancelled canceled scrapped abandoned`)
