//go:build unix

package main_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/clienttest"
)

// geminiSettings are those of a user: a comment in them is none of our business.
const geminiSettings = `{
  "security": { "auth": { "selectedType": "gemini-api-key" } }, // mine
  "privacy": { "usageStatisticsEnabled": false }
}
`

// chatID returns the id of the n-th session. Gemini names the file of one by its first eight
// characters.
func chatID(n int) string { return fmt.Sprintf("%08d-5e55-4000-8000-000000000000", n) }

// geminiWorld is a machine with Gemini CLI on it.
type geminiWorld struct {
	*world
	gemini   clienttest.Gemini
	settings string // path
}

func newGeminiWorld(t *testing.T, script, programs string) *geminiWorld {
	root, err := os.MkdirTemp("", "mt") // the path of a socket must be short
	if err == nil {
		root, err = filepath.EvalSymlinks(root)
	}
	if err != nil {
		t.Fatal(err)
	}
	w := &geminiWorld{world: &world{t: t, root: root, programs: programs, home: filepath.Join(root, "home"), sessions: map[string]bool{}, projects: map[string]string{},
		paths: hookbridge.NewPaths(filepath.Join(root, "data")), stub: clienttest.Start(t, clienttest.Options{})}}
	t.Cleanup(w.end)
	w.settings = filepath.Join(w.home, ".gemini", "settings.json")
	command := filepath.Join(w.home, ".gemini", "commands", "deploy.toml")
	err = errors.Join(os.MkdirAll(filepath.Dir(command), 0o700), os.WriteFile(command, []byte(`prompt = "Deploy what there is to {{args}}."`), 0o600),
		os.WriteFile(w.settings, []byte(geminiSettings), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	w.gemini = clienttest.Gemini{Script: script, Home: w.home, API: w.stub.URL(), Env: []string{"MEMTIDE_HOME=" + w.paths.Home, "MEMTIDE_HOOK_DEBUG=" + filepath.Join(root, "hook.log")}}
	w.memtide("install", "gemini")
	return w
}

// turn holds one exchange in a session, which it begins or resumes, and expects both halves
// in the store.
func (w *geminiWorld) turn(s said) {
	w.t.Helper()
	flag := "--session-id"
	if w.sessions[s.session] {
		flag = "--resume"
	}
	w.sessions[s.session] = true
	w.stub.Script(clienttest.Reply{Text: s.answer, Before: s.before})
	p := s.run(flag)
	if r := w.gemini.Run(w.t, p); strings.TrimSpace(r.Stdout) != s.answer {
		w.t.Errorf("%q: the client shows %q, want %q; %s", s.prompt, r.Stdout, s.answer, r.Stderr)
	}
	for role, text := range map[string]string{"user": s.prompt, "agent": s.answer} {
		w.world.said = append(w.world.said, half{role, text, s.session, w.projects[s.dir], "gemini"})
	}
}

// beside returns what stands beside the last prompt that reached the model.
func (w *geminiWorld) beside() string {
	w.t.Helper()
	all := w.stub.Messages(w.t)
	last, found := all[len(all)-1], ""
	for _, m := range all {
		if m.Message == last.Message && strings.HasPrefix(m.Text, "<hook_context>") {
			found += m.Text
		}
	}
	return found
}

// lookedUp comes in more than one piece, between which Gemini puts blanks for its hooks.
const lookedUp = "The migration ran a second time, because the deploy was started once more while the first one was going on."

// TestRealGeminiCLI runs Gemini CLI itself (make e2e-gemini) against a stub of its API, with
// memtide installed the way a user does it.
func TestRealGeminiCLI(t *testing.T) {
	w := newGeminiWorld(t, clienttest.GeminiScript(t), build(t))
	shop, garden := w.repo("shop"), w.repo("garden")
	w.turn(said{dir: shop, session: chatID(1), prompt: broke, answer: "I see."})
	w.turn(said{dir: shop, session: chatID(1), prompt: "in this repository we use pnpm, never npm", answer: "Understood."})
	if n := len(clienttest.Find(w.stub.Messages(t), broke)); n == 0 {
		t.Errorf("a resumed conversation has lost its first prompt: %+v", w.stub.Messages(t))
	}
	w.settle()

	// Known in the next conversation, where it applies; the rule comes with the first prompt.
	w.turn(said{dir: shop, session: chatID(2), prompt: "why did the deploy break last time?", answer: lookedUp})
	if told := w.beside(); !strings.Contains(told, cause) || !strings.Contains(told, rule) || strings.Contains(told, "<memory") {
		t.Errorf("the model was told %q", told)
	}
	w.turn(said{dir: garden, session: chatID(3), prompt: "why did the deploy break last time?", answer: "I do not know."})
	if told := w.beside(); strings.Contains(told, cause) || strings.Contains(told, rule) {
		t.Errorf("in another project the model was told %q", told)
	}
	w.settle()
	w.turn(said{dir: shop, session: chatID(2), prompt: "thanks", answer: "You are welcome."})
	if told := w.beside(); told != "" {
		t.Errorf("thanks are answered with %q", told)
	}
	// Said once more, it is another half-turn. A command stays one.
	w.turn(said{dir: shop, session: chatID(2), prompt: "thanks", answer: "Not at all."})
	w.stub.Script(clienttest.Reply{Text: "Done."})
	w.gemini.Run(t, clienttest.Prompt{Dir: shop, Text: "/deploy staging", Args: []string{"--session-id", chatID(4)}})
	if n := len(clienttest.Find(w.stub.Messages(t), "Deploy what there is to staging.")); n != 1 {
		t.Errorf("a command reached the model %d times: %+v", n, w.stub.Messages(t))
	}
	w.expectGemini(shop, chatID(4), "Deploy what there is to staging.", "Done.")

	// A tool in the turn, and a daemon that is gone when it ends.
	w.settle()
	w.stub.Script(clienttest.Reply{Text: "I will look.", Tools: []clienttest.Tool{{Name: "list_directory", Input: map[string]string{"dir_path": shop}}}},
		clienttest.Reply{Text: "There is nothing.", Before: func(clienttest.Request) { w.kill() }})
	w.gemini.Run(t, clienttest.Prompt{Dir: shop, Text: "what lies in the folder of the shop?", Args: []string{"--session-id", chatID(5)}})
	w.expectGemini(shop, chatID(5), "what lies in the folder of the shop?", "I will look.\nThere is nothing.")
	w.settle()
	w.oneMemoryATurn()

	w.memtide("uninstall", "gemini")
	if got, err := os.ReadFile(w.settings); err != nil || string(got) != geminiSettings {
		t.Errorf("after the uninstall: %s, %v", got, err)
	}
	for _, r := range w.stub.Requests() {
		if key := r.Header.Get("X-Goog-Api-Key"); key != clienttest.Key {
			t.Errorf("%s %s carries a key that is not the test's", r.Method, r.Path)
		}
	}
	if log, err := os.ReadFile(filepath.Join(w.root, "hook.log")); err != nil || strings.Contains(string(log), "PreCompress") {
		t.Errorf("the hook runs before each request: %v", err)
	}
}

func (w *geminiWorld) expectGemini(dir, session, prompt, answer string) {
	w.world.said = append(w.world.said, half{"user", prompt, session, w.projects[dir], "gemini"}, half{"agent", answer, session, w.projects[dir], "gemini"})
}

// oneMemoryATurn has all that was said read once more, out of the transcripts: by an import
// and by a sweep that takes them for old ones. Those of the three last sessions are sure to be
// there: Gemini deletes that of one that was resumed.
func (w *geminiWorld) oneMemoryATurn() {
	w.t.Helper()
	if out := string(w.memtide("import", "gemini", "--json")); !strings.Contains(out, `"new": 0`) || strings.Contains(out, `"known": 0`) {
		w.t.Errorf("an import takes in what hooks have told: %s", out)
	}
	files, err := filepath.Glob(filepath.Join(w.home, ".gemini", "tmp", "*", "chats", "session-*.jsonl"))
	old := time.Now().Add(-11 * time.Minute)
	for _, path := range append(files, filepath.Join(w.paths.Home, "state", "install.json")) {
		err = errors.Join(err, os.Chtimes(path, old, old))
	}
	if err != nil || len(files) < 3 {
		w.t.Fatal(files, err)
	}
	w.memtide("jobs", "run", "sweep")
	w.settle()
}
