// Package memtide is the vocabulary of a memory for coding agents: what a
// node, an edge, a half-turn, a change set, a space and a level of trust are,
// and the rules that hold for each by itself.
//
//	Turn ──said──▶ decided ──▶ ChangeSet ──applied──▶ Node, Edge
//	(what was said, scrubbed)  (why, by whom, from → to)   (what is remembered)
//
// The package holds plain types. It opens nothing, starts nothing and imports
// no other package of this module.
package memtide

//go:generate go test -run ^TestEveryConstantIsListed$ -update .
