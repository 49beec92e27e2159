package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
)

// bothClients is a machine with Claude Code and Codex on it, both installed into.
type bothClients struct {
	*process
	cl            *client.Client
	claude, codex string // folders of the clients
	project       string
}

// runs returns the command that stands at an event in the settings of a client, as the
// client would start it: Claude Code by itself, Codex by a shell.
func (w *bothClients) runs(file, name string) *exec.Cmd {
	w.t.Helper()
	raw, err := os.ReadFile(file)
	var settings struct {
		Hooks map[string][]struct {
			Hooks []struct {
				Command string
				Args    []string
			}
		}
	}
	if err = errors.Join(err, json.Unmarshal(raw, &settings)); err != nil || len(settings.Hooks[name]) != 1 {
		w.t.Fatalf("%s: no hook at %s: %v", file, name, err)
	}
	h := settings.Hooks[name][0].Hooks[0]
	if h.Args == nil {
		return exec.Command("sh", "-c", h.Command)
	}
	return exec.Command(h.Command, h.Args...)
}

// event has a client run its hook.
func (w *bothClients) event(of, session, turn, name string, more ...string) string {
	w.t.Helper()
	m := map[string]string{"session_id": session, "cwd": w.project, "hook_event_name": name}
	file := filepath.Join(w.claude, "settings.json")
	if of == "codex" {
		file, m["model"] = filepath.Join(w.codex, "hooks.json"), "some-model"
		m["transcript_path"] = filepath.Join(w.codex, "sessions", "2026", "05", "01", "rollout-2026-05-01T10-00-00-"+session+".jsonl")
	}
	if turn != "" {
		m[map[string]string{"codex": "turn_id", "claude-code": "prompt_id"}[of]] = turn
	}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	b, _ := json.Marshal(m) // a map of strings
	cmd := w.runs(file, name)
	cmd.Env, cmd.Stdin = w.environment(), strings.NewReader(string(b))
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil || errs.Len() > 0 {
		w.t.Errorf("%s at %s: %v, stderr %q", of, name, err, errs.String())
	}
	var strict struct { // a field more, and Codex takes nothing
		HookSpecificOutput struct {
			HookEventName     string `json:"hookEventName"`
			AdditionalContext string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	d := json.NewDecoder(bytes.NewReader(out))
	d.DisallowUnknownFields()
	if err := d.Decode(&strict); len(out) > 0 && (err != nil || d.More() || strict.HookSpecificOutput.HookEventName != name) {
		w.t.Errorf("%s prints at %s: %s: %v", of, name, out, err)
	}
	return string(out)
}

// exchange is one in a session of its own. It returns what the prompt was given.
func (w *bothClients) exchange(of, session, ask, answer string) string {
	w.t.Helper()
	start := w.event(of, session, "", "SessionStart", "source", "startup")
	told := w.event(of, session, session+"-1", "UserPromptSubmit", "prompt", ask)
	for _, e := range [][]string{{"Stop", "last_assistant_message", answer}, {"PreCompact", "trigger", "auto"}, {"PostCompact", "trigger", "auto"}, {"SessionEnd", "reason", "other"}} {
		turn := session + "-1"
		if e[0] == "SessionEnd" {
			turn = ""
		}
		if out := w.event(of, session, turn, e[0], e[1:]...); out != "" {
			w.t.Errorf("%s prints %q at %s", of, out, e[0])
		}
	}
	w.quiet(daemontest.Within(w.t, time.Minute), w.cl)
	return start + told
}

// Said once, in whichever client, it is known in the other, at the start of a session too;
// and both halves of an exchange are one turn.
func TestWhatIsSaidInOneClientIsToldInTheOther(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("there Codex has another shell")
	}
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &bothClients{process: newProcess(t, filepath.Join(root, "home")), claude: filepath.Join(root, "claude"), codex: filepath.Join(root, "my codex"), project: filepath.Join(root, "quay")}
	if err := errors.Join(os.MkdirAll(filepath.Join(w.project, ".git"), 0o700), os.WriteFile(filepath.Join(w.project, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o600)); err != nil {
		t.Fatal(err)
	}
	w.cl = w.start()
	defer w.cl.Close()
	for _, c := range []string{"claude-code", "codex"} {
		if out, code := w.memtideWith([]string{"CLAUDE_CONFIG_DIR=" + w.claude, "CODEX_HOME=" + w.codex}, "", "install", c); code != exitOK {
			t.Fatal(out)
		}
	}
	if told := w.exchange("claude-code", "a", "The staging server of the quay is called heron, remember that.", "Noted."); told != "" {
		t.Errorf("before anything was said: %q", told)
	}
	if told := w.exchange("codex", "b", "What is the staging server of the quay called?", "It is heron."); !strings.Contains(told, "heron") {
		t.Errorf("Codex is told %q", told)
	}
	w.exchange("codex", "c", "Always run the linter with the flag --strict before you commit.", "I will.")
	w.exchange("codex", "d", "The backup of the quay goes to the machine osprey, remember that.", "Noted.")
	if told := w.exchange("claude-code", "e", "Which machine does the backup of the quay go to?", "To osprey."); !strings.Contains(told, "osprey") || !strings.Contains(told, "--strict") {
		t.Errorf("Claude Code is told %q", told)
	}
	// Both halves of each exchange, of the client that reported them, in the one project.
	by := map[string]int{}
	for _, s := range w.turns(daemontest.Within(t, time.Minute), w.cl) {
		by[s.Client+" "+string(s.Role)+" "+s.Project]++
		if s.PromptID != s.Session+"-1" {
			t.Errorf("%q of session %s is of the turn %q", s.Text, s.Session, s.PromptID)
		}
	}
	want := map[string]int{"claude-code user quay": 2, "claude-code agent quay": 2, "codex user quay": 3, "codex agent quay": 3}
	for key, n := range want {
		if by[key] != n {
			t.Errorf("%d half-turns of %s, want %d: %v", by[key], key, n, by)
		}
	}
}
