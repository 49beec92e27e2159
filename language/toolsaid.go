package language

import (
	"strings"
	"sync"
)

// SaysTool reports whether a sentence says with which tool of the trade something is
// done or what a thing is made with: "the blog is plain eleventy", "embeddings sit in
// qdrant", "pnpm only in this repo", "schema changes: goose". What goes wrong with it or
// happened there is another matter ("the build on jenkins is red").
func SaysTool(s string) bool {
	q := newToolQuery(s)
	r := newTokens(s)
	if r.asked() || r.anyOf(troubles) || r.hasAny("today", "tonight", "yesterday", "now", "just", "currently") || happening(r.ts) >= 0 {
		return false
	}
	for i := 1; i < len(q.words); i++ {
		if n := q.toolAt(i); n > 0 && q.placesTool(i) {
			return true
		}
	}
	n := q.toolAt(0)
	return n > 0 && (at2(q.words, n) == "only" || at2(q.words, n) == "everywhere")
}

// placesTool reports whether what stands before the tool at a word says that it is one
// with which, in which or by which something is done, or that something is it.
func (q toolQuery) placesTool(i int) bool {
	if strings.HasSuffix(q.raw[i-1], ":") {
		return true
	}
	k := i - 1
	for k > 0 && has(beforeTool, q.words[k]) {
		k--
	}
	w := q.words[k]
	return has(prepositions, w) && w != "than" && w != "about" && w != "of" && w != "from" || w == "behind" || w == "of" && at2(q.words, k-1) == "out" ||
		has(beingTool, w) || k > 0 && (w == "use" || w == "using")
}

// toolAt returns the number of words of the longest name of a tool that begins at a word,
// 0 where none does or where it is as often another word.
func (q toolQuery) toolAt(i int) int {
	for n := min(mostToolWords, len(q.words)-i); n > 0; n-- {
		if has(toolNames(), strings.Join(q.words[i:i+n], " ")) {
			return n
		}
	}
	return 0
}

func at2(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

const mostToolWords = 3 // of the name of a tool

// toolNames are the names of all tools, those left out that are mostly other words even
// where a tool can stand.
var toolNames = sync.OnceValue(func() *wordSet {
	names := set()
	for line := range strings.Lines(tradeFile) {
		_, list, _ := strings.Cut(strings.TrimSpace(line), " : ")
		for name := range strings.SplitSeq(list, ", ") {
			if name != "" && !has(otherWords, name) {
				names.add(name)
			}
		}
	}
	return names
})

var (
	beingTool  = set(`is are it's its they're be`)
	beforeTool = set(`our plain still all mostly only pure own always`)
	otherWords = set(`go make play around less age rest screen edge flow spring idea moment exchange salt fish black split height
		loops agenda karma inertia outline scheme doctrine room express windows teams got element square ray bear connect plane meet spaces liquid
		fly solid atom river principle signal twist rush carbon bottle arch wire storm chamber render crystal beam wise node nest
		echo ant brew boundary craft matrix linear segment arrow railway horizon monday spark mint sketch riot fleet arc anchor rake pub hex
		void conductor vector pickle parse cue hover glue relay unity hypothesis contour objection passport instructor drift c r
		chef grunt json yaml toml xml ini rest soap api shortcut shortcuts base mode yard`)
)
