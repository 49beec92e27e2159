// Package wordvec knows which words of English go together: a small table of
// static word vectors, one for each of the 20,000 most frequent stems, and a
// list that says which of them name things of which kind.
//
//	texts ──go run ./wordvec/train──▶ table.bin ──embedded──▶ Load ──▶ *Table
//	                                                                     │
//	term ──Vector──▶ its vector                                          │
//	terms of a passage ──Mean──▶ one unit vector, rare words first  ◀────┤
//	term the store does not have ──Nearest──▶ terms that it does have ◀──┤
//	a kind ("fruit") ──Things──▶ things of that kind ("pear")       ◀────┘
//
// The table is trained by the program in the folder train, from texts whose
// licences allow it; NOTICE.md names them, and is embedded too ([Notice]). The
// texts are not part of this repository. The list of kinds comes from one of
// them, by the program in the folder kinds.
//
// A word is what [language.Stems] makes of it: folded, stemmed, no stop word.
// The vectors are weak. They tell "automobile" from "physician" and nothing
// finer, so a cosine of theirs is one signal among others and never a ranking
// of its own.
//
// A [Table] never changes: every method may be called by many goroutines at
// once, and the same arguments give the same answer.
//
// [language.Stems]: https://pkg.go.dev/github.com/memtide/memtide/language#Stems
package wordvec
