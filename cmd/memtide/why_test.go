package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/daemontest"
)

// threeAsked is a store in which two clients and a person have asked, in this order.
func threeAsked(t *testing.T) (call func(code int, args ...string) string, claude event.AskReply) {
	ctx := daemontest.Within(t, time.Minute)
	d := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	call = func(code int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if got := run(ctx, args, stdio{strings.NewReader(""), &out, &out}); got != code {
			t.Errorf("%v ends with %d, want %d: %s", args, got, code, &out)
		}
		return out.String()
	}
	call(exitOK, "remember", "The heron listens on port 8080.")
	for _, who := range []event.AskRequest{
		{Client: "claude-code", Session: "first-session-one", Project: "quay", Mode: event.ModePrompt},
		{Client: "claude-code", Session: "first-session-one", Project: "quay", Mode: event.ModeSessionStart},
		{Client: "codex", Session: "second", Mode: event.ModePrompt},
	} {
		who.Space, who.Prompt, who.DeadlineMS = memtide.DefaultSpace, "On which port does the heron listen?", 5000
		r, err := d.Client.Ask(ctx, who)
		if err != nil || r.ID == "" {
			t.Fatal(r, err)
		}
		if claude.ID == "" {
			claude = r
		}
		soon(t, func() bool {
			var out bytes.Buffer
			return run(ctx, []string{"why", r.ID}, stdio{strings.NewReader(""), &out, &out}) == exitOK
		})
	}
	before := call(exitOK, "why", "last")
	call(exitOK, "search", "heron")
	soon(t, func() bool { return call(exitOK, "why", "last") != before })
	return call, claude
}

// soon waits until something is so: receipts come behind the answers.
func soon(t *testing.T, so func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !so(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it never came")
		}
	}
}

// Of several clients each has its own last receipt, and a search of the user's is nobody's.
func TestReceiptsAreToldByClientSessionAndMode(t *testing.T) {
	call, claude := threeAsked(t)
	if out := call(exitOK, "why", "last"); !strings.Contains(out, "query · cli · ") {
		t.Errorf("the last: %s", out)
	}
	for _, args := range [][]string{{"--client", "claude-code", "--mode", "prompt"}, {"--session", "first", "--mode", "prompt"}} {
		if out := call(exitOK, append([]string{"why", "last"}, args...)...); !strings.HasPrefix(out, "receipt "+claude.ID) || !strings.Contains(out, "prompt · claude-code · session first-session-one") {
			t.Errorf("%v: %s", args, out)
		}
	}
	if out := call(exitOK, "trace"); strings.Count(out, "\n") != 4 {
		t.Errorf("all: %s", out)
	}
	out := call(exitOK, "trace", "--client", "claude-code")
	if strings.Count(out, "\n") != 2 || strings.Count(out, "claude-code  quay  first-sessio") != 2 {
		t.Errorf("of one client: %s", out)
	}
	call(exitNone, "trace", "--client", "gemini")
	call(exitNone, "why", "last", "--session", "third")
	call(exitUsage, "trace", "--mode", "prompts")
	call(exitUsage, "trace", claude.ID, "--mode", "prompt")
	call(exitUsage, "trace", "--from", "codex", "--mode", "prompt")
	call(exitUsage, "why", claude.ID, "--mode", "prompt")
}

// Who asks why reads what each candidate says, and the story of a prompt, which may be shown
// around, has no word of it.
func TestWhyTellsWhatCandidatesSay(t *testing.T) {
	call, claude := threeAsked(t)
	const words = "The heron listens on port 8080."
	for _, args := range [][]string{{"why", claude.ID}, {"why", "last", "--json"}, {"ask", "--explain", "Which port does the heron have?"}} {
		if out := call(exitOK, args...); !strings.Contains(out, words) {
			t.Errorf("%v: %s", args, out)
		}
	}
	if out := call(exitOK, "why", claude.ID); !strings.Contains(out, "  source") || !strings.Contains(out, "user    "+words+"\n") {
		t.Errorf("why: %s", out)
	}
	for _, args := range [][]string{{"trace", claude.ID}, {"trace", claude.ID, "--json"}} {
		if out := call(exitOK, args...); strings.Contains(out, "heron") {
			t.Errorf("%v: %s", args, out)
		}
	}
}
