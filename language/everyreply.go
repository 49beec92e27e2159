package language

import "slices"

// ordersReplies reports whether a sentence orders what all that the speaker is answered is to be
// like: start each reply with a summary, keep all answers under 100 words, only suggest free
// software. What an API responds is none of that.
func (r *reading) ordersReplies() bool {
	i := skip(r.ts, r.begin, orderAdverbs)
	if at(r.ts, i-1) == "only" && has(suggesting, at(r.ts, i)) {
		return i+1 < r.wordsEnd() && r.ofNoCertain(i+1)
	}
	if at(r.ts, i-1) == "only" && (at(r.ts, i) == "give" || at(r.ts, i) == "show") && at(r.ts, i+1) == "me" {
		return r.ofNoCertain(i+2) && r.pluralLast(i+2)
	}
	verb := at(r.ts, i)
	if !has(openingReply, verb) && !has(shapingReply, verb) {
		return false
	}
	for k := i + 1; k < len(r.ts) && k <= i+longestStyle && !r.ts[k].mark; k++ {
		w := r.ts[k].text
		if w != "your" && !slices.Contains([]string{"all", "each", "every", "any"}, w) {
			continue
		}
		n := k + 1
		for n < k+3 && n < len(r.ts) && !r.ts[n].mark && !has(yourWords, r.ts[n].text) {
			n++
		}
		noun, next := at(r.ts, n), at(r.ts, n+1)
		if !has(yourWords, noun) || has(parts, stem(next)) || next == "of" || next == "from" || next == "by" || next == "to" && !has(boundingReply, verb) {
			return false
		}
		if w != "your" && !has(openingReply, verb) && (noun == "response" || noun == "responses" || next == "in") {
			return false // cache all responses
		}
		return n+1 < r.wordsEnd()
	}
	return false
}

// pluralLast reports whether nothing but a plural without a number stands at ts[i:]: vegetarian recipes.
func (r *reading) pluralLast(i int) bool {
	end := r.wordsEnd()
	for k := i; k < end; k++ {
		if w := r.ts[k].text; r.ts[k].mark && w != "-" || startsDigit(w) || isNumber(w) || has(quantifiers, w) || has(prepositions, w) {
			return false
		}
	}
	return end > i+1 && isPlural(r.ts[end-1].text)
}

// wantsAlways reports whether the speaker says how they want things whenever there are any: I want
// prices always in euros.
func (r *reading) wantsAlways() bool {
	i := r.begin
	if at(r.ts, i) == "i" && has(wanting, at(r.ts, i+1)) || at(r.ts, i) == "i'd" && at(r.ts, i+1) == "like" {
		i += 2
	} else {
		return false
	}
	k := r.find("always", i+1, longestStyle)
	return k > 0 && has(prepositions, at(r.ts, k+1)) && !r.asked() && at(r.ts, i) != "to" && !anyOf(r.ts[i:], deictic)
}

var (
	boundingReply = set(`limit cap restrict`)
	suggesting    = set(`suggest recommend propose offer`)
	// openingReply and shapingReply are verbs of how an answer begins or ends, and of how it is.
	openingReply = set(`start begin open introduce end close finish conclude`)
	shapingReply = set(`keep limit cap restrict write phrase format structure`)
)
