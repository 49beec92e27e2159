package language

// happening returns the index of the token that tells a past happening, -1 for
// none: a past form behind a subject ("we moved", "the build broke", "has been
// released"), or at the beginning without one ("Pushed a fix").
func happening(ts []token) int {
	for i, t := range ts {
		if t.mark || !isPast(t.text) {
			continue
		}
		if tellsPast(ts, i) {
			return i
		}
	}
	return -1
}

// tellsPast reports whether the past form at ts[i] tells what somebody or something has done or
// been, and not of which sort a thing is or what would be.
func tellsPast(ts []token, i int) bool {
	w, next := ts[i].text, at(ts, i+1)
	j := i - 1
	for j >= 0 && (has(beforeVerb, ts[j].text) || lastRune(ts[j].text) == 'y' && len(ts[j].text) > 4 && hasTail(ts[j].text, "ly")) {
		j--
	}
	prev := at(ts, j)
	switch w {
	case "was", "were":
		return isPast(next) || isGerund(next) || has(beforeVerb, next) && isPast(at(ts, i+2)) || has(lost, next)
	case "had", "did", "said", "thought", "felt":
		return w == "had" && (next == "a" || next == "an" || isPast(next) || next == "been") && prev != "if" && !has(conditionals, at(ts, j-1))
	}
	switch {
	case has(bothTenses, w):
		return pastOfBoth(ts, i, j)
	case has(haveForms, prev), prev == "been" && has(haveForms, at(ts, j-1)), prev == "got", prev == "was", prev == "were":
		return true
	case prev == "been", has(bePresent, prev), has(modals, prev), prev == "to", prev == "get", prev == "gets":
		return false
	case j < 0 || ts[j].mark:
		// no subject: Reviewed the …, Moved to …
		return (j < 0 || ts[j].text != "," && ts[j].text != "-") && (has(determiners, next) || has(afterPast, next) || i+1 < len(ts) && ts[i+1].cap)
	case has(conditionals, at(ts, j-1)) && isSubject(prev):
		return false // if we bought …
	case isSubject(prev):
		return true
	case isBase(prev) && (j == 0 && !has(nounlike, prev) || has(orderAdverbs, at(ts, j-1)) || isSubject(at(ts, j-1)) || has(modals, at(ts, j-1)) || at(ts, j-1) == "to" || at(ts, j-1) == "not" && has(modals, at(ts, j-2))):
		return false // never commit generated files
	case prev == "requires" || prev == "require" || keptAs(ts, j):
		return false // keep the imports sorted
	case has(determiners, prev), has(prepositions, prev), StopWord(prev):
		return false // the failed test, by automated checks
	case isRegularPast(w) && has(reducing, next):
		// rules written by …, data stored in …: told only with an object or a time
		return ts[j].cap && j > 0 || j == 0 || next == "to" || next == "with" || next == "on" || next == "from"
	case isRegularPast(w) && isNounPlace(ts, i):
		return false
	}
	return true
}

// keptAs reports whether the noun that ends with ts[j] is what somebody keeps in some way.
func keptAs(ts []token, j int) bool {
	for k := j - 1; k >= 0 && k >= j-4 && !ts[k].mark; k-- {
		if ts[k].text == "keep" {
			return true
		}
	}
	return false
}

// endsPast reports whether the clause that ts begins with ends with what happened: test
// timeout of 30 s exceeded.
func endsPast(ts []token) bool {
	end := 0
	for end < len(ts) && !ts[end].mark {
		end++
	}
	return end > 1 && isRegularPast(ts[end-1].text)
}

// pastOfBoth is [tellsPast] of a form at ts[i] that is one of the present, too, or of another
// verb; its subject ends with ts[j].
func pastOfBoth(ts []token, i, j int) bool {
	w, prev := ts[i].text, at(ts, j)
	switch {
	case has(haveForms, prev), prev == "he", prev == "she", prev == "it":
		return true
	case prev == "i":
		return w != "set" && w != "put" && w != "read" && w != "let" || toldOf(ts)
	case has(plurals, prev) && !has(conditionals, at(ts, j-1)):
		return has(seldomPresent, w) || toldOf(ts)
	}
	named := j >= 0 && ts[j].cap && !has(determiners, prev) && !StopWord(prev)
	return has(seldomPresent, w) && named && i+1 < len(ts) && !ts[i+1].mark
}

// toldOf reports whether words name a time that is over, or one in which something
// can have been, and nothing that is to come or comes again: "last week", "on
// Friday".
func toldOf(ts []token) bool {
	told := false
	for i, t := range ts {
		next := at(ts, i+1)
		switch {
		case has(modals, t.text) && !(t.text == "may" && has(monthLeads, at(ts, i-1))), t.text == "to" && isBase(next), has(toCome, t.text), t.text == "every", t.text == "each":
			return false
		case t.text == "ago", t.text == "yesterday", t.text == "last" && (has(periods, next) || has(calendarWords, next)):
			told = true
		case has(monthLeads, t.text) && has(calendarWords, next) && !hasTail(next, "days"):
			told = true
		}
	}
	return told
}

var (
	plurals       = set(`we they you`)
	monthLeads    = set(`in on`)
	dateLeads     = set(`on by in until from starting`) // to when something will be
	bothTenses    = set(`put set cut hit let read shut hurt cost quit beat bet burst cast spread upset reset found felled left lit bore saw`)
	seldomPresent = set(`found left saw felled`) // whose look is that of a past nearly always
	toCome        = set(`tomorrow tonight next until by soon`)
)

// isNounPlace reports whether a form in -ed stands as an adjective: another
// word and the verb of the sentence follow.
func isNounPlace(ts []token, i int) bool {
	for k := i + 1; k < len(ts) && k < i+4; k++ {
		if ts[k].mark || has(determiners, ts[k].text) || has(prepositions, ts[k].text) {
			return false
		}
		if w := ts[k].text; has(modals, w) || w == "is" || w == "are" || w == "need" || w == "needs" {
			return true
		}
	}
	return false
}

// narrates reports whether the sentence tells of something gone without a
// past happening in it: "was", "were", a time in the past.
func (r *reading) narrates() bool { return r.hasAny("was", "were", "ago", "yesterday") }

// progressivePlan reports whether the sentence speaks of the future in the
// present: "is attending … in April", "we fly next week".
func (r *reading) progressivePlan() bool {
	if r.past >= 0 {
		return false
	}
	progressive, future, dated := false, false, false
	for i, t := range r.ts {
		next, behind := at(r.ts, i+1), at(r.ts, i+2)
		switch {
		case has(bePresent, t.text) && (isGerund(next) || has(beforeVerb, next) && isGerund(behind)):
			progressive = true
		case t.text == "tomorrow", t.text == "tonight", t.text == "next" && has(periods, next), t.text == "in" && isNumber(next) && has(periods, behind):
			future = true
		case has(dateLeads, t.text) && (has(calendarWords, next) && !hasTail(next, "days") || next == "the" && startsDigit(behind) && !has(storeys, at(r.ts, i+3))), edgesTime(r.ts, i) && monthNames.has(behind) && !r.hasAny("was", "were"):
			dated = true
		}
	}
	return future || dated && !r.dayPast() || progressive && r.has(due)
}

// edgesTime reports whether ts[i:] is the end, the beginning or the middle of a span of the
// calendar, which no verb is: end of March, start of next week, mid-May.
func edgesTime(ts []token, i int) bool {
	next, behind := at(ts, i+1), at(ts, i+2)
	if at(ts, i) == "mid" {
		return next == "-" && monthNames.has(behind)
	}
	if next != "of" || !has(edges, at(ts, i)) {
		return false
	}
	if behind == "the" || behind == "next" || behind == "this" {
		behind = at(ts, i+3)
	}
	return monthNames.has(behind) || units[behind] >= days
}

var edges = set(`end start beginning middle`)

// hypothetical reports whether the sentence plays with what is not: if we
// bought …, what would happen if ….
func (r *reading) hypothetical() bool {
	if next := at(r.ts, 1); at(r.ts, 0) == "or" && (next == "we" || next == "i" || next == "maybe" || next == "perhaps" || next == "just" || next == "even" && at(r.ts, 2) != "if") {
		return true // or we build our own
	}
	would := r.hasAny("would", "could", "wouldn't", "we'd", "i'd", "they'd")
	if !would && !r.hasAny("imagine", "suppose", "hypothetically") {
		return false
	}
	for i, t := range r.ts {
		if has(conditionals, t.text) && isSubject(at(r.ts, i+1)) && isPast(at(r.ts, i+2)) && would {
			return true
		}
		if t.text == "if" && i+2 < len(r.ts) && isPast(at(r.ts, i+2)) && would {
			return true
		}
	}
	return phrase(r.ts, r.begin, "what", "would") || phrase(r.ts, r.begin, "suppose") || phrase(r.ts, r.begin, "imagine") || phrase(r.ts, r.begin, "hypothetically")
}

// nowChanged reports a "now" that sets what is against what was: "she now
// handles …", "it is 90 days now".
func (r *reading) nowChanged() bool {
	for i, t := range r.ts {
		if t.text != "now" || i == 0 || at(r.ts, i+1) == "-" && glued(r.ts, i, i+2) { // the now-empty shed
			continue
		}
		prev, next := at(r.ts, i-1), at(r.ts, i+1)
		switch {
		case prev == "from" || prev == "right" || prev == "for" || prev == "until" || prev == "by" || next == "on":
		case isThird(next), has(bePresent, prev) && prev != "i'm", (i+1 == len(r.ts) || r.ts[i+1].mark) && i >= 3 && !r.subjectIs("i"):
			return !r.imperative()
		}
	}
	return false
}

// saysWhatIs reports whether a sentence corrects nothing but says what a thing is
// or does now, or in which of two ways: "the printer now speaks IPv6", "the reader
// returns zero instead of an error". Of what we do it says how things are done here.
func (r *reading) saysWhatIs() bool {
	return !r.has(correction) && !r.notBut() && !r.subjectIs("we", "you", "everyone", "everybody", "nobody")
}

// countsAsOf reports whether a number is told as it is at a time: we have 40 boats as of today.
func (r *reading) countsAsOf() bool {
	return r.follows("as", "of") && r.somewhere(r.begin+1, func(i int) bool {
		return (has(bePresent, at(r.ts, i-1)) || has(haveForms, at(r.ts, i-1))) && startsDigit(r.ts[i].text)
	})
}

// notBut reports a denial with its replacement: "Tuesday, not Monday", "not X
// but Y".
func (r *reading) notBut() bool {
	for i, t := range r.ts {
		if n := at(r.ts, i+1); t.text != "not" || n == "just" || n == "only" {
			continue
		}
		if p := at(r.ts, i-1); i > 1 && (p == "," || p == "-" || p == "(") && i+1 < len(r.ts) && at(r.ts, i+1) != "sure" {
			return true
		}
		for k := i + 1; k < len(r.ts) && k < i+9; k++ {
			if r.ts[k].text == "but" && !isSubject(at(r.ts, k+1)) {
				return true
			}
		}
	}
	return false
}

// steps reports whether the sentence lists the steps of a process: arrows, or
// "first … then …", or a colon with three and more parts.
func (r *reading) steps() bool {
	arrows, commas, colon := 0, 0, -1
	then := false
	for i, t := range r.ts {
		switch t.text {
		case ">":
			arrows++
		case ":":
			colon = i
		case ",":
			if colon >= 0 {
				commas++
			}
		case "then":
			then = i > 0
		}
	}
	return arrows >= 2 || then && (r.hasAny("first", "before", "process") || colon >= 0) || colon >= 0 && (commas >= 2 || arrows > 0 || at(r.ts, r.begin) == "to") && orderAt(r.ts, colon+1)
}

// generic reports whether the sentence has a verb in the present.
func (r *reading) generic() bool {
	for _, t := range r.ts {
		if has(bePresent, t.text) || isThird(t.text) || isBase(t.text) || has(modals, t.text) {
			return true
		}
	}
	return false
}

// habit reports whether the sentence says in the present what someone or
// something does: a subject that is no pronoun, and a third person or a plural
// verb, and no progressive.
func (r *reading) habit() bool {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if r.ts[i].mark || r.ts[i].cap {
			continue
		}
		w, before, next := r.ts[i].text, at(r.ts, i-1), at(r.ts, i+1)
		plain := isPlainlyFinite(w) || has(determiners, next) || i+1 < len(r.ts) && r.ts[i+1].cap
		if isThird(w) && plain && w != "is" && w != "has" && !isSubject(before) {
			return !has(determiners, before) && !has(prepositions, before)
		}
		done := (w == "are" || w == "is") && isPast(next)
		if (done || w == "get" || w == "don't" || w == "doesn't") && !isGerund(next) {
			return !isSubject(before)
		}
	}
	return false
}

var (
	conditionals = set(`if when unless once whenever until before after in assuming`)
	prepositions = set(`of in on at by for with about into onto from to over under between through during without within per via as than`)
	afterPast    = set(`to by from with on in into it up out off down over all my our your his her their me us them and some two three several another about for via at back`)
	reducing     = set(`by in at under from with to on as via using for`)
	lost         = set(`down broken offline out late wrong unavailable slow born sick`)
	periods      = set(`second seconds minute minutes hour hours day days week weeks weekend weekends month months quarter quarters year years sprint decade
		monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december`)
)
