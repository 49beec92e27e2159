//go:build unix

package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/hookbridge/clienttest"
)

// claw is a machine with OpenClaw on it, memtide installed the way a user does it.
type claw struct {
	*world
	client clienttest.OpenClaw
	dir    string // the agent's workspace, a repository
}

func newClaw(t *testing.T, client clienttest.OpenClaw, programs string) *claw {
	w := &claw{world: bareWorld(t, programs), client: client}
	w.dir = w.repo("shop")
	w.client.Home = w.home
	w.client.Env = []string{"MEMTIDE_HOME=" + w.paths.Home, "MEMTIDE_HOOK_DEBUG=" + filepath.Join(w.root, "hook.log")}
	w.client.SetUp(t, w.dir, w.stub.URL())
	return w
}

// say holds one exchange, checks that the client shows the answer, and expects both halves in
// the store.
func (w *claw) say(session, prompt, answer string, where ...string) {
	w.t.Helper()
	w.stub.Script(clienttest.Reply{Text: answer})
	r := w.client.Run(w.t, w.dir, append(append([]string{"agent"}, where...), "-m", prompt)...)
	if !strings.Contains(r.Stdout, answer) || strings.Contains(r.Stdout, "memtide") {
		w.t.Errorf("%q: the client shows %q and %q", prompt, r.Stdout, r.Stderr)
	}
	w.said = append(w.said, half{"user", prompt, session, "shop", "openclaw"}, half{"agent", answer, session, "shop", "openclaw"})
}

// TestRealOpenClaw runs OpenClaw itself (make e2e-openclaw) against a stub of the Messages
// API. What counts is what the model was told, and that what was said is in the store once.
func TestRealOpenClaw(t *testing.T) {
	client, programs := clienttest.FindOpenClaw(t), build(t)
	t.Run("a process for each prompt", func(t *testing.T) { clawAlone(newClaw(t, client, programs)) })
	t.Run("gateway", func(t *testing.T) { clawGateway(newClaw(t, client, programs)) })
}

// Without a gateway each prompt is a process, and each knows what the one before it was told.
func clawAlone(w *claw) {
	settings := filepath.Join(w.home, ".openclaw", "openclaw.json")
	before, err := os.ReadFile(settings)
	if err != nil {
		w.t.Fatal(err)
	}
	w.memtide("install", "openclaw")
	local := func(session string) []string { return []string{"--local", "--session-id", session} }
	w.say("one", broke, "I see.", local("one")...)
	w.settle()
	w.say("two", "why did the deploy break last time?", "I shall look.", local("two")...)
	w.knows(cause)
	w.say("two", "and once more, why did the deploy break?", "I have looked.", local("two")...)
	w.knows(cause) // OpenClaw itself has kept nothing of what it was told
	w.settle()
	w.memtide("uninstall", "openclaw")
	if after, err := os.ReadFile(settings); err != nil || string(after) != string(before) {
		w.t.Errorf("%v: the settings are not those from before:\n%s", err, after)
	}
	w.say("three", "why did the deploy break last time?", "Nobody has told me.", local("three")...)
	w.ignores(cause)
	w.said = w.said[:len(w.said)-2]
	w.settle()
}

// A gateway runs on: it takes the plugin in while it runs, goes on telling what it was told,
// and says when a conversation is another one, and over.
func clawGateway(w *claw) {
	stop := w.client.Gateway(w.t, w.dir)
	w.memtide("install", "openclaw")
	plugins := func() bool {
		b, _ := os.ReadFile(filepath.Join(w.home, "openclaw.log")) // it comes
		return strings.Contains(string(b), "config hot reload applied")
	}
	w.await("the plugin", plugins)
	turn := func(prompt, answer string) {
		w.t.Helper()
		w.say("", prompt, answer, "--agent", "main")
	}
	turn(broke, "I see.")
	w.await("the first turn", func() bool { return w.spooled() == 0 && w.status().Pending == 0 })
	if r := w.client.Run(w.t, w.dir, "agent", "--agent", "main", "-m", "/new"); !strings.Contains(r.Stdout, "session") {
		w.t.Errorf("%+v", r)
	}
	turn("why did the deploy break last time?", "I shall look.")
	w.knows(cause)
	w.stub.Script(clienttest.Reply{Text: "Let me look.", Tools: []clienttest.Tool{{Name: "read", Input: map[string]string{"path": filepath.Join(w.dir, "tea.txt")}}}})
	turn("is the tea ready?", "It is.") // behind a step of work, which is no answer
	w.knows(cause)
	stop()
	log, _ := os.ReadFile(filepath.Join(w.root, "hook.log")) // what is missing in it is named below
	for event, want := range map[string]int{"SessionStart": 2, "UserPromptSubmit": 3, "Stop": 3, "PostCompact": 1, "SessionEnd": 2} {
		if n := strings.Count(string(log), `event="`+event+`" what="done"`); n != want {
			w.t.Errorf("%s came %d times, want %d:\n%s", event, n, want, log)
		}
	}
	var have []half
	if err := json.Unmarshal(w.memtide("turns", "--json"), &have); err != nil || len(have) == 0 || have[0].Session == "" {
		w.t.Fatalf("%v: %+v", err, have)
	}
	for i := range w.said {
		w.said[i].Session = have[0].Session // OpenClaw names it, and keeps the name
	}
	w.settle()
}
