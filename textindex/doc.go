// Package textindex finds documents by their words: BM25 in memory, over
// passages, with the neighbours of a conversation as lighter context.
//
//	Doc ──cut──▶ passages of ≤ 50 words ──analyse──▶ terms ──▶ postings
//	               │  + terms of the passage before and after, × 0.4
//	               ▼
//	Query ──terms──▶ score of every passage ──best of each document──▶ Hits
//
// It promises three things. The result of a search is a function of the live
// documents and the query alone, never of the order in which the documents
// came or went. A search waits for a writer only while the writer adds a few
// documents that it has already analysed. What [Load] returns answers exactly
// as the index that [Index.WriteTo] wrote, or [Load] returns an error and
// nothing.
//
// The index is a projection: it holds no text, is thrown away when in doubt,
// and is filled again from the nodes. A snapshot carries the sequence up to
// which it is complete, so that only the tail has to be put again.
//
// A search reads as little as it can and finds what one finds that reads
// everything: it passes over terms, blocks of postings and windows of passages
// that cannot add a hit, over the groups that it is not asked for and the classes
// that are worth too little, which a compaction puts together; and it has lists of
// their own for the few documents that every prompt looks for, and for those that
// are held against each other by what they say themselves. What that needs is
// made from the postings and is in no snapshot.
//
// Passages and context are what retrieval in long conversations gains most
// from: a document scored by its best passage is not punished for being long,
// and a short answer is found by the words of the question before it. Context
// is for real neighbours of one conversation only; neighbours in a list of
// unrelated facts make results worse.
package textindex
