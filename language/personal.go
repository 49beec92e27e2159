package language

import (
	"slices"
	"strings"
	"sync"
)

// ofSelf reports whether the sentence tells something of the speaker's own life or person, and
// so of no project: my sister, I live, I use vim. What they did to the work at hand is of that.
func (r *reading) ofSelf() bool {
	told := (r.has(personal) || r.livesBy()) && !r.feels() && !r.ofTeam() && !r.doesCertain() || r.ownLife() || r.introduces() || r.ofHome() || r.ails()
	return told && !r.onWork() || r.ofOneself() || r.changesLife() || r.usesOwn() || r.absent()
}

// doesCertain reports whether the speaker says what they do with a certain thing that is none of
// anybody's life: I drive the rollout, I study the traces every morning; I was born to fix this.
func (r *reading) doesCertain() bool {
	if at(r.ts, r.begin) != "i" {
		return false
	}
	k := skip(r.ts, r.begin+1, beforeVerb)
	if phrase(r.ts, k, "was", "born", "to") && isBase(at(r.ts, k+3)) {
		return true
	}
	rest := r.ts[min(k, len(r.ts)):r.stop(k)]
	return has(ledAtWork, at(r.ts, k)) && at(r.ts, k+1) == "the" && !anyOf(rest, lifeNouns) && !anyOf(rest, rides) && !anyOf(rest, owned) && !anyOf(rest, outings) && !anyOf(rest, sports)
}

// onWork reports whether the speaker says what the work at hand is, or what they did to a part
// of it: this is tallyho, our bird counter; I moved the bot to another host; I've got the
// importer done. "I moved to Lisbon" and "I've got a new bike" say nothing of it.
func (r *reading) onWork() bool {
	for i := r.begin + 1; i < len(r.ts); i++ {
		if phrase(r.ts, i, "and", "this", "is") && newTokens(r.text[r.ts[i+1].start:]).tellsWhole() {
			return true // I'm Jo, and this is tallyho, our bird counter
		}
	}
	if r.tellsWhole() {
		return true
	}
	i, ok := r.ownDeed()
	if !ok || i >= len(r.ts) {
		return false
	}
	end := i
	for end < len(r.ts) && !r.ts[end].mark && !has(prepositions, r.ts[end].text) {
		end++
	}
	if w := r.ts[i].text; w == "a" || w == "an" || anyOf(r.ts[i:end], lifeNouns) {
		return at(r.ts, i-1) != "got" && !anyOf(r.ts[i:end], lifeNouns) && r.namesWork(i, end)
	}
	return r.namesWork(i, end) || at(r.ts, i-1) == "moved" && (at(r.ts, i) == "the" || at(r.ts, i) == "it") || end == i && r.movesTools(i)
}

// ownDeed returns the index behind the verb of what the speaker says to have done, or got, or to
// have charge of.
func (r *reading) ownDeed() (int, bool) {
	w, i := cutContraction(at(r.ts, r.begin)), skip(r.ts, r.begin+1, beforeVerb)
	if at(r.ts, i) == "have" {
		i = skip(r.ts, i+1, beforeVerb)
	}
	v := at(r.ts, i)
	return i + 1, (w == "i" || w == "we") && (isPast(v) || v == "own")
}

// NamesWork reports whether a sentence names a part of the work at hand: the branch, a table.
func NamesWork(s string) bool {
	r := newTokens(s)
	return r.namesWork(0, len(r.ts))
}

// namesWork reports whether ts[i:end] names a part of the work at hand.
func (r *reading) namesWork(i, end int) bool {
	for k := i; k < end; k++ {
		if w := r.ts[k].text; has(workThings, w) || has(codeNouns, w) && !has(elsewhere, w) && !has(asMuchElse, w) || has(linesOfCode, w) || r.fileAt(k) {
			return true
		}
	}
	return false
}

// movesTools reports whether the words at ts[i:] say from which tool of the trade to which
// something goes: from Heroku to Fly.
func (r *reading) movesTools(i int) bool {
	w, stop := at(r.ts, i), r.stop(i)
	if w != "from" && w != "to" && w != "off" || i+1 >= stop {
		return false
	}
	rows := toolsNamed(r.text[r.ts[i+1].start:r.ts[stop-1].end])
	return len(rows) > 0 && !ofOwn(rows)
}

// changesLife reports whether the speaker says what they did with a thing that belongs to
// nobody's code: I sold my car, I quit smoking, I switched to a standing desk.
func (r *reading) changesLife() bool {
	i, ok := r.ownDeed()
	if !ok || r.asked() || r.anyOf(troubles) {
		return false
	}
	stop, life := r.stop(i), false
	for k := i; k < stop; k++ {
		next := at(r.ts, k+1)
		life = life || has(lifeNouns, r.ts[k].text) && (k+1 == stop || !plainNoun(next) || has(lifeNouns, next)) // and no desk model
	}
	return life && r.offWork(i, nil) && !r.namesWork(i, stop)
}

// usesOwn reports whether the speaker says with what they work at their own machine, whatever
// they work on: I use vim, I'm on Fedora.
func (r *reading) usesOwn() bool {
	i, w := r.begin+1, at(r.ts, r.begin)
	switch {
	case w == "i'm":
		if at(r.ts, i) != "on" && at(r.ts, i) != "using" {
			return false
		}
	case w == "i":
		if i = skip(r.ts, i, beforeVerb); at(r.ts, i) != "use" && !phrase(r.ts, i, "switched", "to") && !phrase(r.ts, i, "moved", "to") {
			return false
		}
		if at(r.ts, i+1) == "to" {
			i++
		}
	default:
		return false
	}
	stop := r.stop(i + 1)
	if i+1 >= stop || r.asked() || stop < len(r.ts) && stop+1 < len(r.ts) || anyOf(r.ts[i+1:stop], prepositions) || r.namesWork(i+1, stop) {
		return false
	}
	return ofOwn(toolsNamed(r.text[r.ts[i+1].start:r.ts[stop-1].end]))
}

// ofOwn reports whether one of the kinds of a tool is of [ownRows].
func ofOwn(rows []int) bool {
	return slices.ContainsFunc(rows, func(row int) bool { return slices.Contains(ownRows(), row) })
}

// ownRows are the kinds of tools that belong to who works, and not to what is worked on.
var ownRows = sync.OnceValue(func() (rows []int) {
	for _, kind := range []string{"editor", "terminal", "multiplexer", "shell", "browser", "operating system"} {
		for _, name := range trade()[strings.Join(wordTerms(kind), " ")] {
			rows = append(rows, name.row)
		}
	}
	return rows
})

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

const traitWords = `vegetarian vegan pescatarian diabetic dyslexic asthmatic epileptic deaf blind handed eared sighted bilingual married divorced widowed retired pregnant`

var (
	pursuing = set(`learning studying teaching training volunteering coaching mentoring tutoring renting raising commuting dating restoring apprenticing interning
		retraining practising practicing fostering homeschooling`)
	pastimes = stemsOf(`teach coach mentor tutor commute volunteer rent own wear weigh bake cook sing play swim cycle jog hike climb knit sew paint garden dance
		practise practice collect breed farm babysit foster smoke sleep live host attend drive ride ski surf row sail fish hunt fence box juggle brew
		grow lecture conduct moderate meditate shower snore eat drink`)
	traits     = set(traitWords)
	standings  = set(`treasurer secretary chair chairwoman captain oldest eldest youngest middle only host guardian landlady organiser organizer leader conductor goalkeeper member`)
	courses    = set(`class classes course courses lesson lessons medication insulin pills antidepressants antibiotics pill`)
	rides      = set(`train bus tram ferry subway metro underground bike tube medication insulin pills pill vitamins`)
	sports     = set(`yoga pilates karate judo aikido ballet gymnastics crossfit athletics sports sport weights boxing marathons marathon km kilometres kilometers miles volunteering`)
	outings    = set(`gym church mosque synagogue temple therapy school university college physio choir pool`)
	owned      = set(`shop store cafe bakery restaurant business company farm club studio gallery bar hotel hostel practice agency choir workshop newsletter podcast charity`)
	workHours  = set(`hours days shifts shift nights weekends mornings evenings remotely freelance part full time`)
	atHandOnly = set(`clue idea answer solution way preference choice problem problems issue issues question questions objection objections doubt doubts reason example minute
		second chance plan plans opinion access time permission context details log logs error errors data experience sense feeling right`)
	bodyParts = set(`knee knees elbow shoulder shoulders ankle hip wrist neck back heel toe thumb foot leg tooth throat stomach calf shin hamstring achilles`)
	ailing    = set(`worse better sore swollen stiff inflamed painful hurting aching healed fine ok okay bad broken sprained torn`)
	kept      = set(`siblings brothers sisters kids children grandchildren pets relatives family allergies tattoos hobbies`)
	elsewhere = set(`class library model service program`) // of code, and as often of what has nothing to do with it
	// workThings are parts of what is worked on beside the words of code itself, and where it runs.
	workThings = set(`site website webshop homepage server servers vps bot bots service services worker workers queue queues cache caches domain dns cdn cron login tests importer exporter parser
		renderer scheduler crawler scraper daemon proxy gateway relay monolith microservice microservices migration migrations table tables staging production prod release build builds bucket
		image images docs documentation readme dockerfile sync upload uploads retries webhook webhooks pages endpoints queries backup backups monitoring logs logging ci tls ssl`)
	lifeNouns = set(familyWords, `desk chair sofa couch bed house flat apartment home car bike bicycle motorbike motorcycle van boat phone laptop tablet watch glasses job jobs career gym membership school college degree thesis
		diploma licence license driving smoking drinking sugar meat coffee tea diet running swimming cycling knitting piano guitar violin garden allotment bank doctor dentist shot vaccination surgery baby
		kids children furniture insurance name surname passport visa citizenship keyboard monitor headphones mattress kitchen bathroom bedroom garage tattoo hair beard`)
	asMuchElse   = set(`question questions request instruction instructions take opinion view mind bad change changes message prompt prompts plan`)
	ledAtWork    = set(`drive own study host moderate run grow lead lecture conduct`) // of life, and as often of the work at hand
	pointsAtWork = set(`it them that this those these you your above below following again`)
)

var codeNouns = set(`code branch repo repository app application project script function build test tests file files pr commit commits server api component page query database config
	configuration change changes implementation model service class method schema container cluster pipeline deploy deployment package module library endpoint frontend backend codebase
	fork patch diff program plugin extension prompt prompts message question questions request instruction instructions take opinion view mind bad`)
