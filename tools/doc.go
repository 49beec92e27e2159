// Package tools holds what may be done with a memory, one function a file: the
// searches of the retrieve flow, and the verbs of a person or a model.
//
//	search ──▶ Searcher.Run(event.Search, seeds) ──▶ candidates
//	verb   ──▶ Remember, Forget, Show …          ──▶ change set (through ledger.Decide)
//
// A search reads one [ledger.View] and waits for nothing. A verb makes exactly
// one decision.
package tools
