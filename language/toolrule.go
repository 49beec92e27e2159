package language

import (
	"slices"
	"strings"
)

// toolPick is the one tool with which a rule wants something done.
type toolPick struct {
	tool    string   // as it is written, small
	rows    []int    // its kinds; nil of one that is not known
	purpose []string // the terms of what is done with it; nil is all that it is for
	kinds   []int    // the kinds of tools that the purpose names
}

// OtherToolFor reports whether two statements want the same done with two tools of one kind: use
// npm for installing packages, install packages with pnpm. Of which of both is meant nobody has
// said a word. What is used beside it, in some case or for more or less than that is no other one.
func (s Statement) OtherToolFor(older Statement) bool {
	n := s.pick.get(s.r.toolPick)
	if n.tool == "" {
		return false // as most, and the older one need not be read
	}
	o := older.pick.get(older.r.toolPick)
	if older.r.names(n.tool) {
		return false // the older one says what became of it: drizzle instead of prisma
	}
	return o.tool != "" && !n.sameAs(o) && sameSet(n.purpose, o.purpose) && n.ofKind(o)
}

// names reports whether a sentence has the words of a tool.
func (r *reading) names(tool string) bool {
	words := strings.Fields(tool)
	return len(words) > 0 && r.somewhere(r.begin, func(i int) bool { return phrase(r.ts, i, words...) })
}

// SameToolFor reports whether two statements want the same done with one tool, whatever else they
// say: use npm for installing packages, never yarn.
func (s Statement) SameToolFor(older Statement) bool {
	n, o := s.pick.get(s.r.toolPick), older.pick.get(older.r.toolPick)
	return n.tool != "" && n.tool == o.tool && sameSet(n.purpose, o.purpose)
}

// sameAs reports whether two tools are one, or one a part of the other: docker, docker compose.
func (p toolPick) sameAs(o toolPick) bool {
	head := func(tool string) string {
		if i := strings.IndexFunc(tool, notOfWord); i > 0 {
			return tool[:i]
		}
		return tool
	}
	return sameTool(p.tool, o.tool) || head(p.tool) == head(o.tool)
}

func notOfWord(c rune) bool { return c == ' ' || c == '-' || c == '.' || c == '_' }

// ofKind reports whether two tools are of one kind. One that is not known is of the kind that
// its purpose names.
func (p toolPick) ofKind(o toolPick) bool {
	if ofOtherWorld(p.tool, o.tool) {
		return false
	}
	mine, theirs := p.rows, o.rows
	if mine == nil {
		mine = p.kinds
	}
	if theirs == nil {
		theirs = o.kinds
	}
	return slices.ContainsFunc(mine, func(row int) bool { return slices.Contains(theirs, row) })
}

// toolPick reads the first clause of an order, or of what the speakers say that they use.
func (r *reading) toolPick() (p toolPick) {
	if len(r.ts) < 3 || len(r.ts) > longestUse || r.asked() || r.anyOf(inSomeCase) || r.anyOf(notAlone) || r.anyOf(troubles) {
		return p
	}
	from := r.begin
	if r.sinceAt(from) {
		for from < len(r.ts) && at(r.ts, from-1) != "on" {
			from++ // from now on
		}
	}
	if at(r.ts, from) == "," {
		from++
	}
	if w := at(r.ts, from); w == "we" {
		from++
	}
	i := skip(r.ts, from, orderAdverbs)
	end := i
	for end < len(r.ts) && !(r.ts[end].mark && !glued(r.ts, end-1, end+1)) && !has(mannerEnds, r.ts[end].text) && !r.sinceAt(end) && !has(pickEnds, r.ts[end].text) {
		end++
	}
	for k := from + 1; k < end && k < from+mostBeforeUses && ownNoun(at(r.ts, from)); k++ {
		if w := r.ts[k].text; w == "uses" || w == "use" {
			return r.pickAt(from, k, skip(r.ts, k+1, onlyThis), end, true) // the api uses redis for caching
		}
	}
	switch {
	case r.hasIn("don't", from, i), anyOf(r.ts[from:end], negatingWay), !isBase(at(r.ts, i)) && i == from:
		return p
	case has(pickingVerbs, at(r.ts, i)):
		k := skip(r.ts, i+1, onlyThis)
		return r.pickAt(i+1, k, k, end, true)
	}
	for k := i + 1; k < end; k++ {
		if has(pickedBy, r.ts[k].text) {
			if p = r.pickAt(i, k, k+1, end, false); p.tool != "" {
				return p
			}
		}
	}
	return toolPick{}
}

// pickAt reads a tool that is named at ts[i:end], and what it is for: the words in ts[from:to], and
// those behind it. loose takes a tool that is not known where a purpose of the trade is named.
func (r *reading) pickAt(from, to, i, end int, loose bool) (p toolPick) {
	k := i
	for k < end && !has(leadsToPurpose, r.ts[k].text) && !(k > i && has(prepositions, r.ts[k].text)) {
		k++
	}
	behind := min(k+1, end)
	if i >= k || k-i > 2*mostToolWords {
		return p
	}
	p.tool = strings.ToLower(r.text[r.ts[i].start:r.ts[k-1].end])
	p.rows = rowsOf(p.tool)
	for _, part := range [2][2]int{{from, to}, {behind, end}} {
		for j := part[0]; j < part[1]; j++ {
			w := cutPossessive(r.ts[j].text)
			if t := termOf(w); !r.ts[j].mark && t != "" && !has(aroundOrder, w) && !has(allOfIt, w) && !slices.Contains(p.purpose, t) {
				p.purpose = append(p.purpose, t)
			}
		}
		if part[0] < part[1] {
			p.kinds = append(p.kinds, kindsNamed(r.text[r.ts[part[0]].start:r.ts[part[1]-1].end])...)
		}
	}
	if p.rows == nil && !(loose && k == i+1 && len(p.kinds) > 0 && r.mayBeTool(i)) {
		return toolPick{}
	}
	return p
}

// mayBeTool reports whether a word can be the name of a tool, by its form: no determiner, no
// plural, no verb.
func (r *reading) mayBeTool(i int) bool {
	w := r.ts[i].text
	return !r.ts[i].mark && !StopWord(w) && !startsDigit(w) && !isPlural(w) && !isGerund(w) && !isPast(w) && !isBase(w)
}

// rowsOf returns the rows of the kinds of a tool by its whole name, nil where it is not known.
func rowsOf(name string) []int {
	q := newToolQuery(name)
	if len(q.words) == 0 {
		return nil
	}
	if n, rows := q.rowsAt(0, false); n == len(q.words) {
		return rows
	}
	return nil
}

// kindsNamed returns the rows of the kinds of tools, and of what such are used for, that a text
// names.
func kindsNamed(text string) (rows []int) {
	q := newToolQuery(text).read()
	for i := 0; i < len(q.words); i++ {
		found, n := q.kindsAt(i)
		for _, name := range found {
			rows = append(rows, name.row)
		}
		i += max(n-1, 0)
	}
	return rows
}

// mostBeforeUses is the length of what is said to use a tool, in tokens.
const mostBeforeUses = 5

var (
	pickingVerbs   = set(`use prefer choose pick`)
	pickedBy       = set(`with via through using by in on`)
	leadsToPurpose = set(`for to when in as on with everywhere`)
	onlyThis       = set(`only just the our plain`)
	pickEnds       = set(`instead over please unless or and not rather`)
	notAlone       = set(`also too or either both additionally besides alongside addition`)
	// allOfIt are words of what a tool is for that leave it as wide as it is.
	allOfIt = set(`all any everything every our my the new whole entire everywhere project projects repo repository`)
)
