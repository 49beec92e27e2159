package ledger

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
)

const (
	// writeWithin is how long a decision that changes nothing waits for a change set that
	// carries it. In an import the next one comes within a few milliseconds.
	writeWithin = 10 * time.Millisecond
	// writeAgain is the pause before the next try when LEDGER did not take it.
	writeAgain = time.Second
	// mostUnwritten is how many wait at most.
	mostUnwritten = 64
)

// unwritten are the decisions of a space that change nothing and do not stand in LEDGER
// yet. The next change set carries them, so that what is decided later is never there
// without them. Until then they are only here: who dies before has decided nothing after
// them in this space, and decides the same again (docs/decisions/0039). Who has the turn of
// the space adds and takes them. The zero value is ready.
type unwritten struct {
	mu   sync.Mutex
	sets []memtide.NoChange
}

// all returns what waits, in order.
func (u *unwritten) all() []memtide.NoChange {
	u.mu.Lock()
	defer u.mu.Unlock()
	return slices.Clone(u.sets)
}

// wait returns how many wait.
func (u *unwritten) wait() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.sets)
}

func (u *unwritten) find(id memtide.ChangeID) (n memtide.NoChange, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	i := slices.IndexFunc(u.sets, func(n memtide.NoChange) bool { return n.ID == id })
	if i < 0 {
		return n, false
	}
	return u.sets[i], true
}

func (u *unwritten) add(n memtide.NoChange) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.sets = append(u.sets, n)
}

// drop takes out what is written, and returns how many there were and how many wait.
func (u *unwritten) drop(written func(memtide.NoChange) bool) (had, left int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	had = len(u.sets)
	u.sets = slices.DeleteFunc(u.sets, written)
	return had, len(u.sets)
}

// putOff lets a decision that changes nothing wait for a change set that carries it, or
// until it is written by itself. It is false when enough wait. The space stays open
// meanwhile. The caller has the turn of the space.
func (s *space) putOff(n memtide.NoChange) bool {
	waits := s.unwritten.wait()
	if waits == mostUnwritten || waits == 0 && !s.l.keep(s) {
		return false
	}
	s.unwritten.add(n)
	if waits == 0 {
		time.AfterFunc(s.l.within, s.writeLate)
	}
	return true
}

// carried takes out of what waits what the graph has applied.
func (s *space) carried() error {
	var err error
	had, left := s.unwritten.drop(func(n memtide.NoChange) bool {
		_, known, kerr := s.graph.Applied(n.ID)
		err = errors.Join(err, kerr)
		return known
	})
	if had > 0 && left == 0 {
		s.l.let(s)
	}
	return err
}

// writeLate writes what nothing has carried.
func (s *space) writeLate() {
	if !s.l.late() {
		return // what waits is decided again at the next start
	}
	defer s.l.writing.Done()
	ctx, cancel := context.WithTimeout(context.Background(), writeAgain)
	defer cancel()
	err := errors.Join(s.l.bus.Quiet(ctx), s.writeNow(ctx)) // nobody waits for it, and somebody may for an answer
	if s.unwritten.wait() == 0 {
		return
	}
	s.l.log.Warn("decisions that change nothing are not written yet", slog.String("folder", s.dir), slog.Any("err", err))
	time.AfterFunc(writeAgain, s.writeLate)
}

// writeNow is writeOut for who has not the turn of the space.
func (s *space) writeNow(ctx context.Context) error {
	if s.unwritten.wait() == 0 {
		return nil
	}
	if err := s.turn.take(ctx); err != nil {
		return err
	}
	defer s.turn.Unlock()
	return s.writeOut(ctx)
}

// writeOut writes what waits: the last of them carries the others. The caller has the
// turn of the space.
func (s *space) writeOut(ctx context.Context) error {
	for {
		all := s.unwritten.all()
		if len(all) == 0 || !s.open.Load() || s.foreign != nil {
			return nil
		}
		last := all[len(all)-1]
		_, err := s.write(ctx, last.In(s.name), all[:len(all)-1])
		if !errors.Is(err, bus.ErrBehind) {
			return err
		}
		if err := s.lookAgain(ctx); err != nil {
			return err
		}
	}
}

// WriteOut lets LEDGER hold what was decided until now in every open space, unless it
// takes nothing: what it holds can be read and copied all the same.
func (l *Ledger) WriteOut(ctx context.Context) {
	l.mu.Lock()
	all := slices.Collect(maps.Keys(l.spaces))
	l.mu.Unlock()
	for _, name := range all {
		l.writeOut(ctx, name)
	}
}

// writeOut is WriteOut for one space.
func (l *Ledger) writeOut(ctx context.Context, name memtide.Space) {
	l.mu.Lock()
	s := l.spaces[name]
	l.mu.Unlock()
	if s == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, writeAgain)
	defer cancel()
	if err := s.writeNow(ctx); err != nil {
		l.log.Debug("decisions that change nothing are not written yet", slog.String("folder", s.dir), slog.Any("err", err))
	}
}

// keep keeps a space open until let, false when the ledger is being closed.
func (l *Ledger) keep(s *space) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ends {
		s.users++
	}
	return !l.ends
}

// let ends a use of a space.
func (l *Ledger) let(s *space) {
	l.mu.Lock()
	defer l.mu.Unlock()
	s.users--
	s.used = time.Now()
}

// late says that somebody begins to write, who then ends with writing.Done; false when
// the ledger is being closed.
func (l *Ledger) late() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ends {
		l.writing.Add(1)
	}
	return !l.ends
}
