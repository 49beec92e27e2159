package tools

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// Tuning of the searches, the same for all data.
const (
	recentWeight = 0.3 // of a term that only an earlier prompt of the session has (N19)
	frameWeight  = 0.3 // of a term that only says how the question is put (decision 0011)
	leastSubject = 2   // other terms, without which it may be what is asked for
	maxTerms     = 32  // of a query; the rarest are kept
	judgedTerms  = 6   // the rarest terms, against which relevance is reckoned
)

// Searcher runs the searches of one query on one view.
type Searcher struct {
	v     ledger.View
	q     event.Query
	scope ledger.Scope
	terms []textindex.Weighted // of the prompt and of what was said before it
	judge textindex.BM25       // what a perfect hit on the prompt would score
	sees  func(ledger.Attr) bool

	main  []event.Candidate // of the scan for the prompt, all kinds
	depth int               // that it went to

	asked   []event.Range // stretches of time that the query names
	several bool          // things of a kind are asked for
	advice  bool          // what suits the user is asked for
	both    bool          // what the agent said counts like what the user said
	when    bool          // a time is asked for
	forms   []string      // terms of the query that only say how it is put

	worth *[ledger.Classes][4]float32 // of a text by its traits, nil until it is asked for
	names []uint16                    // of the words and names of the query
}

// NewSearcher prepares the searches of a query, which asks for what lies in some
// stretches of time.
func NewSearcher(v ledger.View, q event.Query, asked ...event.Range) *Searcher {
	s := &Searcher{v: v, q: q, scope: scopeOf(q), asked: asked, forms: language.Forms(q.Text)}
	s.ask()
	if q.Project != "" {
		// Inside the project all is about it: its name, or a part of KELP_TMP, tells nothing apart.
		name := language.Terms(q.Project)
		s.forms = append(s.forms, name[:min(len(name), 1)]...)
	}
	s.sees = v.Sees(s.scope)
	own := s.parse(q.Text)
	byWorth := func(a, b textindex.Weighted) int {
		return cmp.Or(cmp.Compare(b.Weight*v.Text.IDF(b.Term), a.Weight*v.Text.IDF(a.Term)), cmp.Compare(a.Term, b.Term))
	}
	slices.SortFunc(own, byWorth)
	own = own[:min(len(own), maxTerms)]
	s.judge = v.Text.Best(own[:min(len(own), judgedTerms)])
	have := map[string]bool{}
	for _, t := range own {
		have[t.Term] = true
	}
	s.terms = slices.Concat(own, s.otherForms(own, have), s.ofTrade(have), s.akin(own, have), s.standIns(own), s.things(own))
	for _, text := range q.Recent {
		for _, t := range s.parse(text) {
			if !have[t.Term] && !s.frames(t.Term) && len(s.terms) < maxTerms {
				have[t.Term] = true
				s.terms = append(s.terms, textindex.Weighted{Term: t.Term, Weight: recentWeight})
			}
		}
	}
	return s
}

// ask finds out what the query asks for.
func (s *Searcher) ask() {
	text := s.q.Text
	s.several = language.AsksSeveral(text)
	s.both = language.AsksListener(text) || language.AsksSummary(text)
	s.advice = language.AsksAdvice(text)
	s.when = language.IntentOf(text) == language.IntentWhen
}

// A store knows how rare a word is among its memories. How much it says at all
// is told by the language, too: "run" is rare in a store of ten sentences and
// says nothing there.
const (
	background     = 1000 // passages that a store is taken to have besides
	passageOfTerms = 25   // terms of such a passage
)

// parse reads the terms of a text, weighed so that each counts by how rare it
// is in the store and in the language together.
func (s *Searcher) parse(text string) []textindex.Weighted {
	terms := s.v.Text.Parse(text)
	if glue := language.Glue(text); len(glue) > 0 {
		terms = slices.DeleteFunc(terms, func(t textindex.Weighted) bool { return slices.Contains(glue, t.Term) })
	}
	subject := 0
	for _, t := range terms {
		if !s.frames(t.Term) {
			subject++
		}
	}
	for i := range terms {
		if subject >= leastSubject && s.frames(terms[i].Term) {
			terms[i].Weight *= frameWeight
		}
	}
	if !s.v.HasWords() {
		return terms
	}
	for i := range terms {
		t := &terms[i]
		t.Weight *= Information(s.v, t.Term) / s.v.Text.IDF(t.Term)
	}
	return terms
}

// frames reports whether a term only says how the query is put.
func (s *Searcher) frames(term string) bool {
	return language.Frames(term) || slices.Contains(s.forms, term)
}

// Information returns how much a term says, in nats: how rare it is in the
// store and in the language together, or in the store alone where there is no
// table of words.
func Information(v ledger.View, term string) float64 {
	if !v.HasWords() {
		return v.Text.IDF(term)
	}
	return informationOf(v, expected(v, term))
}

// expected returns how many passages have a term, those included that a store is
// taken to have besides.
func expected(v ledger.View, term string) float64 {
	return float64(v.Text.DF(term)) + background*(1-math.Pow(1-v.Probability(term), passageOfTerms))
}

// informationOf returns how much it says, in nats, that a passage is one of so many.
func informationOf(v ledger.View, passages float64) float64 {
	all := float64(v.Text.Live()) + background
	return math.Log1p((max(all-passages, 0) + 0.5) / (passages + 0.5))
}

// scopeOf returns which nodes a query may see: those of its project and of no
// project. Only a query by hand that names no project sees all.
func scopeOf(q event.Query) ledger.Scope {
	return ledger.Scope{Project: q.Project, Any: q.Mode == event.ModeQuery && q.Project == ""}
}

// Run carries one planned search out. Walks begin at seeds, the best of what
// was found before. Candidates come in order of worth.
func (s *Searcher) Run(search event.Search, seeds []event.Candidate) ([]event.Candidate, error) {
	var found []event.Candidate
	var err error
	switch search.Tool {
	case event.SearchText, event.SearchFacts, event.SearchEvents, event.SearchPlans, event.SearchInstructions:
		found = s.text(search)
	case event.SearchVector:
		found = s.vector(search)
	case event.SearchEntity:
		found = s.entity(search)
	case event.SearchRelationships:
		found = s.relationships(search)
	case event.SearchTimeline:
		found = s.timeline(search, seeds)
	case event.SearchThread:
		found = s.thread(search)
	case event.SearchCauses:
		found = s.walk(search, seeds, memtide.Causal)
	case event.SearchProject:
		found = s.project(search)
	case event.SearchDirectives:
		found = s.directives(search)
	default:
		err = fmt.Errorf("no search is named %q", search.Tool)
	}
	for i := range found {
		if found[i].By == "" {
			found[i].By = search.Tool
		}
	}
	return found, err
}

// relevance returns the share of the prompt, by information, that a score
// covers: 0 to 1, comparable between queries and stores.
func (s *Searcher) relevance(score textindex.BM25) float64 {
	return min(s.share(float64(score)), 1)
}

// share returns a score in parts of what a perfect hit would have.
func (s *Searcher) share(score float64) float64 {
	if s.judge <= 0 {
		return 0
	}
	return score / float64(s.judge)
}

// candidate makes a candidate of a node that a walk has reached, nil for one
// that is not live or out of scope.
func (s *Searcher) candidate(id memtide.ID, graph, relevance float64) *event.Candidate {
	a, live := s.v.Attr(id)
	if !live || !s.sees(a) {
		return nil
	}
	return &event.Candidate{ID: id, Kind: a.Kind(), Graph: graph, Relevance: relevance}
}

// Fit is how much of a text a memory covers: Relevance is the share of it, 0 to 1, and BM25 in
// nats.
type Fit struct{ Relevance, BM25 float64 }

// Fits returns how much some memories cover of the text of a query, without a look at any
// other; what has no word of it is left out.
func Fits(v ledger.View, q event.Query, ids []memtide.ID) map[memtide.ID]Fit {
	s := NewSearcher(v, q)
	fits := make(map[memtide.ID]Fit, len(ids))
	for _, h := range v.Text.Score(textindex.Query{Terms: s.terms}, ids) {
		fits[h.ID] = Fit{s.relevance(h.Score), float64(h.Score)}
	}
	return fits
}
