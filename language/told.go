package language

// Told returns the part of one sentence that states something. Where the
// sentence also asks, that is what stands before the question ("We moved to
// Kafka, what breaks?"), or behind one that gives its reason ("What breaks,
// considering that we moved to Kafka?"). The span is empty when the sentence
// asks and states nothing.
func Told(sentence string) Span {
	r := newReading(sentence)
	if len(r.ts) == 0 {
		return Span{}
	}
	if n := r.thanksLen(); n > 0 {
		return r.toldSpan(n, len(r.ts))
	}
	opens := r.asksFrom(r.begin)
	if from, k := r.groundBefore(); k > 0 {
		return r.toldSpan(from, k)
	}
	if !opens {
		if k := r.questionFrom(r.begin + 1); k >= 0 {
			if r.recalls(k + 1) {
				return Span{}
			}
			return r.toldSpan(0, k)
		}
		if r.asks() {
			return Span{}
		}
		return Span{Start: 0, End: len(sentence)}
	}
	for i := r.begin + 1; i < len(r.ts); i++ {
		n := groundLen(r.ts, i)
		if n == 0 {
			continue
		}
		end := r.questionFrom(i + n + 1)
		if end < 0 {
			end = len(r.ts)
		}
		return r.toldSpan(i+n, end)
	}
	return Span{}
}

// recalls reports whether the question at ts[i:] asks what was done, back then, about what
// stands before it: the valve froze, how did we mend that. Who asks so has told it before.
// What was so today or yesterday is news.
func (r *reading) recalls(i int) bool {
	i = skip(r.ts, i, fillers, softeners)
	who, last := at(r.ts, i+2), at(r.ts, r.wordsEnd()-1)
	if !has(interrogatives, at(r.ts, i)) || at(r.ts, i+1) != "did" || who != "we" && who != "i" && who != "you" || last != "that" && last != "it" && last != "this" {
		return false
	}
	return !r.tellsTime(0, i) && !anyOf(r.ts[:i], dayWords) && !r.hasAny("just", "now", "today", "yesterday")
}

// thanksLen returns the number of tokens of the thanks that the sentence
// begins with, up to the clause behind them; all when there is none, 0 when it
// does not begin with thanks.
func (r *reading) thanksLen() int {
	i := 0
	for i < len(r.ts) && has(interjections, r.ts[i].text) || at(r.ts, i) == "," {
		i++
	}
	if w := at(r.ts, i); w != "thanks" && w != "congrats" && w != "congratulations" && !phrase(r.ts, i, "thank", "you") {
		return 0
	}
	for ; i < len(r.ts); i++ {
		w := r.ts[i].text
		if (r.ts[i].mark || w == "and" || w == "but") && isPronoun(at(r.ts, i+1)) {
			return i + 1
		}
	}
	return len(r.ts)
}

// asksFrom reports whether a question or a request begins at ts[i].
func (r *reading) asksFrom(i int) bool {
	i = skip(r.ts, i, fillers, softeners)
	w, next := at(r.ts, i), at(r.ts, i+1)
	switch {
	case i > r.begin && (r.asksBare(i) || r.asksSpliced(i)):
		return true // …, which did we buy first
	case i > r.begin && at(r.ts, i-1) == "," && has(bePresent, w) && r.asked() && (startsDigit(next) || isGerund(next)):
		return true // …, is 40 a day enough?
	case i > r.begin && at(r.ts, i-1) == "," && w == "what" && r.asked() && !anyOf(r.ts[i:], commas):
		return true // …, what next?
	case i > r.begin && has(wondering, w) && r.asked() && (r.invertsSoon(i+1) || w == "what" && isPast(next) || (w == "which" || w == "what") && r.isOfWhich(i+1)):
		return true // …, which topics should I repeat?
	case inverted(r.ts, i) && !(next == "there" && w != "is" && w != "are"):
		return !isSubject(at(r.ts, i-1))
	case w == "any", w == "some":
		return has(askedFor, next) || has(askedFor, at(r.ts, i+2))
	case w == "i" || w == "i'm" || w == "i'd":
		return r.wonders(i)
	case w == "what" || w == "how":
		return next == "about" || isHelper(next) || (has(asking, next) || isThird(next)) && r.asked()
	case w == "let" && next == "me":
		return at(r.ts, i+2) == "know"
	case w == "which" || w == "who" || w == "whose" || w == "when" || w == "where":
		return i == r.begin && (isHelper(next) || r.asked()) // else a clause: the pump, which is old
	case has(interrogatives, w):
		return true
	case has(informing, w):
		return has(orderObjects, next)
	}
	return false
}

// asksSpliced reports whether a question begins at ts[i] behind a comma and ends the sentence, as who
// types in haste puts it, without a mark: what colour do I take, where are they stored, whats the
// address.
func (r *reading) asksSpliced(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	if at(r.ts, i-1) != "," {
		return false
	}
	for _, t := range r.ts[i:] {
		if t.text == "," {
			return false
		}
	}
	switch w {
	case "whats", "what's":
		return next != "" && !has(moreOfSame, next)
	case "what":
		return isThird(next) && len(r.ts) <= i+longestSubject || r.invertsSoon(i+1)
	case "where", "when", "who", "which":
		return inverted(r.ts, i+1) && isSubject(at(r.ts, i+2)) && at(r.ts, i+2) != "it"
	}
	return false
}

// AsksBehind reports whether a sentence states something, and behind a comma asks what follows from that,
// or where, how or by whom it is done.
func AsksBehind(sentence string) bool {
	r := newReading(sentence)
	for i := r.begin + 3; i < len(r.ts); i++ {
		if k := skip(r.ts, i+1, fillers, softeners); r.ts[i].text == "," && k < len(r.ts) && (r.asksBare(k) || r.asksSpliced(k)) {
			return true
		}
	}
	return false
}

// moreOfSame are words behind "what's" that go on with what was told: what's more.
var moreOfSame = set(`more worse left new`)

// invertsSoon reports whether an auxiliary with its subject behind it stands in
// ts[i:i+4], before any mark.
func (r *reading) invertsSoon(i int) bool {
	for k := i; k < len(r.ts) && k < i+4 && !r.ts[k].mark && !isSubject(r.ts[k].text); k++ {
		if inverted(r.ts, k) {
			return true
		}
	}
	return false
}

// isOfWhich reports whether "which" before ts[i] asks of things by their noun:
// which modules are slow.
func (r *reading) isOfWhich(i int) bool {
	if w := at(r.ts, i); isSubject(w) || isFinite(w) || has(determiners, w) || has(prepositions, w) {
		return false
	}
	return isHelper(at(r.ts, i+1))
}

// asked reports whether the sentence ends with a question mark.
func (r *reading) asked() bool {
	return anyOf(r.ts[max(0, len(r.ts)-3):], questionMark)
}

// headsAnswer reports whether a clause at ts[i:] only says what is told behind its colon: how I like
// answers: bullet lists.
func (r *reading) headsAnswer(i int) bool {
	for k := i; k < len(r.ts) && k < i+longestTitle; k++ {
		if !r.ts[k].mark {
			continue
		}
		return k > i && r.ts[k].text == ":" && k+2 < len(r.ts) && !has(interrogatives, at(r.ts, k+1)) && !inverted(r.ts, k+1)
	}
	return false
}

// longestTitle is how many words say at most what a sentence tells of.
const longestTitle = 8

// wonders reports whether ts[i:] asks by saying that the speaker wants to
// know, or to get: I was wondering if, I'd like to know, I'd love some advice.
func (r *reading) wonders(i int) bool {
	for k := i + 1; k < len(r.ts) && k < i+5; k++ {
		switch w := r.ts[k].text; {
		case w == "wondering", w == "wonder", w == "curious":
			return true
		case (w == "sure" || w == "certain" || w == "clear") && at(r.ts, k-1) == "not", w == "unsure", w == "uncertain", w == "unclear":
			return r.ofQuestion(k + 1) // I'm not sure how to read this
		case w == "know" || w == "hear":
			return at(r.ts, k-1) == "to" && at(r.ts, i) != "i'm"
		case has(askedFor, w) && !ownNoun(at(r.ts, k-1)):
			return true // I'd love some advice, and not: I keep the notes
		case r.ts[k].mark:
			return false
		}
	}
	return false
}

// ofQuestion reports whether the words at ts[k:], to the end of the sentence, give a
// question that somebody has: how to read it, about which of them is faster.
func (r *reading) ofQuestion(k int) bool {
	if w := at(r.ts, k); w == "about" || w == "of" || w == "on" {
		k++
	}
	if w := at(r.ts, k); !has(interrogatives, w) {
		return false
	}
	for ; k < len(r.ts); k++ {
		if w := r.ts[k].text; w == "," || w == ";" || w == "-" || (w == "and" || w == "but" || w == "so") && isPronoun(at(r.ts, k+1)) {
			return false // …, and I earn 900 a week
		}
	}
	return true
}

// questionFrom returns the index of the token at which a question begins
// behind a comma, a dash or a conjunction in ts[i:], -1 for none.
func (r *reading) questionFrom(i int) int {
	for ; i < len(r.ts); i++ {
		t := r.ts[i]
		if !t.mark && t.text != "and" && t.text != "but" && t.text != "so" || t.text == "/" || t.text == "`" {
			continue
		}
		if t.text == ")" && isHelper(at(r.ts, i+1)) {
			continue // Mia (4) has the flu
		}
		if r.asksFrom(i + 1) {
			return i
		}
	}
	return -1
}

// toldSpan returns the bytes of ts[i:j] without marks and conjunctions at
// their ends, nothing when too little is left to say something.
func (r *reading) toldSpan(i, j int) Span {
	for i < j && r.ts[i].mark {
		i++
	}
	for j > i && (r.ts[j-1].mark && r.ts[j-1].text != "%" && r.ts[j-1].text != ")" || has(softeners, r.ts[j-1].text)) {
		j--
	}
	if j-i < 3 && !(i < j && (r.ts[i].text == "i'm" || r.ts[i].text == "we're")) {
		return Span{}
	}
	return Span{Start: r.ts[i].start, End: r.ts[j-1].end}
}

// cutContraction returns the pronoun of "we've", and any other word as it is.
func cutContraction(w string) string {
	for i := range len(w) {
		if w[i] == '\'' {
			return w[:i]
		}
	}
	return w
}

var (
	questionMark = set(`?`)
	commas       = set(`,`)
	wondering    = set(`what how which where when who whose`)
	sizing       = set(`normal ok okay fair good enough much reasonable realistic sufficient high low fast slow typical acceptable`)
	softeners    = set(`and but so or also then maybe perhaps please honestly`)
	askedFor     = set(adviceWords, `thoughts insights pointers help guidance examples`)
	asking       = set(`the much many long often far old else kind kinds sort sorts type types specific other steps strategies ways good best exactly time day`)
)

// Presumes reports whether a question takes for granted that something of the
// speaker's has a value now: "How do I split the new budget of $900?" Values in
// told are left out: what is stated presumes nothing.
func Presumes(sentence string, told Span) bool {
	if looksLikeCode(sentence) {
		return false
	}
	r := newReading(sentence)
	if r.has(preference) && r.hasAny("who") && !handCues(sentence[told.Start:max(told.Start, told.End)]).Preference {
		return true // for Ben, who prefers tea
	}
	if told.Start >= told.End && len(r.denial()) > 1 && r.hasAny("i've", "i", "we've", "we", "he's", "she's") {
		return true // how do I begin when I've never done it?
	}
	own := inverted(r.ts, r.begin) && has(bePresent, at(r.ts, r.begin)) || r.hasAny("my", "our", "his", "her", "i", "i'm", "i've", "we", "we've", "new", "current", "increased")
	whether := r.asksWhether()
	for _, q := range quantities(r.ts) {
		if at := r.ts[q.from].start; at >= told.Start && at < told.End || !own || q.listed || r.oneOfThem(q.from) {
			continue
		}
		if whether && at(r.ts, q.from-1) == "to" {
			continue
		}
		if v := r.valued(q); len(v.near) > 0 && (v.changed || v.ahead || v.fact || r.ownsAt(q.from) || r.weighed(q.from) || told.Start >= told.End && r.definiteAt(q)) {
			return true
		}
	}
	return false
}

// asksWhether reports whether the sentence asks what the speaker is to do: should we move
// on to step 3? What it would come to is not so yet.
func (r *reading) asksWhether() bool {
	i := skip(r.ts, r.begin, fillers, softeners)
	w, who := at(r.ts, i), at(r.ts, i+1)
	return (w == "should" || w == "shall") && (who == "we" || who == "i")
}

// oneOfThem reports whether the number at ts[i] says of how many a question asks for one: which
// of the two boats.
func (r *reading) oneOfThem(i int) bool {
	w := at(r.ts, i-3)
	return at(r.ts, i-1) == "the" && at(r.ts, i-2) == "of" && (w == "which" || w == "what" || w == "who" || w == "whom")
}

// ownsAt reports whether what begins at ts[i] is the value of something of the
// speaker's or of a known person's: my budget of $300, our 3 tables, her score
// of 70%.
func (r *reading) ownsAt(i int) bool {
	for k := i - 1; k >= max(0, i-6) && !r.ts[k].mark; k-- {
		w := r.ts[k].text
		if w == "my" || w == "our" || w == "his" || w == "her" || r.ts[k].cap && cutPossessive(w) != w {
			return k == i-1 || has(givesValue, at(r.ts, i-1))
		}
	}
	return false
}

// definiteAt reports whether a value belongs to a definite noun phrase, so that a
// question that names it takes it as known: the launch on May 3, the 40 calls a
// minute, her score of 70%. The number of a thing that is made up for the
// question comes behind a verb: the chance of drawing 2 aces.
func (r *reading) definiteAt(q quantity) bool {
	for k := q.from - 1; k >= max(0, q.from-8); k-- {
		w := r.ts[k].text
		switch {
		case w == "the" || w == "my" || w == "our" || w == "his" || w == "her" || w == "their" || r.ts[k].cap && cutPossessive(w) != w:
			return true
		case r.ts[k].mark && w != "-" && w != "$" && w != "£" && w != "€":
			return false
		case has(prepositions, w):
			if !has(owning, w) {
				return false
			}
		case has(determiners, w) || isSubject(w) || isHelper(w) || isGerund(w) || isBase(w) && !has(nounlike, w) && !r.ts[k].cap:
			return false
		}
	}
	return false
}

// weighed reports whether the value at ts[i] is judged, and the clause before
// says what of the speaker's has it: my rent, is $900 too much? Who asks whether
// a rent of $900 is normal has one.
func (r *reading) weighed(i int) bool {
	for k := i - 1; k >= 1 && i-k <= 3; k-- {
		if r.ts[k].mark && k > 1 && at(r.ts, k) == "," {
			if has(bePresent, at(r.ts, k+1)) && r.ownsNear(k) {
				return true
			}
			break
		}
	}
	from := i
	for from > r.begin && i-from < 8 && r.ts[from-1].text != "," {
		from--
	}
	return has(bePresent, at(r.ts, from)) && inverted(r.ts, from) && anyOf(r.ts[i:], sizing)
}

// ownsNear reports whether something of the speaker's stands in the clause
// before ts[i].
func (r *reading) ownsNear(i int) bool {
	for k := i - 1; k >= 0 && i-k <= nearTokens && !r.endsClause(k); k-- {
		if w := r.ts[k].text; w == "my" || w == "our" {
			return true
		}
	}
	return false
}
