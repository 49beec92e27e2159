package language

import "strings"

// Kin reports whether a role, as [Role] has it, is of the speaker's family or household, and
// not of their work: little sister, dog.
func Kin(role string) bool {
	return has(kin, role[strings.LastIndexByte(role, ' ')+1:])
}

// OfWorkmate reports whether a sentence begins with somebody with whom the speaker works: my
// boss, our colleague Jonas, my new manager.
func OfWorkmate(s string) bool {
	r := newTokens(s)
	n := roleLen(r.ts, r.begin+1)
	w := at(r.ts, r.begin)
	return (w == "my" || w == "our") && n > 0 && has(workmates, cutPossessive(r.ts[r.begin+n].text))
}

// OpensWithOne reports whether a sentence begins with the name of one of some people, in
// whatever case, and tells nothing of the work at hand: griet is 41, Daan's school begins at
// nine.
func OpensWithOne(s string, one func(name string) bool) bool {
	r := newTokens(s)
	i := r.begin
	if i+1 >= len(r.ts) || r.ts[i].mark || StopWord(r.ts[i].text) || !one(cutPossessive(r.ts[i].text)) {
		return false
	}
	owns := cutPossessive(r.ts[i].text) != r.ts[i].text
	next := cutContraction(at(r.ts, i+1))
	tells := isFinite(next) || next == "and" || r.ts[i+1].cap || has(beforeVerb, next) || hasTail(next, "s")
	return (owns || tells) && r.offWork(i+1, nil) && !r.anyOf(troubles) && !r.anyOf(thereStill)
}

// ofHome reports whether the sentence speaks of somebody of the household that the speaker
// shares, of a birthday, or of what somebody must not eat: our dog is called Rex, daan's
// birthday is 9 december, Noor is allergic to nuts.
func (r *reading) ofHome() bool {
	return r.somewhere(r.begin, func(i int) bool {
		w, k := r.ts[i].text, i+1
		switch {
		case w == "our":
			if has(determinersOfKin, at(r.ts, k)) {
				k++
			}
			return r.housemateAt(k)
		case w == "birthday":
			before := at(r.ts, i-1)
			owner := cutPossessive(before)
			return i == r.begin+1 && owner != before && !has(codeNouns, owner) && !has(ownWorks, owner) && has(bePresent, at(r.ts, k)) && r.tellsTime(k+1, len(r.ts))
		case w == "allergic":
			be, first := at(r.ts, i-1), at(r.ts, r.begin)
			someone := !has(determiners, first) || has(possessives, first)
			return i > r.begin && someone && (has(bePresent, be) || be != cutContraction(be)) && at(r.ts, k) == "to" && !anyOf(r.ts[r.begin:i], codeNouns) && r.offWork(k, nil)
		}
		return false
	})
}

// housemateAt reports whether ts[k] is one of a household of whom something is told, and not
// the first part of what a thing is called: our dog food.
func (r *reading) housemateAt(k int) bool {
	w, next := at(r.ts, k), at(r.ts, k+1)
	if who := cutPossessive(w); !has(housemates, who) || who != w {
		return has(housemates, who)
	}
	tells := isHelper(next) || isPast(next) || isThird(next) && !has(nounlike, strings.TrimSuffix(next, "s")) || isPlural(w) && isBase(next) && !has(nounlike, next)
	return tells || k+1 >= len(r.ts) || r.ts[k+1].mark && next != "-" || r.ts[k+1].cap || has(prepositions, next)
}

const familyWords = `sister brother mother father mom mum dad wife husband fiance fiancee girlfriend boyfriend son daughter kid baby uncle aunt cousin nephew niece
		grandmother grandfather grandma grandpa dog cat puppy kitten horse parrot hamster rabbit`

var (
	// kin are roles of family, household and friends. What a parent or a child is in code is no
	// role of somebody with a name.
	kin = set(familyWords, `friend roommate flatmate neighbor neighbour parent partner spouse`)
	// housemates are those of whom two speak as "our".
	housemates       = set(familyWords, `sons daughters kids dogs cats`)
	determinersOfKin = set(`new old little big older younger oldest youngest eldest two three`)
	workmates        = set(`colleague coworker teammate boss manager mentor mentee intern trainee apprentice supervisor assistant cto ceo cfo coo cpo ciso reviewer tester`)
)
