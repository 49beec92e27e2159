package language

import "strings"

// wordSet is a set of words. Most of what is asked for is in none: a look at the
// shape of a word says so without hashing it.
type wordSet struct {
	all    map[string]struct{}
	shapes [32]uint32 // of its words: by their first letter, bits by length and last letter
}

// shape returns the place and the bit of a word that is not empty.
func shape(w string) (place uint8, bit uint32) {
	return w[0] & 31, 1 << ((uint32(len(w)) + 11*uint32(w[len(w)-1])) & 31)
}

// set returns the words of texts.
func set(texts ...string) *wordSet {
	s := &wordSet{all: map[string]struct{}{}}
	for _, t := range texts {
		for _, w := range strings.Fields(t) {
			s.add(w)
		}
	}
	return s
}

func (s *wordSet) add(w string) {
	if w == "" {
		return
	}
	place, bit := shape(w)
	s.shapes[place] |= bit
	s.all[w] = struct{}{}
}

// has reports whether a set holds a word.
func has(s *wordSet, w string) bool {
	if w == "" {
		return false
	}
	if place, bit := shape(w); s.shapes[place]&bit == 0 {
		return false
	}
	_, ok := s.all[w]
	return ok
}

// union returns the words of several sets.
func union(sets ...*wordSet) *wordSet {
	all := set()
	for _, s := range sets {
		for w := range s.all {
			all.add(w)
		}
	}
	return all
}

// oneHas reports whether one of some sets holds a word.
func oneHas(sets []*wordSet, w string) bool {
	for _, s := range sets {
		if has(s, w) {
			return true
		}
	}
	return false
}

// snippets are parts of texts, of two bytes or more, by the byte that each begins with: that
// a text has none of many is told in one pass.
type snippets [256][]string

func snippetsOf(all ...string) *snippets {
	p := new(snippets)
	for _, w := range all {
		p[w[0]] = append(p[w[0]], w)
	}
	return p
}

// in reports whether a text has one of them.
func (p *snippets) in(s string) bool {
	for i := range max(0, len(s)-1) {
		for _, w := range p[s[i]] {
			if w[1] == s[i+1] && strings.HasPrefix(s[i:], w) {
				return true
			}
		}
	}
	return false
}

// table holds what is known of words. As with a set, most words are in none.
type table[V any] struct {
	words *wordSet
	known map[string]V
}

func newTable[V any](known map[string]V) table[V] {
	t := table[V]{words: set(), known: known}
	for w := range known {
		t.words.add(w)
	}
	return t
}

func (t table[V]) has(w string) bool { return has(t.words, w) }

// get returns what is known of a word.
func (t table[V]) get(w string) (v V, ok bool) {
	if w == "" {
		return v, false
	}
	if place, bit := shape(w); t.words.shapes[place]&bit == 0 {
		return v, false
	}
	v, ok = t.known[w]
	return v, ok
}
