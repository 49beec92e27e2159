package graphdb

import (
	"sync"

	"github.com/memtide/memtide"
)

// Bounds of what is kept decoded: some megabytes a store.
const (
	sharedNodes   = 4096
	restingNodes  = 512     // of them, while nobody asks
	sharedContent = 4 << 10 // bytes of the longest text
)

// shared keeps nodes as they were decoded last. A prompt reads a few dozen in
// several steps, and standing directives come with every prompt. A long half-turn is
// held against a thousand, which are much the same from one to the next.
//
// A node that is kept is what every snapshot shows since the one that it was read
// in: a transaction takes out what it changes before it is in effect, and what
// is read in an older snapshot is not put in from then on.
type shared struct {
	mu    sync.Mutex
	nodes map[memtide.ID]readIn
	from  int // the first transaction whose nodes may be put in
}

// readIn is a node with the transaction that left it as it is, or a later one.
type readIn struct {
	node *memtide.Node
	tx   int
}

// Shared is [Tx.Node] for who only reads: others may have the same node, and it
// must not be changed. It is valid as long as a copy is.
func (tx *Tx) Shared(id memtide.ID) (*memtide.Node, error) {
	at, known := tx.tx.ID(), &tx.db.shared
	if n := known.get(id, at); n != nil {
		return n, nil
	}
	n, err := tx.Node(id)
	if err == nil && !tx.tx.Writable() {
		known.put(n, at)
	}
	return n, err
}

// SharedBy is [Tx.Shared] of many, in their order, with nil for an id that names none.
// What is not kept is decoded by each, as [Tx.NodesBy] says.
func (tx *Tx) SharedBy(ids []memtide.ID, each func(n int, do func(i int))) ([]*memtide.Node, error) {
	at, known := tx.tx.ID(), &tx.db.shared
	out := make([]*memtide.Node, len(ids))
	var missing []memtide.ID
	var places []int
	for i, id := range ids {
		if out[i] = known.get(id, at); out[i] == nil {
			missing, places = append(missing, id), append(places, i)
		}
	}
	read, err := tx.NodesBy(missing, each)
	if err != nil {
		return nil, err
	}
	for k, n := range read {
		if out[places[k]] = n; n != nil && !tx.tx.Writable() {
			known.put(n, at)
		}
	}
	return out, nil
}

func (s *shared) get(id memtide.ID, at int) *memtide.Node {
	s.mu.Lock()
	defer s.mu.Unlock()
	if k, ok := s.nodes[id]; ok && k.tx <= at {
		return k.node
	}
	return nil
}

func (s *shared) put(n *memtide.Node, at int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if at >= s.from {
		s.add(n, at)
	}
}

// add is put for who holds mu.
func (s *shared) add(n *memtide.Node, at int) {
	if len(n.Content) > sharedContent {
		return
	}
	if s.nodes == nil {
		s.nodes = make(map[memtide.ID]readIn, sharedNodes)
	}
	if _, ok := s.nodes[n.ID]; !ok && len(s.nodes) == sharedNodes {
		for id := range s.nodes { // some other one
			delete(s.nodes, id)
			break
		}
	}
	s.nodes[n.ID] = readIn{n, at}
}

// note puts in what the last transaction has changed, once it is in effect: the memories
// that one decision makes the next one asks for.
func (s *shared) note(changed []*slot[memtide.Node]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range changed {
		if c.now != nil && c.now.Kind != memtide.Episode {
			s.add(c.now, s.from)
		}
	}
}

// forget takes out what a transaction is about to change.
func (s *shared) forget(at int, changed []*slot[memtide.Node]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.from = at
	for _, c := range changed {
		delete(s.nodes, c.id)
	}
}

// rest lets go of what only a long half-turn is held against.
func (s *shared) rest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id := range s.nodes {
		if len(s.nodes) <= restingNodes {
			return
		}
		delete(s.nodes, id)
	}
}

// clear forgets everything.
func (s *shared) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nodes = nil
}
