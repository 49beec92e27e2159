package language

import "strings"

// ofTheWorld reports whether a question asks about those of a kind and about none in
// particular: what such a thing is, what is to be said for it, how those work in
// general. What it is about stands without a word for one that is at hand: none of
// "our", "this" or "the", and no name.
func (r *reading) ofTheWorld() bool {
	ts := r.ts[r.begin:]
	if r.hasAny("did", "was", "were", "had", "been") || r.particular() {
		return false
	}
	if phraseLen(ts, 0, worldFrames) > 0 || r.hasAny("vs", "versus") {
		return true
	}
	return r.plainAct().Ask && (r.generally() || r.ofBareKind() || r.ofAnyOne()) || r.choice()
}

// ofAnyOne reports whether a question asks how any one of a kind works or how large it
// is: "how does a bloom filter work", "how big is a float in go".
func (r *reading) ofAnyOne() bool {
	ts := r.ts[r.begin:]
	if at(ts, 0) != "how" {
		return false
	}
	switch verb := at(ts, 1); {
	case verb == "does":
		return isArticle(at(ts, 2)) && has(working, at(ts, len(ts)-1-marksAtEnd(ts)))
	default:
		return has(sizes, verb) && at(ts, 2) == "is" && isArticle(at(ts, 3))
	}
}

// choice reports whether a few words with an "or" and without a verb of being or doing
// ask which of two is better: "tabs or spaces?", "by value or by reference in java?".
func (r *reading) choice() bool {
	ts := r.ts[r.begin:]
	if len(ts) > mostOfChoice || at(ts, len(ts)-1) != "?" {
		return false
	}
	or := false
	for i, t := range ts {
		if isFinite(t.text) || isSubject(t.text) || i == 0 && has(interrogatives, t.text) {
			return false
		}
		or = or || i > 0 && t.text == "or"
	}
	return or
}

// mostOfChoice is how long a bare choice is, in tokens.
const mostOfChoice = 10

// isArticle reports whether a word is "a" or "an".
func isArticle(w string) bool { return w == "a" || w == "an" }

// marksAtEnd is how many marks a sentence ends with.
func marksAtEnd(ts []token) (n int) {
	for n < len(ts) && ts[len(ts)-1-n].mark {
		n++
	}
	return n
}

// generally reports whether a question says that it asks in general: usually, at all,
// "why would I want one", "what does a message broker do".
func (r *reading) generally() bool {
	ts := r.ts[r.begin:]
	for i, t := range ts {
		switch w := t.text; {
		case has(inGeneral, w), phraseLen(ts, i, inGenerally) > 0:
			return true
		case w == "usually" || w == "typically" || w == "normally":
			return at(ts, 0) != "who" && at(ts, 0) != "where"
		case i > 0 && has(hypothetical, at(ts, i-1)) && w == "i":
			return true
		case isArticle(w) && at(ts, i-1) != "there" && namesToolKind(ts[i+1:]), i > 1 && manyOfToolKind(ts[i:]):
			return true
		}
	}
	return false
}

// ofBareKind reports whether a question asks what something without an article is or
// does, how it works or why it is so ("how does tls work", "what is tail recursion"). Who
// may do what, where, when and how much of it are matters of somebody's own.
func (r *reading) ofBareKind() bool {
	ts := r.ts[r.begin:]
	if r.hasAny("need", "needs", "require", "requires", "may", "must", "allowed", "on", "off") {
		return false
	}
	verb, subject := at(ts, 1), at(ts, 2)
	switch at(ts, 0) {
	case "how", "why", "what":
		return (verb == "is" || verb == "are" || verb == "do" || verb == "does") && subject != "a" && subject != "an"
	case "whats", "what's", "can", "is", "are", "do", "does":
		return verb != "there" && verb != "a" && verb != "an"
	}
	return false
}

// particular reports whether a question speaks of something that is at hand, of its
// speakers or of somebody by name.
func (r *reading) particular() bool {
	ts := r.ts[r.begin:]
	for i, t := range ts {
		w, before := ownWord(t.text), at(ts, i-1)
		switch {
		case w == "i" && has(hypothetical, before): // why would I want one
		case has(firstPerson, w), w == "you", w == "your", has(deictic, w) && w != "it" && w != "now" && w != "again":
			return true
		case w == "the" && !has(heads, at(ts, i+1)) && !ofAny(ts[i+1:]) && !(before == "under" && at(ts, i+1) == "hood"):
			return true
		}
	}
	return r.namesSomebody()
}

// namesSomebody reports whether a word behind the first is written as a name is.
func (r *reading) namesSomebody() bool {
	for i, t := range r.ts {
		if t.cap && i > r.begin && !r.ts[i-1].mark && !isAcronym(r.text[t.start:t.end]) {
			return true
		}
	}
	return false
}

// manyOfToolKind reports whether ts begins with the name of a kind of tools, of all of
// them: "why do people use message queues".
func manyOfToolKind(ts []token) bool {
	found, n := headTerms(ts).kindsAt(0)
	return n > 1 && !found[0].used && isPlural(ts[n-1].text)
}

// isAcronym reports whether a word is written in capitals and digits: HTTP, S3.
func isAcronym(w string) bool { return w == strings.ToUpper(w) }

// ofAny reports whether a noun of one or two words is that of any of a kind, or of a tool
// of the trade: the time complexity of a lookup, the default port of redis.
func ofAny(ts []token) bool {
	for k := 1; k <= 2; k++ {
		if at(ts, k) != "of" {
			continue
		}
		w := at(ts, k+1)
		return isArticle(w) || len(toolRows()[w]) > 0 && !has(otherWords, w)
	}
	return false
}

// namesToolKind reports whether the kind of a tool stands among the next few words.
func namesToolKind(ts []token) bool {
	q := headTerms(ts)
	for i := range q.terms {
		if found, _ := q.kindsAt(i); len(found) > 0 && !found[0].used {
			return true
		}
	}
	return false
}

// headTerms returns the terms of the words that the name of a kind may have.
func headTerms(ts []token) (q toolQuery) {
	for _, t := range ts[:min(len(ts), mostKindWords)] {
		q.terms = append(q.terms, wordTerm(t.text))
	}
	return q
}

var (
	worldFrames = phrasesOf(`what is a, what is an, what's a, what's an, whats a, whats an, what are the pros, what's the point, what is the point,
		whats the point, what's the idea, what is the idea, whats the idea, what is the purpose, what's the purpose, what is the concept,
		what is the benefit, what are the benefits, what are the advantages, what is the advantage, what are the differences, why do people,
		why would anyone, why would somebody, how do people, difference between, differences between, pros and cons, best way to, best practice, best practices,
		what's the best way, what is the best way, whats the best way, is it ok to, is it okay to, is it bad to, is it good practice,
		what makes a, what makes an, why use, why not use, why would a, why would an, is there something like, is there a way to, is there any way to,
		any advice on, any tips on, any tips for, any idea how`)
	heads = set(`difference differences point idea purpose concept pros cons advantage advantages benefit benefits meaning reason reasons
		downside downsides drawback drawbacks alternatives basics best usual`)
	inGenerally = phrasesOf(`at all, in general, in theory, in principle, under the hood, in plain words, in simple words, in plain english, in simple terms,
		out of curiosity, just curious`)
	inGeneral    = set(`generally technically theoretically conceptually differ typical`)
	hypothetical = set(`would should could might`)
	working      = set(`work function internally`)
	sizes        = set(`big large small long heavy fast slow deep wide`)
)
