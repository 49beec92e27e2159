package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/shred"
	"github.com/memtide/memtide/wholefile"
)

// ErrPast says that a space is a view of the past: it can be read, and nothing
// is decided in it.
var ErrPast = errors.New("a view of the past cannot be changed")

// pastFolder holds the projections of views of the past, below that of the space.
const pastFolder = "as-of"

// pastKept is how long a view of the past is kept that nobody looks at.
const pastKept = time.Hour

// past says what a view of the past is of: which space, up to which sequence of
// LEDGER.
type past struct {
	of    memtide.Space
	until uint64
}

// Past is a view of a space as it was.
type Past struct {
	Space memtide.Space `json:"space"` // by this name it can be read
	Seq   uint64        `json:"seq"`   // of the last decision that counts, 0 for none
	At    time.Time     `json:"at"`    // the moment that was asked for, or that of the decision
}

// AsOf makes a view of a space as it was when the decision with a sequence of
// LEDGER was the last: another projection of the log, by the same code, beside
// the live one. It can be read under its name like any space, and is kept for an
// hour after its last use. What has been erased since is not in it.
func (l *Ledger) AsOf(ctx context.Context, name memtide.Space, seq uint64) (Past, error) {
	if err := name.Validate(); err != nil {
		return Past{}, err
	}
	view := memtide.Space(fmt.Sprintf("as-of:%s:%d", name.Token(), seq))
	l.mu.Lock()
	if l.past == nil {
		l.past = map[memtide.Space]past{}
	}
	l.past[view] = past{name, seq}
	l.mu.Unlock()
	_, release, err := l.acquire(ctx, view)
	if err != nil {
		return Past{}, err
	}
	release()
	return Past{Space: view, Seq: seq}, nil
}

// AsOfTime is AsOf for a moment: what was decided until then, by the clock of
// whoever stored it, counts. The zero moment is now: then all counts, also what was
// stored by a clock that was ahead.
func (l *Ledger) AsOfTime(ctx context.Context, name memtide.Space, at time.Time) (Past, error) {
	until := at
	if at.IsZero() {
		at, until = time.Now().UTC(), endOfTime
	}
	seq, err := l.seqAt(ctx, name, until)
	if err != nil {
		return Past{}, err
	}
	p, err := l.AsOf(ctx, name, seq)
	p.At = at
	return p, err
}

// AsOfChange is AsOf for just after the change whose id begins with the prefix; At is the
// time of that. One that changes nothing may stand in the message of a later one
// (docs/decisions/0039), which had changed nothing yet.
func (l *Ledger) AsOfChange(ctx context.Context, name memtide.Space, prefix string) (Past, error) {
	c, err := l.Change(ctx, name, prefix)
	if err != nil {
		return Past{}, err
	}
	if len(c.Ops) == 0 {
		c.Seq--
	}
	p, err := l.AsOf(ctx, name, c.Seq)
	p.At = c.At
	return p, err
}

// endOfTime is later than whatever a clock says.
var endOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// seqAt returns the sequence of the last decision of a space that was stored at
// or before a moment, 0 when there is none. Messages stand in the order of time.
func (l *Ledger) seqAt(ctx context.Context, name memtide.Space, at time.Time) (uint64, error) {
	st, err := l.bus.State(ctx, bus.StreamLedger)
	if err != nil {
		return 0, err
	}
	// In low and below all is old enough, in high and above nothing.
	low, high, found := uint64(0), st.Last+1, uint64(0)
	for low+1 < high {
		mid := low + (high-low)/2
		m, err := l.bus.After(ctx, event.ChangeDecided{}, name, mid)
		switch {
		case errors.Is(err, bus.ErrGone) || err == nil && m.Time.After(at):
			high = mid
		case err != nil:
			return 0, err
		default:
			low, found = m.Seq, m.Seq
		}
	}
	left, err := l.survivorsOf(ctx, name)
	if err != nil {
		return 0, err
	}
	for _, seq := range left.seqs { // deleted messages, in order; the server does not know their time any more
		if seq > found && !left.at[seq].Stored.After(at) {
			found = seq
		}
	}
	return found, nil
}

// pastOf returns the space that a name means and the last sequence that counts,
// 0 for all.
func (l *Ledger) pastOf(name memtide.Space) (memtide.Space, uint64, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if p, ok := l.past[name]; ok {
		return p.of, p.until, true
	}
	return name, 0, false
}

// newSpace makes the space with a name; the caller holds Ledger.mu.
func (l *Ledger) newSpace(name memtide.Space) *space {
	s := &space{name: name, key: name, dir: l.folder(name), l: l, turn: newTurn()}
	if p, ok := l.past[name]; ok {
		s.name, s.past = p.of, true
		s.until = p.until
		s.dir = filepath.Join(l.folder(p.of), pastFolder, fmt.Sprint(p.until))
	}
	return s
}

// openPast makes the projections of a view of the past.
func (s *space) openPast(ctx context.Context) (err error) {
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("remove left-over: %w", err)
	}
	if s.erased, err = readErasures(ctx, s.l.bus, s.name); err != nil {
		return err
	}
	if err := s.openGraph(); err != nil {
		return err
	}
	if s.until > 0 {
		err = s.applying().stretch(ctx, bus.Replay{Space: s.name, From: 1, Until: s.until})
	}
	if err == nil {
		err = s.loadText(ctx)
	}
	if err != nil {
		return errors.Join(err, s.graph.Close())
	}
	s.foreign = ErrPast
	s.loadVectors()
	s.open.Store(true)
	return nil
}

// leave removes what a view of the past has on the disk.
func (s *space) leave() error {
	if !s.past {
		return nil
	}
	err := shred.File(s.graphPath())
	return errors.Join(err, os.RemoveAll(s.dir))
}

// dropPast closes and removes the views of a space's past: they hold what an
// erasure takes. Who looks into one meets a closed store; asked for again, it is
// made anew.
func (l *Ledger) dropPast(name memtide.Space) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.past, func(_ memtide.Space, p past) bool { return p.of == name })
	var errs []error
	for view, s := range l.spaces { // also those that [Ledger.Idle] was closing when they were asked for
		if s.past && s.name == name {
			s.stopOpening()
			errs = append(errs, s.close(), s.leave())
			delete(l.spaces, view)
		}
	}
	return errors.Join(append(errs, removePast(l.folder(name)))...)
}

// removePast removes the views of the past in a space's folder, overwritten.
func removePast(dir string) error {
	files, err := wholefile.Glob(filepath.Join(dir, pastFolder), "*/*")
	if err != nil {
		return err
	}
	for _, f := range files {
		if err := shred.File(f); err != nil {
			return err
		}
	}
	return os.RemoveAll(filepath.Join(dir, pastFolder))
}

// removeEveryPast removes what an earlier process has left of views of the past.
func (l *Ledger) removeEveryPast() {
	dirs, err := wholefile.Glob(l.dir, "*/"+pastFolder)
	for _, d := range dirs {
		err = errors.Join(err, removePast(filepath.Dir(d)))
	}
	if err != nil {
		l.log.Warn("views of the past are left", slog.Any("err", err))
	}
}
