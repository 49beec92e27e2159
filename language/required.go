package language

// required reports whether what should be so is said of one thing, and so belongs to
// what that thing is to be: "the lid should be round", "a tank needs to hold more".
// What must be so, what all of a kind should be, and what is expected of somebody,
// may well be a rule.
func (r *reading) required() bool {
	for i, t := range r.ts {
		if t.text == "requires" {
			from := r.clauseStart(i)
			return at(r.ts, from) == "the" && r.ofOneThing(from, i)
		}
		if !has(desired, t.text) {
			continue
		}
		if i > r.begin && r.ts[i-1].mark && r.ts[i-1].text != "`" && r.ts[i-1].text != ")" {
			return true // … should be like that: of what was named before
		}
		if t.text != "should" && t.text != "shouldn't" && at(r.ts, i+1) != "to" {
			continue
		}
		return r.ofOneThing(r.clauseStart(i), i)
	}
	return false
}

// ofOneThing reports whether the subject in ts[from:to] is one thing, or certain ones.
func (r *reading) ofOneThing(from, to int) bool {
	last := ""
	from = r.behindPlace(from, to)
	for k := from; k < to; k++ {
		switch w := cutContraction(r.ts[k].text); {
		case w == "you", w == "we", w == "they", w == "i", w == "nobody", w == "everyone", w == "everybody", has(quantifiers, w):
			return false
		case w == "the", w == "this", w == "`":
			return !has(boundNouns, at(r.ts, k+1))
		case has(prepositions, w):
			to = k
		default:
			last = w
		}
	}
	return last != "" && !isPlural(last)
}

// behindPlace returns where the subject in ts[from:to] begins behind words that say where
// it is: in the run command the order.
func (r *reading) behindPlace(from, to int) int {
	if !has(prepositions, at(r.ts, from)) {
		return from
	}
	for k := from + 3; k < to; k++ {
		if w := r.ts[k].text; (w == "the" || w == "this") && !has(prepositions, at(r.ts, k-1)) {
			return k
		}
	}
	return from
}

// clauseStart returns where the clause begins in which ts[i] stands.
func (r *reading) clauseStart(i int) int {
	from := i
	for from > r.begin && !(r.ts[from-1].mark && r.ts[from-1].text != "-" && r.ts[from-1].text != "`") {
		from--
	}
	return from
}

// saysYes reports whether the sentence answers yes to what has been asked.
func (r *reading) saysYes() bool {
	w := at(r.ts, 0)
	return w == "yes" || w == "yeah" || w == "yep" || w == "yup"
}

// atFile reports whether the sentence points at a file that is handed over with it:
// use @crane.svg.
func (r *reading) atFile() bool {
	return r.somewhere(0, func(i int) bool {
		start := r.ts[i].start
		if start == 0 || r.text[start-1] != '@' || start > 1 && r.text[start-2] != ' ' && r.text[start-2] != '`' {
			return false
		}
		for k := i; k < len(r.ts) && (k == i || glued(r.ts, k-1, k)); k++ {
			if r.fileAt(k) {
				return true // also @pump/crane.svg
			}
		}
		return false
	})
}

// fileAt reports whether the name of a file with its ending stands at ts[i:].
func (r *reading) fileAt(i int) bool {
	return i+2 < len(r.ts) && r.ts[i+1].text == "." && glued(r.ts, i, i+2)
}

// placesOne reports whether an order speaks of one certain thing: put the lamp in the
// top right, make sure the lid is on, use the same colour as there. When or for what
// that is done makes it a rule again.
func (r *reading) placesOne() bool {
	i := skip(r.ts, r.begin, orderAdverbs)
	next := at(r.ts, i+1)
	if at(r.ts, i) == "keep" && r.keepsKind(i+1) {
		return false
	}
	if r.atLine() || r.somewhere(0, r.offerAt) || phrase(r.ts, r.begin, "for", "some", "reason") || r.somewhere(i, func(k int) bool { return r.ts[k].text == "such" && anyOf(r.ts[k:min(k+4, len(r.ts))], oversights) }) {
		return true
	}
	if r.thenOrders(i) && !r.has(standing|constant) || r.changesFile(i) && !r.ofAny() || !r.has(negation) && r.forOne(i) {
		return true
	}
	if r.hasAny("when", "whenever", "before", "after", "for", "every", "each", "all", "any") || r.has(recurring|negation) {
		return false
	}
	switch at(r.ts, i) {
	case "put":
		return next == "the"
	case "limit":
		return next == "your" && r.somewhere(i+2, func(k int) bool { return r.ts[k].text == "to" && (r.fileAt(k+1) || at(r.ts, k+1) == "`") })
	case "use", "keep":
		return next == "same" || next == "the" && at(r.ts, i+2) == "same"
	case "make", "be": // sure
		k := i + 2
		if at(r.ts, k) == "that" {
			k++
		}
		return at(r.ts, k) == "`" || at(r.ts, k) == `"` || r.hasAny("can") && !r.hasAny("you", "we") || at(r.ts, k) == "the" && !has(boundNouns, at(r.ts, k+1))
	}
	return false
}

// wantedByOther reports whether a sentence says how somebody beside the speaker wants all of a
// kind, and so binds who works on it: Ruth would like all dates in ISO, the client wants every
// page to work offline, our lawyer wants no names in the exports.
func (r *reading) wantedByOther() bool {
	i := r.begin
	if w := at(r.ts, i); w == "the" || w == "our" || w == "my" {
		i++
	} else if i >= len(r.ts) || !has(humans, w) && !has(departments, w) && (!r.ts[i].cap || StopWord(w)) {
		return false
	}
	from := i
	for i < len(r.ts) && i < from+longestStyle && wantLen(r.ts, i) == 0 {
		if r.ts[i].mark || isPronoun(r.ts[i].text) || has(prepositions, r.ts[i].text) || isHelper(r.ts[i].text) && r.ts[i].text != "would" {
			return false
		}
		i++
	}
	n := wantLen(r.ts, i)
	if i == from || n == 0 || r.asked() || r.datesIt() || !r.wishesOf(i-1, at(r.ts, i)) {
		return false
	}
	i += n
	all, k := at(r.ts, i), i+1
	for k < len(r.ts) && k <= i+longestStyle && !r.ts[k].mark && !has(prepositions, r.ts[k].text) && r.ts[k].text != "to" && !has(determiners, r.ts[k].text) && !isPronoun(r.ts[k].text) {
		k++
	}
	w, next := at(r.ts, k), at(r.ts, k+1)
	switch all {
	case "all", "every", "each":
		return k > i+1 && k+1 < len(r.ts) && (w == "to" && isBase(next) || has(wayLeads, w) && (!has(determiners, next) || next == "a" || next == "an") && !r.ts[k+1].mark)
	case "no":
		return k > i+1 && (w == "in" || w == "on") && r.workIn(k, len(r.ts))
	}
	return false
}

// wishesOf reports whether ts[i] is somebody who may want what the verb says, and no program that
// expects it.
func (r *reading) wishesOf(i int, verb string) bool {
	w := r.ts[i]
	program := has(foreseen, verb) && !w.cap && !isSomebody(w) && !has(departments, w.text) && !has(roleNouns, w.text)
	return !program
}

// wantLen returns the number of tokens at ts[i:] that say what somebody wants.
func wantLen(ts []token, i int) int {
	switch {
	case phrase(ts, i, "would", "like"), phrase(ts, i, "insists", "on"), phrase(ts, i, "insist", "on"), phrase(ts, i, "asks", "for"), phrase(ts, i, "would", "prefer"):
		return 2
	case has(wantsOf, at(ts, i)):
		return 1
	}
	return 0
}

var departments = set(`legal marketing sales support security ops finance compliance accounting qa design hr management purchasing logistics`)

// foreseen is what a program, too, does to what it is given.
var (
	wantsOf  = set(`wants want expects expect prefers prefer`)
	foreseen = set(`expects expect prefers prefer`)
)

var desired = set(`should shouldn't need needs has have`)

// takesNone reports whether the few words of a program say that it takes no such thing: key
// type is forbidden, field name is required.
func (r *reading) takesNone() bool {
	end := r.wordsEnd()
	return end-r.begin <= 5 && at(r.ts, end-2) == "is" && !r.anyOf(determiners) && !r.anyOf(prepositions) && !isGerund(at(r.ts, r.begin))
}

// isStep reports whether an order is the next thing to do: use the other driver first.
func (r *reading) isStep() bool {
	return at(r.ts, r.wordsEnd()-1) == "first" && !r.hasAny("when", "whenever", "if", "before", "any", "every", "each")
}

// ensuresAbility reports whether the listener is to see to it that something is able to do
// what it is made for: make sure the crane can turn.
func (r *reading) ensuresAbility() bool {
	i := skip(r.ts, r.begin, fillers, orderAdverbs)
	return (phrase(r.ts, i, "make", "sure") || at(r.ts, i) == "ensure") && r.hasAny("can") && !r.hasAny("you", "i", "we", "nobody", "no")
}
