package language

import (
	_ "embed"
	"slices"
	"strconv"
)

// bindingFile says how much each trait of a sentence's form counts for its being a rule
// that stands, in log odds. The program in language/leaning makes it of labelled messages.
//
//go:embed binding.txt
var bindingFile string

// scopeFile says how much each of them counts for a rule's being of the user, whatever he
// works on, and not of the work at hand.
//
//go:embed scope.txt
var scopeFile string

// suitsFile says how much each of them counts for a sentence's telling what suits the speaker in
// general: "I get more out of books than out of courses", "Tailwind and I are not friends".
//
//go:embed suits.txt
var suitsFile string

var bindingWeights, scopeWeights, suitsWeights = weightsOf(&bindingFile), weightsOf(&scopeFile), weightsOf(&suitsFile)

const (
	bindsFrom   = 1.1  // log odds from which a sentence is a rule that stands, whatever its cues say
	bindsOwn    = 1.8  // … and one that says what the speakers do, or plan, themselves
	bindsBeside = 1.0  // … from which one is that has nothing of the moment in it and is put in passing: of 24 writers, each unseen, 7 in 10 are rules, and most others tell how things are done
	bindsOfKind = 0.5  // … the same of one that tells of all of a kind
	bindsNever  = -0.4 // … below which it is none, though its cues say so
	orderFrom   = 0.7  // … below which a plain order is of the moment, though its cues say that it stands: "rebase and push", "do not take action"
	suitsFrom   = 0.5  // log odds from which a sentence tells what suits the speaker: of a writer who was not seen 79 % of such sentences are above, and 1.3 % of others near to them
	suitsBeside = 1.0  // … and one that tells what happened, or is planned
	suitsSurely = 2.0  // … and from which it does, though its words are those of what is so everywhere, or of the moment
	pinnedFrom  = 1.0  // … from which that is to be heeded without being asked for: 71 %, 0.2 %
	suitsNobody = -0.3 // … below which "prefers" and "hates" are of somebody else, where nothing says "I"
	ofUserFrom  = 1.3  // log odds from which a rule is of the user, whatever he works on
)

// handCues is [CuesOf] by the rules alone, without what the form of the whole says. The rules
// themselves go by it.
func handCues(sentence string) Cues {
	if looksLikeCode(sentence) {
		return Cues{}
	}
	return recall(cutSentence(sentence)).handCues()
}

func (x *sentence) handCues() Cues {
	return x.ruled.get(func() Cues { return x.reading().withCues().byHand() })
}

// byHand returns the cues of a sentence by the rules alone.
func (r *reading) byHand() Cues {
	return r.asHearsay(r.heldHere(r.planned(r.offInterface(r.askedOf(r.ofTopic(r.reasoned()))))))
}

// BindingTraits returns what the form of a sentence has that tells whether it is a rule
// that stands: its words and pairs of them, those it begins with, what its cues show, and
// how long it is.
func BindingTraits(sentence string) []string { return traitsOf(sentence, (*reading).bindingTraits) }

// ScopeTraits returns what it has that tells whose rule it is, which is said in fewer ways.
func ScopeTraits(sentence string) []string { return traitsOf(sentence, (*reading).scopeTraits) }

func traitsOf(sentence string, each func(r *reading, c Cues, yield func(trait []byte))) (out []string) {
	if looksLikeCode(sentence) {
		return nil
	}
	r := recall(cutSentence(sentence)).reading().withCues()
	each(r, handCues(sentence), func(trait []byte) { out = append(out, string(trait)) })
	return out
}

func (r *reading) bindingTraits(c Cues, yield func(trait []byte)) {
	words := formWords(r.text)
	r.formTraits(words, c, yield)
	headTraits(words, yield)
}

func (r *reading) scopeTraits(c Cues, yield func(trait []byte)) {
	r.formTraits(formWords(r.text), c, yield)
}

// formTraits hands over the words of a sentence and pairs of them, what its cues show, and how
// long it is.
func (r *reading) formTraits(words []string, c Cues, yield func(trait []byte)) {
	wordTraits(words, yield)
	act := r.act()
	var room [16]byte
	for _, t := range [...]struct {
		trait string
		is    bool
	}{
		{"+ask", act.Ask}, {"+tell", act.Tell}, {"+order", act.Command},
		{"+habit", c.Instruction >= 0.4}, {"+wish", c.Instruction >= 0.5}, {"+duty", c.Instruction >= 0.7},
		{"+standing", c.Standing}, {"+directs", c.Directs}, {"+opinion", c.Opinion}, {"+judges", c.Judges}, {"+preference", c.Preference},
		{"+plan", c.Plan}, {"+wanted", c.Wanted}, {"+event", c.Event}, {"+decision", c.Decision}, {"+correction", c.Correction},
		{"+negation", c.Negation}, {"+cause", c.Cause}, {"+trouble", c.Trouble}, {"+definition", c.Definition}, {"+regular", c.Habit},
		{"+condition", c.Condition}, {"+comparison", c.Comparison}, {"+personal", c.Personal}, {"+bound", c.ProjectBound},
		{"+hedged", c.Hedged}, {"+hypothetical", c.Hypothetical}, {"+status", c.Status}, {"+errand", c.Errand},
	} {
		if t.is {
			yield(append(room[:0], t.trait...))
		}
	}
	yield(strconv.AppendInt(append(room[:0], '+'), int64(min(len(r.ts)/3, 6)), 10))
}

// bound returns the cues of a sentence with what its form says as a whole: that it is meant
// to hold from now on, or that it is none such though its words are those of a rule ("the
// pump must never run dry", "the docs say you should always …").
func (r *reading) bound(c Cues) Cues {
	if !c.Directs && len(r.ts) < 2 {
		return c
	}
	hand := c
	z, suits := r.bindsAndSuits(hand)
	c = r.suited(c, suits)
	rule := z >= bindsOwn || z >= bindsFrom && !r.subjectIs("i") && !phrase(r.ts, r.begin, "no", "need") || z >= bindsBeside && r.everywhere() // who says where it holds says that it does
	if z < bindsOwn && (rule || z >= bindsBeside || z >= bindsOfKind && r.tellsOfKind()) && r.saidBeside(c) {
		rule, c.Beside = true, !c.Directs
	}
	if c.Preference && suits >= suitsFrom && suits > z && !hand.Directs && !r.imperative() && !r.politeOrder() {
		rule = false // a taste that says no more is no order
	}
	if rule = rule && (c.Standing || !r.byOthers() && !r.saysWhere() && !r.lacksThing()); !rule && !c.Directs {
		c.Beside = false
		return c
	}
	switch order := r.imperative() || r.politeOrder(); {
	case rule && order && !c.Standing, rule && !c.Directs && (r.ofPointed() || r.pointsBefore()):
		c.Beside = false // Don't write code: whether that is of the moment its form does not say.
	case rule:
		if !c.Preference && !c.Opinion && !c.Directs {
			c.Instruction, c.Errand = max(c.Instruction, 0.6), false
		}
		c.Directs, c.Binds = true, true
	case c.Directs && !c.Preference && (z < bindsNever && !(c.Standing && order) || z < orderFrom && order && !c.Standing && !r.ofEachOne()):
		c.Directs, c.Standing = false, false
	}
	c.OfUser = c.Directs && (c.Preference && suits >= pinnedFrom || sumOf(scopeWeights(), r.scopeTraits, hand) >= ofUserFrom)
	return c
}

// bindsAndSuits returns how far a sentence is a rule that stands, and how far it tells what suits
// the speaker in general, in log odds. Both go by the same traits, which are read once.
func (r *reading) bindsAndSuits(c Cues) (binds, suits float64) {
	rules, tastes := bindingWeights(), suitsWeights()
	r.bindingTraits(c, func(trait []byte) {
		binds += rules[string(trait)]
		suits += tastes[string(trait)]
	})
	return binds, suits
}

// suited returns the cues of a sentence with what its form says as a whole of tastes: that it tells one,
// or that it does not though it has a word for it ("the boss prefers calls", "I usually get up at six").
func (r *reading) suited(c Cues, suits float64) Cues {
	from := suitsFrom
	if c.Plan || c.Event {
		from = suitsBeside
	}
	if suits >= from && !English(r.text, true) {
		return c // it was learnt of English
	}
	if suits >= suitsSurely && !r.asks() {
		c.Hypothetical, c.Status, c.Truism = false, false, false // being outdoors matters to me
	}
	switch {
	case suits >= from && !c.Status && !r.asks() && !r.choosesOnce() && !r.choosesAtHand():
		c.Preference = true
		if suits >= pinnedFrom {
			c.Directs = true
		}
	case c.Preference && suits < suitsNobody && (r.likedByOthers() || r.onlyUsual()):
		if c.Preference = false; !c.Standing && c.Instruction < 0.5 {
			c.Directs = false
		}
	}
	return c
}

// likedByOthers reports whether nobody says of themselves what suits them, and nothing is ordered. What somebody with a
// name likes is worth knowing as such.
func (r *reading) likedByOthers() bool {
	if r.hasAny("i", "we", "i'd", "i'm", "i've", "we'd", "we're", "me", "us") || r.imperative() || r.politeOrder() || r.begin < len(r.ts) && isNameToken(r.ts[r.begin]) {
		return false
	}
	return !r.somewhere(r.begin, func(k int) bool {
		w := r.ts[k].text
		return (w == "my" || w == "our") && !slices.ContainsFunc(r.ts[k+1:min(k+3, len(r.ts))], func(t token) bool { return isPerson(t.text) || isPerson(cutPlural(t.text)) })
	})
}

// isPerson reports whether a noun is somebody.
func isPerson(w string) bool {
	return has(humans, w) || has(roleNouns, w) || has(kin, w)
}

// onlyUsual reports whether the speaker says what they usually do, and not that they like it.
func (r *reading) onlyUsual() bool {
	return r.follows("i", "usually") && !r.hasAny("prefer", "like", "love", "hate", "favor", "favour", "rather", "better", "best")
}

// ofEachOne reports whether an order is about each of a kind, or about what is done before or
// after a thing that is done often: document every flag, run the tests before committing.
func (r *reading) ofEachOne() bool {
	return r.hasAny("every", "each") || r.namesKind() || r.ordersReplies() || r.somewhere(r.begin+2, func(i int) bool {
		w := r.ts[i].text
		return (w == "before" || w == "after" || w == "when" || w == "while") && isGerund(at(r.ts, i+1))
	})
}

// sumOf returns what the traits of a sentence say in all, in log odds.
func sumOf(weights map[string]float64, traits func(Cues, func(trait []byte)), c Cues) (sum float64) {
	traits(c, func(trait []byte) { sum += weights[string(trait)] })
	return sum
}
