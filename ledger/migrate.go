package ledger

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/vectorindex"
)

// ErrMigrating says that the embedder is being changed already.
var ErrMigrating = errors.New("another change of the embedder is under way")

// Unembedded is what an embedder has no vectors of, in all spaces.
type Unembedded struct {
	Texts int `json:"texts"` // each once
	Bytes int `json:"bytes"`
	Known int `json:"known"` // texts that it has vectors of
}

// Unembedded counts the texts that an embedder has no vectors of. It asks
// nobody, and stands back while a prompt is in flight.
func (l *Ledger) Unembedded(ctx context.Context, by Embedder) (Unembedded, error) {
	var u Unembedded
	seen := map[string]bool{}
	err := l.eachText(ctx, by, seen, func(texts map[string]string, fresh int) error {
		u.Texts += len(texts)
		u.Known += fresh - len(texts)
		for _, t := range texts {
			u.Bytes += len(t)
		}
		return nil
	})
	return u, err
}

// eachText hands out the texts of all spaces that an embedder has no vectors
// of, some at a time, and how many there were before those on record were left
// out. Texts in seen are passed over, and put there.
func (l *Ledger) eachText(ctx context.Context, by Embedder, seen map[string]bool,
	fn func(texts map[string]string, fresh int) error) error {
	names, err := l.Spaces(ctx)
	if err != nil {
		return err
	}
	for _, name := range names {
		s, release, err := l.acquire(ctx, name)
		if err != nil {
			return err
		}
		s.mu.RLock()
		graph := s.graph
		s.mu.RUnlock()
		err = l.eachMeant(ctx, s, graph, func(all []meant) error {
			texts, _ := textsOf(by, all)
			for hash := range texts {
				if seen[hash] {
					delete(texts, hash)
				}
				seen[hash] = true
			}
			fresh := len(texts)
			if err := l.leaveKnown(by, texts); err != nil || fresh == 0 {
				return err
			}
			return fn(texts, fresh)
		})
		release()
		if err != nil && !errors.Is(err, graphdb.ErrClosed) { // rebuilt meanwhile: what is left out is embedded after the swap
			return fmt.Errorf("read space %q: %w", name, err)
		}
	}
	return nil
}

func (l *Ledger) leaveKnown(by Embedder, texts map[string]string) error {
	if l.opts.Records == nil {
		return nil
	}
	hashes := make([]string, 0, len(texts))
	for h := range texts {
		hashes = append(hashes, h)
	}
	unknown, err := l.opts.Records.Unknown(by.ID, hashes)
	if err != nil {
		return err
	}
	left := map[string]bool{}
	for _, h := range unknown {
		left[h] = true
	}
	for _, h := range hashes {
		if !left[h] {
			delete(texts, h)
		}
	}
	return nil
}

// Migrated is what a change of the embedder came to.
type Migrated struct {
	From    string `json:"from"`
	To      string `json:"to"`
	Made    int    `json:"made"`    // texts that were embedded for it
	Known   int    `json:"known"`   // texts that were on record before
	Before  int    `json:"before"`  // vectors in the open indexes, of the old embedder
	After   int    `json:"after"`   // and of the new one
	Sampled int    `json:"sampled"` // memories whose neighbours were compared
	// Overlap is the share of the old ten nearest neighbours that are among the new.
	Overlap float64 `json:"overlap"`
	// Lacking says why not every memory has its new vector; they are asked for later.
	Lacking string `json:"lacking,omitempty"`
}

// Migration is how the embedder is changed.
type Migration struct {
	Tell   func(done, total uint64) // texts; may be nil
	Commit func(Migrated) error     // writes down that the new one serves; may be nil
	// Lenient goes on when the embedder does not answer: with what is on record.
	Lenient bool
}

// Migrate makes the vectors of all memories by another embedder, beside those
// that serve meanwhile, and puts them in their place. What has been made is on
// record: a change that was cut off goes on where it was. An error leaves the
// old embedder; it is [ErrMigrating] while another change is under way.
//
//	texts ──▶ records of the new one ──▶ index beside ──compare──▶ Commit ──▶ swap
func (l *Ledger) Migrate(ctx context.Context, to Embedder, m Migration) (Migrated, error) {
	if !l.migrating.TryLock() {
		return Migrated{}, ErrMigrating
	}
	defer l.migrating.Unlock()
	r := Migrated{From: l.serving.Load().ID, To: to.ID}
	err := l.record(ctx, to, m, &r)
	switch {
	case err != nil && ctx.Err() == nil && m.Lenient:
		r.Lacking = err.Error()
	case err != nil:
		return r, fmt.Errorf("embed by %s: %w", to.ID, err)
	}
	spaces := l.opened()
	defer l.giveBack(spaces)
	if err := l.beside(ctx, spaces, to, &r); err != nil {
		l.dropBeside(spaces)
		return r, fmt.Errorf("build the index of %s: %w", to.ID, err)
	}
	if err := l.compare(ctx, spaces, &r); err != nil {
		l.dropBeside(spaces)
		return r, err
	}
	if m.Commit != nil {
		if err := m.Commit(r); err != nil {
			l.dropBeside(spaces)
			return r, fmt.Errorf("swap to %s: %w", to.ID, err)
		}
	}
	l.swap(to)
	return r, nil
}

// record embeds what the new embedder has no vectors of. A second look takes
// what was said during the first.
func (l *Ledger) record(ctx context.Context, to Embedder, m Migration, r *Migrated) error {
	u, err := l.Unembedded(ctx, to)
	if err != nil {
		return err
	}
	r.Known = u.Known
	tell := func() {
		if m.Tell != nil {
			m.Tell(uint64(u.Known+r.Made), uint64(max(u.Known+u.Texts, u.Known+r.Made)))
		}
	}
	tell()
	p := &projector{l: l, news: map[string][]vectorindex.Record{}}
	seen := map[string]bool{}
	waiting := map[string]string{}
	embed := func() error {
		if len(waiting) == 0 {
			return nil
		}
		_, err := p.embed(ctx, to, waiting)
		if err == nil {
			r.Made += len(waiting)
			clear(waiting)
			tell()
		}
		return err
	}
	for range 2 {
		err := l.eachText(ctx, to, seen, func(texts map[string]string, _ int) error {
			for hash, text := range texts {
				if waiting[hash] = text; len(waiting) >= embedAtMost {
					if err := embed(); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err == nil {
			err = embed()
		}
		if err = errors.Join(err, p.flush()); err != nil {
			return err
		}
	}
	return nil
}

// opened returns the spaces that have a vector index, and keeps them open.
func (l *Ledger) opened() []*space {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []*space
	for _, s := range l.spaces {
		s.users++
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *space) int { return slices.Compare([]byte(a.key), []byte(b.key)) })
	return out
}

func (l *Ledger) giveBack(spaces []*space) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, s := range spaces {
		s.users--
	}
}

// beside builds the new index of each space beside the one that serves. From its
// first vector on decisions go into both.
func (l *Ledger) beside(ctx context.Context, spaces []*space, to Embedder, r *Migrated) error {
	p := &projector{l: l, news: map[string][]vectorindex.Record{}}
	for _, s := range spaces {
		into := l.newIndexed(to)
		s.turn.Lock()
		s.mu.Lock()
		open, graph := s.open.Load(), s.graph
		if open {
			s.beside = into
		}
		s.mu.Unlock()
		s.turn.Unlock()
		if !open {
			continue
		}
		failed, err := p.fill(ctx, s, graph, into)
		if err = errors.Join(err, p.flush()); err != nil {
			return err
		}
		if failed != nil {
			r.Lacking = failed.Error()
			s.missed.Store(true)
		}
	}
	return nil
}

func (l *Ledger) dropBeside(spaces []*space) {
	for _, s := range spaces {
		s.turn.Lock()
		s.mu.Lock()
		s.beside = nil
		s.mu.Unlock()
		s.turn.Unlock()
	}
}

const (
	compareNodes = 50 // of a space, whose neighbours are compared
	compareDepth = 10
)

// compare counts the vectors, and how many neighbours both indexes name.
func (l *Ledger) compare(ctx context.Context, spaces []*space, r *Migrated) error {
	same, of := 0, 0
	for _, s := range spaces {
		s.mu.RLock()
		old, fresh, graph := s.vectors, s.beside, s.graph
		s.mu.RUnlock()
		if fresh == nil {
			continue
		}
		if old == nil {
			r.After += fresh.Len()
			continue
		}
		r.Before, r.After = r.Before+old.Len(), r.After+fresh.Len()
		var ids []memtide.ID
		err := l.eachMeant(ctx, s, graph, func(all []meant) error {
			for _, m := range all {
				ids = append(ids, m.id)
			}
			return nil
		})
		if err != nil && !errors.Is(err, graphdb.ErrClosed) {
			return err
		}
		for i := 0; i < len(ids); i += max(1, len(ids)/compareNodes) {
			was, is := nearest(old, ids[i]), nearest(fresh, ids[i])
			if len(was) == 0 || len(is) == 0 {
				continue
			}
			r.Sampled++
			of += len(was)
			for _, id := range was {
				if slices.Contains(is, id) {
					same++
				}
			}
			if err := l.bus.Quiet(ctx); err != nil {
				return err
			}
		}
	}
	if of > 0 {
		r.Overlap = float64(same) / float64(of)
	}
	return nil
}

// nearest returns the neighbours of a node in an index, without itself.
func nearest(x *indexed, id memtide.ID) []memtide.ID {
	v, ok := x.Get(id)
	if !ok {
		return nil
	}
	var out []memtide.ID
	for _, h := range x.Search(v, compareDepth, func(other memtide.ID) bool { return other != id }) {
		out = append(out, h.ID)
	}
	return out
}

// swap lets the new embedder serve: at once where its index stands beside the
// old one, and from the records where a space was opened anew meanwhile.
func (l *Ledger) swap(to Embedder) {
	l.serving.Store(&to)
	l.mu.Lock()
	spaces := make([]*space, 0, len(l.spaces))
	for _, s := range l.spaces {
		spaces = append(spaces, s)
	}
	l.mu.Unlock()
	for _, s := range spaces {
		s.turn.Lock()
		s.mu.Lock()
		switch {
		case !s.open.Load() || s.vectors != nil && s.vectors.by.ID == to.ID:
		case s.beside != nil && s.beside.by.ID == to.ID:
			s.vectors, s.beside = s.beside, nil
			s.missed.Store(true) // what was decided while it was built is looked at once more
		default:
			s.loadVectors()
		}
		s.mu.Unlock()
		s.turn.Unlock()
	}
}

// Embedder returns the embedder that serves.
func (l *Ledger) Embedder() Embedder { return *l.serving.Load() }
