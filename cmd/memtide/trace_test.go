package main

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/llm/llmtest"
)

// readers answers as a curator that keeps the first record, and as a gate that
// keeps the first sentence.
func readers(r llmtest.Request) llmtest.Reply {
	return llmtest.Reply{Text: `{"keep":[1]}`, In: 100, Out: 10}
}

// asksModels returns settings whose curator and gate ask s.
func asksModels(s *llmtest.Server, bodies bool) config.Config {
	cfg := config.Default()
	cfg.Models.Providers = map[string]config.ModelProvider{"near": {Preset: "openai", URL: s.URL + "/v1", KeyEnv: "NEAR_KEY"}}
	cfg.Models.Layers = map[string]config.ModelLayer{"curate": {Model: "near/test-model"}, "gate": {Model: "near/test-model"}}
	cfg.Models.Prices = map[string]config.ModelPrice{"near/test-model": {In: 1, Out: 2}}
	cfg.Models.WaitMS = 20000
	cfg.Trace.Bodies = bodies
	return cfg
}

// TestTraceTellsTheStory: of a prompt its stages and the questions to models, of
// a half-turn the questions and the decisions; texts only where they were traced.
func TestTraceTellsTheStory(t *testing.T) {
	for _, bodies := range []bool{false, true} {
		t.Setenv("NEAR_KEY", "near-secret-0123")
		ctx := daemontest.Within(t, 3*time.Minute)
		a := testDaemon(ctx, t, asksModels(llmtest.Start(t, readers), bodies), daemon.Options{NoSync: true})
		tellAll(ctx, t, a.Client)
		asked, err := a.Client.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModePrompt, Client: "claude-code", Session: "s1", PromptID: "p9",
			Prompt: "Which machine does our walrus build run on?", DeadlineMS: 20000})
		if err != nil || asked.ID == "" {
			t.Fatal(asked, err)
		}
		trace := func(want int, args ...string) (string, string) {
			t.Helper()
			var out, problems bytes.Buffer
			args = append([]string{"trace", "--home", a.Dir}, args...)
			if code := run(ctx, args, stdio{strings.NewReader(""), &out, &problems}); code != want {
				t.Fatalf("%q ends with %d: %s%s", args, code, out.String(), problems.String())
			}
			return out.String(), problems.String()
		}
		// The receipt is written after the answer, and until then there may be none.
		for listed := (&bytes.Buffer{}); !strings.Contains(listed.String(), control.Short(asked.ID)); {
			if err := bus.Pause(ctx, 5*time.Millisecond); err != nil {
				t.Fatal(err)
			}
			listed.Reset()
			run(ctx, []string{"trace", "--home", a.Dir}, stdio{strings.NewReader(""), listed, io.Discard})
		}
		prompt, warned := trace(exitOK, asked.ID[:10])
		has := func(text string, parts ...string) {
			t.Helper()
			for _, part := range parts {
				if !strings.Contains(text, part) {
					t.Errorf("bodies %v: %q is not in:\n%s", bodies, part, text)
				}
			}
		}
		has(prompt, "receipt "+asked.ID, "assemble", "curate@1", "near/test-model", "100+10", "$0.0001", "injected", "half-turn ")
		if got := strings.Contains(prompt, "curate was asked"); got != bodies || strings.Contains(warned, "personal data") != bodies {
			t.Errorf("bodies %v: printed %v, warned %q", bodies, got, warned)
		}
		turn := memtide.TurnID(memtide.Turn{Space: memtide.DefaultSpace, Session: "s1", PromptID: "p1", Role: memtide.RoleUser})
		half, _ := trace(exitOK, turn[:8])
		has(half, "half-turn "+turn, "session s1", "gate@", "record ", "store ", "add episode")
		if !bodies && strings.Contains(half, "walrus") {
			t.Errorf("the text is printed:\n%s", half)
		}
		var s control.Story
		raw, _ := trace(exitOK, turn, "--json")
		if err := json.Unmarshal([]byte(raw), &s); err != nil || len(s.Asked) != 1 || s.Asked[0].Layer != "gate" || len(s.Changes) < 2 || (s.Asked[0].Input != "") != bodies {
			t.Errorf("in JSON: %v, %+v", err, s)
		}
		trace(exitNone, "ffffffffff")
		trace(exitUsage, turn, "--from", "s1")
	}
}
