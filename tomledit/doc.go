// Package tomledit changes single keys of a TOML document and leaves every other byte as it
// is: comments, order, spacing, ends of lines.
//
//	document ──[Lines]──▶ headers, keys, comments ──[Set], [Unset]──▶ [Edit]s ──▶ document
//	    └─────────────── both are parsed: they differ in that key alone ───────────────┘
//
// It promises that what it returns is TOML, which says what the document said before but for
// what was asked for. Where it cannot, because the key is written in a form that it does not
// edit, there is no document and the error is [ErrForm].
package tomledit
