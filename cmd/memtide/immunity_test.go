package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
)

// echo is an exchange of TestOneTurnOneMemory. Its prompt id is a UUID, as a
// client gives it.
type echo struct{ id, user, agent string }

func echoes() []echo {
	id := func(n int) string { return fmt.Sprintf("%08d-0000-4000-8000-000000000000", n) }
	return []echo{
		{id(1), "Our staging server is called heron.", "We decided to keep heron because it is cheap."},
		{id(2), "From now on answer in Danish.", "Det gør jeg."},
	}
}

// Whatever way a half-turn comes back in, it is one half-turn and what it says
// is one memory: by the hook again, by another client, out of the transcript of
// its session, a resumed one or a fork, through a sub-agent, and as what we have
// injected or summed up ourselves.
func TestOneTurnOneMemory(t *testing.T) {
	root := t.TempDir()
	g := &golden{process: newProcess(t, filepath.Join(root, "home")), root: root, now: time.Now()}
	cl := g.start()
	defer cl.Close()
	halves := 0
	for _, e := range echoes() {
		for range 2 { // the client's hook runs twice
			g.event("live", "", "UserPromptSubmit", map[string]string{"prompt_id": e.id, "prompt": e.user})
			g.event("live", "", "Stop", map[string]string{"prompt_id": e.id, "last_assistant_message": e.agent})
		}
		halves += 2
	}
	g.quiet(daemontest.Within(t, time.Minute), cl)
	want := g.told(cl)
	if len(want) != 3 {
		t.Fatalf("known of the conversation: %q", want)
	}

	for _, e := range echoes() { // another client tells the same
		for role, text := range map[string]string{"user": e.user, "agent": e.agent} {
			line, _ := json.Marshal(map[string]string{"role": role, "session": "live", "client": "codex", "prompt_id": e.id, "text": text}) // a map of strings
			if out, code := g.memtide(string(line)+"\n", "publish"); code != 0 || !strings.HasPrefix(out, "0 new, 1 known") {
				t.Errorf("publish: exit %d: %s", code, out)
			}
		}
	}
	for _, name := range []string{"SubagentStop", "Stop"} { // a sub-agent repeats it
		g.event("live", "", name, map[string]string{"prompt_id": "sub", "agent_id": "a1", "agent_type": "Explore", "last_assistant_message": "We decided to keep heron because it is cheap."})
	}

	// What we have injected comes back in a prompt, and in an answer that quotes it.
	block := injected(t, g.event("later", "", "UserPromptSubmit", map[string]string{"prompt_id": "q1", "prompt": "What is our staging server called?"}))
	if !strings.Contains(block, "heron") {
		t.Fatalf("not recalled: %q", block)
	}
	g.event("later", "", "Stop", map[string]string{"prompt_id": "q1", "last_assistant_message": "It is in my notes:\n" + block})
	g.event("later", "", "UserPromptSubmit", map[string]string{"prompt_id": "q2", "prompt": block + "\nIs that all?"})
	g.event("later", "", "UserPromptSubmit", map[string]string{"prompt_id": "q3", "prompt": block}) // nothing of the user's
	// So it does without its tags, as somebody copies it from a terminal.
	_, plain, _ := strings.Cut(strings.TrimSuffix(strings.TrimSpace(block), "</memory>"), "<memory>")
	g.event("later", "", "UserPromptSubmit", map[string]string{"prompt_id": "q4", "prompt": strings.TrimSpace(plain) + "\nIs that all of it?"})
	g.event("later", "", "Stop", map[string]string{"prompt_id": "q4", "last_assistant_message": "My notes say:\n" + plain})
	g.event("later", "", "SessionEnd", map[string]string{"reason": "exit"})
	halves += 5

	g.transcripts(echoes())
	out, code := g.memtide("", "import", "claude-code", filepath.Join(root, "transcripts"))
	if code != 0 || !strings.Contains("\n"+out, "\n0 new, ") {
		t.Errorf("import: exit %d: %s", code, out)
	}
	ctx := daemontest.Within(t, time.Minute)
	g.quiet(ctx, cl)
	var turns []string
	for _, h := range g.process.turns(ctx, cl) {
		turns = append(turns, h.Text)
	}
	if len(turns) != halves {
		t.Errorf("%d half-turns, want %d: %q", len(turns), halves, turns)
	}
	for _, text := range turns {
		if strings.Contains(text, "Recorded by memtide") {
			t.Errorf("our own text is kept: %q", text)
		}
	}
	if got := g.told(cl); !slices.Equal(got, want) {
		t.Errorf("known afterwards: %q, want %q", got, want)
	}
}

// told returns what is made of what was said and holds, in order.
func (g *golden) told(cl *client.Client) (all []string) {
	for _, n := range g.nodes(cl) {
		if n.Live() && n.Kind != memtide.Episode && n.Kind != memtide.Summary && n.Kind != memtide.Entity {
			all = append(all, string(n.Kind)+" "+n.Content)
		}
	}
	slices.Sort(all)
	return all
}

// transcripts writes what a client has on disk of the exchanges: the session, the
// same one resumed with a summary of its own, a fork with copied lines, a fork
// whose lines have new ids, and what a sub-agent said.
func (g *golden) transcripts(all []echo) {
	g.t.Helper()
	dir := filepath.Join(g.root, "transcripts")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		g.t.Fatal(err)
	}
	for _, f := range []struct {
		name, session, uuid string
		more                map[string]any
	}{
		{"live", "live", "", nil}, {"resumed", "live", "", nil}, {"fork", "fork", "", nil}, {"rewritten", "fork2", "x", nil},
		{"aside", "aside", "y", map[string]any{"isSidechain": true}}, {"compacted", "live", "z", map[string]any{"isCompactSummary": true}},
	} {
		var b bytes.Buffer
		out := json.NewEncoder(&b)
		for i, e := range all {
			for _, role := range []string{"user", "assistant"} {
				text := e.user
				if role == "assistant" {
					text = e.agent
				}
				line := map[string]any{"type": role, "uuid": fmt.Sprint(f.uuid, role, i), "sessionId": f.session, "timestamp": g.now.UTC().Format(time.RFC3339Nano),
					"promptId": e.id, "cwd": "/none"}
				line["message"] = map[string]any{"id": fmt.Sprint("m", i), "role": role, "content": []map[string]string{{"type": "text", "text": text}}}
				if role == "assistant" {
					line["message"].(map[string]any)["stop_reason"] = "end_turn"
				}
				for k, v := range f.more {
					line[k] = v
				}
				if err := out.Encode(line); err != nil {
					g.t.Fatal(err)
				}
			}
		}
		if err := os.WriteFile(filepath.Join(dir, f.name+".jsonl"), b.Bytes(), 0o600); err != nil {
			g.t.Fatal(err)
		}
	}
}

// injected returns the block that a hook prints.
func injected(t *testing.T, out string) string {
	t.Helper()
	if out == "" {
		return ""
	}
	var a struct {
		Output struct {
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &a); err != nil {
		t.Fatalf("%q: %v", out, err)
	}
	return a.Output.Context
}
