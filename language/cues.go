package language

import (
	"strings"
	"unicode/utf8"
)

// Cues are what the wording of a sentence shows. Several may hold at once, and
// none is a decision: a reader weighs them.
type Cues struct {
	// Instruction is how strongly the sentence tells how things shall be done,
	// 0 to 1: 1 a standing order (always, from now on), 0.9 a duty (must,
	// only … should), 0.7 a general imperative (keep functions short), 0.6 a
	// wish or an operative fact (we use …, … handles …, … lives in …), 0.4 a
	// present habit that may be a rule or a mere fact. A question, an order to
	// do something now and a past event have 0.
	Instruction float64
	Standing    bool // says itself that it holds from now on: always, never, whenever

	Opinion    bool // I think, annoying
	Preference bool // I prefer, I'd rather, favourite
	Plan       bool // will, going to, is due, on Friday we fly
	Event      bool // a past happening: moved, broke, has been released
	Decision   bool // decided, chose, settled on
	Correction bool // actually, no longer, X instead of Y, not X but Y
	Negation   bool // not, never, without
	Cause      bool // because, due to, turned out
	Definition bool // is a, stands for, means
	Condition  bool // if, unless, when
	Comparison bool // better than, as fast as

	Personal     bool // of the user's own life or person: my sister, I live
	ProjectBound bool // of the code at hand: this repository, our build
	Hedged       bool // maybe, I guess
	Hypothetical bool // if we hired …, what would …
	Truism       bool // … is important: says nothing that could be kept
	Status       bool // let me check, tests are running: gone in a minute
}

// CuesOf returns the cues of one sentence. Text of several sentences gives the
// cues of all, less sharply. A sentence in another language than English shows
// few cues or none, and code shows none.
func CuesOf(sentence string) Cues {
	if looksLikeCode(sentence) {
		return Cues{}
	}
	return newReading(sentence).cues()
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
}

func newReading(s string) *reading {
	s = cutSentence(s)
	r := &reading{text: s, ts: tokenize(s)}
	r.begin = beginOf(r.ts)
	r.found = cuePhrases.find(r.ts, r.begin)
	r.past = happening(r.ts)
	r.will = r.progressivePlan()
	return r
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
// "ok", "so", "please".
func beginOf(ts []token) int {
	i := 0
	for i < len(ts) && i < 8 && (has(fillers, ts[i].text) || ts[i].mark && i > 0 || ts[i].text == `"` || has(interjections, ts[i].text) && at(ts, i+1) == ",") {
		i++
	}
	if i >= len(ts) {
		return 0
	}
	return i
}

var fillers = set(`ok okay so well hey hi hello oh ah hm hmm and but also then now alright right please pls fyi btw note reminder yes yeah yep sure great good
	thanks cool perfect nice first next finally additionally plus again just bitte tip`)

// interjections are fillers only before a comma.
var interjections = set(`wait no actually honestly hmm frankly sorry listen look`)

func (r *reading) has(c cue) bool { return r.found&c != 0 }

func (r *reading) cues() Cues {
	asks := r.asks()
	c := Cues{
		Opinion:      r.has(opinion),
		Preference:   r.has(preference),
		Event:        r.past >= 0 || r.has(event),
		Decision:     r.has(decision),
		Correction:   r.has(correction) || r.notBut() || r.nowChanged(),
		Negation:     r.has(negation),
		Cause:        r.has(cause),
		Definition:   r.has(definition),
		Condition:    r.has(condition),
		Comparison:   r.has(comparison),
		Personal:     r.has(personal),
		ProjectBound: r.has(bound),
		Hedged:       r.has(hedged),
		Hypothetical: r.hypothetical(),
		Truism:       r.has(truism) && r.past < 0,
		Status:       r.has(status) && !r.has(standing|constant),
	}
	c.Plan = !c.Hypothetical && !asks && (r.has(plan) || r.will || r.has(due) && r.past < 0)
	order := r.imperative()
	c.Standing = !asks && (r.has(standing) ||
		r.has(constant|recurring) && (order || r.duty()) ||
		r.has(constant) && r.subjectIs("we", "you", "i"))
	c.Instruction = r.instruction(asks, order, c)
	return c
}

// instruction grades the sentence; see [Cues.Instruction].
func (r *reading) instruction(asks, order bool, c Cues) float64 {
	polite := r.has(wish)
	duty := r.duty()
	switch {
	case asks && (!polite || has(interrogatives, at(r.ts, r.begin))), len(r.ts) < 3, c.Truism && !c.Standing:
		return 0
	case r.has(standing) && (order || duty || polite || !c.Event && r.generic()):
		return 1
	case c.Standing && !c.Event && !r.subjectIs("i"):
		return 1
	case polite && c.Opinion:
		return 0.5
	case polite:
		return 0.6
	case c.Hypothetical:
		return 0
	case duty && !c.Event:
		return 0.9
	case r.steps():
		return 0.8
	case order && r.generalOrder():
		return 0.7
	case order:
		return 0
	}
	return r.operative(c)
}

// operative grades a sentence that orders nothing but may say how things are
// done here.
func (r *reading) operative(c Cues) float64 {
	gone := r.notBut() || r.hasAny("anymore", "longer") || phrase(r.ts, r.begin, "we", "stopped") || r.hasAny("away") && r.has(correction)
	switch {
	case c.Event || r.narrates():
		switch {
		case gone && (!c.Opinion || c.Decision) && !r.subjectIs("i"):
			return 0.6
		case c.Correction && !c.Opinion:
			return 0.4
		}
		return 0
	case r.has(practice) && !c.Opinion && !c.Plan && !r.subjectIs("i"):
		return 0.6
	case c.Correction && !c.Opinion && !c.Plan:
		return 0.6
	case r.habit() && !c.Opinion && !c.Plan:
		if r.has(recurring) || r.hasAny("every", "each", "any", "anything", "all", "everyone", "nobody", "only") {
			return 0.5
		}
		return 0.4
	}
	return 0
}

// subjectIs reports whether the sentence begins with one of the words, or with
// it contracted with a verb (we've).
func (r *reading) subjectIs(words ...string) bool {
	first, _, _ := strings.Cut(at(r.ts, r.begin), "'")
	for _, w := range words {
		if first == w {
			return true
		}
	}
	return false
}

// duty reports whether someone other than the speaker alone is told what must
// or must not be done.
func (r *reading) duty() bool {
	for i, t := range r.ts {
		if has(duties, t.text) && r.dutyAt(i) {
			return true
		}
	}
	return r.has(deontic) && r.hasAny("required", "forbidden", "allowed", "prohibited", "permitted", "banned", "limits", "off-limits")
}

// dutyAt reports whether the modal or verb of duty at ts[i] lays a duty on
// someone. A need of one person, and what the speaker has to do, is none.
func (r *reading) dutyAt(i int) bool {
	w, next := r.ts[i].text, at(r.ts, i+1)
	k := i - 1
	for has(beforeVerb, at(r.ts, k)) || has(modals, at(r.ts, k)) {
		k--
	}
	subject := at(r.ts, k)
	switch {
	case next == "have" && isPast(at(r.ts, i+2)), subject == "i", hasTail(subject, "'ll"), hasTail(subject, "'d"), has(conditionals, at(r.ts, k-1)) && isSubject(subject):
		return false
	case subject == "it" || subject == "this" || subject == "that" || subject == "there":
		return w == "must"
	}
	switch w {
	case "must", "mustn't", "ought", "shall":
		return true
	case "should", "shouldn't":
		return subject != "we"
	case "need", "needs", "has", "have":
		if next == "to" {
			return subject != "we" && subject != "he" && subject != "she" && subject != "they"
		}
		return w[0] == 'n' && (has(quantifiers, at(r.ts, r.begin)) || k >= 0 && !r.ts[k].cap && hasTail(subject, "s") && !isSubject(subject) && w == "need")
	case "needn't", "require", "requires":
		return !isSubject(subject)
	case "only":
		return has(modals, next) || i == r.begin && r.hasAny("should", "may", "can", "must")
	case "cannot", "nobody":
		return subject == "you" || i == r.begin && r.hasAny("should", "may", "can", "must")
	}
	return false
}

func (r *reading) hasAny(words ...string) bool {
	for _, t := range r.ts {
		for _, w := range words {
			if t.text == w {
				return true
			}
		}
	}
	return false
}

// imperative reports whether the sentence, fillers and adverbs aside, begins
// with the base form of a verb that is not the first part of a subject.
func (r *reading) imperative() bool {
	i := r.begin
	if phrase(r.ts, i, "go", "ahead", "and") || phrase(r.ts, i, "try", "to") {
		return true
	}
	for i < len(r.ts) && has(orderAdverbs, r.ts[i].text) {
		i++
	}
	if orderAt(r.ts, i) || i > r.begin && isBase(at(r.ts, i)) {
		return true
	}
	return r.afterClause()
}

// afterClause reports whether an order follows an opening clause: "When you
// commit, sign off", "For refunds, check the order first".
func (r *reading) afterClause() bool {
	if !has(clauseOpeners, at(r.ts, r.begin)) {
		return false
	}
	for i := r.begin + 2; i < len(r.ts); i++ {
		if m := r.ts[i].text; m != "," && m != ":" && m != "-" {
			continue
		}
		i++
		for i < len(r.ts) && has(orderAdverbs, r.ts[i].text) {
			i++
		}
		if orderAt(r.ts, i) {
			return true
		}
	}
	return false
}

// orderAt reports whether ts[i:] begins with an order.
func orderAt(ts []token, i int) bool {
	w := at(ts, i)
	if w == "don't" || w == "dont" || w == "let's" || w == "do" && at(ts, i+1) == "not" {
		return true
	}
	if !isBase(w) {
		return false
	}
	next := at(ts, i+1)
	switch {
	case has(nounlike, w) && !has(determiners, next) && !has(orderObjects, next):
		// Test coverage must …, Support tickets wake …: a noun before a verb
		return i+1 < len(ts) && !hasFinite(ts[i+1:min(len(ts), i+7)]) && !(hasTail(next, "s") && !ts[i+1].cap && i+3 < len(ts) && !ts[i+2].mark && !StopWord(ts[i+2].text) && has(determiners, ts[i+3].text))
	case isFinite(next) && !has(determiners, next) && next != "that" && next != "read" && next != "set" && !isPast(next):
		return false
	}
	return true
}

func hasFinite(ts []token) bool {
	for _, t := range ts {
		if has(auxiliaries, t.text) || has(modals, t.text) || isThird(t.text) && !has(nounlike, strings.TrimSuffix(t.text, "s")) {
			return true
		}
		if t.mark && t.text != "-" && t.text != "/" {
			return false
		}
	}
	return false
}

// generalOrder reports whether an order holds beyond the moment: its verb is
// one of manner (use, keep, prefer, avoid) or it is forbidding, and nothing in
// it points at something at hand.
func (r *reading) generalOrder() bool {
	clause := r.afterClause()
	for i, t := range r.ts {
		if clause && (t.text == "it" || t.text == "following") {
			continue // what the clause has named
		}
		if has(deictic, t.text) && !(t.text == "this" && has(boundNouns, at(r.ts, i+1))) {
			return false
		}
	}
	if clause {
		return true
	}
	i := r.begin
	for i < len(r.ts) && has(orderAdverbs, r.ts[i].text) {
		i++
	}
	w := at(r.ts, i)
	if w == "don't" || w == "dont" || w == "do" {
		return true
	}
	if !has(mannerVerbs, w) {
		return false
	}
	if w == "make" && at(r.ts, i+1) != "sure" || w == "be" && at(r.ts, i+1) != "sure" {
		return false
	}
	return at(r.ts, i+1) != "the" || r.hasAny("for", "when", "before", "after", "instead", "over", "not", "in")
}

var (
	duties = set(`must mustn't shall should shouldn't need needs needn't has have ought requires require only nobody cannot`)

	orderAdverbs  = set(`please always never just only also then first kindly simply instead , don't`)
	orderObjects  = set(`me us it them him her you up out down off on in to for with from all everything`)
	clauseOpeners = set(`when whenever if for before after in on to once every until while with at by during as unless`)
	nounlike      = set(`access address answer back backup benchmark block book branch bug build bundle cache call change chart check code comment commit control copy count cover credit debug
		deal default delay demo deploy design diff display document double download draft drive drop end estimate exit export feature file filter flag focus format function graph group guide
		hash head help host import index insert interview invoice issue join key label launch lead limit line link list load lock log map mark match measure merge mock model monitor move name note number
		offer order output overlap own package paginate patch pause phrase pick pin plan plot plug point post prefix present price print process produce profile project prompt pull push query question queue quote
		reach record reference refund release report request research reset respect result return review route run sample scale schedule scope score search seed service set shape share ship show sign
		sort sound spec split stage stand start state step stop store stream structure study style subject submit support switch sync tag tail talk target task test thread time touch track train transfer travel
		trigger trim trust try turn type update upgrade upload value version view visit wait walk watch wire word work wrap write yield close complete correct direct open separate clean clear live
		email hold place plays respond contact content contract increase project process mail land like love need hope support`)
	deictic     = set(`this that these those here above below following it now again`)
	boundNouns  = set(`repo repository project codebase monorepo service package app application module library`)
	mannerVerbs = set(`make be ensure remember note use keep prefer avoid stick follow format name write answer respond reply include ensure treat store put document log prefix sign squash rebase address speak
		limit assume default explain ask wrap indent sort group tag label validate sanitize escape encrypt test mock call capitalize capitalise spell cite structure return throw handle quote round favor favour leave require`)
	quantifiers = set(`all every each any no new most both only`)
)

// looksLikeCode reports whether a sentence is a fenced block or has too many
// of the marks of code to be read.
func looksLikeCode(s string) bool {
	if strings.HasPrefix(s, "```") || strings.HasPrefix(s, "~~~") {
		return true
	}
	s = s[:min(len(s), longestReading)]
	marks := 0
	for i := range len(s) {
		if strings.IndexByte("{}();=<>[]|&$\\", s[i]) >= 0 {
			marks++
		}
	}
	return marks > 6 && marks*8 > len(s)
}
