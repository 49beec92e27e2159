package language

import "strings"

// AsksSeveral reports whether a question wants several things of a kind, of which
// each may have been told at another time: "which books has she read", "what are
// their names", "how many times was he there".
func AsksSeveral(text string) bool {
	text = askingPart(text)
	for _, sp := range sentencesOf(text) {
		r := newTokens(text[sp.Start:sp.End])
		for i := range r.ts {
			if r.opensQuestion(i) && r.wantsSeveral(i) {
				return true
			}
		}
	}
	return false
}

var (
	asksWhat    = set(`what which who where`)
	alsoSeveral = set(`are were`)
	alreadyDone = set(`has have`)
	summarising = set(`summarize summarise summarized summarised summarizing summarising summary summaries overview overviews recap recaps`)
)

// opensQuestion reports whether a question may begin with ts[i], and no clause
// about what stands before it: not "the file which …".
func (r *reading) opensQuestion(i int) bool {
	if i <= r.begin || r.ts[i-1].mark {
		return true
	}
	before := r.ts[i-1].text
	return has(prepositions, before) && i-1 == r.begin || has(knowing, before) || has(fillers, before)
}

// longestAsked is how many words a question may have between "which" and its
// verb: "which of her old fishing boats does …".
const longestAsked = 8

// wantsSeveral reports whether what a question begins with at ts[i] asks for
// several things: for a plural, or for what there has been up to now.
func (r *reading) wantsSeveral(i int) bool {
	w := r.ts[i].text
	if w == "how" {
		return at(r.ts, i+1) == "many"
	}
	if !has(asksWhat, w) {
		return false
	}
	plural := false
	for k := i + 1; k < min(i+1+longestAsked, len(r.ts)); k++ {
		v := r.ts[k].text
		if isHelper(v) {
			return plural || k == i+1 && (has(alsoSeveral, v) || has(alreadyDone, v) && w != "which")
		}
		plural = plural || isPlural(v)
	}
	return false
}

// AsksSummary reports whether a text asks to have something summed up, for which
// what both have said of it counts alike.
func AsksSummary(text string) bool {
	for _, w := range Words(askingPart(text)) {
		if has(summarising, ownWord(w.Text)) {
			return true
		}
	}
	return false
}

// longestAsking is how many bytes of a text are read for what it asks.
const longestAsking = 1000

// askingPart returns where a text asks for something: a long one does so before or
// behind what it brings along.
func askingPart(text string) string {
	if len(text) <= longestAsking {
		return text
	}
	head, tail := text[:longestAsking/2], text[len(text)-longestAsking/2:]
	return head[:strings.LastIndexByte(head, ' ')+1] + "\n" + tail[strings.IndexByte(tail, ' ')+1:]
}
