package language

import "slices"

// Amends reports whether newer says by a word of change that something of which older
// tells is otherwise now, or would take the place of a part of it that stood alone: "we're on
// zola now", of "the docs site: zine, published from main". It asks less of the words than
// [Relate], and nothing ends by it. reverses is the [Reversal] of newer; few reports of a
// term whether hardly anything else speaks of it.
func Amends(newer, older Statement, reverses func(older Statement) bool, few func(term string) bool) bool {
	if newer.r.asked() || older.r.asked() || newer.OnlyInCase(older) || newer.leavesBehind(older) {
		return false
	}
	amends := newer.changesOf(older, few) || newer.redoes(older) || newer.isOtherwise(older) || newer.unlists(older) || newer.bereaves(older) || newer.bereft(older) || newer.condemns(older) || newer.NamesOld(older, few) ||
		newer.amendsPart(older, reverses)
	return amends && !newer.Printed() && !older.Printed() // of most that need not be found out
}

// amendsPart reports whether a statement would take the place of a clause of an older one
// that has several.
func (s Statement) amendsPart(older Statement, reverses func(older Statement) bool) bool {
	if reverses == nil && (s.Silent() || !older.r.mayGive()) {
		return false // the clauses need not be read
	}
	return slices.ContainsFunc(older.Parts(), func(p Statement) bool {
		return reverses != nil && reverses(p) || Relate(s, p, nil) == Updates
	})
}

// TellsBeside reports whether newer gives another value to one clause of an older statement
// alone, and another clause tells one that is left as it is: "the mill opens at nine, and a
// tour is 5 euros" when the mill opens at ten. What happened once is no such value, nor is
// another number of the same; and what is put off takes all that was planned with it. reverses is
// the [Reversal] of newer.
func (s Statement) TellsBeside(newer Statement, reverses func(older Statement) bool) bool {
	if s.keepsClause(newer, reverses) || s.tellsWhatOf(newer) || (len(s.given) > 1 || len(s.Parts()) > 1) && newer.goesOnly() {
		return true
	}
	parts := s.Parts()
	i := slices.IndexFunc(parts, func(p Statement) bool { return Relate(newer, p, nil) == Updates })
	if i < 0 && len(parts) > 1 {
		i = slices.IndexFunc(parts, func(p Statement) bool { return len(p.given) > 0 && len(newer.given) > 0 && p.sharesRest(newer) })
	}
	if i < 0 || slices.ContainsFunc(parts[i].given, func(q quantity) bool { return q.measure == ofDate }) {
		return false
	}
	reasoned := anyOf(s.r.ts, reasons)
	return slices.ContainsFunc(parts, func(p Statement) bool {
		return (p.tellsValue(newer) || !reasoned && p.r.says() && p.tellsWhere(newer)) && Relate(newer, p, nil) != Updates
	})
}

// tellsValue reports whether a statement says of something which value it has, in another
// unit than newer does.
func (s Statement) tellsValue(newer Statement) bool {
	if len(s.given) == 0 && len(newer.given) > 0 && (s.plain() && !s.sharesRest(newer) || s.ofOtherPart(newer)) {
		return true // how it is called, while another port is given
	}
	return s.r.says() && s.Comparable() && slices.ContainsFunc(s.quantities, func(q valued) bool {
		return !q.listed && q.measure != ofDate && q.tense != pastOnce && len(q.near) > 0 &&
			!slices.ContainsFunc(newer.given, func(n quantity) bool { return q.measure == ofCount && n.measure == ofCount && n.unit == q.unit })
	})
}

// plain reports whether a statement says plainly what a thing is, or how it is called.
func (s Statement) plain() bool {
	p, ok := s.r.plainly()
	return ok && p.verb == "be" && len(p.rest) > 0 && happening(s.r.ts) < 0
}

// ofOtherPart reports whether a clause says how a part of a thing is of which newer does not
// speak: its deck is red.
func (s Statement) ofOtherPart(newer Statement) bool {
	if w := at(s.r.ts, s.r.begin); w != "its" && w != "their" {
		return false
	}
	newer.read()
	v := s.r.begin + 1
	for v < len(s.r.ts) && v <= s.r.begin+longestSubject && !has(bePresent, s.r.ts[v].text) {
		v++
	}
	part := s.r.specific(s.r.begin+1, min(v, len(s.r.ts)))
	return v < len(s.r.ts) && len(part) > 0 && !slices.ContainsFunc(part, func(t string) bool { return newer.all[t] }) && !s.cues().has(opinion|hedged)
}

// sharesRest reports whether o has a term of what a statement says plainly of its subject.
func (s Statement) sharesRest(o Statement) bool {
	o.read()
	p, ok := s.r.plainly()
	return ok && slices.ContainsFunc(p.rest, func(t string) bool { return o.all[t] })
}

// Parts returns the clauses of a statement that has several.
func (s Statement) Parts() []Statement {
	return s.parts.get(func() (parts []Statement) {
		var clauses []span
		for from, to := range s.r.clauses() {
			if to > from+1 {
				clauses = append(clauses, span{from, to})
			}
		}
		var shared []string
		for _, c := range clauses {
			shared = append(shared, s.r.sharing(c.from, c.to)...)
		}
		gaps := s.gaps()
		if len(shared)+len(gaps) == 1 {
			return nil
		}
		for _, text := range shared {
			part := NewStatement(text, s.at)
			part.of = s.statement
			parts = append(parts, part)
		}
		for _, g := range gaps {
			parts = append(parts, g.Statement)
		}
		return parts
	})
}

// sharing returns the text of the clause ts[from:to], or of its two parts where both have
// one subject, the second one with it: the gate is called Heron and opens at nine.
func (r *reading) sharing(from, to int) []string {
	whole := []string{r.text[r.ts[from].start:r.ts[to-1].end]}
	v := r.finiteIn(from, to)
	if v < 0 {
		return whole
	}
	for k := v + 2; k+2 < to; k++ {
		if w := at(r.ts, k+1); r.ts[k].text == "and" && (linkVerbs[w] != "" || isPlainlyFinite(w) && isThird(w)) {
			return []string{r.text[r.ts[from].start:r.ts[k-1].end], r.text[r.ts[from].start:r.ts[v].start] + r.text[r.ts[k+1].start:r.ts[to-1].end]}
		}
	}
	return whole
}

// changesOf reports whether a statement says of a thing of which hardly anything but older
// speaks that it is otherwise now.
func (s Statement) changesOf(older Statement, few func(term string) bool) bool {
	c := s.altered.get(s.alteration)
	if len(c.topics)+len(c.names) == 0 {
		return false // as most, and the older one need not be read
	}
	if c.topics = c.topicsIn(older); !sharesTerm(c.topics, older.nouns()) {
		return false // as of most
	}
	told := older.openNouns(s)
	switch {
	case s.r.thisTime(), s.gains(older), s.ofOtherThing(older), s.underOtherLabel(older), c.value && (s.apart(older) || s.ofOtherSubject(older) || s.Narrower(older) || s.ofOtherRange(older) || s.goesElsewhere(older)), len(older.Parts()) == 0 && s.ofOtherKind(older):
		return false
	}
	if i := s.r.newRule(); i > 0 && !isSubject(at(s.r.ts, i)) {
		c.topics = c.topics[:1] // a rule tells what holds of what it speaks of first
		if older.describes(c.topics[0], s) {
			return false // commit messages, where it speaks of commits
		}
	}
	return slices.ContainsFunc(c.topics, func(t string) bool {
		return slices.Contains(told, t) && few(t) && !s.modifiedApart(older, t) && !(s.r.leadsOther(t, older) && older.r.leadsOther(t, s)) && !older.r.onlyAlong(t) && (!c.value || s.revalues(older) || older.r.numberBy(t, s.r) || older.r.numberBy(t, nil) && s.r.numberBy(t, older.r))
	})
}

// nouns is [reading.nounTerms] of the whole statement.
func (s *statement) nouns() []string {
	return s.noun.get(func() []string { return s.r.nounTerms(s.r.begin, len(s.r.ts)) })
}

// ofOtherThing reports whether two statements tell of two things that are known by their owner, by
// a number, or as what the same is done to, or of two that do something, and not the same.
func (s Statement) ofOtherThing(o Statement) bool {
	if s.OfAnother(o) {
		return true
	}
	a, b := s.about(), o.about()
	if a.verb != "" && a.verb == b.verb && a.object != "" && b.object != "" {
		return !o.all[a.object] && !s.all[b.object]
	}
	return (a.object == "" || a.object != b.object) && s.ofOtherSubject(o)
}

// HoldsNow reports whether a statement says by a word like "now" or "from now on" that something
// is otherwise than it was.
func (s Statement) HoldsNow() bool {
	c := s.altered.get(s.alteration)
	return len(c.topics)+len(c.names) > 0 && s.r.renewedIn(s.r.begin, len(s.r.ts))
}

// ofOtherKind is [Statement.OtherOne] of things, and not of what is done: Lena sings, Omar sings.
func (s Statement) ofOtherKind(o Statement) bool {
	verb := s.about().verb
	return slices.ContainsFunc(s.nouns(), func(t string) bool { return t != verb && s.modifiedApart(o, t) })
}

// newRule returns where a sentence that opens with "from now on", or calls what it says a rule
// from now on, says what is to be done, behind the verb of an order and a clause that says
// when; 0 where it opens otherwise.
func (r *reading) newRule() int {
	i := skip(r.ts, r.begin, beforeRule)
	if i+3 >= len(r.ts) || !r.sinceAt(i) || at(r.ts, i+2) != "on" {
		return 0
	}
	for i += 3; i < len(r.ts) && r.ts[i].mark; i++ {
	}
	if has(clauseOpeners, at(r.ts, i)) {
		for k := i + 2; k < len(r.ts); k++ {
			if orderAt(r.ts, k) && (r.ts[k-1].mark || has(determiners, at(r.ts, k+1))) {
				return k + 1 // before each dive take a lamp
			}
		}
	}
	if i = skip(r.ts, i, orderAdverbs, fillers); isBase(at(r.ts, i)) && !(has(nounlike, at(r.ts, i)) && isPlural(at(r.ts, i+1))) {
		return i + 1 // commit messages are none
	}
	return i
}

// saysToo reports whether a sentence says that what it tells holds beside what held before. Too slow
// is another too, and what something goes to as well had gone elsewhere.
func (r *reading) saysToo() bool {
	for i, t := range r.ts {
		if t.text == "also" || t.text == "additionally" || t.text == "too" && (i+1 == len(r.ts) || r.ts[i+1].mark) || r.asWell(i) && !r.anyOf(changing) {
			return true
		}
	}
	return false
}

// nounTerms returns the terms in ts[i:j] that do not stand for what is done.
func (r *reading) nounTerms(i, j int) (terms []string) {
	for k := i; k < j; k++ {
		if t := r.ts[k]; !has(rhythmic, t.text) && !r.ordersAt(k) && !r.namesNothing(k) && !r.inPassing(k) && (t.cap || has(environments, t.text) || !isVerbForm(t.text) && !r.governed(k)) {
			terms = append(terms, r.specific(k, k+1)...)
		}
	}
	return terms
}

// ordersAt reports whether an order begins a clause at ts[k], and says to what it is to be done.
func (r *reading) ordersAt(k int) bool {
	return (k == r.begin || k > 0 && r.ts[k-1].mark) && has(determiners, at(r.ts, k+1)) && orderAt(r.ts, k)
}

// namesNothing reports whether ts[k] is no thing that can be spoken of: a word for how many
// or whom, for which of several, a word of change, the title before a name, or the place
// of work that a longer name ends with.
func (r *reading) namesNothing(k int) bool {
	w, next := r.ts[k].text, at(r.ts, k+1)
	switch {
	case has(unnamed, w), has(quantifiers, w), has(everybodies, w), has(nobodies, w), has(bygone, w), has(currencies, w):
		return true
	case has(titles, w):
		return next != "" && !r.ts[k+1].mark && (r.ts[k+1].cap || nameOfItsOwn(next)) || next == "."
	}
	return r.runsAt(k) || k > 1 && r.ts[k-1].text == "-" && has(environments, w) || r.ofTime(k) || k > 0 && r.asWell(k-1)
}

// runsAt reports whether ts[k] says where something runs: six workers on prod.
func (r *reading) runsAt(k int) bool {
	return has(environments, at(r.ts, k)) && has(prepositions, at(r.ts, k-1))
}

// governed reports whether ts[k] stands where a verb does: behind its subject, "to" or
// an auxiliary.
func (r *reading) governed(k int) bool {
	before := at(r.ts, k-1) // "it's rails" has its verb
	return isSubject(before) || before == "to" && isBase(r.ts[k].text) || has(modals, before)
}

// redoes reports whether a statement gives another value of what older gives one of: another
// release of the same thing, or a value of the same measure beside much the same words. A day
// is one of many.
func (s Statement) redoes(o Statement) bool {
	for _, q := range s.given {
		if q.measure == ofVersion && !q.was && o.r.numberBy(q.unit, s.r) && !s.OtherOne(o) && !s.OfAnother(o) && !(len(o.Parts()) == 0 && s.ofOtherSubject(o)) {
			return true
		}
	}
	if !s.revalues(o) {
		return false
	}
	if s.OtherOne(o) || s.ofOtherThing(o) {
		return false
	}
	return slices.ContainsFunc(s.quantities, func(q valued) bool {
		return slices.ContainsFunc(o.quantities, func(p valued) bool {
			return q.redoes(p) && !q.namesMore(s, o) && !q.ofNarrower(p, o) && !q.ofOtherRange(p)
		})
	})
}

// redoes reports whether a value is another one of the measure of an older one, with half of
// the terms beside it, and two at least. Of dates, and of what happened once, there are many.
func (q valued) redoes(p valued) bool {
	if q.was || p.was || q.listed || p.listed || q.aim != p.aim || q.tense == pastOnce || p.tense == pastOnce || q.dates() || !q.measures(p.quantity) || q.same(p.quantity) {
		return false
	}
	n := 0
	for _, t := range q.near {
		if t != q.unit && !has(currencyStems, t) && slices.Contains(p.near, t) {
			n++
		}
	}
	return n >= 2 && 2*n >= min(len(q.near), len(p.near))
}

// isOtherwise reports whether a statement says of a thing by name that it is something
// else than older says it is: the font is one, the font is another; or that it has been made
// anew in something else than it is in.
func (s Statement) isOtherwise(o Statement) bool {
	return slices.ContainsFunc(s.cues().states(), func(n state) bool {
		return (n.ofAttribute() || n.link == remade || n.fresh) && slices.ContainsFunc(o.cues().states(), func(b state) bool { return n.recasts(b) })
	})
}

func (s state) recasts(o state) bool {
	if s.link == remade { // what it is in may be a language, or a town
		return o.link == "be in" && o.named && s.ofThe(o) && sameOwner(s.who, o.who) && !within(s.value, o.value)
	}
	if s.link == called && s.fresh { // the new dog is called Rex
		return o.link == called && sameSet(s.subject, o.subject) && !sharesTerm(s.value, o.value)
	}
	return s.link == o.link && len(s.subject) > 0 && sameSet(s.subject, o.subject) && sameOwner(s.who, o.who) && s.comparable(o) && o.ofAttribute() &&
		!within(s.value, o.value) && !within(o.value, s.value)
}

// leadsOther reports whether a term stands before the noun of a thing of which o does not speak: the state
// of Terraform, and who applies it, are two things of one name.
func (r *reading) leadsOther(term string, o Statement) bool {
	for k, t := range r.ts {
		next := at(r.ts, k+1)
		if specificTerm(t) != term || next == "" || r.ts[k+1].mark || r.ts[k+1].cap || isPlainlyFinite(next) && !has(bePresent, at(r.ts, k+2)) || has(openers, next) || has(prepositions, next) || isPast(next) {
			continue
		}
		if noun := specificTerm(r.ts[k+1]); noun != "" && !o.all[noun] {
			return true
		}
	}
	return false
}

// onlyAlong reports whether a sentence names a term, and only as who or what takes part in what it
// speaks of: a call with Omar, out for a run.
func (r *reading) onlyAlong(term string) bool {
	named := false
	for k, t := range r.ts {
		if specificTerm(t) != term {
			continue
		}
		named = true
		b := k - 1
		for b >= 0 && k-b <= 3 && !r.ts[b].mark && !has(prepositions, r.ts[b].text) && !isPlainlyFinite(r.ts[b].text) {
			b--
		}
		if !has(alongside, at(r.ts, b)) {
			return false
		}
	}
	return named
}

// numberBy reports whether a number that o, if there is one, does not have stands right beside a term: the
// release of a thing has many forms, and most are no value by themselves.
func (r *reading) numberBy(term string, o *reading) bool {
	for k, t := range r.ts {
		if startsDigit(t.text) && (specificTerm(token{text: at(r.ts, k-1)}) == term || specificTerm(token{text: at(r.ts, k-2)}) == term && !has(haveForms, at(r.ts, k-1)) && !has(atTimes, at(r.ts, k-1))) &&
			(o == nil || !slices.ContainsFunc(o.ts, func(u token) bool { return u.text == t.text })) {
			return true
		}
	}
	return false
}

var (
	// unnamed are words that stand where nouns do and name nothing.
	unnamed = set(`after many much more less several few some people folks somebody someone something anything nothing everything anymore again another
		today yesterday tomorrow tonight here there please same name names file files guy guys person man woman kid kids fellow`)
	environments = set(`prod production staging stg dev development test live`) // where something runs
	served       = set(`prod production staging stg`)                           // those that are called by one word alone

	// beforeRule are words before a rule that holds from now on.
	beforeRule = set(`ok so and also one another new rule rules`)
	// atTimes are words between a thing and a number that is no release of it.
	atTimes = set(`between before after until till by since for from in within during every under over below above around`)

	// alongside lead to who or what takes part in something, and is nothing that it is about.
	alongside = set(`with for by about per`)

	currencyStems = stemsOf(currencyWords)

	moves = set(`move switch migrate`)
	going = set(`went gone`)
)

// currencyWords name no thing that could be otherwise.
const currencyWords = `dollars dollar usd cad aud eur euro euros pounds gbp chf inr rupees yen bucks`
