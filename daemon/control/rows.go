package control

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// Row is one candidate of a receipt, and what became of it.
type Row struct {
	event.Candidate
	Order   int    // of injection, 1 is first; 0 is not injected
	Tokens  int    // that it took; 0 is not known
	Verdict string // "injected, used", or why it was left out
}

// Rows lists the candidates of a receipt: those that are shown in their order, then, with
// all, the rest with the reason. Of what a client's prompt was given it says whether the
// answer used it, once the answer is there.
func (r Told) Rows(all bool) []Row {
	why, known := map[memtide.ID]string{}, map[memtide.ID]event.Candidate{}
	rest := slices.Clone(r.Candidates)
	for _, c := range r.Candidates {
		known[c.ID] = c
	}
	for _, d := range r.Drops {
		why[d.ID] = d.Why
		if _, ok := known[d.ID]; !ok {
			known[d.ID] = d.Candidate
			rest = append(rest, d.Candidate)
		}
	}
	var rows []Row
	for i, id := range r.Injected {
		c := Row{Candidate: known[id], Order: i + 1, Verdict: "injected" + r.useOf(id)}
		c.ID = id
		if i < len(r.Costs) {
			c.Tokens = r.Costs[i]
		}
		rows = append(rows, c)
	}
	for _, c := range rest {
		if all && !slices.Contains(r.Injected, c.ID) {
			rows = append(rows, Row{Candidate: c, Verdict: cmp.Or(why[c.ID], "left out")})
		}
	}
	return rows
}

// Count counts the candidates of a receipt: all that [Told.Rows] lists, whichever stage has
// dropped them, and those among them that are standing directives.
func (r Told) Count() (found, pinned int) {
	rows := r.Rows(true)
	for _, c := range rows {
		if c.Pin {
			pinned++
		}
	}
	return max(r.Found, len(rows)), pinned // a receipt holds the first of very many
}

// useOf says whether the answer used a memory, as far as that is known; nothing for what
// was asked by hand: no answer will come.
func (r Told) useOf(id memtide.ID) string {
	switch {
	case r.PromptID == "":
		return ""
	case !r.Answered:
		return ", no answer yet"
	case slices.Contains(r.Used, id):
		return ", used"
	}
	return ", not used"
}

// Width says how widely a rule holds, by its scope.
func Width(scope float64) string {
	switch {
	case scope >= 0.8:
		return "all"
	case scope >= 0.4:
		return "team or tool"
	}
	return "one thing"
}

// Because says why a directive stands.
func Because(n *memtide.Node) string {
	switch how := n.Attributes[ledger.Standing]; {
	case n.Pinned:
		return "pinned by hand"
	case how == ledger.StandsAlways:
		return "says so"
	case how == ledger.StandsOften:
		return "said in several sessions"
	case how == ledger.StandsWish && n.Kind == memtide.Opinion:
		return "a taste or a preference"
	case how == ledger.StandsWish:
		return "a wish or an order"
	}
	return "for everything"
}
