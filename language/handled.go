package language

// handled reports whether the sentence says only what was just done, or is to be done
// next, with what is at hand, or what is wrong with it: I restarted the server, we need
// to fix this first, there is a typo in the title. What has a name, a value, a reason or
// a day is more than that.
func (r *reading) handled() bool {
	if r.wasHandled() {
		return true
	}
	if w := at(r.ts, r.begin); !isPronoun(w) && w != "there" && w != "there's" {
		return false // as of most
	}
	if len(r.specific(r.begin, len(r.ts))) > mostHandled || r.has(standing|constant|recurring|decision|condition|cause) || r.asked() || r.named() || r.tellsTime(0, len(r.ts)) || r.anyOf(reaching) {
		return false
	}
	i := r.begin
	if at(r.ts, i) == "there" && has(bePresent, at(r.ts, i+1)) || at(r.ts, i) == "there's" {
		return anyOf(r.ts[i+1:], oversights)
	}
	w := at(r.ts, i)
	switch w {
	case "i'll", "we'll":
		return r.handlesNext(skip(r.ts, i+1, beforeVerb))
	case "i'm", "we're":
		return has(nearlyDone, at(r.ts, skip(r.ts, i+1, beforeVerb, nearly)))
	case "i", "we", "i've", "we've":
	default:
		return false
	}
	k := skip(r.ts, i+1, beforeVerb, haveForms)
	switch v := at(r.ts, k); {
	case has(reworking, v):
		return true
	case has(handling, v):
		return r.atHandFrom(k + 1)
	case has(bePresent, v):
		return has(nearlyDone, at(r.ts, skip(r.ts, k+1, beforeVerb, nearly)))
	case v == "want" || v == "need" || has(haveForms, at(r.ts, k-1)):
		return (v == "to" || at(r.ts, k+1) == "to") && r.handlesNext(skip(r.ts, k, havingTo))
	case v == "should" || v == "can" || v == "could" || v == "must":
		return r.handlesNext(k + 1)
	}
	return false
}

// wasHandled reports whether the sentence says no more than that something at hand was done with: the tab was
// closed, the branch has been deleted.
func (r *reading) wasHandled() bool {
	v := r.begin + 2
	if at(r.ts, r.begin) != "the" || !has(wereSo, at(r.ts, v)) && !phrase(r.ts, v, "has", "been") && !phrase(r.ts, v, "have", "been") {
		return false
	}
	noun := r.ts[r.begin+1]
	if w := cutPlural(noun.text); noun.cap || !has(codeNouns, w) && !has(linesOfCode, w) && !has(shown, w) && !has(handheld, w) && !has(codeNouns, noun.text) {
		return false
	}
	for has(wereSo, at(r.ts, v)) || has(haveForms, at(r.ts, v)) || at(r.ts, v) == "been" {
		v++
	}
	return isPast(at(r.ts, v)) && (v+1 == len(r.ts) || v+2 == len(r.ts) && r.ts[v+1].mark)
}

// handlesNext reports whether what somebody wants, or has, to do, from its verb at ts[k]
// on, is done with what is at hand.
func (r *reading) handlesNext(k int) bool {
	return has(handlingNext, at(r.ts, k)) && r.atHandFrom(k+1)
}

// atHandFrom reports whether the words at ts[k:] name a part of the work at hand, or say
// no more than "it", or nothing.
func (r *reading) atHandFrom(k int) bool {
	if k >= len(r.ts) || r.ts[k].mark {
		return true
	}
	for ; k < len(r.ts); k++ {
		if w := r.ts[k].text; has(codeNouns, w) || has(linesOfCode, w) || has(shown, w) || has(oversights, w) || has(nearby, w) {
			return true
		}
	}
	return false
}

// named reports whether a name, a number, or something written as it stands is in the
// sentence.
func (r *reading) named() bool {
	for i, t := range r.ts {
		if t.cap && i > r.begin && t.text != "i" && !hasTail(cutContraction(t.text), "i") || startsDigit(t.text) || t.text == "`" || t.text == `"` || r.fileAt(i) {
			return true
		}
	}
	return false
}

// likesWhatIsHere reports whether the sentence says only that somebody likes what the talk
// has made clear: I like it.
func (r *reading) likesWhatIsHere() bool {
	k := skip(r.ts, r.begin+1, beforeVerb)
	if w := at(r.ts, k+1); at(r.ts, r.begin) != "i" || w != "it" && w != "this" && w != "that" && w != "them" {
		return false
	}
	k += 2
	return k == len(r.ts) || r.ts[k].mark && k+1 == len(r.ts) || at(r.ts, k) == "better"
}

// mostHandled is the number of terms of a sentence that says only such a thing.
const mostHandled = 3

var (
	// handling are pasts of what is done to what one works at.
	handling = set(`restarted rebooted reloaded refreshed reran ran rebuilt recompiled renamed deleted removed added copied pasted fixed reverted undid pulled pushed
		committed rebased stashed closed opened clicked pressed typed checked tried tested commented uncommented edited saved killed cleared
		reinstalled toggled scrolled zoomed redeployed reset moved discarded attached uploaded included shared quoted posted looked found got missed noticed broke hit`)
	// reworking are pasts of what is done to nothing else.
	reworking    = set(`rebooted reran rebuilt recompiled reverted rebased redeployed scrolled reloaded committed`)
	handlingNext = set(`see look check try fix go run rerun test read open find debug start figure restart rebuild commit push pull clean skip`)
	nearly       = set(`almost nearly about not`)
	nearlyDone   = set(`done finished ready stuck through there`)
	havingTo     = set(`want need to have has`)
	// reaching says that there is more to it: why, since when, how always.
	reaching = set(`because since instead permanently all every always never anymore until before after when whenever if unless for our my so and but how why what which who`)
	// nearby is what is at hand beside code.
	nearby = set(`above below it this that these them one ones server folder command import cache tab tabs window terminal console logs line lines comment comments
		docs result results version versions issue screen setting settings step steps problem container laptop editor device data soon restarting running`)
	// oversights is what is wrong with a text or a piece of code.
	oversights = set(`typo typos comma semicolon bracket brackets brace parenthesis quote whitespace error errors warning warnings mistake mistakes bug bugs conflict conflicts leak failing`)
)
