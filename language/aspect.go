package language

import (
	"cmp"
	"slices"
	"strings"
)

// aspect is a respect in which all that is written, said or done of a kind is one way at a time:
// the language of answers, the spelling in the docs, the quotes of strings.
type aspect struct {
	respect string   // in which: language, length, quotes
	value   string   // in which way
	of      []string // the terms of what is that way, and where; none is what the listener says, or all there is
	denied  bool     // it is not to be that way
	used    bool     // a verb right before it says that it is written or preferred
}

// Aspects returns the words for the ways that exclude one which a text names, in order: of
// "answer me in German" the names of all languages. A rule of the same aspect that has no word
// in common is found by them.
func Aspects(s string) []string {
	var out []string
	for _, a := range newReading(cmp.Or(answersIn(s), s)).aspects() {
		for w, v := range wayWords {
			if v.respect == a.respect && !slices.Contains(out, w) {
				out = append(out, w)
			}
		}
		if a.respect == ofName {
			out = append(out, "call", "address", "refer")
		}
	}
	slices.Sort(out)
	return out
}

// aspects returns the aspects that a statement gives.
func (s Statement) aspects() []aspect { return s.inWay.get(s.cues().aspects) }

// aspects reads the aspects of a text. What is so in some case, or to be so at the moment, says
// nothing of all that is written.
func (r *reading) aspects() []aspect {
	if len(r.ts) > mostOfManner || r.asked() || r.anyOf(inSomeCase) {
		return nil
	}
	var out []aspect
	for i := r.begin; i < len(r.ts); i++ {
		a, n := r.aspectAt(i)
		if n == 0 {
			continue
		}
		if !slices.ContainsFunc(out, a.same) {
			out = append(out, a)
		}
		i += n - 1
	}
	return out
}

// aspectAt returns the aspect whose way is named at ts[i:], and the number of its tokens; 0 for
// none.
func (r *reading) aspectAt(i int) (a aspect, n int) {
	from := r.mannerFrom(i)
	if a.value, n = r.calledAt(i); n > 0 {
		a.respect, a.denied = ofName, r.deniedWay(from, i)
		return a, n
	}
	w, n := wayAt(r.ts, i)
	if n == 0 || phrase(r.ts, i-1, "as", "long", "as") {
		return a, 0
	}
	a.respect, a.value = w.respect, w.value
	a.used, a.denied = has(writingVerbs, at(r.ts, i-1)), r.deniedWay(from, i)
	for k, to := from, r.mannerTo(i+n); k < to; k++ {
		if _, way := wayAt(r.ts, k); way > 0 {
			k += way - 1
			continue
		}
		word := cutPossessive(r.ts[k].text)
		if r.ts[k].mark || startsDigit(word) || has(mannerWords, word) || has(mannerWords, stem(word)) {
			continue
		}
		if t := termOf(word); t != "" && !slices.Contains(a.of, t) {
			a.of = append(a.of, t)
		}
	}
	return a, n
}

// mannerFrom and mannerTo return between which tokens stands what the way at ts[i] is a way of:
// its clause. Of "long, detailed answers" the comma ends none.
func (r *reading) mannerFrom(i int) int {
	for i > r.begin && !r.endsManner(i-1) {
		i--
	}
	return i
}

func (r *reading) mannerTo(i int) int {
	for i < len(r.ts) && !r.endsManner(i) {
		i++
	}
	return i
}

// endsManner reports whether what is said in one way ends at ts[i].
func (r *reading) endsManner(i int) bool {
	w, next := at(r.ts, i), at(r.ts, i+1)
	if !r.ts[i].mark {
		return has(mannerEnds, w) || w == "and" && (isBase(next) || has(negatingWay, next) || isPronoun(next))
	}
	if glued(r.ts, i-1, i+1) {
		return false // snake-case, dd/mm
	}
	if w == "," {
		before, n := way{}, 0
		if i > r.begin {
			before, n = wayAt(r.ts, i-1)
		}
		behind, m := wayAt(r.ts, i+1)
		return n == 0 || m == 0 || before != behind
	}
	return w != `"` && w != "`"
}

// calledAt returns the name by which the speaker wants to be called at ts[i:], and the number of
// its tokens: call me Jo, address me as Dr. Weber.
func (r *reading) calledAt(i int) (name string, n int) {
	k := i
	switch {
	case phrase(r.ts, i, "call", "me"):
		k = i + 2
	case phrase(r.ts, i, "address", "me", "as"), phrase(r.ts, i, "address", "me", "with"):
		k = i + 3
	case phrase(r.ts, i, "refer", "to", "me", "as"):
		k = i + 4
	default:
		return "", 0
	}
	for ; k < len(r.ts) && (r.ts[k].cap || has(titles, at(r.ts, k)) || at(r.ts, k) == "." && has(titles, at(r.ts, k-1))); k++ {
		if !r.ts[k].mark {
			name += " " + r.ts[k].text
		}
	}
	if name == "" {
		return "", 0
	}
	return name[1:], k - i
}

// deniedWay reports whether the clause that begins at ts[from] denies the way at ts[i].
func (r *reading) deniedWay(from, i int) bool {
	for k := from; k < i; k++ {
		w, next := r.ts[k].text, at(r.ts, k+1)
		switch {
		case has(negatingWay, w), hasTail(w, "n't"), w == "over" && k > from, w == "instead" && next == "of", w == "rather" && next == "than":
			return true
		}
	}
	return false
}

// way is one of several ways that exclude each other.
type way struct{ respect, value string }

// wayAt returns the way that is named at ts[i:] and the number of its tokens, 0 for none.
func wayAt(ts []token, i int) (w way, n int) {
	word, next := at(ts, i), at(ts, i+1)
	switch {
	case word == "plain" && next == "text":
		return way{"markup", "plain"}, 2
	case has(casingWords, word) && next == "case":
		return way{"casing", word}, 2
	case has(casingWords, word) && next == "-" && at(ts, i+2) == "case":
		return way{"casing", word}, 3
	case hasTail(word, "_case"), has(casings, word):
		return way{"casing", strings.TrimSuffix(strings.TrimSuffix(word, "case"), "_")}, 1
	case has(dateParts, word):
		parts := word
		k := i + 1
		for k+1 < len(ts) && ts[k].mark && has(dateParts, at(ts, k+1)) {
			parts, k = parts+at(ts, k+1), k+2
		}
		if len(parts) > len("yyyy") {
			return way{"date", parts}, k - i
		}
		return way{}, 0
	case (word == "24" || word == "12") && next == "hour":
		return way{"clock", word + "h"}, 2
	case (word == "24" || word == "12") && next == "-" && at(ts, i+2) == "hour":
		return way{"clock", word + "h"}, 3
	case word == "british", word == "american":
		if !has(spellings, next) {
			return way{}, 0
		}
		return wayWords[word], 2 // British English is no other language
	}
	if w, ok := wayWords[word]; ok {
		return w, 1
	}
	return way{}, 0
}

// otherWay reports whether two words name ways that exclude each other: short, long.
func otherWay(a, b string) bool {
	w, ok := wayWords[a]
	v, is := wayWords[b]
	return ok && is && w.respect == v.respect && w.value != v.value
}

// waysOf returns what each word names: of each text the respect, and behind it the words, of which those
// with "=" between them name the same way.
func waysOf(texts ...string) map[string]way {
	out := map[string]way{}
	for _, t := range texts {
		respect, words, _ := strings.Cut(t, ":")
		for _, group := range strings.Fields(words) {
			same := strings.Split(group, "=")
			for _, w := range same {
				out[w] = way{respect, same[0]}
			}
		}
	}
	return out
}

const (
	mostOfManner = 40     // tokens of a sentence in which ways are looked for
	ofName       = "name" // the respect in which somebody is called
)

var (
	// wayWords are the words of which each names one of several ways.
	wayWords = waysOf(`language: english=englisch=englischer=anglais=ingles=inglese=engels=английском german=deutsch=deutscher=allemand=aleman=tedesco=alemao=duits=немецком french=franzosisch=francais=francese=frans
			spanish=spanisch=espagnol=espanol=castellano=spagnolo=espanhol=spaans italian=italienisch=italien=italiano portuguese=portugues dutch=nederlands polish romanian czech swedish norwegian danish finnish
			russian=русском ukrainian greek turkish arabic hindi chinese=中文 japanese=日本語 korean=한국어`,
		`spelling: british american`,
		`length: short=brief=briefly=concise=concisely=terse=tersely=succinct=compact long=detailed=detail=verbose=verbosely=thorough=lengthy=elaborate=extensive`,
		`tone: formal informal=casual`,
		`units: metric imperial`,
		`temperature: celsius fahrenheit`,
		`currency: euros=euro dollars=dollar pounds francs yen`,
		`indentation: tabs spaces`,
		`quotes: single double curly`,
		`imports: relative absolute`,
		`arguments: named positional`,
		`wraps: hard soft`,
		`markup: markdown plaintext=plain`,
		`form: bullets=bullet prose=paragraphs`,
		`date: iso=yyyymmdd`,
		`clock: 24h 12h`,
		`tense: imperative past present`)
	spellings = set(`english spelling spellings`)
	dateParts = set(`dd mm yyyy yy d m mmm`)
	// mannerWords say that something is written, said or wanted in a way, and no more than that.
	mannerWords = set(`please always never not no only just also do don't doesn't use using uses write writes writing written answer answers answering reply replies replying respond responds responding response
		responses talk talking speak speaking say explain explains explaining explanation explanations keep keeping kept make making give giving gives format formatted formatting set put switch change go back stick
		prefer prefers want wants like love expect i'd would should must shall need be is are being name naming call me us you your yours to with in as of by the a an all every my our i we from now on future henceforth
		starting onwards again instead stop quit avoid anymore longer any more english spelling spellings unit units system format formats style styles tone notation tense case casing
		date dates quote quotes indentation indent points point text it things stuff everything rather than over without no for
		fine ok okay allowed welcome clock time hour`)
	mannerEnds  = set(`but because since so although though while`)
	negatingWay = set(`not never no without avoid stop quit`)
	inSomeCase  = set(`if when whenever unless except until while today tonight once`)
)
