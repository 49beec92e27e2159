package language

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
)

// wordMemo remembers which terms words became. It is direct mapped: a word has one
// slot and a later word may take it. Results never depend on it.
type wordMemo struct {
	find  func(word string) string
	seed  maphash.Seed
	slots [memoSlots]atomic.Pointer[memoized]
}

type memoized struct{ word, term string }

const memoSlots = 1 << 14

func newWordMemo(find func(word string) string) *wordMemo {
	return &wordMemo{find: find, seed: maphash.MakeSeed()}
}

// term returns what find finds out of a word, "" for what is too long for one.
func (m *wordMemo) term(word string) string {
	if len(word) > longestTerm {
		return ""
	}
	slot := &m.slots[maphash.String(m.seed, word)%memoSlots]
	if e := slot.Load(); e != nil && e.word == word {
		return e.term
	}
	// A clone, or one word would keep a whole text in memory.
	word = strings.Clone(word)
	e := &memoized{word, m.find(word)}
	slot.Store(e)
	return e.term
}

// specificTerm returns the stem of a word that says what is spoken of, "" for any
// other.
func specificTerm(t token) string {
	if t.mark {
		return ""
	}
	return specifics.term(t.text)
}

// specifics remembers what [specificTerm] of a word is.
var specifics = newWordMemo(readSpecific)

func readSpecific(w string) string {
	if startsDigit(w) || has(talkWords, w) || has(changeWords, w) || has(periods, w) || countsMany(w) || monthNames.has(w) {
		return ""
	}
	if term := termOf(cutPossessive(w)); !has(talkStems, term) {
		return term
	}
	return ""
}
