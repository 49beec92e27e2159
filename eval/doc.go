// Package eval puts data sets in and brings figures out. It knows nothing of
// the stores: it speaks to a running memtide through its two doors, like any
// client, and listens on the bus to what the flows say.
//
//	cases (JSONL) ─▶ feed: half-turns, in order ═▶ memtide.turn
//	                    │ settled?
//	                    ▼
//	                 ask: every query ═▶ memtide.ask ═▶ items ─▶ corpus ids ─▶ figures
//
//	labels (JSONL) ─▶ one half-turn a row ═▶ memtide.turn ─▶ TURNS, REMEMBER, LEDGER
//	                                                             └── heard ─▶ precision, recall, F1
//
// [Retrieval] measures what a question brings back, [Silence] whether a prompt
// that needs nothing is left alone, [Followup] the same within a talk,
// [LongMemEval] the data set of that name, [Labels] what becomes of a text, at once
// or by a job of the night. Each store is fed into a space of its own,
// whose name depends on the name of the cases only: run it against a data
// folder that is thrown away.
//
// It promises that a figure is what a client would have seen: the relevance
// gate, the order of injection and the successors of superseded memories are
// those of the product, one configuration holds for all figures of a run, and
// the answer key never leaves this package. Only the token budget is lifted,
// by asking for a number of items. The same cases give the same figures, up to
// latency, as far as the flows answer the same question alike.
//
// Definitions, for a query with evidence ids E and the answer's items in order
// of injection, of which the pinned ones are left out, each corpus id counts
// at its first place, and an item that is none of the corpus has no place:
//
//	recall@k   |E ∩ first k| / |E|, mean over the queries
//	any@k      1 where the first k hold one of E; all@k where they hold each
//	MRR        1 / place of the first hit, 0 without one
//	nDCG@10    a hit is worth 1 / log2(1 + place); divided by what |E| hits are worth
//	           on the first places
//	expect@10  1 where the joined text of the first ten items has every expected
//	           substring, whatever their case; over the queries that expect any
//	recall in 500 and 1,000 tokens
//	           |E ∩ items that fit| / |E|: every item, pinned or foreign, counts
//	           with its tokens, and the first that does not fit ends the count
//
// An entry that was made of several turns (refs in the corpus) stands for all
// of them, and is a hit where it brings one that was not there before. Then
// nDCG stays below 1 even at its best; the other figures do not.
//
// Queries without evidence are counted apart, by whether they get an answer.
package eval
