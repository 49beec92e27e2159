package language

// unmarked are contractions as who types fast writes them, without the apostrophe.
// Those that are words of their own ("its", "were", "well", "ill") are not here.
var unmarked = contractions(`don't doesn't didn't isn't aren't wasn't weren't hasn't haven't hadn't can't couldn't won't wouldn't shouldn't mustn't needn't
	that's what's there's here's where's how's you're you've you'll they're they've they'll we've i've i'm`)

func contractions(lines string) table[string] {
	of := map[string]string{}
	for w := range set(lines).all {
		for i := range len(w) {
			if w[i] == '\'' {
				of[w[:i]+w[i+1:]] = w
			}
		}
	}
	return newTable(of)
}

// spelled is [tokenize] with the apostrophe in contractions that are written without
// it: dont, thats. "Lets" is one before what is to be done: lets try it, but: it lets
// you try.
func spelled(s string) []token {
	ts := tokenize(s)
	for i := range ts {
		if w, ok := unmarked.get(ts[i].text); ok {
			ts[i].text = w
		} else if ts[i].text == "lets" && letsDo(ts, i) {
			ts[i].text = "let's"
		}
	}
	return ts
}

// letsDo reports whether the "lets" at ts[i] opens a clause and is followed by what
// is to be done.
func letsDo(ts []token, i int) bool {
	k := i + 1
	for has(beforeVerb, at(ts, k)) || at(ts, k) == "not" {
		k++
	}
	prev := at(ts, i-1)
	opens := i == 0 || ts[i-1].mark || has(fillers, prev)
	return opens && isBase(at(ts, k))
}
