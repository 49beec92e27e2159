package language

// tastes reports whether the speaker says what suits them in general, in words that have no "prefer" and no
// "like": I'm not a fan of long introductions, I find tables easier to read, I learn best when I see a
// diagram, worked examples help me the most.
func (r *reading) tastes() bool {
	if r.asked() || r.hasAny("now", "here", "today", "anymore", "yet", "this", "that", "these", "those", "it") {
		return false
	}
	i := r.begin
	w := cutContraction(at(r.ts, i))
	if w == "i" {
		return r.suitsMe(i)
	}
	for k := i + 1; k < len(r.ts) && k <= i+longestSubject && !r.ts[k].mark; k++ {
		switch v := r.ts[k].text; {
		case v == "work" || v == "works":
			return at(r.ts, k+1) == "best" && phrase(r.ts, k+2, "for", "me") && r.uncertain(i)
		case v == "help" || v == "helps":
			return at(r.ts, k+1) == "me" && (phrase(r.ts, k+2, "the", "most") || at(r.ts, k+2) == "best" || at(r.ts, k+2) == "most") && r.uncertain(i)
		case v == "suit" || v == "suits":
			return at(r.ts, k+1) == "me" && (at(r.ts, k+2) == "best" || at(r.ts, k+2) == "better") && r.uncertain(i)
		}
	}
	return false
}

// uncertain reports whether the noun at ts[i:] is of a kind, and not a certain one.
func (r *reading) uncertain(i int) bool {
	return !has(determiners, at(r.ts, i)) && !isPronoun(at(r.ts, i))
}

// suitsMe reads what the speaker at ts[i] says of themselves.
func (r *reading) suitsMe(i int) bool {
	k := i + 1
	if at(r.ts, i) == "i" && at(r.ts, k) == "am" {
		k++
	}
	k = skip(r.ts, k, beforeVerb)
	am := at(r.ts, i) == "i'm" || at(r.ts, i+1) == "am"
	switch w := at(r.ts, k); {
	case am && w == "not":
		k = skip(r.ts, k+1, beforeVerb)
		if at(r.ts, k) == "a" || at(r.ts, k) == "much" {
			k++
		}
		for at(r.ts, k) == "big" || at(r.ts, k) == "huge" || at(r.ts, k) == "great" || at(r.ts, k) == "a" || at(r.ts, k) == "of" {
			k++
		}
		return phrase(r.ts, k, "fan", "of") && r.uncertain(k+2) && k+2 < len(r.ts)
	case am && (w == "more" || w == "most"):
		return (at(r.ts, k+1) == "comfortable" || at(r.ts, k+1) == "productive") && (at(r.ts, k+2) == "with" || at(r.ts, k+2) == "in" || at(r.ts, k+2) == "when") && r.uncertain(k+3)
	case am && (w == "happier" || w == "happiest"):
		return at(r.ts, k+1) == "with" || at(r.ts, k+1) == "when"
	case am:
		return false
	case w == "learn", w == "work", w == "focus", w == "think", w == "concentrate", w == "remember", w == "understand":
		for j := k + 1; j < len(r.ts) && j <= k+3; j++ {
			if b := r.ts[j].text; b == "best" || b == "better" {
				next := at(r.ts, j+1)
				return next == "when" || next == "with" || next == "by" || next == "from" || next == "in" || next == "through"
			}
		}
	case w == "find":
		for j := k + 2; j < len(r.ts) && j <= k+longestSubject && r.uncertain(k+1); j++ {
			if has(easier, r.ts[j].text) || r.ts[j].text == "more" && has(moreSo, at(r.ts, j+1)) {
				return true
			}
		}
	case w == "enjoy", w == "favor", w == "favour":
		return k+1 < len(r.ts) && r.uncertain(k+1) && !r.ts[k+1].mark
	}
	return false
}

// leans reports whether the speaker sets one thing over another: "I value
// clarity over speed", "I'm considering trains over flights".
func (r *reading) leans() bool {
	for i, t := range r.ts {
		if !has(leanings, t.text) {
			continue
		}
		before := cutContraction(at(r.ts, i-1))
		if before == "am" || has(beforeVerb, before) {
			before = cutContraction(at(r.ts, i-2))
		}
		if before != "i" && before != "we" {
			continue
		}
		for k := i + 2; k < len(r.ts) && !r.ts[k].mark; k++ {
			if r.ts[k].text == "over" && k+1 < len(r.ts) && !has(determiners, at(r.ts, k+1)) && !r.ts[k+1].mark && at(r.ts, k+1)[0] > '9' {
				return true
			}
		}
	}
	return false
}

// choosesAtHand reports whether the speaker only chooses among what lies before both: I prefer option B here,
// I like this version, I'd rather not do this now, I like how you put it.
func (r *reading) choosesAtHand() bool {
	for i := r.begin; i < len(r.ts); i++ {
		w := r.ts[i].text
		who := cutContraction(at(r.ts, skipBack(r.ts, i, beforeVerb)-1))
		if !has(takingOne, w) || who != "i" && who != "we" && who != "would" {
			continue // model it like that
		}
		k := skip(r.ts, i+1, beforeVerb)
		if at(r.ts, k) == "not" {
			k++
		}
		next, then := at(r.ts, k), at(r.ts, k+1)
		switch {
		case next == "option" || next == "variant" || next == "version" || next == "approach":
			return true
		case has(demonstratives, next) && (has(atHandNouns, then) && r.choiceEnds(k+2) || r.choiceEnds(k+1)):
			return !r.has(standing | constant)
		case next == "the" && (has(whichOfThem, then) && ((at(r.ts, k+2) == "one" || has(atHandNouns, at(r.ts, k+2))) && r.choiceEnds(k+3) || r.choiceEnds(k+2))):
			return !r.has(standing | constant)
		case next == "how" || next == "what" || phrase(r.ts, k, "the", "way"):
			return at(r.ts, k+1) == "you" || at(r.ts, k+2) == "you"
		case w == "rather" && has(demonstratives, then) && at(r.ts, r.wordsEnd()-1) == "now", w == "rather" && at(r.ts, k+1) == "it" && at(r.ts, r.wordsEnd()-1) == "now":
			return true
		}
		return false
	}
	return false
}

// choiceEnds reports whether what is chosen ends before ts[i]. Over what it is chosen tells more.
func (r *reading) choiceEnds(i int) bool {
	w := at(r.ts, i)
	return r.closesAt(i) || w == "here" || w == "better" || w == "more" || w == "best" || w == "most" || w == "for" && at(r.ts, i+1) == "now"
}

var (
	easier    = set(`easier clearer simpler nicer harder better quicker faster`)
	moreSo    = set(`helpful useful readable intuitive convenient pleasant engaging`)
	takingOne = set(`prefer like love hate dislike enjoy rather`)
	// atHandNouns are what is chosen among, and whichOfThem which of them it is.
	atHandNouns = set(`version option variant one approach solution draft design layout idea suggestion plan wording title name color colour answer example table text page`)
	whichOfThem = set(`first second third fourth last other former latter left right old new`)
)
