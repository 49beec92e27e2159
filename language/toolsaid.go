package language

import (
	"maps"
	"strings"
	"sync"
)

// SaysTool reports whether a sentence says with which tool of the trade something is
// done or what a thing is made with: "the blog is plain eleventy", "embeddings sit in
// qdrant", "pnpm only in this repo", "schema changes: goose". What goes wrong with it or
// happened there is another matter ("the build on jenkins is red").
func SaysTool(s string) bool {
	q, r := newToolQuery(strings.TrimRight(s, ". ")), newTokens(s)
	if len(q.words) == 0 {
		return false
	}
	if r.asked() || r.anyOf(troubles) || r.hasAny("today", "tonight", "yesterday", "just", "currently") {
		return false
	}
	if r.eitherTool() {
		return false
	}
	if happening(r.ts) >= 0 {
		return readToolUse(r).says()
	}
	for i := 1; i < len(q.words); i++ {
		if n, _ := q.rowsAt(i, true); n > 0 && q.placesTool(i) {
			return true
		}
	}
	n, _ := q.rowsAt(0, true)
	return n > 0 && has(behindTool, at2(q.words, n)) || readToolUse(r).says()
}

// eitherTool reports whether the sentence, without a verb, ends with two tools of which the one or
// the other is to be chosen: cache: redis or valkey.
func (r *reading) eitherTool() bool {
	end := r.wordsEnd()
	for k := r.begin + 1; k+1 < end; k++ {
		if r.ts[k].text == "or" && end-k-1 <= mostToolWords && !r.hasVerb(k) {
			return at(r.ts, k-2) == ":" || sameTools(r.text[:r.ts[k].start], r.text[r.ts[k+1].start:r.ts[end-1].end])
		}
	}
	return false
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
	return has(prepositions, w) && w != "than" && w != "about" && w != "of" || w == "behind" || w == "of" && at2(q.words, k-1) == "out" ||
		has(beingTool, w) || k > 0 && (w == "use" || w == "using")
}

func at2(words []string, i int) string {
	if i < 0 || i >= len(words) {
		return ""
	}
	return words[i]
}

const mostToolWords = 3 // of the name of a tool

// toolStarts are the first words of the names of tools: most words are none.
var toolStarts = sync.OnceValue(func() *wordSet { return startsOf(maps.Keys(toolRows())) })

// toolRows are the rows of the file in which each tool stands.
var toolRows = sync.OnceValue(func() map[string][]int {
	rows, row := map[string][]int{}, 0
	for line := range strings.Lines(tradeFile) {
		row++
		_, list, _ := strings.Cut(strings.TrimSpace(line), " : ")
		for name := range strings.SplitSeq(list, ", ") {
			if name != "" {
				rows[name] = append(rows[name], row)
			}
		}
	}
	return rows
})

var (
	beingTool  = set(`is are it's its they're be`)
	behindTool = set(`only everywhere for`)
	beforeTool = set(`our plain still all mostly only pure own always`)
	// otherWords are names of tools that are mostly other words, even where a tool can stand.
	otherWords = set(`go make play around less age rest screen edge flow spring idea moment exchange salt fish black split height
		loops agenda karma inertia outline scheme doctrine room express windows teams got element square ray bear connect plane meet spaces liquid
		fly solid atom river principle signal twist rush carbon bottle arch wire storm chamber render crystal beam wise node nest
		echo ant brew boundary craft matrix linear segment arrow railway horizon monday spark mint sketch riot fleet arc anchor rake pub hex
		void conductor vector pickle parse cue hover glue relay unity hypothesis contour objection passport instructor drift c r
		chef grunt drone json yaml toml xml ini soap api shortcut shortcuts base mode yard`)
)
