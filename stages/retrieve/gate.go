package retrieve

import (
	"fmt"
	"math"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// The gate says first whether there is anything to say at all, and then what
// of it. There is when one memory covers enough of the prompt, and enough that
// is worth covering: "run the tests again" is covered in full by any memory of
// tests, and tells nothing. Information is reckoned in nats, against the store
// and the language together.
//
// How much is enough depends on how far the prompt leans on what was told before, by its
// form ([language.Leaning]): "when is the freeze?" needs one word of a memory, and "rename
// the freeze flag in this file" most of its own. Within a session the agent knows what it is
// about by now.
//
// What says I nats of a prompt is met by chance in one passage of e^I: the more
// there are, the more must be covered before it means something.
const (
	leastInformation = 4.5  // of a prompt of which its form does not say whether it needs a memory
	leastMatch       = 0.12 // the same, in parts of a perfect hit
	leastWide        = 6.0  // nats that are enough where wideShare of it is covered
	wideOfQuestion   = 4.0  // the same, of a question: "when is the release?" has but one word to be covered
	wideShare        = 0.33 // of a prompt
	mostShare        = 0.25 // of a prompt: more is never asked for
	mostMatches      = 2.0  // times leastMatch is never more asked for
	leaningScale     = 0.5  // all of these times e^(−this · leaning)
	leastLeaning     = -4.0 // beyond which its form says no more
	mostLeaning      = 3.0
	goneOn           = 3.0  // taken from the leaning of a prompt within a session: of real ones 45 % of the first need a memory, 3 % of the others
	plainly          = 1.5  // leaning from which it takes nothing
	knownLeaning     = -3.0 // above which a question about a name that the store knows is answered
	knownWithin      = -1.0 // the same within a session, where what it names is at hand more often than not
	fewPassages      = 75   // at which that is enough, and up to which for an order
	leastPassages    = 10   // down to which less is enough for a question
	raiseByChance    = 1.3  // for each nat of passages: words that go together come together
	raiseOfQuestion  = 0.5  // of that raise, for a question: who asks wants to know
	questionShare    = 0.6  // of the relevance that is asked of others
	questionNats     = 0.75 // of the information

	// Who searches by hand has said that there is something.
	foundInformation = 6.0
	foundOfQuestion  = 4.0 // who asks wants to know
	foundOfOurs      = 3.0 // and of what is theirs there is nowhere else to look: one word of it is enough
	foundOfGeneral   = 9.0 // of what can be answered without a memory
	keyWords         = 3   // a query of so few words looks for just them

	besideBest  = 0.25 // of the best's relevance, which a candidate beside it must have
	besideWords = 0.5  // the same for one that only the words around it have found, in a prompt
	besideRank  = 0.5  // of the best's rank, of what no memory was made of, in a prompt
	asGood      = 0.7  // of the best's relevance, of a reply of the agent
	leastOfOne  = 2.0  // nats
	unreadBelow = 0.2  // of the gate: not even read
)

// bar is what the gate asks of the best memory.
type bar struct {
	relevance   float64 // of the prompt, 0–1
	information float64 // nats
	wide, share float64 // nats that are enough where this share of the prompt is covered; 0: none are
	rule        float64 // nats of one of many rules
	match       float64 // in parts of a perfect hit
	form        string  // what the form of the prompt says, in words
	always      string  // why it is open anyway, "" if it is not
}

// bar is that of the query.
func (a *assembly) bar() bar {
	switch {
	case a.q.Mode == event.ModeSessionStart:
		return bar{always: "a session starts"} // nothing was said yet that could be covered
	case a.curates && slices.ContainsFunc(a.kept, a.chosen):
		return bar{always: "a model has looked it up, and chooses"}
	case a.q.Mode == event.ModePrompt:
		return a.promptBar()
	}
	b := bar{relevance: a.tuning.Gate, information: foundInformation, share: wideShare}
	switch {
	case len(language.Words(a.q.Text)) <= keyWords:
		b.information = 0
	case a.asks && a.describes():
		b.always = "a question about a name that the store describes"
	case language.SelfContained(a.q.Text), a.tells:
		b.information, b.wide = foundOfGeneral, foundInformation
	case a.asks && a.named && len(a.kept) > 0:
		b.always = "a question about a name that the store knows"
	case a.asks: // "when is the release?" has but one word to be covered, in a store of any size
		least := foundOfQuestion
		if language.AsksOfOurs(a.q.Text) {
			least = foundOfOurs
		}
		b.relevance *= questionShare
		b.information, b.wide = least, least
	}
	return b
}

// promptBar is the bar of a prompt: the less it leans on what was told before, by its
// form, the more a memory must say of it.
func (a *assembly) promptBar() bar {
	switch {
	case a.form < knownLeaning, a.q.GoesOn && a.form < knownWithin:
	case a.asks && a.describes():
		return bar{always: "a question about a name that the store describes"}
	case a.asks && a.named && len(a.kept) > 0:
		return bar{always: "a question about a name that the store knows"}
	}
	if a.q.GoesOn && a.asks && a.givesValue(language.NewLookups(a.q.Text)) {
		return a.barAt(a.form)
	}
	if a.q.GoesOn {
		if l, ok := language.NextLookup(a.q.Text, a.before); ok && a.givesValue([]language.Lookup{l}) {
			return a.barAt(max(a.form, 0)) // it is the question before, of something else
		}
	}
	return a.barAt(a.leaning)
}

// barAt is the bar of a prompt that leans so far.
func (a *assembly) barAt(leaning float64) bar {
	chance := raiseByChance * math.Log(max(float64(a.passages), leastPassages)/fewPassages)
	f := math.Exp(-leaningScale * leaning)
	off, wider := max(1, f), max(1, math.Sqrt(f)) // what does not lean on it is met by chance the sooner, too
	b := bar{
		relevance: min(mostShare, a.tuning.Gate*f), information: leastInformation * f,
		match: leastMatch * min(f, mostMatches), share: wideShare * math.Sqrt(wider), rule: foundOfQuestion * wider,
		form: a.leans(leaning),
	}
	if a.asks {
		if chance *= raiseOfQuestion; chance > 0 {
			chance *= off
		}
		b.relevance, b.information = questionShare*b.relevance, questionNats*b.information+chance
		b.wide = wideOfQuestion*wider + max(0, chance)*(1-1/wider) // in a store of any size, where it leans on it
	} else {
		chance = max(0, chance)
		b.information, b.wide = b.information+chance*off, (leastWide+chance)*wider
	}
	if a.single {
		b.match = 0 // earlier work is told by the agent's replies, which match little
	}
	return b
}

// givesValue reports whether the prompt asks for a value, place or person, one of some, and a memory gives
// one of what it asks about. Within a session few prompts need a memory, but one that is put so, and
// that a memory answers, does.
func (a *assembly) givesValue(asked []language.Lookup) bool {
	if len(asked) == 0 {
		return false
	}
	read := 0
	return slices.ContainsFunc(a.nodes, func(n *memtide.Node) bool {
		if !saysOne(n) || read == mostLookedAt {
			return false
		}
		read++
		said := language.NewStatement(n.Content, n.CreatedAt)
		return slices.ContainsFunc(asked, func(l language.Lookup) bool { return l.GivenBy(said) })
	})
}

// mostLookedAt bounds the memories that are read for that.
const mostLookedAt = 12

// saysOne reports whether a memory is something that the user has said, by itself.
func saysOne(n *memtide.Node) bool {
	switch n.Kind {
	case memtide.Fact, memtide.Plan, memtide.Event, memtide.Opinion, memtide.Instruction:
		return n.Source.Role == memtide.RoleUser && len(n.Content) <= mostRead
	}
	return false
}

// leaning returns how far a prompt that leans so far by its form leans on what was told before it in
// other sessions. A session that goes on takes the less from it the more plainly its form says that it does.
func leaning(q event.Query, by float64) float64 {
	if q.GoesOn {
		by -= goneOn * (1 - min(max(by/plainly, 0), 1))
	}
	return by
}

// byForm is the leaning of a prompt, with its main part, without what the session takes from it.
func byForm(text, main string) float64 {
	return min(max(language.Leaning(text, main), leastLeaning), mostLeaning)
}

// leans says in words how far the prompt leans on what was told, and how far that counts.
func (a *assembly) leans(counted float64) string {
	within := ""
	switch {
	case !a.q.GoesOn:
	case counted > a.leaning:
		within = ", within a session, too, for a memory gives a value that it asks for"
	default:
		within = fmt.Sprintf(", and %+.1f within a session", a.leaning)
	}
	return fmt.Sprintf("its form leans %+.1f on what was told%s; ", a.form, within)
}

// open reports whether the best of what may be shown is good enough to speak,
// and says it in words.
func (a *assembly) open(b bar) (open bool, words string) {
	if b.always != "" {
		return true, "open: " + b.always
	}
	best, covers := -1, false
	for i, c := range a.kept {
		if a.orders && c.Kind == memtide.Summary {
			continue // it has words of all that was done: an order needs a memory of its own
		}
		fits := b.covers(c)
		if c.BM25 > 0 && (best < 0 || c.BM25 > a.kept[best].BM25) {
			best, covers = i, fits
		}
		open = open || c.Pin || fits && c.Match >= b.match && a.speaksOf(i) && a.answersMain(c) || a.asks && c.Cosine >= vectorAlone
	}
	state, short, most := "shut", "", event.Candidate{}
	if best >= 0 {
		most = a.kept[best]
	}
	switch {
	case open:
		state = "open"
	case covers:
		short = a.lacks(best, b)
	}
	return open, fmt.Sprintf("%s: %sasks for %.0f %% of the prompt and %.1f nats; the most is %.0f %% and %.1f nats%s",
		state, b.form, 100*b.relevance, b.information, 100*most.Relevance, most.BM25, short)
}

// covers reports whether a candidate covers enough of the prompt, and what it covers says enough.
func (b bar) covers(c event.Candidate) bool {
	return c.Relevance >= b.relevance && c.BM25 >= b.information || b.wide > 0 && c.Relevance >= b.share && c.BM25 >= b.wide
}

// lacks says in words why a candidate does not open the gate, though it covers enough of the
// prompt; "" where it does.
func (a *assembly) lacks(i int, b bar) string {
	switch c := a.kept[i]; {
	case c.Match < b.match:
		return fmt.Sprintf(", but %.1f %% of a perfect hit, and %.1f %% are asked for", 100*c.Match, 100*b.match)
	case !a.speaksOf(i), !a.answersMain(c):
		return ", but it has no word of what the prompt is about"
	}
	return ""
}

// describes reports whether what the question names is told about under its
// name: not just that it occurs. What only a hit has named is not what it names.
func (a *assembly) describes() bool {
	return slices.ContainsFunc(a.kept, func(c event.Candidate) bool {
		return c.Kind == memtide.Entity && c.Graph >= 1 && c.By != secondHop
	})
}

// beside returns how near to the best a candidate must come. What stands two
// half-turns from the words that were asked for helps whoever searches by hand;
// with a prompt it only takes room, unless it comes near.
func (a *assembly) beside(c event.Candidate) float64 {
	if a.q.Mode == event.ModePrompt && c.By == tools.ByContext && a.replies[c.ID] == 0 {
		return besideWords
	}
	return besideBest
}

// leastBeside is how much a candidate must say of a prompt, however little the best
// says, in nats: less is one word that is in every tenth text.
func (a *assembly) leastBeside() float64 {
	if a.q.Mode == event.ModePrompt {
		return leastOfOne
	}
	return 0
}

// gate drops what does not pass: everything, or what stands far behind the
// best. It returns what it has done in words.
func (a *assembly) gate() string {
	a.leave(surfaced, func(i int) bool { return !a.toldInPart(i) })
	best, bestRank := a.known, 0.0
	for _, c := range a.kept {
		if c.BM25 > 0 {
			best = max(best, a.relevance(c))
		}
		if !c.Pin && !a.chosen(c) {
			bestRank = max(bestRank, c.Rank)
		}
	}
	b := a.bar()
	open, words := a.open(b)
	if !open {
		if of, by := a.openOfMain(); of {
			open, words = true, by
		}
	}
	taken := a.single && slices.ContainsFunc(a.kept, a.chosen)
	if taken || a.overview {
		words += "; what was asked for by name is shown"
	}
	if slices.ContainsFunc(a.kept, a.metBefore) {
		words += "; what mended the same before is shown"
	}
	if n := a.gatePins(open || taken || a.overview, b); n > 0 {
		words += fmt.Sprintf("; of many rules %d speak of it", n)
	}
	a.leave("gate", func(i int) bool {
		c := a.kept[i]
		fits := c.BM25 == 0 || a.relevance(c) >= a.beside(c)*best && c.BM25 >= a.leastBeside() && (c.By == tools.ByContext || a.speaksOf(i))
		return c.Pin || a.chosen(c) || a.metBefore(c) || open && fits && (c.Rank >= besideRank*bestRank || !a.passing[c.ID] || a.answersAsWell(i, best))
	})
	return words
}

// answersAsWell reports whether a reply of the agent says itself as much of what is asked
// as the best does, or was given to a half-turn that does: the agent's words are worth less
// than the user's, but may be just what is asked for ("where did we set it?").
func (a *assembly) answersAsWell(i int, best float64) bool {
	c := a.kept[i]
	switch {
	case a.single:
		return true
	case !answered(a.nodes[i]):
		return false
	case a.replies[c.ID] >= asGood*best && a.replies[c.ID] > 0:
		return true
	}
	return c.By != tools.ByContext && c.Relevance >= asGood*best
}

// speaksOf reports whether a candidate has a word of what an order is about, whatever
// is to be done with it, or of what is stated. Words of like meaning find the linter
// for a typo and a commit for a readme: they may answer a question, or fit much of a
// statement ("the WiFi is down"), and say nothing of a piece of work.
func (a *assembly) speaksOf(i int) bool {
	switch {
	case a.q.Mode != event.ModePrompt || !a.orders && !a.tells:
		return true
	case a.tells && a.kept[i].Relevance >= wideShare, len(a.nodes[i].Content) > longestMemo:
		return true // a prompt does not wait until dozens of long texts are read
	}
	return a.answers(a.nodes[i]) > 0
}

// leave drops the candidates that do not pass, and says why.
func (a *assembly) leave(why string, passes func(i int) bool) {
	var kept []event.Candidate
	nodes := a.nodes[:0]
	for i, c := range a.kept {
		if !passes(i) {
			a.drop(c, why)
			continue
		}
		kept, nodes = append(kept, c), append(nodes, a.nodes[i])
	}
	a.kept, a.nodes = kept, nodes
}
