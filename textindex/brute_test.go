package textindex

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// words is the analyser of most tests: what is between spaces.
func words(s string) []string { return strings.Fields(s) }

func plain() Options { return Options{Analyse: words, Analyser: "words"} }

// num returns a test id that sorts like its number.
func num(n int) memtide.ID {
	return memtide.ID{14: byte(n >> 8), 15: byte(n)}
}

// bruteHit is what brute finds, in full precision; worth is the score weighed.
type bruteHit struct {
	id           memtide.ID
	score, worth float64
	terms, own   int
	ties         int // passages with that score
}

// brutePassage is a passage as the definition has it.
type brutePassage struct {
	id       memtide.ID
	own, ctx map[string]int
	length   float64
}

// brute scores every passage by the formula in the comment of Search, without
// an inverted index. It shares nothing with the index but cut, which has tests
// of its own.
func brute(docs map[memtide.ID]Doc, opts Options, query Query) []bruteHit {
	opts = opts.withDefaults()
	passages := brutePassages(docs, opts)
	if query.Own {
		for i := range passages {
			passages[i].ctx, passages[i].length = nil, 0
			for _, n := range passages[i].own {
				passages[i].length += float64(n)
			}
		}
	}
	var total float64
	df := map[string]int{}
	counted := 0
	for _, p := range passages {
		if again(docs, p.id) {
			continue
		}
		counted++
		total += p.length
		for t := range p.own {
			df[t]++
		}
	}
	weights := map[string]float64{}
	for _, t := range query.Terms {
		if t.Weight > 0 {
			weights[t.Term] += t.Weight
		}
	}
	average := total / float64(counted)
	if total == 0 {
		average = math.Inf(1) // all that counts is empty
	}
	if query.Fixed {
		average = FixedLength
	}
	best := map[memtide.ID]bruteHit{}
	for _, p := range passages {
		if query.Own && !opts.Own(docs[p.id].Attr) {
			continue
		}
		hit := bruteHit{id: p.id}
		echoed := query.Echo != 0 && said(docs, query.Echo) && docs[p.id].Near.has(lane(query.Echo))
		for t, w := range weights {
			around := p.ctx[t]
			if echoed {
				around = 0
			}
			tf := math.Min(float64(p.own[t]), 15) + opts.ContextWeight/2*math.Min(float64(around), 15)
			if tf == 0 {
				continue
			}
			n, f := float64(counted), float64(df[t])
			idf := math.Log(1 + (n-f+0.5)/(f+0.5))
			if query.Fixed {
				idf = 1
			}
			hit.terms++
			if p.own[t] > 0 {
				hit.own++
			}
			hit.score += w * idf * tf * (opts.K1 + 1) / (tf + opts.K1*(1-opts.B+opts.B*p.length/average))
		}
		was := best[p.id]
		switch {
		case hit.terms == 0:
		case alike(hit.score, was.score):
			was.ties++
			best[p.id] = was
		case hit.score > was.score:
			hit.ties = 1
			best[p.id] = hit
		}
	}
	out := make([]bruteHit, 0, len(best))
	for _, h := range best {
		h.worth = h.score
		if query.Weigh != nil {
			h.worth *= float64(min(query.Weigh(docs[h.id].Attr), 1))
		}
		if h.worth > 0 && h.worth >= float64(query.Least) {
			out = append(out, h)
		}
	}
	slices.SortFunc(out, func(a, b bruteHit) int {
		return cmp.Or(cmp.Compare(b.worth, a.worth), a.id.Compare(b.id))
	})
	return out
}

// again reports whether a document with a lower id says the same.
func again(docs map[memtide.ID]Doc, id memtide.ID) bool {
	same := docs[id].Same
	if same == 0 {
		return false
	}
	for other, d := range docs {
		if d.Same == same && other.Compare(id) < 0 {
			return true
		}
	}
	return false
}

// brutePassages lays the texts before, the text and the texts after in one row.
func brutePassages(docs map[memtide.ID]Doc, opts Options) []brutePassage {
	var out []brutePassage
	for id, d := range docs {
		var row []string
		for _, s := range slices.Backward(d.Before) {
			row = append(row, cut(s, opts.PassageWords)...)
		}
		first := len(row)
		row = append(row, cut(d.Text, opts.PassageWords)...)
		last := len(row)
		for _, s := range d.After {
			row = append(row, cut(s, opts.PassageWords)...)
		}
		alone := len(d.Before)+len(d.After) == 0 || opts.ContextWeight <= 0
		for i := first; i < last; i++ {
			p := brutePassage{id: id, own: map[string]int{}, ctx: map[string]int{}}
			for _, t := range opts.Analyse(row[i]) {
				p.own[t]++
				p.length++
			}
			for j := max(i-2, 0); j < min(i+3, len(row)) && !alone; j++ {
				halves := map[int]int{-2: 1, -1: 2, 1: 2, 2: 1}[j-i]
				if j == i-1 && i == first && d.Answers {
					halves = 4
				}
				for _, t := range opts.Analyse(row[j]) {
					p.ctx[t] += halves
					p.length += opts.ContextWeight / 2 * float64(halves)
				}
			}
			maps.DeleteFunc(p.ctx, func(_ string, n int) bool { return n == 0 })
			out = append(out, p)
		}
	}
	return out
}

// sameHits compares the index's hits with the first of what brute found. Two
// documents may change places only where their scores are equal within
// rounding.
func sameHits(t interface {
	Helper()
	Fatalf(string, ...any)
}, got []Hit, want []bruteHit, limit int) {
	t.Helper()
	if len(got) != min(limit, len(want)) {
		t.Fatalf("%d hits, want %d", len(got), min(limit, len(want)))
	}
	byID := map[memtide.ID]bruteHit{}
	for _, w := range want {
		byID[w.id] = w
	}
	for i, h := range got {
		w, ok := byID[h.ID]
		if !ok {
			t.Fatalf("hit %d: %s is no hit", i, h.ID)
		}
		if alike(float64(h.Score), w.score) && w.ties == 1 && (h.Terms != w.terms || h.Own != w.own) {
			t.Fatalf("hit %d: %d terms, %d own, want %d and %d", i, h.Terms, h.Own, w.terms, w.own)
		}
		if !alike(float64(h.Score), w.score) {
			t.Fatalf("hit %d: %s scores %v, want %v", i, h.ID, h.Score, w.score)
		}
		if !alike(float64(h.Worth), want[i].worth) {
			t.Fatalf("hit %d: worth %v, want the one of %s, %v", i, h.Worth, want[i].id, want[i].worth)
		}
		if i > 0 && (h.Worth > got[i-1].Worth || h.Worth == got[i-1].Worth && h.ID.Compare(got[i-1].ID) <= 0) {
			t.Fatalf("hits %d and %d are out of order: %v, %v", i-1, i, got[i-1], h)
		}
	}
}

func alike(a, b float64) bool { return math.Abs(a-b) <= 1e-5*math.Max(1, math.Abs(b)) }

func checked(t testing.TB, x *Index) {
	t.Helper()
	if err := x.Check(); err != nil {
		t.Fatalf("check: %v", err)
	}
}

// said reports whether a document has a number.
func said(docs map[memtide.ID]Doc, number uint32) bool {
	for _, d := range docs {
		if d.Same == number {
			return true
		}
	}
	return false
}
