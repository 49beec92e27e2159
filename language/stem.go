package language

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
)

// longestTerm is the length in bytes above which a run is no word: it is a
// key, a hash or encoded data, and not indexed.
const longestTerm = 80

const stemSlots = 1 << 14

// stemCache remembers what words became. It is direct mapped: a word has one
// slot and a later word may take it. Results never depend on it.
type stemCache struct {
	seed  maphash.Seed
	plain bool // words stay as they are written
	slots [stemSlots]atomic.Pointer[stemmed]
}

type stemmed struct{ raw, term string }

var stems, plainStems = &stemCache{seed: maphash.MakeSeed()}, &stemCache{seed: maphash.MakeSeed(), plain: true}

// term returns the index term for a raw word, "" when it is a stop word.
func (c *stemCache) term(raw string) string {
	if len(raw) > longestTerm {
		return ""
	}
	slot := &c.slots[maphash.String(c.seed, raw)%stemSlots]
	if e := slot.Load(); e != nil && e.raw == raw {
		return e.term
	}
	// A clone, or one word would keep a whole text in memory.
	e := &stemmed{raw: strings.Clone(raw)}
	folded := Fold(e.raw)
	if !c.plain {
		folded = respell(folded)
	}
	if !StopWord(folded) {
		e.term = stem(folded)
		if full := clipped[e.term]; full != "" && !c.plain {
			e.term = full
		}
	}
	slot.Store(e)
	return e.term
}

// stem returns the stem of a folded word: Russian for Cyrillic, English for
// Latin, any other word as it is (Snowball, http://snowballstem.org).
func stem(w string) string {
	latin := false
	for _, r := range w {
		switch {
		case unicode.Is(unicode.Cyrillic, r):
			env := snowballstem.NewEnv(w)
			russian.Stem(env)
			return env.Current()
		case r >= '0' && r <= '9' || r == '_':
			return w
		case r < 0x80 || unicode.Is(unicode.Latin, r):
			latin = true
		default:
			return w
		}
	}
	if !latin || len(w) < 3 {
		return w
	}
	env := snowballstem.NewEnv(w)
	english.Stem(env)
	return env.Current()
}
