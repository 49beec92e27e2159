package language

// generalHead returns the number of tokens at ts[i:] that say that the order behind them holds
// in general: generally never use globals, in general don't log names. What is told so of
// what is done, and not ordered, is no rule: normally the build takes a minute.
func generalHead(ts []token, i int) int {
	n := 1
	switch w := at(ts, i); {
	case w == "generally":
		if at(ts, i+1) == "speaking" {
			n++
		}
	case w == "normally", w == "usually":
	case w == "in" && (at(ts, i+1) == "general" || at(ts, i+1) == "principle"):
		n++
	default:
		return 0
	}
	if at(ts, i+n) == "," {
		n++
	}
	switch w := at(ts, i+n); {
	case w == "never", w == "always", w == "don't", phrase(ts, i+n, "do", "not"):
		return n
	case at(ts, i) != "normally" && at(ts, i) != "usually" && has(mannerVerbs, w) && i+n+1 < len(ts) && !has(nounlike, w):
		return n
	}
	return 0
}

// saidInGeneral reports whether a sentence begins with an order behind such words.
func (r *reading) saidInGeneral() bool {
	for i := max(0, r.begin-3); i < r.begin; i++ {
		if n := generalHead(r.ts, i); n > 0 && i+n == r.begin {
			return true
		}
	}
	return false
}

// neverOther reports whether a clause names, without a verb, what is used and behind a
// "never" what is not: colour map viridis never jet; pnpm, never npm. What something never
// does is told of it: spiders never sleep.
func (r *reading) neverOther() bool {
	if r.asked() || r.past >= 0 {
		return false
	}
	return r.somewhere(r.begin+1, func(i int) bool {
		if r.ts[i].text != "never" {
			return false
		}
		to, from := i+1, i
		for to < len(r.ts) && !r.ts[to].mark && r.ts[to].text != "please" {
			to++
		}
		if at(r.ts, from-1) == "," {
			from--
		}
		last := from
		for from > r.begin && !r.ts[from-1].mark {
			from--
		}
		if n := to - i - 1; n < 1 || n > mostToolWords || last-from < 1 || last-from > longestStyle {
			return false
		}
		w, before := r.ts[i+1].text, r.ts[last-1].text
		if isPast(w) || has(perfects, w) || isThird(w) && !has(nounlike, w) && !isPlural(w) || isBase(w) && (to > i+2 || isPlural(before)) || has(atNoTime, w) || has(prepositions, before) || anyOf(r.ts[from:to], determiners) {
			return false
		}
		return !newTokens(r.text[r.ts[from].start:r.ts[to-1].end]).hasVerb(to - from)
	})
}

// atNoTime are words behind "never" that name nothing.
var atNoTime = set(`again mind ever before enough quite really too fully once more much been a an the so late there here`)
