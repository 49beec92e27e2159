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
	if i == 0 || i >= len(ts) || handCues(s[ts[i].start:]) != handCues(s) {
		return 0
	}
	return ts[i].start
}

func leadsOver(ts []token, i int) bool {
	return has(leadingOver, ts[i].text) || tellsOn(ts, i) || has(leadingAlone, ts[i].text) && i+1 < len(ts) && ts[i+1].mark && ts[i+1].text != "-"
}

// tellsOn reports whether ts[i] is a "so" or "well" before who or what a statement is about:
// so this is the mill, well the kiln is hot. What is so to an end leads over to nothing: so we
// can test it, add a bell.
func tellsOn(ts []token, i int) bool {
	if w := ts[i].text; w != "so" && w != "well" || i+2 >= len(ts) {
		return false
	}
	next := at(ts, i+1)
	who := cutContraction(next)
	if who == "that" && who == next || !isPronoun(who) && !has(determiners, next) && !has(demonstratives, who) {
		return false
	}
	if k := skip(ts, i+2, beforeVerb); isPronoun(who) && who == next && (has(modals, at(ts, k)) || at(ts, k) == "don't" || at(ts, k) == "doesn't") {
		return false
	}
	for k := i + 2; k < len(ts); k++ {
		if ts[k].text == "," && orderAt(ts, k+1) {
			return false
		}
	}
	return true
}

// Lead returns the number of bytes of a label, or a clause, with which somebody only announces
// that they say something, or excuses how they do: other thing: …, just so you know, …, sorry
// if I'm slow today: …. It is 0 where there is none, and where what is said points back at it.
func Lead(s string) int {
	ts := tokens(cutSentence(s))
	i := 0
	for i < len(ts) && (has(leadingOver, ts[i].text) || i > 0 && ts[i].text == ",") {
		i++
	}
	n := talkLabel(ts, i)
	if n == 0 {
		n = moodExcused(ts, i)
	}
	if n == 0 || i+n+1 >= len(ts) || glued(ts, i+n-1, i+n) || OpensPointing(s[ts[i+n].start:]) {
		return 0
	}
	return ts[i+n].start
}

// talkLabel returns the number of tokens of a label of the talk at ts[i:] with its mark: side
// note:, one thing I forgot:, in case you wonder,; 0 for none.
func talkLabel(ts []token, i int) int {
	if n := phraseLen(ts, i, announcing); n > 0 {
		if m := at(ts, i+n); m == "," || m == ":" || m == "-" {
			return n + 1
		}
		return 0
	}
	k := i
	for k < len(ts) && k < i+3 && has(whichTalk, ts[k].text) {
		k++
	}
	switch w := at(ts, k); {
	case has(talkAlone, w), k > i && has(talkHeads, w):
		k++
	case k > i && has(talkAlone, at(ts, k-1)):
	default:
		return 0
	}
	if n := phraseLen(ts, k, ofSaying); n > 0 {
		k += n
	}
	if m := at(ts, k); m == ":" || m == "," && k > i+1 && at(ts, i) != "the" && (isSubject(at(ts, k+1)) || has(determiners, at(ts, k+1))) {
		return k + 1 - i
	}
	return 0
}

// moodExcused returns the number of tokens with which a speaker excuses how they are, up to
// the mark: if I'm grumpy today:, sorry if I sound tired,; 0 for none.
func moodExcused(ts []token, i int) int {
	k, sorry := i, at(ts, i) == "sorry"
	if sorry {
		k++
	}
	switch {
	case at(ts, k) == "if":
		k++
	case phrase(ts, k, "in", "case"):
		k += 2
	default:
		return 0
	}
	switch w := at(ts, k); {
	case w == "i'm":
	case w == "i" && has(seemsSo, at(ts, k+1)):
		k++
	default:
		return 0
	}
	if k = skip(ts, k+1, degrees, slightly, beforeVerb); !has(moods, at(ts, k)) {
		return 0
	}
	for k++; k < len(ts) && !ts[k].mark; k++ {
	}
	if m := at(ts, k); m == ":" || sorry && (m == "," || m == "-") {
		return k + 1 - i
	}
	return 0
}

var (
	announcing = phrasesOf(`by the way, just so you know, so you know, for context, for background, for your information, for what it's worth, on a side note, as a side note,
		on another note, on a different note, in case you wonder, in case you wondered, in case you are wondering, in case you're wondering, if you wonder, if you're wondering,
		in case it matters, if it matters, in case it helps, if it helps, off topic, off - topic, heads up, before i forget, while i'm at it, while we're at it`)
	// whichTalk are words before what somebody calls a part of their talk.
	whichTalk = set(`one another other more last final new different separate side quick short small little brief important unrelated minor random tiny the a next`)
	talkHeads = set(`thing topic note notice reminder aside remark comment info announcement`)
	talkAlone = set(`unrelated context background aside sidenote reminder ps`)
	ofSaying  = phrasesOf(`i forgot to mention, i forgot to say, i forgot to tell you, i forgot, i should mention, i should say, to note, to mention, to add, to know`)
	seemsSo   = set(`am seem sound look appear was`)
	moods     = set(`grumpy slow short tired quiet terse distracted cranky curt brief blunt rude impatient off confused weird sleepy irritable moody grouchy scattered unfocused stressed unresponsive absent sluggish late`)

	leadingOver  = set(leadsIn)
	leadingAlone = set(`well so anyway anyways thanks great cool nice perfect good sure right awesome lovely wonderful`) // before a comma
	opening      = set("\" ` / (")
)
