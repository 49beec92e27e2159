package language

import "slices"

// heir is who or what somebody or something has taken over from, and as what: Dana took over
// from Ravi as team lead.
type heir struct {
	from, as []string // terms
}

// heir reads the first clause that says so.
func (r *reading) heir() (h heir) {
	for k := r.begin + 1; k+3 < len(r.ts); k++ {
		name := k + 3
		if has(succeeding, r.ts[k].text) && r.ts[k+1].cap && r.find("as", k+2, 2) >= 0 {
			name = k + 1 // Dana replaced Ravi as team lead
		} else if r.takesOverAt(k) == 0 || at(r.ts, k+2) != "from" && at(r.ts, k+2) != "for" {
			continue
		}
		if r.asks() || has(modals, at(r.ts, k-1)) || has(conditional, at(r.ts, r.begin)) {
			continue
		}
		if n := r.ts[name]; !n.cap && !nameOfItsOwn(n.text) && !IsTool(n.text) {
			return h
		}
		h.from = r.specific(name, name+1)
		if as := r.find("as", name+1, 3); as >= 0 {
			end := as + 1
			for end < len(r.ts) && !r.endsSide(end) && !has(clauseEnds, r.ts[end].text) {
				end++
			}
			h.as = r.specific(as+1, end)
		}
		return h
	}
	return h
}

// succeeding are verbs of who takes somebody's place.
var succeeding = set(`replaced replaces succeeded succeeds`)

// inherits reports whether a statement says that somebody has taken over from whom older says to be what
// there is one of: "Dana took over from Ravi", of "Ravi is our team lead". As what they have taken over
// must be that, where it is said.
func (s Statement) inherits(older Statement) bool {
	h := s.r.heir()
	if len(h.from) == 0 || older.Negated() || s.OfAnother(older) {
		return false
	}
	return slices.ContainsFunc(older.cues().states(), func(b state) bool {
		name, post := b.subject, b.value
		if !sameSet(name, h.from) {
			name, post = post, name
		}
		return b.link == "be" && sameSet(name, h.from) && len(post) > 0 && (len(h.as) == 0 || sharesTerm(h.as, post))
	})
}
