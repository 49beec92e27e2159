// Package vectorindex finds vectors by cosine, keeps vectors that cost
// something to make, and makes plain ones from text without a model.
//
//	text ──Hashed.Embed──▶ vector ──▶ Records   (vectors.db: embedder, hash of text → vector)
//	                          │
//	                          ▼
//	query vector ──▶ Flat: one slab of unit vectors ──▶ Hits by Cosine
//	                  ≤ 25k: every vector
//	                  above: sign bits ──nearest by Hamming──▶ exact re-rank
//
// [Flat], the default, is a projection in memory: filled at start, never written. It promises
// that a score is the cosine, always, and that a search misses next to nothing:
// the short cut over sign bits is measured against the exact scan on the
// vectors themselves, and is used only while it finds at least 99 of 100 of
// the true nearest 20. The same calls in the same order give the same answers.
//
// [HNSW] is the other engine behind [Index]. It keeps a Flat, and asks a graph of
// neighbours before it, for as long as the graph passes the same gate:
//
//	query vector ──▶ graph ──800 candidates──▶ exact re-rank in Flat's slab ──▶ Hits
//	                  └─ few vectors, being built, failed the gate, panicked ──▶ Flat
//
// Its scores are the cosine too; that the same search finds the same is not
// promised. [New] makes the engine that is named.
//
// [Records] are not a projection. An embedding may have cost money and may not
// be had again: they are backed up, and never rebuilt.
package vectorindex
