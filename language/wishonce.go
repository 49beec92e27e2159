package language

// WantsOnce reports whether a sentence says nothing but that its speaker wants or has to do
// something once, and on no day: I want to send a card, I need to buy milk later. When that is done
// nothing of it is left to know. beside says that something is asked or ordered in the same breath:
// then whatever else may be done in an hour is of that, and only what takes months is a plan.
func WantsOnce(s string, beside bool) bool {
	if len(s) > longestWant {
		return false
	}
	r := newReading(s)
	v := r.wantedVerb()
	if v < 0 || len(r.ts)-v < 2 || r.asked() || r.past >= 0 || r.has(standing|constant|recurring|condition|cause|comparison|negation) {
		return false
	}
	for k := r.begin; k < len(r.ts); k++ {
		w := r.ts[k].text
		if r.ts[k].cap && k > r.begin && w != "i" || startsDigit(w) || namesDay(w) || has(calendarWords, w) || has(periods, w) || has(datedBy, w) || k > v && has(lastingThings, w) || has(markedNames, w) {
			return false
		}
	}
	w := r.ts[v].text
	return has(errandVerbs, w) || beside && (isBase(w) || has(knownVerbs().all, w)) && !has(lastingVerbs, w)
}

// wantedVerb returns the index of the verb for what the speaker wants or has to do, with which the
// sentence begins; -1 for none.
func (r *reading) wantedVerb() int {
	first := at(r.ts, r.begin)
	if first != "i" && first != "i'd" {
		return -1
	}
	i := skip(r.ts, r.begin+1, beforeVerb)
	would := first == "i'd"
	if !would && at(r.ts, i) == "would" {
		would, i = true, skip(r.ts, i+1, beforeVerb)
	}
	switch w := at(r.ts, i); {
	case !would && (w == "wanna" || w == "gotta"):
		return i + 1
	case (would && w == "like" || !would && (w == "want" || w == "need" || w == "have")) && at(r.ts, i+1) == "to":
		return i + 2
	}
	return -1
}

// longestWant bounds what says only that, in bytes.
const longestWant = 90

var (
	errandVerbs = set(`buy send call print mail post order return fetch clean wash pay reply grab pick`)
	// lastingVerbs are what takes its time, and is a plan without a day, too.
	lastingVerbs = set(`be become learn move build start stop quit migrate rewrite replace lose gain save study finish publish marry retire travel visit live work run grow raise sell found open
		launch release ship support keep improve reduce avoid switch get have know understand make`)
	lastingThings = set(`house flat apartment car land boat farm home shop company dog cat van bike`)
	datedBy       = set(`today tomorrow tonight next this by on until before after`)
	markedNames   = set("` _ /")
)
