package tools

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// How far back a thread is looked for, and when a half-turn belongs to it.
const (
	threadBack    = 4000   // newest memories of a project that are looked through
	threadSaid    = 800    // half-turns among them that are taken
	knowsTopic    = 0.25   // of a perfect score: where no half-turn has it, the topic is not known
	speaksOfTopic = 0.3    // of the best score: from there on a half-turn speaks of the topic,
	mostOfTopic   = 2. / 3 // if it has this share of the most words of the topic that any has
	mostOfThread  = 12     // exchanges that speak of the topic, the newest
	followLinks   = 3      // steps from what was said of the topic last to what followed
	followRead    = 40     // half-turns that are read for one step
	followTerms   = 40     // terms of an exchange that are compared, those that say most
	followBytes   = 700    // bytes of each half that are read, at either end
	leastLink     = 10.0   // nats that an exchange has in common with the one that it follows from,
	rareTerm      = 4.5    // with two terms of so many nats among them; right behind it one is enough
	halfTopic     = 0.4    // or, in the place of the two terms, so much of the topic
	endingsRead   = 40     // exchanges that are read to find the last ones
	lastOfSession = 3      // exchanges of the newest session, where no topic is named
	lastOfOthers  = 2      // of the others in a stretch of time that is asked for
)

// thread finds where a piece of work stands: the last exchanges about a topic and what
// followed from them in other words, or, without a topic, those with which the newest
// sessions ended. The newest come first: an older state of the same thing has as many
// of its words.
func (s *Searcher) thread(search event.Search) []event.Candidate {
	said := s.lately(search)
	var all []exchange
	if search.Text != "" {
		all = s.about(said, s.parse(search.Text))
	} else {
		all = s.endings(said, len(search.Ranges) > 0, search.Limit)
	}
	slices.SortFunc(all, func(a, b exchange) int { return b.when().Compare(a.when()) })
	var ids []memtide.ID
	for _, x := range all[:min(len(all), max(search.Limit, 1))] {
		if !x.asked.IsZero() {
			ids = append(ids, x.asked)
		}
		if !x.answered.IsZero() && (x.asked.IsZero() || !s.nods(x.answered)) {
			ids = append(ids, x.answered)
		}
	}
	return s.near(ids, 0, linkRelevance)
}

// lately returns the half-turns before the one that asks, and what was told without
// one, the newest first; of the stretches of time that are asked for, where there are
// any.
func (s *Searcher) lately(search event.Search) (said []memtide.ID) {
	row := s.v.Graph.InProject(s.q.Project)
	if s.scope.Any {
		// In the order of what it speaks of, which the newest are taken from.
		row = slices.Values(newest(s.v.Graph.ByTime(time.Time{}, s.q.Now, threadBack, graphdb.NewestFirst)))
	}
	seen := 0
	for id := range row {
		if seen++; seen > threadBack || len(said) == threadSaid {
			break
		}
		a, live := s.v.Attr(id)
		if !live || !s.sees(a) || s.q.Later(id.Time()) || a.Kind() == memtide.Entity || a.Kind() == memtide.Summary {
			continue
		}
		if len(search.Ranges) > 0 && !s.saidIn(id.Time(), search) {
			continue
		}
		said = append(said, id)
	}
	return said
}

// saidIn reports whether a time is one that is asked for: of a topic what was said
// soon after, too.
func (s *Searcher) saidIn(at time.Time, search event.Search) bool {
	if search.Text != "" && s.tellsOf(at) {
		return true
	}
	at = s.clock(at)
	return slices.ContainsFunc(search.Ranges, func(r event.Range) bool { return !at.Before(r.From) && at.Before(r.Until) })
}

// about returns the exchanges that speak of a topic, and what followed.
func (s *Searcher) about(said []memtide.ID, topic []textindex.Weighted) (all []exchange) {
	best, words, most := textindex.BM25(0), 0, mostOfTopic
	if slices.ContainsFunc(topic, numbered) {
		most = 1 // ticket 77 is not ticket 78
	}
	hits := s.v.Text.Score(textindex.Query{Terms: topic}, said)
	for _, h := range hits {
		best, words = max(best, h.Score), max(words, h.Own)
	}
	if best < knowsTopic*s.v.Text.Best(topic) {
		return nil
	}
	for _, h := range hits { // the newest first
		if len(all) == mostOfThread {
			break
		}
		if h.Own > 0 && float64(h.Own) >= most*float64(words) && h.Score >= speaksOfTopic*best {
			all = s.join(all, h.ID)
		}
	}
	if len(all) == 0 {
		return nil
	}
	read := map[exchange][]textindex.Weighted{}
	for range followLinks {
		last := slices.MaxFunc(all, func(a, b exchange) int { return a.when().Compare(b.when()) })
		followed := s.followed(said, last, topic, read)
		if len(followed) == 0 {
			break
		}
		all = append(all, followed...)
	}
	return all
}

// followed returns the later exchanges that take an exchange up again, with little or
// nothing of the topic's own words: "Ines says they come on Friday", of the credentials
// that it waits for. read holds the terms of the exchanges that were compared before, and
// takes those that are read now.
func (s *Searcher) followed(said []memtide.ID, last exchange, topic []textindex.Weighted, read map[exchange][]textindex.Weighted) (all []exchange) {
	terms := func(x exchange) []textindex.Weighted {
		if _, ok := read[x]; !ok {
			read[x] = s.said(x)
		}
		return read[x]
	}
	own := terms(last)
	whole := 0.0
	for _, t := range topic {
		whole += Information(s.v, t.Term)
	}
	end := slices.IndexFunc(said, func(id memtide.ID) bool { return id.Compare(last.when()) <= 0 })
	hits := s.v.Text.Score(textindex.Query{Terms: own}, said[:max(end, 0)])
	hits = slices.DeleteFunc(hits, func(h textindex.Hit) bool { return h.Own == 0 })
	next, goesOn := s.next(last)
	compared := map[exchange]bool{}
	for _, h := range hits[:min(len(hits), followRead)] {
		x := s.exchange(h.ID)
		if compared[x] || s.before(x) {
			continue
		}
		compared[x] = true
		common, rare, of, number := 0.0, 0, 0.0, false
		for _, t := range terms(x) {
			if !contains(own, t.Term) {
				number = number || numbered(t)
				continue
			}
			common += t.Weight
			if t.Weight >= rareTerm {
				rare++
			}
			if contains(topic, t.Term) {
				of += t.Weight
			}
		}
		linked := common >= leastLink && (rare >= 2 || of >= halfTopic*whole) || x == next && rare > 0
		another := number && of >= halfTopic*whole && slices.ContainsFunc(topic, numbered)
		if linked && !another && !s.untold(x) {
			all = append(all, x)
		}
	}
	if goesOn && !slices.Contains(all, next) && language.GoesOn(s.content(next.asked)) && !s.untold(next) {
		all = append(all, next)
	}
	return all
}

// said returns the terms of an exchange that say most, each with what it says in nats.
func (s *Searcher) said(x exchange) []textindex.Weighted {
	var text strings.Builder
	for _, id := range []memtide.ID{x.asked, x.answered} {
		text.WriteString(bothEnds(s.content(id), followBytes) + "\n")
	}
	terms := s.v.Text.Parse(text.String())
	for i := range terms {
		terms[i].Weight = Information(s.v, terms[i].Term)
	}
	terms = slices.DeleteFunc(terms, func(t textindex.Weighted) bool { return s.frames(t.Term) })
	slices.SortStableFunc(terms, func(a, b textindex.Weighted) int { return cmp.Compare(b.Weight, a.Weight) })
	return terms[:min(len(terms), followTerms)]
}

// numbered reports whether a term is or has a number.
func numbered(t textindex.Weighted) bool { return strings.ContainsAny(t.Term, "0123456789") }

func contains(terms []textindex.Weighted, term string) bool {
	return slices.ContainsFunc(terms, func(t textindex.Weighted) bool { return t.Term == term })
}

// endings returns the last exchanges of the newest session, or, of a stretch of time,
// of each session in it; at most so many.
func (s *Searcher) endings(said []memtide.ID, each bool, most int) (all []exchange) {
	of := map[string]int{}
	newest, read, idle := "", exchange{}, 0
	for _, id := range said {
		n, err := s.v.Graph.Shared(id)
		if err != nil || n.Kind != memtide.Episode {
			continue
		}
		session := n.Source.Session
		if of[session] == lastOfOthers && session != newest || session != newest && newest != "" && !each {
			continue
		}
		x := s.exchange(id)
		if x == read || slices.Contains(all, x) {
			continue
		}
		if read = x; len(all)+idle == endingsRead {
			break
		}
		if s.before(x) || s.idle(x) || s.onlyAsks(x) || s.untold(x) {
			idle++
			continue
		}
		if newest == "" {
			newest = session
		}
		all = append(all, x)
		if of[session]++; len(all) == most || of[session] == lastOfSession && !each {
			break
		}
	}
	return all
}

// join adds the exchange that a node is of, unless it is before the agent's eyes or not
// told of unasked.
func (s *Searcher) join(all []exchange, id memtide.ID) []exchange {
	if x := s.exchange(id); !slices.Contains(all, x) && !s.before(x) && !s.untold(x) {
		return append(all, x)
	}
	return all
}
