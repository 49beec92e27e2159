package language

import (
	"slices"
	"strings"
)

// toolUse is what a statement says of tools of the trade: which, for what, and whether that
// is new.
type toolUse struct {
	tools   map[int]string // the one of each kind that is named, by the row of the kind
	words   []useWord      // what else the clause says
	changed bool           // it says that this is new
	whole   bool           // it says so of all there is
	keeps   bool           // it says nothing that could take a place: a trial, a plan, an addition
	more    bool           // it says something else beside
}

// useWord is a word, or the name of a kind of tools or of what such are used for.
type useWord struct {
	term  string
	rows  []tradeName
	light bool // it tells a purpose, where it is one, and no place
}

// SwapsTool reports whether a statement says that another tool of the same kind is used now
// for what an older one uses one for: "switched to zustand" after "we use redux for state".
// What is used in another place, beside it, on trial or by others takes nobody's place.
func (s Statement) SwapsTool(older Statement) bool {
	n := s.toolUse()
	if !n.swaps() {
		return false // as most, and the older one need not be read
	}
	o := older.toolUse()
	if o.keeps {
		return false
	}
	for row, tool := range n.tools {
		if was, ok := o.tools[row]; ok && !sameTool(was, tool) && !ofOtherWorld(was, tool) && n.inPlaceOf(o, row) {
			return true
		}
	}
	return false
}

// sameTool reports whether two names are those of one tool: postgres and postgresql, vue and
// vue.js.
func sameTool(a, b string) bool { return bareName(a) == bareName(b) }

func bareName(tool string) string {
	for _, end := range [...]string{"js", "ql", "db"} {
		if cut, ok := strings.CutSuffix(tool, end); ok && len(cut) > 2 {
			return strings.TrimRight(cut, ". ")
		}
	}
	return tool
}

// inPlaceOf reports whether a use of a tool of a kind is that of an older statement, or of
// all there is: of no place that the older one does not name, and for no other purpose.
func (u toolUse) inPlaceOf(o toolUse, row int) bool {
	about, purposes := o.of(row)
	mine, wants := u.of(row)
	for t := range mine {
		if !about[t] && !purposes[t] {
			return false // the api, where the older one speaks of the web app
		}
	}
	if u.whole || len(wants) == 0 || len(purposes) == 0 && len(about) == 0 {
		return true
	}
	for t := range wants {
		if purposes[t] {
			return true
		}
	}
	return false // newsletters, and not receipts
}

// of returns the terms of what a tool of a kind is used in, and of what for.
func (u toolUse) of(row int) (about, purposes map[string]bool) {
	about, purposes = map[string]bool{}, map[string]bool{}
	for _, w := range u.words {
		if slices.ContainsFunc(w.rows, func(n tradeName) bool { return n.row == row }) {
			purposes[w.term] = true
		} else if !w.light {
			about[w.term] = true
		}
	}
	return about, purposes
}

// toolUse reads what a statement says of tools, in its first clause that names one.
func (s Statement) toolUse() toolUse { return s.uses.get(func() toolUse { return readToolUse(s.r) }) }

func readToolUse(r *reading) toolUse {
	if len(r.ts) == 0 || len(r.ts) > longestUse || r.asked() {
		return toolUse{}
	}
	text := r.text[r.ts[0].start:]
	if i := r.backToTool(); i >= 0 {
		to := i + 1
		for to < len(r.ts) && !r.endsClause(to) {
			to++
		}
		text = "back " + r.text[r.ts[i+1].start:r.ts[to-1].end] // what is said behind it is why
	} else if r.anyOf(troubles) {
		return toolUse{}
	}
	q := newToolQuery(text)
	for _, sure := range []bool{true, false} { // go is a language where no other tool is named
		for i := range q.words {
			if n, rows := q.rowsAt(i, sure); n > 0 && !q.drops(i, n, rows, sure) {
				from, to := q.clause(i, n)
				return q.read().readUse(from, to, sure)
			}
		}
	}
	return toolUse{}
}

// drops reports whether the tool at a word is told to be dropped, and behind it another one of its kind is
// named, which is to be used: drop the gulp build, I'd rather have vite.
func (q toolQuery) drops(i, n int, rows []int, sure bool) bool {
	b := i - 1
	for b > 0 && has(determiners, q.words[b]) {
		b--
	}
	if b < 0 || !has(dropOrders, q.words[b]) {
		return false
	}
	for k := i + n; k < len(q.words); k++ {
		if _, other := q.rowsAt(k, sure); slices.ContainsFunc(other, func(row int) bool { return slices.Contains(rows, row) }) {
			return true
		}
	}
	return false
}

// longestUse is the length of a statement of which it is told what is used for what, in
// tokens.
const longestUse = 30

// rowsAt returns the number of words of the tool that is named at a word, and the rows of
// its kinds. sure leaves out those that are mostly other words.
func (q toolQuery) rowsAt(i int, sure bool) (int, []int) {
	if !has(toolStarts(), q.words[i]) {
		return 0, nil
	}
	for n := min(mostToolWords, len(q.words)-i); n > 0; n-- {
		name := strings.Join(q.words[i:i+n], " ")
		if rows := toolRows()[name]; len(rows) > 0 && (!sure || !has(otherWords, name)) {
			return n, rows
		}
	}
	return 0, nil
}

// clause returns the words around those at i of which nothing else is said: up to a comma,
// and up to what follows after, since or because.
func (q toolQuery) clause(i, n int) (from, to int) {
	for from = i; from > 0 && !endsClause(q.raw[from-1]); from-- {
	}
	for to = i + n; to < len(q.words) && !endsClause(q.raw[to-1]) && !has(becauseOf, q.words[to]); to++ {
	}
	return from, to
}

// readUse reads the clause of the words from one to another.
func (q toolQuery) readUse(from, to int, sure bool) toolUse {
	u := toolUse{tools: map[int]string{}}
	for k, w := range q.words {
		next, before := at2(q.words, k+1), at2(q.words, k-1)
		switch {
		case k >= from && k < to && has(keepsBoth, w) && (w != "too" || next == "" || endsClause(q.raw[k])):
			u.keeps = true // too expensive is another thing
		case has(swapWords, w) && !(w == "now" && has(beforeNow, before)), w == "place" && at2(q.words, k-2) == "took", w == "over" && has(takesOver, before), w == "these" && next == "days",
			w == "went" && has(goesTo, next) && (next == "over" || q.namesToolAt(k+2)), (w == "go" || w == "going") && next == "with" && (has(deciders, before) || before == "let"), w == "back" && (next == "to" || next == "on" && k == 0), w == "since", w == "left" && next == "for", w == "from" && next == "today":
			u.changed = true
		case w == "all" && before != "after" || w == "everything" || w == "whole" || w == "only" || w == "every":
			u.whole = true
		}
	}
	for k := range q.words {
		u.more = u.more || (k < from || k >= to) && !q.passing(k)
	}
	for k := from; k < to; k++ {
		if m, rows := q.rowsAt(k, sure); m > 0 {
			for _, row := range rows {
				u.tools[row] = strings.Join(q.words[k:k+m], " ")
			}
			k += m - 1
			continue
		}
		if found, m := q.kindsAt(k); m > 0 {
			u.words = append(u.words, useWord{strings.Join(q.terms[k:k+m], " "), found, m == 1 && q.passing(k)})
			k += m - 1
			continue
		}
		if !q.passing(k) {
			u.words = append(u.words, useWord{term: q.terms[k]})
		}
	}
	return u
}

// passing reports whether a word says nothing of what a tool is used for: small words, verbs,
// times, and words for all there is.
func (q toolQuery) passing(k int) bool {
	w := q.words[k]
	if next := at2(q.words, k+1); has(bePresent, next) || next == "run" || next == "go" || next == "live" {
		return isSubject(w) || has(saysNothing, w) // emails are queued
	}
	if w == "us" && (k == 0 || endsClause(q.raw[k-1])) {
		return false // us customers
	}
	if StopWord(w) || len(w) < 3 || has(swapWords, w) || has(saysNothing, w) || has(prepositions, w) || isSubject(w) || has(calendarWords, w) || has(periods, w) {
		return true
	}
	if b := at2(q.words, k-1); b == "for" || has(determiners, b) && at2(q.words, k-2) == "for" {
		return false // for the orders: no verb stands there
	}
	return knownVerbs().verb(w, true) != "" || isPast(w) || isFinite(w) || has(knownVerbs().all, w) && !has(knownVerbs().noun, w)
}

// namesToolAt reports whether a tool is named at a word, an article left out: with the mill
// somebody may go, and by that use nothing else.
func (q toolQuery) namesToolAt(k int) bool {
	if has(determiners, at2(q.words, k)) {
		k++
	}
	if k >= len(q.words) {
		return false
	}
	n, _ := q.rowsAt(k, false)
	return n > 0
}

// TellsBesideTool reports whether a statement says more than which tool is used, which
// stays so with another one: the wiki is a gitbook site, it lives in the harbour bucket.
func (s Statement) TellsBesideTool() bool { return s.toolUse().more }

// SaysSwap reports whether a statement says that another tool is used now.
func (s Statement) SaysSwap() bool { return s.toolUse().swaps() }

// Decides reports whether a statement tells what was decided: that holds on, though it was
// done once.
func (s Statement) Decides() bool { return s.cues().has(decision) }

func (u toolUse) swaps() bool { return len(u.tools) > 0 && (u.changed || u.whole) && !u.keeps }

// says reports whether it is said that a tool is used now, and not just that all of
// something has to do with one.
func (u toolUse) says() bool { return u.changed && u.swaps() }

// OtherTools returns the terms of the names of tools whose place those that a statement
// names may have taken, nil where it does not say that anything is new.
func (s Statement) OtherTools() []string {
	u := s.toolUse()
	if !u.swaps() {
		return nil
	}
	var out []string
	seen := map[string]bool{}
	for _, rows := range trade() {
		for _, row := range rows {
			if _, ok := u.tools[row.row]; !ok || row.used {
				continue
			}
			for tool := range strings.SplitSeq(row.tools, ", ") {
				if t := wordTerms(tool)[0]; !seen[t] {
					seen[t] = true
					out = append(out, t)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

var (
	swapWords   = set(`now switched moved migrated migration converted swapped replaced dropped instead swapping switching moving migrating nowadays ported porting rewrote rewritten rewrite reinstalled move`)
	dropOrders  = set(`drop ditch scrap dump kill remove`)
	takesOver   = set(`taken took moved`)
	goesTo      = set(`to with over`)
	becauseOf   = set(`because after since as but and until once`)
	saysNothing = set(`use uses using used let everything all whole team stuff company project scripts thing things plain simple much days week month sprint year last own instead
		place places end taken over set done`)
	keepsBoth = set(`want wants wanted wish wishes hope hopes hoping should could eventually also too added adding add may might could would will someday maybe planned plan plans roadmap tried try trying trial fun fallback
		backup second both besides additionally experiment experimenting never not don't doesn't isn't aren't no was were considering thinking looked evaluating
		some someone somebody parts partly half theirs install installed installing`)
)
