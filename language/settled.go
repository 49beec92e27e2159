package language

// choosesOf reports whether r tells that what o was undecided about has been chosen:
// "I'm thinking about Aarhus or Lund", and later "I went with Lund in the end".
func (r *reading) choosesOf(o *reading) bool {
	chosen := r.chosen()
	return len(chosen) > 0 && sharesTerm(o.objectOf(undecided), chosen)
}

// chosen returns the terms of what the speaker has decided for.
func (r *reading) chosen() []string {
	if r.asks() {
		return nil
	}
	return r.objectOf(choosing)
}

// objectOf returns the terms of what the speaker does one of some things with.
func (r *reading) objectOf(doing [][]string) []string {
	for i := range r.ts {
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
	deciders     = set(`i we i'm we're i've we've`)
	beforeChoice = set(`but finally eventually ultimately just still now also am are have been`)
	choosing     = phrasesOf(`went with, went for, going with, stayed with, ended up with, decided on, decided for, settled on, settled for, opted for, picked, chose`)
	undecided    = phrasesOf(`thinking about, thinking of, debating, leaning towards, leaning toward, looking at, looking into, torn between, deciding between,
		choosing between, considering, evaluating, comparing`)
)
