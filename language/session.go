package language

// ofSession reports whether the sentence belongs to the session at hand alone: what was
// just done there, what is handed over or will be, which of the offered things is taken.
// The next session knows nothing of it.
func (r *reading) ofSession() bool {
	if r.has(standing|constant|wish) || r.asked() {
		return false
	}
	return r.atSource() || r.handsFile() || r.handsThis() || r.willHand() || r.versions() || r.ranCommand() || r.takesOffered() || r.seesError() || r.seemsBroken() || r.onlyWrong() || r.callsToTalk()
}

// atSource reports whether a sentence points at a line of a file: pump.go:42. The line
// moves with the next change.
func (r *reading) atSource() bool {
	return r.somewhere(0, func(i int) bool {
		return r.fileAt(i) && has(sources, at(r.ts, i+2)) && at(r.ts, i+3) == ":" && startsDigit(at(r.ts, i+4)) && glued(r.ts, i, i+4)
	})
}

// handsFile reports whether a sentence tells of a file that is handed over with it, and
// decides nothing: the plan in @pump.md is complete.
func (r *reading) handsFile() bool { return r.atFile() && !r.has(decision|preference|deontic) }

// handsThis reports whether a sentence says what lies beside it: attached is a picture,
// here's what I get.
func (r *reading) handsThis() bool {
	w, next := at(r.ts, r.begin), at(r.ts, r.begin+1)
	k := r.begin + 1
	switch {
	case w == "attached":
		return has(bePresent, next) || next == "and"
	case w == "here's":
	case w == "here" && has(bePresent, next):
		k++
	default:
		return false
	}
	if at(r.ts, k) == "what" && at(r.ts, k+1) == "i" {
		return true
	}
	return anyOf(r.ts[min(k, len(r.ts)):min(k+5, len(r.ts))], handedOver)
}

// willHand reports whether the speaker says what they will hand over, or tell the listener,
// next: I'll paste the log below, I'm going to tell you what it does.
func (r *reading) willHand() bool {
	i := r.begin
	switch w := at(r.ts, i); {
	case w == "i'll" || w == "i" && at(r.ts, i+1) == "will":
		i += 1
		if w == "i" {
			i++
		}
	case (w == "i'm" || w == "i" && at(r.ts, i+1) == "am") && r.find("to", i, 3) > 0 && (r.follows("going", "to") || r.follows("about", "to")):
		i = r.find("to", i, 3) + 1
	default:
		return false
	}
	i = skip(r.ts, i, beforeVerb)
	v, next := at(r.ts, i), at(r.ts, i+1)
	return has(pasting, v) || has(tellsNext, v) && next == "you"
}

// versions reports whether the speaker says what they have done in the version control
// with what they work at: I've staged all of the files, I pushed up.
func (r *reading) versions() bool {
	switch at(r.ts, r.begin) {
	case "i", "we", "i've", "we've":
	default:
		return false
	}
	k := skip(r.ts, r.begin+1, beforeVerb, haveForms)
	switch v, next := at(r.ts, k), at(r.ts, k+1); v {
	case "staged", "unstaged", "stashed", "unstashed", "rebased":
		return true
	case "pushed", "pulled":
		return k+1 == len(r.ts) || r.ts[k+1].mark || next == "up" || next == "it" || next == "everything" || next == "them"
	case "committed":
		return next != "to"
	}
	return false
}

// ranCommand reports whether the speaker says that they have just given a command: I ran
// `make pour` and it failed.
func (r *reading) ranCommand() bool {
	w := at(r.ts, r.begin)
	if w != "i" && w != "we" && w != "i've" || r.has(decision|cause) {
		return false
	}
	k := skip(r.ts, r.begin+1, beforeVerb, haveForms)
	if v := at(r.ts, k); v != "ran" && v != "run" && v != "tried" && v != "reran" {
		return false
	}
	k = skip(r.ts, k+1, determiners)
	if isGerund(at(r.ts, k)) {
		k++
	}
	return at(r.ts, k) == "`" || has(commands, at(r.ts, k))
}

// takesOffered reports whether somebody takes what the listener has offered, and names it
// by nothing else: let's go with option 2, I went with your suggestion.
func (r *reading) takesOffered() bool {
	if !r.has(decision) && !r.follows("go", "with") && !r.follows("go", "for") {
		return false
	}
	return r.somewhere(r.begin+1, func(i int) bool {
		w := r.ts[i].text
		before := at(r.ts, i-1)
		if has(offers, w) {
			return before == "your" || r.offerAt(i)
		}
		return startsDigit(w) && (before == "on" || before == "with") && (i+1 == len(r.ts) || r.ts[i+1].mark)
	})
}

// offerAt reports whether ts[i:] names what was offered by its number: option 2.
func (r *reading) offerAt(i int) bool {
	return has(offers, r.ts[i].text) && i+1 < len(r.ts) && (startsDigit(at(r.ts, i+1)) || len(at(r.ts, i+1)) == 1 && !r.ts[i+1].mark)
}

// seesError reports whether the speaker says what they see at the moment: I'm still seeing
// two rows, I'm getting this in the log.
func (r *reading) seesError() bool {
	i := r.begin
	if w := at(r.ts, i); w == "i" && at(r.ts, i+1) == "am" {
		i++
	} else if w != "i'm" {
		return false
	}
	i = skip(r.ts, i+1, beforeVerb, unchanged)
	return at(r.ts, i) == "seeing" && !r.has(correction|lately|cause) && at(r.ts, i+1) != "a" && !r.ts[min(i+1, len(r.ts)-1)].cap
}

// seemsBroken reports whether the speaker says that something seems to have failed: it looks
// like the last run hung.
func (r *reading) seemsBroken() bool {
	i := r.begin
	if at(r.ts, i) == "it" {
		i++
	}
	return has(seeming, at(r.ts, i)) && at(r.ts, i+1) == "like" && (r.anyOf(troubles) || r.hasAny("failed", "broke", "hung", "crashed"))
}

var (
	// sources are endings of files in which lines are counted.
	sources    = set(`go ts tsx js jsx mjs py rs java kt c h cc cpp cs rb php swift vue svelte sql sh md yml yaml json toml css scss html`)
	handedOver = set(`log logs output error errors trace session screenshot picture example diff snippet link console run result results transcript`)
	pasting    = set(`paste attach dump upload`)
	tellsNext  = set(`tell give show send ask share walk`)
	commands   = set(`npm npx pnpm yarn make go cargo docker git pytest python pip kubectl curl`)
	offers     = set(`option options approach proposal suggestion suggestions recommendation recommendations`)
	unchanged  = set(`no longer not also`)
)
