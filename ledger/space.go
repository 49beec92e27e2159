package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
)

// space is one open memory: its graph and the indexes beside it.
type space struct {
	name  memtide.Space
	key   memtide.Space // by which the ledger knows it: another one for a view of the past
	dir   string
	past  bool   // a view of the past
	until uint64 // of LEDGER, of a view of the past
	l     *Ledger
	users int       // guarded by Ledger.mu
	used  time.Time // guarded by Ledger.mu

	closing bool     // guarded by Ledger.mu: somebody closes it, outside of that lock
	opening *opening // guarded by Ledger.mu: nil when nobody opens it

	released bool // guarded by Ledger.mu: mapped memory was given back since the last use

	turn       turn        // one decision at a time
	news       news        // of decisions
	unwritten  unwritten   // decisions that change nothing
	missed     atomic.Bool // vectors are missing: a job was dropped, or the embedder did not answer
	rebuilding sync.Mutex

	mu      sync.RWMutex // guards what follows against a swap; not their content
	open    atomic.Bool  // is changed under mu, and can be read without
	foreign error
	erased  *survivors
	graph   *graphdb.DB
	text    *textindex.Index
	saved   uint64   // the sequence at which text was read whole from its snapshot, or written to it; 0 for not
	vectors *indexed // nil: no embedder
	beside  *indexed // that is to take its place; nil: none
	proj    *projects
}

func (s *space) graphPath() string { return filepath.Join(s.dir, "graph.db") }

// newPath is where a graph is made that shall take the place of the one that serves.
func (s *space) newPath() string { return s.graphPath() + ".new" }

func (s *space) graphOptions() graphdb.Options {
	return graphdb.Options{Space: s.name, Incarnation: s.l.bus.Incarnation(), Fold: s.l.opts.Fold}
}

// newGraph returns an empty graph in a file beside the one that serves.
func (s *space) newGraph() (*graphdb.DB, error) {
	if err := os.Remove(s.newPath()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("remove left-over: %w", err)
	}
	db, err := graphdb.Open(s.newPath(), s.graphOptions())
	if err != nil {
		return nil, fmt.Errorf("open new graph: %w", err)
	}
	return db, nil
}

func (s *space) openGraph() error {
	opts := s.graphOptions()
	db, err := graphdb.Open(s.graphPath(), opts)
	if errors.Is(err, graphdb.ErrCorrupt) {
		// A projection: what it held stands in LEDGER. The damaged file is kept for a look.
		aside := fmt.Sprintf("%s.damaged-%s", s.graphPath(), time.Now().UTC().Format("20060102T150405"))
		s.l.log.Error("graph is damaged; moved aside and rebuilt from the ledger", slog.String("file", aside), slog.Any("err", err))
		if rerr := os.Rename(s.graphPath(), aside); rerr != nil {
			return errors.Join(err, rerr)
		}
		db, err = graphdb.Open(s.graphPath(), opts)
	}
	if err != nil {
		return fmt.Errorf("open graph: %w", err)
	}
	s.graph = db
	return nil
}

// catchUp applies the change sets that LEDGER holds beyond the graph. A graph
// of another LEDGER, or one that is ahead of it, is left as it is.
func (s *space) catchUp(ctx context.Context) error {
	s.foreign = nil
	have := s.graph.AppliedSeq()
	if own := s.graph.Incarnation(); own != "" && own != s.l.bus.Incarnation() {
		s.foreign = fmt.Errorf("%w: it was made from incarnation %s, the ledger is %s", ErrForeign, own, s.l.bus.Incarnation())
	}
	last, err := s.l.bus.Last(ctx, event.ChangeDecided{}, s.name)
	switch {
	case errors.Is(err, bus.ErrGone):
		last.Seq = 0
	case err != nil:
		return err
	}
	if last.Seq < have {
		s.foreign = errors.Join(s.foreign, fmt.Errorf("%w: it has applied sequence %d, the ledger ends at %d", ErrForeign, have, last.Seq))
	}
	if s.foreign != nil {
		s.l.log.Error("space can be read but not changed", slog.String("folder", s.dir), slog.Any("err", s.foreign))
		return nil
	}
	if last.Seq == have {
		return nil
	}
	return s.applying().stretch(ctx, bus.Replay{Space: s.name, From: have + 1, Until: last.Seq})
}

// applying is the way of LEDGER into the graph of the space. It stands back for nobody:
// the prompt that is in flight waits for what an opening applies.
func (s *space) applying() applying {
	return applying{bus: s.l.bus, left: s.erased, to: s.graph, bulk: new(bulk)}
}

// decided returns up to which half-turn all is decided.
func (s *space) decided() (uint64, error) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.graph.DecidedWith(s.unwritten.all())
}

// release gives the mapped memory of the graph back.
func (s *space) release() error {
	s.released = true
	s.mu.RLock()
	defer s.mu.RUnlock()
	if !s.open.Load() {
		return nil
	}
	return s.graph.Release()
}

func (s *space) close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closeHeld()
}

// closeHeld is close for who has the lock.
func (s *space) closeHeld() error {
	if !s.open.Load() {
		return nil
	}
	s.open.Store(false)
	var err error
	if s.foreign == nil {
		err = s.saveText()
	}
	return errors.Join(err, s.graph.Close())
}
