package language

import "slices"

// way is in which of the ways that exclude each other something is written: single
// quotes, and not double ones.
type way struct {
	thing string   // the stem of what is written
	of    string   // in which way
	where []string // the terms of where alone that is so
}

// wayOf returns the first way in which a statement says that something is written here, or
// is to be; nil for none. What is not to be says of no other way.
func (s Statement) wayOf() *way { return s.inWay.get(s.readWay) }

func (s *statement) readWay() *way {
	r := s.cues()
	if r.has(negation) || r.asked() {
		return nil
	}
	for i := range r.ts {
		of, thing, behind := at(r.ts, i+1), at(r.ts, i+2), i+3
		if has(indenting, of) {
			thing, behind = "indentation", i+2
		}
		if !has(writingVerbs, r.ts[i].text) || waysApart[of] == nil || !has(indenting, of) && !isPlural(thing) {
			continue
		}
		w := &way{thing: stem(thing), of: of}
		for k := behind; k < len(r.ts) && !r.ts[k].mark; k++ {
			if p := r.ts[k].text; p == "in" || p == "for" {
				w.where = r.specific(k+1, r.clauseEnd(k+1))
				break
			}
		}
		return w
	}
	return nil
}

// excludes reports whether two ways cannot both be the one in which something is written.
func (w *way) excludes(o *way) bool {
	return w.thing == o.thing && slices.Contains(waysApart[w.of], o.of) && (len(w.where) == 0 || len(o.where) == 0 || sharesTerm(w.where, o.where))
}

// clashesInWay is [Clash] of two statements about the way in which something is written.
func clashesInWay(newer, older Statement) Relation {
	n := newer.wayOf()
	if n == nil {
		return Unrelated
	}
	if o := older.wayOf(); o == nil || !n.excludes(o) {
		return Unrelated
	}
	if newer.cues().settled() {
		return Updates
	}
	return Denies
}

var (
	writingVerbs = set(`use using uses write writes writing prefer`)
	waysApart    = oppositesOf(`single double`, `double curly`, `relative absolute`, `british american`, `metric imperial`, `named positional`, `short long`, `hard soft`, `tabs spaces`)
	indenting    = set(`tabs spaces`)
)
