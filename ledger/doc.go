// Package ledger is the only way to change a memory.
//
//	decide(View) ──▶ change set ──fsync──▶ LEDGER ──in order, once──▶ graphdb
//	                                                              ├──▶ textindex
//	                                                              └──▶ vectorindex (a moment later)
//
// [Ledger.Decide] takes the turn of a space, so that one decision follows the
// other; it returns the recorded change set when the same input was decided
// before, else it decides, publishes, and returns when graph and text index
// show the change. What it returns survives a power cut.
//
// The graph, the text index and the vector index of a space are projections:
// each can be thrown away and is rebuilt from LEDGER, without a model, to the
// same state hash. The ledger opens a space at its first use, brings it up to
// date, and closes it when it has been idle or too many are open. Who asks for one
// that opens waits as long as its context lasts; the opening goes on without it.
package ledger
