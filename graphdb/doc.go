// Package graphdb keeps the nodes and edges of one space in one bbolt file: a
// projection of the LEDGER, made by applying its change sets in order.
//
//	LEDGER ── seq, change set ──▶ Apply ──one transaction──▶ nodes, edges
//	                                                          out, in, ix_… (indexes)
//	                                                          applied, open, meta
//	   readers ◀── copies ── View(func(*Tx) error)
//
// What it promises:
//
//   - A change set is in effect completely or not at all, and once: it is
//     written in one transaction with its id (bucket applied) and its sequence
//     (meta applied_seq). A second delivery changes nothing.
//   - A killed process leaves nothing half-applied and loses nothing that Apply
//     returned nil for. Power loss may tear the file: a store that was open then
//     is examined by the next Open (see [DB.Unclean]), and can always be rebuilt
//     from the LEDGER.
//   - A closed file carries a checksum over all of its pages: Open refuses one in
//     which a single bit is another, in place of giving wrong answers.
//   - Every index is a function of the nodes and edges; [DB.Check] proves it row
//     by row. Two stores that have applied the same change sets have the same
//     [DB.Hash], however the change sets were cut into batches.
//   - What a [Tx] returns is a copy, but for [Tx.Shared], and stays valid after
//     the View.
//
// One process writes. Any number of goroutines may read while one writes; a
// reader sees the store as it was when its View began. A View must be short:
// while it is open the file cannot reuse pages and grows, and a writer that has
// to map more of the file waits for it. So copy out, leave the View, and only
// then call anything that may wait; never call Apply inside a View.
//
// # File
//
// Integers and times are big-endian and of fixed width, a text in a key is
// followed by 0x00, rows that need no value have an empty one.
//
//	nodes          id16                         version1 | canonical JSON
//	edges          id16                         version1 | canonical JSON
//	out            from16 kind1 to16 edge16
//	in             to16 kind1 from16 edge16
//	ix_kind        kind1 id16                   state1
//	ix_name        folded name 0 id16
//	ix_session     session 0 created8 id16      kind1 role1
//	ix_turn        half-turn 0 id16
//	ix_project     project 0 id16
//	ix_time        (event time or created)8 id16
//	ix_scope       inverted scope8 id16         (instructions, what has a scope, pinned)
//	ix_superseded  successor16 id16
//	ix_short       short7 id16
//	ix_quarantine  id16                         (archived, with that attribute, no half-turns)
//	ix_contradicts ended1 edge16                from16 to16
//	applied        change set id                seq8 turn8 stage 0 awaits
//	open           turn8 stage
//	meta           name                         8 bytes or text
//
// A text of more than 256 bytes stands in a key as its first 224 bytes and its
// hash. Times have millisecond precision in keys.
//
// ix_quarantine and ix_contradicts came later than the others. Where an older
// memtide has written last, or they are missing, Open makes them anew; it knows
// by meta listed_seq, the applied_seq up to which they hold.
package graphdb
