package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// storeReport says how the store was made, and how large it is.
type storeReport struct {
	How       string           `json:"how"`
	HalfTurns int              `json:"half_turns"`
	Nodes     int              `json:"nodes"` // half-turns, what is kept of them, entities
	Took      float64          `json:"seconds"`
	Load      ledger.Loaded    `json:"load"`
	Disk      map[string]int64 `json:"disk_bytes"`

	sessions int
}

// loadStore makes a store of n memories without the stages: for each half-turn
// the change sets that record, store and reconcile decide, handed to the ledger
// in bulk. It has the data folder to itself.
func loadStore(ctx context.Context, home string, t *smalltalk.Talk, out io.Writer) (s storeReport, err error) {
	cfg := config.Default()
	cfg.Home = home
	// Not synced one by one: who makes this store throws it away.
	d, err := daemon.Open(ctx, cfg, slog.New(slog.DiscardHandler), daemon.Options{NoSync: true, Now: time.Now})
	if err != nil {
		return s, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	turns, err := d.Bus().NewBulk(memtide.DefaultSpace)
	if err != nil {
		return s, err
	}
	start, bar := time.Now(), progress.Bar(out, int64(t.N), "writing the store")
	m := newLoader(t, time.Now())
	s.How = "change sets written in bulk"
	s.Load, err = d.Ledger().Load(ctx, memtide.DefaultSpace, func() ([]memtide.ChangeSet, error) {
		m.batch()
		bar.Set(min(m.nodes, t.N))
		if len(m.turns) == 0 {
			bar.Describe("indexing")
			return nil, nil
		}
		seq, err := turns.Publish(ctx, m.turns)
		if err == nil && seq != m.first {
			err = fmt.Errorf("TURNS is not empty: half-turn %d has sequence %d", m.first, seq)
		}
		return m.sets, err
	})
	bar.Finish()
	if err != nil {
		return s, err
	}
	s.HalfTurns, s.Nodes, s.Took, s.sessions = int(m.seq), m.nodes, time.Since(start).Seconds(), m.next/smalltalk.TurnsPerSession+1
	return s, d.Ledger().Mark(ctx)
}

// loader turns a talk into half-turns and the decisions on them.
type loader struct {
	*smalltalk.Talk
	began    time.Time
	step     time.Duration
	nodes    int
	next     int    // exchange
	seq      uint64 // of the last half-turn in TURNS
	first    uint64 // of the batch
	turns    []event.Payload
	sets     []memtide.ChangeSet
	entities map[string]*memtide.Node
	before   memtide.ID // last episode of the session
	session  string
}

const (
	loadBatch = 4000 // change sets
	// perExchange is about the number of nodes of an exchange.
	perExchange = 3.2
)

func newLoader(t *smalltalk.Talk, now time.Time) *loader {
	return &loader{Talk: t, began: now.Add(-t.Span - time.Hour), step: time.Duration(float64(t.Span) / (float64(t.N)/perExchange + 1)),
		entities: map[string]*memtide.Node{}}
}

// batch decides on the next half-turns; none are left once there are n nodes.
func (m *loader) batch() {
	m.turns, m.sets, m.first = nil, nil, m.seq+1
	for len(m.sets) < loadBatch && m.nodes < m.N {
		for _, h := range m.Exchange(m.next, m.began.Add(time.Duration(m.next)*m.step)) {
			m.seq++
			m.turns = append(m.turns, event.TurnTaken{Turn: h.Turn, Fact: h.Fact})
			m.decide(h)
		}
		m.next++
	}
}

// decide writes down what the stages decide on a half-turn. They are told apart
// in the fields of a node by nothing but what they know of an item.
func (m *loader) decide(h smalltalk.Half) {
	record := m.draft("record", h)
	episode := memtide.NewID(h.Time, record.ID, 0)
	if h.Fact != "" {
		record.Reason = "a stand-alone memory; store keeps it"
	} else {
		m.episode(&record, episode, h)
	}
	m.sets = append(m.sets, record)
	store := m.draft("store", h)
	if len(h.Items) == 0 {
		store.Reason = "nothing to keep: nothing worth keeping"
		m.sets = append(m.sets, store)
		return
	}
	w := writing{m: m, c: &store, h: h}
	for _, s := range h.Items {
		w.item(s, episode)
	}
	w.flush()
	m.sets = append(m.sets, store)
	if store.Awaits != "" {
		reconcile := m.draft("reconcile", h)
		reconcile.Reason = "keep: nothing older is about the same"
		m.sets = append(m.sets, reconcile)
	}
}

func (m *loader) draft(stage string, h smalltalk.Half) memtide.ChangeSet {
	return memtide.ChangeSet{
		ID: memtide.NewChangeID(stage, h.ID), Space: h.Space, Actor: "rules", At: h.Time,
		Cause: memtide.Cause{Kind: "turn", ID: h.ID, Seq: m.seq, Stage: stage},
	}
}

func (m *loader) episode(c *memtide.ChangeSet, id memtide.ID, h smalltalk.Half) {
	c.Ops = append(c.Ops, memtide.AddNode(&memtide.Node{
		ID: id, Kind: memtide.Episode, Subtype: string(h.Role), Content: h.Text, CreatedAt: h.Time, Trust: h.Trust,
		Project: h.Project, Source: sourceOf(h), Attributes: map[string]string{"prompt_id": h.PromptID},
	}))
	m.nodes++
	if m.session == h.Session {
		c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(h.Time, c.ID, 1), Kind: memtide.Temporal,
			From: id, To: m.before, CreatedAt: h.Time, Evidence: []string{h.ID}}))
	}
	m.session, m.before = h.Session, id
}

func sourceOf(h smalltalk.Half) memtide.Source {
	return memtide.Source{Client: h.Client, Session: h.Session, Turn: h.ID, Role: h.Role}
}

// writing is one change set of store.
type writing struct {
	m     *loader
	c     *memtide.ChangeSet
	h     smalltalk.Half
	n     int
	fresh []*memtide.Node
	known []*memtide.Node
	bumps map[*memtide.Node]int
}

func (w *writing) id() memtide.ID {
	w.n++
	return memtide.NewID(w.h.Time, w.c.ID, w.n)
}

// decayRates are the decay rates a kind.
var decayRates = map[memtide.Kind]float64{memtide.Event: 0.02, memtide.Plan: 0.05, memtide.Opinion: 0.02, memtide.Fact: 0.01}

func (w *writing) item(s smalltalk.Said, episode memtide.ID) {
	n := &memtide.Node{ID: w.id(), Kind: s.Kind, Subtype: s.Subtype, Content: s.Text, CreatedAt: w.h.Time, BaseConfidence: 0.9,
		DecayRate: decayRates[s.Kind], Importance: s.Importance, Scope: s.Scope, Trust: w.h.Trust, Source: sourceOf(w.h), Project: w.h.Project}
	if s.Everywhere {
		n.Project = ""
	}
	w.c.Ops = append(w.c.Ops, memtide.AddNode(n))
	w.m.nodes++
	if s.Kind != memtide.Event && s.Kind != memtide.Plan {
		w.c.Awaits = "reconcile"
	}
	if w.h.Fact == "" {
		w.link(memtide.DerivedFrom, n.ID, episode)
	}
	for _, x := range s.Names {
		w.link(memtide.Mentions, n.ID, w.entity(x))
	}
}

func (w *writing) link(kind memtide.EdgeKind, from, to memtide.ID) {
	w.c.Ops = append(w.c.Ops, memtide.AddEdge(&memtide.Edge{ID: w.id(), Kind: kind, From: from, To: to, Weight: 1,
		CreatedAt: w.h.Time, Evidence: []string{w.h.ID}}))
}

// entity returns the node of a name, and counts one more mention.
func (w *writing) entity(x smalltalk.Named) memtide.ID {
	key := language.Fold(x.Name)
	if w.bumps == nil {
		w.bumps = map[*memtide.Node]int{}
	}
	e := w.m.entities[key]
	if e == nil {
		e = &memtide.Node{ID: w.id(), Kind: memtide.Entity, CanonicalName: x.Name, EntityType: x.Kind, Content: x.Name,
			CreatedAt: w.h.Time, FirstSeen: w.h.Time, Trust: w.h.Trust, Source: sourceOf(w.h)}
		w.m.entities[key] = e
		w.fresh = append(w.fresh, e)
		w.m.nodes++
	} else if w.bumps[e] == 0 {
		w.known = append(w.known, e)
	}
	w.bumps[e]++
	return e.ID
}

func (w *writing) flush() {
	for _, e := range w.fresh {
		e.MentionCount = w.bumps[e]
		w.c.Ops = append(w.c.Ops, memtide.AddNode(e))
	}
	for _, e := range w.known {
		if e.CreatedAt.Equal(w.h.Time) {
			continue // made by this set
		}
		w.c.Ops = append(w.c.Ops, memtide.SetNode(e, "mention_count", e.MentionCount+w.bumps[e]))
		e.MentionCount += w.bumps[e]
	}
}

// diskOf returns the bytes of the parts of a data folder.
func diskOf(home string) (map[string]int64, error) {
	sums := map[string]int64{}
	err := filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		part := "other"
		for _, name := range []string{bus.StreamLedger, bus.StreamTurns, "graph.db", "text.snap", "vectors.db"} {
			if strings.Contains(path[len(home):], name) {
				part = name
			}
		}
		sums[part] += info.Size()
		sums["all"] += info.Size()
		return nil
	})
	return sums, err
}
