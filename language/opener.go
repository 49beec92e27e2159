package language

// Opener returns the number of bytes of the words that only lead over to what a
// sentence says, 0 where it begins with what it says: ok, also, btw. They are
// left where the sentence would read otherwise without them.
func Opener(s string) int {
	ts := tokens(s)
	i := 0
	for i < len(ts) && (leadsOver(ts, i) || i > 0 && ts[i].mark && !has(opening, ts[i].text)) {
		i++
	}
	if i == 0 || i >= len(ts) || CuesOf(s[ts[i].start:]) != CuesOf(s) {
		return 0
	}
	return ts[i].start
}

func leadsOver(ts []token, i int) bool {
	return has(leadingOver, ts[i].text) || has(leadingAlone, ts[i].text) && i+1 < len(ts) && ts[i+1].mark && ts[i+1].text != "-"
}

var (
	leadingOver  = set(leadsIn)
	leadingAlone = set(`well so thanks great cool nice perfect good sure right awesome lovely wonderful`) // before a comma
	opening      = set("\" ` / (")
)
