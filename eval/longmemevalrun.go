package eval

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// Feed says whose turns of a history are fed.
type Feed string

// What [LongMemEval] can feed.
const (
	FeedUser Feed = "user" // the user's turns only, as most published figures have it
	FeedFull Feed = "full" // all turns
)

// ParseFeeds reads the name of a feed, or both.
func ParseFeeds(s string) ([]Feed, error) {
	switch f := Feed(s); {
	case s == "both":
		return []Feed{FeedUser, FeedFull}, nil
	case f == FeedUser || f == FeedFull:
		return []Feed{f}, nil
	}
	return nil, fmt.Errorf("%q: want user, full or both", s)
}

// LongMemEvalOptions tune a run. The zero value is complete.
type LongMemEvalOptions struct {
	Data  string // the name that the report carries
	Feeds []Feed // default both
	First int    // only so many instances; 0 means all
	// Progress is told how many instances are done; what names the next. nil hears nothing.
	Progress func(done int, what string)
}

// LongMemEval reads a file in the format of LongMemEval, feeds the history of
// each instance into an empty memory of its own, asks its question at its date,
// and returns how well the sessions that answer are found. A session stands
// where the first of its turns stands. The file is read as it goes, one
// instance at a time. The error is [ErrCases] when the file is at fault.
//
// Two sets of questions are counted. "full" are all that the history answers
// (n = 470 of the published 500); all sessions that the data name are wanted.
// "strict" are those to which the user said something of the answer (n = 419);
// wanted are only the sessions in which the user did. That is how the data
// set's own script counts (run_retrieval.py: "ignored due to no target turns
// from the user side"), and how n = 419 in published figures comes about.
func LongMemEval(ctx context.Context, open func(context.Context) (World, error), data io.Reader, opts LongMemEvalOptions) (LongMemEvalReport, error) {
	if len(opts.Feeds) == 0 {
		opts.Feeds = []Feed{FeedUser, FeedFull}
	}
	count := newLMECount(opts)
	n := 0
	for in, err := range instances(data) {
		if err == nil && opts.Progress != nil {
			opts.Progress(n, "question "+in.ID)
		}
		if err == nil {
			err = ofInstance(ctx, open, in, opts.Feeds, count)
		}
		if err != nil {
			return LongMemEvalReport{}, fmt.Errorf("longmemeval: %w", err)
		}
		if n++; n == opts.First {
			break
		}
	}
	return count.done(), nil
}

// ofInstance feeds and asks one instance.
func ofInstance(ctx context.Context, open func(context.Context) (World, error), in instance, feeds []Feed, count *lmeCount) (err error) {
	w, err := open(ctx)
	if err != nil {
		return fmt.Errorf("open a memory: %w", err)
	}
	defer func() { err = errors.Join(err, w.Close()) }()
	count.begin(in)
	for _, f := range feeds {
		s := in.store(f == FeedUser)
		space := spaceOf(string(f), in.ID)
		all, k, err := w.feed(ctx, space, s, Options{Settled: w.Settled})
		if err != nil {
			return fmt.Errorf("question %s: %w", in.ID, err)
		}
		at, _ := lmeTime(in.Date) // checked
		reply, took, err := w.patiently(ctx, event.AskRequest{Space: space, Mode: event.ModeQuery, Prompt: in.Question,
			Client: clientName, Limit: event.MaxCandidates, Now: clock(all, moment{at: at})})
		if err != nil {
			return fmt.Errorf("question %s: %w", in.ID, err)
		}
		count.add(f, in, sessionsOf(reply.Items, k), len(all), reply, took)
	}
	return nil
}

// sessionsOf returns the sessions of an answer, each at the place of the first
// of its turns.
func sessionsOf(items []event.Item, k key) []string {
	var out []string
	for _, u := range places(items, k, false) {
		for _, id := range u.counts {
			if !slices.Contains(out, id) {
				out = append(out, id)
			}
		}
	}
	return out
}

// lmeCount sums one run.
type lmeCount struct {
	report LongMemEvalReport
	feeds  map[Feed]*lmeFeed
}

type lmeFeed struct {
	strict, full *sessionTally
	types        map[string]*sessionTally
	turns        int
	abstained    NoEvidence
	took         []time.Duration
}

func newLMECount(opts LongMemEvalOptions) *lmeCount {
	c := &lmeCount{report: LongMemEvalReport{Data: opts.Data}, feeds: map[Feed]*lmeFeed{}}
	for _, f := range opts.Feeds {
		c.feeds[f] = &lmeFeed{strict: newSessionTally(), full: newSessionTally(), types: map[string]*sessionTally{}}
	}
	return c
}

// begin counts an instance, whatever is fed of it.
func (c *lmeCount) begin(in instance) {
	c.report.Instances++
	if in.abstains() {
		c.report.Abstention++
		return
	}
	switch _, said, labelled := in.wanted(); {
	case !labelled:
		c.report.Unlabelled++
	case len(said) == 0:
		c.report.AssistantOnly++
	}
}

// add counts what one feed of an instance brought.
func (c *lmeCount) add(f Feed, in instance, found []string, turns int, reply event.AskReply, took time.Duration) {
	t := c.feeds[f]
	c.report.Engine = reply.Engine
	t.turns += turns
	t.took = append(t.took, took)
	if in.abstains() {
		t.abstained.N++
		if len(reply.Items) > 0 {
			t.abstained.Injected++
		}
		return
	}
	all, said, _ := in.wanted()
	t.full.add(all, found)
	if t.types[in.Type] == nil {
		t.types[in.Type] = newSessionTally()
	}
	t.types[in.Type].add(all, found)
	if len(said) > 0 {
		t.strict.add(said, found)
	}
}

// done returns the report.
func (c *lmeCount) done() LongMemEvalReport {
	r := c.report
	r.Feeds = map[Feed]FeedFigures{}
	for f, t := range c.feeds {
		types := map[string]SessionFigures{}
		for name, sum := range t.types {
			types[name] = sum.figures()
		}
		slices.Sort(t.took)
		out := FeedFigures{HalfTurns: t.turns, Strict: t.strict.figures(), Full: t.full.figures(), Types: types,
			LatencyMS: Latency{P50: percentile(t.took, 0.50), P99: percentile(t.took, 0.99)}}
		if t.abstained.N > 0 {
			out.Abstention = &t.abstained
		}
		r.Feeds[f] = out
	}
	return r
}
