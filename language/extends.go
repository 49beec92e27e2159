package language

// Extends reports whether one text says word for word and in the same order what
// another says, and perhaps adds something that turns none of it: "the keys are
// in the safe" and "the keys are in the safe behind the desk". Articles and words
// of courtesy do not count. What adds a number, a day, a negation, a condition or
// a doubt says another thing, and so does one of another time.
func Extends(longer, shorter string) bool {
	if len(longer) > longestReading || len(shorter) > longestReading || looksLikeCode(longer) || looksLikeCode(shorter) {
		return false
	}
	ls, ss := bareWords(longer), bareWords(shorter)
	n := 0
	for _, w := range ls {
		switch {
		case n < len(ss) && w == ss[n]:
			n++
		case turnsMeaning(w):
			return false
		}
	}
	return n == len(ss) && n > 0
}

// bareWords returns the folded words of a text that say something of their own.
func bareWords(s string) []string {
	var out []string
	for _, t := range tokens(s) {
		if !t.mark && !has(courtesies, t.text) {
			out = append(out, t.text)
		}
	}
	return out
}

// turnsMeaning reports whether a word that one wording has beside another may make
// it say something else.
func turnsMeaning(w string) bool {
	return numeral(w) || namesDay(w) || has(unsaying, w) || isHelper(w) || has(changeWords, w) || has(periods, w)
}

var (
	courtesies = set(`a an the also please really just very indeed again that`)
	unsaying   = set(`not no never none nobody nothing neither nor without cannot hardly barely almost nearly about only except but unless if until till while
		before after instead rather than anymore longer maybe perhaps possibly probably sometimes usually often rarely seldom formerly previously once
		yesterday tomorrow today tonight yet every all any each some most half other another both more less too either or first last next used`)
)
