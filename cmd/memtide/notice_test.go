package main

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm/llmtest"
)

// TestWrongModelsAreSaidAtSessionStart: in one line, when a conversation begins,
// and never at a prompt; nothing is said where nothing is wrong.
func TestWrongModelsAreSaidAtSessionStart(t *testing.T) {
	s := llmtest.Start(t, readers)
	broken := config.Default()
	broken.Models.Default = "claude-code/sonnet"
	for name, c := range map[string]struct {
		cfg  config.Config
		key  string
		want string
	}{
		"missing key":  {asksModels(s, false), "", "NEAR_KEY"},
		"wrong models": {broken, "", "coding client"},
		"right":        {asksModels(s, false), "near-secret-0123", ""},
	} {
		t.Setenv("NEAR_KEY", c.key)
		ctx := daemontest.Within(t, 3*time.Minute)
		a, err := daemon.StartThrowaway(ctx, c.cfg, daemon.Options{NoSync: true})
		if err != nil {
			t.Fatal(name, err)
		}
		block := func(mode, source, prompt string) string {
			t.Helper()
			r, err := a.Client.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: mode, Source: source, Client: "claude-code", Session: "s1", Prompt: prompt, DeadlineMS: 20000})
			if err != nil {
				t.Fatal(name, err)
			}
			return r.Block
		}
		const says = "About memtide itself"
		empty := block(event.ModeSessionStart, "startup", "")
		tellAll(ctx, t, a.Client)
		full := block(event.ModeSessionStart, "startup", "")
		for _, b := range []string{empty, full} {
			if got := strings.Count(b, says); c.want == "" && got != 0 || c.want != "" && (got != 1 || !strings.Contains(b, c.want) || !strings.HasPrefix(b, "<memory>") || !strings.HasSuffix(b, "</memory>")) {
				t.Errorf("%s: a session starts with %q", name, b)
			}
		}
		for _, b := range []string{block(event.ModeSessionStart, "resume", ""), block(event.ModeSessionStart, "compact", ""), block(event.ModePrompt, "", "Which machine does our walrus build run on?")} {
			if strings.Contains(b, says) {
				t.Errorf("%s: said again: %q", name, b)
			}
		}
		if err := a.End(); err != nil {
			t.Error(err)
		}
	}
}
