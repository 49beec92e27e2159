package remember

import (
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// readings are what one decision has read of memories: of a long half-turn
// dozens are held against the same ones, and each is read once, as far as it is
// asked for.
type readings struct {
	statements map[reading]language.Statement
	reversals  map[string]func(older string) bool
	corrective map[string]bool
	subjects   map[string]string
	denials    map[string]bool
	terms      map[string][]string
	topics     map[string][]string
}

type reading struct {
	text string
	at   time.Time
}

func newReadings() *readings {
	return &readings{statements: map[reading]language.Statement{}, reversals: map[string]func(string) bool{}, corrective: map[string]bool{},
		subjects: map[string]string{}, denials: map[string]bool{}, terms: map[string][]string{}, topics: map[string][]string{}}
}

// once returns what is known of a key, and finds it out where nothing is.
func once[K comparable, V any](known map[K]V, key K, find func() V) V {
	v, ok := known[key]
	if !ok {
		v = find()
		known[key] = v
	}
	return v
}

// of reads what a memory states.
func (r *readings) of(n *memtide.Node) language.Statement {
	return once(r.statements, reading{n.Content, n.CreatedAt}, func() language.Statement { return language.NewStatement(n.Content, n.CreatedAt) })
}

// reversal is [language.Reversal] of a text.
func (r *readings) reversal(text string) func(older string) bool {
	return once(r.reversals, text, func() func(string) bool { return language.Reversal(text) })
}

// corrects reports whether a memory is worded as a correction.
func (r *readings) corrects(n *memtide.Node) bool {
	return once(r.corrective, n.Content, func() bool { return language.CuesOf(n.Content).Correction })
}

// subject returns what a memory is about: the first thing that it names, else
// its first content word.
func (r *readings) subject(n *memtide.Node) string {
	return once(r.subjects, n.Content, func() string {
		if ns := language.Mentions(n.Content, nil); len(ns) > 0 {
			return language.Fold(ns[0].Name)
		}
		if ts := language.Terms(n.Content); len(ts) > 0 {
			return ts[0]
		}
		return ""
	})
}

// negated reports whether a memory denies something.
func (r *readings) negated(n *memtide.Node) bool {
	return once(r.denials, n.Content, func() bool { return r.of(n).Negated() })
}

// says is [says] of a memory and a phrase.
func (r *readings) says(n *memtide.Node, phrase string) bool {
	return holds(r.termsOf(n.Content), r.termsOf(phrase))
}

// termsOf is [language.Terms]. The list is not to be changed.
func (r *readings) termsOf(text string) []string {
	return once(r.terms, text, func() []string { return language.Terms(text) })
}

// affirmed returns the terms of a memory without those that affirm or deny.
func (r *readings) affirmed(n *memtide.Node) []string {
	return slices.DeleteFunc(slices.Clone(r.termsOf(n.Content)), func(t string) bool {
		return slices.Contains([]string{"never", "alway", "always", "not", "don't", "dont", "ever"}, t)
	})
}

// circle is what a new memory is held against.
type circle struct {
	read  *readings
	size  int
	by    judged
	count func() map[string]int // how many have a term
}

func newCircle(near []*memtide.Node, read *readings) *circle {
	return &circle{read: read, size: len(near), count: sync.OnceValue(func() map[string]int {
		count := map[string]int{}
		for _, n := range near {
			for _, t := range once(read.topics, n.Content, func() []string { return read.of(n).Topics() }) {
				count[t]++
			}
		}
		return count
	})}
}

// common reports whether a term is in so many of the memories that it tells none
// of them apart.
func (c *circle) common(term string) bool {
	n := c.count()[term]
	return n > commonFrom && n*10 > c.size*commonTenths
}
