package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

const (
	formerKept   = 24 * time.Hour   // records of the embedder before, to go back to
	migrateAlone = 250_000          // millionths of a dollar up to which a change begins by itself
	migrateAgain = time.Minute      // after one that failed, doubled up to
	migrateLast  = 30 * time.Minute // this long
	vectorsLook  = time.Hour        // a look whether the settings want another
)

// embedders are whose vectors serve, and whose shall.
type embedders struct {
	builtIn ledger.Embedder
	wanted  ledger.Embedder // of the settings; no ID when they are wrong
	maker   vectorindex.Maker
	former  *ledger.Embedder // a model that serves or served before

	mu       sync.Mutex
	building bool
	done     uint64
	total    uint64
	last     ledger.Migrated
	trouble  string
}

// formerModel is the model that has to be asked beside that of the settings.
func formerModel(records *vectorindex.Records, wanted vectorindex.Maker) (vectorindex.Maker, error) {
	s, known, err := records.Serving()
	if err != nil || !known {
		return vectorindex.Maker{}, err
	}
	if s.Model != "" && (s.Model != wanted.Model || s.Dims != wanted.Dims) {
		return s.Maker, nil
	}
	if s.Before != nil {
		return *s.Before, nil
	}
	return vectorindex.Maker{}, nil
}

// chooseEmbedder returns whose vectors serve: those that did, until those of the
// embedder of the settings are there. In an empty store nothing has to be made.
func (d *Daemon) chooseEmbedder(words *wordvec.Table) (ledger.Embedder, error) {
	e := &d.embeds
	e.builtIn, e.maker = builtIn(words), wantedMaker(d.cfg)
	if m, err := d.models.Embedder(); err == nil {
		e.wanted = modelled(m, d.records)
	} else if e.maker.Model == "" {
		e.wanted = e.builtIn
	}
	if m, err := d.models.Former(); err == nil {
		former := modelled(m, d.records)
		e.former = &former
	}
	e.maker.ID, e.maker.Size = e.wanted.ID, e.wanted.Dims
	s, known, err := d.records.Serving()
	switch {
	case err != nil:
		return ledger.Embedder{}, err
	case known && s.ID == e.wanted.ID:
		return e.wanted, nil
	case known && (s.Model != "" || s.ID == e.builtIn.ID):
		return e.find(s.Maker), nil
	}
	begin, maker := e.builtIn, vectorindex.Maker{ID: e.builtIn.ID, Size: e.builtIn.Dims}
	stats, err := d.records.Stats()
	if err != nil {
		return ledger.Embedder{}, err
	}
	if stats.Vectors[e.builtIn.ID] == 0 && e.wanted.ID != "" {
		begin, maker = e.wanted, e.maker
	}
	return begin, d.records.Serve(vectorindex.Serving{Maker: maker, Since: d.now().UTC()})
}

// find returns an embedder. One that the settings do not know any more serves
// what is on record.
func (e *embedders) find(m vectorindex.Maker) ledger.Embedder {
	switch {
	case m.ID == e.wanted.ID:
		return e.wanted
	case m.ID == e.builtIn.ID:
		return e.builtIn
	case e.former != nil && e.former.ID == m.ID:
		return *e.former
	}
	return ledger.Embedder{ID: m.ID, Dims: m.Size}
}

// wants reports whether the embedder of the settings is to take its place.
func (e *embedders) wants(s vectorindex.Serving) bool {
	return e.wanted.ID != "" && e.wanted.ID != s.ID && e.wanted.ID != s.Left
}

// keepVectors changes the embedder when the settings have, and drops what is
// kept of the one before when its day is over.
func (d *Daemon) keepVectors(ctx context.Context, open <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return nil
	case <-open:
	}
	wait := migrateAgain
	for {
		err := d.lookAfterVectors(ctx)
		if err != nil && ctx.Err() == nil {
			d.log.Warn("vectors", slog.Any("err", err), slog.Duration("again_after", wait))
		}
		var next time.Duration
		next, wait = lookAgain(err != nil, wait)
		if bus.Pause(ctx, next) != nil {
			return nil
		}
	}
}

// lookAgain returns when the vectors are looked after next, and how long a failure
// is waited out then: each further one twice as long, the first behind a good end
// as short as ever.
func lookAgain(failed bool, wait time.Duration) (next, after time.Duration) {
	if failed {
		return wait, min(2*wait, migrateLast)
	}
	return vectorsLook, migrateAgain
}

func (d *Daemon) lookAfterVectors(ctx context.Context) error {
	s, _, err := d.records.Serving()
	if err != nil {
		return err
	}
	if s.Before != nil && d.now().After(s.Until) {
		if err := d.dropEmbedder(s.Before.ID); err != nil {
			return err
		}
		s.Before, s.Until = nil, time.Time{}
		if err := d.records.Serve(s); err != nil {
			return err
		}
	}
	if !d.embeds.wants(s) {
		return nil
	}
	e, err := d.estimate(ctx)
	if err != nil {
		return err
	}
	if e.Cost.Micros > migrateAlone {
		d.embeds.say(fmt.Sprintf("%s is to make the vectors, for about %s; memtide vectors migrate begins", d.embeds.wanted.ID, llm.Dollars(e.Cost.Micros)))
		return nil
	}
	d.log.Info("the embedder changes", slog.String("to", d.embeds.wanted.ID), slog.Int("texts", e.Texts), slog.Int64("micros", e.Cost.Micros))
	_, err = d.migrate(ctx, false, nil)
	return err
}

func (d *Daemon) dropEmbedder(id string) error {
	return errors.Join(d.records.Drop(id), d.records.Drop(queryRecords(id)))
}

// forgetPrompts drops the vectors of prompts: what is erased may be among them.
func (d *Daemon) forgetPrompts() error {
	s, _, err := d.records.Serving()
	if err != nil {
		return err
	}
	if s.Before != nil {
		err = d.records.Drop(queryRecords(s.Before.ID))
	}
	return errors.Join(err, d.records.Drop(queryRecords(s.ID)))
}

func (d *Daemon) estimate(ctx context.Context) (control.VectorsEstimate, error) {
	u, err := d.ledger.Unembedded(ctx, d.embeds.wanted)
	e := control.VectorsEstimate{Unembedded: u}
	if d.embeds.wanted.Many != nil {
		e.Cost = d.models.EmbedEstimate(u.Texts, u.Bytes)
	}
	return e, err
}

// migrate lets the embedder of the settings serve, or, back, the one before.
func (d *Daemon) migrate(ctx context.Context, back bool, tell func(done, total uint64)) (ledger.Migrated, error) {
	e := &d.embeds
	s, _, err := d.records.Serving()
	if err != nil {
		return ledger.Migrated{}, err
	}
	to, next := e.wanted, vectorindex.Serving{Maker: e.maker}
	switch {
	case back && (s.Before == nil || d.now().After(s.Until)):
		return ledger.Migrated{}, notFoundf("no embedder served before, or its day is over; see: memtide vectors")
	case back:
		to, next = e.find(*s.Before), vectorindex.Serving{Maker: *s.Before, Left: s.ID}
	case to.ID == "":
		return ledger.Migrated{}, fmt.Errorf("the settings name no embedder that can be asked: %w", cmp.Or(d.wrongModels, llm.ErrNoModel))
	case to.ID == s.ID:
		return ledger.Migrated{}, notFoundf("%s serves already", s.ID)
	}
	next.Since, next.Before, next.Until = d.now().UTC(), &s.Maker, d.now().UTC().Add(formerKept)
	end, err := d.inHand.begin(underway{Verb: "vectors", At: next.Since, From: s.ID, To: to.ID})
	if err != nil {
		return ledger.Migrated{}, err
	}
	defer end()
	r, err := d.ledger.Migrate(ctx, to, ledger.Migration{Lenient: back,
		Tell: func(done, total uint64) {
			e.progress(done, total)
			if tell != nil {
				tell(done, total)
			}
		},
		Commit: func(ledger.Migrated) error { return d.records.Serve(next) },
	})
	if errors.Is(err, ledger.ErrMigrating) {
		return r, err
	}
	e.ended(r, err)
	if err == nil && s.Before != nil && s.Before.ID != next.ID {
		err = d.dropEmbedder(s.Before.ID) // of three only two are kept
	}
	return r, err
}

func (e *embedders) progress(done, total uint64) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.building, e.done, e.total, e.trouble = true, done, total, ""
}

func (e *embedders) ended(r ledger.Migrated, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.building, e.trouble = false, ""; err != nil {
		e.trouble = fmt.Sprintf("the change to %s stands at %d of %s, and %s serves: %v", r.To, e.done, memtide.Count(e.total, "text"), r.From, err)
		return
	}
	e.last = r
}

func (e *embedders) say(trouble string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.trouble = trouble
}

func (e *embedders) problem() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.trouble
}

// openRecords opens the vectors on record. A file that does not read stops the
// daemon, for it may have cost something; the error says how to go on without.
func openRecords(home string) (*vectorindex.Records, error) {
	r, err := vectorindex.OpenRecords(filepath.Join(home, "vectors.db"))
	if errors.Is(err, vectorindex.ErrFormat) || errors.Is(err, vectorindex.ErrRecord) {
		return nil, fmt.Errorf("%w; put that of a backup in its place, or move it away: the vectors are made again, and a model asked for them again", err)
	}
	return r, err
}
