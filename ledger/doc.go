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
//
// # Where to find what
//
// Each line names the files of one subject; a test holds them.
//
//	spaces      ledger (which are open), space (one of them), opening, known (whether there is one)
//	decisions   decide, turn (one at a time), unwritten (that change nothing), side (on several processors), view (what a decision reads)
//	the log     log (looked up), apply (into the graph), inorder (decoded beside it), load (in bulk)
//	text        text, textall (of a whole space), textdoc (an entry), attr (what it knows of a node), foresee (read beside the decision), snapshot, ahead (read at a start)
//	vectors     vectors, projector (makes them, after the decision), embedder, migrate (to another one), centre (their mean), near (words of like meaning)
//	made anew   rebuild, swap (into the place of the old), resume (which half-turns are decided), asof (the past), check
//	erasures    erase, eraseplan, survive (what is left of change sets), match (texts within others)
//	rewritten   rewrite, rewritechain, rewritegiven, rewriteheir, rewritevectors: change sets without what is erased
package ledger
