package ledger

import (
	"sync"

	"github.com/memtide/memtide/wordvec"
)

// nearWords remembers which words are near a word: to find them takes a
// millisecond.
type nearWords struct {
	mu   sync.Mutex
	have map[string][]wordvec.Neighbour
}

const (
	nearRemembered = 4096 // words
	nearMost       = 64   // neighbours of one
	nearLeast      = 0.4  // cosine
)

func (w *nearWords) of(table *wordvec.Table, stem string) []wordvec.Neighbour {
	w.mu.Lock()
	ns, known := w.have[stem]
	w.mu.Unlock()
	if known {
		return ns
	}
	if table.Has(stem) {
		ns = table.Nearest(stem, func(s string) bool { return s != stem }, nearMost, nearLeast)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.have == nil || len(w.have) >= nearRemembered {
		w.have = map[string][]wordvec.Neighbour{}
	}
	w.have[stem] = ns
	return ns
}
