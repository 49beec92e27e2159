package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Options tune a run. The zero value is complete for most
// tasks of [Labels].
type Options struct {
	// K are the places that recall is measured at, 1 to 100; default 5, 10, 25, 50.
	K []int
	// Settled returns when every half-turn of a space has all its decisions
	// and what follows from them is done. [Retrieval] needs it.
	Settled func(ctx context.Context, space memtide.Space) error
	// Job does a job of a space as if it were due at a time, and returns when it
	// is done. The tasks of [Labels] that are of a job need it.
	Job func(ctx context.Context, space memtide.Space, job string, at time.Time) error
	// Progress is told how far a run has come; what says with what. nil hears nothing.
	Progress func(done, total int, what string)
	// Placed is told what each query of [Retrieval] brought. An error ends the
	// run. nil hears nothing.
	Placed func(Placed) error
	// Marked is told how each row of [Labels] was read. An error ends the run. nil
	// hears nothing.
	Marked func(Marked) error
	Cases  string // the name that the report carries, and the spaces are named after
	Engine string // the name that the report carries; default what the answers say
}

func (o Options) progress(done, total int, what string) {
	if o.Progress != nil {
		o.Progress(done, total, what)
	}
}

// askDeadline is the default of Client.Deadline.
const askDeadline = 20 * time.Second

// Retrieval feeds the stores of cases, one after the other and each into a
// space of its own, asks every query, and returns the figures over all of
// them. The error is [ErrCases] when the file is at fault, [ErrRefused] when a
// door would not have a request.
func Retrieval(ctx context.Context, c Client, cases io.Reader, opts Options) (RetrievalReport, error) {
	ks, limit := cleanK(opts.K)
	switch {
	case opts.Settled == nil:
		return RetrievalReport{}, errors.New("retrieval: options.Settled is not set")
	case ks[0] < 1 || limit > event.MaxCandidates:
		return RetrievalReport{}, fmt.Errorf("retrieval: k is %v, want 1 to %d", ks, event.MaxCandidates)
	}
	r := &run{Client: c, opts: opts, limit: limit, count: newCount(ks), engines: map[string]int{}}
	for s, err := range Stores(cases) {
		if err == nil {
			err = r.store(ctx, s)
		}
		if err != nil {
			return RetrievalReport{}, fmt.Errorf("retrieval: %w", err)
		}
	}
	if len(r.engines) == 0 {
		return RetrievalReport{}, fmt.Errorf("retrieval: %w: no query is in it", ErrCases)
	}
	out := r.count.done()
	out.Cases, out.Unit = opts.Cases, r.unit
	if out.Engine = opts.Engine; out.Engine == "" {
		out.Engine = enginesOf(r.engines)
	}
	return out, nil
}

// run is one call of [Retrieval].
type run struct {
	Client
	opts    Options
	limit   int
	count   *count
	unit    string
	engines map[string]int // how many questions each has answered
}

// enginesOf names the engine that has answered; where there were several, each
// with its number of questions.
func enginesOf(counts map[string]int) string {
	names := slices.Sorted(maps.Keys(counts))
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %d", name, counts[name])
	}
	return strings.Join(names, ", ")
}

// store feeds one store and asks its queries.
func (r *run) store(ctx context.Context, s Store) error {
	switch u := s.unit(); r.unit {
	case u, "":
		r.unit = u
	default:
		r.unit = unitMixed
	}
	space := spaceOf(r.opts.Cases, s.ID)
	all, k, err := r.feed(ctx, space, s, r.opts)
	if err != nil {
		return err
	}
	for i, q := range s.Queries {
		reply, took, err := r.patiently(ctx, r.query(space, q, all))
		if err != nil {
			return fmt.Errorf("store %s: query %s: %w", s.ID, q.ID, err)
		}
		r.engines[reply.Engine]++
		r.count.add(answer{Query: q, items: reply.Items, took: took}, k)
		if r.opts.Placed != nil {
			if err := r.opts.Placed(placedOf(s.ID, q, reply.Items, k)); err != nil {
				return err
			}
		}
		r.opts.progress(i+1, len(s.Queries), "asked of "+s.ID)
	}
	return nil
}

func (r *run) query(space memtide.Space, q Query, all []said) event.AskRequest {
	at, _ := parseTime(q.Time) // checked with the store
	return event.AskRequest{Space: space, Mode: event.ModeQuery, Prompt: q.Text, Client: clientName, Limit: r.limit, Now: clock(all, at)}
}

// feed hands a store over, into a space, and returns when all is decided: the
// store in order of time, and the way back from half-turns to its entries.
func (c Client) feed(ctx context.Context, space memtide.Space, s Store, opts Options) ([]said, key, error) {
	all, err := chronicle(s.Corpus)
	if err != nil {
		return nil, nil, err
	}
	in := make([]event.TurnRequest, len(all))
	for i := range all {
		in[i] = all[i].request(space)
	}
	replies, err := c.turns(ctx, in, func(n int) { opts.progress(n, len(in), "fed of "+s.ID) })
	if err != nil {
		return nil, nil, fmt.Errorf("store %s: %w", s.ID, err)
	}
	opts.progress(0, 1, "settled "+s.ID)
	if err := opts.Settled(ctx, space); err != nil {
		return nil, nil, fmt.Errorf("store %s: settle: %w", s.ID, err)
	}
	return all, keyOf(all, replies), nil
}

// patiently asks one question. An answer that no engine has made means that
// the flow was late or broke; it is asked once more before that ends the run.
func (c Client) patiently(ctx context.Context, in event.AskRequest) (event.AskReply, time.Duration, error) {
	in.DeadlineMS = int(cmp.Or(c.Deadline, askDeadline).Milliseconds())
	var reply event.AskReply
	for range 2 {
		start := time.Now()
		var err error
		if reply, err = c.Ask(ctx, in); err != nil {
			return reply, 0, err
		}
		if reply.Engine != "" {
			return reply, time.Since(start), nil
		}
	}
	return reply, 0, fmt.Errorf("no answer: %s", reply.Reason)
}
