package language

// asHearsay returns the cues of a sentence that is announced as what others say: "heard
// from sales that we might drop them", "rumour has it that we move". It is no rule, plan,
// decision or wish of who passes it on, and not worth to be kept as one. A rule that the
// speaker draws from it is: "heard the api changes, so always name the version". Words
// about the telling, "but don't quote me", are no rule of the telling itself.
func (r *reading) asHearsay(c Cues) Cues {
	if k := r.discreetAt(); k > r.begin {
		c = handCues(r.text[:r.ts[k].start])
	} else if k == r.begin {
		return c.passedOn()
	}
	if (c.Standing || c.Directs) && (r.saidByText() || r.ofOthers()) {
		c.Instruction, c.Standing, c.Directs = 0, false, false
		return c
	}
	rumoured := r.rumoured()
	if !rumoured && !r.heardSaid() || r.asked() || r.drawsRule() {
		return c
	}
	c.Hedged = true
	if rumoured || c.Instruction >= 0.5 || c.Plan || c.Decision || c.Preference || len(Changes(r.text)) > 0 {
		c = c.passedOn()
		c.Gossip = true
	}
	return c
}

// passedOn returns the cues without what would make a sentence one of the speaker's will.
func (c Cues) passedOn() Cues {
	c.Instruction, c.Standing, c.Directs, c.Errand = 0, false, false, false
	c.Plan, c.Decision, c.Preference, c.Correction = false, false, false, false
	return c
}

// rumoured reports whether a sentence calls itself a rumour: "gossip: …", "word is that …",
// "there is talk of …", "a little bird told me …".
func (r *reading) rumoured() bool {
	i := r.begin
	if phraseLen(r.ts, i, rumourPhrases) > 0 {
		return true
	}
	if phrase(r.ts, i, "there", "is") || phrase(r.ts, i, "there", "are") {
		i += 2
	} else if w := at(r.ts, i); w == "there's" {
		i++
	}
	if i > r.begin {
		i = skip(r.ts, i, articles, quantifiers)
		w := at(r.ts, i)
		return has(rumours, w) || w == "talk" && (at(r.ts, i+1) == "of" || at(r.ts, i+1) == "that")
	}
	i = skip(r.ts, i, articles)
	switch w, next := at(r.ts, i), at(r.ts, i+1); {
	case has(rumours, w):
		return next == ":" || next == "-" || next == "," || next == "is" && at(r.ts, i+2) == "that" || next == "has" || next == "says" || next == "say" || next == "are" && at(r.ts, i+2) == "that"
	case w == "word" || w == "talk" || w == "buzz":
		return phrase(r.ts, i+1, "has", "it") || phrase(r.ts, i+1, "on", "the", "street") || next == "is" && (i == r.begin || at(r.ts, i+2) == "that") && i+3 < len(r.ts) && !r.ts[i+2].mark && !startsDigit(at(r.ts, i+2))
	}
	return false
}

// heardSaid reports whether a sentence begins by saying that the speaker has heard what
// follows, or that nobody in particular says so.
func (r *reading) heardSaid() bool {
	i := r.begin
	if has(hearers, cutContraction(at(r.ts, i))) {
		i++
	}
	i = skip(r.ts, i, hearAdverbs)
	switch w, next := at(r.ts, i), at(r.ts, i+1); {
	case w == "heard" || w == "hear" || w == "overheard" || w == "hearing":
		return i+3 < len(r.ts) && !r.ts[i+1].mark && !has(notHeard, next)
	case i > r.begin && cutContraction(at(r.ts, r.begin)) != "they":
		return false
	}
	return r.saidByNobody()
}

// saidByNobody reports whether a sentence begins with somebody without a name who says the
// rest: they say, some guy in sales told me.
func (r *reading) saidByNobody() bool {
	i := r.begin
	switch w, next := at(r.ts, i), at(r.ts, i+1); {
	case has(anybody, w):
		i++
	case (w == "some" || w == "a" || w == "this") && has(somePerson, next):
		i += 2
	default:
		return false
	}
	for k := i; k < len(r.ts) && k <= i+4 && !r.ts[k].mark; k++ {
		if w := r.ts[k].text; has(sayings, w) {
			return k+2 < len(r.ts) && at(r.ts, k+1) != "hi" && at(r.ts, k+1) != "so"
		}
	}
	return false
}

// saidByText reports whether a sentence only tells what something says that is written, or
// what a program complains about: the manual says never to tilt it, ruff says lines must be
// short. What is written by those who speak is their own word: our style guide says …
func (r *reading) saidByText() bool {
	if w := at(r.ts, r.begin); w == "our" || w == "my" {
		return false
	}
	from := skip(r.ts, r.begin, articles, demonstratives)
	for i := from + 1; i+2 < len(r.ts) && i <= from+longestSubject && !r.ts[i-1].mark; i++ {
		w, next := r.ts[i].text, at(r.ts, i+1)
		if !has(textSays, w) || !(next == "that" || next == ":" || next == "," || next == `"` || has(bindsAtAll, next) || r.finiteFrom(i+1) || next == "to") {
			continue
		}
		return has(speakingTexts, at(r.ts, i-1)) || i <= from+2 && !isPronoun(at(r.ts, i-1)) && len(toolsNamed(r.text[r.ts[from].start:r.ts[i].start])) > 0
	}
	return false
}

// ofOthers reports whether a duty is one of people somewhere else, who are not spoken to: at the
// yard they must never whistle, in her crew nobody may sit.
func (r *reading) ofOthers() bool {
	if w := at(r.ts, r.begin); w != "at" && w != "in" && w != "on" {
		return false
	}
	theirs := has(possessives, at(r.ts, r.begin+1)) && !ownNoun(at(r.ts, r.begin+1))
	for i := r.begin + 2; i < len(r.ts) && i <= r.begin+longestSubject+2; i++ {
		switch w := r.ts[i].text; {
		case w == "they" || w == "people" || w == "everyone" || w == "nobody":
			return (theirs || w == "they") && (has(binds, at(r.ts, i+1)) || has(modals, at(r.ts, i+1)))
		case isHelper(w):
			return false
		}
	}
	return false
}

// drawsRule reports whether behind what was heard comes a rule that the speaker gives.
func (r *reading) drawsRule() bool {
	return r.somewhere(r.begin+3, func(i int) bool {
		if !r.ts[i].mark || i+3 >= len(r.ts) || !has(reasonedFrom, at(r.ts, i+1)) {
			return false
		}
		rest := r.text[r.ts[i+1].start:]
		return !newTokens(rest).rumoured() && handCues(rest).Directs
	})
}

// discreetAt returns the index at which words begin, to the end of the sentence, that ask
// not to pass it on: "don't quote me on that", "but keep it to yourself". It is -1 for none.
func (r *reading) discreetAt() int {
	for i := r.begin; i < len(r.ts); i++ {
		n := phraseLen(r.ts, i, discreet)
		if n == 0 {
			continue
		}
		k := skip(r.ts, i+n, aboutThis)
		if k < len(r.ts) {
			continue
		}
		for i > r.begin && (has(fillers, at(r.ts, i-1)) || r.ts[i-1].mark) {
			i--
		}
		return i
	}
	return -1
}

var (
	rumours       = set(`rumour rumours rumor rumors gossip hearsay scuttlebutt grapevine unconfirmed`)
	rumourPhrases = phrasesOf(`a little bird told, a little birdie told, a bird told, rumour has it, rumor has it, legend has it, from the grapevine, on the grapevine,
		through the grapevine, via the grapevine, allegedly, supposedly, reportedly, not confirmed yet, not confirmed`)
	hearers       = set(`i we they`)
	hearAdverbs   = set(`just also only have already recently keep have've`)
	notHeard      = set(`back you of nothing enough me us it this anything about`)
	anybody       = set(`they people folks somebody someone everybody everyone some`)
	somePerson    = set(`guy guys bloke dude person girl woman man friend colleague coworker user people folks chap neighbour neighbor`)
	sayings       = set(`say says said saying claim claims claimed told tells reckon reckons`)
	textSays      = set(`say says said state states read reads complain complains warn warns claim claims insist insists recommend recommends suggest suggests advise advises report reports demand demands`)
	bindsAtAll    = set(`never always`)
	speakingTexts = set(`doc docs documentation manual readme guide tutorial spec specification rfc error warning message linter compiler formatter checker lint log output sign poster wiki page article
		book blog post label banner notice console terminal changelog faq manpage help standard test validator parser ci build`)
	// reasonedFrom are words with which a rule begins behind its reason.
	reasonedFrom = set(`so therefore please always never`)
	discreet     = phrasesOf(`don't quote me, do not quote me, don't tell anyone, don't tell anybody, do not tell anyone, keep it to yourself, keep this to yourself, keep that to yourself,
		keep it between us, keep this between us, keep that between us, you didn't hear it from me, you didn't hear that from me, you haven't heard it from me, don't tell them i said,
		don't spread it, don't spread this, don't repeat this, don't repeat that, just between us, not for the record`)
	aboutThis = set(`on about that this it though yet please ok okay . ! ; ) : so just`)
)
