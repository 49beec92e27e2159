package hookbridge

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// codexPayload is a payload as Codex writes it; turn is empty where an event is of none.
func codexPayload(name, turn, cwd string, more ...string) string {
	m := map[string]any{"session_id": "c-1", "transcript_path": "/none/sessions/2026/05/01/rollout-2026-05-01T10-00-00-c-1.jsonl", "cwd": cwd,
		"hook_event_name": name, "model": "some-model", "permission_mode": "default"}
	if turn != "" {
		m["turn_id"] = turn
	}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	b, _ := json.Marshal(m) // a map of strings
	return string(b)
}

func runCodex(t *testing.T, p Paths, flag, payload string) string {
	t.Helper()
	var out bytes.Buffer
	code := Main(t.Context(), Options{Client: flag, Stdin: strings.NewReader(payload), Stdout: &out,
		Env: []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1"}, Now: func() time.Time { return testTime },
		Exit: func(int) { t.Error("the watchdog had to end it") }})
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	return out.String()
}

// Codex is served as Claude Code is, also where only its payload tells who it is. It takes
// no field that it does not know, and of a Stop none at all: what is printed is compared
// byte by byte.
func TestEventsOfCodex(t *testing.T) {
	repo := filepath.Join(t.TempDir(), "Acme")
	makeRepo(t, repo)
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	turn := event.TurnRequest{Session: "c-1", Client: "codex", PromptID: "t-1", Project: "Acme", Cwd: repo, Time: testTime}
	said := func(role memtide.Role, trust memtide.Trust, text string) []event.TurnRequest {
		turn := turn
		turn.Role, turn.Trust, turn.Text = role, trust, text
		return []event.TurnRequest{turn}
	}
	marked := func(prompt, mark string) []event.TurnRequest {
		turn := turn
		turn.PromptID, turn.Mark = prompt, mark
		return []event.TurnRequest{turn}
	}
	ask := func(q event.AskRequest) []event.AskRequest {
		q.Session, q.Client, q.Project, q.Cwd, q.Zone = "c-1", "codex", "Acme", repo, new(int)
		return []event.AskRequest{q}
	}
	for _, c := range []struct {
		name, payload, out string
		asks               []event.AskRequest
		turns              []event.TurnRequest
	}{
		{"session start", codexPayload("SessionStart", "", repo, "source", "startup"),
			`{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"<memory>\n- 2026-04-30 teal & <b>\n</memory>"}}`,
			ask(event.AskRequest{Mode: event.ModeSessionStart, Source: "startup"}), nil},
		{"prompt", codexPayload("UserPromptSubmit", "t-1", repo, "prompt", "I like teal"),
			`{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"<memory>\n- 2026-04-30 teal & <b>\n</memory>"}}`,
			ask(event.AskRequest{Mode: event.ModePrompt, Prompt: "I like teal", PromptID: "t-1"}), said(memtide.RoleUser, memtide.TrustUser, "I like teal")},
		{"stop", codexPayload("Stop", "t-1", repo, "last_assistant_message", "Done."), "", nil, said(memtide.RoleAgent, memtide.TrustAgent, "Done.")},
		{"stop without answer", strings.Replace(codexPayload("Stop", "t-1", repo, "last_assistant_message", "x"), `"x"`, "null", 1), "", nil, nil},
		{"stop after a stop hook", strings.Replace(codexPayload("Stop", "t-1", repo, "last_assistant_message", "again"), `{`, `{"stop_hook_active":true,`, 1), "", nil, nil},
		{"what a stop hook made of its reason", codexPayload("UserPromptSubmit", "t-2", repo, "prompt", `<hook_prompt hook_run_id="r">go on</hook_prompt>`), "", nil, nil},
		{"before compaction", codexPayload("PreCompact", "t-1", repo, "trigger", "auto"), "", nil, marked("t-1", event.MarkCompacting)},
		{"after compaction", codexPayload("PostCompact", "t-1", repo, "trigger", "auto"), "", nil, marked("t-1", event.MarkCompacted)},
		{"session end", codexPayload("SessionEnd", "", repo, "reason", "other"), "", nil, marked("", event.MarkEnded)},
		{"prompt to a sub-agent", codexPayload("UserPromptSubmit", "t-3", repo, "prompt", "look around", "agent_id", "a1"), "", nil, nil},
		{"stop of a sub-agent", codexPayload("SubagentStop", "t-3", repo, "last_assistant_message", "found", "agent_id", "a1"), "", nil, nil},
		{"tool", codexPayload("PreToolUse", "t-1", repo, "tool_name", "Bash", "tool_use_id", "call_1"), "", nil, nil},
		{"interrupt", codexPayload("Interrupt", "t-1", repo), "", nil, nil},
	} {
		for _, flag := range []string{"codex", ""} {
			t.Run(c.name+" "+flag, func(t *testing.T) {
				d.asks, d.turns = nil, nil
				if got := runCodex(t, p, flag, c.payload); got != c.out {
					t.Errorf("printed %q\nwant    %q", got, c.out)
				}
				d.mu.Lock()
				defer d.mu.Unlock()
				if diff := cmp.Diff(c.asks, d.asks, cmpopts.IgnoreFields(event.AskRequest{}, "DeadlineMS")); diff != "" {
					t.Error("asks", diff)
				}
				if diff := cmp.Diff(c.turns, d.turns); diff != "" {
					t.Error("turns", diff)
				}
			})
		}
	}
}

// A reviewer is told what to do by a prompt event of the session that no field sets apart. Its
// transcript does: that of a session and of its fork has the id of the session.
func TestPromptsOfAnotherThreadOfCodex(t *testing.T) {
	const session, other = "019f0000-0000-7000-8000-000000000001", "019f0000-0000-7000-8000-000000000002"
	for path, want := range map[string]bool{
		"/x/rollout-2026-05-01T10-00-00-" + session + ".jsonl":     false,
		`C:\x\rollout-2026-05-01T10-00-00-` + other + ".jsonl":     true,
		"/x/rollout-2026-05-01T10-00-00-" + other + ".jsonl":       true,
		"/x/sessions/" + other + ".jsonl":                          false,
		"/x/rollout-short.jsonl":                                   false,
		"":                                                         false,
		"/x/rollout-2026-05-01T10-00-00-" + other + ".jsonl.later": false,
	} {
		if got := ofAnotherThread(Payload{Session: session, Transcript: path}); got != want {
			t.Errorf("%q: %v", path, got)
		}
	}
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	payload := strings.ReplaceAll(codexPayload("UserPromptSubmit", "t-1", t.TempDir(), "prompt", "Review the changes", "session_id", session),
		"rollout-2026-05-01T10-00-00-c-1", "rollout-2026-05-01T10-00-00-"+other)
	if out := runCodex(t, p, "codex", payload); out != "" || len(d.turns)+len(d.asks) > 0 {
		t.Errorf("printed %q, told %v, asked %v", out, d.turns, d.asks)
	}
	if runCodex(t, p, "codex", strings.ReplaceAll(payload, other, session)); len(d.turns) != 1 {
		t.Errorf("of the session itself: %v", d.turns)
	}
}

// Codex ends the hook of a session's end after 3 s. Whatever may hold one up comes to less.
func TestTheEndOfASessionIsInTimeForCodex(t *testing.T) {
	if most := inputWait + scrubWait + hardLimit + replyGrace; most > 3*time.Second {
		t.Errorf("a session's end may take %s", most)
	}
}
