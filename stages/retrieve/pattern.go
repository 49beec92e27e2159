package retrieve

import (
	"hash/maphash"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// Notes that are made by the dozen from one pattern ("X charges Y 20 euros a
// month") fit a question alike and leave no room for the one that answers it.
const (
	patternShare = 0.6 // of common words from which two texts are of one pattern
	patternWords = 4   // what has fewer words has no pattern
	perPattern   = 2   // of one pattern come before all others of it
)

// pattern returns the words of a text without what differs from one of its kind
// to the next: names, numbers, dates. Unlike terms it has the small words, for
// they are what a pattern is made of.
func pattern(text string) set {
	var words set
	start, lower := -1, false
	end := func(i int) {
		if start >= 0 && lower {
			words = append(words, hashOf(text[start:i]))
		}
		start = -1
	}
	for i, r := range text {
		in := r >= 'a' && r <= 'z' || r == '\'' || r != ' ' && (unicode.IsLetter(r) || unicode.IsDigit(r))
		if !in {
			end(i)
		} else if start < 0 {
			start, lower = i, unicode.IsLower(r)
		}
	}
	end(len(text))
	if words = words.sorted(); len(words) < patternWords {
		return nil
	}
	return words
}

// forbids reports whether a node is a rule that says what not to do.
func forbids(n *memtide.Node) bool {
	return n.Kind == memtide.Instruction && language.Forbids(n.Content)
}

// patterns counts texts of a pattern.
type patterns struct {
	of   *memo // from a text to its pattern
	seen []seenPattern
}

type seenPattern struct {
	words   set
	forbids bool
	count   int
}

// full reports whether there are enough texts of a node's pattern, and counts
// it. A rule that forbids is not of the pattern of one that commands.
func (p *patterns) full(n *memtide.Node) bool {
	words := p.of.set(bounded(n.Content))
	if words == nil {
		return false
	}
	forbids := forbids(n)
	for i := range p.seen {
		if have := &p.seen[i]; have.forbids == forbids && words.overlap(have.words, patternShare) >= patternShare {
			have.count++
			return have.count > perPattern
		}
	}
	p.seen = append(p.seen, seenPattern{words, forbids, 1})
	return false
}

// memo remembers the sets of texts: the same rules come with every prompt, the
// same memories with those of a session. It is direct mapped and of bounded
// size, and nothing that is shown depends on it. It may be used by several
// goroutines; its sets must not be changed.
type memo struct {
	make  func(text string) set
	seed  maphash.Seed
	slots [512]atomic.Pointer[memorized]
}

type memorized struct {
	text string
	set  set
}

func newMemo(make func(text string) set) *memo { return &memo{make: make, seed: maphash.MakeSeed()} }

// longestMemo is the length, in bytes, above which a text is not remembered.
const longestMemo = 1 << 10

func (m *memo) set(text string) set {
	if len(text) > longestMemo {
		return m.make(text)
	}
	slot := &m.slots[maphash.String(m.seed, text)%uint64(len(m.slots))]
	if have := slot.Load(); have != nil && have.text == text {
		return have.set
	}
	made := &memorized{text, m.make(text)}
	slot.Store(made)
	return made.set
}

// set is a set of words, in the order of their hashes: dozens of texts are
// compared with each other while a prompt waits, and numbers compare fast.
type set []uint64

func setOf(words []string) set {
	s := make(set, len(words))
	for i, w := range words {
		s[i] = hashOf(w)
	}
	return s.sorted()
}

func (s set) sorted() set {
	slices.Sort(s)
	return slices.Compact(s)
}

// hashOf is FNV-1a of 64 bits.
func hashOf(word string) uint64 {
	h := uint64(14695981039346656037)
	for i := range len(word) {
		h = (h ^ uint64(word[i])) * 1099511628211
	}
	return h
}

// common counts what two sets have in common, 0 where that is less than least.
func (s set) common(o set, least int) (n int) {
	for i, j := 0, 0; i < len(s) && j < len(o); {
		switch {
		case s[i] == o[j]:
			n++
			i++
			j++
		case s[i] < o[j]:
			if i++; n+len(s)-i < least {
				return 0
			}
		default:
			if j++; n+len(o)-j < least {
				return 0
			}
		}
	}
	return n
}

// tells reports whether s has a word that a has and b has not.
func (s set) tells(a, b set) bool {
	return slices.ContainsFunc(s, func(w uint64) bool {
		_, in := slices.BinarySearch(a, w)
		if !in {
			return false
		}
		_, too := slices.BinarySearch(b, w)
		return !too
	})
}

// overlap returns the share of common words of two sets (Jaccard), 0 where that
// is less than least.
func (s set) overlap(o set, least float64) float64 {
	all := len(s) + len(o)
	n := s.common(o, int(least/(1+least)*float64(all)))
	return float64(n) / float64(max(all-n, 1))
}

// covered returns the share of the words of s that o has, 0 where that is less
// than least.
func (s set) covered(o set, least float64) float64 {
	return float64(s.common(o, int(least*float64(len(s))))) / float64(max(len(s), 1))
}

// worded are the terms of a memory that are no numbers, and those that are.
type worded struct{ words, numbers set }

// wording reads the terms of a line's memory once: a line is held against many.
func (l *line) wording() (words, numbers set) {
	if l.worded == nil {
		var said, counted []string
		for _, t := range language.Terms(bounded(l.node.Content)) {
			if isNumber(t) {
				counted = append(counted, t)
			} else {
				said = append(said, t)
			}
		}
		l.worded = &worded{setOf(said), setOf(counted)}
	}
	return l.worded.words, l.worded.numbers
}

// singled returns the terms by which a query tells one thing from others of its kind:
// numbers and names. By all of its terms BEAM lost half a point of R@5.
func singled(in event.MemoryAssembled) set {
	terms := slices.DeleteFunc(slices.Clone(language.Terms(in.Query.Text)), func(t string) bool { return !strings.ContainsFunc(t, unicode.IsDigit) })
	for _, n := range in.Class.Entities {
		terms = append(terms, language.Terms(n.Name)...)
	}
	return setOf(terms)
}

// apart reports whether of two lines that are alike one has a number or a name that the
// query names and the other has not. Of the line before only a later one is told apart by
// that: "is it on port 5544 still?" is answered by what gives another port since then.
func (l *line) apart(have *line, asked set) bool {
	return asked.tells(l.terms, have.terms) || asked.tells(have.terms, l.terms) && recounts(l, have)
}
