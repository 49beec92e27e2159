package hookbridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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

var testTime = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

// run runs one payload in this process against the folders of p and returns
// what it printed.
func run(t *testing.T, p Paths, payload string, env ...string) string {
	t.Helper()
	var out bytes.Buffer
	runTo(t, p, &out, payload, env...)
	return out.String()
}

func runTo(t *testing.T, p Paths, out io.Writer, payload string, env ...string) {
	t.Helper()
	debug := filepath.Join(t.TempDir(), "debug")
	code := Main(t.Context(), Options{
		Client: ClientClaude, Stdin: strings.NewReader(payload), Stdout: out,
		Env:  append([]string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1", "MEMTIDE_HOOK_DEBUG=" + debug}, env...),
		Now:  func() time.Time { return testTime },
		Exit: func(int) { t.Error("the watchdog had to end it") },
	})
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
	if b, err := os.ReadFile(debug); err == nil && t.Failed() {
		t.Logf("%s", b)
	}
}

func payload(fields ...string) string {
	m := map[string]any{"session_id": "s-1", "prompt_id": "p-1", "transcript_path": "/none", "permission_mode": "default", "new_field": []int{1}}
	for i := 0; i+1 < len(fields); i += 2 {
		m[fields[i]] = fields[i+1]
	}
	b, _ := json.Marshal(m)
	return string(b)
}

func newPaths(t *testing.T) Paths {
	t.Helper()
	return NewPaths(filepath.Join(t.TempDir(), "home"))
}

const block = "<memory>\n- 2026-04-30 teal & <b>\n</memory>"

func TestEvents(t *testing.T) {
	repo := filepath.Join(t.TempDir(), "Acme")
	makeRepo(t, repo)
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	turn := event.TurnRequest{Session: "s-1", Client: ClientClaude, PromptID: "p-1", Project: "Acme", Cwd: repo, Time: testTime}
	user, agent := turn, turn
	user.Role, user.Trust = memtide.RoleUser, memtide.TrustUser
	agent.Role, agent.Trust = memtide.RoleAgent, memtide.TrustAgent
	with := func(turn event.TurnRequest, text, mark string) []event.TurnRequest {
		turn.Text, turn.Mark = text, mark
		return []event.TurnRequest{turn}
	}
	ask := func(q event.AskRequest) []event.AskRequest {
		q.Session, q.Client, q.Project, q.Cwd, q.Zone = "s-1", ClientClaude, "Acme", repo, new(int)
		return []event.AskRequest{q}
	}
	out := func(event string) string {
		return `{"hookSpecificOutput":{"hookEventName":"` + event + `","additionalContext":"<memory>\n- 2026-04-30 teal & <b>\n</memory>"}}`
	}
	for _, c := range []struct {
		name, payload, out string
		asks               []event.AskRequest
		turns              []event.TurnRequest
	}{
		{"prompt", payload("hook_event_name", "UserPromptSubmit", "cwd", repo, "prompt", "I like teal"), out("UserPromptSubmit"),
			ask(event.AskRequest{Mode: event.ModePrompt, Prompt: "I like teal", PromptID: "p-1"}), with(user, "I like teal", "")},
		{"background agent ends", payload("hook_event_name", "UserPromptSubmit", "cwd", repo, "prompt", "<task-notification>\nx\n</task-notification>\n"), "", nil, nil},
		{"blank prompt", payload("hook_event_name", "UserPromptSubmit", "cwd", repo, "prompt", " \n"), "", nil, nil},
		{"stop", payload("hook_event_name", "Stop", "cwd", repo, "last_assistant_message", "Done."), "", nil, with(agent, "Done.", "")},
		{"stop without answer", payload("hook_event_name", "Stop", "cwd", repo, "last_assistant_message", ""), "", nil, nil},
		{"stop after a stop hook", `{"hook_event_name":"Stop","stop_hook_active":true,"last_assistant_message":"again"}`, "", nil, nil},
		{"answer is null", `{"hook_event_name":"Stop","last_assistant_message":null}`, "", nil, nil},
		{"session start", payload("hook_event_name", "SessionStart", "cwd", repo, "source", "resume"), out("SessionStart"),
			ask(event.AskRequest{Mode: event.ModeSessionStart, Source: "resume"}), nil},
		{"before compaction", `{"session_id":"s-1","prompt_id":"p-1","cwd":` + quote(repo) + `,"hook_event_name":"PreCompact","trigger":"auto","custom_instructions":null}`, "", nil, with(turn, "", event.MarkCompacting)},
		{"before the compaction of no session", `{"hook_event_name":"PreCompact","cwd":` + quote(repo) + `}`, "", nil, nil},
		{"after compaction", payload("hook_event_name", "PostCompact", "cwd", repo, "compact_summary", "x"), "", nil, with(turn, "", event.MarkCompacted)},
		{"session end", payload("hook_event_name", "SessionEnd", "cwd", repo, "reason", "other"), "", nil, with(turn, "", event.MarkEnded)},
		{"subagent stop", payload("hook_event_name", "SubagentStop", "agent_id", "a1", "agent_type", "Explore", "last_assistant_message", "found"), "", nil, nil},
		{"summariser stop", payload("hook_event_name", "SubagentStop", "agent_type", "", "last_assistant_message", "sum"), "", nil, nil},
		{"subagent start", payload("hook_event_name", "SubagentStart", "agent_id", "a1"), "", nil, nil},
		{"stop inside a subagent", payload("hook_event_name", "Stop", "agent_id", "a1", "last_assistant_message", "x"), "", nil, nil},
		{"unknown event", payload("hook_event_name", "MessageDisplay", "delta", "x"), "", nil, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			d.asks, d.turns = nil, nil
			if got := run(t, p, c.payload); got != c.out {
				t.Errorf("printed %q\nwant    %q", got, c.out)
			}
			d.mu.Lock()
			defer d.mu.Unlock()
			if diff := cmp.Diff(c.asks, d.asks, cmpopts.IgnoreFields(event.AskRequest{}, "DeadlineMS")); diff != "" {
				t.Error("asks", diff)
			}
			for _, q := range d.asks {
				if q.DeadlineMS <= 0 || q.DeadlineMS > 300 {
					t.Errorf("deadline is %d ms", q.DeadlineMS)
				}
			}
			if diff := cmp.Diff(c.turns, d.turns); diff != "" {
				t.Error("turns", diff)
			}
			if left := spooled(t, p); len(left) > 0 {
				t.Errorf("spooled %v", left)
			}
		})
	}
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func TestAnswersThatAreNotPrinted(t *testing.T) {
	for name, reply := range map[string]event.AskReply{
		"nothing": {}, "blank": {Block: " \n"}, "error": {Block: "x", Error: "prompt: too long"}, "too long": {Block: strings.Repeat("x", maxBlock+1)},
	} {
		p := newPaths(t)
		d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return reply }})
		if got := run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there")); got != "" {
			t.Errorf("%s: printed %q", name, got)
		}
		if len(d.turns) != 1 {
			t.Errorf("%s: %d half-turns arrived", name, len(d.turns))
		}
	}
}

// What the daemon does not take is in the spool.
func TestTurnNotTaken(t *testing.T) {
	for name, reply := range map[string]event.TurnReply{
		"for now": {Error: "disk is full", Retry: true}, "for good": {Error: "text: empty"},
	} {
		p := newPaths(t)
		startDaemon(t, p, &daemon{turn: func(event.TurnRequest) event.TurnReply { return reply }})
		run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there"))
		if got := spooled(t, p); len(got) != 1 || got[0].Text != "hello there" {
			t.Errorf("%s: spooled %v", name, got)
		}
		if _, down := ReadDown(p.Run); down {
			t.Errorf("%s: a daemon that answers was taken for hung", name)
		}
	}
}

// A daemon that is late with its answer and takes the half-turn is not hung.
func TestSlowAsk(t *testing.T) {
	p := newPaths(t)
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply {
		<-release
		return event.AskReply{Block: block}
	}})
	if got := run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there")); got != "" {
		t.Errorf("printed %q", got)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if _, down := ReadDown(p.Run); down || len(d.turns) != 1 || len(spooled(t, p)) != 0 {
		t.Errorf("down %v, %d half-turns, spool %v", down, len(d.turns), spooled(t, p))
	}
}

func TestHungDaemon(t *testing.T) {
	p := newPaths(t)
	hungRun(t, p)
	stop := payload("hook_event_name", "Stop", "last_assistant_message", "Done.")
	run(t, p, stop)
	down, ok := ReadDown(p.Run)
	if !ok || down.Wait != downFirst || !down.Until.Equal(testTime.Add(downFirst)) {
		t.Fatalf("down %+v, %v", down, ok)
	}
	began := time.Now()
	run(t, p, stop)
	if took := time.Since(began); took > connectBy {
		t.Errorf("tried again within the pause: took %v", took)
	}
	if got := spooled(t, p); len(got) != 2 {
		t.Errorf("spooled %v", got)
	}
	startDaemon(t, p, &daemon{})
	if err := Started(p, nil); err != nil {
		t.Fatal(err)
	}
	run(t, p, stop)
	if got := spooled(t, p); len(got) != 2 {
		t.Errorf("spooled %v after the daemon came back", got)
	}
}

func TestDisabled(t *testing.T) {
	p := newPaths(t)
	got := Main(context.Background(), Options{Env: []string{"MEMTIDE_HOOK_DISABLE=1", "MEMTIDE_HOME=" + p.Home},
		Stdin: strings.NewReader(payload("hook_event_name", "Stop", "last_assistant_message", "x")), Client: ClientClaude})
	if _, err := os.Stat(p.Home); got != 0 || !os.IsNotExist(err) {
		t.Errorf("code %d, folder %v", got, err)
	}
}

// A panic anywhere is a silent end.
type panicReader struct{}

func (panicReader) Read([]byte) (int, error) { panic("broken") }

func TestPanic(t *testing.T) {
	if got := Main(context.Background(), Options{Stdin: panicReader{}, Env: []string{}}); got != 0 {
		t.Errorf("code %d", got)
	}
}

func TestNotOurFolder(t *testing.T) {
	p := newPaths(t)
	if err := os.MkdirAll(p.Home, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(p.Home, 0o777); err != nil {
		t.Fatal(err)
	}
	if st, _ := os.Stat(p.Home); st.Mode().Perm()&0o022 == 0 {
		t.Skip("no such modes here")
	}
	run(t, p, payload("hook_event_name", "Stop", "last_assistant_message", "x"))
	if _, err := os.Stat(p.Spool); !os.IsNotExist(err) {
		t.Error("wrote into a folder that others can write")
	}
}

// lateReader is a client that writes when it comes to it.
type lateReader struct {
	io.Reader
	after time.Duration
}

func (r *lateReader) Read(b []byte) (int, error) {
	time.Sleep(r.after)
	r.after = 0
	return r.Reader.Read(b)
}

// A client that is late with its payload loses neither what was said nor its answer.
func TestALateClientIsHeard(t *testing.T) {
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	var out bytes.Buffer
	Main(t.Context(), Options{
		Client: ClientClaude, Stdout: &out, Env: []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1"},
		Stdin: &lateReader{strings.NewReader(payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there")), 2 * hardLimit},
		Exit:  func(int) { t.Error("the watchdog did not wait for the client") },
	})
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.turns)+len(spooled(t, p)) == 0 || !strings.Contains(out.String(), "memory") {
		t.Errorf("%d half-turns taken, %d spooled, printed %q", len(d.turns), len(spooled(t, p)), out.String())
	}
}

// A client that does not read leaves the write hanging: the half-turn is safe
// before the watchdog ends the process.
func TestBlockedStdout(t *testing.T) {
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{ask: func(event.AskRequest) event.AskReply { return event.AskReply{Block: block} }})
	r, w := io.Pipe()
	var kept int
	Main(t.Context(), Options{
		Client: ClientClaude, Stdout: w, Env: []string{"MEMTIDE_HOME=" + p.Home, "MEMTIDE_NO_START=1"},
		Stdin: strings.NewReader(payload("hook_event_name", "UserPromptSubmit", "prompt", "hello there")),
		Exit: func(int) {
			d.mu.Lock()
			kept = len(d.turns) + len(spooled(t, p))
			d.mu.Unlock()
			r.Close() // in place of the end of the process
		},
	})
	if kept == 0 {
		t.Error("the half-turn was nowhere when the watchdog came")
	}
}

// A client that is started with labels gives them to all that is said in it.
// What cannot be a label costs no half-turn.
func TestLabelsOfASession(t *testing.T) {
	p := newPaths(t)
	d := startDaemon(t, p, &daemon{})
	run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "I like teal"), "MEMTIDE_TAGS= refit,,pumps ,ghp_16C7e42F292c6912E7710c838347Ae178B4a,"+strings.Repeat("x", 101),
		"MEMTIDE_TASK=T-7", "MEMTIDE_NARRATIVE="+strings.Repeat("x", 101))
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.turns) != 1 {
		t.Fatalf("%d half-turns", len(d.turns))
	}
	got := d.turns[0]
	if len(got.SessionTags) != 3 || got.SessionTags[0] != "refit" || got.SessionTags[1] != "pumps" || strings.Contains(got.SessionTags[2], "16C7e42F") || got.Task != "T-7" || got.Narrative != "" {
		t.Errorf("%q %q %q", got.SessionTags, got.Task, got.Narrative)
	}
}

// The name of a space that holds a secret is in no file and no question, and different
// spaces stay different; any other name is as it was given.
func TestASpaceIsNamedWithoutSecrets(t *testing.T) {
	p := newPaths(t)
	names := []string{"team-ghp_16C7e42F292c6912E7710c838347Ae178B4a", "team-ghp_16C7e42F292c6912E7710c838347Ae178B4b", "the pumps", ""}
	for i, name := range names {
		run(t, p, payload("hook_event_name", "UserPromptSubmit", "prompt", "I like teal "+strings.Repeat("x", i), "session_id", fmt.Sprint("s", i)), "MEMTIDE_NO_START=1", "MEMTIDE_SPACE="+name)
	}
	spaces := map[memtide.Space]bool{}
	for _, turn := range spooled(t, p) {
		spaces[turn.Space] = true
	}
	if len(spaces) != len(names) || !spaces["the pumps"] || !spaces[""] {
		t.Errorf("spaces %v", spaces)
	}
	for space := range spaces {
		if strings.Contains(string(space), "16C7e42F") {
			t.Errorf("a space is called %q", space)
		}
	}
}
