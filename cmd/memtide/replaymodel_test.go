package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// TestShadowPaysNothingThatWasPaidLive: what models said to the daemon is what
// they say to a shadow, which comes to the same, again and again.
func TestShadowPaysNothingThatWasPaidLive(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, readingConfig(server))
	s.settings(server, "")
	s.talkOfTwelve()
	paid := server.Count()
	if paid < 24 {
		t.Fatalf("the daemon has asked %d times", paid)
	}
	live := s.liveContent()
	var first, second readAgain
	s.call(0, &first, "replay", "--from", "turns", "--shadow", "-y")
	s.call(0, &second, "replay", "--from", "turns", "--shadow", "-y", "--engine", "model")
	if server.Count() != paid {
		t.Errorf("%d requests were asked again", server.Count()-paid)
	}
	for i, got := range []readAgain{first, second} {
		if got.Content != live || got.Hash != first.Hash || got.HalfTurns != 12 || got.ByRules != 0 {
			t.Errorf("shadow %d: content %s of %d half-turns, %d by the rules; the memory has %s", i, got.Content, got.HalfTurns, got.ByRules, live)
		}
		if e := got.Estimate; e == nil || e.Sum.Most != 0 || e.Sum.Recorded != paid || e.Sum.In != 0 || e.Sum.MostMicros != 0 {
			t.Errorf("shadow %d: estimate %+v after %d requests", i, e, paid)
		}
		recorded := 0
		for _, m := range got.Models {
			recorded += m.Recorded
		}
		if recorded != paid {
			t.Errorf("shadow %d: %d replies out of the record, want %d", i, recorded, paid)
		}
	}
	var same, d shadowDiff
	s.call(0, &same, "replay", "diff")
	if same.Content.Live != live || same.Content.Shadow != live {
		t.Errorf("the content hashes are %+v, want %s", same.Content, live)
	}
	s.call(0, nil, "remember", "The vole is small.")
	s.call(0, &d, "replay", "diff")
	if d.Content.Live == live || len(d.Added)+len(d.Lost)+len(d.Changed) != 0 || len(d.Hand) != 1 {
		t.Errorf("%d added, %d lost, %d changed, %d by hand", len(d.Added), len(d.Lost), len(d.Changed), len(d.Hand))
	}
	var ruled readAgain
	s.call(0, &ruled, "replay", "--from", "turns", "--shadow", "-y", "--engine", "rules")
	if ruled.Content == live || len(ruled.Models) != 0 || server.Count() != paid {
		t.Errorf("the rules come to %s, with %+v, after %d requests", ruled.Content, ruled.Models, server.Count()-paid)
	}
}

// TestShadowTriesAModel: a model is tried on what the rules have read. It is said
// before what that takes at most, and nobody pays for the same twice.
func TestShadowTriesAModel(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	if out := s.said(2, "replay", "--from", "turns", "--shadow", "--engine", "model"); !strings.Contains(out, "models.default") {
		t.Errorf("without a model: %s", out)
	}
	s.talkOfTwelve()
	s.settings(server, "")
	var e replayEstimate
	s.call(0, &e, "replay", "--from", "turns", "--shadow", "--dry-run")
	if out := s.said(3, "replay", "--from", "turns", "--shadow"); !strings.Contains(out, "extract") || !strings.Contains(out, "at most $") {
		t.Errorf("the estimate says %s", out)
	}
	if server.Count() != 0 || e.HalfTurns != 12 || len(e.Layers) != 5 || e.Sum.Most == 0 || e.Sum.Recorded != 0 || e.Sum.MostMicros == 0 {
		t.Fatalf("estimate %+v after %d requests", e, server.Count())
	}
	var first, second readAgain
	s.call(0, &first, "replay", "--from", "turns", "--shadow", "-y")
	paid := server.Count()
	if paid == 0 || paid > e.Sum.Most || len(reader.twice()) > 0 {
		t.Errorf("%d requests, at most %d were said before; twice: %v", paid, e.Sum.Most, reader.twice())
	}
	var d shadowDiff
	s.call(0, &d, "replay", "diff")
	if len(d.Added) == 0 {
		t.Errorf("a model that keeps everything has added nothing: %+v", d.Kinds)
	}
	rows, err := client.Control[[]llm.Spent](t.Context(), s.Client, "costs", control.CostsRequest{})
	calls, micros := 0, int64(0)
	for _, r := range rows {
		calls, micros = calls+r.Calls, micros+r.Micros
	}
	if err != nil || calls != paid || micros == 0 || micros > e.Sum.MostMicros {
		t.Errorf("the books of the daemon have %d requests and %d, want %d and at most %d: %v", calls, micros, paid, e.Sum.MostMicros, err)
	}
	s.call(0, &second, "replay", "--from", "turns", "--shadow", "-y")
	if server.Count() != paid || second.Content != first.Content || second.Hash != first.Hash || second.Estimate.Sum.Recorded != paid {
		t.Errorf("a second time: %d requests more, content %s and %s, estimate %+v", server.Count()-paid, first.Content, second.Content, second.Estimate.Sum)
	}
	s.call(0, nil, "erase", "session:s", "-y")
	if raw, err := os.ReadFile(filepath.Join(s.Dir, "replies.db")); err != nil || bytes.Contains(raw, []byte("walrus build")) {
		t.Errorf("an erasure leaves what a shadow has paid for: %v", err)
	}
}

// TestShadowStopsWithItsModel: a server that fails, and a cap that is reached,
// end a reading; the next one pays for the rest.
func TestShadowStopsWithItsModel(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}, until: 12}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	s.talkOfTwelve()
	s.settings(server, "")
	if out := s.said(1, "replay", "--from", "turns", "--shadow", "-y"); !strings.Contains(out, "of 12") || !strings.Contains(out, "near/m") || !strings.Contains(out, "not paid again") {
		t.Errorf("a server that fails: %s", out)
	}
	s.call(3, nil, "replay", "diff")
	reader.mu.Lock()
	reader.until = 0
	reader.mu.Unlock()
	s.settings(server, "daily_tokens = 12000\n")
	half := reader.answers()
	if out := s.said(1, "replay", "--from", "turns", "--shadow", "-y"); !strings.Contains(out, "budget") {
		t.Errorf("a cap: %s", out)
	}
	if reader.answers() == half {
		t.Error("the cap of a layer that has half of it left is taken for reached")
	}
	s.settings(server, "")
	var out readAgain
	half = reader.answers()
	s.call(0, &out, "replay", "--from", "turns", "--shadow", "-y")
	if rest := reader.answers() - half; rest == 0 || rest > out.Estimate.Sum.Most || out.Estimate.Sum.Most >= 120 {
		t.Errorf("%d answers were left to be paid, at most %d were said", rest, out.Estimate.Sum.Most)
	}
	if out.ByRules != 0 || len(reader.twice()) > 0 || out.Estimate.Sum.Recorded < 12 {
		t.Errorf("%d half-turns by the rules, estimate %+v, paid twice: %v", out.ByRules, out.Estimate.Sum, reader.twice())
	}
	if left, err := filepath.Glob(filepath.Join(s.Dir, daemon.ShadowsFolder, "memtide-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestShadowCostsNoMoreThanWasSaid: also not by a model that has to be asked
// twice for each answer, for half-turns that are read in pieces.
func TestShadowCostsNoMoreThanWasSaid(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}, wrong: true}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	ctx := daemontest.Within(t, 3*time.Minute)
	for i, n := range []int{1, 40, 200} {
		var text strings.Builder
		for k := range n {
			fmt.Fprintf(&text, "Crate %d of row %d holds tiles of size %d. ", k, i, k*7)
		}
		if r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: fmt.Sprint(i), Client: "claude-code", Text: text.String()}); err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := s.Client.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	s.settings(server, "")
	var out readAgain
	s.call(0, &out, "replay", "--from", "turns", "--shadow", "-y")
	by := map[string]int{}
	for _, r := range server.Requests() {
		by[r.Schema]++
	}
	for _, l := range out.Estimate.Layers {
		if by[l.Layer] > l.Most {
			t.Errorf("%s was asked %d times, at most %d were said", l.Layer, by[l.Layer], l.Most)
		}
	}
	if by["extract"] < 10 || out.ByRules != 0 {
		t.Errorf("%v, and %d half-turns by the rules: the test shows nothing", by, out.ByRules)
	}
}

// TestShadowCutOff: what is paid for when a reading is cut off is not paid again,
// but for the one request that is on its way.
func TestShadowCutOff(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	s.talkOfTwelve()
	s.settings(server, "")
	ctx, cancel := context.WithCancel(t.Context())
	reader.tell = func() {
		if len(reader.paid) == 15 {
			cancel()
		}
	}
	var said bytes.Buffer
	if got := run(ctx, []string{"replay", "--from", "turns", "--shadow", "-y", "--home", s.Dir}, stdio{strings.NewReader(""), &said, &said}); got == 0 || server.Count() > 16 {
		t.Fatalf("ends with %d after %d requests: %s", got, server.Count(), said.String())
	}
	if left, err := filepath.Glob(filepath.Join(s.Dir, daemon.ShadowsFolder, "*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	s.call(0, nil, "replay", "--from", "turns", "--shadow", "-y")
	if len(reader.twice()) > 1 {
		t.Errorf("paid twice: %v", reader.twice())
	}
}

// TestShadowEndsWithAnErasure: what is erased while it is read again is in no
// record afterwards, also not by a question that was on its way.
func TestShadowEndsWithAnErasure(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	s.talkOfTwelve()
	s.settings(server, "")
	var said bytes.Buffer
	erased := make(chan struct{})
	reader.tell = func() {
		if len(reader.paid) == 15 {
			defer close(erased)
			run(context.Background(), []string{"erase", "session:s", "-y", "--home", s.Dir}, stdio{strings.NewReader(""), &said, &said})
		}
	}
	if out := s.said(1, "replay", "--from", "turns", "--shadow", "-y"); !strings.Contains(out, "something was erased meanwhile") {
		t.Errorf("it ends with %s", out)
	}
	select {
	case <-erased:
	case <-daemontest.Within(t, 2*time.Minute).Done():
		t.Fatal("the erasure does not end")
	}
	if left, err := filepath.Glob(filepath.Join(s.Dir, daemon.ShadowsFolder)); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	if !strings.Contains(said.String(), "Certificate") || server.Count() > 16 {
		t.Errorf("%d requests; the erasure says %s", server.Count(), said.String())
	}
	raw, err := os.ReadFile(filepath.Join(s.Dir, "replies.db"))
	if err != nil || bytes.Contains(raw, []byte("walrus build")) || bytes.Contains(raw, []byte("heron server")) {
		t.Errorf("the record has what is erased: %v", err)
	}
}

// TestShadowWaitsForABusyServer: where a model fails once, the rules read, and
// that is said; another reading asks for what is missing.
func TestShadowWaitsForABusyServer(t *testing.T) {
	reader := &keenReader{paid: map[string]int{}, busy: 3}
	server := llmtest.Start(t, reader.answer)
	s := newShadowed(t, still(config.Default()))
	s.talkOfTwelve()
	s.settings(server, "")
	var first, second readAgain
	s.call(0, &first, "replay", "--from", "turns", "--shadow", "-y")
	before := reader.answers()
	s.call(0, &second, "replay", "--from", "turns", "--shadow", "-y")
	if first.ByRules != 1 || second.ByRules != 0 || reader.answers() == before || len(reader.twice()) > 0 {
		t.Errorf("%d, then %d half-turns by the rules; %d answers, then %d; twice: %v", first.ByRules, second.ByRules, before, reader.answers(), reader.twice())
	}
}

// TestReplayPromptsByEngine: what a prompt would be given without its model, and
// with it, for which it pays only what is not recorded.
func TestReplayPromptsByEngine(t *testing.T) {
	server := llmtest.Start(t, llmtest.Say(`{"keep":[]}`))
	cfg := readingConfig(server)
	cfg.Models.Default, cfg.Models.Prompt, cfg.Models.Ask, cfg.Models.WaitMS = "", "near/m", []string{"curate"}, 4000
	s := newShadowed(t, cfg)
	ctx := daemontest.Within(t, 3*time.Minute)
	s.talkOfTwelve()
	for i, q := range []string{"Which machine does the walrus build run on?", "Where does the heron server stand?"} {
		id, session := fmt.Sprint("q", i), fmt.Sprint("t", i)
		if _, err := s.Client.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModePrompt, Session: session, PromptID: id, Prompt: q, Client: "claude-code", DeadlineMS: 20000}); err != nil {
			t.Fatal(err)
		}
		if r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: session, PromptID: id, Client: "claude-code", Text: q}); err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	paid := server.Count()
	var e replayEstimate
	s.call(0, &e, "replay", "--prompts", "--dry-run")
	if e.Prompts != 2 || len(e.Layers) != 1 || e.Sum.Most < 2 || e.Sum.MostMicros == 0 {
		t.Errorf("estimate %+v", e)
	}
	s.call(3, nil, "replay", "--prompts") // nobody agrees
	if paid == 0 || server.Count() != paid {
		t.Fatalf("%d requests before, %d after", paid, server.Count())
	}
	var ruled, modelled promptDiffs
	s.call(0, &ruled, "replay", "--prompts", "--engine", "rules")
	if ruled.Asked != 2 || ruled.Spoken != 2 || ruled.ByRules != 2 || ruled.Estimate != nil || server.Count() != paid {
		t.Errorf("by the rules: %+v, %d requests more", ruled, server.Count()-paid)
	}
	s.call(0, &modelled, "replay", "--prompts", "--engine", "model", "-y")
	if modelled.Asked != 2 || modelled.Changed != 0 || modelled.ByModel != 2 || modelled.Estimate == nil || server.Count()-paid > e.Sum.Most {
		t.Errorf("by the model: %+v, %d requests more", modelled, server.Count()-paid)
	}
	if _, err := s.Client.Ask(ctx, event.AskRequest{Mode: event.ModeQuery, Prompt: "x", Engine: "oracle"}); err == nil || !strings.Contains(err.Error(), "oracle") {
		t.Errorf("an engine that nobody knows: %v", err)
	}
}
