package language

// Intent says along which links of memory a question is answered.
type Intent string

// The intents.
const (
	IntentWhy     Intent = "why"     // causes
	IntentWhen    Intent = "when"    // order in time
	IntentWho     Intent = "who"     // persons and what surrounds them
	IntentWhat    Intent = "what"    // a thing and what surrounds it
	IntentGeneral Intent = "general" // none of these
)

// IntentOf returns the intent of a prompt: that of its first word or phrase
// that shows one. "when" and "who" inside a clause show none ("when you
// commit, …"). Text without a question is general.
func IntentOf(s string) Intent {
	for _, sp := range sentencesOf(s) {
		r := newReading(s[sp.Start:sp.End])
		if got := r.intent(); got != IntentGeneral {
			return got
		}
	}
	return IntentGeneral
}

// intent is [IntentOf] of one sentence.
func (r *reading) intent() Intent {
	asks := r.asks() || r.has(request)
	if !asks {
		return IntentGeneral
	}
	for i := range r.ts {
		if got := intentAt(r.ts, i); got != IntentGeneral {
			return got
		}
	}
	return IntentGeneral
}

// intentAt returns the intent that the phrase at ts[i:] shows.
func intentAt(ts []token, i int) Intent {
	w, next := ts[i].text, at(ts, i+1)
	switch w {
	case "why", "warum", "wieso", "weshalb", "pourquoi", "почему", "зачем":
		return IntentWhy
	case "when", "when's":
		if isHelper(next) || w == "when's" || i > 0 && has(knowing, at(ts, i-1)) || next == "?" {
			return IntentWhen
		}
	case "wann", "когда", "quand", "cuando":
		return IntentWhen
	case "who", "who's", "whom", "whose", "кто", "wer":
		if i == 0 || !isSubject(at(ts, i-1)) && (has(openers, at(ts, i-1)) || has(knowing, at(ts, i-1)) || ts[i-1].mark || has(fillers, at(ts, i-1))) {
			return IntentWho
		}
	case "which", "what", "what's":
		return whatIntent(ts, i)
	case "how":
		return howIntent(ts, i)
	case "reason", "reasons", "cause", "rationale":
		return IntentWhy
	case "describe", "define", "explain":
		if next == "why" {
			return IntentWhy
		}
		return IntentWhat
	case "tell", "remind":
		if phrase(ts, i, w, "me", "about") || phrase(ts, i, w, "me", "of") || phrase(ts, i, w, "us", "about") {
			return IntentWhat
		}
	case "timeline", "chronology":
		return IntentWhen
	}
	return IntentGeneral
}

var (
	knowing   = set(`know remember say tell me is exactly was about recall find out and or`)
	causing   = set(`reason reasons cause caused causes rationale led motivated triggered`)
	whenNouns = set(`time date day year month week hour deadline timeline`)
	outcomes  = set(`to with if when whenever unless`) // behind "what happens": what comes of something, at any time
	whoNouns  = set(`person people engineer developer team teammate colleague customer client doctor author reviewer`)
)

// whatIntent tells "what caused" and "what time" from other whats.
func whatIntent(ts []token, i int) Intent {
	for k := i + 1; k < len(ts) && k < i+7; k++ {
		switch w := ts[k].text; {
		case has(causing, w) || w == "made" && k == i+1:
			return IntentWhy
		case has(whenNouns, w) && k <= i+3 && (k == i+1 || at(ts, k-1) == "the" || at(ts, k-1) == "what"):
			return IntentWhen
		case has(whoNouns, w) && k == i+1:
			return IntentWho
		case (w == "happened" || w == "happens" && !has(outcomes, at(ts, k+1)) || w == "changed") && k <= i+2:
			return IntentWhen
		}
	}
	return IntentWhat
}

// howIntent tells how it came about and how long ago from other hows.
func howIntent(ts []token, i int) Intent {
	switch {
	case phrase(ts, i, "how", "come"):
		return IntentWhy
	case phrase(ts, i, "how", "long", "ago"), phrase(ts, i, "how", "recently"), phrase(ts, i, "how", "long", "since"):
		return IntentWhen
	}
	return IntentGeneral
}
