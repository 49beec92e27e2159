package hookbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// geminiBox is a user of Gemini CLI: a folder, and a transcript that may not be there.
type geminiBox struct {
	t          *testing.T
	paths      Paths
	transcript string
	cwd        string
}

func newGeminiBox(t *testing.T) *geminiBox {
	repo := filepath.Join(t.TempDir(), "Acme")
	makeRepo(t, repo)
	return &geminiBox{t, newPaths(t), filepath.Join(t.TempDir(), "session-2026-05-01T10-00-g-1.jsonl"), repo}
}

// event runs one event of the session g-1 and returns what was printed.
func (b *geminiBox) event(name string, more ...string) string {
	b.t.Helper()
	m := map[string]any{"session_id": "g-1", "transcript_path": b.transcript, "cwd": b.cwd, "hook_event_name": name, "timestamp": "2026-05-01T10:00:00.000Z"}
	for i := 0; i+1 < len(more); i += 2 {
		m[more[i]] = more[i+1]
	}
	if name == "AfterAgent" {
		m["stop_hook_active"] = len(more) > 4
	}
	in, _ := json.Marshal(m) // a map of strings
	var out bytes.Buffer
	if code := Main(b.t.Context(), Options{Client: "gemini", Stdin: bytes.NewReader(in), Stdout: &out, Now: func() time.Time { return testTime },
		Env:  []string{"MEMTIDE_HOME=" + b.paths.Home, "MEMTIDE_NO_START=1", "GEMINI_PROJECT_DIR=" + b.cwd},
		Exit: func(int) { b.t.Error("the watchdog had to end it") }}); code != 0 {
		b.t.Errorf("exit code %d", code)
	}
	return out.String()
}

// geminiAt is the id of the words for the n-th time that they are said in the session g-1.
func geminiAt(words string, n int) string {
	g, id := NewGeminiPrompts("g-1"), ""
	said, _ := Scrub(words)
	for range n {
		id = g.Next(said)
	}
	return id
}

// Gemini takes JSON alone; what is printed is compared byte by byte. Nothing is printed at
// the start of a session: its first prompt brings that.
func TestEventsOfGemini(t *testing.T) {
	b := newGeminiBox(t)
	d := startDaemon(t, b.paths, &daemon{ask: func(q event.AskRequest) event.AskReply { return event.AskReply{Block: "<" + q.Mode + ">"} }})
	turn := event.TurnRequest{Session: "g-1", Client: "gemini", Project: "Acme", Cwd: b.cwd, Time: testTime}
	said := func(role memtide.Role, trust memtide.Trust, id, text string) event.TurnRequest {
		turn := turn
		turn.Role, turn.Trust, turn.PromptID, turn.Text = role, trust, id, text
		return turn
	}
	marked := func(mark string) event.TurnRequest {
		turn := turn
		turn.Mark = mark
		return turn
	}
	ask := func(mode, prompt, id, source string) event.AskRequest {
		return event.AskRequest{Mode: mode, Prompt: prompt, PromptID: id, Source: source, Session: "g-1", Client: "gemini", Project: "Acme", Cwd: b.cwd, Zone: new(int)}
	}
	teal, again := geminiAt("I like teal", 1), geminiAt("I like teal", 2)
	for _, c := range []struct {
		name  string
		event []string
		out   string
		asks  []event.AskRequest
		turns []event.TurnRequest
	}{
		{"a session starts", []string{"SessionStart", "source", "startup"}, "", nil, nil},
		{"the first prompt", []string{"BeforeAgent", "prompt", "<hook_context>&lt;x&gt;</hook_context>\n\nI like teal"},
			`{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"<session-start>\n<prompt>"}}`,
			[]event.AskRequest{ask(event.ModeSessionStart, "", "", "startup"), ask(event.ModePrompt, "I like teal", teal, "")}, []event.TurnRequest{said(memtide.RoleUser, memtide.TrustUser, teal, "I like teal")}},
		{"before each request", []string{"PreCompress", "trigger", "auto"}, "", nil, nil},
		{"the answer", []string{"AfterAgent", "prompt", "<hook_context>&lt;x&gt;</hook_context>\n\nI like teal", "prompt_response", "Noted."}, "", nil,
			[]event.TurnRequest{said(memtide.RoleAgent, memtide.TrustAgent, teal, "Noted.")}},
		{"the same prompt once more", []string{"BeforeAgent", "prompt", "I like teal"}, `{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"<prompt>"}}`,
			[]event.AskRequest{ask(event.ModePrompt, "I like teal", again, "")}, []event.TurnRequest{said(memtide.RoleUser, memtide.TrustUser, again, "I like teal")}},
		{"the answer to that", []string{"AfterAgent", "prompt", "I like teal", "prompt_response", "I know."}, "", nil, []event.TurnRequest{said(memtide.RoleAgent, memtide.TrustAgent, again, "I know.")}},
		{"an answer that another hook has refused", []string{"AfterAgent", "prompt", "I like teal", "prompt_response", "Again.", "stop_hook_active", "true"}, "", nil, nil},
		{"no answer", []string{"AfterAgent", "prompt", "I like teal", "prompt_response", "[no response text]"}, "", nil, nil},
		{"a prompt that no hook was called for", []string{"AfterAgent", "prompt", "Mind the step", "prompt_response", "I do."}, "", nil,
			[]event.TurnRequest{said(memtide.RoleUser, memtide.TrustUser, geminiAt("Mind the step", 1), "Mind the step"), said(memtide.RoleAgent, memtide.TrustAgent, geminiAt("Mind the step", 1), "I do.")}},
		{"a file that is named", []string{"BeforeAgent", "prompt", "what says @a.txt?\n--- Content from referenced files ---\nContent from @a.txt:\nI like plum\n--- End of content ---"},
			`{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":"<prompt>"}}`, []event.AskRequest{ask(event.ModePrompt, "what says @a.txt?", geminiAt("what says @a.txt?", 1), "")},
			[]event.TurnRequest{said(memtide.RoleUser, memtide.TrustUser, geminiAt("what says @a.txt?", 1), "what says @a.txt?")}},
		{"nothing is left of a prompt", []string{"BeforeAgent", "prompt", "<hook_context>x</hook_context>"}, "", nil, nil},
		{"the user compresses", []string{"PreCompress", "trigger", "manual"}, "", nil, []event.TurnRequest{marked(event.MarkCompacting), marked(event.MarkCompacted)}},
		{"a tool", []string{"BeforeTool", "tool_name", "x"}, "", nil, nil},
		{"a request", []string{"BeforeModel"}, "", nil, nil},
		{"a session ends", []string{"SessionEnd", "reason", "exit"}, "", nil, []event.TurnRequest{marked(event.MarkEnded)}},
		{"it ends once more", []string{"SessionEnd", "reason", "exit"}, "", nil, nil},
	} {
		d.mu.Lock()
		d.asks, d.turns = nil, nil
		d.mu.Unlock()
		if got := b.event(c.event[0], c.event[1:]...); got != c.out {
			t.Errorf("%s: printed %q\nwant %q", c.name, got, c.out)
		}
		d.mu.Lock()
		if diff := cmp.Diff(c.asks, d.asks, cmpopts.IgnoreFields(event.AskRequest{}, "DeadlineMS")); diff != "" {
			t.Error(c.name, "asks", diff)
		}
		if diff := cmp.Diff(c.turns, d.turns); diff != "" {
			t.Error(c.name, "turns", diff)
		}
		d.mu.Unlock()
	}
	if left, err := filepath.Glob(filepath.Join(b.paths.Run, geminiPrefix+"*")); err != nil || len(left) > 0 {
		t.Errorf("left of the session: %q, %v", left, err)
	}
}

// A conversation that is gone on with has its earlier prompts in the transcript: what is said
// once more is another half-turn. So is it where the hook's own count is lost.
func TestASessionOfGeminiGoesOn(t *testing.T) {
	b := newGeminiBox(t)
	d := startDaemon(t, b.paths, &daemon{})
	line := func(content string) string {
		return `{"id":"m","timestamp":"2026-05-01T10:00:00.000Z","type":"user","content":` + content + "}\n"
	}
	text := `{"sessionId":"g-1","projectHash":"x","kind":"main"}` + "\n" + line(`[{"text":"<session_context>\nyes\n</session_context>"}]`) + line(`[{"text":"yes"},{"text":"<hook_context>a</hook_context>"}]`) +
		`{"id":"n","timestamp":"2026-05-01T10:00:00.000Z","type":"gemini","content":"yes"}` + "\n" + line(`"yes"`) + line(`[{"functionResponse":{"name":"t"}}]`) + `{"$set":{"messages":[` + strings.TrimSpace(line(`"yes"`)) + `]}}` + "\nnonsense\n"
	if err := os.WriteFile(b.transcript, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	b.event("SessionStart", "source", "resume")
	b.event("BeforeAgent", "prompt", "yes")
	if err := os.WriteFile(b.transcript, []byte(text+line(`"yes"`)), 0o600); err != nil {
		t.Fatal(err)
	}
	b.event("AfterAgent", "prompt", "yes", "prompt_response", "Then I go on.")
	left, err := filepath.Glob(filepath.Join(b.paths.Run, geminiPrefix+"*"))
	if err != nil || len(left) != 1 {
		t.Fatal(left, err)
	}
	if err := errors.Join(os.WriteFile(left[0], []byte(`{"said"`), 0o600)); err != nil {
		t.Fatal(err)
	}
	b.event("AfterAgent", "prompt", "yes", "prompt_response", "And on.")
	d.mu.Lock()
	defer d.mu.Unlock()
	var got []string
	for _, r := range d.turns {
		got = append(got, string(r.Role)+" "+r.PromptID)
	}
	id := geminiAt("yes", 3)
	if diff := cmp.Diff([]string{"user " + id, "agent " + id, "user " + id, "agent " + id}, got); diff != "" {
		t.Error(diff)
	}
}

// Of an answer in pieces Gemini says all but the first twice; the transcript has it whole.
// One that has another prompt, or another answer, is not believed.
func TestTheAnswerOfGeminiIsWhole(t *testing.T) {
	b := newGeminiBox(t)
	d := startDaemon(t, b.paths, &daemon{})
	user := `{"id":"u","timestamp":"2026-05-01T10:00:00.000Z","type":"user","content":[{"text":"why?"}]}` + "\n"
	agent := func(id, text, more string) string {
		return `{"id":"` + id + `","timestamp":"2026-05-01T10:00:00.000Z","type":"gemini","content":"` + text + `"` + more + "}\n"
	}
	text := user + agent("0", "Before.", "") + user + agent("1", "I will look.", "") + agent("1", "I will look.", `,"toolCalls":[{"result":"SECRET"}]`) +
		`{"id":"t","timestamp":"2026-05-01T10:00:00.000Z","type":"user","content":[{"functionResponse":{}}]}` + "\n" + agent("2", "It listens on 8080.", "")
	for _, c := range []struct{ text, answer, want string }{
		{text, "I will look. ok.\nIt listens on 8080. s on 80 80.", "I will look.\nIt listens on 8080."},
		{strings.Repeat(" ", mostAnswer) + "\n" + text, "I will lo ok.\nIt listens on 80 80.", "I will look.\nIt listens on 8080."},
		{text + user, "It listens on 80 90.", "It listens on 80 90."},
		{strings.ReplaceAll(text, "why?", "where?"), "I will look.\nIt listens on 8080.  80.", "I will look.\nIt listens on 8080.  80."},
		{text, "It listens on 80 90.", "It listens on 80 90."},
		{"", "It listens on 80 90.", "It listens on 80 90."},
	} {
		if err := os.WriteFile(b.transcript, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		d.turns = nil
		b.event("AfterAgent", "prompt", "why?", "prompt_response", c.answer)
		if n := len(d.turns); n == 0 || d.turns[n-1].Text != c.want {
			t.Errorf("%q became %+v", c.answer, d.turns)
		}
	}
}

// Where no daemon is, both halves wait in the spool, and nothing is printed.
func TestGeminiWithoutADaemon(t *testing.T) {
	b := newGeminiBox(t)
	if out := b.event("SessionStart", "source", "startup") + b.event("BeforeAgent", "prompt", "I like teal") + b.event("AfterAgent", "prompt", "I like teal", "prompt_response", "Noted."); out != "" {
		t.Errorf("printed %q", out)
	}
	if got := spooled(t, b.paths); len(got) != 2 || got[0].PromptID != got[1].PromptID || got[0].PromptID == "" {
		t.Errorf("%+v", got)
	}
}

// What a session that nobody has ended has left is gone a week later.
func TestWhatASessionOfGeminiLeaves(t *testing.T) {
	b := newGeminiBox(t)
	if err := b.paths.Make(); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{geminiPrefix + "old.json": geminiOld + time.Hour, geminiPrefix + "new.json": time.Hour, "run.json": 2 * geminiOld} {
		path, at := filepath.Join(b.paths.Run, name), testTime.Add(-age)
		if err := errors.Join(os.WriteFile(path, []byte("{}"), 0o600), os.Chtimes(path, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	b.event("SessionStart", "source", "startup")
	left, err := filepath.Glob(filepath.Join(b.paths.Run, "*.json"))
	if err != nil || len(left) != 3 || strings.Contains(strings.Join(left, " "), "old.json") {
		t.Errorf("%q, %v", left, err)
	}
}

// A block that has no room beside the other is left out whole.
func TestTwoBlocksHaveRoomForOne(t *testing.T) {
	b := newGeminiBox(t)
	startDaemon(t, b.paths, &daemon{ask: func(q event.AskRequest) event.AskReply {
		return event.AskReply{Block: map[string]string{event.ModeSessionStart: strings.Repeat("s", 5_000), event.ModePrompt: strings.Repeat("p", 5_000)}[q.Mode]}
	}})
	b.event("SessionStart", "source", "startup")
	if out := b.event("BeforeAgent", "prompt", "I like teal"); strings.Contains(out, "ss") || strings.Count(out, "p") < 5_000 {
		t.Errorf("printed %d bytes", len(out))
	}
}

func TestGeminiDir(t *testing.T) {
	for env, want := range map[string]string{"GEMINI_CLI_HOME": filepath.Join("/g", ".gemini"), "HOME": filepath.Join("/g", ".gemini")} {
		got, err := GeminiDir(environ{env + "=/g", "USERPROFILE=/g"}.get)
		if err != nil || filepath.ToSlash(strings.TrimPrefix(got, filepath.VolumeName(got))) != filepath.ToSlash(want) {
			t.Errorf("%s: %q, %v", env, got, err)
		}
	}
	if _, err := GeminiDir(environ{}.get); err == nil {
		t.Error("no home, and no error")
	}
}

// What is kept of a session is replaced as a whole: a hook that is ended in the middle leaves what was there.
func TestTheStateOfAGeminiSessionIsNeverTorn(t *testing.T) {
	h := &hook{paths: newPaths(t), payload: Payload{Session: "g-1"}, debug: &debugLog{}}
	if err := h.paths.Make(); err != nil {
		t.Fatal(err)
	}
	h.keepGemini(geminiState{Said: map[string]int{"a": 1}})
	old := filepath.Join(t.TempDir(), "old")
	if err := os.Link(h.geminiFile(), old); err != nil {
		t.Skip(err)
	}
	before, err := os.ReadFile(old)
	if err != nil || len(before) == 0 {
		t.Fatal(err)
	}
	h.keepGemini(geminiState{Said: map[string]int{"a": 2, "b": 1}})
	if now, err := os.ReadFile(old); err != nil || !bytes.Equal(now, before) {
		t.Errorf("the file was written over: %q, %v", now, err)
	}
	if s, _ := h.recallGemini(); s.Said["a"] != 2 || s.Said["b"] != 1 {
		t.Errorf("kept %v", s)
	}
	if left, err := os.ReadDir(h.paths.Run); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
