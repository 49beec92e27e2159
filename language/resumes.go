package language

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Resumption says of a prompt that it takes up earlier work: it asks where that
// stands, or wants to go on with it.
type Resumption struct {
	Topic string // in words, folded; "" for what was done last, whatever it was
	Order bool   // it wants to go on, and does not only ask
}

// Resumes reports whether a prompt takes up earlier work ("where did we leave off with
// the importer?", "what's the latest on the lease?", "continue where we left off").
// What is told of it last matters more there than what has the most of its words.
// "Continue" alone goes on with what stands before it. It reads the first two sentences.
func Resumes(prompt string) (Resumption, bool) {
	for i, sp := range sentencesOf(headOf(prompt, resumesWithin)) {
		if i == 2 {
			break
		}
		words := inOneLine(prompt[sp.Start:sp.End])
		words = words[len(greeting.FindString(words)):]
		for _, f := range resumptions() {
			m := f.form.FindStringSubmatch(words)
			if m == nil {
				continue
			}
			topic := ""
			for k, name := range f.form.SubexpNames() {
				if name == "topic" && m[k] != "" {
					topic = m[k]
				}
			}
			r := Resumption{Topic: topicOf(topic), Order: f.order}
			if topic != "" && r.Topic == "" || r.Topic == "" && len(prompt) > bareWithin {
				continue // "how is it going" asks of what stands before it; and a plan may have a line "next steps"
			}
			return r, true
		}
	}
	return Resumption{}, false
}

// resumesWithin is how many bytes of a prompt may say that it takes something up,
// bareWithin how long one is that does and does not say what.
const (
	resumesWithin = 400
	bareWithin    = 200
)

// headOf returns the first bytes of a text, cut between words.
func headOf(s string, n int) string {
	if len(s) <= n {
		return s
	}
	s = s[:n]
	return s[:max(strings.LastIndexByte(s, ' '), 0)]
}

// inOneLine returns the words of a sentence in one line: folded, "what's" as two
// words, and a comma for each mark that parts clauses.
func inOneLine(s string) string {
	var b strings.Builder
	for _, t := range tokens(s) {
		w := t.text
		if t.mark {
			if strings.Contains(".?!/`\"", w) {
				continue
			}
			w = ","
		}
		if head, tail, ok := strings.Cut(w, "'"); ok {
			switch {
			case has(wondering, head) && tail == "s":
				w = head + " is"
			case head == "let":
				w = "let us"
			case tail == "ve":
				w = head + " have"
			}
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(w)
	}
	return b.String()
}

// leadIn returns the terms with which a prompt takes up a topic: what is left of it.
func leadIn(prompt, topic string) []string { return without(Terms(prompt), Terms(topic)) }

// mostOfTopic is how many words name a piece of work.
const mostOfTopic = 8

// topicOf returns what is taken up without the words around it, "" where it is only
// pointed at ("it", "the next one").
func topicOf(topic string) string {
	ws := strings.Fields(topic)
	for len(ws) > 0 && (has(determiners, ws[0]) || has(prepositions, ws[0]) || has(aboutWords, ws[0])) && !has(deictic, ws[0]) {
		ws = ws[1:]
	}
	for len(ws) > 0 && has(topicEnds, ws[len(ws)-1]) {
		ws = ws[:len(ws)-1]
	}
	if len(ws) > mostOfTopic || slices.ContainsFunc(ws, func(w string) bool { return has(modals, w) }) {
		return "" // "the status of the crane must be shown"
	}
	for _, w := range ws {
		if !has(deictic, w) && !isSubject(w) && !has(noTopic, w) && !isNumber(w) && !has(determiners, w) {
			return strings.Join(ws, " ")
		}
	}
	return ""
}

var (
	aboutWords = set(`about regarding working work`)
	topicEnds  = set(`yet already now again please today so far then exactly here though lately recently first`)
	noTopic    = set(`next step steps one ones rest thing things stuff work everything file files part other others list plan task tasks todo todos item items
		previous last same them us me you anything something all art way through both progress status`)
)

// greeting is what may stand before: no form begins with a word of it, and cut off once it
// is not read again for each of them.
var greeting = regexp.MustCompile(`^(?:(?:ok|okay|so|and|hey|hi|hello|well|now|please|right|alright|morning|good|but|quick|question|let us|can you|could you|can we|could we|we should|i want to|i would like to|remind me|tell me|show me|give me|do you know|do you remember|,) )*`)

// resumption is one form in which work is taken up, of a sentence in plain words.
type resumption struct {
	form  *regexp.Regexp
	order bool
}

var resumptions = sync.OnceValue(makeResumptions)

func makeResumptions() (all []resumption) {
	const (
		us       = `(?:we|i|you|they|things)`
		standing = `(?:current |latest |last |newest |new )*(?:status|state of play|state|progress|news|updates?|latest)(?: (?:on|with|about|for|regarding|of|in) (?P<topic>[^,]+?))?`
		when     = `(?: (?:now|currently|yesterday|today|recently|lately|so far|before|previously|last time|last session|last week|this week|this morning|the last time|the other day|again|yet|exactly|at))*`
		topic    = `(?: (?:with|on|about|for|in|of|to|at|regarding|before|until|till) (?P<topic>[^,]+?))?`
		end      = when + `(?: ,.*)?$`
	)
	add := func(order bool, forms ...string) {
		for _, f := range forms {
			all = append(all, resumption{regexp.MustCompile(`^(?:` + f + `)` + end), order})
		}
	}
	add(false,
		`where (?:did|do|had|have|were|are|was|am) `+us+when+`(?: (?:leave|left) (?:off|it|things)| stop(?:ped)?| stand| end(?:ed)? up| (?:get|got|gotten)(?: up)? to| leave off)?`+when+topic,
		`where `+us+` (?:left off|stopped|left it|were|are)`+topic,
		`(?:what (?:is|are|was) (?:the |our )?|(?:is there |are there )?any |the )`+standing,
		`(?:status|progress|news|latest) (?:on|with|about|regarding|of) (?P<topic>[^,]+?)`,
		`how far (?:are|did|have|had|am) `+us+`(?: (?:get|got|gotten|come|gone|been))?`+topic,
		`how (?:is|are|was|were) (?P<topic>[^,]+?) (?:going|coming along|coming|progressing|getting on)`,
		`what (?:were|was) `+us+`(?: just)? (?:doing|working on|up to|trying)`+topic,
		`what (?:did|have|had) `+us+`(?: (?:just|been|all))* (?:do|done|work on|worked on|working on|try|tried|get done|got done)`+topic+` (?:last|last time|last session|last week|this week|yesterday|today|recently|lately|so far|before|previously|the last time|the other day|this morning|(?:on|last|this) \w+day|last night|last month|\d+ days ago|in the last \w+ days)(?: (?:on|with|for|about) (?P<topic>[^,]+?))?`,
		`what was the last (?:thing|change|step)(?: that)?(?: `+us+`(?: have| had)? \w+)?`+topic,
		`what (?:is|are|else is|was)(?: (?:still|else|there))* (?:left|open|missing|remaining|outstanding|pending|unfinished|next|to do|todo|to be done|not done)(?: to (?:do|be done|fix|finish))?`+topic,
		`what remains(?: to (?:do|be done))?`+topic,
		`what (?:do|must|did) `+us+`(?: still)? (?:have|need) to do`+topic,
		`(?:what (?:is|are) )?(?:the |our )?(?:next|open|remaining) (?:steps?|todos?|tasks?|points?|ends)`+topic,
		`what (?:has )?happened(?: last)?(?: (?:with|on|in|to) (?P<topic>[^,']+?))?`, // what became of somebody's car was told when it was

		`what is new`+topic,
		`(?:did|have) (?:we|you)(?: already)? (?:finish|finished|fix|fixed|complete|completed|solve|solved|resolve|resolved|merge|merged|deploy|deployed|ship|shipped|sort out|sorted out|get around to|got around to) (?P<topic>[^,]+?)`,
		`(?:is|are|was|were) (?P<topic>[^,]+?) (?:already |finally )?(?:done|finished|fixed|merged|deployed|solved|resolved|shipped|complete|completed)`,
	)
	const left = `(?:from )?where (?:we|i|you) (?:left off|stopped|left it|left|were)|from (?:last time|yesterday|last week|the last session|last session)`
	add(true,
		`(?:continue|resume|carry on|go on|keep going|proceed|pick up|pick it up|start)(?: (?:with|on|working|work|the work))*(?: (?:`+left+`))`+topic,
		`(?:continue|resume|carry on|go on|keep going|keep working|proceed|get back|come back|back)(?: (?:with|on|to|working|work))* (?P<topic>[^,]+?)(?: (?:`+left+`))?`,
		`pick (?:(?:the )?work on )?(?P<topic>[^,]+?) (?:back )?up`,
		`pick up(?: (?:with|on|the work on|work on))? (?P<topic>[^,]+?)(?: (?:`+left+`))?`,
	)
	return all
}

// GoesOn reports whether a prompt answers what stands before it or goes on with that:
// it begins with assent or refusal, or with a pronoun that is its subject ("yes, Ida wants
// to", "right, that explains it", "it hums at night, too").
func GoesOn(prompt string) bool {
	ts := tokens(headOf(prompt, bareWithin))
	if len(ts) == 0 {
		return false
	}
	if has(assenting, ts[0].text) {
		return true
	}
	i := beginOf(ts)
	w := cutContraction(at(ts, i))
	points := w == "that" || w == "this" || w == "these" || w == "those" // this rope is another
	return has(standIns, w) && (!points || w != at(ts, i) || isFinite(at(ts, i+1)))
}

var (
	assenting = set(`yes yeah yep no nope right exactly correct true sure`)
	standIns  = set(`it that this these those they he she`)
)
