package language

import (
	"slices"
	"strconv"
	"strings"
)

// ofOneself reports whether the speaker says what they are in body, how old they are, whom or what
// they have at home, what ails them, or what became of them in life: I'm red-green colourblind, I
// turn 50 in October, I have two sisters, I get migraines, I was born in Lima. So it is whatever
// they work on.
func (r *reading) ofOneself() bool {
	if r.asked() || r.hasAny("if") {
		return false
	}
	i := r.begin
	w, k := at(r.ts, i), i+1
	switch {
	case w == "i" && at(r.ts, k) == "am":
		return r.isOneself(k + 1)
	case w == "i'm":
		return r.isOneself(k)
	case w == "i'll" && at(r.ts, k) == "be":
		return r.ageAt(k + 1)
	case w == "i've" && (at(r.ts, k) == "got" || at(r.ts, k) == "had"):
		return r.hasAtHome(k + 1)
	case w != "i":
		return false
	}
	k = skip(r.ts, k, beforeVerb)
	v, next := at(r.ts, k), at(r.ts, k+1)
	switch v {
	case "will":
		return next == "be" && r.ageAt(k+2)
	case "turn", "turned":
		return r.ageAt(k + 1)
	case "have", "had":
		return r.hasAtHome(skip(r.ts, k+1, beforeVerb))
	case "get", "got":
		return v == "get" && next == "up" && has(upAt, at(r.ts, k+2)) && r.offWork(k+2, nil) || r.ailmentAt(k+1) || next == "married" || next == "divorced"
	case "wake":
		return next == "up" && has(upAt, at(r.ts, k+2)) && r.offWork(k+2, nil)
	case "suffer":
		return next == "from" && r.ailmentAt(k+2)
	case "go":
		return next == "by" && k+2 < len(r.ts) && r.ts[k+2].cap && r.wordsEnd() == k+3
	case "keep":
		return has(livestock, next) && r.endsThing(k+1) && r.offWork(k+1, nil)
	case "can't", "cannot":
		return (next == "hear" || next == "smell" || next == "taste") && k+2 < r.wordsEnd() && at(r.ts, k+2) != "the" && r.offWork(k+2, nil)
	}
	return r.cameToBe(k)
}

// isOneself reports whether the words at ts[k:], behind "I'm", say what somebody is in body or how
// old, or in what way they live: slightly deaf in one ear, 41 years old, on a gluten-free diet.
func (r *reading) isOneself(k int) bool {
	stop := r.stop(k)
	if k < stop && at(r.ts, k) == "not" {
		k++
		return isArticle(at(r.ts, k)) && stop-k <= longestStyle && has(sortsOfPeople, at(r.ts, stop-1)) && r.offWork(k, nil)
	}
	if r.ageAt(k) {
		return true
	}
	if at(r.ts, k) == "on" {
		head := stop - 1
		return head > k && (has(courses, at(r.ts, head)) || at(r.ts, head) == "diet") && r.offWork(k+1, nil)
	}
	for i := k; i < stop && i <= k+longestStyle; i++ {
		w := r.ts[i].text
		if has(inBody, w) {
			return r.endsThing(i) && !r.hasAny("here")
		}
		if has(determiners, w) || has(prepositions, w) || isVerbForm(w) {
			return false
		}
	}
	return false
}

// ageAt reports whether ts[k:] says how old somebody is: 34, 41 years old, 60 in June. A count of
// something else is none.
func (r *reading) ageAt(k int) bool {
	n, err := strconv.Atoi(at(r.ts, k))
	if err != nil || n < youngest || n > oldest {
		return false
	}
	switch next := at(r.ts, k+1); next {
	case "", ".", ",", "!", "and", "now", "soon", "years", "yrs", "today", "tomorrow":
		return next != "," || !startsDigit(at(r.ts, k+2))
	case "in", "on", "this", "next", "last":
		return r.tellsTime(k+1, r.stop(k+1)) || has(periods, at(r.ts, k+2)) || has(seasons, at(r.ts, k+2)) || monthNames.has(at(r.ts, k+2))
	}
	return false
}

// hasAtHome reports whether the words at ts[k:], behind "I have", name somebody of a family, an
// animal, a part of the body, something that ails people, or what is owned or was learnt beside the
// work: two sisters, a dog, a bad back, asthma, a degree in music.
func (r *reading) hasAtHome(k int) bool {
	for i := k; i < r.stop(k) && i <= k+longestStyle; i++ {
		w := r.ts[i].text
		if has(prepositions, w) || isSubject(w) || w == "and" || has(demonstratives, w) {
			return false
		}
		if (has(lifeNouns, w) && !has(alsoOfCode, w) || has(ofFamily, w) || has(livestock, w) || has(bodyParts, w) || has(ailments, w) || has(learnt, w)) && r.endsThing(i) && r.offWork(i, nil) {
			next := at(r.ts, i+1)
			return next != "per" && next != "of"
		}
	}
	return false
}

// ailmentAt reports whether ts[k:] begins with something that ails people.
func (r *reading) ailmentAt(k int) bool {
	for i := k; i < k+3 && i < r.stop(k); i++ {
		if has(ailments, r.ts[i].text) {
			return r.endsThing(i) && r.offWork(i, nil)
		}
	}
	return false
}

// cameToBe reports whether the words at ts[k:], behind "I", say what became of somebody in life: was
// born in Lima, grew up in Leeds, studied law, moved from Oslo to Bergen, became a grandmother.
func (r *reading) cameToBe(k int) bool {
	v, next := at(r.ts, k), at(r.ts, k+1)
	if !r.offWork(k, nil) {
		return false
	}
	switch v {
	case "was":
		return (next == "born" || next == "raised") && !(at(r.ts, k+2) == "to" && isBase(at(r.ts, k+3)))
	case "grew":
		return next == "up"
	case "studied":
		return k+1 < len(r.ts) && !has(determiners, next)
	case "moved":
		return (next == "to" || next == "from") && k+2 < len(r.ts) && r.ts[k+2].cap && !r.movesTools(k+1)
	case "became":
		n := roleLen(r.ts, k+2)
		return isArticle(next) && n > 0 && Kin(r.ts[k+1+n].text)
	case "retired", "graduated":
		return next == "" || r.ts[k+1].mark || has(prepositions, next)
	case "lost", "broke", "sprained", "tore", "injured":
		return next == "my" && anyOf(r.ts[k+2:r.stop(k)], bodyParts)
	}
	return false
}

// endsThing reports whether ts[i] is the last word of what it names: a cat, and not a cat command.
func (r *reading) endsThing(i int) bool {
	if i+1 >= len(r.ts) {
		return true
	}
	next := r.ts[i+1]
	return next.mark && next.text != "-" && next.text != "/" && next.text != "`" || has(prepositions, next.text) || has(behindThing, next.text) || isHelper(next.text)
}

// ofTeam reports whether the speaker says of which part of those who work together they are: I'm
// from the platform team, I'm on payments here.
func (r *reading) ofTeam() bool {
	w := at(r.ts, r.begin)
	k := r.begin + 1
	if w == "i" && at(r.ts, k) == "am" {
		k++
	} else if w != "i'm" && w != "we're" {
		return false
	}
	lead := at(r.ts, k)
	return (lead == "from" || lead == "on" || lead == "in" || lead == "with" || lead == "at") &&
		slices.ContainsFunc(r.ts[k:r.stop(k)], func(t token) bool { return has(teams, strings.TrimSuffix(t.text, "s")) })
}

const youngest, oldest = 14, 105 // years of who works with an agent

var (
	upAt   = set(`at early late before around between`)
	inBody = set(traitWords, `colourblind colorblind autistic neurodivergent nearsighted farsighted shortsighted longsighted lefthanded righthanded ambidextrous paraplegic anaemic anemic
		coeliac celiac sober teetotal trans nonbinary gay lesbian bisexual mute bald tall`)
	ofFamily = set(`sisters brothers siblings sons daughters twins grandson granddaughter grandsons granddaughters grandchildren cousins nephews nieces aunts uncles stepson stepdaughter
		wife husband partner girlfriend boyfriend godson goddaughter`)
	livestock = set(`dogs cats bees chickens hens goats sheep horses pony ponies rabbits hamsters tortoise turtle parrots budgies goldfish ducks pigs cows donkey donkeys llamas alpacas kittens puppies pet pets`)
	ailments  = set(`adhd autism asthma diabetes epilepsy dyslexia dyscalculia tinnitus migraine migraines arthritis rheumatism hayfever eczema psoriasis insomnia anxiety depression vertigo scoliosis
		astigmatism endometriosis allergy allergies backache backaches headaches parkinson narcolepsy anaemia anemia`)
	learnt        = set(`phd doctorate bachelor`)
	seasons       = set(`spring summer autumn winter`)
	sortsOfPeople = set(`person owl lark drinker smoker driver swimmer eater sleeper parent citizen`)
	behindThing   = set(`and but so who that which called named because too now either myself`)
	teams         = set(`team squad department guild crew group side`)
)
