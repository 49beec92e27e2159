package language

// carried reads what somebody has put elsewhere, called otherwise or made anew: "we
// moved the gateway to Oslo", "Ida has migrated our wiki from Ulm to Bonn", "we renamed
// the branch to trunk", "I rewrote the parser in Rust", "moved the demo to fridays". It says of the thing what is so
// now, as "the gateway was moved to Oslo" does.
func (r *reading) carried(from, to int) (s state, ok bool) {
	v := from
	for v < to && v-from < 4 && carrying[r.ts[v].text] == "" {
		v++
	}
	if v >= to || carrying[r.ts[v].text] == "" || !r.actsAt(from, v) && !(v == from && from == r.begin && isPast(r.ts[v].text) && ownNoun(at(r.ts, v+1))) {
		return s, false
	}
	s.link = carrying[r.ts[v].text]
	put := r.ts[v].text == "put"
	if put && !r.dated(from, to) {
		return s, false // it may be a habit: we put the keys into the bowl
	}
	leads := func(w string) bool {
		return w == "to" || w == "into" || w == "onto" || w == "in" && (s.link == remade || put)
	}
	end := v + 1
	for end < to && !leads(r.ts[end].text) && r.ts[end].text != "from" && (!r.ts[end].mark || r.ts[end].text == "-") {
		end++
	}
	s.all = s.link == placed && end == v+2 && r.ts[v+1].text == "everything"
	if !s.all && !s.of(r, v+1, end) {
		return s, false
	}
	away := end
	for end < to && !leads(r.ts[end].text) {
		end++
	}
	if at(r.ts, away) == "from" {
		s.left = valueTerms(r.ts, away+1, end)
	}
	value := end + 1
	end = r.valueEnd(value, to)
	s.changed, s.named = true, r.namedIn(min(value, to), end)
	s.value = valueTerms(r.ts, min(value, to), end)
	if port := r.portIn(value, end); port != nil && (s.link == placed || has(toOther, r.ts[v].text)) {
		s.link, s.value, s.named = placed, port, true
		return s, true
	}
	if s.onDays(r, value, end) {
		return s, true
	}
	return s, len(s.value) > 0 && r.wordsIn(value, end) <= 4 && (s.link == called || !r.tellsTime(value, end) || s.named && s.link == "be" && r.ts[value].cap && !namesDay(r.ts[value].text))
}

// onDays reads what was put on other days of the week, in ts[i:j].
func (s *state) onDays(r *reading, i, j int) bool {
	for j = min(j, len(r.ts)); j > i && r.ts[j-1].mark; j-- {
	}
	if !r.eachWeek(min(i, j), j) {
		return false
	}
	s.link, s.timed = "be on", true
	return true
}

// valueEnd returns where the value ends that begins at ts[i].
func (r *reading) valueEnd(i, to int) int {
	for i < to && !has(stateEnds, r.ts[i].text) && !has(prepositions, r.ts[i].text) && !has(passed, r.ts[i].text) {
		i++
	}
	return i
}

// behindHave returns where the verb stands from ts[i] on: behind "have" and adverbs.
func (r *reading) behindHave(i, to int) int {
	return skip(r.ts[:to], i, haveForms, beforeVerb)
}

// beforeHave returns where the subject of the verb at ts[v] ends: before "have" and adverbs.
func (r *reading) beforeHave(from, v int) int {
	for v > from && (has(haveForms, r.ts[v-1].text) || has(beforeVerb, r.ts[v-1].text)) {
		v--
	}
	return v
}

// acquired reads what somebody has in the place of another one: "I got a new phone, a
// Pixel 9".
func (r *reading) acquired(from, to int) (s state, ok bool) {
	v := r.behindHave(from+1, to)
	if at(r.ts, v-1) == "have" && at(r.ts, v) == "a" {
		v-- // I have a new dentist, Dr. Adler
	} else if has(toOther, at(r.ts, v)) && at(r.ts, v+1) == "to" && at(r.ts, v+2) == "a" {
		v++ // I changed to a new dentist, Dr. Adler
	} else if !has(getting, at(r.ts, v)) {
		return s, false
	}
	if w := cutContraction(at(r.ts, from)); w != "i" && w != "we" || at(r.ts, v+1) != "a" || at(r.ts, v+2) != "new" {
		return s, false
	}
	for k := v + 3; k < to; k++ {
		if has(givenBehind, r.ts[k].text) {
			to = k
		}
	}
	s.subject, s.who, s.link, s.changed = r.specific(v+3, to), "my", "be", true
	if cutContraction(at(r.ts, from)) == "we" {
		s.who = "our"
	}
	if m := at(r.ts, to); m == "in" && len(s.subject) == 1 && has(seats, s.subject[0]) {
		s.link = "be in" // a new office in Kassel
	} else if m != "," && m != ":" && m != "-" {
		return s, false
	}
	end := to + 1
	for end < len(r.ts) && !r.endsClause(end) && !has(prepositions, r.ts[end].text) {
		end++
	}
	s.named, s.value = r.namedIn(to+1, end) || s.byNumber(), valueTerms(r.ts, to+1, end)
	return s, len(s.subject) > 0 && len(s.value) > 0 && end-to <= 6
}

// byNumber reports whether a state tells under which number or address somebody is to be reached.
func (s state) byNumber() bool {
	return len(s.subject) > 0 && has(numbersOf, s.subject[len(s.subject)-1])
}

// tellsTime reports whether a day, a month, an hour or a date stands in ts[i:j].
func (r *reading) tellsTime(i, j int) bool {
	for k := i; k < j; k++ {
		if w := r.ts[k].text; namesDay(w) && !dayInLabel(r.ts, k) || startsDigit(w) && !(k > 1 && dayInLabel(r.ts, k-2)) || units[w] != noUnit {
			return true
		}
	}
	return false
}

// actsAt reports whether ts[from:v] is somebody who does something: the speaker, or
// a name, with nothing but "have" behind.
func (r *reading) actsAt(from, v int) bool {
	who := cutContraction(r.ts[from].text)
	if who != "i" && who != "we" && who != "they" && who != "somebody" && who != "someone" && !r.ts[from].cap {
		return false
	}
	for k := from + 1; k < v; k++ {
		if w := r.ts[k].text; !has(haveForms, w) && !has(beforeVerb, w) && !r.ts[k].cap {
			return false
		}
	}
	return true
}

// hired reads where somebody works from now on: "I started a new job at Kesper",
// "my sister got a position with the city".
func (r *reading) hired(from, to int) (s state, ok bool) {
	v := from
	for v < to && !has(starting, r.ts[v].text) {
		v++
	}
	job := v + 1
	for job < to && job-v < 5 && !has(posts, r.ts[job].text) {
		job++
	}
	end := r.beforeHave(from, v)
	if job >= to || job == v+1 || !has(posts, r.ts[job].text) || v == from || !s.of(r, from, end) && !hasTail(r.ts[from].text, "'ve") {
		return s, false
	}
	if p := at(r.ts, job+1); p != "at" && p != "with" && p != "for" {
		return s, false
	}
	if s.who == "" && len(s.subject) == 0 {
		s.who = cutContraction(r.ts[from].text)
	}
	end = r.valueEnd(job+2, to)
	s.link, s.changed = employed, true
	s.value = valueTerms(r.ts, job+2, end)
	return s, len(s.value) > 0 && end-job <= 6 && (end >= to || r.ts[end].text != "for")
}

// reportsTo reads who the speaker's boss is: I report to Dana now.
func (r *reading) reportsTo(from, to int) (s state, ok bool) {
	v := from + 1
	for v < to && has(beforeVerb, r.ts[v].text) {
		s.changed = s.changed || r.ts[v].text == "now"
		v++
	}
	if v+2 >= to || r.ts[v].text != "report" || r.ts[v+1].text != "to" || !r.ts[v+2].cap {
		return s, false
	}
	s.who, s.subject, s.link = map[string]string{"i": "my", "we": "our"}[r.ts[from].text], []string{termOf("boss")}, "be"
	return s.says(r, v+2, to)
}

// remade is the link of what was written anew: it is that of what a thing is made of.
const remade = "be write *"

// employed is the link of who has begun to work somewhere.
const employed = "work *"

var (
	carrying = formsOf(map[string]string{placed: `moved migrated relocated transferred shifted put`, called: `renamed`, "be": `changed raised lowered bumped upgraded updated switched set`, remade: `rewrote rewritten ported converted reimplemented`})
	getting  = set(`got bought have`)
	toOther  = set(`changed switched set`) // what is so changed has another number, and no higher one
	// givenBehind part what somebody has from which one it is.
	givenBehind = set(`, : in`)
	seats       = stemsOf(`office home house flat apartment headquarters hq studio workshop`)
	passed      = set(`last yesterday today over during`)
	starting    = set(`started got took accepted found begun`)
	posts       = set(`job position`)
)
