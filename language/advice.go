package language

// AsksAdvice reports whether a text asks the listener for something new that suits
// the speaker: what to take, how to do it, whether to. What the speaker prefers is
// worth knowing then. A question after what has been said or done is none.
func AsksAdvice(text string) bool {
	text = askingPart(text)
	for _, sp := range sentencesOf(text) {
		r := newTokens(text[sp.Start:sp.End])
		if !r.looksBack() && r.wantsAdvice() {
			return true
		}
	}
	return false
}

// wantsAdvice reports whether a clause asks what the speaker should do ("how can
// I"), has the listener asked for help ("could you show"), or asks for advice by
// its name ("any tips").
func (r *reading) wantsAdvice() bool {
	for i := range r.ts {
		before := at(r.ts, i-1)
		switch w := r.ts[i].text; {
		case has(speakers, w):
			if has(advisable, before) || before == "do" && at(r.ts, i-2) == "how" {
				return true
			}
		case w == "you":
			if has(requests, before) || has(advising, at(r.ts, i+1)) {
				return true
			}
		case has(advice, w):
			if has(someOf, before) {
				return true
			}
		case has(advising, w) && i == r.begin:
			return true
		}
	}
	return false
}

// looksBack reports whether a clause asks to be told what the speaker has said or
// ought to know: "could you tell me when", "the order in which I brought it up", "a
// summary".
func (r *reading) looksBack() bool {
	for i := range r.ts {
		next := at(r.ts, i+1)
		switch w := r.ts[i].text; {
		case has(summarising, w):
			return true
		case w == "you" && (has(recalling, next) || at(r.ts, i-1) == "did"):
			return true
		case has(speakers, w) && isPast(next) && Frames(stems.term(next)):
			return true
		}
	}
	return false
}

// adviceWords are what a listener is asked for who knows better.
const adviceWords = `advice tip tips idea ideas suggestion suggestions recommendation recommendations`

var (
	speakers  = set(`i we`)
	advisable = set(`should can could might shall`)
	requests  = set(`can could would will`)
	advising  = set(`suggest recommend advise propose`)
	advice    = set(adviceWords)
	someOf    = set(`any some your`)
	recalling = set(`tell remind recall remember list share provide say know`)
)
