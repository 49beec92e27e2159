package retrieve

import (
	"errors"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// Standing directives go through the flow beside the candidates: the search
// finds them (tools), toolloop and safetynets hand them on, assemble leaves out
// what may not be shown, curate fits them into tokens of their own. They take
// no place and no token of another memory.

// loadPins keeps the standing directives that are in force and may be shown.
func (a *assembly) loadPins(tx *graphdb.Tx, cs []event.Candidate) error {
	a.manyPins = len(cs) >= mostPins
	for _, c := range cs {
		n, err := tx.Shared(c.ID)
		switch {
		case errors.Is(err, graphdb.ErrNotFound):
			a.drop(c, "gone")
			continue
		case err != nil:
			return err
		}
		why := a.unfit(n)
		if why == "" && !tools.InForce(n, memtide.Clock(a.q.Now)) {
			why = "over"
		}
		if why != "" {
			a.drop(c, why)
			continue
		}
		a.pins = append(a.pins, c)
	}
	return nil
}

// gatePins drops the standing directives where the gate is shut: nobody is reminded
// of their rules by "thanks" or "run the tests again". Who asks by hand sees them.
// Where there are more than the start of a session shows, the agent has not been told
// of all: those that speak of what the prompt asks for or orders stay, and their number
// is returned.
func (a *assembly) gatePins(open bool, b bar) (fit int) {
	if open || a.q.Mode == event.ModeQuery {
		return 0
	}
	var kept []event.Candidate
	wants := a.manyPins && wantsWork(a.q.Text)
	for _, c := range a.pins {
		if wants && c.Relevance >= b.relevance && c.BM25 >= b.rule {
			kept = append(kept, c)
			continue
		}
		a.drop(c, "gate")
	}
	a.pins = kept
	return len(kept)
}

// wantsWork reports whether a prompt asks for something or orders it.
func wantsWork(prompt string) bool {
	act := language.ActOf(prompt)
	return act.Ask || act.Command || language.CuesOf(prompt).Errand
}

// pinBudget returns the tokens that standing directives may have. Where the
// client has named a budget they take at most half of it.
func (r curateRules) pinBudget(q event.Query) int {
	if q.Tokens > 0 && q.Limit == 0 {
		return min(r.tuning.TokensPins, q.Tokens/2)
	}
	return r.tuning.TokensPins
}

// pins takes standing directives in order while they fit their tokens and say
// something new.
func (r curateRules) pins(v ledger.View, in event.MemoryAssembled, drops []event.Drop) ([]line, []event.Drop) {
	drop := func(id memtide.ID, why string) { drops = dropped(drops, id, why) }
	var lines []line
	var said []set // the words of each line
	left, query := r.pinBudget(in.Query), language.Terms(in.Query.Text)
	for _, c := range in.Pins {
		n, err := v.Graph.Shared(c.ID)
		if err != nil {
			drop(c.ID, "gone")
			continue
		}
		if left < leastPin {
			drop(c.ID, "budget")
			continue
		}
		l := r.newLine(v.Graph, n, c, in.Query, query)
		words := r.words.set(l.Text)
		if sameRule(said, words) {
			drop(c.ID, "duplicate")
			continue
		}
		if l.since(v.Graph, &changers{cs: in.Pins}, in.Query); l.Tokens > left {
			drop(c.ID, "budget")
			continue
		}
		left -= l.Tokens
		lines, said = append(lines, l), append(said, words)
	}
	return lines, drops
}

// Room returns the standing directives of a project that a prompt is given which speaks
// for none of them: those that find room in so many tokens.
func Room(v ledger.View, q event.Query, tokensPins int) (map[memtide.ID]bool, error) {
	found, err := tools.NewSearcher(v, q).Run(event.Search{Tool: event.SearchDirectives, Limit: mostPins}, nil)
	if err != nil {
		return nil, err
	}
	in := event.MemoryAssembled{Query: q}
	for _, c := range found {
		if n, err := v.Graph.Shared(c.ID); err == nil && tools.InForce(n, memtide.Clock(q.Now)) {
			in.Pins = append(in.Pins, c)
		}
	}
	r := curateRules{tuning: Tuning{TokensPins: tokensPins}.withDefaults(), terms: newMemo(termSet), words: newMemo(wordSet), patterns: newMemo(pattern)}
	lines, _ := r.pins(v, in, nil)
	room := map[memtide.ID]bool{}
	for i := range lines {
		room[lines[i].ID] = true
	}
	return room, nil
}

// beside takes out of the candidates what is pinned.
func beside(cs []event.Candidate, pins []line) []event.Candidate {
	pinned := map[memtide.ID]bool{}
	for i := range pins {
		pinned[pins[i].ID] = true
	}
	var rest []event.Candidate
	for _, c := range cs {
		if !pinned[c.ID] {
			rest = append(rest, c)
		}
	}
	return rest
}

// sameRule reports whether an earlier line gives the same order in nearly the
// same words. All words count: between "always" and "never" lies all of it.
func sameRule(earlier []set, words set) bool {
	return slices.ContainsFunc(earlier, func(have set) bool { return words.overlap(have, sameWords) > sameWords })
}

const (
	sameWords = 0.9
	leastPin  = 8 // tokens: with less room left no rule is read any more
)

func wordSet(s string) set {
	var ws set
	for _, w := range language.Words(s) {
		ws = append(ws, hashOf(strings.ToLower(w.Text)))
	}
	return ws.sorted()
}

// unsaid leaves out the pins that a line of the same half-turn shows in full.
func unsaid(pins, lines []line, drops []event.Drop) ([]line, []event.Drop) {
	var out []line
	for _, p := range pins {
		said := false
		for i := range lines {
			said = said || p.Turn != "" && lines[i].Turn == p.Turn && strings.Contains(lines[i].Text, p.Text)
		}
		if said {
			drops = dropped(drops, p.ID, "duplicate")
			continue
		}
		out = append(out, p)
	}
	return out, drops
}

// ruled reports whether what a half-turn says of what is asked for are rules, and these are
// among the pins: as rules they say it shorter, and in their own place. What stands beside them
// may have one word of it ("rules for the gate: …"). Who searches by hand finds it all the same.
func (l *line) ruled(pins []line, query set) bool {
	var said set
	rest := l.Text
	for i := range pins {
		if p := &pins[i]; l.Kind == memtide.Episode && p.Turn != "" && p.Turn == l.Turn && strings.Contains(l.Text, p.Text) {
			said = append(said, p.terms...)
			rest = strings.ReplaceAll(rest, p.Text, " ")
		}
	}
	return said != nil && !query.tells(l.terms, said.sorted()) && query.common(termSet(rest), 0) < 2
}

// dropped adds why a memory is not shown, as long as there is room for it.
func dropped(drops []event.Drop, id memtide.ID, why string) []event.Drop {
	if len(drops) == event.MaxCandidates {
		return drops
	}
	return append(drops, event.Drop{Candidate: event.Candidate{ID: id}, Why: why})
}

// withEarlier puts what the stages before have dropped behind what this one has:
// that is among the candidates of the receipt and needs its reason there.
func withEarlier(drops, earlier []event.Drop) []event.Drop {
	all := append(slices.Clone(drops), earlier...)
	return all[:min(len(all), event.MaxCandidates)]
}

// without returns the lines that are not among others.
func without(lines, others []line) []line {
	var rest []line
	for i := range lines {
		if !slices.ContainsFunc(others, func(o line) bool { return o.ID == lines[i].ID }) {
			rest = append(rest, lines[i])
		}
	}
	return rest
}
