package language

import (
	"slices"
	"strings"
)

// gap is a part of a sentence of which the first has the only verb, written out with it: "the
// standup moved to 9:30 and the retro to Thursday" says that the retro moved to Thursday.
type gap struct {
	Statement
	reverses func(older Statement) bool // as [Reversal] says
}

// UpdatesByPart reports whether a part of a statement, of which the first has the only
// verb, would update or reverse an older one if it stood alone.
func (s Statement) UpdatesByPart(older Statement, common func(term string) bool) bool {
	return slices.ContainsFunc(s.gaps(), func(g gap) bool {
		return g.reverses != nil && g.reverses(older) || Relate(g.Statement, older, common) == Updates
	})
}

// gaps returns the parts of a statement of which the first has the only verb.
func (s Statement) gaps() []gap {
	return s.parted.get(func() (parts []gap) {
		for _, text := range s.r.gapped() {
			parts = append(parts, gap{NewStatement(text, s.at), Reversal(text)})
		}
		return parts
	})
}

// gapped returns the parts of a sentence of which the first has the only verb.
func (r *reading) gapped() (texts []string) {
	v := r.begin
	for v < len(r.ts) && v-r.begin <= longestSubject && !r.verbHere(v) {
		v++
	}
	if v >= len(r.ts) || v == r.begin && !isPronoun(r.ts[v].text) || len(r.ts) > longestState {
		return nil
	}
	behind := skip(r.ts, v+1, beforeVerb, auxiliaries) // the verb and what stands with it
	end := r.partEnd(behind)
	for from := end; from < len(r.ts); {
		for from < len(r.ts) && (r.ts[from].text == "," || r.ts[from].text == "and") {
			from++
		}
		to := r.partEnd(from)
		text, ok := r.spelledOut(v, behind, end, from, to)
		if !ok {
			return texts
		}
		if len(texts) == 0 {
			texts = append(texts, r.text[r.ts[r.begin].start:r.ts[end-1].end])
		}
		texts, from = append(texts, text), to
	}
	return texts
}

// verbHere reports whether ts[v] is the verb of a sentence, a pronoun with its verb included.
func (r *reading) verbHere(v int) bool {
	w := r.ts[v].text
	return linkVerbs[w] != "" || isPlainlyFinite(w) || w == "i'm" || w == "we're" || v > r.begin && isSubject(r.ts[v-1].text) && isBase(w)
}

// partEnd returns where the part of a list that begins at ts[from] ends.
func (r *reading) partEnd(from int) int {
	for from < len(r.ts) && r.ts[from].text != "," && r.ts[from].text != "and" && r.ts[from].text != "." && r.ts[from].text != ";" {
		from++
	}
	return from
}

// spelledOut writes ts[from:to] out with the verb ts[v:behind] of the part before, which
// ends at end, and with its subject where it has none of its own.
func (r *reading) spelledOut(v, behind, end, from, to int) (string, bool) {
	if to-from < 2 || behind >= end {
		return "", false
	}
	pivot := -1
	for k := from; k < to; k++ {
		w := r.ts[k].text
		switch {
		case isPlainlyFinite(w), isPronoun(w), r.ts[k].mark && w != "-" && w != ":" && w != ".":
			return "", false
		case pivot >= 0:
		case has(prepositions, w) && r.hasIn(w, behind, end), startsDigit(w) && k > from, has(rhythmic, w):
			pivot = k
		}
	}
	if pivot < 0 {
		return "", false
	}
	words := func(i, j int) string { return r.text[r.ts[i].start:r.ts[j-1].end] }
	var text string
	switch ours := isPronoun(r.ts[r.begin].text); {
	case pivot == from, ours && !has(prepositions, r.ts[behind].text):
		text = words(r.begin, behind) + " " + words(from, to)
	case ours: // we're on Node 22 and Postgres 17
		text = words(r.begin, behind+1) + " " + words(from, to)
	default:
		text = words(from, pivot) + " " + words(v, behind) + " " + words(pivot, to)
	}
	if r.hasIn("now", behind, end) && !strings.HasSuffix(text, " now") {
		text += " now"
	}
	return text, true
}

// hasIn reports whether a word is among ts[i:j].
func (r *reading) hasIn(word string, i, j int) bool {
	return slices.ContainsFunc(r.ts[i:j], func(t token) bool { return t.text == word })
}
