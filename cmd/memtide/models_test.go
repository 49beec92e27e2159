package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/vectorindex"
)

const modelsToml = `
[models]
default = "near/test-model"
embedder = "near/test-embed"
dims = 16
[models.layers.filter]
model = "off"
[models.layers.extract]
model = "far"
[models.prices]
"near/test-model" = { in = 1.0, out = 2.0 }
[models.providers.near]
preset = "openai"
url = "URL/v1"
key_env = "NEAR_KEY"
[models.providers.far]
preset = "anthropic"
url = "URL"
key_env = "FAR_KEY"
`

// withModels writes settings whose models ask s, and returns the data folder.
func withModels(t *testing.T, s *llmtest.Server) string {
	t.Helper()
	home := filepath.Join(t.TempDir(), "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(strings.ReplaceAll(modelsToml, "URL", s.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	return home
}

// A perfect model at near, and one at far that refuses our key.
func obedient(r llmtest.Request) llmtest.Reply {
	switch {
	case r.Wire == "anthropic":
		return llmtest.Reply{Status: 401, Message: "invalid x-api-key"}
	case r.Schema != "":
		return llmtest.Reply{Text: `{"reason":"it holds always","kind":"rule","names":["Peter"],"weight":0.9}`, In: 100, Out: 50}
	case len(r.Tools) > 0:
		return llmtest.Reply{Calls: []llm.Call{llmtest.Call("c", "lookup_person", map[string]string{"name": "Peter"})}, In: 100, Out: 50}
	}
	return llmtest.Reply{}
}

// TestTheSettingsKnowThePresets: what the settings let through, package llm knows.
func TestTheSettingsKnowThePresets(t *testing.T) {
	var known []string
	for _, p := range llm.Presets() {
		known = append(known, p.Name)
	}
	if names := config.ModelPresets(); !slices.Equal(names, known) {
		t.Errorf("the settings know %q, package llm %q", names, known)
	}
}

// TestOneWrongLayerLeavesTheOthersTheirModels: the rules answer for that one alone,
// and who lists the models or tries them is told.
func TestOneWrongLayerLeavesTheOthersTheirModels(t *testing.T) {
	s := llmtest.Start(t, obedient)
	cfg := asksModels(s, false)
	cfg.Home = t.TempDir()
	cfg.Models.Layers["plan"] = config.ModelLayer{Model: "nobody/x"}
	t.Setenv("NEAR_KEY", "near-secret-0123")
	m, wrong := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, daemon.ModelRun{})
	if m == nil {
		t.Fatal(wrong)
	}
	if m.Has("plan") || !m.Has("curate") {
		t.Errorf("plan has a model: %t; curate has one: %t", m.Has("plan"), m.Has("curate"))
	}
	r := daemon.ReportModels(m, wrong)
	if len(r.Problems) != 1 || !strings.HasPrefix(r.Problems[0], "layer plan: model nobody/x: no provider is called nobody") || !slices.Contains(r.Rules, "plan") {
		t.Errorf("%q; rules answer for %q", r.Problems, r.Rules)
	}
	all, err := daemon.TryModels(t.Context(), m, wrong)
	if err != nil || len(all) < 2 || all[0].Error != "" || !strings.HasPrefix(all[len(all)-1].Error, "layer plan: ") {
		t.Errorf("tried: %+v, %v", all, err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	cfg.Models.Embedder = "nobody/y"
	none, wrong := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, daemon.ModelRun{})
	if none == nil {
		t.Fatal(wrong)
	}
	defer none.Close()
	if _, err := none.Embedder(); !errors.Is(err, llm.ErrNoModel) || !none.Has("curate") || len(llm.Wrong(wrong)) != 2 {
		t.Errorf("a wrong embedder: %v; %v", err, wrong)
	}
}

// A record that is cut off leaves all layers to the rules, and who lists the models is told
// which file it is and what to do.
func TestADamagedRecordLeavesTheLayersToTheRules(t *testing.T) {
	s := llmtest.Start(t, obedient)
	cfg := asksModels(s, false)
	cfg.Home = t.TempDir()
	t.Setenv("NEAR_KEY", "near-secret-0123")
	m, err := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, daemon.ModelRun{})
	if err != nil {
		t.Fatal(err)
	}
	if err := m.Close(); err != nil {
		t.Fatal(err)
	}
	path := daemon.ModelsConfig(cfg).Replies
	if err := os.Truncate(path, int64(3*os.Getpagesize())); err != nil {
		t.Fatal(err)
	}
	none, wrong := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, daemon.ModelRun{})
	if none == nil {
		t.Fatal(wrong)
	}
	defer none.Close()
	r := daemon.ReportModels(none, wrong)
	if !errors.Is(wrong, llm.ErrReplies) || none.Has("curate") || len(r.Problems) != 1 || !strings.Contains(r.Problems[0], path) || !strings.Contains(r.Problems[0], "move it away") {
		t.Errorf("%v; %q", wrong, r.Problems)
	}
}

func TestModelsOnTheCommandLine(t *testing.T) {
	s := llmtest.Start(t, obedient)
	home := withModels(t, s)
	env := []string{"NEAR_KEY=near-secret-0123", "FAR_KEY=far-secret-0123", "MEMTIDE_NO_START=1"}
	p := newProcess(t, home, env...)
	say := func(want int, args ...string) string {
		t.Helper()
		out, code := p.memtideWith(env, "", args...)
		if code != want {
			t.Fatalf("%q: exit code %d\n%s", args, code, out)
		}
		if strings.Contains(out, "secret-0123") {
			t.Fatalf("%q prints a key:\n%s", args, out)
		}
		return out
	}
	has := func(text string, parts ...string) {
		t.Helper()
		for _, part := range parts {
			if !strings.Contains(text, part) {
				t.Errorf("%q is not in:\n%s", part, text)
			}
		}
	}
	has(say(exitOK, "models"), "extract", "far/claude-haiku-4-5", "near/test-model", "ready", "rules answer for: classify, followup, plan, toolloop, curate, filter")
	has(say(exitNone, "costs"), "nothing was asked of a model since 2")
	if s.Count() != 0 {
		t.Fatalf("a list asked %d times", s.Count())
	}

	p.start().Close()
	tried := say(exitError, "models", "test")
	has(tried, "near/test-model", "yes", "$0.0004", "16 dims", "far/claude-haiku-4-5", "missing or wrong")
	var trials []llm.Trial
	if err := json.Unmarshal([]byte(say(exitError, "models", "test", "--json")), &trials); err != nil || len(trials) != 3 {
		t.Fatalf("%v: %+v", err, trials)
	}
	far := 0
	for _, r := range s.Requests() {
		if r.Wire == "anthropic" {
			far++
		}
	}
	if far != 1 {
		t.Errorf("a wrong key was tried %d times", far)
	}
	has(say(exitOK, "models"), "far/claude-haiku-4-5  key", "problem: model far/claude-haiku-4-5")
	has(say(exitOK, "status"), "near/test-model for ", "$0.0008 today", "problem", "missing or wrong")
	has(say(exitError, "doctor"), "BAD  models", "docs/models.md")
	today := time.Now().UTC().Format(time.DateOnly)
	has(say(exitOK, "costs", "--since", "2d"), today, "consolidate", "embed", "extract", "$0.0008")
	p.stop()
	has(say(exitOK, "costs", "--json"), `"layer": "consolidate"`, `"micros": 800`)
	if out := say(exitUsage, "costs", "--since", "yesterday"); !strings.Contains(out, "7d") {
		t.Error(out)
	}
}

// Wrong settings of models are said, and the memory works all the same.
func TestTheDaemonRunsWithoutItsModels(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home, "MEMTIDE_MODELS_DEFAULT=claude-code/sonnet")
	cl := p.start()
	defer cl.Close()
	r, err := client.Control[control.Status](daemontest.Within(t, time.Minute), cl, "status", control.SpaceRequest{Space: "default"})
	if err != nil || len(r.Models) != 0 || len(r.Problems) == 0 || !strings.Contains(strings.Join(r.Problems, " "), "coding client") {
		t.Fatalf("%v: %+v", err, r)
	}
	if _, err := os.Stat(filepath.Join(home, "replies.db")); err == nil {
		t.Error("a record of replies was made, and no model can reply")
	}
	p.stop()
}
