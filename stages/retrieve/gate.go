package retrieve

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// The gate says first whether there is anything to say at all, and then what
// of it. There is when one memory covers enough of the prompt, and enough that
// is worth covering: "run the tests again" is covered in full by any memory of
// tests, and tells nothing. Information is reckoned in nats, against the store
// and the language together.
const (
	leastInformation = 6.0 // of an order or a statement
	leastOfQuestion  = 4.0 // who asks wants to know
	leastOfGeneral   = 9.0 // of what can be answered without a memory
	wideShare        = 0.33
	questionShare    = 0.6 // of the relevance that is asked of others
	keyWords         = 3   // a query by hand of so few words looks for just them

	besideBest  = 0.25 // of the best's relevance, which a candidate beside it must have
	unreadBelow = 0.2  // of the gate: not even read
)

// open reports whether the best of what may be shown is good enough to speak.
func (a *assembly) open() bool {
	relevance, information := a.tuning.Gate, leastInformation
	wide := false // a third of the prompt is enough, too
	switch {
	case a.q.Mode == event.ModeSessionStart:
		return true // nothing was said yet that could be covered
	case a.q.Mode == event.ModeQuery && len(language.Words(a.q.Text)) <= keyWords:
		information = 0
	case a.asks && a.describes():
		return true // what a name means here the store says
	case language.SelfContained(a.q.Text):
		information = leastOfGeneral
		wide = true
	case a.asks && a.named:
		return len(a.kept) > 0 // a question about somebody the store knows
	case a.asks:
		relevance, information = relevance*questionShare, leastOfQuestion
	}
	for _, c := range a.kept {
		fits := c.Relevance >= relevance && c.BM25 >= information ||
			wide && c.Relevance >= wideShare && c.BM25 >= leastInformation
		if c.Pin || fits || a.asks && c.Cosine >= vectorAlone {
			return true
		}
	}
	return false
}

// describes reports whether what the question names is told about under its
// name: not just that it occurs.
func (a *assembly) describes() bool {
	return slices.ContainsFunc(a.kept, func(c event.Candidate) bool { return c.Kind == memtide.Entity && c.Graph >= 1 })
}

// gate drops what does not pass: everything, or what stands far behind the
// best.
func (a *assembly) gate() {
	best := 0.0
	for _, c := range a.kept {
		if c.BM25 > 0 {
			best = max(best, c.Relevance)
		}
	}
	open := a.open()
	a.gatePins(open)
	var kept []event.Candidate
	nodes := a.nodes[:0]
	for i, c := range a.kept {
		fits := c.BM25 == 0 || c.Relevance >= besideBest*best
		if c.Pin || open && fits {
			kept, nodes = append(kept, c), append(nodes, a.nodes[i])
			continue
		}
		a.drop(c.ID, "gate")
	}
	a.kept, a.nodes = kept, nodes
}
