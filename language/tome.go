package language

// OfReplies reports whether a sentence says how the speaker wants to be spoken to: answer me
// in short, no emojis when you talk to me, keep your replies plain. Whatever is worked at,
// it is the speaker who reads that.
func OfReplies(s string) bool {
	r := newReading(s)
	if r.wantsReplies() || r.wishesReplies() || r.saysHowToTalk() {
		return true
	}
	return r.somewhere(r.begin, func(i int) bool {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case has(replying, w) && r.opensWish(i) && (next == "without" || next == "in" && (has(tongues, at(r.ts, i+2)) || has(inShort, at(r.ts, i+2)))):
			return true
		case has(spokenTo, w):
			me := next == "me" || next == "to" && at(r.ts, i+2) == "me" || at(r.ts, i-1) == "you" && phrase(r.ts, i+2, "to", "me")
			return me && !has(others, at(r.ts, i-1)) && !r.oneOff(i)
		case w == "your":
			k := i + 1
			for k < len(r.ts) && k < i+3 && !r.ts[k].mark && !has(yourWords, r.ts[k].text) {
				k++
			}
			return has(yourWords, at(r.ts, k)) && !has(parts, stem(at(r.ts, k+1)))
		}
		return false
	})
}

// oneOff reports whether what is to be told at ts[i] is one thing: explain to me the
// parser, tell me when you are done.
func (r *reading) oneOff(i int) bool {
	k := i + 2
	if at(r.ts, i+1) == "to" {
		k++
	}
	w := at(r.ts, k)
	return has(interrogatives, w) && w != "when" || w == "if" || w == "whether" || has(determiners, w) || has(deictic, w)
}

// wishesReplies reports whether a few words, mostly without a verb, say what the answers to the
// speaker are to be like: no emojis, code first and the explanation after, bullet points not
// prose, just the diff, stop apologising. What is missing, or what comes first by itself, is told.
func (r *reading) wishesReplies() bool {
	if r.asked() || r.past >= 0 || anyOf(r.ts[r.wordsEnd():], loudMarks) {
		return false
	}
	return r.sparesReplies(r.begin) || r.ordersParts() || r.formOfReplies() || r.onlyPart() || r.stopsTalk() || r.ordersReplies()
}

// sparesReplies reports whether ts[i:] is a list of what there is not to be in answers: no
// emojis, no filler words; no recap at the end please.
func (r *reading) sparesReplies(i int) bool {
	end := r.wordsEnd()
	if end > i && at(r.ts, end-1) == "ever" {
		end--
	}
	for i < end {
		if at(r.ts, i) == "and" || at(r.ts, i) == "or" || at(r.ts, i) == "," {
			i++
			continue
		}
		if at(r.ts, i) == "no" {
			i++
		}
		k := i
		for k < end && k < i+longestStyle && !r.ts[k].mark && r.ts[k].text != "and" && r.ts[k].text != "or" && !has(prepositions, r.ts[k].text) {
			k++
		}
		if k == i || at(r.ts, i-1) != "no" && at(r.ts, i-1) != "or" || !has(talkFaults, at(r.ts, k-1)) || has(comparing, at(r.ts, i)) {
			return false
		}
		i = k + r.placeInReply(k)
	}
	return at(r.ts, r.begin) == "no" || i > r.begin
}

// placeInReply returns the number of tokens at ts[i:] that say where in an answer something is:
// at the end, in your replies, 0 for none.
func (r *reading) placeInReply(i int) int {
	switch {
	case phrase(r.ts, i, "at", "the", "end"), phrase(r.ts, i, "at", "the", "start"), phrase(r.ts, i, "at", "the", "top"):
		return 3
	case at(r.ts, i) == "in" && has(yourWords, at(r.ts, i+1)):
		return 2
	case at(r.ts, i) == "in" && has(yourWords, at(r.ts, i+2)):
		return 3
	}
	return 0
}

// ordersParts reports whether a sentence says without a verb in which order the parts of an
// answer are to stand: code first, explanation after.
func (r *reading) ordersParts() bool {
	i := r.replyPartEnd(r.begin)
	first, last := at(r.ts, i) == "first", has(behindFirst, at(r.ts, i))
	if i == 0 || !first && !last {
		return false
	}
	end := r.wordsEnd()
	if i++; i == end {
		return first && at(r.ts, end) == "please"
	}
	for i < end && (r.ts[i].mark || at(r.ts, i) == "then" || at(r.ts, i) == "and") {
		i++
	}
	i = r.replyPartEnd(i)
	return i > 0 && (first && (i == end || has(behindFirst, at(r.ts, i))) || last && at(r.ts, i) == "first") && i+1 >= end
}

// replyPartEnd returns the index behind a part of an answer that ts[i:] names, 0 for none.
func (r *reading) replyPartEnd(i int) int {
	i = skip(r.ts, i, articles)
	for k := i; k < len(r.ts) && k < i+longestStyle-1 && !r.ts[k].mark && !isHelper(r.ts[k].text); k++ {
		if has(partsOfReply, r.ts[k].text) && !has(partsOfReply, at(r.ts, k+1)) {
			return k + 1
		}
	}
	return 0
}

// formOfReplies reports whether a sentence names without a verb in which of two forms answers
// are wanted: bullet points, not paragraphs; lists over prose.
func (r *reading) formOfReplies() bool {
	end := r.wordsEnd()
	if end-r.begin > mostRanked || r.hasVerb(end) {
		return false
	}
	for i := r.begin + 1; i < end; i++ {
		n := preferringLen(r.ts, i)
		if n == 0 {
			continue
		}
		this, that := at(r.ts, i-1), at(r.ts, end-1)
		return has(formsOfText, this) && has(formsOfText, that) && this != that && i-r.begin <= 2 && end-i-n <= 2 && (has(proseForms, this) || has(proseForms, that))
	}
	return false
}

// onlyPart reports whether a sentence asks for one part of an answer, and none of another: just
// the diff, no prose; only code please, nothing else.
func (r *reading) onlyPart() bool {
	i := r.begin
	if at(r.ts, i) == "only" {
		i++
	} else if at(r.ts, i-1) != "just" {
		return false
	}
	if i = r.replyPartEnd(i); i == 0 {
		return false
	}
	if at(r.ts, i) == "please" {
		i++
	}
	if at(r.ts, i) == "," || at(r.ts, i) == "-" {
		i++
	}
	if end := r.wordsEnd(); phrase(r.ts, i, "nothing", "else") {
		return i+2 == end
	} else if at(r.ts, i) != "no" || i+1 >= end {
		return false
	}
	return r.sparesReplies(i) || r.replyPartEnd(i+1) == r.wordsEnd()
}

// stopsTalk reports whether the listener is told to leave off a way of talking: stop apologising,
// quit summarising what you just did, stop asking whether you may go on.
func (r *reading) stopsTalk() bool {
	i := stopLen(r.ts, r.begin)
	if i == 0 {
		return false
	}
	i += r.begin
	switch {
	case has(askGerunds, at(r.ts, i)):
		return i+1 < len(r.ts) && r.ofNoCertain(i+1)
	case !has(talkGerunds, at(r.ts, i)):
		return false
	}
	next := at(r.ts, i+1)
	return i+1 >= r.wordsEnd() || r.ts[i+1].mark || has(talkTails, next) || r.placeInReply(i+1) > 0 || next == "what" && at(r.ts, i+2) == "you" || has(quantifiers, next)
}

// ofNoCertain reports whether the words from ts[i] to the next mark speak of no certain thing, and
// of none that is only pointed at.
func (r *reading) ofNoCertain(i int) bool {
	for ; i < len(r.ts) && (!r.ts[i].mark || r.ts[i].text == `"`); i++ {
		if w := r.ts[i].text; w == "the" || w == "about" || w == "and" || has(possessives, w) || has(deictic, w) || has(demonstratives, w) {
			return false
		}
	}
	return true
}

var (
	// askGerunds are ways of talking that take what is said.
	askGerunds = set(`asking saying telling explaining repeating announcing`)
	// talkFaults are what somebody may not want in what they are answered.
	talkFaults = set(`emojis emoji emoticons smileys prose recap recaps summaries preamble preambles apologies fluff filler fillers chatter chitchat flattery praise disclaimers jargon buzzwords
		pleasantries greetings intros outros essays rambling moralising moralizing hedging waffle waffling yapping sugarcoating compliments words talk bullets`)
	// partsOfReply are what an answer is made of.
	partsOfReply = set(`code answer answers conclusion conclusions result results summary diff explanation explanations detail details reasoning context command commands fix verdict rationale
		background theory caveats pros cons recommendation solution prose`)
	behindFirst = set(`after afterwards later second next last below behind`)
	// formsOfText are in what forms an answer may come; proseForms are none of code.
	formsOfText = set(`points bullets paragraphs prose sentences lists tables essays snippets diffs examples text`)
	proseForms  = set(`points bullets paragraphs prose sentences essays`)
	talkGerunds = set(`apologising apologizing summarising summarizing recapping thanking praising flattering complimenting greeting lecturing hedging rambling moralising moralizing narrating paraphrasing`)
	talkTails   = set(`all every so after when whenever before at me for to yourself and please already`)
)

var (
	spokenTo  = set(`talk talking speak speaking answer answering reply replying respond responding explain explaining write writing address addressing chat chatting`)
	others    = set(`they he she it who users customers clients to`)
	yourWords = set(`answer answers reply replies response responses explanation explanations tone wording`)
)

// opensWish reports whether the word at ts[i] opens what the sentence wants: please always answer.
func (r *reading) opensWish(i int) bool {
	for k := r.begin; k < i; k++ {
		if w := r.ts[k].text; w != "please" && w != "always" && w != "never" && w != "only" && w != "to" && !r.ts[k].mark {
			return false
		}
	}
	return true
}

// Everywhere reports whether a sentence says that it holds in all that its speaker works on:
// in every project, wherever I work, no matter which repo.
func Everywhere(s string) bool { return newReading(s).everywhere() }

func (r *reading) everywhere() bool {
	return r.somewhere(0, func(i int) bool {
		switch r.ts[i].text {
		case "every", "any", "all", "none", "other", "each", "which", "whichever", "whatever", "between", "across":
			k := i + 1
			for k < len(r.ts) && k < i+4 && has(whoseWork, r.ts[k].text) {
				k++
			}
			w, next := at(r.ts, k), at(r.ts, k+1)
			if r.ts[i].text == "all" && (at(r.ts, k-1) == "our" || at(r.ts, k-1) == "my") && has(allTalks, w) {
				return true
			}
			return has(allWorks, w) && (isPlural(w) || k+1 >= len(r.ts) || r.ts[k+1].mark || isPronoun(next)) || w == "i" && next == "work"
		case "wherever":
			return at(r.ts, i+1) == "i" || at(r.ts, i+1) == "you"
		case "everywhere":
			return i+1 >= r.wordsEnd()
		}
		return false
	})
}

// OnlyHere reports whether a sentence says that it holds where it is said: in this repository, here.
func OnlyHere(s string) bool {
	r := newReading(s)
	return r.has(bound) || r.boundHere() || at(r.ts, r.begin) == "here" && r.begin+1 < len(r.ts) && !has(bePresent, at(r.ts, r.begin+1))
}

var (
	replying  = set(`answer reply respond`)
	inShort   = set(`short brief plain full bullets bullet simple one two three prose keywords`)
	whoseWork = set(`of my our the all your other`)
	allTalks  = set(`work sessions conversations chats`)
	allWorks  = set(`project projects repo repos repository repositories codebase codebases`)
)
