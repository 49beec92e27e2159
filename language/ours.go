package language

// AsksOfOurs reports whether a question asks what is so of the speaker or of what is
// theirs: "who brings our bread?", "where do I park?". How something is done in general,
// what could be done, and what lies at hand is asked of nobody's memory.
func AsksOfOurs(question string) bool {
	r := newTokens(headOf(question, bareWithin))
	if w := cutContraction(at(r.ts, r.begin)); !has(interrogatives, w) || w == "how" && at(r.ts, r.begin+1) == "do" {
		return false
	}
	ours := false
	for i := r.begin + 1; i < len(r.ts); i++ {
		w := cutContraction(r.ts[i].text)
		if has(deictic, w) || has(modals, r.ts[i].text) {
			return false
		}
		ours = ours || w == "my" || w == "our" || w == "we" || w == "i" || w == "us" || w == "me"
	}
	return ours
}
