package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/stages/stagestest"
)

// seed is a daemon with the settings of one profile, a scripted model, and a
// clock that the test moves.
type seed struct {
	*daemon.Throwaway
	cfg   config.Config
	t     *testing.T
	model *llmtest.Server
	mu    sync.Mutex // guards clock, which the daemon reads
	clock time.Time
}

func newSeed(t *testing.T, profile string, script func(layer string, r llmtest.Request) llmtest.Reply) *seed {
	t.Helper()
	s := &seed{t: t, clock: time.Date(2026, 5, 4, 10, 0, 0, 0, time.UTC)}
	s.model = llmtest.Start(t, func(r llmtest.Request) llmtest.Reply { return script(stagestest.LayerOf(r), r) })
	cfg, err := config.Load(config.Sources{Set: map[string]string{"profile": profile, "home": t.TempDir(), "models.default": "near/test",
		"models.providers": "near preset=vllm url=" + s.model.URL + "/v1", "jobs.timezone": "UTC"}})
	if err != nil {
		t.Fatal(err)
	}
	s.cfg = cfg
	s.Throwaway = testDaemon(t.Context(), t, cfg, daemon.Options{NoSync: true, Now: s.now})
	return s
}

func (s *seed) now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.clock
}

// tick moves the clock by a minute.
func (s *seed) tick() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.clock = s.clock.Add(time.Minute)
	return s.clock
}

// noModel fails whoever asks one: the rules answer then.
func noModel(string, llmtest.Request) llmtest.Reply { return llmtest.Reply{Status: 400} }

func (s *seed) say(session string, role memtide.Role, text string) {
	s.t.Helper()
	r, err := s.Client.Turn(daemontest.Within(s.t, time.Minute), event.TurnRequest{Role: role, Text: text, Session: session, Client: "test", Time: s.tick()})
	if err != nil || r.Error != "" {
		s.t.Fatal(err, r.Error)
	}
}

func (s *seed) settled() {
	s.t.Helper()
	if err := s.Client.Rest(daemontest.Within(s.t, 2*time.Minute), memtide.DefaultSpace); err != nil {
		s.t.Fatal(err)
	}
}

func (s *seed) ask(mode, session, prompt string) event.AskReply {
	s.t.Helper()
	q := event.AskRequest{Mode: mode, Session: session, Prompt: prompt, Now: s.tick(), DeadlineMS: 20_000}
	if mode == event.ModeQuery {
		q.Limit = 10
	}
	r, err := s.Client.Ask(daemontest.Within(s.t, time.Minute), q)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// keep puts a memory in past the doors.
func (s *seed) keep(nodes ...*memtide.Node) {
	s.t.Helper()
	id := fmt.Sprint(s.clock.UnixNano())
	c := memtide.ChangeSet{ID: memtide.NewChangeID("plant", id), Space: memtide.DefaultSpace, At: s.clock, Actor: "user", Cause: memtide.Cause{Kind: "request", ID: id, Stage: "plant"}}
	if _, err := s.Ledger().Decide(s.t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
		for i, n := range nodes {
			n.ID, n.Trust = memtide.NewID(s.clock, c.ID, i), memtide.TrustUser
			if n.CreatedAt.IsZero() {
				n.CreatedAt = s.clock
			}
			c.Ops = append(c.Ops, memtide.AddNode(n))
		}
		return nil
	}); err != nil {
		s.t.Fatal(err)
	}
}

// live returns the texts of the live memories of some kinds, in order.
func (s *seed) live(kinds ...memtide.Kind) (out []string) {
	s.t.Helper()
	err := s.Ledger().Read(s.t.Context(), memtide.DefaultSpace, func(v ledger.View) error {
		for n, err := range v.Graph.AllNodes() {
			if err != nil {
				return err
			}
			if n.Live() && slices.Contains(kinds, n.Kind) {
				out = append(out, n.Content)
			}
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	slices.Sort(out)
	return out
}

// relations returns the edges with a free predicate.
func (s *seed) relations() (out []string) {
	s.t.Helper()
	err := s.Ledger().Read(s.t.Context(), memtide.DefaultSpace, func(v ledger.View) error {
		for e, err := range v.Graph.AllEdges() {
			if err != nil {
				return err
			}
			if e.Kind != memtide.Relation {
				continue
			}
			from, ferr := v.Graph.Node(e.From)
			to, terr := v.Graph.Node(e.To)
			if err := errors.Join(ferr, terr); err != nil {
				return err
			}
			out = append(out, from.CanonicalName+" "+e.Predicate+" "+to.CanonicalName)
		}
		return nil
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return out
}

// asked returns the layers that have asked the model so far, each once.
func (s *seed) asked() []string {
	var out []string
	for _, r := range s.model.Requests() {
		out = append(out, stagestest.LayerOf(r))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// jobs returns the jobs that have a time.
func (s *seed) jobs() (out []string) {
	all, err := client.Control[[]scheduler.Line](s.t.Context(), s.Client, "jobs", struct{}{})
	if err != nil {
		s.t.Fatal(err)
	}
	for _, l := range all {
		out = append(out, l.Job)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// answers requires how memories are put in order, and the tokens of a simple and of
// a complex question.
func (s *seed) answers(ranking string, simple, complex int) {
	s.t.Helper()
	if r := s.cfg.Retrieve; r.Ranking != ranking || r.TokensSimple != simple || r.TokensComplex != complex {
		s.t.Errorf("ranked by %s in %d and %d tokens, want %s in %d and %d", r.Ranking, r.TokensSimple, r.TokensComplex, ranking, simple, complex)
	}
}

func (s *seed) equal(what string, got, want []string) {
	s.t.Helper()
	if !slices.Equal(got, want) {
		s.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

type fields map[string]any

func answers(v any) llmtest.Reply { return llmtest.Reply{Text: llmtest.JSON(v)} }

// items is the answer of an extractor that takes every sentence as a fact.
func items(r llmtest.Request, importance int) llmtest.Reply {
	var in struct {
		Sentences []struct {
			N    int
			Text string
		}
	}
	if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
		return llmtest.Reply{Status: 500}
	}
	out := []fields{}
	for _, s := range in.Sentences {
		out = append(out, fields{"n": s.N, "kind": "fact", "subtype": "definitional", "text": s.Text, "importance": importance})
	}
	return answers(fields{"items": out})
}

func numbersIn(r llmtest.Request) []int {
	var in struct{ Sentences, Records []struct{ N int } }
	if err := json.Unmarshal([]byte(r.Last()), &in); err != nil {
		return nil
	}
	out := []int{}
	for _, s := range append(in.Sentences, in.Records...) {
		out = append(out, s.N)
	}
	return out
}
