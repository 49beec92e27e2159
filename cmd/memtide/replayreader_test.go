package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm/llmtest"
)

// keenReader plays a model that keeps every sentence as a fact.
type keenReader struct {
	mu    sync.Mutex
	paid  map[string]int // by request: how often it was answered
	until int            // answers, then the server fails; 0 is for ever
	busy  int            // times that it then is too busy
	wrong bool           // it has to be asked twice for each answer
	tell  func()         // that it has answered
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
	if k.tell != nil {
		k.tell()
	}
	if k.wrong && len(r.Messages) == 1 {
		return llmtest.Reply{Text: "Of course!"}
	}
	var in struct {
		Sentences []numberedText `json:"sentences"`
	}
	_ = json.Unmarshal([]byte(r.Messages[0].Text), &in) // what has no sentences has none
	switch r.Schema {
	case "gate":
		keep := []int{}
		for _, s := range in.Sentences {
			keep = append(keep, s.N)
		}
		return llmtest.Reply{Text: llmtest.JSON(map[string]any{"keep": keep}), In: 1000, Out: 20}
	case "extract":
		items := []any{}
		for _, s := range in.Sentences[:min(len(in.Sentences), 30)] { // more is no answer
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
	if err := os.WriteFile(filepath.Join(s.Dir, "config.toml"), []byte(text), 0o600); err != nil {
		s.t.Fatal(err)
	}
}

// said is what a command says beside its result.
func (s *shadowed) said(code int, args ...string) string {
	s.t.Helper()
	var out bytes.Buffer
	if got := run(s.t.Context(), append(args, "--home", s.Dir), stdio{strings.NewReader(""), &out, &out}); got != code {
		s.t.Fatalf("%v ends with %d, want %d: %s", args, got, code, out.String())
	}
	return out.String()
}

// talkOfTwelve tells twelve half-turns, one after the other.
func (s *shadowed) talkOfTwelve() {
	s.t.Helper()
	ctx := daemontest.Within(s.t, 5*time.Minute)
	for i, text := range []string{
		"The heron server stands in rack 14.", "Please look at the lock again.", "The walrus build runs on the quay machine.",
		"A pallet of tiles came on Monday.", "The heron server stands in rack 15 now.", "Anna feeds the otter in the evening.",
		"The quay machine has 64 GB of memory.", "The tiles are blue.", "We use Postgres 16 for the ledger.",
		"The lock opens at seven.", "The harbour office is behind the mill.", "The walrus build takes nine minutes.",
	} {
		r, err := s.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: fmt.Sprint("p", i), Client: "claude-code", Text: text,
			Time: time.Date(2026, 5, 1, 9, i, 0, 0, time.UTC)})
		if err != nil || r.Error != "" {
			s.t.Fatal(r, err)
		}
		if err := s.Client.Settle(ctx, memtide.DefaultSpace, nil); err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *shadowed) liveContent() string {
	s.t.Helper()
	h, err := client.Control[string](s.t.Context(), s.Client, "content", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}
