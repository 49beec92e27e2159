package main

import (
	"cmp"
	"errors"
	"slices"
	"unicode"

	"github.com/memtide/memtide/language"
)

// corpus is the texts as numbers of terms.
type corpus struct {
	terms  []string          // by number; 0 is the border between two units
	number map[string]uint32 // of each term
	tokens []uint32
	parts  []part
}

// part is where a source begins in tokens, and what a word of it counts.
type part struct {
	from   int
	halves uint32
}

func newCorpus() *corpus {
	return &corpus{terms: []string{""}, number: map[string]uint32{}}
}

func (c *corpus) begin(halves uint32) {
	c.parts = append(c.parts, part{len(c.tokens), halves})
}

func (c *corpus) add(unit string) {
	for _, term := range language.Stems(unit) {
		n, ok := c.number[term]
		if !ok {
			n = uint32(len(c.terms))
			c.number[term] = n
			c.terms = append(c.terms, term)
		}
		c.tokens = append(c.tokens, n)
	}
	c.tokens = append(c.tokens, 0)
}

// sections calls f with the tokens of each source and what a word counts.
func (c *corpus) sections(f func(tokens []uint32, halves uint32)) {
	for i, p := range c.parts {
		to := len(c.tokens)
		if i+1 < len(c.parts) {
			to = c.parts[i+1].from
		}
		f(c.tokens[p.from:to], p.halves)
	}
}

// vocabulary is the words that get a vector.
type vocabulary struct {
	stems       []string  // ascending
	probability []float32 // share of the weighted words of all texts
	row         []int32   // by number of a term; −1 for one without a vector
}

// vocabulary returns the terms that weigh most, times the number of sources
// that have them: a word that many use is worth more than the jargon of one.
// Only terms that occur MinCount times are taken, with a letter and nothing but
// letters, digits and apostrophes: an identifier is its parts.
func (c *corpus) vocabulary(opts Options) vocabulary {
	weight, count := make([]uint64, len(c.terms)), make([]int, len(c.terms))
	spread, seen := make([]uint64, len(c.terms)), make([]int, len(c.terms))
	var total uint64
	section := 0
	c.sections(func(tokens []uint32, halves uint32) {
		section++
		for _, n := range tokens {
			if n == 0 {
				continue
			}
			if seen[n] < section {
				seen[n] = section
				spread[n]++
			}
			weight[n] += uint64(halves)
			count[n]++
			total += uint64(halves)
		}
	})
	var chosen []uint32
	for n := 1; n < len(c.terms); n++ {
		if count[n] >= opts.MinCount && isWord(c.terms[n]) {
			chosen = append(chosen, uint32(n))
		}
	}
	byTerm := func(a, b uint32) int { return cmp.Compare(c.terms[a], c.terms[b]) }
	slices.SortFunc(chosen, func(a, b uint32) int {
		return cmp.Or(cmp.Compare(weight[b]*spread[b], weight[a]*spread[a]), byTerm(a, b))
	})
	chosen = chosen[:min(len(chosen), opts.Words)]
	slices.SortFunc(chosen, byTerm)
	v := vocabulary{row: make([]int32, len(c.terms))}
	for i := range v.row {
		v.row[i] = -1
	}
	for i, n := range chosen {
		v.row[n] = int32(i)
		v.stems = append(v.stems, c.terms[n])
		v.probability = append(v.probability, float32(float64(weight[n])/float64(total)))
	}
	return v
}

func isWord(term string) bool {
	letter := false
	for _, r := range term {
		switch {
		case unicode.IsLetter(r):
			letter = true
		case !unicode.IsDigit(r) && r != '\'':
			return false
		}
	}
	return letter && len([]rune(term)) > 1 && len(term) <= 40
}

// window is how far apart two words may stand to be a pair. near is what a
// pair counts by its distance, 1/distance in whole numbers: sums of them do not
// depend on the order.
const window = 10

var near = [window + 1]uint32{0, 360, 180, 120, 90, 72, 60, 51, 45, 40, 36}

var errTooMuchText = errors.New("count pairs: more text than the counts have room for; lower the weights")

// pairs counts how often two words stand near each other: the triangle below
// the diagonal, row by row, so that the pair of a and b with a ≥ b is at
// a(a+1)/2 + b. It takes four bytes a pair, 0.8 GB for 20,000 words.
func (c *corpus) pairs(v vocabulary) ([]uint32, error) {
	n := len(v.stems)
	counts := make([]uint32, n*(n+1)/2)
	full := false
	c.sections(func(tokens []uint32, halves uint32) {
		var last [window]int32 // rows of the words before, the nearest first
		clear := func() {
			for i := range last {
				last[i] = -1
			}
		}
		clear()
		for _, t := range tokens {
			if t == 0 {
				clear()
				continue
			}
			row := v.row[t]
			if row >= 0 {
				for i, other := range last {
					if other < 0 {
						continue
					}
					a, b := int(max(row, other)), int(min(row, other))
					at := &counts[a*(a+1)/2+b]
					*at += near[i+1] * halves
					full = full || *at < near[i+1]*halves
				}
			}
			copy(last[1:], last[:window-1])
			last[0] = row
		}
	})
	if full {
		return nil, errTooMuchText
	}
	return counts, nil
}
