package language

// ownLife reports whether "my" stands before something that is no part of the
// code at hand.
func (r *reading) ownLife() bool {
	for i, t := range r.ts {
		if t.text != "my" && t.text != "mine" {
			continue
		}
		code := false
		for k := i + 1; k < len(r.ts) && k < i+4 && !r.ts[k].mark && !has(openers, r.ts[k].text); k++ {
			code = code || has(codeNouns, r.ts[k].text) || r.fileAt(k)
		}
		if !code && i+1 < len(r.ts) && !r.ts[i+1].mark {
			return true
		}
	}
	return false
}

// ails reports whether the sentence says how a part of the speaker's body is: left shoulder is sore
// again.
func (r *reading) ails() bool {
	i := r.begin
	if w := at(r.ts, i); w == "left" || w == "right" {
		i++
	}
	if !has(bodyParts, at(r.ts, i)) {
		return false
	}
	i++
	if w := at(r.ts, i); w == "hurts" || w == "hurt" || w == "aches" {
		return true
	}
	if w := at(r.ts, i); !has(bePresent, w) && w != "was" && w != "feels" && w != "got" {
		return false
	}
	return has(ailing, at(r.ts, skip(r.ts, i+1, beforeVerb, degrees, slightly)))
}

// introduces reports whether the sentence says who speaks, and nothing else: hey, I'm Oskar.
func (r *reading) introduces() bool {
	for i := 0; i+1 < len(r.ts) && i <= r.begin+2; i++ {
		k := i + 1
		if r.ts[i].text == "i" && r.ts[k].text == "am" {
			k++
		} else if r.ts[i].text != "i'm" {
			continue
		}
		if k == len(r.ts) || !isNameToken(r.ts[k]) {
			return false
		}
		for k++; k < len(r.ts) && isNameToken(r.ts[k]); k++ {
		}
		return k == len(r.ts) || r.ts[k].mark && k+1 == len(r.ts) || r.ts[k].text == "from"
	}
	return false
}

// feels reports whether the sentence says how the speaker feels for the moment: I'm a
// bit lost.
func (r *reading) feels() bool {
	for i := range r.ts {
		if w := at(r.ts, i+2); at(r.ts, i) == "i'm" && at(r.ts, i+1) == "a" && (w == "bit" || w == "little" || w == "tad") {
			return true
		}
	}
	return false
}

// livesBy reports whether the speaker says plainly what they are, or do as a rule, beside
// the work at hand: I teach maths at a school, I'm training for a triathlon, I'm the
// treasurer of the club, I don't have a driving licence, we rent our house.
func (r *reading) livesBy() bool {
	if w := at(r.ts, r.begin); !isPronoun(w) && !(r.begin < len(r.ts) && r.sinceAt(r.begin)) {
		return false // as of most
	}
	if r.asked() || r.hasAny("today", "tonight", "tomorrow", "yesterday", "here", "moment", "yet") || r.anyOf(troubles) {
		return false
	}
	i := r.begin
	for i < len(r.ts) && !r.ts[i].mark && (r.sinceAt(i) || i > 0 && r.sinceAt(i-1)) {
		i++ // these days I only run
	}
	w := at(r.ts, i)
	k := i + 1
	switch {
	case w == "i'm" || w == "we're":
		return r.livesAs(skip(r.ts, k, beforeVerb))
	case (w == "i've" || w == "we've") && at(r.ts, k) == "been":
		return r.livesSince(k + 1)
	case w != "i" && w != "we":
		return false
	case at(r.ts, k) == "am" || at(r.ts, k) == "are":
		return r.livesAs(skip(r.ts, k+1, beforeVerb))
	}
	k = skip(r.ts, k, beforeVerb)
	denied := at(r.ts, k) == "don't" || at(r.ts, k) == "do" && at(r.ts, k+1) == "not"
	switch {
	case at(r.ts, k) == "don't":
		k++
	case denied:
		k += 2
	case at(r.ts, k) == "have" && at(r.ts, k+1) == "been":
		return r.livesSince(k + 2)
	}
	return r.livesDoing(skip(r.ts, k, beforeVerb), denied)
}

// livesSince is livesAs of the words at ts[k:], behind "I've been", or what has been done
// since as a pastime.
func (r *reading) livesSince(k int) bool {
	k = skip(r.ts, k, beforeVerb)
	w := at(r.ts, k)
	return r.livesAs(k) || isGerund(w) && has(pastimes, stem(w)) && r.offWork(k+1, nil)
}

// livesAs reports whether the words at ts[k:], behind "I'm", say what part somebody has
// among others, or what they give themselves to for a while.
func (r *reading) livesAs(k int) bool {
	w := at(r.ts, k)
	switch {
	case w == "not":
		return false
	case has(traits, w), at(r.ts, k+1) == "-" && has(traits, at(r.ts, k+2)):
		return true
	case w == "afraid" || w == "saving":
		return at(r.ts, k+1) == "of" || at(r.ts, k+1) == "for"
	case w == "taking":
		return r.offWork(k+1, courses)
	case w == "working":
		return r.worksAt(k + 1)
	case w == "recovering":
		return at(r.ts, k+1) == "from" && r.offWork(k+2, nil)
	case isGerund(w):
		return has(pursuing, w) && r.offWork(k+1, nil)
	case w != "the":
		return false
	}
	n := roleLen(r.ts, k+1)
	if n == 0 && has(standings, at(r.ts, k+1)) {
		n = 1
	}
	next := at(r.ts, k+1+n)
	return n > 0 && (next == "of" || next == "at" || next == "for" || next == "in") && r.offWork(k+2+n, nil)
}

// livesDoing reports whether the words at ts[k:], behind "I", say what somebody does or,
// denied, does not do as a rule.
func (r *reading) livesDoing(k int, denied bool) bool {
	w, next := at(r.ts, k), at(r.ts, k+1)
	switch {
	case w == "have":
		return denied && ((next == "a" || next == "an") && r.offWork(k+2, nil) && !anyOf(r.ts[k+2:r.stop(k+2)], atHandOnly) || next == "any" && has(kept, at(r.ts, k+2)))
	case w == "work":
		return r.worksAt(k + 1)
	case w == "take":
		return r.offWork(k+1, rides)
	case w == "do":
		return r.offWork(k+1, sports)
	case w == "go":
		return next == "to" && r.offWork(k+2, outings)
	case w == "watch":
		return denied && r.offWork(k+1, nil)
	case w == "run":
		return r.offWork(k+1, owned) || r.offWork(k+1, sports)
	case w == "meet":
		return has(prepositions, next) && next != "with" && next != "about" && r.offWork(k+2, nil)
	case w == "play" && (next == "with" || next == "around"):
		return false
	}
	return has(pastimes, stem(w)) && !isPast(w) && r.offWork(k+1, nil)
}

// worksAt reports whether the words at ts[k:], behind "work", say where, when or how much
// somebody works: at a bank, night shifts, part time, 40 hours a week.
func (r *reading) worksAt(k int) bool {
	switch w := at(r.ts, k); {
	case w == "at" || w == "for" || w == "as" || w == "in" || w == "from":
		return k+1 < len(r.ts) && r.offWork(k+1, nil) && !isGerund(at(r.ts, k+1))
	case startsDigit(w) || numeral(w):
		return r.offWork(k+1, workHours)
	default:
		return has(workHours, w) || has(workHours, at(r.ts, k+1)) && !r.ts[k].mark && !has(determiners, w) && !has(prepositions, w)
	}
}

// offWork reports whether the words at ts[k:], to the end of their clause, name nothing of
// the work at hand and point at nothing that only the talk makes clear; where among is
// set, also whether one of them is of it.
func (r *reading) offWork(k int, among *wordSet) bool {
	found := among == nil
	for stop := r.stop(k); k < stop; k++ {
		w := r.ts[k].text
		if has(codeNouns, w) && !has(elsewhere, w) || has(linesOfCode, w) || has(pointsAtWork, w) || has(interrogatives, w) || r.fileAt(k) {
			return false
		}
		found = found || has(among, w)
	}
	return found
}

// stop returns where the clause around ts[k] ends.
func (r *reading) stop(k int) int {
	for k < len(r.ts) && (!r.ts[k].mark || r.ts[k].text == "-") {
		k++
	}
	return k
}

var (
	pursuing = set(`learning studying teaching training volunteering coaching mentoring tutoring renting raising commuting dating restoring apprenticing interning
		retraining practising practicing fostering homeschooling`)
	pastimes = stemsOf(`teach coach mentor tutor commute volunteer rent own wear weigh bake cook sing play swim cycle jog hike climb knit sew paint garden dance
		practise practice collect breed farm babysit foster smoke sleep live host attend drive ride ski surf row sail fish hunt fence box juggle brew
		grow lecture conduct moderate meditate shower snore`)
	traits     = set(`vegetarian vegan pescatarian diabetic dyslexic asthmatic epileptic deaf blind handed eared sighted bilingual married divorced widowed retired pregnant`)
	standings  = set(`treasurer secretary chair chairwoman captain oldest eldest youngest middle only host guardian landlady organiser organizer leader conductor goalkeeper member`)
	courses    = set(`class classes course courses lesson lessons medication insulin pills antidepressants antibiotics pill`)
	rides      = set(`train bus tram ferry subway metro underground bike tube medication insulin pills pill vitamins`)
	sports     = set(`yoga pilates karate judo aikido ballet gymnastics crossfit athletics sports sport weights boxing marathons marathon km kilometres kilometers miles volunteering`)
	outings    = set(`gym church mosque synagogue temple therapy school university college physio choir pool`)
	owned      = set(`shop store cafe bakery restaurant business company farm club studio gallery bar hotel hostel practice agency choir workshop newsletter podcast charity`)
	workHours  = set(`hours days shifts shift nights weekends mornings evenings remotely freelance part full time`)
	atHandOnly = set(`clue idea answer solution way preference choice problem problems issue issues question questions objection objections doubt doubts reason example minute
		second chance plan plans opinion access time permission context details log logs error errors data experience sense feeling right`)
	bodyParts    = set(`knee knees elbow shoulder shoulders ankle hip wrist neck back heel toe thumb foot leg tooth throat stomach calf shin hamstring achilles`)
	ailing       = set(`worse better sore swollen stiff inflamed painful hurting aching healed fine ok okay bad broken sprained torn`)
	kept         = set(`siblings brothers sisters kids children grandchildren pets relatives family allergies tattoos hobbies`)
	elsewhere    = set(`class library model service program`) // of code, and as often of what has nothing to do with it
	pointsAtWork = set(`it them that this those these you your above below following again`)
)

var codeNouns = set(`code branch repo repository app application project script function build test tests file files pr commit commits server api component page query database config
	configuration change changes implementation model service class method schema container cluster pipeline deploy deployment package module library endpoint frontend backend codebase
	fork patch diff program plugin extension prompt prompts message question questions request instruction instructions take opinion view mind bad`)
