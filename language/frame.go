package language

// Frames reports whether a term is one of those in which people ask for what was
// said, or say in which form they want it: in "walk me through the order in
// which I brought up the boat, mention five items" all but the boat. Beside other
// terms such a term tells little of what is looked for.
func Frames(term string) bool { return has(framing, term) }

var framing = stemsOf(
	`tell told say said mention ask explain describe discuss talk bring brought recall remember remind recap summarize summarise list share give provide know`,
	`conversation chat discussion`,
	`order item point aspect topic detail summary overview`,
	`throughout across various different relate related regarding`)

// Forms returns the terms of a question that, where they stand, say only in what
// form the answer is wanted: the kinds in "what kinds of boats", the times in "how
// many times", "walk me through" and "five items". Elsewhere the same words say
// something (a sort function, a walk).
func Forms(question string) (terms []string) {
	if w := orderedWork(question); w != "" {
		return []string{stems.term(w)}
	}
	if r, ok := Resumes(question); ok {
		return leadIn(question, r.Topic)
	}
	ws := Words(askingPart(question))
	for i := range ws {
		ws[i].Text = ownWord(ws[i].Text)
	}
	word := func(i int) string {
		if i < 0 || i >= len(ws) {
			return ""
		}
		return ws[i].Text
	}
	for i, w := range ws {
		kind := has(kindWords, w.Text) && word(i+1) == "of" && (has(asksWhat, word(i-1)) || has(asksWhat, word(i-2)))
		count := w.Text == "times" && word(i-1) == "many" || isNumber(w.Text) && Frames(stems.term(word(i+1)))
		walk := has(walking, w.Text) && (word(i+1) == "me" || word(i+1) == "us") && word(i+2) == "through"
		if kind || count || walk {
			terms = append(terms, stems.term(w.Text))
		}
	}
	return terms
}

// orderedWork returns the verb of an order that can be done with any thing: add, fix,
// write.
func orderedWork(s string) string {
	for _, sp := range sentencesOf(s) {
		r := newReading(s[sp.Start:sp.End])
		if !r.imperative() && !r.politeOrder() {
			return ""
		}
		for _, t := range r.ts[r.begin:] {
			if has(anyWork, t.text) {
				return t.text
			}
			if isBase(t.text) && !has(modals, t.text) && !has(orderAdverbs, t.text) {
				return ""
			}
		}
	}
	return ""
}

// newWork are the verbs of work that brings something new.
const newWork = `create add make write build implement open`

var (
	anyWork = set(newWork, `change check clean convert delete do edit extract find fix format get give handle look move put refactor remove
		rename replace rewrite run set show sort split start stop try update use`)
	kindWords = set(`kind kinds type types sort sorts`)
	walking   = set(`walk take talk run guide lead step`)
)
