package language

import "slices"

// wayOnly returns the cues of a sentence that says nothing but in which way something is to be
// written or said: English only please, imperial units please, stop replying in German, commit
// messages in German from now on. Whoever says so wants it from now on.
func (r *reading) wayOnly(c Cues) Cues {
	if c.Directs && (c.Standing || !r.has(standing)) || !r.saysWayOnly() {
		return c
	}
	c.Directs, c.Errand, c.Instruction = true, false, max(c.Instruction, 0.7)
	c.Standing = c.Standing || r.has(standing)
	return c
}

// saysWayOnly reports whether all words of a sentence name ways, what is written, and that it is
// wanted so. One way by itself may be what was asked for: German please.
func (r *reading) saysWayOnly() bool {
	if len(r.ts) > longestWayOnly || r.asked() || r.past >= 0 || r.anyOf(loudMarks) {
		return false
	}
	all := r.aspects()
	if len(all) == 0 {
		return false
	}
	for _, a := range all {
		if !has(ofStyle, a.respect) && a.respect != ofName {
			return false
		}
		for _, t := range a.of {
			if !has(written, t) && !has(pieces, t) {
				return false
			}
		}
	}
	if r.namesItself(all) {
		return true
	}
	styled := false // a word says of what it is a way
	for i := r.begin; i < len(r.ts); i++ {
		w := r.ts[i].text
		if _, n := wayAt(r.ts, i); n > 0 {
			i += n - 1
			continue
		}
		switch {
		case has(deictic, w) && w != "now", has(possessives, w) && w != "your":
			return false
		case r.ts[i].mark, has(mannerWords, w), has(mannerWords, stem(w)):
		case termOf(w) != "" && !has(written, stem(w)) && !has(pieces, stem(w)):
			return false
		}
		styled = styled || has(styleNouns, w) || has(written, stem(w)) || w == "only"
	}
	stops := stopLen(r.ts, r.begin)
	i := skip(r.ts, r.begin, orderAdverbs)
	_, way := wayAt(r.ts, i)
	switch verb := at(r.ts, i); {
	case stops > 0:
		return has(spokenTo, at(r.ts, r.begin+stops)) || has(replying, at(r.ts, r.begin+stops))
	case has(writingVerbs, verb), has(replying, verb), has(spokenTo, verb):
		return true
	case r.has(standing):
		return true
	case way == 0 && isBase(verb) && !has(written, stem(verb)) && !has(opensKind, verb):
		return false // switch to German
	}
	return styled && r.hasAny("please", "only")
}

// saysHowToTalk reports whether a sentence says nothing but in which way the listener is to speak to
// the speaker: English only please, just call me Jo.
func (r *reading) saysHowToTalk() bool {
	return r.saysWayOnly() && !slices.ContainsFunc(r.aspects(), func(a aspect) bool { return len(a.of) > 0 || !has(ofTalk, a.respect) })
}

// namesItself reports whether a sentence says by which name to call the speaker, and no more.
func (r *reading) namesItself(all []aspect) bool {
	i := skip(r.ts, r.begin, orderAdverbs)
	_, n := r.calledAt(i)
	return n > 0 && len(all) == 1 && !all[0].denied && len(r.specific(i+n, len(r.ts))) == 0
}

// longestWayOnly is how long a sentence is at most that says nothing but a way, in tokens.
const longestWayOnly = 16

var (
	// ofStyle are the respects in which all is written alike.
	ofStyle    = set(`language spelling units temperature currency quotes casing date indentation clock`)
	styleNouns = set(`english spelling spellings units system quotes dates format clock time`)
)
