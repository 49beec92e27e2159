package language

import (
	_ "embed"
	"iter"
	"maps"
	"strings"
	"sync"
)

// tradeFile has kinds of tools of the trade and tools of each, as far as developers
// speak of them by name alone ("we use pnpm") and ask by kind ("which package
// manager?"). WordNet has none of them.
//
//go:embed trade.txt
var tradeFile string

// ToolKind is a kind of tool that a text names.
type ToolKind struct {
	Terms []string   // by which it names the kind: of "package manager" two
	Tools [][]string // the terms of each tool of that kind, one for each word of its name
	Used  bool       // only what such a tool is used for is named
}

// Names returns the terms that tools of the kind are told apart by: that of a name of
// several words is its first.
func (k ToolKind) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, tool := range k.Tools {
			if !yield(tool[0]) {
				return
			}
		}
	}
}

// IsTool reports whether a name is that of a tool of the trade, which whoever knows the
// trade knows, too: Docker, GitHub Actions.
func IsTool(name string) bool {
	rows := toolRows()
	return len(rows[strings.ToLower(name)]) > 0 || len(rows[strings.Join(wordTerms(name), " ")]) > 0
}

// mostKindWords is the longest name of a kind, in words.
const mostKindWords = 5

// tradeNames are the names of kinds, by their words with blanks between them, and the
// rows that they stand for.
type tradeNames map[string][]tradeName

type tradeName struct {
	row   int    // of the file: "cache" is a kind, and what it is used for
	tools string // as they stand there
	used  bool
}

var trade = sync.OnceValue(func() tradeNames {
	names, row := tradeNames{}, 0
	for line := range strings.Lines(tradeFile) {
		row++
		head, list, ok := strings.Cut(strings.TrimSpace(line), " : ")
		if !ok || head[0] == '#' {
			continue
		}
		kinds, uses, _ := strings.Cut(head, " ; ")
		names.add(kinds, tradeName{row: row, tools: list})
		names.add(uses, tradeName{row: row, tools: list, used: true})
	}
	return names
})

func (n tradeNames) add(list string, name tradeName) {
	for phrase := range strings.SplitSeq(list, ", ") {
		key := strings.Join(wordTerms(phrase), " ")
		if last := len(n[key]) - 1; last < 0 || n[key][last].row != name.row {
			n[key] = append(n[key], name)
		}
	}
}

// wordTerms returns the first term of each word of a name: "next.js" is one. A word
// that is no term by itself stands as it is written.
func wordTerms(s string) []string {
	words := strings.Fields(s)
	for i, w := range words {
		words[i] = wordTerm(w)
	}
	return words
}

func wordTerm(w string) string {
	w = strings.ToLower(strings.Trim(w, "?!,;:()\"'`"))
	w = strings.TrimSuffix(w, ".")
	if terms := Terms(w); len(terms) > 0 {
		return terms[0]
	}
	return w
}

// ToolKinds returns the kinds of tools that a text asks for or orders to use, each
// stretch of words by the longest name: of "which package manager do we use" one. What
// is asked of those of a kind in general names none.
func ToolKinds(text string) []ToolKind {
	x := recall(text)
	return x.tools.get(func() []ToolKind { return toolKinds(x.text) })
}

func toolKinds(text string) []ToolKind {
	act := ActOf(text)
	if act.Thanks || act.Machine || act.Slash || act.Ask && SelfContained(text) && !strings.HasPrefix(strings.ToLower(text), "which ") {
		return nil
	}
	q := newToolQuery(text).read()
	fits := q.ordered
	if len(q.words) == 0 || !act.Ask && !isBase(q.words[0]) {
		return nil
	}
	if act.Ask {
		fits = q.wanted
		if q.asksWhatIsUsed() {
			fits = func(int, int, tradeName) bool { return true }
		}
	}
	var out []ToolKind
	for i := 0; i < len(q.terms); i++ {
		found, n := q.kindsAt(i)
		for _, name := range found {
			if fits(i, n, name) {
				kind := ToolKind{Terms: q.terms[i : i+n], Used: name.used}
				for tool := range strings.SplitSeq(name.tools, ", ") {
					kind.Tools = append(kind.Tools, wordTerms(tool))
				}
				out = append(out, kind)
			}
		}
		i += max(n-1, 0)
	}
	return out
}

// askedWithin bounds what is read of a question or an order, in bytes.
const askedWithin = 400

// toolQuery is a question or an order by its words, and the term of each.
type toolQuery struct{ raw, words, terms []string }

func newToolQuery(text string) toolQuery {
	q := toolQuery{raw: strings.Fields(strings.ToLower(headOf(text, askedWithin)))}
	q.words = make([]string, 0, len(q.raw))
	for _, w := range q.raw {
		q.words = append(q.words, cutContraction(strings.TrimRight(strings.Trim(w, "?!,;:()\"'`"), ".")))
	}
	return q
}

// read returns the query with the term of each word.
func (q toolQuery) read() toolQuery {
	q.terms = make([]string, len(q.raw))
	for i, w := range q.raw {
		q.terms[i] = wordTerm(w)
	}
	return q
}

// kindStarts are the first terms of the names of kinds: most terms are none.
var kindStarts = sync.OnceValue(func() *wordSet { return startsOf(maps.Keys(trade())) })

// startsOf returns the first word of each of some names.
func startsOf(names iter.Seq[string]) *wordSet {
	starts := set()
	for name := range names {
		first, _, _ := strings.Cut(name, " ")
		starts.add(first)
	}
	return starts
}

// kindsAt returns the kinds whose longest name begins at a word, and its length.
func (q toolQuery) kindsAt(i int) ([]tradeName, int) {
	if i >= len(q.terms) || !has(kindStarts(), q.terms[i]) {
		return nil, 0
	}
	for n := min(mostKindWords, len(q.terms)-i); n > 0; n-- {
		if found := trade()[strings.Join(q.terms[i:i+n], " ")]; len(found) > 0 {
			return found, n
		}
	}
	return nil, 0
}

// asksWhatIsUsed reports whether a question asks what the speakers have or do something
// with: "what do we use for styling", "where is the site hosted", "do we have a wiki".
func (q toolQuery) asksWhatIsUsed() bool {
	if len(q.words) > mostOfUse {
		return false
	}
	ours := false
	for i, w := range q.words {
		before := ""
		if i > 0 {
			before = q.words[i-1]
		}
		switch {
		case has(notOfUse, w), i == 0 && (w == "why" || w == "when" || w == "can" || w == "have"):
			return false
		case w == "we", w == "our", w == "here", has(atOurs, w) && (before == "the" || before == "this"):
			ours = true
		case q.words[0] == "where" && has(runAs, w):
			return true
		case (w == "i" || w == "my") && before != "did":
			ours = ours || q.words[0] == "which" || has(interrogatives, q.words[0]) && i <= 2 || at2(q.words, i+1) == "should"
		}
	}
	return ours
}

// wanted reports whether the kind of so many words is what a question asks for ("which
// linter", "what's the linter") or what something serves as ("as a cache").
func (q toolQuery) wanted(i, _ int, name tradeName) bool {
	for k := i - 1; !name.used && k >= max(i-mostBeforeKind, 0); k-- {
		switch w := q.words[k]; {
		case w == "what" || w == "which" || w == "whats":
			return q.words[i-1] != "a" && q.words[i-1] != "an"
		case w == "as":
			return true
		case has(prepositions, w), isFinite(w) && (k == 0 || w != "is" && w != "are" || q.words[k-1] != "what"):
			return false // which bucket does the wiki live in
		}
	}
	return false
}

// ordered reports whether an order is carried out with a tool of the kind: the one that
// there is ("with the package manager"), or the one by which such a thing is made ("write
// a migration", "mock the client"). Of the linter config it is not said.
func (q toolQuery) ordered(i, n int, name tradeName) bool {
	if i+n < len(q.words) && !StopWord(q.words[i+n]) && !has(prepositions, q.words[i+n]) && !has(behindKind, q.words[i+n]) && !endsClause(q.raw[i+n-1]) {
		return i == 0 && name.used
	}
	for k := i - 1; k >= max(i-mostBeforeKind, 0); k-- {
		switch w := q.words[k]; {
		case w == "a" || w == "an":
			return has(makingOrders, q.words[0])
		case w == "the" || has(firstPerson, w):
			return k == i-1 && k > 0 && has(prepositions, q.words[k-1]) && (!name.used || has(makingOrders, q.words[0]))
		case has(prepositions, w) || StopWord(w):
			return false
		}
	}
	return i == 0 && name.used
}

func endsClause(word string) bool {
	return strings.HasSuffix(word, ",") || strings.HasSuffix(word, ";") || strings.HasSuffix(word, ".")
}

// mostOfUse is the length of such a question, in words: a longer one tells a story.
const mostOfUse = 14

// mostBeforeKind is how many words before a kind may ask for it: what is our default
// linter.
const mostBeforeKind = 4

var (
	// makingOrders are verbs that begin an order to make something new or to have it done.
	makingOrders = set(`write add create make build implement set put send publish report schedule run do draw plot install deploy
		generate hide store save upload charge log track wrap include register provision cache queue render translate`)
	behindKind = set(`against instead like via using which when once`)
	// notOfUse are words of questions about what was, how much of it, and when.
	notOfUse = set(`did was were ever many much mention mentioned time times date dates recommend suggest specific`)
	atOurs   = set(`team here project repo repository codebase`)
	runAs    = set(`hosted deployed running live lives run`)
)
