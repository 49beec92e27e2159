package language

import (
	"strings"
	"sync"
	"unicode/utf8"
)

// Cues are what the wording of a sentence shows. Several may hold at once, and
// none is a decision: a reader weighs them.
type Cues struct {
	// Instruction is how strongly the sentence tells how things shall be done:
	//   1    a standing order (always, from now on)
	//   0.9  a duty (must, only … should)
	//   0.8  the steps of a process
	//   0.7  a general imperative (keep functions short)
	//   0.6  a wish, or how things are done here (we use …, … lives in …), or a correction of it
	//   0.5  a wish put as an opinion, or a habit of all or every
	//   0.4  a habit in the present that may be a rule or a mere fact
	//   0    anything else: a question, an order to do something now, a past event
	Instruction float64
	Standing    bool // says itself that it holds from now on: always, never, whenever
	Directs     bool // tells the listener how the speaker wants things from now on, as an order, a duty, a wish or a preference

	Binds  bool // is such a rule by its form as a whole, whatever stands beside it
	Beside bool // … though less plainly than others: where much is said beside it, it is of that
	OfUser bool // that is of the user, whatever he works on

	Opinion    bool // I think, annoying
	Judges     bool // begins as an opinion: whatever it is about, it says what the speaker thinks
	Preference bool // I prefer, I'd rather, favourite
	Plan       bool // will, going to, is due, on Friday we fly
	Wanted     bool // somebody wants a thing, or wants it so
	Event      bool // a past happening: moved, broke, has been released
	Decision   bool // decided, chose, settled on
	Correction bool // actually, no longer, X instead of Y, not X but Y
	Negation   bool // not, never, without
	Cause      bool // because, due to, turned out
	Trouble    bool // fails, is broken, hangs
	Gossip     bool // passes on what others say of somebody's private life
	Definition bool // is a, stands for, means
	Habit      bool // what a thing has, or what is done every so often
	Condition  bool // if, unless, when
	Comparison bool // better than, as fast as

	Personal     bool // of the user's own life or person: my sister, I live
	ProjectBound bool // of the code at hand: this repository, our build
	Hedged       bool // maybe, I guess
	Hypothetical bool // if we bought …, what would …
	Truism       bool // … is important: says nothing that could be kept
	Status       bool // let me check, tests are running: gone in a minute
	Errand       bool // orders something that is to be done now, and tells nothing beside it
}

// CuesOf returns the cues of one sentence. Text of several sentences gives the
// cues of all, less sharply. A sentence in another language than English shows
// few cues or none, and code shows none.
func CuesOf(sentence string) Cues {
	if looksLikeCode(sentence) {
		return Cues{}
	}
	x := recall(cutSentence(sentence))
	return x.cues.get(x.readCues)
}

// longestReading bounds what the rules read of one sentence, in bytes. A
// longer one is data.
const longestReading = 4096

// reading is a sentence made ready for the rules.
type reading struct {
	text  string
	ts    []token
	begin int // the first token that is no filler
	found cue
	past  int // the token of a past happening, -1 for none
	will  bool
	once  sync.Once
	terms []string // of each token, as specificTerm gives it, once asked for
	bare  *reading // the same words without cues, which has their terms, too

	told  lazily[[]state]  // what [reading.states] gives
	cued  lazily[*reading] // what [reading.withCues] gives
	plain lazily[*plain]   // what [reading.plainly] gives; nil is nothing
	lacks lazily[lack]     // what [reading.lack] gives

	changed lazily[[]Change]  // what [reading.changes] gives
	charge  lazily[*charge]   // what [reading.charges] gives; nil is nothing
	lifts   lazily[lift]      // what [reading.lifted] gives
	way     lazily[*state]    // what [reading.arrangement] gives; nil is nothing
	subject lazily[subjectOf] // what [reading.subjectOf] gives
}

func newReading(s string) *reading { return newTokens(s).withCues() }

// withCues returns a reading of the same words with its cues.
func (t *reading) withCues() *reading {
	return t.cued.get(func() *reading {
		r := &reading{text: t.text, ts: t.ts, begin: t.begin, bare: t}
		r.found = cuePhrases.find(r.ts, r.begin)
		if r.stopsKind() || r.wantsNone() {
			r.found |= wish
		}
		if r.inFuture() || r.namedRule() || r.alwaysSo() || r.saidInGeneral() {
			r.found |= standing
		}
		if phrase(r.ts, 0, "never", "mind") || phrase(r.ts, r.begin, "never", "mind") { // forbids nothing
			r.found &^= constant
		}
		if r.has(constant | recurring) {
			r.found &^= r.onlySeeming()
		}
		if r.whenDone() {
			r.found &^= recurring
		}
		behind := r.retractionEnd()
		if r.past = happening(r.ts[behind:]); r.past >= 0 {
			r.past += behind
		}
		r.will = r.progressivePlan()
		return r
	})
}

// newTokens is a reading without its cues.
func newTokens(s string) *reading {
	return recall(cutSentence(s)).reading()
}

// cutSentence returns the first longestReading bytes of s, or somewhat less, not to
// cut a character.
func cutSentence(s string) string {
	if len(s) <= longestReading {
		return s
	}
	cut := longestReading
	for cut > longestReading-4 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut]
}

// beginOf returns the index of the first token that is no filler: a greeting,
// "ok", "so", "please", a word on what was said before ("that's not right, …").
func beginOf(ts []token) int {
	i := 0
	for i < len(ts) && i < 8 && (has(fillers, ts[i].text) || ts[i].mark && i > 0 || ts[i].text == `"` || has(interjections, ts[i].text) && at(ts, i+1) == ",") {
		i++
	}
	if n := verdictLen(ts, i); n > 0 && i+n < len(ts) && ts[i+n-1].mark && !ts[i+n].mark {
		return i + n + beginOf(ts[i+n:])
	}
	if t := retractionAt(ts, i); t.end > 0 && t.end < len(ts) {
		return t.end + beginOf(ts[t.end:])
	}
	if n := neverMind(ts, i); n > 0 && i+n < len(ts) && at(ts, i+n) != "the" {
		return i + n + beginOf(ts[i+n:])
	}
	if n := generalHead(ts, i); n > 0 {
		return i + n
	}
	if at(ts, i) == "new" && at(ts, i+1) == ":" && i+2 < len(ts) {
		return i + 2 + beginOf(ts[i+2:])
	}
	if phrase(ts, i, "whatever", "you", "do") {
		if i += 3; at(ts, i) == "," {
			i++
		}
		return i + beginOf(ts[i:])
	}
	if phrase(ts, i, "by", "the", "way") || phrase(ts, i, "heads", "up", ",") || (at(ts, i) == "one" || at(ts, i) == "another") && phrase(ts, i+1, "more", "thing") {
		if i += 3; i+1 < len(ts) && ts[i].mark {
			i++
		}
		return i + beginOf(ts[i:])
	}
	if phrase(ts, i, "i", "mean", ",") && i+3 < len(ts) {
		return i + 3 + beginOf(ts[i+3:])
	}
	if i >= len(ts) {
		return 0
	}
	return i + placeOf(ts[i:])
}

// placeOf returns the number of tokens that say where a sentence holds before it
// begins: in this repository, for our project. The subject stands behind them.
func placeOf(ts []token) int {
	if len(ts) < 5 || !has(whereWords, ts[0].text) || ts[2].mark {
		return 0
	}
	n := 3
	switch ts[1].text {
	case "this", "our":
	case "the":
		for n < 6 && n < len(ts) && !ts[n-1].mark && !has(boundNouns, ts[n-1].text) {
			n++
		}
		if !has(boundNouns, at(ts, n-1)) {
			return 0
		}
	default:
		return 0
	}
	if at(ts, n) == "," {
		return n + 1
	}
	return n
}

var whereWords = set(`in for within across on`)

var fillers = set(leadsIn, `so well then now right please note reminder sure great good
	thanks cool perfect nice first next finally additionally plus again just anyway anyways bitte tip`)

// leadsIn are the words that only lead over, wherever they stand.
const leadsIn = `ok okay hey hi hello oh ah hm hmm also and but btw fyi alright yeah yep yes`

// interjections are fillers only before a comma.
var interjections = set(`wait no actually honestly hmm frankly sorry listen look`)

func (r *reading) has(c cue) bool { return r.found&c != 0 }

// cues joins what the phrases and the rules of a sentence say. Some of them ask for others,
// which is why the order counts.
func (r *reading) cues() Cues {
	asks := r.asks()
	c := Cues{
		Opinion:      r.has(opinion),
		Judges:       cuePhrases.findIn(r.ts, r.begin, opinion),
		Preference:   r.has(preference) || r.ranksBetter(),
		Event:        r.past >= 0 && !r.describes(r.past) || r.has(event),
		Decision:     r.has(decision) && !r.picksUp() || r.settles(),
		Correction:   r.corrects(),
		Negation:     r.has(negation),
		Cause:        r.has(cause),
		Trouble:      r.anyOf(troubles),
		Gossip:       r.gossip(),
		Definition:   r.has(definition) || r.tellsWhole() || r.equates(),
		Habit:        r.owns() || r.regular() || r.general() || r.arranges() || r.hasAny("every", "each", "nightly", "daily", "weekly", "monthly", "hourly") && r.generic() || r.plainFact(),
		Condition:    r.has(condition),
		Comparison:   r.has(comparison),
		Personal:     r.ofSelf(),
		ProjectBound: r.has(bound) || r.ofEachPart() || r.boundHere() || r.dealsHere() || r.statesManner() || r.ranks() || r.choosesHere() || r.endsConstant() && !r.ofWritingWish(),
		Hedged:       r.has(hedged),
		Hypothetical: r.hypothetical(),
		Truism:       r.has(truism) && r.past < 0 || r.tautology(),
		Status:       r.has(status) && !r.has(standing|constant) && !phrase(r.ts, r.begin, "make", "sure"),
	}
	chooses := r.choosesAtHand()
	c.Status = c.Status && !c.Habit || r.momentary() || r.busySoon() || r.tellsMirth() || r.handled() || r.likesWhatIsHere() || r.ofSession() || r.symptom() || r.nextStep() || chooses
	c.Event = c.Event && inPlain(r.text) == ""
	c.Opinion = c.Opinion || r.suggests()
	c.Judges = c.Judges || r.suggests()
	c.Plan = r.remindsToAct() || !c.Hypothetical && !asks && !r.outOfOrder() && (r.has(plan) || r.will || r.has(due) && r.past < 0)
	c.Preference = c.Preference || r.subjectIs("i") && !c.Event && !c.Decision && !c.Plan && r.follows("instead", "of") || r.leans() || r.seeks()
	c.Preference = (c.Preference || r.tastes()) && !chooses
	order := r.imperative()
	product := order && r.ofProduct()
	wish := !asks && r.wishesKind() && !r.saysWhere()
	c.Standing = !asks && !product && !r.sameAgain() && (r.has(standing) && !r.staysSo() ||
		r.has(constant) && (order && r.inOrder(constant) || r.duty()) || r.has(recurring) && (order && r.inOrder(recurring) && !r.distributes() || r.duty()) ||
		r.ownConstant() || r.placesKind() || wish && (r.hasAny("always", "ever") || r.bansEver(false)))
	if !product {
		c.Instruction = r.instruction(asks, order, c)
	}
	if wish && !(c.Preference && r.picksTool()) {
		c.Instruction = max(c.Instruction, 0.6)
	}
	c.Errand = !asks && r.errand(order, c)
	c.Directs = wish || r.directs(asks, order, c)
	return c
}

func (r *reading) corrects() bool {
	return (r.has(correction|lately) || r.notBut() || r.nowChanged() || r.leavesForOther()) && !r.steps()
}

// owns reports whether the sentence says of a certain thing what it has: the
// barn has a new roof.
func (r *reading) owns() bool {
	if w := at(r.ts, r.begin); !has(determiners, w) && cutPossessive(w) == w || has(quantifiers, w) {
		return false
	}
	for i := r.begin + 1; i < len(r.ts) && i < r.begin+6 && !r.ts[i].mark; i++ {
		if w := r.ts[i].text; w == "has" || w == "have" {
			return !isPast(at(r.ts, i+1)) && at(r.ts, i+1) != "to" && at(r.ts, i+1) != "been"
		}
	}
	return false
}

// regular reports whether the sentence says what a certain thing does (the
// clock strikes every hour), what someone of the speaker's does (our landlord
// sells …), or on which days something is done.
func (r *reading) regular() bool {
	for i, t := range r.ts {
		if _, ok := weekdays.get(t.text); ok && hasTail(t.text, "days") && i > r.begin {
			return r.generic() || r.subjectIs("i", "we")
		}
	}
	w := at(r.ts, r.begin)
	if !ownNoun(w) {
		return false
	}
	n := roleLen(r.ts, r.begin+1)
	for i := r.begin + 2; i < len(r.ts) && i < r.begin+6 && !r.ts[i].mark; i++ {
		switch t := r.ts[i].text; {
		case has(bePresent, t):
			return n > 0 && w != "the" && i == r.begin+1+n || !isGerund(at(r.ts, i+1)) && len(r.ts) >= 6 && isPast(at(r.ts, i+1))
		case has(haveForms, t):
			return false // what has been, and not what is
		case isRegularPast(t) && len(r.ts) >= 5 && !isNounPlace(r.ts, i):
			return true
		case has(prepositions, t), t == "that", t == "which":
			return false
		case t != "has" && t != "does" && isThird(t) && (has(determiners, at(r.ts, i+1)) || isPlainlyFinite(t) || i+1 < len(r.ts) && !r.ts[i+1].mark && !isHelper(r.ts[i+1].text)):
			return !r.passes(i, knownVerbs().verb(t, true)) && !r.exhibits(i)
		}
	}
	return false
}

// seeks reports whether the speaker says what something that is looked for must
// be like: "I'm looking for a desk with drawers", "we are searching for a host
// that bills by the hour".
func (r *reading) seeks() bool {
	for i, t := range r.ts {
		if !has(searching, t.text) || at(r.ts, i+1) != "for" || has(certain, at(r.ts, i+2)) || !r.saysOfSelf(i) {
			continue
		}
		for k := i + 3; k < len(r.ts) && !r.ts[k].mark; k++ {
			if has(criteria, r.ts[k].text) && k+1 < len(r.ts) && !r.ts[k+1].mark {
				return true
			}
		}
	}
	return false
}

// saysOfSelf reports whether the speaker is the subject of the participle at i:
// "I'm looking", "we have been looking", "I am still looking".
func (r *reading) saysOfSelf(i int) bool {
	for k := i - 1; k >= max(0, i-4); k-- {
		switch w := cutContraction(r.ts[k].text); {
		case w == "i" || w == "we":
			return true
		case w != "am" && w != "are" && w != "have" && w != "been" && !has(beforeVerb, w):
			return false
		}
	}
	return false
}

var (
	searching = set(`looking searching hunting shopping`)
	criteria  = set(`with without that which`)
	certain   = set(`the this that these those my our your his her their its why where how who what`)
)

var leanings = set(`value favor favour prioritize prioritise prioritized prioritised favored favoured considering favoring favouring prioritizing prioritising`)

// looksLikeCode reports whether a sentence is a fenced block or has too many
// of the marks of code to be read.
func looksLikeCode(s string) bool {
	if strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
		return true
	}
	s = s[:min(len(s), longestReading)]
	marks := 0
	for i := range len(s) {
		marks += int(codeMarks[s[i]])
	}
	return marks > 6 && marks*8 > len(s)
}

// codeMarks are 1 for the marks of code.
var codeMarks = [256]byte{'{': 1, '}': 1, '(': 1, ')': 1, ';': 1, '=': 1, '<': 1, '>': 1, '[': 1, ']': 1, '|': 1, '&': 1, '$': 1, '\\': 1}
