//go:build unix

package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/hookbridge/clienttest"
)

// TestRealCodex runs Codex itself (make e2e-codex) against a stub of the Responses API,
// with memtide installed and trusted the way a user does it. What counts is what the model
// was told, and that what was said is in the store once, whoever reports it.
func TestRealCodex(t *testing.T) {
	bin := clienttest.CodexBinary(t)
	programs := build(t)
	for _, c := range []struct {
		name string
		run  func(*codexWorld)
	}{
		{"two conversations", codexConversations},
		{"compaction", codexCompacts},
		{"said while it is at work", codexSteered},
		{"interrupted", codexInterrupted},
		{"nobody has trusted the hooks", codexUntrusted},
		{"hooks of others", codexOthers},
		{"with Claude Code", codexAndClaude},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(newCodexWorld(t, bin, programs)) })
	}
}

// codexWorld is a machine with Codex on it.
type codexWorld struct {
	*world
	codex  clienttest.Codex
	config string // its config.toml before an install
}

func newCodexWorld(t *testing.T, bin, programs string) *codexWorld {
	w := &codexWorld{world: bareWorld(t, programs)}
	w.env = []string{clienttest.CodexVariable + "=" + bin}
	w.codex = clienttest.Codex{Bin: bin, Home: w.home, API: w.stub.URL(), Env: w.hookEnv()}
	w.config = w.codex.Configure(t)
	return w
}

// trusted installs into Codex with the consent that it asks for.
func (w *codexWorld) trusted() {
	w.t.Helper()
	if out := w.memtide("install", "codex", "--trust"); !strings.Contains(string(out), "Codex trusts the hooks") {
		w.t.Errorf("install says %s", out)
	}
}

var sessionLine = regexp.MustCompile(`(?m)^session id: (\S+)$`)

// talk holds one exchange, in a new conversation or in that of a session, and expects both
// halves in the store. It returns the session.
func (w *codexWorld) talk(s said, args ...string) string {
	w.t.Helper()
	if s.session != "" {
		args = append(append([]string{"resume"}, args...), s.session)
	}
	w.stub.Script(clienttest.Reply{Text: s.answer, Usage: s.usage, Before: s.before})
	r := w.codex.Run(w.t, clienttest.Prompt{Dir: s.dir, Text: s.prompt, Args: args})
	if strings.TrimSpace(r.Stdout) != s.answer {
		w.t.Errorf("%q: the client shows %q and %q, want %q", s.prompt, r.Stdout, r.Stderr, s.answer)
	}
	found := sessionLine.FindStringSubmatch(r.Stderr)
	if found == nil || s.session != "" && found[1] != s.session {
		w.t.Fatalf("the client names no session, or another than %q: %s", s.session, r.Stderr)
	}
	w.heard(found[1], s.dir, s.prompt, s.answer)
	return found[1]
}

// heard adds the halves of an exchange to what must be in the store.
func (w *codexWorld) heard(session, dir, prompt, answer string) {
	w.said = append(w.said, half{"user", prompt, session, w.projects[dir], "codex"})
	if answer != "" {
		w.said = append(w.said, half{"agent", answer, session, w.projects[dir], "codex"})
	}
}

// events counts the hooks of Codex that have run, by event.
func (w *codexWorld) events() map[string]int {
	w.t.Helper()
	b, err := os.ReadFile(filepath.Join(w.root, "hook.log"))
	if err != nil && !os.IsNotExist(err) {
		w.t.Fatal(err)
	}
	n := map[string]int{}
	for _, m := range regexp.MustCompile(`client="codex" event="(\w+)" what="done"`).FindAllStringSubmatch(string(b), -1) {
		n[m[1]]++
	}
	return n
}

// imports takes in all rollouts, which must bring so many new half-turns.
func (w *codexWorld) imports(fresh int) {
	w.t.Helper()
	var tally struct{ New, Known, Unread int }
	if err := json.Unmarshal(w.memtide("import", "codex", "--json"), &tally); err != nil {
		w.t.Fatal(err)
	}
	if tally.New != fresh || tally.New+tally.Known != len(w.said) || tally.Unread != 0 {
		w.t.Errorf("an import finds %+v, want %d new of %d", tally, fresh, len(w.said))
	}
}

// You say something once, and a later conversation knows it, where it applies; one that goes
// on is not told again. What the hooks have reported nobody finds anew in the rollouts, and
// an uninstall leaves no trace.
func codexConversations(w *codexWorld) {
	shop, garden := w.repo("shop"), w.repo("garden")
	w.trusted()
	w.talk(said{dir: shop, prompt: "my sister Anna moved to Lisbon", answer: "Thanks for telling me."})
	w.talk(said{dir: shop, prompt: "in this repository we use pnpm, never npm", answer: "Understood."})
	w.talk(said{dir: shop, prompt: broke, answer: "I see."})
	w.settle()

	session := w.talk(said{dir: shop, prompt: "why did the deploy break?", answer: "The migration."})
	w.knows(cause)
	if told := clienttest.Find(w.stub.Messages(w.t), cause); len(told) > 0 && told[len(told)-1].Role != "developer" {
		w.t.Errorf("it was told by a message of the %s", told[len(told)-1].Role)
	}
	once, blocks := w.told(cause), strings.Count(w.blocks(), "<memory")
	w.talk(said{dir: shop, session: session, prompt: "thanks", answer: "You are welcome."})
	if n, b := w.told(cause), strings.Count(w.blocks(), "<memory"); n != once || b != blocks {
		w.t.Errorf("for thanks it was told %q %d times in %d blocks, %d in %d before: %s", cause, n, b, once, blocks, w.blocks())
	}
	w.talk(said{dir: garden, prompt: "in which city does my sister Anna live now?", answer: "In Lisbon."})
	w.knows(sister)
	w.ignores(rule)
	w.talk(said{dir: garden, prompt: "why did the deploy break last time?", answer: "I do not know."})
	w.ignores(cause)
	w.settle()

	want := map[string]int{"SessionStart": 7, "UserPromptSubmit": 7, "Stop": 7, "SessionEnd": 7}
	if d := cmp.Diff(want, w.events()); d != "" {
		w.t.Errorf("hooks that have run: %s", d)
	}
	if out := w.memtide("jobs", "run", "sweep"); !strings.Contains(string(out), "sweep") {
		w.t.Errorf("sweep says %s", out)
	}
	w.imports(0)
	w.settle()
	w.gone()
}

// gone takes memtide out of Codex and wants its files back as they were.
func (w *codexWorld) gone() {
	w.t.Helper()
	if found := w.doctor(); !strings.HasPrefix(found, "trusted, and switched on: SessionStart, ") {
		w.t.Errorf("doctor: %s", found)
	}
	w.memtide("uninstall", "codex")
	if b, err := os.ReadFile(filepath.Join(w.codex.Dir(), "config.toml")); err != nil || string(b) != w.config {
		w.t.Errorf("config.toml: %v %s", err, cmp.Diff(w.config, string(b)))
	}
	for _, name := range []string{"hooks.json", "hooks.json.memtide-backup-*", "config.toml.*"} {
		if left, _ := filepath.Glob(filepath.Join(w.codex.Dir(), name)); len(left) > 0 {
			w.t.Errorf("left behind: %v", left)
		}
	}
}

// doctor returns what it says of the trust of Codex.
func (w *codexWorld) doctor() string {
	w.t.Helper()
	cmd := w.command("doctor", "--json")
	out, _ := cmd.Output() // it ends with 1 where something is wrong
	var found []struct{ Check, Say string }
	if err := json.Unmarshal(out, &found); err != nil {
		w.t.Fatalf("%v: %s", err, out)
	}
	for _, f := range found {
		if f.Check == "codex trust" {
			return f.Say
		}
	}
	return ""
}

// When the client has compacted it has forgotten, and is told again.
func codexCompacts(w *codexWorld) {
	shop := w.repo("shop")
	w.trusted()
	w.talk(said{dir: shop, prompt: broke, answer: "I see."})
	w.settle()
	limit := []string{"-c", "model_auto_compact_token_limit=100000"}
	ask := said{dir: shop, prompt: "why did the deploy break?", answer: "I shall look."}
	ask.session = w.talk(ask, limit...)
	w.knows(cause)
	ask.prompt, ask.answer, ask.usage = "look at the logs too", "They are long.", clienttest.Usage{Input: 185_000}
	w.talk(ask, limit...)
	if n := w.events()["PostCompact"]; n != 0 {
		w.t.Errorf("it has compacted %d times already", n)
	}
	ask.prompt, ask.answer, ask.usage = "so why did the deploy break?", "I look again.", clienttest.Usage{}
	w.talk(ask, limit...)
	w.compacted()
	w.knows(cause)
	if n := w.events(); n["PreCompact"] != 1 || n["PostCompact"] != 1 {
		w.t.Errorf("hooks that have run: %v", n)
	}
	// The same in the middle of a turn: the summary stands in the rollout as the agent's words do.
	w.stub.Script(clienttest.Reply{Tools: []clienttest.Tool{{Name: "exec_command", Input: map[string]any{"cmd": "echo long"}}}, Usage: clienttest.Usage{Input: 185_000}})
	ask.prompt, ask.answer = "run the long command", "It was long."
	w.talk(ask, append(limit, "--dangerously-bypass-approvals-and-sandbox")...)
	w.compacted()
	if n := w.events(); n["PreCompact"] != 2 || n["PostCompact"] != 2 {
		w.t.Errorf("hooks that have run: %v", n)
	}
	w.settle()
	w.imports(0)
	w.settle()
}

// server is a Codex with a window, and a conversation in it.
func (w *codexWorld) server(dir string) (s *clienttest.CodexServer, thread string) {
	w.t.Helper()
	s = w.codex.Serve(w.t, dir)
	var started struct{ Thread struct{ ID string } }
	s.Call("thread/start", map[string]any{"cwd": dir}, &started)
	return s, started.Thread.ID
}

// begin begins a turn and returns its id.
func begin(s *clienttest.CodexServer, thread, text string) string {
	var begun struct{ Turn struct{ ID string } }
	s.Call("turn/start", map[string]any{"threadId": thread, "input": saying(text)}, &begun)
	return begun.Turn.ID
}

func saying(text string) []any { return []any{map[string]any{"type": "text", "text": text}} }

// What the user says while the agent is at work belongs to the same turn: it is told what
// helps with it, and both are kept, with the one answer.
func codexSteered(w *codexWorld) {
	shop := w.repo("shop")
	w.trusted()
	w.talk(said{dir: shop, prompt: broke, answer: "I see."})
	w.settle()
	const first, then, last = "look at the front page", "and tell me: why did the deploy break?", "I have looked at both."
	s, thread := w.server(shop)
	asked, goOn := make(chan struct{}), make(chan struct{})
	w.stub.Script(clienttest.Reply{Text: "I look.", Before: func(clienttest.Request) { close(asked); <-goOn }}, clienttest.Reply{Text: last}, clienttest.Reply{Text: last})
	turn := begin(s, thread, first)
	<-asked
	s.Call("turn/steer", map[string]any{"threadId": thread, "expectedTurnId": turn, "input": saying(then)}, nil)
	close(goOn)
	s.Await("turn/completed")
	w.knows(cause)
	s.Close()
	w.heard(thread, shop, first, last)
	w.heard(thread, shop, then, "")
	w.settle()
	w.imports(0)
	w.settle()
}

// An interrupted turn counts: what the user has said is kept.
func codexInterrupted(w *codexWorld) {
	shop := w.repo("shop")
	w.trusted()
	s, thread := w.server(shop)
	asked, gone := make(chan struct{}), make(chan struct{})
	w.stub.Script(clienttest.Reply{Text: "too late", Before: func(clienttest.Request) { close(asked); <-gone }})
	turn := begin(s, thread, broke)
	<-asked
	s.Call("turn/interrupt", map[string]any{"threadId": thread, "turnId": turn}, nil)
	s.Await("turn/completed")
	close(gone)
	s.Close()
	w.heard(thread, shop, broke, "")
	w.settle()
	w.imports(0)
	w.settle()
}

// Codex leaves hooks out that nobody has trusted; an install says so, doctor says which, and
// an import brings what they have missed.
func codexUntrusted(w *codexWorld) {
	shop := w.repo("shop")
	if out := string(w.memtide("install", "codex")); !strings.Contains(out, "call /hooks in Codex once") {
		w.t.Errorf("install says %s", out)
	}
	w.talk(said{dir: shop, prompt: broke, answer: "I see."})
	if n := w.events(); len(n) > 0 {
		w.t.Errorf("hooks that have run: %v", n)
	}
	if found := w.doctor(); !strings.Contains(found, "nobody has trusted: SessionStart, UserPromptSubmit, ") {
		w.t.Errorf("doctor: %s", found)
	}
	w.imports(2)
	w.settle()
	w.trusted()
	w.talk(said{dir: shop, prompt: "why did the deploy break?", answer: "The migration."})
	w.knows(cause)
	w.settle()
	w.gone()
}

// A hook that stands behind ours moves up when ours go, and is trusted all the same: for Codex
// its place is a part of its name.
func codexOthers(w *codexWorld) {
	shop := w.repo("shop")
	w.trusted()
	file := filepath.Join(w.codex.Dir(), "hooks.json")
	b, err := os.ReadFile(file)
	if err != nil {
		w.t.Fatal(err)
	}
	marker := filepath.Join(w.root, "said")
	with := strings.Replace(string(b), `"Stop": [`, `"Stop": [{"hooks": [{"type": "command", "command": "true"}]},`, 1)
	at := strings.LastIndex(with[:strings.Index(with, `"PreCompact"`)], "]") // the end of the list of Stop
	with = with[:at] + `,{"hooks": [{"type": "command", "command": "touch ` + marker + `"}]}` + with[at:]
	if err := os.WriteFile(file, []byte(with), 0o600); err != nil {
		w.t.Fatal(err)
	}
	trust := map[string]any{}
	for key, h := range w.listed(shop) {
		trust[key] = map[string]any{"trusted_hash": h.CurrentHash}
	}
	w.asks(shop, "config/batchWrite", map[string]any{"edits": []any{map[string]any{"keyPath": "hooks.state", "value": trust, "mergeStrategy": "upsert"}}}, nil)
	w.memtide("uninstall", "codex")
	left := w.listed(shop)
	for key, h := range left {
		if h.TrustStatus != "trusted" || strings.Contains(h.Command, "memtide-hook") {
			w.t.Errorf("%s is %s: %s", key, h.TrustStatus, h.Command)
		}
	}
	if len(left) != 2 {
		w.t.Errorf("%d hooks are left: %v", len(left), left)
	}
	w.stub.Script(clienttest.Reply{Text: "Done."})
	w.codex.Run(w.t, clienttest.Prompt{Dir: shop, Text: "hello"})
	if _, err := os.Stat(marker); err != nil {
		w.t.Errorf("the hook that stood behind ours does not run any more: %v", err)
	}
}

// listedHook is a hook as Codex lists it.
type listedHook struct{ Key, Command, CurrentHash, TrustStatus string }

// listed are the hooks that Codex knows in a folder, by key.
func (w *codexWorld) listed(dir string) map[string]listedHook {
	w.t.Helper()
	var list struct {
		Data []struct{ Hooks []listedHook }
	}
	w.asks(dir, "hooks/list", map[string]any{"cwds": []string{dir}}, &list)
	by := map[string]listedHook{}
	for _, d := range list.Data {
		for _, h := range d.Hooks {
			by[h.Key] = h
		}
	}
	return by
}

// asks asks a Codex that goes on one thing.
func (w *codexWorld) asks(dir, method string, params map[string]any, out any) {
	w.t.Helper()
	s := w.codex.Serve(w.t, dir)
	defer s.Close()
	s.Call(method, params, out)
}

// Told in the one, known in the other.
func codexAndClaude(w *codexWorld) {
	bin := clienttest.Binary(w.t)
	shop := w.repo("shop")
	w.trusted()
	w.addClaude(bin)
	w.talk(said{dir: shop, prompt: broke, answer: "I see."})
	w.settle()
	w.say(said{dir: shop, session: id(1), prompt: "why did the deploy break?", answer: "The migration ran twice."})
	w.knows(cause)
	w.say(said{dir: shop, session: id(1), prompt: "my sister Anna moved to Lisbon", answer: "Thanks for telling me."})
	w.settle()
	w.talk(said{dir: shop, prompt: "in which city does my sister Anna live now?", answer: "In Lisbon."})
	w.knows(sister)
	w.settle()
}
