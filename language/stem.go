package language

import (
	"unicode"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blevesearch/snowballstem/russian"
)

// longestTerm is the length in bytes above which a run is no word: it is a
// key, a hash or encoded data, and not indexed.
const longestTerm = 80

// What words become: terms, and for plainStems terms of words as they are written.
var (
	stems = newWordMemo(func(raw string) string {
		term := stemmed(respell(Fold(raw)))
		if full := clipped[term]; full != "" {
			return full
		}
		return term
	})
	plainStems = newWordMemo(func(raw string) string { return stemmed(Fold(raw)) })
)

// stemmed returns the index term of a folded word, "" when it is a stop word.
func stemmed(folded string) string {
	if StopWord(folded) {
		return ""
	}
	return stem(folded)
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
