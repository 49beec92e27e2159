package ledger

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/shred"
)

// Erasing says what shall be erased. Who fills it in has found everything that
// must go; what else speaks of it is rewritten.
type Erasing struct {
	Space  memtide.Space
	Target string // node, turn, session or source, and its id
	At     time.Time
	Nodes  []memtide.ID
	Turns  []string // ids of half-turns
	// Said reports whether a half-turn shall go that Turns does not name, of those up
	// to the sequence Heard of TURNS. What is said later may be a memory that Nodes
	// does not name: it stays. nil is none.
	Said  func(memtide.Turn) bool
	Heard uint64
	// Seen is the sequence of LEDGER up to which whoever has filled this in has looked;
	// 0 is all of it. What was decided later and would be taken, too, or be left of a
	// half-turn that goes, is [ErrMoved].
	Seen  uint64
	Texts []string // what shall stand nowhere afterwards
	// Reason is what a reason may say of those change sets that spoke of what goes. nil
	// leaves it as it is.
	Reason func(string) string
	Spool  []string // files that whoever finishes it has to remove
	// KeepBackups says that they shall stay as they are.
	KeepBackups bool
	// Step is called when a step is done; an error ends the erasure there, as a
	// crash would. nil is never.
	Step func(name string) error
}

// The steps of an erasure, in their order. From [StepCommitted] on it is decided:
// what was cut off then is done by [Ledger.Finish], or when the space is opened.
const (
	StepPlanned   = "planned"   // what survives is known
	StepListed    = "listed"    // the messages that say so are in LEDGER
	StepCommitted = "committed" // the change set that makes them count is, too
	StepSwapped   = "swapped"   // graph and text index hold nothing of it; decisions go on
	StepDeleted   = "deleted"   // LEDGER, TURNS, DEAD and TRACE neither
)

// stageErase is the stage of the change sets behind which an erasure counts.
const stageErase = "erase"

// Erase erases: LEDGER, TURNS, DEAD, TRACE, the graph and the text index of the
// space. A rebuild of the space ends first. Nobody decides in the space while it is
// decided and the graph is exchanged; the messages are deleted after that. It returns what it has done; the
// vectors, the spool and what lies outside the streams are the caller's.
//
// The error is [ErrForeign] or [ErrHole] when the log cannot be trusted, and
// [ErrMoved]: then nothing has been done.
func (l *Ledger) Erase(ctx context.Context, in Erasing) (Erased, error) {
	s, release, err := l.acquire(ctx, in.Space)
	if err != nil {
		return Erased{}, err
	}
	defer release()
	if err := s.afterRebuild(ctx); err != nil {
		return Erased{}, err
	}
	defer s.rebuilding.Unlock()
	if err := l.Foreign(ctx, in.Space); err != nil {
		return Erased{}, fmt.Errorf("erase refused: %w", err)
	}
	if err := l.Whole(ctx); err != nil {
		return Erased{}, fmt.Errorf("erase refused: %w", err)
	}
	e, err := s.erase(ctx, in, true)
	if errors.Is(err, errUnfit) {
		e, err = s.erase(ctx, in, false)
	}
	if err != nil {
		return e, fmt.Errorf("erase: %w", err)
	}
	return e, nil
}

// ErrMoved says that the space no longer stands as it was looked at.
var ErrMoved = errors.New("something has changed since you looked; look again")

// errUnfit says that what survives of a change set does not fit.
var errUnfit = errors.New("what survives does not fit")

func (in *Erasing) step(name string) error {
	if in.Step == nil {
		return nil
	}
	return in.Step(name)
}

// erase plans on a new graph, and puts that in the place of the old one.
func (s *space) erase(ctx context.Context, in Erasing, relink bool) (e Erased, err error) {
	fresh, err := s.newGraph()
	if err != nil {
		return e, err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, fresh.Close(), shred.File(fresh.Path()))
		}
	}()
	p := newErasePlan(s, in, fresh, relink)
	if err := p.log(ctx, 0); err != nil { // most of it without keeping others from deciding
		return e, err
	}
	if e, err = s.decideErasure(ctx, p); err != nil {
		return e, err
	}
	// Each message costs a write of its block and a sync; there may be thousands.
	if err := s.l.deleteErased(context.WithoutCancel(ctx), e); err != nil {
		return e, err
	}
	return e, in.step(StepDeleted)
}

// decideErasure finds what is left to find, decides, and exchanges the graph,
// while nobody else decides.
func (s *space) decideErasure(ctx context.Context, p *erasePlan) (e Erased, err error) {
	if err := s.turn.take(ctx); err != nil {
		return e, err
	}
	defer s.turn.Unlock()
	if err := s.writeOut(ctx); err != nil {
		return e, err
	}
	if err := p.rest(ctx); err != nil {
		return e, err
	}
	if err := p.in.step(StepPlanned); err != nil {
		return e, err
	}
	e, decided, err := p.commit(ctx)
	if !decided {
		return e, err
	}
	// It is decided: who asked may go away. Where it fails, the space is closed,
	// and its next opening finds the marker beyond its graph.
	ctx = context.WithoutCancel(ctx)
	if err == nil {
		err = s.carryOut(ctx, p)
	}
	if err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.open.Store(false)
		return e, errors.Join(err, s.graph.Close())
	}
	return e, nil
}

// carryOut does what follows once an erasure is decided.
func (s *space) carryOut(ctx context.Context, p *erasePlan) error {
	if err := p.in.step(StepCommitted); err != nil {
		return err
	}
	if err := s.l.dropPast(s.name); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.exchange(p.fresh); err != nil {
		return err
	}
	var err error
	if s.erased, err = readErasures(ctx, s.l.bus, s.name); err != nil {
		return err
	}
	if err := s.reopen(ctx); err != nil {
		return err
	}
	return p.in.step(StepSwapped)
}

// exchange puts fresh in the place of the graph, whose file is overwritten. The
// snapshot of the text index goes first: with the new graph beside it, it would
// be taken for an older one that has to catch up.
func (s *space) exchange(fresh *graphdb.DB) error {
	if err := errors.Join(fresh.Sync(), fresh.Close(), shred.File(s.snapshotPath()), s.graph.Close()); err != nil {
		return fmt.Errorf("close for the swap: %w", err)
	}
	s.open.Store(false)
	old := s.graphPath() + ".erased"
	if err := os.Rename(s.graphPath(), old); err != nil {
		return fmt.Errorf("move the old graph aside: %w", err)
	}
	if err := os.Rename(fresh.Path(), s.graphPath()); err != nil {
		return fmt.Errorf("swap graphs: %w", err)
	}
	return s.shredLeftOvers()
}

// shredLeftOvers overwrites the graphs that were moved aside, and whatever else
// of projections is left beside the graph.
func (s *space) shredLeftOvers() error {
	files, err := os.ReadDir(s.dir)
	if err != nil {
		return fmt.Errorf("look for left-overs: %w", err)
	}
	for _, f := range files {
		if f.Name() != filepath.Base(s.graphPath()) && f.Type().IsRegular() &&
			(strings.HasPrefix(f.Name(), "graph.db.") || strings.HasPrefix(f.Name(), "text.snap")) {
			if err := shred.File(filepath.Join(s.dir, f.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// forget reads what has been erased, and throws projections away that still
// hold some of it: an erasure was decided and cut off before the swap.
func (s *space) forget(ctx context.Context) error {
	var err error
	if s.erased, err = readErasures(ctx, s.l.bus, s.name); err != nil {
		return err
	}
	if have := s.graph.AppliedSeq(); have == 0 || have >= s.erased.marker() || s.graph.Incarnation() != s.l.bus.Incarnation() {
		return nil
	}
	s.l.log.Warn("an erasure was cut off; the graph is made anew from the ledger")
	if err := errors.Join(s.graph.Close(), shred.File(s.snapshotPath()), shred.File(s.graphPath()), s.shredLeftOvers()); err != nil {
		return err
	}
	return s.openGraph()
}

// deleteErased takes the messages of an erasure out of their streams. It can be
// repeated.
func (l *Ledger) deleteErased(ctx context.Context, e Erased) error {
	ledger := append([]uint64(nil), e.Replaced...)
	for _, c := range e.Survives {
		ledger = append(ledger, c.Seq)
	}
	for _, part := range []struct {
		stream string
		seqs   []uint64
	}{{bus.StreamLedger, ledger}, {bus.StreamTurns, e.Turns}, {bus.StreamDead, e.Dead}, {bus.StreamTrace, e.Trace}} {
		if err := l.bus.Erase(ctx, part.stream, part.seqs...); err != nil {
			return err
		}
	}
	return nil
}

// Finish does again what an erasure does to streams and projections, for one
// that was cut off. Of one that is done it changes nothing.
func (l *Ledger) Finish(ctx context.Context, e Erased) error {
	if err := l.deleteErased(ctx, e); err != nil {
		return fmt.Errorf("finish erasure %s: %w", e.ID, err)
	}
	if err := l.dropPast(e.Space); err != nil {
		return fmt.Errorf("finish erasure %s: %w", e.ID, err)
	}
	s, release, err := l.acquire(ctx, e.Space)
	if err != nil {
		return err
	}
	defer release()
	if err := s.afterRebuild(ctx); err != nil {
		return fmt.Errorf("finish erasure %s: %w", e.ID, err)
	}
	defer s.rebuilding.Unlock()
	return s.shredLeftOvers()
}

// marker is the change set behind which an erasure counts. It has nothing to
// say but that there was one.
func (in *Erasing) marker(id string) event.ChangeDecided {
	return event.ChangeDecided{ChangeSet: memtide.ChangeSet{
		ID: memtide.NewChangeID(stageErase, id), Space: in.Space, At: in.At, Actor: "user",
		Cause:  memtide.Cause{Kind: "request", ID: id, Stage: stageErase},
		Reason: fmt.Sprintf("erased %s and %s", memtide.Count(len(in.Nodes), "memory"), memtide.Count(len(in.Turns), "half-turn")),
	}}
}
