package language

import "slices"

// about is what a clause gives its value to: who or what does something, to
// what, and, of each noun, whose it is: the terms (of the office), the office's
// terms, the gauge (at the pier). Nouns are known by their last term.
type about struct {
	subject  string
	verb     string
	object   string
	owners   map[string][]string // of a noun: the terms of what it belongs to
	things   [][]string          // the terms of the noun that stands last before the value, and of those that it is joined to
	verbless bool                // no verb was found before the value
}

// part is one piece of a clause as about reads it.
type part struct {
	kind     partKind
	word     string // of a preposition or a verb
	from, to int    // tokens
}

type partKind uint8

const (
	nounPart partKind = iota
	verbPart
	prepositionPart
	valuePart
	otherPart // what ends a phrase: a pronoun, a mark
)

// clauseAbout is what is said about a value, read when it is first asked for: most
// pairs of values are told apart sooner. Several goroutines may ask.
type clauseAbout struct {
	r              *reading
	from, to, i, j int
	found          lazily[about]
}

// get reads the clause.
func (c *clauseAbout) get() about {
	return c.found.get(func() about { return c.r.about(c.from, c.to, c.i, c.j) })
}

// about reads the clause ts[from:to] around the value in ts[i:j]; i is to where
// there is none.
func (r *reading) about(from, to, i, j int) about {
	a := about{owners: map[string][]string{}}
	for from < to && (has(openers, r.ts[from].text) || has(beforeVerb, r.ts[from].text)) && !has(determiners, r.ts[from].text) &&
		!has(prepositions, r.ts[from].text) && !isPronoun(r.ts[from].text) {
		from++
	}
	ps := r.parts(from, to, i, j)
	a.verbless = !slices.ContainsFunc(ps, func(p part) bool { return p.kind == verbPart && p.to <= i })
	for n, p := range ps {
		switch {
		case p.kind == verbPart && n > 0 && ps[n-1].kind != verbPart && a.verb == "":
			a.verb = stems.term(p.word)
			if ps[0].kind == nounPart && p.to <= i {
				a.subject, _ = r.noun(ps[0])
			}
			if n+1 < len(ps) && ps[n+1].kind == nounPart && p.to <= i {
				a.object, _ = r.noun(ps[n+1])
			}
		case p.kind == nounPart:
			a.owned(r, ps[n:])
		}
		if p.kind == nounPart && p.to <= i {
			if a.verbless {
				p.to-- // the last word may be the verb: the fair slips to 9
			}
			if n > 1 && !(ps[n-1].kind == prepositionPart && ps[n-2].kind == nounPart && has(uniting, ps[n-1].word)) && !(ps[n-1].kind == verbPart && has(bePresent, ps[n-1].word)) {
				a.things = nil // but not where the roof is due
			}
			if ts := r.thing(p); len(ts) > 0 {
				a.things = append(a.things, ts)
			}
		}
	}
	a.behind(r, ps)
	return a
}

// owned notes whose the noun is that ps begins with: by a possessive, or by what
// follows it. A value between the two belongs to the noun: terms of 45 days for
// the office.
func (a about) owned(r *reading, ps []part) {
	head, owner := r.noun(ps[0])
	if head == "" || len(a.owners[head]) > 0 {
		return
	}
	for n := 1; n+1 < len(ps) && ps[n].kind == prepositionPart; n += 2 {
		if ps[n+1].kind == nounPart && has(owning, ps[n].word) {
			owner = append(owner, r.owner(ps[n+1])...)
		}
		if ps[n+1].kind != valuePart {
			break
		}
	}
	if len(owner) > 0 {
		a.owners[head] = owner
	}
}

// behind lets what stands behind the value belong to the subject: the terms are
// 45 days for the office.
func (a about) behind(r *reading, ps []part) {
	v := slices.IndexFunc(ps, func(p part) bool { return p.kind == valuePart })
	if v < 0 || a.subject == "" || len(a.owners[a.subject]) > 0 || len(ps) < v+3 {
		return
	}
	if p, n := ps[v+1], ps[v+2]; p.kind == prepositionPart && n.kind == nounPart && (p.word == "of" || p.word == "for" || p.word == "with") {
		if owner := r.owner(n); len(owner) > 0 {
			a.owners[a.subject] = owner
		}
	}
}

// noun returns the last term of a noun phrase, and whose it is by a possessive
// in it.
func (r *reading) noun(p part) (head string, owner []string) {
	own := r.unowned(p)
	ts := r.specific(own, p.to)
	if len(ts) == 0 {
		return "", nil
	}
	if own > p.from {
		owner = r.owner(part{from: p.from, to: own})
	}
	return ts[len(ts)-1], owner
}

// thing returns the terms of the thing that a noun phrase names, without whose it is, what is
// said before it, and what has become of it: to keep backups, and now pay the tax return until.
func (r *reading) thing(p part) []string {
	from, to := r.unowned(p), p.to
	for k := from; k < to; k++ {
		switch w := r.ts[k].text; {
		case startsDigit(w):
			return nil // what another value counts
		case has(clauseEnds, w) || w == "now" || k == from && at(r.ts, k-1) == "to" && isBase(w):
			from = k + 1
		case k > from && (w == "until" || w == "till" || w == "again" || w == "coming" || k == to-1 && (isPast(w) || isGerund(w))):
			to = k
		}
	}
	return r.specific(min(from, to), to)
}

// unowned returns where a noun phrase begins, without whose it is by a possessive in it.
func (r *reading) unowned(p part) int {
	own := p.from
	for k := p.from; k < p.to-1; k++ {
		if cutPossessive(r.ts[k].text) != r.ts[k].text {
			own = k + 1
		}
	}
	return own
}

// owner returns the terms of a noun phrase to which something belongs. A day is
// no owner.
func (r *reading) owner(p part) []string {
	for k := p.from; k < p.to; k++ {
		if namesDay(r.ts[k].text) || has(periods, r.ts[k].text) {
			return nil
		}
	}
	return slices.DeleteFunc(r.specific(p.from, p.to), func(t string) bool { return has(plainModifiers, t) })
}

// parts cuts the clause ts[from:to] around the value in ts[i:j].
func (r *reading) parts(from, to, i, j int) []part {
	var out []part
	fresh := false // a determiner begins another noun
	add := func(kind partKind, k, end int) {
		if n := len(out) - 1; kind == nounPart && n >= 0 && out[n].kind == nounPart && !fresh {
			out[n].to = end
			return
		}
		out, fresh = append(out, part{kind: kind, word: r.ts[k].text, from: k, to: end}), false
	}
	for k := from; k < to; k++ {
		w := cutContraction(r.ts[k].text)
		switch {
		case k >= i && k < j:
			add(valuePart, k, j)
			k = j - 1
		case k < i && i-k <= 2 && has(beforeValue, r.ts[k].text) && r.onlyBefore(k, i):
		case r.ts[k].mark:
			if r.ts[k].text != "-" && r.ts[k].text != "/" || !glued(r.ts, k-1, k+1) {
				add(otherPart, k, k+1)
			}
		case has(prepositions, r.ts[k].text):
			add(prepositionPart, k, k+1)
		case isSubject(w):
			add(otherPart, k, k+1)
		case has(beforeVerb, r.ts[k].text) || has(determiners, r.ts[k].text):
			fresh = fresh || has(determiners, r.ts[k].text)
		case r.isVerbAt(k, len(out) > 0 && out[len(out)-1].kind == otherPart):
			add(verbPart, k, k+1)
		default:
			add(nounPart, k, k+1)
		}
	}
	return out
}

// onlyBefore reports whether only words that lead to a value stand in ts[k:i].
func (r *reading) onlyBefore(k, i int) bool {
	return !slices.ContainsFunc(r.ts[k:i], func(t token) bool { return !has(beforeValue, t.text) })
}

// isVerbAt reports whether ts[k] is the verb of its clause; first says that a
// pronoun stands before it.
func (r *reading) isVerbAt(k int, first bool) bool {
	w, before := r.ts[k].text, at(r.ts, k-1)
	switch {
	case isHelper(w) || has(bePresent, w):
		return true
	case r.ts[k].cap && k > r.begin || has(determiners, before) || has(prepositions, before):
		return false
	case first && (isBase(w) || isFinite(w)):
		return true
	case isPast(w):
		return true
	case isThird(w) && has(nounlike, w[:len(w)-1]):
		next := at(r.ts, k+1)
		return has(determiners, next) || startsDigit(next) || next == "$" || next == "£" || next == "€"
	}
	return isThird(w) || has(modals, before) || has(auxiliaries, before) && isGerund(w)
}

// other reports whether a and b are said of different things, which the
// statements mine and theirs speak of: each has an owner, a subject or an object
// that the other statement does not know. Where strict is set the owners alone
// tell.
func (a about) other(b about, mine, theirs map[string]bool, strict bool) bool {
	unknown := func(ts []string, to map[string]bool) bool {
		return slices.ContainsFunc(ts, func(t string) bool { return !to[t] })
	}
	for head, owner := range a.owners {
		if other := b.owners[head]; unknown(owner, theirs) && unknown(other, mine) {
			return true
		}
	}
	differ := func(x, y string) bool { return x != "" && y != "" && !theirs[x] && !mine[y] }
	subjects := differ(a.subject, b.subject) && !has(raising, a.verb) // who raised it says nothing of what
	return !strict && (subjects || a.verb != "" && a.verb == b.verb && differ(a.object, b.object))
}

// raising are the terms of verbs by which somebody gives a thing another value.
var raising = stemsOf(`raise lower increase reduce cut change extend shorten bump double halve`)

// narrows reports whether a is said of one place or part of the thing of which b is said, which
// the other statement does not know: the gauge in the attic, the gauge.
func (a about) narrows(b about, theirs map[string]bool) bool {
	owner := a.owners[b.subject] // its verb may have been read as the last word of it
	return b.subject != "" && len(owner) > 0 && len(b.owners[b.subject]) == 0 && !theirs[owner[0]]
}

// Beside reports whether what a statement says of somebody or something holds beside what an older
// one says of the same: each names another thing by "the" or in the plural that is dealt with in the
// same way (handles the bills, handles the orders), or it speaks of one place or part alone.
func (s Statement) Beside(o Statement) bool {
	s.read()
	o.read()
	a, b := s.about(), o.about()
	if a.narrows(b, o.all) {
		return true
	}
	return a.verb != "" && a.verb == b.verb && a.subject == b.subject && a.object != "" && b.object != "" && !o.all[a.object] && !s.all[b.object] &&
		s.r.certain(a.object) && o.r.certain(b.object)
}

// certain reports whether a thing is named by "the" or in the plural, so that there may be others of
// which the same is said.
func (r *reading) certain(term string) bool {
	for i, t := range r.ts {
		if t.cap || specificTerm(t) != term {
			continue
		}
		if isPlural(t.text) {
			return true
		}
		for k := i - 1; k >= 0 && k >= i-3 && !r.ts[k].mark; k-- {
			if r.ts[k].text == "the" {
				return true
			}
		}
	}
	return false
}

// uniting are the prepositions that make one thing of two nouns.
var uniting = set(`of for at on in`)

// owning are the prepositions that lead to what something belongs to. Where
// something comes from or goes to may change with it.
var owning = set(`of for at on in with about by between`)
