package remember

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// readings are what one decision has read of memories: of a long half-turn
// dozens are held against the same ones, and each is read once, as far as it is
// asked for. One goroutine may ask; others have their own, as [readings.also] makes it.
type readings struct {
	*shelf
	last [2]readOf // the two that were asked for last: two memories are held against each other
}

// readOf is a memory with what was read of it.
type readOf struct {
	*memtide.Node
	*reading
}

// shelf is where the readings of one decision are. Several goroutines may ask.
type shelf struct {
	mu   sync.Mutex
	of   map[*memtide.Node]*reading // that are not kept
	kept *kept                      // from one decision to the next; nil is nothing
}

// reading is what has been read of one memory: all of it follows from its text
// and from the time that it was written.
type reading struct {
	statement         lazy[language.Statement]
	reverses          lazy[func(older language.Statement) bool]
	corrects, negated lazy[bool]
	lifts             lazy[bool]
	ofLife, personal  lazy[bool]
	subject           lazy[string]
	terms, topics     lazy[[]string]
}

// lazy is found out when it is first asked for.
type lazy[T any] struct {
	once  sync.Once
	found atomic.Bool
	value T
}

// get returns what find finds out of a memory. It is told all that it needs, or it
// would be made anew for each of thousands of questions.
func (l *lazy[T]) get(r *readings, n *memtide.Node, find func(*readings, *memtide.Node) T) T {
	if !l.found.Load() {
		l.once.Do(func() {
			l.value = find(r, n)
			l.found.Store(true)
		})
	}
	return l.value
}

func newReadings(from *kept) *readings {
	from.use()
	return &readings{shelf: &shelf{of: map[*memtide.Node]*reading{}, kept: from}}
}

// also returns the same readings for another goroutine.
func (r *readings) also() *readings { return &readings{shelf: r.shelf} }

func (r *readings) reading(n *memtide.Node) *reading {
	switch n {
	case r.last[0].Node:
	case r.last[1].Node:
		r.last[0], r.last[1] = r.last[1], r.last[0]
	default:
		r.last[0], r.last[1] = readOf{n, r.shelf.reading(n)}, r.last[0]
	}
	return r.last[0].reading
}

func (s *shelf) reading(n *memtide.Node) *reading {
	if s.kept.takes(n) {
		return s.kept.reading(n)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.of[n]
	if m == nil {
		m = new(reading)
		s.of[n] = m
	}
	return m
}

// statement reads what a memory states.
func (r *readings) statement(n *memtide.Node) language.Statement {
	return r.reading(n).statement.get(r, n, func(_ *readings, n *memtide.Node) language.Statement {
		return language.NewStatement(n.Content, n.CreatedAt)
	})
}

// reversal is [language.Reversal] of a memory.
func (r *readings) reversal(n *memtide.Node) func(older language.Statement) bool {
	return r.reading(n).reverses.get(r, n, func(_ *readings, n *memtide.Node) func(language.Statement) bool { return language.Reversal(n.Content) })
}

// corrects reports whether a memory is worded as a correction.
func (r *readings) corrects(n *memtide.Node) bool {
	return r.reading(n).corrects.get(r, n, func(r *readings, n *memtide.Node) bool { return r.statement(n).Corrects() })
}

// subject returns what a memory is about: the first thing that it names, else
// its first content word.
func (r *readings) subject(n *memtide.Node) string {
	return r.reading(n).subject.get(r, n, func(r *readings, n *memtide.Node) string {
		if ns := language.Mentions(n.Content, nil); len(ns) > 0 {
			return language.Fold(ns[0].Name)
		}
		if ts := r.terms(n); len(ts) > 0 {
			return ts[0]
		}
		return ""
	})
}

// negated reports whether a memory denies something.
func (r *readings) negated(n *memtide.Node) bool {
	return r.reading(n).negated.get(r, n, func(r *readings, n *memtide.Node) bool { return r.statement(n).Negated() })
}

// lifted is [language.Lifts] of a memory.
func (r *readings) lifted(n *memtide.Node) bool {
	return r.reading(n).lifts.get(r, n, func(_ *readings, n *memtide.Node) bool { return language.Lifts(n.Content) })
}

// ofLife reports whether a memory tells of what belongs to nobody's code and to no project.
func (s *shelf) ofLife(n *memtide.Node) bool {
	return s.reading(n).ofLife.get(nil, n, func(_ *readings, n *memtide.Node) bool {
		return language.TellsOfLife(n.Content) && !language.CuesOf(n.Content).ProjectBound
	})
}

// personal reports whether a memory speaks of the user's person.
func (s *shelf) personal(n *memtide.Node) bool {
	return s.reading(n).personal.get(nil, n, func(_ *readings, n *memtide.Node) bool { return language.CuesOf(n.Content).Personal })
}

// says is [says] of a memory and a phrase.
func (r *readings) says(n *memtide.Node, phrase string) bool {
	return holds(r.terms(n), language.Terms(phrase))
}

// terms is [language.Terms] of a memory. The list is not to be changed.
func (r *readings) terms(n *memtide.Node) []string {
	return r.reading(n).terms.get(r, n, func(_ *readings, n *memtide.Node) []string { return language.Terms(n.Content) })
}

// topics is [language.Statement.Topics] of a memory.
func (r *readings) topics(n *memtide.Node) []string {
	return r.reading(n).topics.get(r, n, func(r *readings, n *memtide.Node) []string { return r.statement(n).Topics() })
}

// affirmed returns the terms of a memory without those that affirm or deny.
func (r *readings) affirmed(n *memtide.Node) []string {
	return slices.DeleteFunc(slices.Clone(r.terms(n)), func(t string) bool {
		return slices.Contains([]string{"never", "alway", "always", "not", "don't", "dont", "ever"}, t)
	})
}

// circle is what a new memory is held against.
type circle struct {
	read  *readings
	near  []*memtide.Node
	by    judged
	known map[string]int // how many have a term, of those that were asked for
	told  []memtide.ID   // what another one of them amends: it is spoken of once

	carrier memtide.ID // the new memory where it says what was done as the user wants it,
	wish    wish       // and what that is
}

func newCircle(near []*memtide.Node, read *readings) *circle {
	return &circle{read: read.also(), near: near, known: map[string]int{}}
}

// count returns how many of the memories have a term: of all terms a few are asked for.
func (c *circle) count(term string) int {
	n, known := c.known[term]
	if known {
		return n
	}
	for _, o := range c.near {
		if slices.Contains(c.read.topics(o), term) && !slices.Contains(c.told, o.ID) {
			n++
		}
	}
	c.known[term] = n
	return n
}

// common reports whether a term is in so many of the memories that it tells none
// of them apart.
func (c *circle) common(term string) bool {
	n := c.count(term)
	return n > commonFrom && n*10 > len(c.near)*commonTenths
}

// few reports whether hardly any of the memories have a term.
func (c *circle) few(term string) bool { return c.count(term) <= commonFrom }

// alone reports whether of the memories old is the only one of which something holds.
func (c *circle) alone(old *memtide.Node, is func(language.Statement) bool) bool {
	return !slices.ContainsFunc(c.near, func(o *memtide.Node) bool { return o.ID != old.ID && is(c.read.statement(o)) })
}

// kept are the readings of the memories that were compared last: what is said
// next is held against much the same ones. It holds two generations: what is asked
// for goes into the younger one, and when that is full the older one goes.
type kept struct {
	mu         sync.Mutex
	young, old map[textAt]*reading
	nodes      map[*memtide.Node]*reading // of the younger one, by the memories that were asked about
	bytes      int                        // of the texts of the younger one
	used       time.Time                  // last
}

// textAt is what a reading follows from.
type textAt struct {
	text string
	at   time.Time
}

// Of what is kept.
const (
	// keptBytes bounds a generation by its texts, in bytes: some 3,000 sentences. What
	// is read of a text takes forty times the room.
	keptBytes = 256 << 10
	// keptFor is how long it is kept while nobody asks for any.
	keptFor = time.Minute
	// keptNodes bounds the memories of a generation: several may have the same text.
	keptNodes = 4096
)

// use notes that a decision begins to ask.
func (k *kept) use() {
	if k != nil {
		now := time.Now()
		k.mu.Lock()
		defer k.mu.Unlock()
		k.used = now
	}
}

// takes reports whether the reading of a memory is kept.
func (k *kept) takes(n *memtide.Node) bool { return k != nil && len(n.Content) <= keptBytes/16 }

// reading returns the reading of a memory that it takes, a new one where none is kept.
func (k *kept) reading(n *memtide.Node) *reading {
	k.mu.Lock()
	defer k.mu.Unlock()
	if r := k.nodes[n]; r != nil {
		return r // the text need not be looked at
	}
	key := textAt{n.Content, n.CreatedAt}
	r := k.young[key]
	if r == nil {
		if r = k.old[key]; r == nil {
			r = new(reading)
		}
		if k.young == nil || k.bytes+len(key.text) > keptBytes {
			k.young, k.old, k.nodes, k.bytes = map[textAt]*reading{}, k.young, nil, 0
		}
		k.young[key] = r
		k.bytes += len(key.text)
	}
	if k.nodes == nil || len(k.nodes) == keptNodes {
		k.nodes = map[*memtide.Node]*reading{}
	}
	k.nodes[n] = r
	return r
}

// rest lets go of all when nobody has asked for a while, and reports whether there
// was any.
func (k *kept) rest(now time.Time) bool {
	k.mu.Lock()
	idle := len(k.young) > 0 && now.Sub(k.used) > keptFor
	k.mu.Unlock()
	if idle {
		k.drop()
	}
	return idle
}

// drop lets go of all.
func (k *kept) drop() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.young, k.old, k.nodes, k.bytes = nil, nil, nil, 0
}
