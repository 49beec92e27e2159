package language

import (
	"encoding/json"
	"strings"
)

// Act is what a prompt or a sentence does.
type Act struct {
	Ask     bool // asks for information, as a question or in the imperative (tell me …)
	Tell    bool // states something
	Command bool // orders work to be done now
	Thanks  bool // nothing but thanks, assent, a good wish or small talk; then nothing else holds
	Machine bool // a log, a stack trace, JSON, an envelope in tags, code; then nothing else holds
	Slash   bool // a slash command; then nothing else holds
}

// ActOf returns what s does. A prompt of several sentences does what any of
// them does.
func ActOf(s string) Act {
	x := recall(s)
	return x.act.get(func() Act { return actOf(x.text) })
}

// actOf is [ActOf] without what is remembered.
func actOf(s string) Act {
	t := strings.TrimSpace(s)
	switch {
	case t == "":
		return Act{}
	case isSlash(t):
		return Act{Slash: true}
	case isMachine(t):
		return Act{Machine: true}
	case isThanks(t) || Courtesy(t):
		return Act{Thanks: true}
	}
	var a Act
	for _, sp := range sentencesOf(t) {
		text := t[sp.Start:sp.End]
		if text != t && (isMachine(text) || isThanks(text)) {
			continue
		}
		one := newReading(text).act()
		a.Ask = a.Ask || one.Ask
		a.Tell = a.Tell || one.Tell
		a.Command = a.Command || one.Command
	}
	return a
}

// act returns what one sentence does. "We moved to Kafka, what breaks?" tells
// before it asks.
func (r *reading) act() Act {
	if k := r.turn(); k > 0 {
		head := reading{text: r.text, ts: r.ts[:k-1], begin: r.begin}
		tail := reading{text: r.text, ts: r.ts[k:], begin: beginOf(r.ts[k:])}
		head.found, tail.found = cuePhrases.find(head.ts, head.begin), cuePhrases.find(tail.ts, tail.begin)
		a, b := head.plainAct(), tail.plainAct()
		return Act{Ask: a.Ask || b.Ask, Tell: a.Tell || b.Tell, Command: a.Command || b.Command}
	}
	return r.plainAct()
}

// plainAct returns what a sentence does that does one thing.
func (r *reading) plainAct() Act {
	if r.asks() {
		return Act{Ask: true}
	}
	if r.imperative() || r.politeOrder() {
		standing := r.has(standing|constant|wish) || r.generalOrder() && r.imperative()
		return Act{Command: !standing, Tell: standing}
	}
	return Act{Tell: len(r.ts) >= 2}
}

// Orders reports whether a sentence tells its listener what to do or leave, in whatever
// form, and for however long. "Let's" tells what both agree on.
func Orders(s string) bool {
	r := newReading(s)
	return !r.hasAny("let's") && (r.imperative() || r.politeOrder())
}

// turn returns the index of the token behind a comma with which a question or
// a polite order begins after a statement of at least three words, 0 for none.
func (r *reading) turn() int {
	if has(clauseOpeners, at(r.ts, r.begin)) || has(interrogatives, at(r.ts, r.begin)) || inverted(r.ts, r.begin) {
		return 0
	}
	for i := r.begin + 3; i < len(r.ts); i++ {
		if m := r.ts[i].text; m != "," && m != "-" && m != ";" {
			continue
		}
		k := skip(r.ts, i+1, fillers)
		if inverted(r.ts, k) || has(interrogatives, at(r.ts, k)) && (r.ts[len(r.ts)-1].text == "?" || r.asksBare(k)) {
			return i + 1
		}
	}
	return 0
}

// asksBare reports whether the interrogative at ts[k] asks, behind a statement, without a mark:
// how did we mend it, which did they take. "Which was" may as well tell more of what was named.
func (r *reading) asksBare(k int) bool {
	w := at(r.ts, k)
	return inverted(r.ts, k+1) && (w == "how" || w == "what" || w == "why" || has(interrogatives, w) && has(doForms, at(r.ts, k+1)) && isSubject(at(r.ts, k+2)) && at(r.ts, k+2) != "it")
}

// asks reports whether the sentence asks for information.
func (r *reading) asks() bool {
	i := r.begin
	w := at(r.ts, i)
	switch {
	case len(r.ts) == 0 || r.politeOrder():
		return false
	case r.asked():
		return true
	case r.explainsKind():
		return false
	case has(informing, w) && (has(orderObjects, at(r.ts, i+1)) || has(informingAlone, w) && orderAt(r.ts, i)):
		return !r.has(standing|constant) && !r.follows("before", "you") && !(w == "remember" && r.has(recurring))
	case has(interrogatives, w):
		return r.questionAt(i)
	case (has(prepositions, w) || has(askedBehind, w)) && has(interrogatives, at(r.ts, i+1)):
		return r.invertsSoon(i+2) || at(r.ts, i+1) == "how" && isHelper(at(r.ts, i+3)) // at what time does it start, from how much is it free
	case inverted(r.ts, i):
		return true
	}
	return r.has(request) && (w == "i" || w == "any" || w == "do" || w == "what" || w == "how") && !r.has(standing|constant)
}

// questionAt reports whether the interrogative at ts[i] opens a question and
// no clause: "when did …", but not "when you commit, …".
func (r *reading) questionAt(i int) bool {
	w, next := r.ts[i].text, at(r.ts, i+1)
	if isSubject(next) && r.headsAnswer(i+2) {
		return false
	}
	switch w {
	case "when", "where", "while":
		return isHelper(next)
	case "what", "who", "which", "whose", "how":
		// what we use is …: a relative clause with a verb behind it
		if isSubject(next) || has(determiners, next) && w == "what" {
			return !hasFinite(r.ts[min(i+3, len(r.ts)):])
		}
		return true
	}
	return true
}

// inverted reports whether ts[i:] has the auxiliary before its subject.
func inverted(ts []token, i int) bool {
	w, next := at(ts, i), at(ts, i+1)
	if !isHelper(w) || w == "be" || w == "been" || w == "being" || w == "don't" || w == "do" && next == "not" {
		return false
	}
	if w == "do" || w == "have" {
		return isSubject(next) || next == "the" && w == "do"
	}
	if w == "does" || (w == "did" || w == "can" || w == "could") && isBase(at(ts, i+2)) && !has(determiners, at(ts, i+1)) {
		return next != "" && !ts[i+1].mark && next != "not" // does nginx scale, can sqlite lock a row
	}
	return isSubject(next) || has(determiners, next) || next == "there" || i+1 < len(ts) && ts[i+1].cap && w != "can"
}

// politeOrder reports whether the sentence orders by asking: "can you fix …",
// "could you please add …", "I want you to …", and does not ask to be told
// something.
func (r *reading) politeOrder() bool {
	n := phraseLen(r.ts, r.begin, orderFrames)
	if n == 0 {
		return false
	}
	k := r.begin + n
	for has(orderAdverbs, at(r.ts, k)) || at(r.ts, k) == "maybe" || at(r.ts, k) == "help" || at(r.ts, k) == "me" && at(r.ts, k-1) == "help" || at(r.ts, k) == "to" {
		k++
	}
	return isBase(at(r.ts, k)) && !has(informing, at(r.ts, k)) || at(r.ts, k) == "not"
}

// orderFrames are the ways in which an order is put as a question or a wish.
var orderFrames = phrasesOf(`can you, could you, would you, will you, can we, could we, shall we, i want you to, i need you to, i'd like you to, i would like you to,
	you should, you need to, you must, you can, help me, would you mind`)

// afterPlace reports whether an order follows an opening place or occasion: "In
// this repository never force-push", "For the docs, always use British spelling", "for
// plots always use plotly".
func (r *reading) afterPlace() bool {
	i := r.begin
	if !has(placing, at(r.ts, i)) || i+2 >= len(r.ts) {
		return false
	}
	switch next := at(r.ts, i+1); {
	case has(determiners, next):
		i += 3
	case !r.ts[i+1].mark && !StopWord(next) && !isPronoun(next) && !startsDigit(next):
		if i += 2; !r.ts[i].mark && !has(orderAdverbs, at(r.ts, i)) && isPlural(at(r.ts, i)) {
			i++ // for error messages
		}
	default:
		return false
	}
	if at(r.ts, i) == "," {
		i++
	}
	if next := at(r.ts, i+1); at(r.ts, i) == "please" && (next == "always" || next == "never") {
		i++
	}
	switch at(r.ts, i) {
	case "always", "never", "please":
		return isBase(at(r.ts, i+1))
	case "don't":
		return true
	case "do":
		return at(r.ts, i+1) == "not"
	}
	return false
}

var (
	interrogatives = set(`what who whom whose which when where why how what's who's where's how's warum wieso wann wer wo wie pourquoi quand comment que quien donde cuando
		почему зачем когда кто где как какой какая какие сколько`)
	// askedBehind are words that a question may begin with before its interrogative, besides
	// prepositions.
	askedBehind = set(`since until below above before after behind beyond near inside outside till against towards toward past`)
	doForms     = set(`do does did`)
	// informing are verbs whose imperative asks to be told.
	informing = set(`tell show explain remind describe list summarize summarise give compare walk recall recap define clarify elaborate outline know remember say find share suggest recommend advise`)
	// informingAlone do so with any object.
	informingAlone = set(`explain describe list summarize summarise compare recap define clarify elaborate outline recall`)
)

// isSlash reports whether t is a slash command: a name behind a slash, no path.
func isSlash(t string) bool {
	if len(t) < 2 || t[0] != '/' || asciiClass(t[1]) != letter {
		return false
	}
	for i := 1; i < len(t); i++ {
		switch c := t[i]; {
		case c == ' ' || c == '\n' || c == '\t':
			return true
		case asciiClass(c) == other && c != '-' && c != ':':
			return false
		}
	}
	return true
}

// isThanks reports whether t is made of nothing but small words of thanks,
// assent, greeting and going on.
func isThanks(t string) bool {
	if len(t) > 120 || strings.ContainsRune(t, '?') && !strings.HasPrefix(Fold(t), "how are you") {
		return false
	}
	if n := wordLen(t, 0); n > 0 {
		if w := respell(foldWord(t[:n])); !has(smallTalkHeads, w) && !has(smallFillers, w) {
			return false
		}
	}
	ts := cutAddressed(tokens(t))
	core, words, last := 0, 0, 0
	for i := 0; i < len(ts); i++ {
		if ts[i].mark {
			if ts[i].text == ":" || ts[i].text == "`" || ts[i].text == "/" {
				return false
			}
			continue
		}
		words++
		if n := smallTalkLen(ts, i); n > 0 {
			core++
			last = i
			i += n - 1
			continue
		}
		switch n := forWhat(ts, last, i); {
		case n > 0:
			i += n - 1
		case !has(smallFillers, ts[i].text):
			return false
		}
	}
	return core > 0 && words <= 12 || words == 0
}

// forWhat returns the number of tokens at ts[k:], behind the thanks or the praise ts[i:k],
// that say what it is for: for the quick fix, on the tests.
func forWhat(ts []token, i, k int) int {
	w, next := at(ts, k), at(ts, k+1)
	if w != "for" && w != "on" && w != "with" || !has(determiners, next) && !isGerund(next) || !anyOf(ts[i:k], thanking) {
		return 0
	}
	n := 1
	for k+n < len(ts) && !ts[k+n].mark {
		if w := ts[k+n].text; n > mostThanked || w == "and" || w == "but" || w == "now" || w == "then" || isPronoun(w) {
			return 0
		}
		n++
	}
	return n
}

// mostThanked is the number of words of what somebody is thanked for.
const mostThanked = 5

var thanking = set(`thank thanks job work done`)

// cutAddressed returns ts without the name of who is spoken to: thanks, Anna!
func cutAddressed(ts []token) []token {
	end := len(ts)
	for end > 0 && ts[end-1].mark {
		end--
	}
	i := end
	for i > 1 && end-i < 2 && ts[i-1].cap && !has(openers, ts[i-1].text) {
		i--
	}
	if i == end {
		return ts
	}
	if ts[i-1].text == "," || end-i == 1 && smallTalkLen(ts[:i], 0) == i {
		return ts[:i]
	}
	return ts
}

// smallTalkLen returns the number of tokens of the small talk at ts[i:], 0 for none.
func smallTalkLen(ts []token, i int) int {
	if !has(smallTalkHeads, at(ts, i)) {
		return 0
	}
	var room [64]byte
	var ends [4]int
	key, n := append(room[:0], ts[i].text...), 1
	for ends[0] = len(key); n < min(4, len(ts)-i); n++ {
		key = append(append(key, '_'), ts[i+n].text...)
		ends[n] = len(key)
	}
	for ; n > 0; n-- {
		if has(smallTalk, string(key[:ends[n-1]])) {
			return n
		}
	}
	return 0
}

var (
	smallTalk = set(`thanks thank_you ty thankyou cheers ok okay k kk yes yeah yep yup ya sure no nope nah right correct exactly great good nice cool perfect awesome excellent amazing wonderful
		fantastic brilliant lovely lgtm looks_good looks_great sounds_good sounds_great sounds_right all_good well_done good_job nice_work great_work good_work got_it understood i_see makes_sense fair_enough agreed
		go go_ahead go_on continue proceed keep_going carry_on next do_it do_that do_so please_do yes_please no_thanks try_again again retry stop wait hold_on never_mind nevermind no_worries no_problem
		hi hello hey good_morning good_evening good_afternoon good_night bye goodbye see_you see_you_tomorrow see_you_soon later morning brb afk be_right_back i'll_be_right_back back_soon back_in_a_bit back_in_a_minute back_in_an_hour lunch_time lunch_break off_to_lunch coffee_first you_too same_to_you likewise for_today for_tonight how_are_you have_a_nice_day ship_it merge_it sgtm wow haha lol funny very_funny one_sec one_second checking hm hmm oops sorry welcome you're_welcome you're_right you_are_right my_pleasure
		nice_to_meet_you pleased_to_meet_you good_find good_catch great_catch nice_catch good_call good_idea great_idea good_question great_question nice_one sounds_like_a_plan
		happy_to_help glad_to_help glad_it_helped glad_to_hear sure_thing anytime take_care take_your_time no_rush talk_soon
		noted acknowledged will_do on_it i_will roger that_works works_for_me that_is_fine that's_fine that's_it that's_all that's_great that's_perfect that_worked it_works it_worked works done fine alright approved
		agree i_agree absolutely definitely totally congrats congratulations so_true very_true good_point great_point fair_point well_said
		that's_right that's_awesome that's_amazing that's_wonderful that's_cool that's_nice that's_good that's_so_true`, otherTalk)
	smallFillers = set(`to me very funny so much completely fully such a lot you it that this is all for now then and just please indeed there the help again i well really too oh ah mate man claude everyone guys bitte sehr большое`)
)

// smallTalkHeads are the words that small talk begins with.
var smallTalkHeads = headsOf(smallTalk)

func headsOf(phrases *wordSet) *wordSet {
	heads := set()
	for p := range phrases.all {
		head, _, _ := strings.Cut(p, "_")
		heads.add(head)
	}
	return heads
}

// longestJSON bounds what is tried as JSON, in bytes; more is judged by its lines.
const longestJSON = 1 << 16

// isMachine reports whether t was made by a program.
func isMachine(t string) bool {
	last := t[len(t)-1]
	switch {
	case strings.HasPrefix(t, "```") || strings.HasPrefix(t, "~~~"):
		return fenceLen(t) == len(t)
	case t[0] == '<':
		return isEnvelope(t, last)
	case t[0] == '{' && last == '}', t[0] == '[' && last == ']' && len(t) > 2:
		if len(t) <= longestJSON && json.Valid([]byte(t)) {
			return true
		}
	}
	return machineLines(t)
}
