package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// builtIn is the embedder without a model: means of word vectors, 64 elements
// (20,000 of them take 5 MiB).
func builtIn(words *wordvec.Table) ledger.Embedder {
	read := new(language.TermReader)
	lists := sync.Pool{New: func() any { return new([]string) }} // of terms: what stands around a memory has hundreds
	embed := func(text string) []float32 {
		terms := lists.Get().(*[]string)
		*terms = read.Append((*terms)[:0], text)
		v := make([]float32, words.Dims())
		known := words.Mean(*terms, v)
		clear(*terms)
		lists.Put(terms)
		if !known {
			return nil
		}
		return v
	}
	return ledger.Embedder{ID: words.ID(), Dims: words.Dims(), Embed: embed, Context: 0.4, Weak: true}
}

// wantedMaker is the embedder of the settings, but for its id.
func wantedMaker(cfg config.Config) vectorindex.Maker {
	return vectorindex.Maker{Model: cfg.Models.Embedder, Dims: cfg.Models.Dims}
}

// modelled is an embedder that is a model: memories by its document side, in
// batches; prompts by its query side, from the records or within their time.
func modelled(e llm.Embedder, records *vectorindex.Records) ledger.Embedder {
	q := &queries{model: e, records: records, now: time.Now, flights: map[string]*flight{}}
	return ledger.Embedder{ID: e.ID(), Dims: e.Dims(), Query: q.vector,
		Many: func(ctx context.Context, texts []string) ([][]float32, error) {
			vs, err := e.Embed(ctx, llm.Document, texts)
			for i, v := range vs {
				vs[i] = direction(v)
			}
			return vs, err
		}}
}

// direction returns a vector, nil for that of a text without words.
func direction(v []float32) []float32 {
	for _, x := range v {
		if x != 0 {
			return v
		}
	}
	return nil
}

const (
	queryMost   = 30 * time.Second // that a request for a prompt's vector may take
	queryAtOnce = 2                // such requests on their way; bulk work has the other slots
	queryKept   = 5000             // vectors of prompts on record, before they begin anew
	lateInARow  = 3                // prompts that waited in vain, before the next do not wait
	latePause   = 30 * time.Second // that they do not wait then
)

// queryRecords names the records of the vectors of prompts.
func queryRecords(id string) string { return id + "#query" }

// queries makes vectors of prompts. A request goes on when its prompt has not
// waited for it, and serves the next that says the same.
type queries struct {
	model   llm.Embedder
	records *vectorindex.Records
	now     func() time.Time
	count   sync.Once // of the records that there are

	mu      sync.Mutex
	flights map[string]*flight // by hash of the text
	made    int                // records since they began anew
	late    int                // in a row
	pause   time.Time          // until when no prompt waits
}

type flight struct {
	done   chan struct{}
	vector []float32 // nil: the model has not answered
}

// vector returns the vector of a prompt, nil when it is not there before ctx ends.
func (q *queries) vector(ctx context.Context, text string) []float32 {
	hash := memtide.Hash(text)
	if v, known, err := q.records.Get(queryRecords(q.model.ID()), hash); known && err == nil {
		return v
	}
	f, wait := q.fly(hash, text)
	if f == nil || !wait {
		return nil
	}
	select {
	case <-f.done:
		q.waited(f.vector != nil)
		return f.vector
	case <-ctx.Done():
		q.waited(false)
		return nil
	}
}

// fly sends a request, unless one for the same text or too many are on their
// way, and says whether it is worth to wait for it.
func (q *queries) fly(hash, text string) (f *flight, wait bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	wait = !q.now().Before(q.pause)
	if f = q.flights[hash]; f != nil {
		return f, wait
	}
	if len(q.flights) >= queryAtOnce {
		return nil, false
	}
	f = &flight{done: make(chan struct{})}
	q.flights[hash] = f
	go q.ask(f, hash, text)
	return f, wait
}

// ask ends with the models at the latest: they end what is on its way.
func (q *queries) ask(f *flight, hash, text string) {
	ctx, cancel := context.WithTimeout(context.Background(), queryMost)
	defer cancel()
	vs, err := q.model.Embed(ctx, llm.Query, []string{text}) // a failure stands in the log and the status of the models
	if err == nil && len(vs) == 1 {
		f.vector = direction(vs[0])
	}
	if f.vector != nil {
		// What cannot be recorded is asked for again.
		_ = q.keep(vectorindex.Record{Hash: hash, Vector: f.vector})
	}
	close(f.done)
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.flights, hash)
}

func (q *queries) keep(r vectorindex.Record) error {
	name := queryRecords(q.model.ID())
	q.count.Do(func() { // of earlier starts; no prompt waits for it
		if had, err := q.records.Count(name); err == nil {
			q.mu.Lock()
			defer q.mu.Unlock()
			q.made += had
		}
	})
	q.mu.Lock()
	q.made++
	anew := q.made > queryKept
	if anew {
		q.made = 1
	}
	q.mu.Unlock()
	var err error
	if anew {
		err = q.records.Drop(name)
	}
	return errors.Join(err, q.records.PutBatch(name, []vectorindex.Record{r}))
}

// waited counts the prompts that waited in vain: after three the next do not
// wait for a while, and their vectors come late.
func (q *queries) waited(well bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if well {
		q.late = 0
		return
	}
	if q.late++; q.late >= lateInARow {
		q.late, q.pause = 0, q.now().Add(latePause)
	}
}
