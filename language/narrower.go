package language

import "slices"

// ofNarrower reports whether a value is given to a narrower thing than any of which an
// older statement speaks: the test batch size, where that speaks of the batch size; or to
// what only belongs to that, the standup room, where it speaks of the standup. Who names
// the old value says of what it is.
func (q valued) ofNarrower(p valued, older Statement) bool {
	if q.old != "" {
		return false
	}
	older.read()
	speaksOf := func(t string) bool {
		if !older.all[t] && older.of != nil {
			whole := Statement{older.of}
			whole.read()
			return whole.all[t] // what a clause is about may stand in another one
		}
		return older.all[t]
	}
	bears := func(t string) bool {
		return slices.ContainsFunc(p.about.get().things, func(terms []string) bool { return terms[len(terms)-1] == t })
	}
	return slices.ContainsFunc(q.about.get().things, func(terms []string) bool {
		head := terms[len(terms)-1]
		if head == q.unit {
			return false // what is counted
		}
		if !older.all[head] {
			return !q.about.get().verbless && !has(p.dimensions(), head) && !has(ofDoing, head) && slices.ContainsFunc(terms, bears)
		}
		k := len(terms) - 1
		for k > 0 && speaksOf(terms[k-1]) {
			k--
		}
		return k > 0 && tells(terms[k-1]) && !has(ofTheWhole, terms[k-1]) && older.modifiers()[terms[k]] == ""
	})
}

// ofOtherRange reports whether two values say up to or from which size on something is done,
// and not the same: gaps up to 3 h are filled, gaps up to 24 h are flagged.
func (q valued) ofOtherRange(p valued) bool {
	return len(q.ranges) > 0 && len(p.ranges) > 0 && !sharesTerm(q.ranges, p.ranges)
}

// ofOtherRange reports whether a value of a statement is [valued.ofOtherRange] of one of an
// older one.
func (s Statement) ofOtherRange(o Statement) bool {
	s.values()
	o.values()
	return slices.ContainsFunc(s.quantities, func(q valued) bool { return slices.ContainsFunc(o.quantities, q.ofOtherRange) })
}

// ranges returns the terms for what is done with things up to or from the size q on.
func (r *reading) ranges(q quantity, from, to int) []string {
	i := skipBack(r.ts, q.from, coinMarks) - 1
	switch w := at(r.ts, i); {
	case w == "to" && at(r.ts, i-1) == "up", w == "than" && (at(r.ts, i-1) == "more" || at(r.ts, i-1) == "less" || hasTail(at(r.ts, i-1), "er")):
		i--
	case !has(spanning, w):
		return nil
	}
	if i <= from || slices.ContainsFunc(r.ts[from:i], func(t token) bool { return isHelper(t.text) || isPlainlyFinite(t.text) && !plainNoun(t.text) }) {
		return nil
	}
	return r.specific(q.to, to)
}

var (
	coinMarks = set(`$ € £`)
	spanning  = set(`over under above below beyond exceeding within`)
)

// Narrower reports whether each value of a statement is given to a narrower thing than any of
// which another one speaks.
func (s Statement) Narrower(o Statement) bool {
	s.values()
	o.values()
	return len(o.quantities) > 0 && !slices.ContainsFunc(s.quantities, func(q valued) bool {
		return slices.ContainsFunc(o.quantities, func(p valued) bool { return !q.ofNarrower(p, o) })
	})
}

// dimensions are the nouns that say which value of a thing is meant, and name no other
// thing: the standup time is that of the standup.
func (q valued) dimensions() *wordSet {
	if q.dates() || q.hourOfOne() {
		return ofMoments
	}
	return ofAmounts
}

var (
	ofMoments = stemsOf(`time hour date day slot start end begin deadline appointment meeting call session event beginning schedule`)
	ofAmounts = stemsOf(`size count number limit length capacity total duration amount quota value maximum max minimum min threshold setting timeout interval rate
		period window level retention price cost fee bill budget version release width height depth weight speed share score balance age frequency pace
		ttl lifetime target goal record average time distance volume`)
	// ofDoing stand behind what somebody does, and name that.
	ofDoing = stemsOf(`practice practise training workout exercise routine habit walk run ride swim work use`)
	// ofTheWhole stand before a noun and say that all of it is meant.
	ofTheWhole = stemsOf(`default daily weekly monthly usual regular standard normal new actual real more team project company general main maximum minimum max min combined`)
)
