package language

import "strings"

// phrasebook finds phrases of a lexicon in a sentence, in one pass.
type phrasebook struct{ table[[]entry] } // by the first word

type entry struct {
	rest  []string // the words after the first; "*" is any one word
	start bool     // only where a sentence or clause begins
	what  cue
}

// newPhrasebook reads lines of phrases divided by " | "; a phrase that begins
// with ^ counts only where the sentence or a filler of it begins.
func newPhrasebook(lexicon map[cue]string) phrasebook {
	b := map[string][]entry{}
	for what, lines := range lexicon {
		for p := range strings.SplitSeq(strings.ReplaceAll(lines, "\n", "|"), "|") {
			p = strings.TrimSpace(p)
			if p == "" {
				continue
			}
			p, start := strings.CutPrefix(p, "^")
			words := strings.Fields(p)
			b[words[0]] = append(b[words[0]], entry{rest: words[1:], start: start, what: what})
			if long := spelledOut[words[0]]; long != nil {
				rest := append([]string{long[1]}, words[1:]...)
				b[long[0]] = append(b[long[0]], entry{rest: rest, start: start, what: what})
			}
		}
	}
	return phrasebook{newTable(b)}
}

// spelledOut are the two words of contractions that phrases begin with: who says "I
// am vegan" says what "I'm vegan" does.
var spelledOut = map[string][]string{"i'm": {"i", "am"}, "we're": {"we", "are"}, "i've": {"i", "have"}, "we've": {"we", "have"}, "it's": {"it", "is"}}

// find returns all cues of the tokens; begin is where the sentence begins.
func (b phrasebook) find(ts []token, begin int) cue {
	var found cue
	for i, t := range ts {
		entries, _ := b.get(t.text)
		for _, e := range entries {
			if found&e.what == e.what || e.start && i > begin {
				continue
			}
			if matches(ts, i+1, e.rest) {
				found |= e.what
			}
		}
	}
	return found
}

// matches reports whether the words, of which "*" is any one, stand at ts[i:].
func matches(ts []token, i int, rest []string) bool {
	if i+len(rest) > len(ts) {
		return false
	}
	for n, w := range rest {
		if w != ts[i+n].text && (w != "*" || ts[i+n].mark) {
			return false
		}
	}
	return true
}

// only is the book of the phrases of one cue.
func (b phrasebook) only(c cue) phrasebook {
	out := map[string][]entry{}
	for w, entries := range b.known {
		for _, e := range entries {
			if e.what == c {
				out[w] = append(out[w], e)
			}
		}
	}
	return phrasebook{newTable(out)}
}

// findIn reports whether a phrase of the cue stands at ts[i:].
func (b phrasebook) findIn(ts []token, i int, c cue) bool {
	entries, _ := b.get(at(ts, i))
	for _, e := range entries {
		if e.what == c && matches(ts, i+1, e.rest) {
			return true
		}
	}
	return false
}

// phrases are rows of words, with the words that one of them begins with.
type phrases struct {
	heads *wordSet
	all   [][]string
}

// phrasesOf reads phrases that stand between commas.
func phrasesOf(list string) phrases {
	out := phrases{heads: set()}
	for p := range strings.SplitSeq(list, ",") {
		words := strings.Fields(p)
		out.heads.add(words[0])
		out.all = append(out.all, words)
	}
	return out
}

// phraseLen returns the number of tokens of the first phrase of a list that stands at
// ts[i:], 0 for none.
func phraseLen(ts []token, i int, of phrases) int {
	if !has(of.heads, at(ts, i)) {
		return 0
	}
	for _, p := range of.all {
		if phrase(ts, i, p...) {
			return len(p)
		}
	}
	return 0
}
