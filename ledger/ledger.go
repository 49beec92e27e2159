package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// Errors of reading and deciding.
var (
	// ErrForeign says that the graph was made from another LEDGER than the one
	// on the bus, or is ahead of it: the log was lost or exchanged. The graph
	// is kept and can be read; nothing is decided until a person has looked.
	ErrForeign = errors.New("graph does not belong to this ledger")
	// ErrMismatch says that a rebuild came to another state than the one that stood.
	ErrMismatch = errors.New("rebuilt state differs from the one that stood")
)

// Options tune a ledger. The zero value of a field takes its default.
type Options struct {
	Logger   *slog.Logger                // nil discards
	Fold     func(string) string         // brings names into the form by which they are looked up; nil is lower case
	Embedder Embedder                    // no Dims: no vectors
	Words    *wordvec.Table              // stands in for words that a store does not have; nil for none
	Records  *vectorindex.Records        // remembers vectors; nil remembers none
	Engine   vectorindex.Engine          // finds vectors; default flat
	Ahead    *Ahead                      // what was read before; nil is nothing
	MaxOpen  int                         // spaces open at a time; default 64
	MaxIdle  time.Duration               // before a space is closed; default 30 min
	Intact   func(context.Context) error // looks whether every record of the logs can be read; nil: nobody can tell
}

// Ledger decides, and keeps the projections of all spaces. It is safe for
// concurrent use.
type Ledger struct {
	bus  *bus.Bus
	dir  string
	opts Options
	log  *slog.Logger

	mu     sync.Mutex
	spaces map[memtide.Space]*space
	past   map[memtide.Space]past // views of the past, by their names
	queue  chan embedJob
	// openings are those of spaces that are under way.
	openings sync.WaitGroup
	// embedding is how many of the jobs that were asked for have not been done.
	embedding atomic.Int64
	near      nearWords
	bustle    bustle
	within    time.Duration  // how long a decision that changes nothing waits for one that carries it
	ends      bool           // guarded by mu: it is being closed
	writing   sync.WaitGroup // of decisions that change nothing

	serving   atomic.Pointer[Embedder] // of spaces that are opened from now on
	migrating sync.Mutex

	cutMu  sync.Mutex // guards cutOff; a space that is locked may take it
	cutOff []string   // what the openings of spaces found of rebuilds that were cut off

	atClose func(memtide.Space)                  // of a test: called before a space is closed by itself
	atOpen  func(context.Context, memtide.Space) // of a test: called before a space is opened
}

// Open returns a ledger over the LEDGER stream of b that keeps its projections
// below dir. It returns [vectorindex.ErrEngine] for an engine that is not there.
func Open(b *bus.Bus, dir string, opts Options) (*Ledger, error) {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	if opts.MaxOpen == 0 {
		opts.MaxOpen = 64
	}
	if opts.MaxIdle == 0 {
		opts.MaxIdle = 30 * time.Minute
	}
	if _, err := vectorindex.New(opts.Engine, 1, vectorindex.Options{}); err != nil {
		return nil, fmt.Errorf("open ledger: %w", err)
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make folder of spaces: %w", err)
	}
	l := &Ledger{bus: b, dir: dir, opts: opts, log: opts.Logger,
		spaces: map[memtide.Space]*space{}, queue: make(chan embedJob, 1024), within: writeWithin}
	l.serving.Store(&opts.Embedder)
	l.removeEveryPast()
	return l, nil
}

// Close closes every open space. No call may be under way.
func (l *Ledger) Close() error {
	l.stopOpenings()
	l.mu.Lock()
	l.ends = true
	l.mu.Unlock()
	l.writing.Wait()
	l.mu.Lock()
	defer l.mu.Unlock()
	var errs []error
	for name, s := range l.spaces {
		errs = append(errs, s.close(), s.leave())
		delete(l.spaces, name)
	}
	return errors.Join(errs...)
}

// folder returns where the projections of a space lie.
func (l *Ledger) folder(name memtide.Space) string { return folderOf(l.dir, name) }

func folderOf(dir string, name memtide.Space) string { return filepath.Join(dir, name.Token()) }

// acquire returns the space, open and up to date, and a function that gives
// it back. Where ctx ends before the space is open, it goes on opening.
func (l *Ledger) acquire(ctx context.Context, name memtide.Space) (*space, func(), error) {
	if err := name.Validate(); err != nil {
		return nil, nil, err
	}
	l.mu.Lock()
	s := l.spaces[name]
	if s == nil {
		s = l.newSpace(name)
		l.spaces[name] = s
	}
	s.users++
	s.released = false
	var opens *opening
	if !s.open.Load() || s.closing {
		opens = l.begin(ctx, s)
	}
	l.mu.Unlock()
	release := func() { l.let(s) }
	if opens != nil {
		if err := opens.wait(ctx); err != nil {
			release()
			why := l.bus.Blame(err)
			if ctx.Err() != nil {
				why = bus.Delayed(why) // it goes on opening
			} else {
				why = bus.Shut(why)
			}
			return nil, nil, fmt.Errorf("open space %q: %w", name, why)
		}
	}
	l.shrink()
	return s, release, nil
}

// shrink closes the spaces that nobody uses, longest unused first, while too
// many are open, and reports whether it closed any. It runs at each use; before a
// space is opened, so that on a slow disk those that are being closed do not come on
// top of those that are open, and because who asked may have given up meanwhile; and
// at [Ledger.Idle], for who used many at once.
func (l *Ledger) shrink() bool {
	l.mu.Lock()
	var idle, goes []*space
	open := 0
	for _, s := range l.spaces {
		if s.closing {
			continue
		}
		if open++; s.users == 0 {
			idle = append(idle, s)
		}
	}
	slices.SortFunc(idle, func(a, b *space) int { return a.used.Compare(b.used) })
	for _, s := range idle[:max(0, min(len(idle), open-l.opts.MaxOpen))] {
		if s.beginClose() {
			goes = append(goes, s)
		}
	}
	l.mu.Unlock()
	l.endClose(goes)
	return len(goes) > 0
}

// Idle closes the spaces that have not been used for a long time or are too many,
// and lets those that have not been used for a short time give their mapped memory
// back. It reports whether any did.
func (l *Ledger) Idle(now time.Time) (released bool, err error) {
	l.mu.Lock()
	var errs []error
	var goes []*space
	for _, s := range l.spaces {
		switch quiet := now.Sub(s.used); {
		case s.users > 0 || s.closing:
		case s.past && quiet > pastKept, !s.past && quiet > l.opts.MaxIdle:
			if s.beginClose() {
				goes, released = append(goes, s), true
				delete(l.past, s.key)
			}
		case quiet > releaseAfter && !s.released:
			errs = append(errs, s.release())
			released = true
		}
	}
	l.mu.Unlock()
	l.endClose(goes)
	return l.shrink() || released, errors.Join(errs...)
}

// releaseAfter is how long a space lies still before it gives memory back.
const releaseAfter = 2 * time.Second

// beginClose takes a space that nobody uses for [Ledger.endClose], false when
// somebody has its lock. The ledger's lock is held.
func (s *space) beginClose() bool {
	s.closing = s.mu.TryLock()
	return s.closing
}

// endClose closes what beginClose has taken. A large index may have to be written
// for it, so the ledger's lock is not held: another space does not wait. Who asks
// for one of these meanwhile waits until it is opened anew.
func (l *Ledger) endClose(goes []*space) {
	for _, s := range goes {
		if l.atClose != nil {
			l.atClose(s.name)
		}
		err := errors.Join(s.closeHeld(), s.leave())
		s.mu.Unlock()
		if err != nil {
			l.log.Error("close space", slog.String("folder", s.dir), slog.Any("err", err))
		}
		l.closed(s)
	}
}

// closed takes a space that was closed out of the table, unless somebody uses it, or has
// opened it anew since its lock was given back.
func (l *Ledger) closed(s *space) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if s.closing = false; s.users == 0 && !s.open.Load() && l.spaces[s.key] == s {
		delete(l.spaces, s.key)
	}
}

// Spaces returns the names of all spaces that the logs speak of, sorted.
func (l *Ledger) Spaces(ctx context.Context) ([]memtide.Space, error) {
	all, err := l.bus.Spaces(ctx)
	slices.SortFunc(all, cmp.Compare[memtide.Space])
	return all, err
}
