package retrieve

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// assemble decides what is shown and in which order, deterministically:
// superseded hits give way to their successors, then gate, priors, caps.
func assemble(d Deps) bus.Stage {
	run := func(ctx context.Context, in event.CandidatesSecured) (event.Payload, error) {
		a := newAssembly(d, in)
		if err := a.session(ctx, d.Bus); err != nil {
			return nil, err
		}
		if err := d.Memory.Read(ctx, in.Query.Space, func(v ledger.View) error {
			a.passages, a.says = v.Text.Live(), func(term string) float64 { return tools.Information(v, term) }
			a.readMain(v, in.Candidates)
			if err := a.load(v.Graph, in.Candidates); err != nil {
				return err
			}
			return a.loadPins(v.Graph, in.Pins)
		}); err != nil {
			return nil, err
		}
		out := event.MemoryAssembled{Query: in.Query, Class: in.Class, Found: len(in.Candidates), Budget: budget(in.Query, in.Class, d.Tuning)}
		out.Gate = a.sift()
		out.Candidates, out.Pins = a.order(), a.pins
		out.Drops = a.drops[:min(len(a.drops), event.MaxCandidates)]
		return out, nil
	}
	return bus.NewStage("retrieve.assemble", "successors, relevance gate, bounded priors, caps a kind, token budget", run,
		options[event.CandidatesSecured](event.MemoryAssembled{}))
}

func newAssembly(d Deps, in event.CandidatesSecured) assembly {
	q, c := in.Query, in.Class
	a := assembly{
		q: q, tuning: d.Tuning, drops: in.Drops, terms: d.terms,
		asks: c.Question, tells: c.Tell && !c.Ask, orders: q.Mode == event.ModePrompt && c.Ask && !c.Question,
		named: knows(c), entities: c.Entities, numbered: language.NumberedIn(q.Text), curates: q.Engine == engineModel && d.models.Has(layerCurate),
		single: c.Resumes || c.Overview != "", overview: c.Overview != "",
	}
	if q.Mode == event.ModePrompt {
		a.main = language.MainPart(q.Text)
		a.form = byForm(q.Text, a.main)
		a.leaning = leaning(q, a.form)
	}
	return a
}

// knows reports whether a prompt itself names an entity of the store that is no tool of the trade.
func knows(c event.Class) bool {
	return slices.ContainsFunc(c.Entities, func(n event.Name) bool { return !n.ID.IsZero() && !n.Meant && !language.IsTool(n.Name) })
}

// budget returns the tokens that the block may have.
func budget(q event.Query, c event.Class, t Tuning) int {
	switch {
	case q.Limit > 0:
		return 0 // the number of items bounds it
	case q.Tokens > 0:
		return q.Tokens
	case q.Mode == event.ModeSessionStart:
		return t.TokensSession
	case c.Deep:
		return t.TokensComplex
	}
	return t.TokensSimple
}

// assembly is one run of the stage.
type assembly struct {
	q      event.Query
	tuning Tuning

	// What the prompt is.
	form, leaning float64                  // how far the prompt leans on what was told before, in log odds; and less what the session takes from it
	asks          bool                     // a question
	tells         bool                     // states something and wants nothing
	orders        bool                     // wants work to be done
	named         bool                     // names somebody or something that the store knows
	entities      []event.Name             // whom and what the prompt names
	numbered      *language.Numbered       // what of it has a number: pump 7
	main          string                   // [language.MainPart] of it, "" where all of it is
	ofMain        map[memtide.ID]tools.Fit // how much of that each candidate covers
	overview      bool                     // wants to be told all that is known
	single        bool                     // takes up earlier work, or wants an overview: one search has found just that

	curates  bool // a model chooses behind this stage
	passages int  // number of those in the store

	shown     map[string]bool // keys of what the session has been shown
	inContext bool            // the agent still sees all that was said in the session of the query
	forgot    time.Time       // else it sees what was said since then
	before    string          // the prompt before, in the session

	tx      *graphdb.Tx // valid while load runs
	read    map[memtide.ID]*memtide.Node
	ends    map[memtide.ID]memtide.ID // of chains of successors that load has walked
	renewed map[memtide.ID]string     // by episode: the turn that tells what took the place of a part of it

	terms  *memo
	prompt set                // all terms of the query
	asked  set                // those that say what is asked for
	counts map[memtide.ID]int // by node: how many of asked it has

	kept      []event.Candidate
	nodes     []*memtide.Node // of kept, in the same order
	pins      []event.Candidate
	manyPins  bool // at least as many as the start of a session shows
	drops     []event.Drop
	replies   map[memtide.ID]float64 // to half-turns that ask, beside a question, and the relevance of those
	passing   map[memtide.ID]bool    // of which no memory was made
	met, knew map[memtide.ID]bool    // what mended the same trouble as the prompt reports, and what was told of it

	says     func(term string) float64 // nats
	reported bool                      // whether the prompt was read for trouble
	again    bool                      // it says that the trouble happens once more
	trouble  []string                  // terms of what it says to go wrong that say enough
	made     map[memtide.ID]bool       // whether a memory was made of a half-turn, of those that were asked for

	known   float64            // the best relevance of what the agent has before it already
	knownOf map[string]float64 // the same by the session that it was said in
}

func (a *assembly) drop(c event.Candidate, why string) {
	a.drops = append(a.drops, event.Drop{Candidate: c, Why: why})
}

// load reads the candidates' nodes and drops those that may not be shown.
func (a *assembly) load(tx *graphdb.Tx, cs []event.Candidate) error {
	a.tx = tx
	place := map[memtide.ID]int{}
	best := 0.0 // relevance of what is kept: what lies far behind it need not be read
	for _, c := range cs {
		low := c.Relevance < unreadBelow*a.tuning.Gate || c.BM25 > 0 && a.relevance(c) < besideBest*best
		if !c.Pin && low && c.Cosine < vectorAlone && !a.chosen(c) {
			a.drop(c, "gate")
			continue
		}
		was := c
		n, err := a.newest(&c)
		if err == nil {
			n = a.mendOf(&c, n)
			a.followMain(was, c)
		}
		if errors.Is(err, graphdb.ErrNotFound) {
			a.drop(c, "gone")
			continue
		}
		if err != nil {
			return err
		}
		why := a.unfit(n)
		switch {
		case why == "" && a.takenBack(n):
			why = "taken back"
		case why == "" && a.notesOld(n):
			why = "superseded"
		}
		if why == "" {
			a.askedBy(c, n)
		}
		if why != "" && !(why == saysNothing && a.chosen(c)) {
			a.drop(c, why)
			if why == surfaced || why == inContext && !a.tellsNothing(n.Content) {
				a.know(c, n)
			}
			continue
		}
		if c.Traits&event.TraitEcho == 0 && a.cameOfEcho(n) { // words in another order than those the index knows
			c.Traits |= event.TraitEcho
		}
		rank := a.rank(c, n)
		if (a.q.Mode == event.ModeQuery || a.chosen(was)) && was.Kind == memtide.Episode && was.ID != c.ID {
			// Who searches by hand, or chooses, sees what was said before, too, behind what holds now.
			if n, err := a.node(was.ID); err == nil && a.unfit(n) == "" {
				before := a.rank(was, n)
				rank = max(rank, before)
				a.take(was, n, before*behind, place)
			}
		}
		a.take(c, n, rank, place)
		a.pass(c, n)
		if c.BM25 > 0 {
			best = max(best, a.relevance(c))
		}
	}
	return nil
}

// know notes what the agent has before it already.
func (a *assembly) know(c event.Candidate, n *memtide.Node) {
	if c.BM25 == 0 {
		return
	}
	if a.knownOf == nil {
		a.knownOf = map[string]float64{}
	}
	of := n.Source.Session
	a.known, a.knownOf[of] = max(a.known, c.Relevance), max(a.knownOf[of], c.Relevance)
}

// toldInPart reports whether a summary says hardly more of what is asked than something
// of its session that the agent has before it already.
func (a *assembly) toldInPart(i int) bool {
	n := a.nodes[i]
	return n.Kind == memtide.Summary && a.q.Mode == event.ModePrompt && hardlyMore*a.kept[i].Relevance <= a.knownOf[n.Source.Session]
}

// hardlyMore is the share of a summary's relevance that one of its parts has at least.
const hardlyMore = 0.75

// sift drops what is not worth showing and says in words what it has done.
func (a *assembly) sift() string {
	if a.ranking() == RankProduct {
		return a.tooLittle()
	}
	words := a.gate()
	if a.ranking() == RankFusion {
		a.fuse()
	}
	return words
}

// take keeps a candidate; one that is kept already has the better relevance.
func (a *assembly) take(c event.Candidate, n *memtide.Node, rank float64, place map[memtide.ID]int) {
	if i, twice := place[c.ID]; twice {
		// The successor was found itself, too: the better reason to show it counts.
		a.kept[i].Relevance, a.kept[i].BM25 = max(a.kept[i].Relevance, c.Relevance), max(a.kept[i].BM25, c.BM25)
		a.kept[i].Rank, a.kept[i].Wanted = max(a.kept[i].Rank, rank), a.kept[i].Wanted || c.Wanted
		return
	}
	c.Rank = rank
	place[c.ID] = len(a.kept)
	a.kept, a.nodes = append(a.kept, c), append(a.nodes, n)
}

// chosen reports whether a candidate needs no fitting words: one model has looked it
// up for another that chooses, or it is what the one search that the prompt asks for
// has found.
func (a *assembly) chosen(c event.Candidate) bool { return (a.curates || a.single) && c.Wanted }

func (a *assembly) rank(c event.Candidate, n *memtide.Node) float64 {
	if a.single && c.Wanted {
		return takenUp - float64(c.Place)
	}
	switch a.ranking() {
	case RankProduct:
		return product(c, n, a.q.Now)
	case RankVotes:
		return votes(c, n, a.q.Now)
	}
	rank := merit(c)*prior(n, a.q) + vectorWeight*c.Cosine + graphWeight*c.Graph
	if n.Kind == memtide.Instruction {
		rank += scopeTie * n.Scope
	}
	if a.numbered != nil && a.numbered.Misses(headTail(n.Content, fewBytes)) {
		rank *= otherNumber
	}
	return rank
}

// otherNumber is what the rank is multiplied with of what is said of another one than the query
// names: of pump 8, where it asks for pump 7.
const otherNumber = 0.5

// takenUp is above every rank that words and likeness give: what was said last of the
// work that is taken up stands first, in its order.
const takenUp = 1000

// behind is what the rank of an outdated half-turn is multiplied with.
const behind = 0.9

// answers counts the terms of the question that a node has.
func (a *assembly) answers(n *memtide.Node) int {
	if c, ok := a.counts[n.ID]; ok {
		return c
	}
	if a.counts == nil {
		a.counts = map[memtide.ID]int{}
	}
	c := a.asksFor(n.Content)
	a.counts[n.ID] = c
	return c
}

// asksFor counts the terms of the question that a text has.
func (a *assembly) asksFor(text string) int {
	if a.asked == nil {
		asked := slices.Clone(language.Terms(a.q.Text))
		if a.orders {
			forms := language.Forms(a.q.Text)
			asked = slices.DeleteFunc(asked, func(t string) bool { return language.Frames(t) || slices.Contains(forms, t) })
		}
		for _, kind := range language.ToolKinds(a.q.Text) {
			asked = slices.AppendSeq(asked, kind.Names())
		}
		a.asked = setOf(asked)
	}
	return a.terms.set(bounded(text)).common(a.asked, 0)
}

// node reads a node, each once: candidates share successors.
func (a *assembly) node(id memtide.ID) (*memtide.Node, error) {
	if n, ok := a.read[id]; ok {
		return n, nil
	}
	n, err := a.tx.Shared(id)
	if err != nil {
		return nil, err
	}
	if a.read == nil {
		a.read = map[memtide.ID]*memtide.Node{}
	}
	a.read[id] = n
	return n, nil
}

// Likeness is added to the rank with little weight: fused as an equal of the
// words, a weak list was measured to cost LoCoMo 1.3 points of R@10 and more. By
// itself it lifts a node over the gate only when the words are nearly the same.
const (
	vectorWeight = 0.05
	graphWeight  = 0.03 // of what the graph, too, has led to
	scopeTie     = 0.05 // of a rule's scope: it decides between rules that fit alike (O22)
	vectorAlone  = 0.6
)

// The caps a kind (O21).
var caps = map[string]int{"entity": 15, "fact": 30, "instruction": 15, "event": 15, "plan": 10, "evidence": 30}

// chosenCap is how many times a cap goes for what a model has looked up: not all
// of it is chosen.
const chosenCap = 2

func capOf(k memtide.Kind) string {
	switch k {
	case memtide.Opinion:
		return "fact"
	case memtide.Episode, memtide.Summary:
		return "evidence"
	}
	return string(k)
}

// order ranks what is kept and applies the caps.
func (a *assembly) order() []event.Candidate {
	index := make([]int, len(a.kept))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(i, j int) int {
		x, y := a.kept[i], a.kept[j]
		return cmp.Or(cmp.Compare(y.Rank, x.Rank), y.ID.Compare(x.ID))
	})
	a.laterFirst(index)
	count := map[string]int{}
	var out []event.Candidate
	came := false
	for _, i := range index {
		c := a.kept[i]
		if c.Traits&event.TraitEcho != 0 {
			if came {
				a.drop(c, anEcho) // of what came of the same order each time, the best is enough
				continue
			}
			came = true
		}
		key := capOf(c.Kind)
		most := caps[key]
		if a.chosen(c) {
			most *= chosenCap
		}
		if count[key]++; a.q.Limit == 0 && count[key] > most {
			a.drop(c, "cap")
			continue
		}
		out = append(out, c)
	}
	return out
}
