package textindex

import (
	"cmp"
	"slices"

	"github.com/memtide/memtide"
)

// Query asks for the documents that say some of the terms.
type Query struct {
	// Terms are looked for as they are; [Index.Parse] makes them. Terms that
	// come twice add their weights. Weights that are not above 0 are ignored.
	Terms []Weighted
	// Limit is the most hits wanted. 0 or less means 20.
	Limit int
	// Least, when above 0, is the least worth of a hit.
	Least BM25
	// Few looks among the documents of [Options.Few] only. What it finds and how
	// it scores is what a search of all finds of them.
	Few bool
	// Own looks among the documents of [Options.Own] only, and at what they say
	// themselves: the context counts neither by its words nor by its length. Few
	// goes before it.
	Own bool
	// Fixed takes the weights of the terms for all that they count, and passages of
	// [FixedLength] terms for those of average length: a score is made of the
	// query and the document alone, and what else the index has does not change it.
	Fixed bool
	// Bare leaves [Hit.Terms] and [Hit.Own] at 0: to count them every hit is looked
	// up once more in the list of each term.
	Bare bool
	// Once counts documents that say the same, by [Doc.Same], as one hit: that with
	// the highest worth, of equal ones that with the highest id.
	Once bool
	// Newest gives the place of the best of documents that say the same but for a
	// number, by [Doc.Same], to the one with the highest id that has nearly as much of
	// the query. It takes over score and worth.
	Newest bool
	// Echo, when not 0, is the number, by [Doc.Same], of what the query says. Where it
	// stands in the context of a document, by [Doc.Near], the words of that context
	// do not count: they are those of the query.
	Echo uint32
	// Groups, when not nil, are those of [Options.Group] that are looked at, each
	// once. The weight of a term is still that among all documents.
	Groups []uint32
	// Weigh, when set, says what a document's score is multiplied by, 0 to 1:
	// at 0 and below it is no hit, above 1 counts as 1. It is asked only for
	// documents that may be one, under a lock: it must not call the index.
	Weigh func(attr uint64) float32
	// Most, when set, says what Weigh returns at most for a document of a class of
	// [Options.Class]. It changes no hit: documents that cannot be one are passed
	// over sooner.
	Most func(class uint8) float32
}

// Hit is a document found.
type Hit struct {
	ID    memtide.ID
	Score BM25 // of its best passage, before it was weighed
	Worth BM25 // weighed: what hits are ordered by
	Attr  uint64
	Terms int    // distinct terms of the query in that passage or its context
	Own   int    // those in the passage itself
	Echo  bool   // it stands beside what the query says: see [Query.Echo]
	Twin  uint32 // with [Query.Newest], [Doc.Same] of what others say but for a number; else 0
}

// FixedLength is the length of a passage, in terms, that counts as the average
// with [Query.Fixed]: of what is remembered most is one sentence.
const FixedLength = 8

// defaultLimit is the number of hits when a query names none.
const defaultLimit = 20

// Search returns the documents with the highest worth, best first, equal ones
// in order of id: their score times what [Query.Weigh] says. The score of a passage is
//
//	Σ weight · idf(term) · tf · (k1 + 1) / (tf + k1 · (1 − b + b · length / average))
//
// with idf as in [Index.IDF], or 1 with [Query.Fixed], and tf and length counting what is in the
// context by [Options.ContextWeight]; either count of a term in one passage
// stops at 15. The score of a document is that of its best passage. Documents
// with none of the terms are never hits.
func (x *Index) Search(q Query) []Hit {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	s := x.pool.Get().(*scratch)
	x.mu.RLock()
	defer x.mu.RUnlock()
	s.begin(x, q)
	for base, ok := s.next(); ok; base, ok = s.next() {
		s.accumulate(base)
		s.harvest(base)
	}
	s.offer()
	hits := s.hits()
	s.end()
	// Not deferred: what a filter that panics leaves behind is not used again.
	x.pool.Put(s)
	return hits
}

// hits empties the heap into hits, best first.
func (s *scratch) hits() []Hit {
	slices.SortFunc(s.top, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), s.c.docs[a.doc].id.Compare(s.c.docs[b.doc].id))
	})
	s.renew()
	hits := make([]Hit, len(s.top))
	places := make([]int, len(s.top))
	for i, f := range s.top {
		hits[i] = Hit{ID: s.c.docs[f.doc].id, Score: BM25(f.score), Worth: BM25(f.worth), Attr: s.c.attrs[f.doc],
			Echo: s.echo != 0 && s.c.docs[f.doc].near.has(s.echo)}
		if s.q.Newest && len(s.twinsOf(f.doc)) > 0 {
			hits[i].Twin = s.c.docs[f.doc].same
		}
		places[i] = i
	}
	if s.q.Bare {
		return hits
	}
	// In the order of the lists each of them is gone through once more, in leaps.
	slices.SortFunc(places, func(i, j int) int { return cmp.Compare(s.top[i].passage, s.top[j].passage) })
	for i := range s.cursors {
		s.cursors[i].at = 0
	}
	for _, i := range places {
		for k := range s.cursors {
			if code := s.find(&s.cursors[k], s.top[i].passage); code != 0 {
				hits[i].Terms++
				if hasOwn(code) {
					hits[i].Own++
				}
			}
		}
	}
	return hits
}

// Score returns what Search would say of certain documents, in the order of
// ids, without a look at any other: a few dozen of many cost nearly nothing.
// Those that have none of the terms, and those that the index does not know,
// are left out; [Query.Limit] and [Query.Weigh] do not count.
func (x *Index) Score(q Query, ids []memtide.ID) []Hit {
	s := x.pool.Get().(*scratch)
	x.mu.RLock()
	defer x.mu.RUnlock()
	s.begin(x, q)
	type wanted struct {
		doc int32
		at  int // in ids
	}
	var docs []wanted
	for i, id := range ids {
		if doc, ok := x.core.ids.get(x.core.docs, id); ok {
			docs = append(docs, wanted{doc, i})
		}
	}
	// In the order of the lists each of them is walked once, in leaps.
	slices.SortFunc(docs, func(a, b wanted) int { return cmp.Compare(a.doc, b.doc) })
	hits := make([]Hit, len(ids))
	for _, d := range docs {
		from, to := x.core.passages(d.doc)
		for passage := from; passage < to; passage++ {
			if h := s.scoreOf(passage); h.Score > hits[d.at].Score {
				h.ID, h.Attr = ids[d.at], x.core.attrs[d.doc]
				hits[d.at] = h
			}
		}
	}
	s.end()
	x.pool.Put(s)
	return slices.DeleteFunc(hits, func(h Hit) bool { return h.Terms == 0 })
}

// scoreOf adds up all terms for a passage, which is not before the last one.
func (s *scratch) scoreOf(passage int32) (h Hit) {
	var sum float32
	for i := range s.cursors {
		code := s.find(&s.cursors[i], passage)
		if code == 0 {
			continue
		}
		sum += s.share(s.cursors[i].gain, code, s.c.lengths[passage])
		h.Terms++
		if hasOwn(code) {
			h.Own++
		}
	}
	h.Score, h.Worth = BM25(sum), BM25(sum)
	return h
}
