package language

import "slices"

// Asked is a question for a value, made ready: how many, how much, when, what
// is the budget. The zero value asks for none.
type Asked struct {
	terms    map[string]bool // what it speaks of
	names    map[string]bool // and by which names
	gives    []valued        // the values that it gives itself: after 15 problems
	modifier map[string]string
	of       facet // the kind of money or date that it asks for
	measures map[measure]bool
	units    map[string]bool // of what is counted; none when any will do
}

// NewAsked reads a question, the first 4 KiB of it. ok is false where it asks
// for no value (why, who, where, how to do something), or not for the one that
// holds now: what was first, what lies between two, what had been by then.
func NewAsked(question string) (a Asked, ok bool) {
	r := newReading(question)
	a = Asked{terms: map[string]bool{}, names: map[string]bool{}, measures: map[measure]bool{}, units: map[string]bool{}}
	for i := range r.ts {
		if ok = r.wants(&a, i); ok {
			break
		}
	}
	if !ok || r.ofHistory() {
		return Asked{}, false
	}
	for _, q := range quantities(r.ts) {
		if q.measure != ofPace { // "each night" says of what, as "nightly" does, and not how often
			a.gives = append(a.gives, valued{quantity: q})
		}
	}
	for _, t := range r.specific(0, len(r.ts)) {
		if !has(askingStems, t) {
			a.terms[t] = true
		}
	}
	a.modifier = r.modifiers()
	for i, t := range r.ts {
		a.of |= facetWords[t.text]
		if w := cutContraction(cutPossessive(t.text)); t.cap && i > 0 && !has(openers, w) && a.terms[termOf(w)] {
			a.names[termOf(w)] = true
		}
	}
	return a, len(a.terms) > 0
}

// wants reads what value the words at ts[i:] ask for.
func (r *reading) wants(a *Asked, i int) bool {
	w, next := cutContraction(r.ts[i].text), at(r.ts, i+1)
	switch {
	case w == "how" && next == "many":
		a.measures[ofCount] = true
		for k := i + 2; k < len(r.ts); k++ {
			if k >= i+2+countedWithin && r.ts[k-1].text != "as" { // how many of them have I hired as editors
				continue
			}
			if t := termOf(r.ts[k].text); t != "" {
				a.units[t] = true
			}
		}
	case w == "how" && next == "much":
		a.measures[ofMoney], a.measures[ofShare], a.measures[ofCount] = true, true, true
	case w == "how" && next == "long":
		a.measures[ofCount], a.measures[ofDate] = true, true
		for u := range inMinutes {
			a.units[u] = true
		}
	case w == "when" && isHelper(next) && next != "did" && next != "was" && next != "were": // what happened then happened then
		a.measures[ofDate], a.measures[ofDay] = true, true
	case w == "what" || w == "which" || w == "what's":
		return r.wantsWhat(a, i)
	default:
		return false
	}
	return true
}

// wantsWhat reads what value "what …" and "which …" ask for. Where no word says
// of which measure it is, any but a date will do.
func (r *reading) wantsWhat(a *Asked, i int) bool {
	next := at(r.ts, i+1)
	if isHelper(next) && next != "is" && r.somewhere(i+2, func(k int) bool { return k < i+2+longestSubject && r.ts[k].text == "cost" }) {
		a.measures[ofMoney] = true // what may it cost
		return true
	}
	if next != "is" && r.ts[i].text != "what's" && (next == "" || r.ts[i+1].mark || isFinite(next) || isSubject(next)) {
		return false // what should I, what are
	}
	_, to := r.clauseAround(i, i+1)
	for k := i + 1; k < to; k++ {
		w := r.ts[k].text
		switch of := facetWords[w]; {
		case has(dayNouns, w) || of&dateFacets != 0:
			a.measures[ofDate], a.measures[ofDay] = true, true
		case has(shareNouns, w):
			a.measures[ofShare], a.measures[ofCount] = true, true
		case of&moneyFacets != 0:
			a.measures[ofMoney] = true
		default:
			continue
		}
		return true
	}
	a.measures[ofMoney], a.measures[ofShare], a.measures[ofCount] = true, true, true
	return true
}

// countedWithin is how many words after "how many" may name what is counted.
const countedWithin = 4

// Renewed reports whether, to who asks, newer gives another value of what older
// gives one of. It is said of what is told already which of two is the later:
// so it asks less of the words than [Relate], which ends a statement for good.
func (a Asked) Renewed(newer, older Statement) bool {
	newer.read()
	older.read()
	if a.elsewhere(newer, older) {
		return false
	}
	apart, both, one, other := newer.apart(older), 0, 0, 0
	for t := range a.terms {
		n, o := newer.all[t], older.all[t]
		if n && o {
			both++
		}
		if n {
			one++
		}
		if o {
			other++
		}
	}
	if 2*one < other {
		return false
	}
	for _, q := range newer.quantities {
		if !q.was && !q.listed && (q.changed || !apart) && a.asksFor(q) && a.renews(q, older, both) {
			return true
		}
	}
	return false
}

// elsewhere reports whether newer leaves out a name of the question that older
// has, and has others, or a value of it that older gives.
func (a Asked) elsewhere(newer, older Statement) bool {
	for _, v := range a.gives {
		if older.gives(v) && !newer.gives(v) {
			return true
		}
	}
	for t, m := range a.modifier { // the math test, and not another test
		if other := newer.modifiers()[t]; tells(m) && other != "" && other != m && older.all[m] && !newer.all[m] && a.terms[t] && a.terms[m] {
			return true
		}
	}
	for n := range a.names {
		if older.all[n] && !newer.all[n] && newer.namesMore(older) {
			return true
		}
	}
	return false
}

// asksFor reports whether a value is of a measure that is asked for, and of the
// kind, where it has one.
func (a Asked) asksFor(q valued) bool {
	kinds := q.kinds()
	if a.of&kinds != 0 && a.of&q.of == 0 && (q.of&kinds != 0 || !q.changed) && q.measure != ofCount && q.measure != ofShare {
		return false
	}
	return a.measures[q.measure] && (q.measure != ofCount || len(a.units) == 0 || q.unit == "" || a.units[q.unit])
}

// renews reports whether q is another value than one of older's. Both statements
// share so many terms of the question, and each value must have one beside it.
func (a Asked) renews(q valued, older Statement, both int) bool {
	if older.gives(q) || both < min(2, len(a.terms)) || !a.near(q) && !q.moved {
		return false
	}
	for _, p := range older.quantities {
		alike := q.unit == "" || p.unit == "" || a.units[q.unit] && a.units[p.unit]
		counts := q.measures(p.quantity) || q.measure == ofCount && p.measure == ofCount && alike
		if counts && !p.was && !p.listed && p.aim == q.aim && a.asksFor(p) && a.near(p) && !q.same(p.quantity) && !q.unlike(p) {
			return true
		}
	}
	return false
}

// near reports whether a word of the question stands beside a value.
func (a Asked) near(q valued) bool {
	return slices.ContainsFunc(q.near, func(t string) bool { return a.terms[t] })
}

// ofHistory are words of a question that asks how things came to be, or what
// they are beside each other, and not how they are.
func (r *reading) ofHistory() bool {
	for i, t := range r.ts {
		if has(historyWords, t.text) || has(historyVerbs, t.text) && r.measuresChange() || phrase(r.ts, i, "by", "the", "time") || t.text == "did" && has(tellingWords, at(r.ts, i+2)) {
			return true
		}
	}
	return false
}

// measuresChange reports whether a question asks by how much.
func (r *reading) measuresChange() bool {
	return r.somewhere(0, func(i int) bool { return r.ts[i].text == "how" && at(r.ts, i+1) != "many" })
}

var (
	dayNouns     = set(`time date day weekday`)
	shareNouns   = set(`percentage percent rate share score accuracy coverage`)
	historyWords = set(`between first before earlier earliest initially originally original initial previous previously former formerly had across compare compared comparison
		difference differ faster slower longer shorter more less fewer than ago order sequence history combined altogether together`)
	historyVerbs = set(`improve improved change changed increase increased decrease decreased grow grown drop dropped rise risen fall fallen`)
	askingStems  = stemsOf(`many much most total recently`)
	tellingWords = set(`mention say tell describe discuss bring`)
)
