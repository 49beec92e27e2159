package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/vectorindex"
)

const (
	// Records of new vectors are written in batches: each batch costs an fsync.
	recordsAtMost = 512
	recordsEvery  = 10 * time.Second

	embedAtMost = 128             // jobs at a time: a model reads so many texts at once
	againAtMost = 5 * time.Minute // before an embedder that fails is asked again
	sliceNodes  = 32              // read in one transaction

	betweenDecisions = 5 * time.Millisecond   // on one half-turn, at most
	afterDecisions   = 250 * time.Millisecond // that vectors wait for them at most
)

// Run keeps the vector indexes up to date until ctx ends. An embedder may be
// slow, so vectors follow a decision and never hold it up. What it does not
// answer is asked again, after ten seconds at first and five minutes at last.
func (l *Ledger) Run(ctx context.Context) error {
	p := &projector{l: l, news: map[string][]vectorindex.Record{}}
	tick := time.NewTicker(recordsEvery)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return p.flush()
		case <-tick.C:
			err = errors.Join(p.flush(), p.again(ctx))
		case j := <-l.queue:
			err = p.some(ctx, j)
		}
		if err != nil && ctx.Err() == nil {
			l.log.Warn("vectors", slog.Any("err", err))
		}
	}
}

// projector embeds, and collects what it has embedded for the records.
type projector struct {
	l    *Ledger
	news map[string][]vectorindex.Record // by embedder

	wait time.Duration // after a failure
	next time.Time     // when what was missed is asked for again
}

func (p *projector) flush() error {
	var errs []error
	for by, records := range p.news {
		if len(records) > 0 && p.l.opts.Records != nil {
			if err := p.l.opts.Records.PutBatch(by, records); err != nil {
				errs = append(errs, fmt.Errorf("%w: %w", errRecords, err))
			}
		}
		delete(p.news, by)
	}
	return errors.Join(errs...)
}

// standBack returns when no decision is being made, nor one soon that follows
// from the last: what is said is to be known first, and then by its meaning. It
// does not wait for long, nor while many vectors are wanted.
func (p *projector) standBack(ctx context.Context) {
	const look = 2 * time.Millisecond
	for waited := time.Duration(0); waited < afterDecisions && len(p.l.queue) < cap(p.l.queue)/2 && !p.l.bustle.over(betweenDecisions); waited += look {
		t := time.NewTimer(look)
		select {
		case <-t.C:
		case <-ctx.Done():
			t.Stop()
			return
		}
	}
}

// some does a job and those that wait behind it.
func (p *projector) some(ctx context.Context, j embedJob) error {
	p.standBack(ctx)
	jobs := []embedJob{j}
	for len(jobs) < embedAtMost && len(p.l.queue) > 0 {
		jobs = append(jobs, <-p.l.queue)
	}
	defer p.l.embedding.Add(-int64(len(jobs)))
	var errs []error
	for len(jobs) > 0 {
		first, n := jobs[0], 1
		if first.id.IsZero() {
			errs = append(errs, p.space(ctx, first.space))
		} else {
			for n < len(jobs) && jobs[n].into == first.into {
				n++
			}
			errs = append(errs, p.nodes(ctx, jobs[:n]))
		}
		jobs = jobs[n:]
	}
	return errors.Join(errs...)
}

// nodes puts the vectors of nodes into their index. What is asked of one several
// times, as when the next half-turn has come, is done once, as asked last.
func (p *projector) nodes(ctx context.Context, jobs []embedJob) error {
	into := jobs[0].into
	seen := make(map[memtide.ID]bool, len(jobs))
	var all []meant
	for _, j := range slices.Backward(jobs) {
		switch {
		case seen[j.id]:
			continue
		case j.gone:
			into.Delete(j.id)
		default:
			all = append(all, j.meant)
		}
		seen[j.id] = true
	}
	slices.Reverse(all)
	vs, err := p.vectors(ctx, into.by, all)
	if err != nil {
		jobs[0].space.missed.Store(true)
	}
	return errors.Join(p.outcome(err), into.PutBatch(vs))
}

// outcome keeps when a failing embedder is asked again. Its failures stand in
// the log of the models and in the status; only what is wrong here is returned.
func (p *projector) outcome(err error) error {
	if err == nil {
		p.wait, p.next = 0, time.Time{}
		return nil
	}
	p.wait = min(max(2*p.wait, recordsEvery), againAtMost)
	p.next = time.Now().Add(p.wait)
	p.l.log.Info("vectors are missing", slog.Any("err", err), slog.Duration("again_after", p.wait))
	if errors.Is(err, errRecords) {
		return err
	}
	return nil
}

// again embeds the spaces that miss vectors.
func (p *projector) again(ctx context.Context) error {
	if time.Now().Before(p.next) {
		return nil
	}
	p.l.mu.Lock()
	var missed []*space
	for _, s := range p.l.spaces {
		if s.missed.Load() && s.open.Load() { // one that opens begins anew
			missed = append(missed, s)
		}
	}
	p.l.mu.Unlock()
	var errs []error
	for _, s := range missed {
		errs = append(errs, p.space(ctx, s))
	}
	return errors.Join(errs...)
}

// space fills the vector index of a space.
func (p *projector) space(ctx context.Context, s *space) error {
	s.mu.RLock()
	open, graph, into := s.open.Load(), s.graph, s.vectors
	s.mu.RUnlock()
	s.missed.Store(false)
	if !open || into == nil {
		return nil
	}
	failed, err := p.fill(ctx, s, graph, into)
	if failed != nil {
		s.missed.Store(true)
	}
	return errors.Join(err, p.outcome(failed), p.flush())
}

// fill puts the vectors of all nodes of a space into an index. failed says why
// some are missing: from then on only what is on record was taken.
func (p *projector) fill(ctx context.Context, s *space, graph *graphdb.DB, into *indexed) (failed, err error) {
	by := into.by
	err = p.l.eachMeant(ctx, s, graph, func(all []meant) error {
		vs, err := p.vectors(ctx, by, all)
		if err != nil && failed == nil {
			failed = err
			by.Embed, by.Many = nil, nil
		}
		return into.PutBatch(vs)
	})
	if errors.Is(err, graphdb.ErrClosed) {
		return failed, nil // the space was closed meanwhile; its next opening begins anew
	}
	return failed, err
}

// eachMeant hands out what the live nodes of a space mean. They are read in
// slices, so that no transaction stays open while the embedder works.
func (l *Ledger) eachMeant(ctx context.Context, s *space, graph *graphdb.DB, fn func([]meant) error) error {
	var ids []memtide.ID
	err := graph.View(func(tx *graphdb.Tx) error {
		for _, k := range memtide.Kinds {
			for id, state := range tx.OfKind(k) {
				if state == graphdb.Live {
					ids = append(ids, id)
				}
			}
		}
		return nil
	})
	for part := range slices.Chunk(ids, sliceNodes) {
		if err != nil {
			return err
		}
		if err = l.bus.Quiet(ctx); err != nil {
			return err
		}
		var all []meant
		if all, err = s.meantBy(graph, part); err == nil {
			err = fn(all)
		}
	}
	return err
}

// meantBy reads what nodes mean, those that are live.
func (s *space) meantBy(graph *graphdb.DB, ids []memtide.ID) (all []meant, err error) {
	err = graph.View(func(tx *graphdb.Tx) error {
		nodes, err := tx.Nodes(ids)
		read := s.proj.docs(tx)
		for _, n := range nodes {
			if n == nil || !n.Live() {
				continue
			}
			d, err := read.of(n)
			if err != nil {
				return err
			}
			m, err := read.meaning(n, d)
			if err != nil {
				return err
			}
			all = append(all, m)
		}
		return err
	})
	return all, err
}

// errRecords says that the records cannot be read or written.
var errRecords = errors.New("records of vectors")

// vectors returns the vectors of what nodes mean. On an error it returns those
// that could be had.
func (p *projector) vectors(ctx context.Context, by Embedder, all []meant) ([]vectorindex.Vector, error) {
	texts, hashes := textsOf(by, all)
	have, err := p.embed(ctx, by, texts)
	var out []vectorindex.Vector
	for _, m := range all {
		own := have[hashes[m.text]]
		if own == nil {
			continue
		}
		if by.Context != 0 {
			own = slices.Clone(own)
			for _, text := range m.context {
				for i, x := range have[hashes[text]] {
					own[i] += float32(by.Context) * x
				}
			}
		}
		out = append(out, vectorindex.Vector{ID: m.id, Values: own})
	}
	return out, err
}

// textsOf returns the texts that the vectors of nodes are made of, by hash, each
// once, and the hash of each.
func textsOf(by Embedder, all []meant) (texts, hashes map[string]string) {
	texts, hashes = map[string]string{}, map[string]string{}
	add := func(text string) {
		if hashes[text] == "" && strings.TrimSpace(text) != "" {
			hash := memtide.Hash(text)
			texts[hash], hashes[text] = text, hash
		}
	}
	for _, m := range all {
		add(m.text)
		if by.Context != 0 {
			for _, text := range m.context {
				add(text)
			}
		}
	}
	return texts, hashes
}

// embed returns the vectors of texts by their hashes: those that are on record,
// and new ones. On an error it returns the former.
func (p *projector) embed(ctx context.Context, by Embedder, texts map[string]string) (map[string][]float32, error) {
	have := map[string][]float32{}
	for _, r := range p.news[by.ID] {
		if _, wanted := texts[r.Hash]; wanted {
			have[r.Hash] = r.Vector
		}
	}
	var hashes, ask []string
	var errs []error
	for hash, text := range texts {
		if rec := p.l.opts.Records; rec != nil && have[hash] == nil {
			v, known, err := rec.Get(by.ID, hash)
			if err != nil {
				errs = append(errs, fmt.Errorf("%w: %w", errRecords, err))
			}
			if known && len(v) == by.Dims {
				have[hash] = v
			}
		}
		if have[hash] == nil {
			hashes, ask = append(hashes, hash), append(ask, text)
		}
	}
	if len(ask) == 0 {
		return have, errors.Join(errs...)
	}
	made, err := by.texts(ctx, ask)
	if err != nil {
		return have, errors.Join(append(errs, err)...)
	}
	for i, v := range made {
		if v != nil {
			have[hashes[i]] = v
			p.news[by.ID] = append(p.news[by.ID], vectorindex.Record{Hash: hashes[i], Vector: v})
		}
	}
	if by.Many != nil || len(p.news[by.ID]) >= recordsAtMost { // what was paid for is kept at once
		errs = append(errs, p.flush())
	}
	return have, errors.Join(errs...)
}
