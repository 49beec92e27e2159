package ledger

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/vectorindex"
)

// embedJob asks for the vector of one node, or, with a zero id, for those of a
// whole space.
type embedJob struct {
	space *space            // of a zero id
	into  vectorindex.Index // of one node: the space may have another one by the time it is done
	meant
}

// meant is what the vector of a node is made of: what it says, and what was
// said just before and after.
type meant struct {
	id      memtide.ID
	text    string
	context []string
}

func meaning(n *memtide.Node, d textindex.Doc) meant {
	var beside []string
	if len(d.Before) > 0 {
		beside = append(beside, end(d.Before[0]))
	}
	if len(d.After) > 0 {
		beside = append(beside, beginning(d.After[0]))
	}
	if n.Kind == memtide.Episode {
		return meant{n.ID, n.Content, beside}
	}
	return meant{n.ID, d.Text, beside}
}

// mostBeside is how far a text beside is read, in bytes, some 600 words: of a
// long half-turn what stands near counts, and each of the hundred things that it
// says has the whole of it beside.
const mostBeside = 4000

// end returns the last mostBeside bytes of a text, from a blank on.
func end(text string) string {
	if len(text) <= mostBeside {
		return text
	}
	text = text[len(text)-mostBeside:]
	return text[strings.IndexAny(text, " \n\t")+1:]
}

// beginning returns the first mostBeside bytes of a text, up to a blank.
func beginning(text string) string {
	if len(text) <= mostBeside {
		return text
	}
	text = text[:mostBeside]
	if i := strings.LastIndexAny(text, " \n\t"); i >= 0 {
		text = text[:i]
	}
	return text
}

// ExactBelow is the number of vectors up to which every one is looked at: at
// 20,000 the sign bits take a fifth of the time, and their gate sees to it that
// they find the same.
const ExactBelow = 5000

// loadVectors makes an empty vector index and asks for its content: searches
// go on without vectors meanwhile.
func (s *space) loadVectors() {
	if s.l.opts.Embedder.Embed == nil {
		return
	}
	index, err := vectorindex.New(s.l.opts.Engine, s.l.opts.Embedder.Dims, vectorindex.Options{ExactBelow: ExactBelow})
	if err != nil {
		return // not to happen: Open has made one
	}
	s.vectors = newCentred(index)
	s.l.ask(embedJob{space: s})
}

func (s *space) embedLater(n *memtide.Node, d textindex.Doc) {
	if s.vectors == nil {
		return
	}
	if !n.Live() {
		s.vectors.Delete(n.ID)
		return
	}
	s.l.ask(embedJob{into: s.vectors, meant: meaning(n, d)})
}

// ask hands a job to the projector. When it is behind, the job is dropped: the
// whole space is embedded again at its next opening, and until then the node
// is found by its words.
func (l *Ledger) ask(j embedJob) {
	select {
	case l.queue <- j:
	default:
		l.log.Debug("vector projector is behind")
	}
}

// Records of new vectors are written in batches: each batch costs an fsync.
const (
	recordsAtMost = 512
	recordsEvery  = 10 * time.Second
)

// Run keeps the vector indexes up to date until ctx ends. An embedder may be
// slow, so vectors follow a decision and never hold it up.
func (l *Ledger) Run(ctx context.Context) error {
	p := &projector{l: l}
	tick := time.NewTicker(recordsEvery)
	defer tick.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return p.flush()
		case <-tick.C:
			err = p.flush()
		case j := <-l.queue:
			if j.id.IsZero() {
				err = p.space(ctx, j.space)
			} else {
				err = p.node(j)
			}
		}
		if err != nil && ctx.Err() == nil {
			l.log.Warn("vectors", slog.Any("err", err))
		}
	}
}

// projector embeds, and collects what it has embedded for the records.
type projector struct {
	l    *Ledger
	news []vectorindex.Record
}

func (p *projector) flush() error {
	if len(p.news) == 0 || p.l.opts.Records == nil {
		return nil
	}
	err := p.l.opts.Records.PutBatch(p.l.opts.Embedder.ID, p.news)
	p.news = p.news[:0]
	return err
}

func (p *projector) node(j embedJob) error {
	vec, err := p.vector(j.meant)
	if err != nil || vec == nil {
		return err
	}
	return j.into.Put(j.id, vec)
}

// vector returns the vector of what a node means.
func (p *projector) vector(m meant) ([]float32, error) {
	own, err := p.embed(m.text)
	weight := float32(p.l.opts.Embedder.Context)
	if err != nil || own == nil || weight == 0 {
		return own, err
	}
	sum := slices.Clone(own)
	for _, text := range m.context {
		if strings.TrimSpace(text) == "" {
			continue
		}
		near, err := p.embed(text)
		if err != nil {
			return nil, err
		}
		for i, x := range near {
			sum[i] += weight * x
		}
	}
	return sum, nil
}

// embed returns the recorded vector of a text, or a new one.
func (p *projector) embed(text string) ([]float32, error) {
	e, rec := p.l.opts.Embedder, p.l.opts.Records
	hash := memtide.Hash(text)
	if rec != nil {
		if v, known, err := rec.Get(e.ID, hash); known || err != nil {
			return v, err
		}
	}
	v := e.Embed(text)
	if v == nil || rec == nil {
		return v, nil
	}
	if p.news = append(p.news, vectorindex.Record{Hash: hash, Vector: v}); len(p.news) >= recordsAtMost {
		return v, p.flush()
	}
	return v, nil
}

// space fills the vector index of a space. Nodes are read in slices, so that
// no transaction stays open while the embedder works.
func (p *projector) space(ctx context.Context, s *space) error {
	s.mu.RLock()
	open, graph, into := s.open, s.graph, s.vectors
	s.mu.RUnlock()
	if !open {
		return nil
	}
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
	for i := 0; i < len(ids) && err == nil; i += 32 {
		if err = p.l.bus.Quiet(ctx); err == nil {
			err = p.slice(s, into, graph, ids[i:min(i+32, len(ids))])
		}
	}
	if errors.Is(err, graphdb.ErrClosed) {
		return nil // the space was closed meanwhile; its next opening begins anew
	}
	return errors.Join(err, p.flush())
}

func (p *projector) slice(s *space, into vectorindex.Index, graph *graphdb.DB, ids []memtide.ID) error {
	var all []meant
	err := graph.View(func(tx *graphdb.Tx) error {
		nodes, err := tx.Nodes(ids)
		read := s.docs(tx)
		for _, n := range nodes {
			if n == nil || !n.Live() {
				continue
			}
			d, err := read.of(n)
			if err != nil {
				return err
			}
			all = append(all, meaning(n, d))
		}
		return err
	})
	if err != nil {
		return err
	}
	var vs []vectorindex.Vector
	for _, m := range all {
		v, err := p.vector(m)
		if err != nil {
			return err
		}
		if v != nil {
			vs = append(vs, vectorindex.Vector{ID: m.id, Values: v})
		}
	}
	return into.PutBatch(vs)
}
