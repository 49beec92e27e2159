// Package tools holds what may be done with a memory: the searches of the retrieve
// flow, what a decision looks up and writes with, and what a person may ask of a
// space or change in it.
//
//	search ──▶ Searcher.Run(event.Search, seeds) ──▶ candidates
//	look   ──▶ Lookup, ProfileOf, Conflicts …    ──▶ memories
//	decide ──▶ Finder, Writer                    ──▶ operations of a change set
//	verb   ──▶ Remember, Forget, Correct …       ──▶ change set (through ledger.Decide)
//
// A search and a look read one [ledger.View] and wait for nothing. A verb makes
// exactly one decision. One that cannot be carried out without a look at what it
// would do has a plan: PlanUndo and TakeBack, PlanRollback and TakeBackAll,
// PlanErase and ledger.Erase.
package tools
