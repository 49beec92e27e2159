package language

// habit is what somebody says to do no more: I quit smoking, we stopped buying ink.
type habit struct {
	who  string   // i, we, or a name
	verb string   // the term of what is done
	of   []string // terms of what it is done with or to
}

// givenUp returns the habit that a statement says to be over. Who stopped drinking coffee after six, or for
// a month, still drinks coffee.
func (s *statement) givenUp() (h habit, ok bool) {
	r := s.r
	i := skip(r.ts, r.begin, fillers)
	if h.who = r.doerAt(i); h.who == "" {
		return h, false
	}
	i = skip(r.ts, i+1, beforeVerb, haveForms)
	switch w := at(r.ts, i); {
	case w == "quit", w == "stopped":
		i++
	case (w == "gave" || w == "given") && at(r.ts, i+1) == "up":
		i += 2
	default:
		return h, false
	}
	if !isGerund(at(r.ts, i)) || r.asked() {
		return h, false
	}
	h.verb = termOf(r.ts[i].text)
	end := i + 1
	for end < len(r.ts) && !r.closesAt(end) && !has(passed, at(r.ts, end)) && !(at(r.ts, end) == "in" && monthNames.has(at(r.ts, end+1))) {
		if has(prepositions, r.ts[end].text) || r.ts[end].text == "when" || r.ts[end].text == "while" {
			return h, false
		}
		end++
	}
	h.of = valueTerms(r.ts, i+1, end)
	return h, !r.ofHours(end)
}

// ofHours reports whether ts[i:] says at which hours, or on which days, something is done: after 6 pm, on
// weekdays.
func (r *reading) ofHours(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	return (w == "after" || w == "before") && (startsDigit(next) || isNumber(next) || has(mealsAndNight, next)) || w == "at" && has(mealsAndNight, next) || w == "on" && (weekdays.has(next) || next == "weekends" || next == "weekdays")
}

// breaksOff reports whether a statement says that a habit is over of which older tells as of one that lasts.
func (s Statement) breaksOff(older Statement) bool {
	h, ok := s.givenUp()
	if !ok {
		return false
	}
	o := older.r
	v := skip(o.ts, o.begin+1, beforeVerb)
	return h.who == o.doerOf() && v < len(o.ts) && !isPast(o.ts[v].text) && termOf(o.ts[v].text) == h.verb && !o.asked() && within(h.of, o.termsBehind(v))
}

var mealsAndNight = set(`noon midnight lunch dinner breakfast dark work bedtime night bed`)
