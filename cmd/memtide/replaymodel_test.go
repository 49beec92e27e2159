package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// keenReader plays a model that keeps every sentence as a fact.
type keenReader struct {
	mu    sync.Mutex
	paid  map[string]int // by request: how often it was answered
	until int            // answers, then the server fails; 0 is for ever
	busy  int            // times that it then is too busy
}

func (k *keenReader) answer(r llmtest.Request) llmtest.Reply {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.until > 0 && len(k.paid) >= k.until {
		return llmtest.Reply{Status: 500, Message: "out of order"}
	}
	if k.busy > 0 && len(k.paid) >= 8 {
		k.busy--
		return llmtest.Reply{Status: 429, Message: "slower", RetryAfter: time.Second}
	}
	k.paid[string(r.Body)]++
	var in struct {
		Sentences []numberedText `json:"sentences"`
	}
	_ = json.Unmarshal([]byte(r.Last()), &in) // what has no sentences has none
	switch r.Schema {
	case "gate":
		keep := []int{}
		for _, s := range in.Sentences {
			keep = append(keep, s.N)
		}
		return llmtest.Reply{Text: llmtest.JSON(map[string]any{"keep": keep}), In: 1000, Out: 20}
	case "extract":
		items := []any{}
		for _, s := range in.Sentences {
			items = append(items, map[string]any{"n": s.N, "kind": "fact", "text": s.Text})
		}
		return llmtest.Reply{Text: llmtest.JSON(map[string]any{"items": items}), In: 1000, Out: 20}
	case "filter":
		return llmtest.Reply{Text: `{"drop":[]}`, In: 1000, Out: 20}
	}
	return llmtest.Reply{Text: `{"verdicts":[]}`, In: 1000, Out: 20}
}

type numberedText struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

// twice returns the requests that were answered more than once.
func (k *keenReader) twice() (all []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for body, n := range k.paid {
		if n > 1 {
			all = append(all, body)
		}
	}
	return all
}

func (k *keenReader) answers() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.paid)
}

// readingConfig lets the layers that read ask s; prompts and jobs ask nobody.
func readingConfig(s *llmtest.Server) config.Config {
	cfg := config.Default()
	cfg.Models.Default, cfg.Models.Ask = "near/m", []string{"gate", "extract", "filter", "store", "reconcile"}
	cfg.Models.Providers = map[string]config.ModelProvider{"near": {Preset: "vllm", URL: s.URL + "/v1"}}
	cfg.Models.Prices = map[string]config.ModelPrice{"near/m": {In: 1, Out: 2}}
	return still(cfg)
}

// still is without jobs, so that a store is what was said and nothing else.
func still(cfg config.Config) config.Config {
	cfg.Jobs.Cron, cfg.Jobs.IdleMinutes = map[string]string{}, 0
	for _, job := range config.JobNames() {
		cfg.Jobs.Cron[job] = "off"
	}
	return cfg
}

// settings writes settings for the commands that look at a world.
func (s *shadowed) settings(server *llmtest.Server, more string) {
	s.t.Helper()
	text := "[models]\ndefault = \"near/m\"\nask = [\"gate\", \"extract\", \"filter\", \"store\", \"reconcile\"]\n" + more +
		"[models.prices]\n\"near/m\" = { in = 1.0, out = 2.0 }\n[models.providers.near]\npreset = \"vllm\"\nurl = \"" + server.URL + "/v1\"\n"
	if err := os.WriteFile(filepath.Join(s.dir, "config.toml"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// said is what a command says beside its result.
func (s *shadowed) said(code int, args ...string) string {
	s.t.Helper()
	var out bytes.Buffer
	if got := run(s.t.Context(), append(args, "--home", s.dir), stdio{strings.NewReader(""), &out, &out}); got != code {
		s.t.Fatalf("%v ends with %d, want %d: %s", args, got, code, out.String())
	}
	return out.String()
}

// talkOfTwelve tells twelve half-turns, one after the other.
func (s *shadowed) talkOfTwelve() {
	s.t.Helper()
	ctx := within(s.t, 5*time.Minute)
	for i, text := range []string{
		"The heron server stands in rack 14.", "Somebody saw the otter near the lock.", "The walrus build runs on the quay machine.",
		"A pallet of tiles came on Monday.", "The heron server stands in rack 15 now.", "Anna feeds the otter in the evening.",
		"The quay machine has 64 GB of memory.", "The tiles are blue.", "We use Postgres 16 for the ledger.",
		"The lock opens at seven.", "The harbour office is behind the mill.", "The walrus build takes nine minutes.",
	} {
		r, err := s.client.turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: fmt.Sprint("p", i), Client: "claude-code", Text: text,
			Time: time.Date(2026, 5, 1, 9, i, 0, 0, time.UTC)})
		if err != nil || r.Error != "" {
			s.t.Fatal(r, err)
		}
		if err := s.client.settle(ctx, memtide.DefaultSpace, nil); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *shadowed) liveContent() string {
	s.t.Helper()
	h, err := control[string](s.t.Context(), s.client, "content", spaceRequest{memtide.DefaultSpace})
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

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
	rows, err := control[[]llm.Spent](t.Context(), s.client, "costs", costsRequest{})
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
	if raw, err := os.ReadFile(filepath.Join(s.dir, "replies.db")); err != nil || bytes.Contains(raw, []byte("walrus build")) {
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
	s.call(0, &out, "replay", "--from", "turns", "--shadow", "-y")
	if out.ByRules != 0 || len(reader.twice()) > 0 || out.Estimate.Sum.Recorded < 12 {
		t.Errorf("%d half-turns by the rules, estimate %+v, paid twice: %v", out.ByRules, out.Estimate.Sum, reader.twice())
	}
	if left, err := filepath.Glob(filepath.Join(s.dir, shadowsFolder, "memtide-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
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
	ctx := within(t, 3*time.Minute)
	s.talkOfTwelve()
	for i, q := range []string{"Which machine does the walrus build run on?", "Where does the heron server stand?"} {
		id, session := fmt.Sprint("q", i), fmt.Sprint("t", i)
		if _, err := s.client.ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModePrompt, Session: session, PromptID: id, Prompt: q, Client: "claude-code", DeadlineMS: 20000}); err != nil {
			t.Fatal(err)
		}
		if r, err := s.client.turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: session, PromptID: id, Client: "claude-code", Text: q}); err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := s.client.rest(ctx, memtide.DefaultSpace); err != nil {
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
	if _, err := s.client.ask(ctx, event.AskRequest{Mode: event.ModeQuery, Prompt: "x", Engine: "oracle"}); err == nil || !strings.Contains(err.Error(), "oracle") {
		t.Errorf("an engine that nobody knows: %v", err)
	}
}
