package tools

import (
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// kindsOf says which kinds a typed search may find, where it does not say so
// itself.
var kindsOf = map[string][]memtide.Kind{
	event.SearchFacts:        {memtide.Fact, memtide.Opinion},
	event.SearchEvents:       {memtide.Event},
	event.SearchPlans:        {memtide.Plan},
	event.SearchInstructions: {memtide.Instruction},
}

// text finds nodes by their words. The searches of what everybody says are
// answered from one scan; instructions, of which there are few among many
// episodes, get a scan of their own.
func (s *Searcher) text(search event.Search) []event.Candidate {
	kinds := search.Kinds
	if len(kinds) == 0 {
		kinds = kindsOf[search.Tool]
	}
	if search.Text != "" && search.Text != s.q.Text || search.Tool == event.SearchInstructions {
		terms := s.terms
		if search.Text != "" {
			terms = s.parse(search.Text)
		}
		return s.scan(terms, kinds, search.Limit)
	}
	if s.main == nil || s.depth < search.Limit {
		s.depth = max(scanDepth, search.Limit)
		if s.v.Text.Talk() < leastTalk || len(s.asked) > 0 {
			s.depth = max(deepScan, search.Limit)
		}
		s.main = s.scan(s.terms, nil, s.depth)
	}
	found := make([]event.Candidate, 0, min(len(s.main), search.Limit))
	for _, c := range s.main {
		if len(kinds) == 0 || slices.Contains(kinds, c.Kind) {
			if found = append(found, c); len(found) == search.Limit {
				break
			}
		}
	}
	return found
}

// ByContext says of a candidate that the words looked for stand before or after
// it, and not in it.
const ByContext = "context"

// scanDepth is the number of hits that a session is judged by.
const scanDepth = 100

// deepScan is the same among facts that stand alone, of which many are alike
// but for a name or a number, and where a stretch of time is asked for, from
// which other things may have more of the words.
const deepScan = 400

// scan searches the text index and weighs what it finds by who said it, where
// and when (decision 0011).
func (s *Searcher) scan(terms []textindex.Weighted, kinds []memtide.Kind, limit int) []event.Candidate {
	scope := s.scope
	scope.Kinds = kinds
	hits := s.search(scope, terms, limit)
	matches, wishes := s.matches(hits), s.wishes(hits)
	found := make([]event.Candidate, 0, len(hits))
	came := false
	for i, h := range hits {
		a := ledger.Attr(h.Attr)
		outcome := h.Echo && a.Agent() && a.Kind() == memtide.Episode
		if outcome && came {
			continue // of what came of the same order each time, the best is enough
		}
		came = came || outcome
		if h.Own == 0 && a.Kind() != memtide.Episode {
			continue // only the words around it fit: the half-turn stands for them
		}
		c := event.Candidate{ID: h.ID, Kind: a.Kind(), BM25: float64(h.Score), Relevance: s.relevance(h.Score),
			Match: matches[i]}
		c.Traits = s.traitsOf(a)
		if outcome {
			c.Traits |= event.TraitEcho
		}
		if s.tellsOf(h.ID.Time()) {
			c.Match *= thenWorth
			c.Traits |= event.TraitThen
		}
		if wishes[saidIn(h)] {
			c.Match *= wishWorth
			c.Traits |= event.TraitWish
		}
		if h.Own == 0 {
			c.By = ByContext
		}
		found = append(found, c)
	}
	return sorted(found)
}

// matches returns how well hits fit by their words, by what else was said in their
// sessions and by likeness. Of what was said many times but for a number none of
// these tells which is meant: the newest, which comes first, is given what the best
// of them is.
func (s *Searcher) matches(hits []textindex.Hit) []float64 {
	sessions, like := sessionScores(hits), s.likeness(hits)
	matches, newest := make([]float64, len(hits)), map[uint32]int{}
	for i, h := range hits {
		matches[i] = s.share(float64(h.Worth) + sessionWeight*sessions[ledger.Attr(h.Attr).Session()])
		if like != nil {
			matches[i] += likenessWeight * like[i]
		}
		if h.Twin == 0 {
			continue
		}
		if _, known := newest[h.Twin]; !known {
			newest[h.Twin] = i
		}
		matches[newest[h.Twin]] = max(matches[newest[h.Twin]], matches[i])
	}
	return matches
}

// moment tells half-turns apart, and what was taken out of them: by their session
// and their time.
type moment struct {
	session uint32
	at      time.Time
}

// saidIn returns where a hit was said.
func saidIn(h textindex.Hit) moment {
	return moment{ledger.Attr(h.Attr).Session(), h.ID.Time()}
}

// wishes returns the moments in which the user has said what he wants or prefers
// for good, none where the query does not ask for advice.
func (s *Searcher) wishes(hits []textindex.Hit) map[moment]bool {
	if !s.advice {
		return nil
	}
	wishes := map[moment]bool{}
	for _, h := range hits {
		if ledger.Attr(h.Attr).Directs() {
			wishes[saidIn(h)] = true
		}
	}
	return wishes
}

// search looks terms up among what is in scope.
func (s *Searcher) search(scope ledger.Scope, terms []textindex.Weighted, limit int) []textindex.Hit {
	q := s.v.Query(scope)
	q.Terms, q.Limit = terms, limit
	q.Once, q.Echo, q.Newest = s.once(), s.echo(), s.q.Mode == event.ModePrompt
	q.Weigh, q.Most = s.weigher(s.v.Sees(scope))
	return s.v.Text.Search(q)
}

// once reports whether what was said several times is to be found once. Who
// searches by hand, asks for several things or for what was said at a time may mean
// each time.
func (s *Searcher) once() bool {
	return s.q.Mode == event.ModePrompt && !((s.several || len(s.asked) > 0) && language.ActOf(s.q.Text).Ask)
}

// echo returns the number of what an order or a statement says, to leave out what
// is found only because it stands beside the same: what came of the order a hundred
// times. Who asks again wants what was answered.
func (s *Searcher) echo() uint32 {
	if !s.once() || language.ActOf(s.q.Text).Ask {
		return 0
	}
	return ledger.Wording(memtide.RoleUser, "", s.q.Text)
}

// What happened is told within a week, mostly. A stretch without an end, or of a
// whole year, tells little of when.
const (
	toldWithin     = 7 * 24 * time.Hour
	longestStretch = 100 * 24 * time.Hour
)

// tellsOf reports whether what was said at a time may tell of one of the stretches
// that are asked for.
func (s *Searcher) tellsOf(at time.Time) bool {
	if len(s.asked) == 0 {
		return false
	}
	at = s.clock(at)
	return slices.ContainsFunc(s.asked, func(r event.Range) bool {
		return r.Until.Sub(r.From) <= longestStretch && !at.Before(r.From) && at.Before(r.Until.Add(toldWithin))
	})
}

// sorted returns candidates by match, equal ones the newest first. It moves
// places instead of candidates, which are large.
func sorted(cs []event.Candidate) []event.Candidate {
	order := make([]int32, len(cs))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch {
		case cs[a].Match > cs[b].Match:
			return -1
		case cs[a].Match < cs[b].Match:
			return 1
		}
		return cs[b].ID.Compare(cs[a].ID)
	})
	out := make([]event.Candidate, len(cs))
	for i, at := range order {
		out[i] = cs[at]
	}
	return out
}

// What a text is worth beside its words, measured on conversations of two
// kinds at once. The agent's turns are long and repeat what the user said; a
// mere question names a subject and tells nothing.
const (
	agentWorth    = 0.3
	addressedLoss = 0.3 // of what speaks of nobody but the listener
	questionWorth = 0.7
	undatedWorth  = 1 / 1.3  // of what names no time, where the query asks when
	othersWorth   = 1 / 1.25 // of what is not by or about somebody whom the query names
	othersOfMany  = 1 / 1.55 // the same where several things are asked for: they tell them themselves
	thenWorth     = 1.5      // of what was said in or soon after a stretch of time that the query names
	wishWorth     = 2        // of the half-turn in which a standing wish was said, where advice is asked for
	sessionWeight = 0.3      // of the session's best hits
	sessionHits   = 3
)

// weigher returns the weight of a text by its traits, 0 for what the query may
// not see, and the most that one of a class has.
func (s *Searcher) weigher(sees func(ledger.Attr) bool) (weigh func(attr uint64) float32, most func(class uint8) float32) {
	s.weigh()
	worth, named, others := s.worth, s.names, float32(othersWorth)
	if s.several {
		others = othersOfMany
	}
	var maybe [256]bool // asked of every text: most are told apart by the last bits
	for _, n := range named {
		maybe[n&0xff] = true
	}
	weigh = func(attr uint64) float32 {
		a := ledger.Attr(attr)
		if !sees(a) {
			return 0
		}
		w := worth[a.Class()][a.Addressed()]
		if who := a.Subject(); !maybe[who&0xff] || !slices.Contains(named, who) {
			w *= others
		}
		return w
	}
	most = func(class uint8) float32 {
		w := worth[class][0]
		if ledger.Class(class).Nobody() && !slices.Contains(named, 0) {
			w *= others
		}
		return w
	}
	return weigh, most
}

// weigh finds out what texts are worth to this query.
func (s *Searcher) weigh() {
	if s.worth == nil {
		s.worth, s.names = s.worths(), s.named()
	}
}

// traitsOf returns what a text is weighed by, for the receipt.
func (s *Searcher) traitsOf(a ledger.Attr) (t event.Traits) {
	s.weigh()
	if a.Agent() && !s.both {
		t |= event.TraitAgent
	}
	if !a.Agent() && a.Addressed() > 0 {
		t |= event.TraitListener
	}
	if a.Inquires() {
		t |= event.TraitAsks
	}
	if s.when && !a.Dated() {
		t |= event.TraitTimeless
	}
	if who := a.Subject(); who != 0 && slices.Contains(s.names, who) {
		t |= event.TraitNamed
	}
	return t
}

// worths returns, by class, what a text is worth by how much of it speaks of the
// listener, in thirds: none of it first, which is worth most.
func (s *Searcher) worths() *[ledger.Classes][4]float32 {
	worth := new([ledger.Classes][4]float32)
	agent := float32(agentWorth)
	if s.both {
		agent = 1
	}
	for class := range worth {
		for thirds := range worth[class] {
			c, w := ledger.Class(class), float32(1)
			if c.Agent() {
				w *= agent
			} else {
				w *= 1 - addressedLoss*float32(thirds)/3
			}
			if c.Inquires() {
				w *= questionWorth
			}
			if s.when && !c.Dated() {
				w *= undatedWorth
			}
			worth[class][thirds] = w
		}
	}
	return worth
}

// named returns the numbers of all words and names of the query: some may be
// speakers or what a text is about.
func (s *Searcher) named() []uint16 {
	var named []uint16
	for _, w := range language.Words(s.q.Text) {
		if len(named) < maxTerms {
			named = append(named, ledger.NameHash(nameOf(w.Text)))
		}
	}
	for _, m := range language.Mentions(s.q.Text, nil) {
		named = append(named, ledger.NameHash(m.Name))
	}
	return named
}

// nameOf returns a word without the 's behind a name.
func nameOf(word string) string {
	word = strings.TrimSuffix(word, "'s")
	return strings.TrimSuffix(word, "’s")
}

// sessionScores returns for each session a part of the worth of the best hit:
// all of it for the session whose best hits add up to most, and for the others
// in proportion.
func sessionScores(hits []textindex.Hit) map[uint32]float64 {
	sums, counts := map[uint32]float64{}, map[uint32]int{}
	best := 0.0
	for _, h := range hits { // in falling order
		k := ledger.Attr(h.Attr).Session()
		if k == 0 || counts[k] == sessionHits {
			continue
		}
		counts[k]++
		sums[k] += float64(h.Worth)
		best = max(best, sums[k])
	}
	for k := range sums {
		sums[k] *= float64(hits[0].Worth) / best
	}
	return sums
}
