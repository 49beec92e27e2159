package language

// choosesOf reports whether r tells that what o was undecided about has been chosen:
// "I'm thinking about Aarhus or Lund", and later "I went with Lund in the end".
func (r *reading) choosesOf(o *reading) bool {
	chosen := r.chosen()
	return len(chosen) > 0 && (sharesTerm(o.objectOf(undecided), chosen) || sharesTerm(o.leftOpen(), chosen))
}

// leftOpen returns the terms of two things of which a sentence says that it is not decided
// which: whether we take oak or ash is still open.
func (r *reading) leftOpen() []string {
	if !r.somewhere(0, func(i int) bool { return phraseLen(r.ts, i, openYet) > 0 }) {
		return nil
	}
	k := r.find("or", r.begin+1, len(r.ts))
	if k < 0 {
		return nil
	}
	return append(r.specific(max(r.begin, k-2), k), r.specific(k+1, min(k+3, len(r.ts)))...)
}

// chosen returns the terms of what the speaker has decided for.
func (r *reading) chosen() []string {
	if r.asks() {
		return nil
	}
	return r.objectOf(choosing)
}

// objectOf returns the terms of what the speaker does one of some things with.
func (r *reading) objectOf(doing phrases) []string {
	for i := range r.ts {
		if i == r.begin || r.ts[max(0, i-1)].text == ":" { // auth: going with Ory
			if n := phraseLen(r.ts, i, doing); n > 0 {
				return r.specific(i+n, r.clauseEnd(i+n))
			}
		}
		if !has(deciders, at(r.ts, i)) {
			continue
		}
		for _, k := range []int{i + 1, r.clauseEnd(i) + 1} { // "I'm with Aarhus now but thinking about Lund"
			k = skip(r.ts, k, beforeChoice)
			if n := phraseLen(r.ts, k, doing); n > 0 {
				return r.specific(k+n, r.clauseEnd(k+n))
			}
		}
	}
	return nil
}

var (
	deciders     = set(`i we i'm we're i've we've let's we'll i'll`)
	beforeChoice = set(`just simply but finally eventually ultimately just still now also am are have been`)
	choosing     = phrasesOf(`went with, went for, going with, go with, go for, stayed with, ended up with, decided on, decided for, settled on, settled for, opted for, picked, chose`)
	openYet      = phrasesOf(`undecided, not decided, not yet decided, haven't decided, isn't decided, not settled, still open, an open question, up in the air, tbd, no decision`)
	undecided    = phrasesOf(`thinking about, thinking of, debating, leaning towards, leaning toward, looking at, looking into, torn between, deciding between,
		choosing between, considering, evaluating, comparing`)
)
