package language

// planned settles whether a sentence tells a plan: what somebody wants of a thing is asked of
// it, whatever is done, what will be else is why something is so, and a day of what was is
// none that lies ahead.
func (r *reading) planned(c Cues) Cues {
	if c.Plan && !r.will && r.wantsThing() {
		c.Plan, c.Wanted = false, true
	}
	if k := r.elseAt(); c.Plan && k > 0 && !newTokens(r.text[:r.ts[k].start]).withCues().plansAhead() {
		c.Plan, c.Cause = false, true
	}
	c.Event = c.Event || r.past < 0 && !c.Plan && r.dayPast() && !r.asks()
	return c
}

// plansAhead reports whether a cue of what lies ahead is in a sentence.
func (r *reading) plansAhead() bool { return r.has(plan|due) || r.will }

// wantsThing reports whether somebody wants a thing and not to do one, and nothing else is
// planned: the chandler wants brass, Odile wants the deck to be grey.
func (r *reading) wantsThing() bool {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if r.ts[i].text != "wants" || i+1 >= len(r.ts) || r.ts[i+1].mark && r.ts[i+1].text != "`" {
			continue
		}
		next := at(r.ts, i+1)
		return next != "to" && next != "in" && next != "out" && (cuePhrases.find(r.ts[:i], r.begin)|cuePhrases.find(r.ts[i+1:], 0))&(plan|due) == 0
	}
	return false
}

// movesToDay reports whether ts[i:] says within two words that what stands before it is put off
// or brought forward to a day or an hour: moves to May 9, meeting got pushed to Monday.
func movesToDay(ts []token, i int) bool {
	for k := i; k < i+2 && k < len(ts) && !ts[k].mark; k++ {
		v := k
		for has(bePresent, at(ts, v)) || has(gettingMoved, at(ts, v)) {
			v++
		}
		if !has(movesItself, at(ts, v)) && (v == k || !has(puttingOff, at(ts, v)) && !has(shifting, at(ts, v))) {
			continue
		}
		to := skip(ts, v+1, putTowards)
		day := skip(ts, to+1, articles)
		return has(leading, at(ts, to)) && at(ts, to) != "for" && (has(calendarWords, at(ts, day)) || namesDay(at(ts, day)) || startsDigit(at(ts, day)) || at(ts, day) == "next")
	}
	return false
}

// dayPast reports whether the days of a sentence without a happening are those of what was:
// the trip on Friday was a mess; the lock leaks, went back to the old one on Friday.
func (r *reading) dayPast() bool {
	past := false
	for i, t := range r.ts {
		next := at(r.ts, i+1)
		if !has(dateLeads, t.text) || !(has(calendarWords, next) && !hasTail(next, "days")) && !(next == "the" && startsDigit(at(r.ts, i+2))) {
			continue
		}
		if past = r.wasAt(i); !past {
			return false
		}
	}
	return past
}

// wasAt reports whether the clause of ts[i] has a verb of the past. A plan that was to be
// carried out is none.
func (r *reading) wasAt(i int) bool {
	from, to := stretchAround(r.ts, i)
	from, to = max(from, i-mostBetween), min(to, i+mostBetween)
	for k := from; k < to; k++ {
		switch w := r.ts[k].text; {
		case w == "was", w == "were":
			return at(r.ts, k+1) != "to"
		case w == "did", isPast(w) && tellsPast(r.ts[from:to], k-from):
			return true
		}
	}
	return false
}

// NowAndPlanned returns the two clauses of a sentence of which the first tells what is so
// now, otherwise than before, and the second, of another thing, what is planned: the mast is
// now of ash, the old one gets burnt on Friday. ok is false where there are none.
func NowAndPlanned(sentence string) (now, planned Span, ok bool) {
	r := newTokens(sentence)
	if !r.hasAny("now") {
		return now, planned, false
	}
	for i := r.begin + leastSaid; i+leastSaid < len(r.ts); i++ {
		k := i
		switch w := r.ts[i].text; {
		case r.ts[i].mark && (w == "," || w == ";"):
			if k++; at(r.ts, k) == "and" || at(r.ts, k) == "but" {
				k++
			}
		case w == "and", w == "but":
			k++
		default:
			continue
		}
		if w := at(r.ts, k); isPronoun(w) && w != "we" && w != "i" || !r.opensClause(k) {
			continue
		}
		a, b := sentence[:r.ts[i-1].end], sentence[r.ts[k].start:]
		if newReading(a).nowChanged() && !handCues(a).Plan && handCues(b).Plan && !newReading(b).nowChanged() {
			return Span{Start: 0, End: len(a)}, Span{Start: r.ts[k].start, End: len(sentence)}, true
		}
	}
	return now, planned, false
}

var (
	movesItself  = set(`moves shifts slips slides goes jumps moved shifted slipped slid jumped`)
	gettingMoved = set(`got gets was been has`)
	putTowards   = set(`out back forward up on`)
)

// Undertakes reports whether a sentence says what its speaker does next: I'll use a web search.
// Of an agent that is work under way, and nothing that anybody has decided.
func Undertakes(s string) bool {
	r := newTokens(cutSentence(s))
	return r.somewhere(r.begin, func(i int) bool {
		switch r.ts[i].text {
		case "i'll":
			return true
		case "i":
			return at(r.ts, i+1) == "will" || at(r.ts, i+1) == "now" && at(r.ts, i+2) == "will"
		case "i'm":
			return at(r.ts, i+1) == "going" && at(r.ts, i+2) == "to"
		case "let":
			return at(r.ts, i+1) == "me"
		}
		return false
	})
}
