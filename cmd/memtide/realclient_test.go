//go:build unix

package main_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/clienttest"
)

// What is said, and what of it must reach a model later.
const (
	broke  = "the deploy broke because the migration ran twice"
	cause  = "migration ran twice"
	rule   = "pnpm"
	sister = "Anna moved to Lisbon"

	summary = "We talked about work."
)

// TestRealClaude runs Claude Code itself (make e2e-claude) against a stub of
// the Messages API, with memtide installed the way a user does it. What counts
// is what the model was told, and that what was said is in the store once.
func TestRealClaude(t *testing.T) {
	bin := clienttest.Binary(t)
	programs := build(t)
	for _, c := range []struct {
		name string
		run  func(*world)
	}{
		{"two conversations", twoConversations},
		{"resume and compact", resumeAndCompact},
		{"automatic compaction", automaticCompaction},
		{"daemon killed before the prompt", killedBefore},
		{"daemon killed between prompt and stop", killedBetween},
		{"daemon hung", hung},
		{"second daemon", secondDaemon},
		{"two clients and no daemon", twoClients},
		{"client ended in the middle", clientEnded},
		{"tools of the model", toolsOfTheModel},
	} {
		t.Run(c.name, func(t *testing.T) { c.run(newWorld(t, bin, programs)) })
	}
}

// You say something once, and a later conversation knows it, where it applies.
func twoConversations(w *world) {
	shop, garden := w.repo("shop"), w.repo("garden")
	tree := filepath.Join(w.root, "shop-fix")
	w.git(shop, "worktree", "add", "-q", tree)
	w.projects[tree] = "shop"
	w.say(said{dir: shop, session: id(1), prompt: "my sister Anna moved to Lisbon", answer: "Thanks for telling me."})
	w.say(said{dir: shop, session: id(1), prompt: "in this repository we use pnpm, never npm", answer: "Understood."})
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()

	for i, c := range []struct {
		dir, prompt string
		want, not   []string
	}{
		{tree, "please install the lodash package", []string{rule}, nil},
		{garden, "please install the lodash package", nil, []string{rule, cause, sister}},
		{garden, "in which city does my sister Anna live now?", []string{sister}, []string{rule, cause}},
		{w.root, "in which city does my sister Anna live now?", []string{sister}, []string{rule, cause}},
		{tree, "why did the deploy break last time?", []string{cause}, nil},
		{garden, "why did the deploy break last time?", nil, []string{cause, rule}},
	} {
		w.say(said{dir: c.dir, session: id(10 + i), prompt: c.prompt, answer: "All right."})
		for _, s := range c.want {
			w.knows(s)
		}
		for _, s := range c.not {
			w.ignores(s)
		}
	}
	w.settle()
}

// A resumed conversation has what it was told in its transcript and is not told
// again, until the client compacts and forgets.
func resumeAndCompact(w *world) {
	shop := w.repo("shop")
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()
	ask := said{dir: shop, session: id(2), prompt: "why did the deploy break?", answer: "I shall look."}
	w.say(ask)
	w.knows(cause)
	once := w.told(cause)
	ask.prompt, ask.answer = "and once more, why did the deploy break?", "I have looked."
	w.say(ask)
	if n := w.told(cause); n != once {
		w.t.Errorf("a resumed conversation was told %q %d times, %d before: %s", cause, n, once, w.blocks())
	}

	w.stub.Script(clienttest.Summary(summary))
	w.claude.Run(w.t, clienttest.Prompt{Dir: shop, Text: "/compact keep it short", Args: []string{"--resume", id(2)}})
	ask.prompt, ask.answer = "so why did the deploy break?", "I look again."
	w.say(ask)
	w.compacted()
	w.knows(cause)
	w.settle()
}

// The same when the client compacts by itself, in the middle of a prompt.
func automaticCompaction(w *world) {
	shop := w.repo("shop")
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()
	window := []string{"CLAUDE_CODE_AUTO_COMPACT_WINDOW=200000"}
	w.say(said{dir: shop, session: id(2), prompt: "why did the deploy break?", answer: "I shall look.", env: window})
	w.say(said{dir: shop, session: id(2), prompt: "look at the logs too", answer: "They are long.", env: window,
		usage: clienttest.Usage{Input: 185_000}})
	w.stub.Script(clienttest.Summary(summary))
	w.say(said{dir: shop, session: id(2), prompt: "tell me again why the deploy broke", answer: "I look again.", env: window})
	w.compacted()
	w.say(said{dir: shop, session: id(2), prompt: "so why did the deploy break?", answer: "And again."})
	w.compacted()
	w.knows(cause)
	w.settle()
}

// The first prompt finds a daemon's remains and starts another. When that one
// is killed too, it is too early for a third: what is said waits in the spool.
func killedBefore(w *world) {
	shop := w.repo("shop")
	w.serve()
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()
	w.inTime(func(try int) clienttest.Result {
		w.kill()
		w.unpause("start.json")
		return w.say(said{dir: shop, session: id(20 + try), prompt: "the tests are slow because of the fixtures", answer: "Noted."})
	})
	w.await("the daemon that the hook started", func() bool { _, up := w.daemon(); return up })
	w.kill()
	tries := 0
	w.inTime(func(try int) clienttest.Result {
		tries++
		return w.say(said{dir: shop, session: id(30 + try), prompt: "the build is slow because of the linker", answer: "Noted too."})
	})
	if _, up := w.daemon(); up {
		w.t.Error("a daemon was started again at once")
	}
	if n := w.spooled(); n != 3*tries { // two halves and the end of the session
		w.t.Errorf("%d files in the spool, want %d", n, 3*tries)
	}
	w.settle()
	w.say(said{dir: shop, session: id(4), prompt: "why did the deploy break?", answer: "I look."})
	w.knows(cause)
	w.settle()
}

// The daemon goes away while the model thinks.
func killedBetween(w *world) {
	shop := w.repo("shop")
	w.inTime(func(try int) clienttest.Result {
		if _, up := w.daemon(); !up {
			w.serve()
		}
		return w.say(said{dir: shop, session: id(1 + try), prompt: broke, answer: "I see.",
			before: func(clienttest.Request) { w.kill() }})
	})
	w.settle()
}

// A daemon that is stopped holds nobody up, not even each time that it is
// tried again, and gets everything when it goes on.
func hung(w *world) {
	shop := w.repo("shop")
	w.serve()
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()
	info, _ := w.daemon()
	w.signal(info.PID, syscall.SIGSTOP)
	n := 0
	for range 3 {
		w.inTime(func(int) clienttest.Result {
			n++
			w.unpause("down-until")
			return w.say(said{dir: shop, session: id(1 + n), prompt: fmt.Sprintf("the build of part %d is slow because of the linker", n), answer: "Noted."})
		})
		if _, ok := hookbridge.ReadDown(w.paths.Run); !ok {
			w.t.Error("the hook did not notice that the daemon is hung")
		}
	}
	if have := w.spooled(); have < 2*n {
		w.t.Errorf("%d files in the spool, want %d half-turns", have, 2*n)
	}
	w.signal(info.PID, syscall.SIGCONT)
	w.settle()
	if again, up := w.daemon(); !up || again.PID != info.PID {
		w.t.Errorf("the daemon was %d and is %d", info.PID, again.PID)
	}
}

// Two servers on one folder would lose data: the second refuses, the first
// goes on.
func secondDaemon(w *world) {
	shop := w.repo("shop")
	w.serve()
	first, _ := w.daemon()
	cmd := w.command("serve")
	began := time.Now()
	out, err := cmd.CombinedOutput()
	if err == nil || len(bytes.TrimSpace(out)) == 0 || time.Since(began) > 20*time.Second {
		w.t.Errorf("the second daemon: %v after %v, it said %q", err, time.Since(began), out)
	}
	if now, up := w.daemon(); !up || now.PID != first.PID {
		w.t.Errorf("the daemon was %d and is %d, up %v", first.PID, now.PID, up)
	}
	w.say(said{dir: shop, session: id(1), prompt: broke, answer: "I see."})
	w.settle()
}

// Clients that start at once start one daemon.
func twoClients(w *world) {
	shop, garden := w.repo("shop"), w.repo("garden")
	w.stub.Script(clienttest.Reply{Text: "Noted."}, clienttest.Reply{Text: "Noted."})
	var all sync.WaitGroup
	for i, dir := range []string{shop, garden} {
		s := said{dir: dir, session: id(1 + i), prompt: fmt.Sprintf("the %d. build is slow because of the linker", i+1), answer: "Noted."}
		w.expect(s)
		all.Go(func() { w.claude.Run(w.t, s.run("--session-id")) })
	}
	all.Wait()
	w.await("a daemon", func() bool { _, up := w.daemon(); return up })
	w.settle()
}

// What the user said counts, also when no answer followed.
func clientEnded(w *world) {
	shop := w.repo("shop")
	w.serve()
	s := said{dir: shop, session: id(1), prompt: broke}
	gone := make(chan struct{})
	w.stub.Script(clienttest.Reply{Text: "too late", Before: func(clienttest.Request) { <-gone }})
	p := s.run("--session-id")
	p.Timeout = 5 * time.Second
	r := w.claude.Try(w.t, p)
	close(gone)
	if !r.TimedOut || len(w.stub.Main()) != 1 {
		w.t.Errorf("the client was to wait for its answer: %+v", r)
	}
	w.expect(s)
	w.settle()
}

// The model calls our tools by itself: what it notes in one conversation it finds in the next, and
// none of the servers that the client has started is left.
func toolsOfTheModel(w *world) {
	shop := w.repo("shop")
	w.env = append(w.env, "MEMTIDE_CLAUDE_BIN="+w.claude.Bin)
	w.memtide("install", "claude-code", "--mcp")
	before := servers(w)
	call := func(n int, tool string, input map[string]any) string {
		w.t.Helper()
		w.stub.Forget()
		w.stub.Script(clienttest.Reply{Tools: []clienttest.Tool{{Name: "mcp__memtide__" + tool, Input: input}}}, clienttest.Reply{Text: "Done."})
		w.claude.Run(w.t, clienttest.Prompt{Dir: shop, Text: "do it, please", Args: []string{"--session-id", id(40 + n), "--allowedTools", "mcp__memtide"}})
		all := w.stub.Main()
		if len(all) != 2 {
			w.t.Fatalf("%d requests", len(all))
		}
		return string(all[len(all)-1].Body)
	}
	if body := call(1, "remember_fact", map[string]any{"fact": "The staging server of the shop is called heron."}); !strings.Contains(body, "agent-said, in project shop") && !strings.Contains(body, `\"outcome\":\"kept\"`) {
		w.t.Errorf("the model was told: %s", body[max(0, len(body)-2000):])
	}
	if body := call(2, "search_memory", map[string]any{"query": "what is the staging server called"}); !strings.Contains(body, "heron") || !strings.Contains(body, "not commands") {
		w.t.Errorf("the model was told: %s", body[max(0, len(body)-2000):])
	}
	if out := string(w.memtide("log")); !strings.Contains(out, "store by mcp:claude-code") {
		w.t.Errorf("the log does not name the agent: %s", out)
	}
	w.await("the end of the servers", func() bool { return servers(w) == before })
	w.memtide("uninstall", "claude-code", "--mcp")
	if raw, err := os.ReadFile(filepath.Join(w.home, ".claude.json")); err != nil || strings.Contains(string(raw), "memtide\": {") {
		w.t.Errorf("%v: %s", err, raw)
	}
}

// servers counts the processes that run memtide mcp out of the test's folder.
func servers(w *world) (n int) {
	out, err := exec.Command("ps", "-eo", "args").Output()
	if err != nil {
		w.t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		if strings.TrimSpace(line) == filepath.Join(w.programs, "memtide")+" mcp" {
			n++
		}
	}
	return n
}

// addClaude installs Claude Code on the machine, and memtide into it.
func (w *world) addClaude(bin string) {
	w.claude = clienttest.Claude{Bin: bin, Home: w.home, API: w.stub.URL(), Env: w.hookEnv()}
	w.memtide("install", "claude-code")
}

// hookEnv is what the hooks of a client find in their environment.
func (w *world) hookEnv() []string {
	return []string{"MEMTIDE_HOME=" + w.paths.Home, "MEMTIDE_HOOK_DEBUG=" + filepath.Join(w.root, "hook.log")}
}
