package language

import "slices"

// setBare returns how something is once a prompt has its way that names the thing and behind it another value, without
// a verb: "the logo is green now" of "the logo, actually green", "logo: green please" and "logo green from now on", "the
// queue limit is 60 now" of "queue limit to 60", "the api runs on port 8090 now" of "port 8090 for the api". It is empty
// for anything else.
func (r *reading) setBare(v int) string {
	if so := r.labelFor(v); so != "" {
		return so
	}
	from := v
	if has(setOfOne, at(r.ts, from)) {
		from++
	}
	for _, g := range r.givenIn() {
		if g.form != "" && g.form != ofColour || g.from <= from || !r.endsSetting(skip(r.ts, g.to, dimensions)) {
			continue
		}
		to, marked, leads := g.from, "", false
		for ; to > from && (has(beforeBare, r.ts[to-1].text) || r.ts[to-1].mark && has(bareMarks, r.ts[to-1].text)); to-- {
			if w := r.ts[to-1].text; r.ts[to-1].mark {
				marked = w
			} else {
				leads = leads || w == "to" || w == "actually" || w == "rather" || w == "better"
			}
		}
		if !r.namesSettable(from, to) || !leads && marked != ":" && !r.setFrom(skip(r.ts, g.to, dimensions)) {
			return ""
		}
		return "the " + r.text[r.ts[from].start:r.ts[to-1].end] + " is " + r.text[r.ts[g.from].start:r.ts[skip(r.ts, g.to, dimensions)-1].end] + " now"
	}
	return ""
}

// labelFor reads a setting that begins with what something gets, which has a number for its name: port 8090 for the api.
func (r *reading) labelFor(v int) string {
	link := labelLinks[at(r.ts, v)]
	if link == "" || !startsDigit(at(r.ts, v+1)) || at(r.ts, v+2) != "for" {
		return ""
	}
	from := v + 3
	if has(setOfOne, at(r.ts, from)) {
		from++
	}
	to := from
	for to < len(r.ts) && !r.endsSetting(to) {
		to++
	}
	if !r.namesSettable(from, to) {
		return ""
	}
	return "the " + r.text[r.ts[from].start:r.ts[to-1].end] + link + r.text[r.ts[v].start:r.ts[v+1].end] + " now"
}

// endsSetting reports whether the words that say what something is set to may end at ts[i].
func (r *reading) endsSetting(i int) bool {
	if i >= len(r.ts) {
		return true
	}
	w := r.ts[i].text
	return r.ts[i].mark && has(clauseMarks, w) && w != "?" && !glued(r.ts, i-1, i+1) || has(behindSet, w) || has(otherwiseNow, w) || w == "again" || w == "like" || phrase(r.ts, i, "from", "now", "on")
}

// setFrom reports whether the words at ts[i:] say that it is so from now on, or wanted.
func (r *reading) setFrom(i int) bool {
	w := at(r.ts, i)
	return has(otherwiseNow, w) || w == "please" || w == "again" || phrase(r.ts, i, "from", "now", "on")
}

// namesSettable reports whether ts[from:to] names one thing, and is no clause and no order.
func (r *reading) namesSettable(from, to int) bool {
	if from >= to || to-from > mostSettable || isBase(r.ts[from].text) && has(determiners, at(r.ts, from+1)) {
		return false
	}
	for i := from; i < to; i++ {
		switch w := r.ts[i].text; {
		case r.ts[i].mark:
			if w != "-" || !glued(r.ts, i-1, i+1) {
				return false
			}
		case i > from && (has(prepositions, w) && w != "to" && w != "by" || has(setOfOne, w) && has(prepositions, r.ts[i-1].text) || startsDigit(w)):
		case has(notSet, w), has(prepositions, w), startsDigit(w), !mayBeThing(w), isSubject(w), isPronoun(w), isHelper(w), has(corrects, w), has(interrogatives, w), has(determiners, w):
			return false
		}
	}
	return !has(prepositions, r.ts[to-1].text) && !slices.ContainsFunc(r.ts[from:to], func(t token) bool { return !t.mark && isFinite(t.text) && !plainNoun(t.text) && !isBase(t.text) })
}

const mostSettable = 7 // tokens that name what is set

var (
	setOfOne   = set(`the our my`)
	bareMarks  = set(`, : -`)
	beforeBare = set(`to actually rather better back please now down up`)
	labelLinks = map[string]string{"port": " runs on ", "room": " is in "}
)
