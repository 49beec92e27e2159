package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm/llmtest"
)

const vectorsToml = `
[models]
embedder = "near/test-embed"
dims = 16
[models.providers.near]
preset = "openai"
url = "URL/v1"
key_env = "NEAR_KEY"
`

// An embedder is set beside a store that has vectors: the old ones serve while
// its server fails and when the daemon is killed, then the change ends by itself,
// prompts are asked by the query side once, and the way back holds.
func TestTheEmbedderChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the daemon four times")
	}
	var fails, mute atomic.Bool
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		switch {
		case fails.Load():
			return llmtest.Reply{Status: 500}
		case mute.Load():
			return llmtest.Reply{Mute: true}
		}
		return llmtest.Reply{}
	})
	home := filepath.Join(t.TempDir(), "home")
	env := []string{"NEAR_KEY=near-secret-0123", "MEMTIDE_NO_START=1"}
	p := newProcess(t, home, env...)
	run := func(want int, args ...string) string {
		t.Helper()
		out, code := p.memtideWith(env, "", args...)
		if code != want {
			t.Fatalf("%q: exit code %d\n%s", args, code, out)
		}
		return out
	}
	until := func(what string, holds func(control.VectorsReport) bool) {
		t.Helper()
		var r control.VectorsReport
		for end := time.Now().Add(90 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
			r = control.VectorsReport{}
			if err := json.Unmarshal([]byte(run(exitOK, "vectors", "--json")), &r); err != nil {
				t.Fatal(err)
			}
			if holds(r) {
				return
			}
		}
		t.Fatalf("never: %s: %+v", what, r)
	}
	p.start().Close()
	for i := range 5 {
		run(exitOK, "remember", fmt.Sprintf("The heron number %d stands at the northern pond.", i))
	}
	found := func() {
		t.Helper()
		if out := run(exitOK, "search", "heron at the pond"); !strings.Contains(out, "northern") {
			t.Errorf("not found:\n%s", out)
		}
	}
	p.stop() // writes the records

	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(strings.ReplaceAll(vectorsToml, "URL", s.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	fails.Store(true)
	p.start().Close()
	until("the change fails and says so", func(r control.VectorsReport) bool { return r.Trouble != "" && r.Model == "" })
	found()
	if out := run(exitOK, "status"); !strings.Contains(out, "the change to near/test-embed:16") {
		t.Errorf("status:\n%s", out)
	}
	p.kill()
	fails.Store(false)
	p.start().Close()
	until("the change ends", func(r control.VectorsReport) bool {
		return r.Model == "near/test-embed" && r.Before != nil && r.Last != nil && r.Last.After >= 5
	})
	found()
	before := s.Count()
	found() // the vector of the prompt is on record
	if s.Count() != before {
		t.Errorf("the same prompt was embedded again")
	}
	mute.Store(true)
	if out := run(exitOK, "search", "which bird is at the northern pond"); !strings.Contains(out, "heron") {
		t.Errorf("without an answer in time words do not find it:\n%s", out)
	}
	mute.Store(false)
	if out := run(exitOK, "vectors", "back"); !strings.Contains(out, "in the place of near/test-embed:16") {
		t.Errorf("back:\n%s", out)
	}
	p.stop()
	p.start().Close()
	until("it stays back", func(r control.VectorsReport) bool {
		return r.Model == "" && r.Left == "near/test-embed:16" && !r.Building
	})
	found()
	if out := run(exitOK, "vectors", "migrate", "--estimate"); !strings.Contains(out, "0 texts") && !strings.Contains(out, "no price known") {
		t.Errorf("estimate:\n%s", out)
	}
	if out := run(exitOK, "vectors", "migrate"); !strings.Contains(out, "near/test-embed:16 serves in the place of") {
		t.Errorf("migrate:\n%s", out)
	}
	run(exitNone, "vectors", "migrate")
	p.stop()
}

// nearby is a model that knows what is about the network of a house, whatever
// the words.
func nearby(r llmtest.Request) llmtest.Reply {
	var out llmtest.Reply
	for _, text := range r.Texts {
		v := make([]float32, 16)
		at := 1 + len(text)%15
		for _, w := range []string{"wifi", "wireless", "network"} {
			if strings.Contains(strings.ToLower(text), w) {
				at = 0
			}
		}
		v[at] = 1
		out.Vectors = append(out.Vectors, v)
	}
	return out
}

// With an embedder a question finds what was said in other words, among facts
// that stand alone as in talk.
func TestWiFiFindsTheNetworkConfiguration(t *testing.T) {
	if testing.Short() {
		t.Skip("starts the daemon")
	}
	s := llmtest.Start(t, nearby)
	home := filepath.Join(t.TempDir(), "home")
	if err := os.MkdirAll(home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config.toml"), []byte(strings.ReplaceAll(vectorsToml, "URL", s.URL)), 0o600); err != nil {
		t.Fatal(err)
	}
	env := []string{"NEAR_KEY=near-secret-0123", "MEMTIDE_NO_START=1"}
	p := newProcess(t, home, env...)
	p.start().Close()
	defer p.stop()
	for _, text := range []string{"The network configuration lies in the blue folder.", "The kettle is green.", "Rosa waters the fern on Mondays.", "The bakery opens at six in the morning."} {
		if out, code := p.memtideWith(env, "", "remember", text); code != exitOK {
			t.Fatalf("remember %q: exit code %d\n%s", text, code, out)
		}
	}
	// The vectors of memories come behind, and that of the prompt may come late on a
	// busy machine: then the next that asks has it.
	var last string
	for end := time.Now().Add(90 * time.Second); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		out, code := p.memtideWith(env, "", "ask", "How do I get into the WiFi here?")
		if last = out; code != exitOK {
			t.Fatalf("exit code %d\n%s", code, out)
		}
		if block, _, _ := strings.Cut(out, "receipt "); strings.Contains(block, "network configuration") {
			for _, other := range []string{"kettle", "Rosa", "bakery"} {
				if strings.Contains(block, other) {
					t.Errorf("shows what is about something else:\n%s", block)
				}
			}
			return
		}
	}
	t.Errorf("never found:\n%s", last)
}
