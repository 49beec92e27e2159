// Package language reads text without a model: sentences, words, index terms,
// names, points in time, and what a sentence does: ask, tell, order, correct.
//
//	text ──Sentences──▶ span ──CuesOf, ActOf, Changes──▶ what the sentence does
//	  │                   └────Mentions, Roles, Times──▶ whom and when it speaks of
//	  └────Terms──▶ folded, stemmed, without stop words: what an index holds
//
// Every function is pure: no input or output, no clock but the one given, the
// same answer for the same arguments, and time linear in the text. All offsets
// are bytes, in range and on rune boundaries of the text that was given. Text
// that is not UTF-8 is read, never refused: what cannot be decoded separates
// words.
//
// The rules are those of English, with word lists. Other languages are folded,
// cut into words and terms, and get a cue only where one word is certain.
package language
