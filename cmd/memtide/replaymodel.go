package main

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/stages/remember"
)

// readingLayers are the layers that read what was said.
func readingLayers() []string { return slices.Sorted(maps.Keys(remember.MostAsked(0))) }

// shadowConfig is what a shadow runs with: no jobs, no vectors, and of the
// models those that read what was said. engine "" is what the settings say.
func shadowConfig(cfg config.Config, engine string) (out config.Config, modelled bool, err error) {
	out = cfg
	out.Jobs.Cron, out.Jobs.Spaces, out.Jobs.IdleMinutes = map[string]string{}, nil, 0
	for _, job := range config.JobNames() {
		out.Jobs.Cron[job] = "off"
	}
	m := cfg.Models
	m.Prompt, m.Embedder, out.Vectors.Embedder = "", "", "none"
	reads := readingLayers()
	m.Ask = slices.DeleteFunc(slices.Clone(m.Ask), func(l string) bool { return !slices.Contains(reads, l) })
	m.Layers = maps.Clone(m.Layers)
	maps.DeleteFunc(m.Layers, func(l string, _ config.ModelLayer) bool { return !slices.Contains(reads, l) })
	switch engine {
	case engineRules:
		m = config.Default().Models
	case engineModel:
		for _, l := range reads {
			if slices.Contains(config.AfterLayers(), l) && !slices.Contains(m.Ask, l) {
				m.Ask = append(m.Ask, l)
			}
		}
	case "":
	default:
		return out, false, usage("--engine is %q; there are: rules, model", engine)
	}
	out.Models = m
	modelled = slices.ContainsFunc(reads, func(l string) bool { return m.ModelOf(l) != "" })
	if engine == engineModel && !modelled {
		return out, false, usage("--engine model: no layer that reads what was said has a model. Set models.default in config.toml, or for this command alone: memtide replay --set models.default=openai/gpt-4.1-nano …; docs/models.md")
	}
	return out, modelled, nil
}

// liveRecords is the record of replies that the running daemon has open.
type liveRecords struct {
	cl *client.Client

	mu      sync.Mutex
	session string
}

// newLiveRecords begins a session with the daemon: an erasure ends it.
func newLiveRecords(ctx context.Context, cl *client.Client) (*liveRecords, error) {
	l := &liveRecords{cl: cl}
	_, err := l.Look(ctx, llm.Look{})
	return l, err
}

// Look implements [llm.Owner].
func (l *liveRecords) Look(ctx context.Context, in llm.Look) (llm.Looked, error) {
	l.mu.Lock()
	in.Session = l.session
	l.mu.Unlock()
	out, err := client.Control[llm.Looked](ctx, l.cl, "reply-look", in)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session == "" {
		l.session = out.Session
	}
	return out, err
}

// Keep implements [llm.Owner].
func (l *liveRecords) Keep(ctx context.Context, in llm.Keep) error {
	l.mu.Lock()
	in.Session = l.session
	l.mu.Unlock()
	_, err := client.Control[bool](ctx, l.cl, "reply-keep", in)
	return err
}

// watched is a model whose answers are watched: the layers take the rules where
// one fails, and somebody wants to know.
type watched struct {
	*llm.Models
	recalls bool // from the record alone

	mu     sync.Mutex
	asked  map[reading]int  // replies
	ruled  map[reading]bool // the rules stand in
	missed map[reading]bool // from the record alone: replies that are not there
	halted error            // no model answers any more
}

// reading is a layer on one half-turn.
type reading struct{ turn, layer string }

func newWatched(recalls bool) *watched {
	return &watched{recalls: recalls, asked: map[reading]int{}, ruled: map[reading]bool{}, missed: map[reading]bool{}}
}

var errNotRecorded = errors.New("there is no recorded reply")

// Complete implements [llm.Completer].
func (w *watched) Complete(ctx context.Context, r llm.Request) (reply llm.Reply, err error) {
	reply, err = w.answer(ctx, r)
	if ctx.Err() != nil {
		return reply, err // the stage runs again
	}
	m := bus.MetaOf(ctx)
	at := reading{m.Trace, r.Layer}
	wrong := err
	if err == nil && r.Schema != nil {
		_, wrong = llm.DecodeText[any](reply.Text, r.Schema)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if err == nil {
		w.asked[at]++
	}
	if wrong == nil {
		delete(w.ruled, at)
		return reply, err
	}
	w.ruled[at] = true
	if errors.Is(err, errNotRecorded) {
		w.missed[at] = true
	}
	for _, kind := range []error{llm.ErrBudget, llm.ErrOpen, llm.ErrKey, llm.ErrNoModel, llm.ErrNoOwner} {
		if errors.Is(err, kind) && w.halted == nil {
			w.halted = err
		}
	}
	return reply, err
}

func (w *watched) answer(ctx context.Context, r llm.Request) (llm.Reply, error) {
	if w.recalls {
		reply, known, err := w.Recall(ctx, r)
		if err == nil && !known {
			err = errNotRecorded
		}
		return reply, err
	}
	for {
		reply, err := w.Models.Complete(ctx, r)
		if !errors.Is(err, llm.ErrOpen) || !w.passes(ctx, r.Layer) || bus.Pause(ctx, time.Second) != nil {
			return reply, err
		}
	}
}

// passes reports whether a pause is one that a server has asked for, and there is
// time to wait for its end: nobody is in a hurry here.
func (w *watched) passes(ctx context.Context, layer string) bool {
	l, ok := stateOf(w.Status(), layer)
	end, bounded := ctx.Deadline()
	return ok && (l.State != llm.Paused || l.Since.IsZero()) && bounded && time.Until(end) > 2*llm.LittleTime
}

// halt says why no model answers any more, nil while they do.
func (w *watched) halt() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.halted
}

// byRules counts the half-turns that the rules have read, in part or whole.
func (w *watched) byRules() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	turns := map[string]bool{}
	for at := range w.ruled {
		turns[at.turn] = true
	}
	return len(turns)
}
