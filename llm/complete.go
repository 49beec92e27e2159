package llm

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// flight is a request that is on its way, and those who wait for it.
type flight struct {
	done  chan struct{}
	reply Reply
	err   error
}

// canonical is what the record's key is made of. Its fields are not renamed
// and not reordered: a store that is replayed must find its replies.
type canonical struct {
	Model       string    `json:"model"`
	Prompt      string    `json:"prompt"`
	System      string    `json:"system"`
	Messages    []message `json:"messages"`
	Schema      *shape    `json:"schema"`
	Tools       []tool    `json:"tools"`
	Temperature float64   `json:"temperature"`
	MaxTokens   int       `json:"max_tokens"`
	Seed        int       `json:"seed"`
}

type message struct {
	Role   Role   `json:"role"`
	Text   string `json:"text"`
	Calls  []Call `json:"calls"`
	CallID string `json:"call_id"`
}

type shape struct {
	Name string          `json:"name"`
	JSON json.RawMessage `json:"json"`
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description"`
	Schema      json.RawMessage `json:"schema"`
}

// keyOf returns the record's key of a request to a model, and how many bytes
// the request has.
func keyOf(model string, r Request) ([32]byte, int, error) {
	c := canonical{Model: model, Prompt: r.Prompt, System: r.System, Temperature: r.Temperature, MaxTokens: r.MaxTokens, Seed: r.Seed}
	for _, m := range r.Messages {
		c.Messages = append(c.Messages, message(m))
	}
	if r.Schema != nil {
		c.Schema = &shape{r.Schema.name, r.Schema.raw}
	}
	for _, t := range r.Tools {
		c.Tools = append(c.Tools, tool{t.Name, t.Description, t.parameters()})
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return [32]byte{}, 0, fmt.Errorf("write request %s: %w", r.Prompt, err)
	}
	return sha256.Sum256(raw), len(raw), nil
}

// Complete answers from the record, or asks the layer's model within its
// bounds. It returns when ctx ends, or after Options.Wait, with [ErrDeadline] if
// that was by its deadline; the request goes on for up to Options.Late, and its reply is there
// for the next who asks the same. Those who ask the same at the same time
// share one request.
func (m *Models) Complete(ctx context.Context, r Request) (Reply, error) {
	l, key, size, err := m.addressed(&r)
	if err != nil {
		return Reply{}, err
	}
	if m.opts.Wait > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, m.opts.Wait)
		defer stop()
	}
	c := &call{layer: l, bytes: size, out: r.MaxTokens, talk: r.Messages, send: func(run context.Context, k string) (Reply, error) {
		return l.end.complete(run, k, r)
	}}
	for {
		s, err := m.record.look(ctx, l.name, key)
		if err != nil {
			return Reply{}, m.explain(ctx, c, err)
		}
		if s.known {
			return m.recorded(l, s.rec)
		}
		f, mine, err := m.join(key)
		if err != nil {
			return Reply{}, err
		}
		if mine {
			reply, err := m.lead(ctx, f, c, key, r.Prompt)
			return reply, m.explain(ctx, c, err)
		}
		select {
		case <-f.done:
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				l.late.failed(ErrDeadline)
			}
			return Reply{}, m.explain(ctx, c, ctx.Err())
		}
		// That the other's time was over says nothing about ours.
		if !errors.Is(f.err, context.DeadlineExceeded) && !errors.Is(f.err, context.Canceled) || ctx.Err() != nil {
			return f.reply, m.explain(ctx, c, f.err)
		}
	}
}

// addressed fills a request in, and says which layer it goes to, under which key
// its reply is kept, and how long it is.
func (m *Models) addressed(r *Request) (l *layer, key [32]byte, size int, err error) {
	if l = m.layers[r.Layer]; l == nil {
		return l, key, 0, fmt.Errorf("layer %s: %w", r.Layer, ErrNoModel)
	}
	if len(r.Messages) == 0 {
		return l, key, 0, fmt.Errorf("ask %s: a request needs a message", l.ref())
	}
	if r.MaxTokens <= 0 {
		r.MaxTokens = l.MaxTokens
	}
	key, size, err = keyOf(l.ref(), *r)
	return l, key, size, err
}

// Recall answers from the record alone: it sends nothing, and counts nothing.
// known says whether there is a reply. The error is that of [Models.Complete],
// [ErrRefused] for a recorded refusal.
func (m *Models) Recall(ctx context.Context, r Request) (reply Reply, known bool, err error) {
	l, key, _, err := m.addressed(&r)
	if err != nil {
		return Reply{}, false, err
	}
	s, err := m.record.look(ctx, l.name, key)
	if err != nil || !s.known {
		return Reply{}, false, err
	}
	reply = s.rec.reply()
	reply.Recorded = true
	if s.rec.Refused {
		err = fmt.Errorf("ask %s for %s: %w", s.rec.Model, l.name, ErrRefused)
	}
	return reply, true, err
}

func (m *Models) recorded(l *layer, rec record) (Reply, error) {
	m.count(spentKey{dayOf(m.opts.Now()), l.name, rec.Model}, Spent{Recorded: 1})
	reply := rec.reply()
	reply.Recorded = true
	if rec.Refused {
		return reply, fmt.Errorf("ask %s for %s: %w", rec.Model, l.name, ErrRefused)
	}
	return reply, nil
}

// join finds the request that is on its way, or begins one, which is then the
// caller's to lead.
func (m *Models) join(key [32]byte) (f *flight, mine bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, false, errors.New("the models are closed")
	}
	if f, ok := m.flights[key]; ok {
		return f, false, nil
	}
	f = &flight{done: make(chan struct{})}
	m.flights[key] = f
	m.wg.Add(1)
	return f, true, nil
}

// lead runs a request and waits for it no longer than ctx.
func (m *Models) lead(ctx context.Context, f *flight, c *call, key [32]byte, prompt string) (Reply, error) {
	c.trial = make(chan struct{}, 1)
	late, trial, open := c.layer.late.allow()
	trial = trial || c.layer.end.breaker.trying()
	go func() {
		defer m.wg.Done()
		if open {
			f.reply, f.err = m.pay(ctx, c, key, prompt)
		} else {
			f.err = fmt.Errorf("%w: it was late too often", ErrOpen)
		}
		m.mu.Lock()
		delete(m.flights, key)
		m.mu.Unlock()
		close(f.done)
	}()
	if !open {
		<-f.done
		return f.reply, f.err
	}
	// Whoever has little time does not wait to see whether the model is well again.
	left, near := patience(ctx)
	aside := func() (Reply, error) {
		m.wg.Go(func() { inTime(f, left, late) })
		return Reply{}, fmt.Errorf("%w: this request shows whether it is well again", ErrOpen)
	}
	tried := c.trial
	if !near {
		tried = nil
	} else if trial {
		return aside()
	}
	select {
	case <-f.done:
	case <-tried:
		return aside()
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			late(ErrDeadline)
		} else {
			late(errNeutral)
		}
		return Reply{}, ctx.Err()
	}
	switch {
	case errors.Is(f.err, context.DeadlineExceeded):
		late(ErrDeadline)
	case f.err != nil:
		late(errNeutral)
	default:
		late(nil)
	}
	return f.reply, f.err
}

// LittleTime is the time below which somebody waits at a prompt. Who has less
// does not wait for the request that shows whether a paused model is well again.
const LittleTime = 5 * time.Second

// patience returns the time that a caller has, and whether it is little.
func patience(ctx context.Context) (left time.Duration, near bool) {
	end, ok := ctx.Deadline()
	left = time.Until(end)
	return left, ok && left < LittleTime
}

// inTime tells late whether a request that nobody waits for would have come in
// time.
func inTime(f *flight, left time.Duration, late func(error)) {
	t := time.NewTimer(left)
	defer t.Stop()
	select {
	case <-f.done:
		if f.err != nil {
			late(errNeutral)
			return
		}
		late(nil)
	case <-t.C:
		late(ErrDeadline)
	}
}

// pay sends a request through the bounds and records the reply.
func (m *Models) pay(ctx context.Context, c *call, key [32]byte, prompt string) (Reply, error) {
	limit := m.opts.Late
	if end, ok := ctx.Deadline(); ok {
		limit = max(limit, time.Until(end))
	}
	run, stop := context.WithTimeout(m.base, limit)
	defer stop()
	// Another may have recorded it between our look and our turn.
	s, err := m.record.look(run, c.layer.name, key)
	if err != nil {
		return Reply{}, err
	}
	if s.known {
		return m.recorded(c.layer, s.rec)
	}
	if s.today != nil {
		c.layer.purse.adopt(*s.today)
	}
	began := time.Now()
	reply, err := m.chain(ctx, run, c)
	reply.Took = time.Since(began)
	m.log(c, reply, err)
	if err != nil && !errors.Is(err, ErrRefused) || reply.Model == "" {
		m.book(c, reply, err)
		return reply, err
	}
	rec := record{At: m.opts.Now().UTC(), Layer: c.layer.name, Prompt: prompt, Model: reply.Model, Text: reply.Text, Calls: reply.Calls,
		Usage: reply.Usage, TookMS: reply.Took.Milliseconds(), Cut: reply.Cut, Refused: err != nil}
	took := Spent{Calls: 1, Usage: reply.Usage}
	if !c.layer.priced {
		took.Unpriced = 1
	}
	m.written(m.record.keep(run, entry{epoch: s.epoch, key: key, rec: &rec, rows: map[spentKey]Spent{{dayOf(rec.At), rec.Layer, rec.Model}: took}}))
	return reply, err
}
