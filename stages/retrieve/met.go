package retrieve

import (
	"iter"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// What was asked or went wrong before was answered in other words than it was put in: a
// prompt that is put alike finds the one, and needs the other.

// askedBy notes what the agent replied to a half-turn that has the words of a question
// and of which nothing was kept: it asks, orders or complains, and the answer stands in
// the reply, in other words.
func (a *assembly) askedBy(c event.Candidate, n *memtide.Node) {
	if !a.asks || a.q.Mode != event.ModePrompt || c.Kind != memtide.Episode || c.By == tools.ByContext || answered(n) || a.remembered(n.ID) {
		return
	}
	for l := range a.tx.InLinks(n.ID, memtide.Temporal) {
		if a.replies == nil {
			a.replies = map[memtide.ID]float64{}
		}
		a.replies[l.Node] = max(a.replies[l.Node], c.Relevance)
	}
}

// When two reports are of the same trouble.
const (
	metShare = 0.25 // of a prompt that the report covers: what was met by chance covered less than .2 in three stories
	metTerms = 2    // terms of troubleNats, in the sentences that say what goes wrong; one where the prompt says "again"
	metOf    = 3    // one in so many terms of the shorter of both
	mostMet  = 2    // mends that are shown, and as many memories of the same trouble

	tellsMore = 3 // terms that a memory of the same trouble has beside those of the prompt

	troubleNats = 4.5
)

// mendOf returns, for a report of trouble that a prompt reports once more, what mended it; anything
// else stays as it is. c then names that, and the report that it is for.
func (a *assembly) mendOf(c *event.Candidate, n *memtide.Node) *memtide.Node {
	if n.Source.Role != memtide.RoleUser || c.Relevance < metShare || a.q.Mode != event.ModePrompt || !a.sameTrouble(tools.OwnWords(n)) {
		return n
	}
	if n.Kind != memtide.Episode {
		a.knowTrouble(c.ID, n)
		return n
	}
	for half := range fromReport(a.tx, n.ID) {
		for made := range a.tx.InLinks(half, memtide.DerivedFrom) {
			mend, err := a.node(made.Node)
			if err != nil || len(a.met) == mostMet || mend.Subtype != memtide.Incident || !a.mends(mend, n) || a.unfit(mend) != "" {
				continue
			}
			if a.met == nil {
				a.met = map[memtide.ID]bool{}
			}
			report := c.ID
			a.met[mend.ID], c.For, c.ID, c.Kind = true, &report, mend.ID, mend.Kind
			return mend
		}
	}
	a.knowTrouble(c.ID, n)
	return n
}

// knowTrouble notes what the user has told of the trouble that the prompt reports once more, or asks about,
// and that says more of it than the prompt: when it comes, or of what.
func (a *assembly) knowTrouble(id memtide.ID, n *memtide.Node) {
	text := tools.OwnWords(n)
	if len(a.knew) == mostMet || a.orders || !a.asks && !a.again || strings.Contains(a.q.Text, "\n") || // what was pasted asks nothing
		len(text) > longestReport || a.unfit(n) != "" {
		return
	}
	if act := language.ActOf(text); act.Ask || act.Machine {
		return
	}
	if a.prompt == nil {
		a.prompt = a.terms.set(bounded(a.q.Text))
	}
	own := a.terms.set(text)
	if len(own)-own.common(a.prompt, 0) < tellsMore {
		return
	}
	if a.knew == nil {
		a.knew = map[memtide.ID]bool{}
	}
	a.knew[id] = true
}

// mends reports whether what was wrong, as somebody has said it, explains what a half-turn reports.
func (a *assembly) mends(mend, report *memtide.Node) bool {
	if mend.Source.Role == memtide.RoleAgent {
		return true
	}
	what := reported(a.tx, mend)
	return what != "" && language.FoundCause(mend.Content) && strings.Contains(tools.OwnWords(report), what)
}

// fromReport yields a report's own half-turn and those behind it in which it may be said what was wrong: the
// agent's reply, and what the user says to that.
func fromReport(tx *graphdb.Tx, report memtide.ID) iter.Seq[memtide.ID] {
	return func(yield func(memtide.ID) bool) {
		at := report
		for range 3 {
			next := memtide.ID{}
			if !yield(at) {
				return
			}
			for l := range tx.InLinks(at, memtide.Temporal) {
				next = l.Node
			}
			if at = next; at.IsZero() {
				return
			}
		}
	}
}

// sameTrouble reports whether the prompt says of the same things as a report that they do not do what
// they should. That the whole prompt has words of the whole report tells little: a long one has words
// of any other.
func (a *assembly) sameTrouble(report string) bool {
	a.readTrouble()
	least := metTerms
	if a.again {
		least = 1
	}
	if len(a.trouble) < least {
		return false
	}
	// Whether a sentence tells of trouble takes longest to find out, and most need not be asked.
	ofTrouble := func(t string) bool { return slices.Contains(a.trouble, t) }
	var has, without, terms []string
	for said := range shortSentences(report) {
		if of := language.Terms(said); slices.ContainsFunc(of, ofTrouble) {
			has, terms = append(has, said), union(terms, of)
		} else {
			without = append(without, said)
		}
	}
	if howMany(terms, ofTrouble) < least {
		return false
	}
	before := troubleOf(has, nil)
	common := howMany(before, ofTrouble)
	if common < least || common*metOf >= len(a.trouble) {
		return common >= least
	}
	return common*metOf >= len(troubleOf(without, before))
}

func howMany(terms []string, are func(string) bool) (n int) {
	for _, t := range terms {
		if are(t) {
			n++
		}
	}
	return n
}

func union(terms, more []string) []string {
	for _, t := range more {
		if !slices.Contains(terms, t) {
			terms = append(terms, t)
		}
	}
	return terms
}

// readTrouble reads, once, of which trouble the prompt tells, and whether it says that it happens once more.
func (a *assembly) readTrouble() {
	if a.reported {
		return
	}
	a.reported, a.trouble = true, troubleIn(a.q.Text)
	a.trouble = slices.DeleteFunc(a.trouble, func(t string) bool { return a.says(t) < troubleNats })
	a.again = slices.ContainsFunc(language.Words(a.q.Text), func(w language.Word) bool { return strings.EqualFold(w.Text, "again") })
}

// troubleIn returns the terms of the sentences, near the beginning of a text, that say that something
// does not do what it should, or may say so.
func troubleIn(text string) []string { return troubleOf(slices.Collect(shortSentences(text)), nil) }

// troubleOf adds to terms those of the sentences that say, or may say, that something does not do what it should.
func troubleOf(sentences, terms []string) []string {
	for _, said := range sentences {
		if language.FaultOf(said) != language.NoFault {
			terms = union(terms, language.Terms(said))
		}
	}
	return terms
}

// shortSentences yields the sentences near the ends of a text that are short enough to report something.
func shortSentences(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		head := headTail(text, withinReport)
		for _, s := range language.Sentences(head) {
			if said := head[s.Start:s.End]; len(said) <= longestReport && !yield(said) {
				return
			}
		}
	}
}

// metBar is the bar of what mended the same trouble as the prompt reports: a session that goes on takes
// nothing from how far its form leans, and neither does that it is put as what is so.
func (a *assembly) metBar() bar { return a.barAt(max(a.form, 0)) }

// metBefore reports whether a candidate mended what the prompt reports, or tells more of it, and was found by words enough.
func (a *assembly) metBefore(c event.Candidate) bool {
	if !a.met[c.ID] && !a.knew[c.ID] {
		return false
	}
	b := a.metBar()
	return b.covers(c) && c.Match >= b.match
}
