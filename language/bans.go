package language

import "slices"

// bans reports whether a sentence without a verb says what there is not to be: "no
// default exports", "no TODOs without a ticket". What there is none of just now, what
// is found out, and what nobody writes are none: "no new warnings", "no idea". Under a
// topic the name of a kind is enough: "CSS: no inline styles".
func (r *reading) bans(underTopic bool) bool {
	end := r.wordsEnd()
	ever := at(r.ts, end-1) == "ever" // no globals, ever: what there is none of by now is not told so
	if ever {
		end--
		if at(r.ts, end-1) == "," {
			end--
		}
	}
	if at(r.ts, r.begin) != "no" || end-r.begin < 2 || end-r.begin > mostPointing || r.hasVerb(end) || r.anyOf(troubles) {
		return false
	}
	polite := ever || r.hasAny("please")
	if (polite || underTopic) && r.constructAt(r.begin+1, end) {
		return true
	}
	head, ofWork, bound := end, underTopic || ever, false
	for i := r.begin + 1; i < end && !bound; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case has(foundOut, stem(w)), has(inDisorder, w), w == ":", w == "?", hasTail(w, "ing") && i == r.begin+1, hasTail(w, "ed") && i > r.begin+1 && head == end && at(r.ts, i-1) != "-":
			return false // no module named crates
		case w == "without" || w == "unless" || next == "than" && hasTail(w, "er") && startsDigit(at(r.ts, i+2)):
			head, ofWork, bound = min(head, i), true, true
		case has(prepositions, w):
			if has(determiners, next) && !polite {
				return false // no comments on the draft, in any file: so it was found
			}
			ofWork = ofWork || polite && head == end && (isPlural(next) || has(determiners, next) && isPlural(at(r.ts, i+2)))
			head = min(head, i)
		case has(determiners, w) && !has(quantifiers, w) && !has(prepositions, at(r.ts, i-1)):
			return false
		}
		ofWork = ofWork || has(crafts, w) || has(workPieces, stem(w))
	}
	for k := r.begin + 1; k < head; k++ {
		if has(comparing, r.ts[k].text) && head == end {
			return false // no more, no other, no new
		}
	}
	ofWork = ofWork || polite && head == end && isPlural(r.ts[end-1].text) && (end > r.begin+2 || !has(momentary, r.ts[end-1].text))
	return ofWork && head > r.begin+1 && (head > r.begin+2 || head < end || underTopic || polite) && (isPlural(r.ts[head-1].text) || head < end)
}

// bansSeveral reports whether a sentence is a list of what there is not to be, of which one
// is such a wish by itself, or tells who somebody is: no default exports, no any; no faces no
// birthdays.
func (r *reading) bansSeveral() bool {
	if r.anyOf(troubles) || r.hasVerb(len(r.ts)) || r.anyOf(loudMarks) {
		return false
	}
	parts, banned, constructs := 0, false, true // whether all of them are
	end := r.wordsEnd()
	for i := r.begin; i < end; {
		to := i + 1
		for to < end && r.ts[to].text != "," && r.ts[to].text != "no" && !(r.ts[to].text == "and" && at(r.ts, to+1) == "no") {
			to++
		}
		if r.ts[i].text != "no" || to-i < 2 || to-i > longestStyle && !r.constructAt(i+1, to) || has(foundOut, stem(r.ts[i+1].text)) || has(comparing, r.ts[i+1].text) {
			return false
		}
		banned = banned || has(identifying, r.ts[to-1].text) || newTokens(r.text[r.ts[i].start:r.ts[to-1].end]).bans(false)
		constructs = constructs && r.constructAt(i+1, to)
		parts++
		if i = to; at(r.ts, i) == "," {
			i++
		}
		if at(r.ts, i) == "and" {
			i++
		}
	}
	return parts > 1 && (banned || constructs)
}

// constructAt reports whether ts[from:to] is what is written in code, and no thing that may be
// missed as well: a call (console.log, print()), or a word of a language that is no noun.
func (r *reading) constructAt(from, to int) bool {
	for to > from && (r.ts[to-1].text == "." || r.ts[to-1].text == "`") {
		to--
	}
	if at(r.ts, from) == "`" {
		from++
	}
	if to-from == 1 {
		return has(noNouns, r.ts[from].text)
	}
	called := to-from >= 3 && r.ts[to-2].text == "(" && r.ts[to-1].text == ")"
	if called {
		to -= 2
	}
	dotted := false
	for i := from; i < to; i++ {
		if dot := (i-from)%2 == 1; dot != (r.ts[i].text == ".") || i > from && !glued(r.ts, i-1, i) || startsDigit(r.ts[i].text) {
			return false
		}
		dotted = dotted || i > from
	}
	if !dotted {
		return called
	}
	return called || has(receivers, r.ts[from].text) || slices.ContainsFunc(Mentions(r.text[r.ts[from].start:r.ts[to-1].end], nil), func(m Mention) bool { return m.Kind == MentionIdentifier })
}

// bansEver reports whether a sentence says without a verb what is never to be in or for
// something of the work: never floats for money, never secrets in logs. What something never
// does is told of it ("never fails in CI"), as is what one never has ("never guests for
// dinner"). Under a topic the name of a kind is enough.
func (r *reading) bansEver(underTopic bool) bool {
	end := r.wordsEnd()
	if to := r.headEnd(); at(r.ts, to) == "," && (at(r.ts, to+1) == "always" || at(r.ts, to+1) == "only") {
		end = to // never floats for money, always cents
	}
	if at(r.ts, r.begin) != "never" || end-r.begin < 2 || end-r.begin > mostPointing || r.asked() || r.anyOf(troubles) || r.anyOf(momentary) || r.hasVerb(end) {
		return false
	}
	p := r.begin + 1
	for ; p < end && !has(banIn, r.ts[p].text); p++ {
		if w := r.ts[p].text; r.ts[p].mark || StopWord(w) || isGerund(w) || isPast(w) || has(perfects, w) || has(foundOut, stem(w)) || p > r.begin+longestStyle {
			return false
		}
	}
	kind := at(r.ts, p-1)
	if known := has(barred, stem(kind)) && hasTail(kind, "s"); !known && (!isPlural(kind) || isThird(kind)) || p == end && !underTopic || p == end-1 {
		return false
	}
	ofWork := has(barred, stem(kind)) || has(workPieces, stem(kind))
	for k := p + 1; k < end; k++ {
		w, s := r.ts[k].text, stem(r.ts[k].text)
		if r.ts[k].mark || has(possessives, w) || has(deictic, w) || has(orderObjects, w) && !has(banIn, w) || has(atNoTime, w) && w != "the" && w != "a" && w != "an" {
			return false
		}
		ofWork = ofWork || has(crafts, w) || oneHas([]*wordSet{workPieces, sortsOfPart, parts}, s)
	}
	return ofWork
}

// bansToAll reports whether a sentence forbids something in the present to all, by its subject:
// nothing leaves the workshop, nobody touches the staging rack, no one pushes to main. What
// nobody does any more, and what nothing does when something is tried, is told and not forbidden.
func (r *reading) bansToAll() bool {
	v := r.begin + 1
	switch w := at(r.ts, r.begin); {
	case w == "nothing", w == "nobody", w == "noone":
	case w == "no" && at(r.ts, v) == "one":
		v++
	default:
		return false
	}
	if r.asked() || r.has(condition) && !r.hasAny("unless") || r.ceased() || r.past >= 0 && r.past <= v || r.anyOf(deictic) || r.hasAny("but", "ever", "yet", "today", "so", "since", "as", "than", "my") {
		return false
	}
	next, nobody := at(r.ts, v+1), at(r.ts, r.begin) != "nothing"
	switch w := at(r.ts, v); w {
	case "leaves":
		return r.somewhere(v+1, func(i int) bool {
			next := at(r.ts, i+1)
			return has(confines, r.ts[i].text) && (i+1 == len(r.ts) || r.ts[i+1].mark || next == "please" || next == "without" || next == "unless" || next == "before")
		})
	case "enters", "goes":
		return (w == "enters" || next == "into" || next == "to" || next == "in" || next == "out") && anyOf(r.ts[v:], handover)
	case "touches", "edits", "merges", "pushes", "deploys", "commits", "publishes":
		return nobody && v+1 < len(r.ts) && !r.ts[v+1].mark
	case "gets":
		return has(handed, next) && r.hasAny("without", "before", "until", "unless")
	}
	return false
}

// onlyAt reports whether a sentence says, without a verb, when alone something of the work is
// done: deploys only mon-thu, prod releases only before noon.
func (r *reading) onlyAt() bool {
	for i := r.begin + 1; i < len(r.ts) && i <= r.begin+3 && !r.ts[i].mark; i++ {
		if r.ts[i].text != "only" {
			continue
		}
		w, s, k := r.ts[i-1].text, stem(r.ts[i-1].text), i+1
		if has(timeWords, at(r.ts, k)) {
			k++
		}
		when := namesDay(at(r.ts, k)) || at(r.ts, k) == "weekdays" || at(r.ts, k) == "weekends" || k > i+1 && (startsDigit(at(r.ts, k)) || has(dayWords, at(r.ts, k)))
		return when && hasTail(w, "s") && (has(workPieces, s) || has(piecesOfWork, s)) && !anyOf(r.ts[r.begin:i], determiners) && !r.asked()
	}
	return false
}

// wordsEnd returns the index behind the last word, a closing "please" or
// "obviously" not counted.
func (r *reading) wordsEnd() int {
	end := len(r.ts)
	for end > r.begin && (r.ts[end-1].mark || r.ts[end-1].text == "please" || r.ts[end-1].text == "obviously" || r.ts[end-1].text == "ofc") {
		end--
	}
	return end
}

var (
	// identifying is what tells who somebody is, or lets them in.
	identifying = set(`names surnames nicknames initials addresses emails birthdays birthdates dobs mrns ssns ibans passports faces photos usernames passwords secrets credentials tokens identifiers`)
	// confines are places that something is not to leave, handover those that it is not to get to.
	confines = set(`machine laptop computer server network intranet lan vpc cluster building house office room premises company lab ward clinic site yard workshop country eu vault safe enclave`)
	handover = set(`prod production main master cloud internet web net public live customer customers client clients press release releases repo repository logs`)
	handed   = set(`merged pushed deployed committed published released shipped uploaded deleted dropped sent shared printed installed changed renamed thrown`)
	// foundOut is what there is none of when something has been looked at.
	foundOut = stemsOf(`idea problem change output result difference conflict regression failure match worry clue reason effect need way doubt luck rush hurry progress feedback`)
	// noNouns are words of programming languages of which, said by themselves, nothing is missed.
	noNouns = set(`any var goto unwrap`)
	// receivers are what is written before the dot of a call that else reads as a file: console.log.
	receivers = set(`console logger window document process sys os math`)
	// barred is what somebody may not want in one place of the work.
	barred = stemsOf(`float double integer string mock stub global singleton tab secret credential password emoji regex`)
	// banIn lead to where, or for what, something is never to be.
	banIn = set(`for in inside on as within outside`)
	// comparing are words that hold what there is none of against what there was.
	comparing = set(`new more other further open additional longer such real`)
	// piecesInCode are what may be unwanted in code, beside what is written there.
	piecesInCode = stemsOf(`export number string push global loop emoji ticket code production`)
)
