package language

import "strings"

// SaysWhere reports whether a sentence says where a thing is to be found, by a path or by a name: "the schema is in
// db/schema.sql", "the roadmap lives in Linear, not in github issues". Whoever looks for it needs that, but it is
// no rule that stands: nobody is told to do anything.
func SaysWhere(s string) bool { return newTokens(cutSentence(s)).saysWhere() }

func (r *reading) saysWhere() bool {
	from := r.begin
	if k := r.find(":", from+1, longestLead); k > 0 && !glued(r.ts, k, k+1) && has(rememberLeads, r.ts[k-1].text) {
		from = k + 1 // I keep forgetting: the schema is in db/schema.sql
	}
	if w := at(r.ts, from); has(determiners, w) && w != "this" && w != "that" && w != "these" && w != "those" && !numeral(w) {
		from++
	}
	v := from
	for ; v < len(r.ts) && v-from <= mostSettable && !has(lying, r.ts[v].text); v++ {
		w := r.ts[v].text
		if r.ts[v].mark && !(w == "-" && glued(r.ts, v-1, v+1)) || isSubject(w) || isPronoun(w) || has(modals, w) || has(quantifiers, w) || has(negating, w) || startsDigit(w) || isBase(w) && !has(nounlike, w) && v == from && v+1 < len(r.ts) && has(determiners, r.ts[v+1].text) {
			return false
		}
	}
	if v == from || v >= len(r.ts) || r.asked() || anyOf(r.ts[:v], troubles) || anyOf(r.ts[v+1:], troubles) {
		return false
	}
	if r.ts[v].cap || r.bearsName(from) && v == from+1 && !has(bePresent, r.ts[v].text) && r.ts[from].cap {
		return false // Anna lives in Delft
	}
	i := skip(r.ts, v+1, beforeVerb, placedAsIs)
	if !has(lyingAt, at(r.ts, i)) {
		return false
	}
	k := skip(r.ts, i+1, articles, holdsFiles)
	if w, next := at(r.ts, i), at(r.ts, i+1); w == "next" && next == "to" || w == "on" && next == "top" && at(r.ts, i+2) == "of" {
		k = skip(r.ts, k+1, articles)
		if w == "on" {
			k = skip(r.ts, i+3, articles)
		}
	}
	if k >= len(r.ts) || namesDay(r.ts[k].text) || monthNames.has(r.ts[k].text) || startsDigit(r.ts[k].text) {
		return false
	}
	return r.pathFrom(k) || has(lookedFor, at(r.ts, v-1)) && i == v+1 && r.closesSoon(k) || r.stands(from, v, k) || (!has(bePresent, r.ts[v].text) || i > v+1) && r.bearsName(k) && !r.anyOf(kinPlaces)
}

// stands reports whether a thing that ts[from:v] names is where things have their place in a house, at ts[k:]: the
// printer is on the second floor. What is on the screen, or on its way, has none.
func (r *reading) stands(from, v, k int) bool {
	if at(r.ts, r.begin) != "the" && !ownNoun(at(r.ts, r.begin)) || r.hasAny("now", "today", "tonight", "currently", "still", "again", "already") || r.anyOf(humans) || r.anyOf(breaks) {
		return false
	}
	for _, t := range r.ts[from:v] {
		if has(shown, t.text) || has(handheld, t.text) {
			return false
		}
	}
	end := k
	for end < len(r.ts) && !r.ts[end].mark && !has(prepositions, r.ts[end].text) {
		end++
	}
	for j := k; j < end; j++ {
		if has(inHouses, r.ts[j].text) {
			return r.closesSoon(k)
		}
	}
	return false
}

// closesSoon reports whether a sentence ends within the noun at ts[k:]: on the fridge.
func (r *reading) closesSoon(k int) bool {
	for n := k; n < len(r.ts); n++ {
		if r.ts[n].mark && !glued(r.ts, n-1, n+1) || has(otherwiseNow, r.ts[n].text) {
			return n > k
		}
		if isFinite(r.ts[n].text) && !has(nounlike, r.ts[n].text) || n-k > longestPair {
			return false
		}
	}
	return true
}

// longestLead is the number of tokens before the colon behind which something is told.
const longestLead = 5

// pathFrom reports whether a path or the name of a file begins at ts[i]: db/schema.sql, .env, config.toml.
func (r *reading) pathFrom(i int) bool {
	to := i + 1
	for to < len(r.ts) && glued(r.ts, to-1, to) {
		to++
	}
	word := strings.TrimRight(r.text[r.ts[i].start:r.ts[to-1].end], ".,;:")
	kind, _ := kindOf(word, "")
	return kind == MentionPath || strings.Count(word, "/") > 0 && len(word) > longestPair && lettered(r.ts[i].text)
}

// longestPair is the length in bytes up to which two words with a slash are no path: in/out, TCP/IP.
const longestPair = 6

var (
	lying   = set(`is are lives live sits sit lies lie stays resides reside hangs hang stands`)
	lyingAt = set(`in at under inside on next behind above below beside`)
	// inHouses are the places in a house where things are kept.
	inHouses = set(`floor basement cellar attic kitchen drawer shelf bookshelf cupboard closet wardrobe garage shed safe box rack lobby hallway corridor warehouse yard fridge glovebox locker cabinet pantry
		balcony bathroom bedroom porch loft hall desk`)
	handheld   = set(`file tab cursor laptop meeting party ticket task pr branch talk kid dog cat child baby food`)
	placedAsIs = set(`kept stored found located hosted tracked`)
	holdsFiles = set(`folder directory file dir bucket repo called named s3 branch`)
	// rememberLeads end what leads to a thing that somebody wants to have said.
	rememberLeads = set(`forgetting forget record reminder note remember fyi btw`)
	lookedFor     = set(`password passwords passcode passport passports manual manuals handbook docs documentation wiki contract contracts receipt receipts charger remote wallet certificate certificates deed will credentials spare spares`)
	kinPlaces     = set(`sister brother mother father wife husband son daughter parents`)
)
