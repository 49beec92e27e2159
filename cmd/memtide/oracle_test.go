package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/eval"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// TestNothingIsLostOfWhatAModelFound asks with a model that knows the answers: it
// looks for the evidence of each question by its own words, and of the records
// laid before it it keeps the evidence. What its tools showed it must come out at
// the end. Files of cases that MEMTIDE_EVAL_DATA names, as for TestData of
// package eval, are asked as well.
func TestNothingIsLostOfWhatAModelFound(t *testing.T) {
	files := []string{filepath.Join("testdata", "oracle.jsonl")}
	for _, f := range filepath.SplitList(os.Getenv("MEMTIDE_EVAL_DATA")) {
		if !strings.HasPrefix(filepath.Base(f), "x_") {
			files = append(files, f)
		}
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) { testOracle(t, file) })
	}
}

const oracleShare = 0.95 // of the oracle's own recall

func testOracle(t *testing.T, file string) {
	stores := readStores(t, file)
	o := newOracle(stores)
	s := llmtest.Start(t, o.answer)
	e := &evalEngine{cfg: oracleSettings(s), name: engineModel, run: daemon.ModelRun{CallsAnHour: noHour}}
	w, err := daemon.StartThrowaway(t.Context(), e.cfg, e.options())
	if err != nil {
		t.Fatal(err)
	}
	defer w.End()
	if _, wrong := w.Models(); wrong != nil {
		t.Fatal(wrong)
	}
	nc, err := w.Dial("eval")
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	in, err := eval.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	opts := eval.Options{K: []int{10, 50}, Cases: filepath.Base(file)}
	spaces := map[string]memtide.Space{}
	opts.Settled = func(ctx context.Context, space memtide.Space) error {
		spaces[stores[len(spaces)].ID] = space
		return w.Client.Rest(ctx, space)
	}
	r, err := eval.Retrieval(t.Context(), e.client(eval.Client{NC: nc}), in, opts)
	if err != nil {
		t.Fatal(err)
	}
	own := o.recall(stores)
	t.Logf("search: %d questions, engine %s; the oracle saw %.1f %% of the evidence, the answer has %.1f %% among 10 and %.1f %% among 50",
		r.Overall.N, r.Engine, 100*own, 100*r.Overall.Recall["10"], 100*r.Overall.Recall["50"])
	if got := r.Overall.Recall["50"]; r.Engine != engineModel || own == 0 || got < oracleShare*own {
		t.Errorf("a search by %s has %.3f of what the oracle saw", r.Engine, got/own)
	}
	p := prompted{w: w, o: o, why: map[string]int{}}
	for _, st := range stores {
		p.store(t, st, spaces[st.ID])
	}
	t.Logf("prompt: of %d pieces of evidence that the oracle saw %d are injected (%.1f %%), of questions with at most 5 of them %d of %d (%.1f %%); lost: %v",
		p.seen, p.shown, 100*ratio(p.shown, p.seen), p.fewShown, p.fewSeen, 100*ratio(p.fewShown, p.fewSeen), p.why)
	if p.rules > 0 || ratio(p.shown, p.seen) < oracleShare {
		t.Errorf("prompts have %.3f of what the oracle saw; the rules answered %d", ratio(p.shown, p.seen), p.rules)
	}
}

func ratio(a, b int) float64 { return float64(a) / float64(max(b, 1)) }

// oracleSettings let the two layers that choose ask s, without a cap.
func oracleSettings(s *llmtest.Server) config.Config {
	cfg := config.Default()
	cfg.Models.DailyTokens, cfg.Models.DailyUSD, cfg.Models.MaxInput = 0, 0, 1_000_000
	cfg.Models.Providers["oracle"] = config.ModelProvider{Preset: "vllm", URL: s.URL + "/v1"}
	for _, l := range []string{"toolloop", "curate"} {
		cfg.Models.Layers[l] = config.ModelLayer{Model: "oracle/all-knowing"}
	}
	return cfg
}

func readStores(t *testing.T, file string) (all []eval.Store) {
	in, err := eval.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	for s, err := range eval.Stores(in) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// oracle is a model that knows the evidence of every question.
type oracle struct {
	mu     sync.Mutex
	pieces map[string][]eval.Piece    // by question
	seen   map[string]map[string]bool // of a question: the pieces that tools have shown
}

func newOracle(stores []eval.Store) *oracle {
	return &oracle{pieces: eval.Evidence(stores), seen: map[string]map[string]bool{}}
}

// answer is the script of the server.
func (o *oracle) answer(r llmtest.Request) llmtest.Reply {
	var in struct {
		Message string
		Records []struct {
			N    int
			Text string
		}
		Found []string
	}
	if err := json.Unmarshal([]byte(r.Messages[0].Text), &in); err != nil {
		return llmtest.Reply{Status: 500, Message: err.Error()}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	pieces := o.pieces[eval.AsAsked(in.Message)]
	if len(r.Tools) == 0 {
		keep := []int{}
		for _, rec := range in.Records {
			if slices.ContainsFunc(pieces, func(p eval.Piece) bool { return p.Says(rec.Text) }) {
				keep = append(keep, rec.N)
			}
		}
		return llmtest.Reply{Text: llmtest.JSON(map[string]any{"keep": keep})}
	}
	lines, turn := in.Found, 0
	for _, m := range r.Messages {
		switch m.Role {
		case llm.RoleTool:
			lines = append(lines, strings.Split(m.Text, "\n")...)
		case llm.RoleAssistant:
			turn++
		}
	}
	o.look(in.Message, pieces, lines)
	return next(pieces, turn)
}

// look notes which pieces the lines of tools have shown.
func (o *oracle) look(question string, pieces []eval.Piece, lines []string) {
	q := eval.AsAsked(question)
	if o.seen[q] == nil {
		o.seen[q] = map[string]bool{}
	}
	for _, line := range lines {
		_, text, ok := strings.Cut(line, ": ") // "[id] (date) kind: text"
		for _, p := range pieces {
			if ok && p.Says(text) {
				o.seen[q][p.ID] = true
			}
		}
	}
}

// next calls for the evidence of one turn, by the beginnings of its texts.
func next(pieces []eval.Piece, turn int) llmtest.Reply {
	const aTurn = 8
	var r llmtest.Reply
	for i := turn * aTurn; i < min(len(pieces), (turn+1)*aTurn); i++ {
		text := []rune(pieces[i].Text)
		r.Calls = append(r.Calls, llmtest.Call("c"+strconv.Itoa(i), "search_facts", map[string]string{"text": string(text[:min(len(text), 200)])}))
	}
	if len(r.Calls) == 0 {
		r.Calls = []llm.Call{llmtest.Call("over", "done", map[string]string{})}
	}
	return r
}

// recall is the mean share of the evidence that the tools have shown.
func (o *oracle) recall(stores []eval.Store) float64 {
	sum, n := 0.0, 0
	for _, s := range stores {
		for _, q := range s.Queries {
			if len(q.Evidence) == 0 {
				continue
			}
			n++
			all, got := map[string]bool{}, 0
			for _, id := range q.Evidence {
				if !all[id] && o.seen[eval.AsAsked(q.Text)][s.ID+"/"+id] {
					got++
				}
				all[id] = true
			}
			sum += float64(got) / float64(len(all))
		}
	}
	return sum / float64(max(n, 1))
}

// prompted counts what comes of prompts, as a hook sends them.
type prompted struct {
	w                 *daemon.Throwaway
	o                 *oracle
	seen, shown       int
	fewSeen, fewShown int
	rules             int
	why               map[string]int
}

func (p *prompted) store(t *testing.T, s eval.Store, space memtide.Space) {
	now := time.Time{}
	for _, e := range s.Corpus {
		if at := e.When(); at.After(now) {
			now = at
		}
	}
	if !now.IsZero() { // facts without a time were said when they came in
		now = now.Add(24 * time.Hour)
	}
	for _, q := range s.Queries {
		if len(q.Evidence) == 0 {
			continue
		}
		reply, err := p.w.Client.Ask(t.Context(), event.AskRequest{Space: space, Mode: event.ModePrompt, Prompt: q.Text, Session: "oracle-" + q.ID,
			Now: now, DeadlineMS: 60_000, Explain: true})
		if err != nil {
			t.Fatal(err)
		}
		if reply.Engine != engineModel {
			p.rules++
		}
		p.count(t, s, q, space, reply)
	}
}

// count compares what was injected with what the tools have shown.
func (p *prompted) count(t *testing.T, s eval.Store, q eval.Query, space memtide.Space, reply event.AskReply) {
	seen, shown := 0, 0
	err := p.w.Ledger().Read(t.Context(), space, func(v ledger.View) error {
		for _, one := range p.o.pieces[eval.AsAsked(q.Text)] {
			if !strings.HasPrefix(one.ID, s.ID+"/") || !p.o.seen[eval.AsAsked(q.Text)][one.ID] {
				continue
			}
			says := func(id memtide.ID) bool {
				n, err := v.Graph.Node(id)
				return err == nil && one.Says(n.Content)
			}
			seen++
			if slices.ContainsFunc(reply.Receipt.Injected, says) {
				shown++
				continue
			}
			why := "not a candidate"
			for _, d := range reply.Receipt.Drops {
				if says(d.ID) || d.For != nil && says(*d.For) {
					why = d.Why
				}
			}
			p.why[why]++
			if os.Getenv("MEMTIDE_ORACLE_TELL") != "" {
				t.Logf("%s %q lacks %s: %s (%s) %d injected, gate %s", q.ID, q.Text, one.ID, why, reply.Reason, len(reply.Receipt.Injected), reply.Receipt.Gate)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	p.seen, p.shown = p.seen+seen, p.shown+shown
	if seen <= 5 {
		p.fewSeen, p.fewShown = p.fewSeen+seen, p.fewShown+shown
	}
}
