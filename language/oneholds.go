package language

import (
	"slices"
	"strings"
)

// clashesAsOne is [Clash] of two statements that say plainly, and not how it was before, what
// there is one of at a time: where the speaker lives, who leads the project, on which port
// the api listens, which phone the speaker has. It is [Denies] or [Unrelated].
func clashesAsOne(newer, older Statement) Relation {
	if !newer.saysOther(older) || newer.r.saysToo() || newer.OnlyInCase(older) || newer.OfAnother(older) || newer.OtherOne(older) {
		return Unrelated
	}
	return Denies
}

// oneState returns the state of which alone a statement tells, where there is one of it at a
// time; nil for none. What is so on weekends says more.
func (s Statement) oneState() *state { return s.one.get(s.readOneState) }

func (s *statement) readOneState() *state {
	r := s.cues()
	if r.asked() || r.has(negation|hedged) {
		return nil
	}
	states := r.states()
	if len(states) != 1 || !states[0].ofOne() || r.leadsMore(states[0]) || states[0].numberedPlace() != "" && r.hasAny("are") {
		return nil
	}
	return &states[0]
}

// saysOther reports whether two statements say plainly two things of one, of which it is one at a
// time: my desk is in room 12, my desk is in room 14.
func (s Statement) saysOther(o Statement) bool {
	n := s.oneState()
	if n == nil {
		return false
	}
	p := o.oneState()
	return p != nil && n.excludes(*p)
}

// leadsMore reports whether more prepositions stand in a sentence than its state begins with.
func (r *reading) leadsMore(s state) bool {
	n := strings.Count(s.link, " ")
	for k := 0; k < len(r.ts); k++ {
		if phrase(r.ts, k, "from", "now", "on") {
			k += 2
		} else if has(prepositions, r.ts[k].text) && r.ts[k].text != "of" {
			n--
		}
	}
	return n < 0
}

// ofOne reports whether of what a state tells there is one at a time.
func (s state) ofOne() bool {
	switch {
	case !s.named:
		return false
	case ofPort(s.value):
		return len(s.subject) > 0
	case s.numberedPlace() != "":
		return len(s.subject) > 0 && len(s.value) <= longestOne
	case s.link == "live in":
		return s.who == "i" && len(s.value) == 1 // Bergen in Norway is one place
	case s.link != "be" || len(s.subject) == 0 || len(s.value) > longestOne:
		return false
	}
	head := s.subject[len(s.subject)-1]
	return has(onePost, head) || has(oneOwned, head) && s.who == "my" || has(onePlot, head) && (s.who == "my" || s.who == "our")
}

// numberedPlace returns the term for what a thing is in or on where that is one of several that
// have numbers or names: room 12, the 3rd floor; "" for none.
func (s state) numberedPlace() string {
	if s.link != "be in" && s.link != "be on" && s.link != "be at" {
		return ""
	}
	for _, t := range s.value {
		if has(numberedPlaces, t) && len(s.value) > 1 {
			return t
		}
	}
	return ""
}

// excludes reports whether of two states that each are [state.ofOne] only one can be so.
func (s state) excludes(o state) bool {
	if s.link != o.link || s.who != o.who || !sameSet(s.subject, o.subject) || !sameSort(s.value, o.value) {
		return false
	}
	if p := s.numberedPlace(); p != "" {
		return o.numberedPlace() == p && !sameSet(s.value, o.value)
	}
	return s.ofPart(o) || !sharesTerm(figureless(s.value), figureless(o.value))
}

// ofPart reports whether two values differ by their number alone: Kite 7, Kite 9; port 80, port 90.
func (s state) ofPart(o state) bool {
	return sameSet(figureless(s.value), figureless(o.value)) && !sameSet(s.value, o.value) && slices.ContainsFunc(s.value, startsDigit) && slices.ContainsFunc(o.value, startsDigit)
}

// figureless returns the terms of a value that are no numbers.
func figureless(value []string) []string {
	return slices.DeleteFunc(slices.Clone(value), startsDigit)
}

// longestOne is the number of words of a name that there is one of.
const longestOne = 3

var (
	// onePost are posts that one holds at a time, and oneOwned what somebody has one of.
	onePost        = stemsOf(`lead leader head manager boss supervisor adviser advisor landlord landlady ceo cto cfo treasurer captain chair chairman chairwoman president director principal accountant`)
	onePlot        = stemsOf(`spot locker seat extension plate badge berth cabin mooring gate`)
	numberedPlaces = stemsOf(`room floor level hall building gate platform terminal locker bay berth pier cabin deck`)
	oneOwned       = stemsOf(`phone laptop car editor browser shell terminal ide keyboard bike dentist doctor gp`)
)

// bornOtherwise reports whether two statements give two years in which the same person was born.
func (s Statement) bornOtherwise(o Statement) bool {
	if !s.r.hasAny("born") || !o.r.hasAny("born") {
		return false
	}
	of, year := s.cues().bornIn()
	if year == "" {
		return false
	}
	other, earlier := o.cues().bornIn()
	return earlier != "" && earlier != year && of == other
}

// bornIn returns who was born, in the words before that, and in which year; "" for none.
func (r *reading) bornIn() (who, year string) {
	v := r.find("born", r.begin+1, longestSubject)
	if v < 0 || r.asked() || r.has(hedged|negation) {
		return "", ""
	}
	for k := v + 1; k < len(r.ts) && k < v+8; k++ {
		if isYear(r.ts[k].text) {
			end := skipBack(r.ts, v, wereSo)
			return strings.ToLower(r.text[r.ts[r.begin].start:r.ts[max(end-1, r.begin)].end]), r.ts[k].text
		}
	}
	return "", ""
}
