package language

// Mended returns the part of a reply that tells what was wrong and behind it what was
// changed, in neighbouring sentences: "The form wrote to an address that is gone. It goes
// to the shop's now." spans are the sentences that its speaker wrote. What is guessed or
// planned mends nothing, and what was changed says nothing of why.
func Mended(reply string, spans []Span) (Span, bool) {
	var before []int // the sentences just before that tell what was wrong
	for i, sp := range spans[:min(len(spans), mostBeforeMend)] {
		r := repairOf(reply[sp.Start:sp.End])
		if r.mends && (r.wrong || len(before) > 0) {
			from, until := i, i
			if len(before) > 0 {
				from = before[max(0, len(before)-mostWrong)]
			}
			for k := i + 1; k < len(spans) && k-from < longestMend; k++ {
				if next := repairOf(reply[spans[k].Start:spans[k].End]); !next.mends {
					break
				}
				until = k
			}
			return Span{Start: spans[from].Start, End: spans[until].End}, true
		}
		switch {
		case r.heads:
		case r.wrong && !r.mends:
			before = append(before, i)
		default:
			before = nil
		}
	}
	return Span{}, false
}

const (
	mostBeforeMend = 12 // sentences of a reply that are looked at
	mostWrong      = 2  // sentences that tell what was wrong
	longestMend    = 4  // sentences, with those that tell what was changed
	fewestTold     = 5  // tokens of a clause that tells something, whatever its verb
)

// repair is what a sentence of a reply tells of something that did not work.
type repair struct {
	wrong bool // what is or was so, before what was changed
	mends bool // what was changed
	heads bool // neither: a heading
}

// repairOf reads one sentence of a reply; what is guessed, planned or asked tells nothing.
func repairOf(sentence string) (s repair) {
	sentence = cutSentence(sentence)
	if act := ActOf(sentence); looksLikeCode(sentence) || act.Machine || act.Thanks || act.Ask {
		return repair{}
	}
	r := newReading(sentence)
	if r.has(hedged|plan) || r.hypothetical() || r.anyOf(guessing) {
		return repair{}
	}
	s.heads = !r.says() && at(r.ts, len(r.ts)-1) != "."
	for from, to := range r.clauses() {
		switch {
		case r.mends(from, to):
			s.mends = true
		case !s.mends && r.tellsState(from, to):
			s.wrong = true
		}
	}
	return s
}

// mends reports whether the clause ts[from:to] tells of a change: that who speaks has
// made ("I moved it", "Corrected the probe"), or that something is or does now.
func (r *reading) mends(from, to int) bool {
	from = skip(r.ts, from, concluding)
	if from >= to || r.well(from, to) {
		return false
	}
	switch w := r.ts[from].text; w {
	case "i", "i've", "we've":
		return r.hasChanged(from, to)
	case "we":
		if at(r.ts, from+1) == "have" {
			return r.hasChanged(from, to)
		}
	default:
		if from == r.begin && r.opensChanged() {
			return true
		}
	}
	return !r.speaksTo(from, to) && r.newlyIn(from, to)
}

// hasChanged reports whether who speaks, at ts[from], tells what they have done or do: I've
// raised it, I call flush first.
func (r *reading) hasChanged(from, to int) bool {
	k := from + 1
	for k < to && (has(beforeVerb, r.ts[k].text) || r.ts[k].text == "have") {
		k++
	}
	if k >= to || r.ts[k].mark || at(r.ts, len(r.ts)-1) == ":" || has(auxiliaries, r.ts[k].text) || has(looking, stems.term(r.ts[k].text)) {
		return false
	}
	verb := r.ts[k].text
	return isPast(verb) || isBase(verb) || k+1 < to && !r.ts[k+1].mark && !StopWord(verb) && !isGerund(verb) && !hasTail(verb, "ly")
}

// opensChanged reports whether the sentence begins with what was done, without saying by whom:
// "Raised it to 25 MB". What is written like that and may be an order ("Set the clock") or
// the name of something ("Raised Beds: …") tells nothing.
func (r *reading) opensChanged() bool {
	w, next := r.ts[r.begin].text, at(r.ts, r.begin+1)
	if !isPast(w) || isBase(w) || has(auxiliaries, w) || has(looking, stems.term(w)) || isNounPlace(r.ts, r.begin) || at(r.ts, len(r.ts)-1) == ":" {
		return false
	}
	return has(determiners, next) || has(afterPast, next) || next == "`" || startsDigit(next) ||
		next != "" && !r.hasAny(":") && !r.ts[r.begin+1].mark && !r.ts[r.begin+1].cap && at(r.ts, len(r.ts)-1) == "." && !has(reducing, next)
}

// speaksTo reports whether the clause ts[from:to] speaks of who listens.
func (r *reading) speaksTo(from, to int) bool {
	for i := from; i < to; i++ {
		if w := cutContraction(r.ts[i].text); w == "you" || w == "your" || w == "let" && i == from {
			return true
		}
	}
	return false
}

// newlyIn reports whether the clause ts[from:to] says that something is so now and was
// not: it now skips, are let through now, no longer reads, has been raised.
func (r *reading) newlyIn(from, to int) bool {
	for i := from + 1; i < to; i++ {
		before, next := r.ts[i-1].text, at(r.ts, i+1)
		switch w := r.ts[i].text; {
		case w == "now":
			return before != "right" && before != "for" && before != "until" && before != "by" && next != "that"
		case w == "longer" && before == "no":
			return !has(relatives, at(r.ts, i-2))
		case w == "been" && has(haveForms, before) && i+1 < to && isPast(next):
			return has(certain, r.ts[from].text) || r.ts[from].text == "it" || r.ts[from].text == "they"
		}
	}
	return false
}

// tellsState reports whether the clause ts[from:to] says how something is or was, and
// not what who speaks or hears has done or shall do.
func (r *reading) tellsState(from, to int) bool {
	w := cutContraction(at(r.ts, from))
	if from >= to || w == "i" || w == "let" || r.sendsOff(from, to) || r.well(from, to) || r.imperative() && r.finiteIn(from, to) < 0 && !isPast(at(r.ts, from+1)) {
		return false
	}
	return w != at(r.ts, from) || r.finiteIn(from, to) >= 0 || to-from >= fewestTold && (to == len(r.ts) || r.ts[to].mark) && at(r.ts, len(r.ts)-1) == "."
}

// sendsOff reports whether the clause ts[from:to] speaks of what who listens may, should or
// wants to do or has done, and not of what goes on in what is theirs: you read the file
// twice, your pump runs dry.
func (r *reading) sendsOff(from, to int) bool {
	for i := from; i < to; i++ {
		w := r.ts[i].text
		if cutContraction(w) != "you" {
			continue
		}
		verb := at(r.ts, skip(r.ts, skip(r.ts, i+1, beforeVerb), denials))
		if w == "you're" && isGerund(verb) {
			continue
		}
		if w != "you" || !isBase(verb) || has(looking, stems.term(verb)) {
			return true
		}
	}
	return false
}

// well reports whether the clause ts[from:to] only says that something works.
func (r *reading) well(from, to int) bool {
	for i := from; i < to; i++ {
		if next := at(r.ts, i+1); has(goingWell, r.ts[i].text) && (i+1 == to || r.ts[i+1].mark || has(deictic, next) || next == "for" || next == "on") {
			return true
		}
	}
	return false
}

// NotMended reports whether a prompt begins by refusing what was done, or says that what
// was to be mended goes wrong as before: "still fails", "that didn't help", "same error".
func NotMended(prompt string) bool {
	if Refuses(prompt) {
		return true
	}
	r := newTokens(headOf(prompt, bareWithin))
	i := r.begin
	if r.dontAt(i) {
		return false
	}
	for k := i; k < len(r.ts) && k < i+shortSubject && !(r.ts[k].mark && k > i); k++ {
		next := at(r.ts, k+1)
		switch w := r.ts[k].text; {
		case w == "still":
			return has(troubles, next) || has(meeting, next) || has(denials, next) || next == "there" || next == "the" && at(r.ts, k+2) == "same" || hasTail(next, "n't") || stems.term(next) == "happen"
		case w == "same":
			return has(troubles, next) || k == i && len(r.ts) <= shortSubject
		case has(denials, w) || hasTail(w, "n't"):
			return has(helping, stems.term(next))
		}
	}
	return false
}

// StillDoes returns the term of what a prompt begins by saying that something does as before: "hm it
// still freezes on the second page", "the page freezes again". "" where it says nothing of the kind.
// What it names need be no word for trouble: who asks holds it against what was reported.
func StillDoes(prompt string) string {
	r := newTokens(headOf(prompt, bareWithin))
	for k := r.begin; k < len(r.ts) && k < r.begin+longestSubject; k++ {
		w := r.ts[k].text
		if before := at(r.ts, k-1); k > r.begin && (before == "still" || at(r.ts, k+1) == "again" && !has(determiners, before) && !has(prepositions, before) && !orderAt(r.ts, r.begin)) {
			if !r.ts[k].mark && !has(statives, w) && (has(troubles, w) || hasTail(w, "ing") || hasTail(w, "s")) {
				return termOf(w)
			}
		}
	}
	return ""
}

var (
	// statives are what stays as it is without anything going wrong: it still needs a test.
	statives = set(`needs has wants means says looks seems takes is works remains keeps lacks misses working running waiting looking thinking missing going trying`)
	helping  = stemsOf(`work help fix change solve`)
	// goingWell are words of what works, by which a reply says that it is done.
	goingWell = set(`works working fixed green pass passes passing done resolved solved fine ready`)
	// looking are the stems of what somebody does who changes nothing.
	looking = stemsOf(`look check see find test try run think guess suspect believe know read notice measure push commit open ask assume verify confirm reproduce doubt leave need want hope
		understand recommend suggest appreciate agree mean like love prefer get remember`)
	// guessing are words of who does not know, beside those of [hedged].
	guessing = set(`suspect suspects guess assume could`)
)
