package redact

import (
	"slices"
	"strings"
)

// Nothing marks what a speaker copies out of a mail or a review but how they lead to it:
// "I got this email:", "the reviewer says:". What they say of their own they lead to as
// well ("here is what I want:"), with other words.
var (
	// letters are the nouns of what others write to the speaker.
	letters = wordSet("email e-mail mail message newsletter ticket thread transcript dm reply response")
	// remarks are those of what a speaker writes, too.
	remarks = wordSet("comment comments feedback review reviews remark remarks")
	// findings are those of what a speaker mostly has found alone.
	findings = wordSet("note notes observation observations suggestion suggestions finding findings issue issues emails messages")
	// outputs are those of what programs show.
	outputs = wordSet(`error errors exception exceptions traceback stacktrace trace log logs output warning warnings
		dump console terminal stderr stdout`)

	here     = wordSet("here here's heres below attached")
	pointers = wordSet("this these following below")
	these    = wordSet("this that these those that's")
	certain  = wordSet("the these this those")
	linking  = wordSet("is are was were the")
	ours     = wordSet("my our your own mine")
	gets     = wordSet(`get gets got getting receive received receiving see saw seeing have had having has hit hits throws
		threw shows showed prints printed gives gave returned returns fails failed failing crashes crashed`)
	owns   = wordSet("have had having has")
	looks  = wordSet("fix address handle resolve consider review check see look analyze analyse explain read summarize summarise translate reply answer respond debug understand")
	others = wordSet("another new last next similar same different second latest still")
	// reviewed are the words before a remark that make it somebody else's.
	reviewed = wordSet("review reviewer reviewer's pr mr")
	// qualities are the words before the noun of an announcement that has no verb.
	qualities = wordSet("a an the another one new last next latest some more this review pr code bug support customer github slack jira first second")

	// behind are the words that may follow the noun of an announcement.
	behind = wordSet("from by i we he she they it that which when after while in on at below again now here this during")
	handed = wordSet("sent forwarded posted shared pasted left gave wrote said made received")
	nobody = wordSet("me us now today here")
	// barred are the words that make a wish, a case or a specification of a sentence.
	barred = wordSet("want wants need needs expect expected expects should must shall always never if whenever unless like format draft template example sample version steps")

	says = wordSet(`say says said wrote writes asked asks replied answered suggests suggested commented responded told tells
		reviewed reported complained complains mentioned noted recommends recommended sent forwarded posted shared pasted left gave`)
	// speaking are the words before a verb of saying that make it the speaker's own, or none.
	speaking = wordSet(`i we you i'd we'd i've we've i'll we'll let's lets to who and or but not should would could can must will
		please as is are be been being was were that which`)
	// claims are the words behind such a verb with which the sentence goes on.
	claims  = wordSet("to that we i if whether")
	barely  = wordSet("just also already has have had then recently only")
	opening = wordSet("ok okay so and now also then well hi hey hello please great thanks can could would you alright perfect yes no hmm but")
	cases   = wordSet("if when whenever where before after once unless while")
	asking  = wordSet("can could would will what how please should help why is do does any")
)

// mostWords is the number of words of the longest announcement.
const mostWords = 24

// leadsTo tells what a sentence leads to that ends with a colon.
func leadsTo(head string) whose {
	words := headWords(head)
	if of := reports(words); of != speakers {
		return of
	}
	if of := leads(words); of != speakers {
		return of
	}
	first, rest, found := strings.Cut(head, ", ")
	if !found {
		return speakers
	}
	if more := headWords(rest); len(more) > 0 && asking()[more[0]] {
		return leads(headWords(first)) // "I got this email, can you draft a reply:"
	}
	last := head[strings.LastIndex(head, ", ")+1:]
	return leads(headWords(last))
}

// reports tells whether a sentence says that somebody else has said or sent what follows.
func reports(words []string) whose {
	words = opened(words)
	if len(words) == 0 || len(words) > mostWords || cases()[words[0]] || anyOf(words, barred()) {
		return speakers
	}
	for v, w := range words {
		if gets()[w] && !owns()[w] && handedOn(words, v) {
			return written
		}
		if !says()[w] {
			continue
		}
		who, behind := subject(words, v), words[v+1:]
		switch {
		case who < 0 && (v > 0 || w != "says"), len(behind) > 6, claimed(behind):
		case who >= 0 && (speaking()[words[who]] || ours()[words[who]] || slices.Contains(words[max(0, who-2):who], "our")):
		case handed()[w] && (anyOf(behind, pointers()) || anyOf(words[:v], pointers()) && slices.Contains(words[:v], "what") || here()[words[0]]):
			return written
		case !handed()[w] || w == "said" || w == "wrote":
			return spoken
		}
	}
	return speakers
}

// claimed reports whether a sentence goes on behind a verb of saying with what is said.
func claimed(words []string) bool {
	for k, w := range words {
		if claims()[w] && !(w == "to" && k+1 < len(words) && nobody()[words[k+1]]) {
			return true
		}
	}
	return false
}

// handedOn reports whether a verb of getting goes on with what, and from whom: this from Bob.
func handedOn(words []string, v int) bool {
	for f := v + 1; f < len(words)-1 && f <= v+5; f++ {
		if words[f] == "from" {
			return anyOf(words[v+1:f], pointers()) && !nobody()[words[f+1]]
		}
	}
	return false
}

// subject returns the word before a verb that is not only of its tense, -1 for none.
func subject(words []string, v int) int {
	for v--; v >= 0 && (barely()[words[v]] || strings.HasSuffix(words[v], "ly")); v-- {
	}
	return v
}

// opened returns words without those that open a sentence.
func opened(words []string) []string {
	for len(words) > 0 && opening()[words[0]] {
		words = words[1:]
	}
	return words
}

// leads tells what a clause leads to by its noun: the email that I got, this error.
func leads(words []string) whose {
	words = opened(words)
	if len(words) > mostWords || anyOf(words, barred()) {
		return speakers
	}
	for k, w := range words {
		of, last := speakers, ""
		if k > 0 {
			last = words[k-1]
		}
		switch {
		case last == "commit" || anyOf(words[max(0, k-3):k], ours()) || !mayFollow(words[k+1:]):
			continue
		case outputs()[w], w == "message" && outputs()[last]:
			of = shown
		case letters()[w], remarks()[w], findings()[w]:
			of = written
		default:
			continue
		}
		if framed(words, k, of) {
			return of
		}
	}
	return speakers
}

// mayFollow reports whether words may stand behind the noun of an announcement.
func mayFollow(words []string) bool {
	return len(words) == 0 || len(words) <= 9 && (behind()[words[0]] || anyOf(words, handed()))
}

// framed reports whether the words around the noun k say that it follows.
func framed(words []string, k int, of whose) bool {
	before, rest, w := words[:k], words[k+1:], words[k]
	own, few := remarks()[w], findings()[w]
	review := k > 0 && reviewed()[words[k-1]]
	bare := k <= 3 && len(before) == count(before, qualities())
	from := len(rest) > 1 && (rest[0] == "from" || rest[0] == "by") && !nobody()[rest[1]]
	switch {
	case of == shown && w == "message":
		if bare || k == 1 {
			return true
		}
	case from && bare && of == written, review && bare && !strings.HasSuffix(w, "s") && len(rest) == 0:
		return true
	case of == written && k > 0 && k <= 3 && (somebodys(words[k-1]) || k > 1 && somebodys(words[k-2])):
		return true
	}
	if k == 0 || few && !review { // nothing leads to it
		return false
	}
	switch first := words[0]; {
	case here()[first], these()[first] && (first == "that's" || linking()[words[1]]):
		return !own || from || review || anyOf(before, certain())
	case others()[first] && k <= 3:
		return !own || review
	case looks()[first] && anyOf(before, pointers()):
		return true
	}
	return got(words, k, own, of)
}

// got reports whether somebody got, saw or was shown what the noun k names.
func got(words []string, k int, own bool, of whose) bool {
	for v := k - 1; v >= 0 && v >= k-6; v-- {
		if !gets()[words[v]] {
			continue
		}
		who := subject(words, v)
		if who < 0 && cases()[words[0]] || who >= 0 && (words[who] == "you" || words[who] == "to" || cases()[words[0]] && words[who] != "i" && words[who] != "we" && words[who] != "it") {
			return false
		}
		pointed := anyOf(words[v+1:k], pointers())
		return pointed || of == shown || !owns()[words[v]] && (own || anyOf(words[v+1:k], qualities()))
	}
	return false
}

// somebodys reports whether a word is a genitive: Bob's, the reviewer's.
func somebodys(w string) bool {
	who, found := strings.CutSuffix(w, "'s")
	switch who {
	case "it", "that", "here", "there", "what", "let", "he", "she", "who", "today", "yesterday", "user":
		return false
	}
	return found
}

func count(words []string, in map[string]bool) (n int) {
	for _, w := range words {
		if in[w] {
			n++
		}
	}
	return n
}

// pointsDown reports whether a line speaks of what stands below it: fix these.
func pointsDown(t string) bool { return anyOf(headWords(t), pointers()) }

// toOwner reports whether a paragraph speaks to the user as an agent does that works for
// them, of what they like or have asked for: it is no word of theirs.
func toOwner(lines []line, i int) bool {
	for end := min(i+mostOwnerLines, len(lines)); i < end && strings.TrimSpace(lines[i].text) != ""; i++ {
		t := strings.ToLower(lines[i].text[:min(len(lines[i].text), 2000)])
		for _, said := range [...]string{"your standing ", "your feedback ", "per your ", "as you asked", "as you requested", "you asked me to", "your preference"} {
			if strings.Contains(t, said) {
				return true
			}
		}
	}
	return false
}

// mostOwnerLines is how many lines of a paragraph are looked at for that.
const mostOwnerLines = 40

// lastSentence returns what stands behind the last end of a sentence.
func lastSentence(t string) string {
	for _, end := range []string{". ", "! ", "? ", "; "} {
		if n := strings.LastIndex(t, end); n >= 0 {
			t = t[n+len(end):]
		}
	}
	return t
}

// headWords returns the words of a head in small letters, without marks; none of what is
// too long for one.
func headWords(head string) []string {
	if len(head) > longestHead {
		head = head[len(head)-longestHead:]
	}
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(head, "’", "'")))
	out := words[:0]
	for _, w := range words {
		if w = strings.Trim(w, "*_`\"'(),.…:-!?#>"); w != "" {
			out = append(out, w)
		}
	}
	return out
}

func anyOf(words []string, in map[string]bool) bool {
	for _, w := range words {
		if in[w] {
			return true
		}
	}
	return false
}
