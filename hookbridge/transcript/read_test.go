package transcript

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// said is a half-turn as the tests write it down.
type said struct{ Role, Prompt, Text string }

func read(t *testing.T, text string) ([]said, Stats) {
	t.Helper()
	var got []said
	stats, err := new(Reader).Read(strings.NewReader(text), collect(&got))
	if err != nil {
		t.Fatal(err)
	}
	return got, stats
}

func collect(to *[]said) func(event.TurnRequest) error {
	return func(r event.TurnRequest) error {
		*to = append(*to, said{string(r.Role), r.PromptID, r.Text})
		return nil
	}
}

// user and agent are lines as the client writes them; the number makes uuid
// and time.
func user(n int, prompt, content string, more ...string) string {
	return fmt.Sprintf(`{"parentUuid":null,"isSidechain":false,"promptId":%q,"type":"user","message":{"role":"user","content":%s},"uuid":"u-%d","timestamp":"2026-05-01T10:00:%02d.000Z","cwd":"/none","sessionId":"s"%s}`,
		prompt, content, n, n, strings.Join(append([]string{""}, more...), ",")) + "\n"
}

func agent(n int, id, stop, block string) string {
	return fmt.Sprintf(`{"isSidechain":false,"message":{"id":%q,"type":"message","role":"assistant","content":[%s],"stop_reason":%q},"type":"assistant","uuid":"a-%d","timestamp":"2026-05-01T10:01:%02d.000Z","cwd":"/none","sessionId":"s"}`,
		id, block, stop, n, n) + "\n"
}

const (
	toolUse    = `{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"rm -rf \"x\""}}`
	toolResult = `[{"type":"tool_result","tool_use_id":"t1","content":"SECRET OUTPUT"}]`
)

func TestRead(t *testing.T) {
	hi := user(1, "p1", `"hi"`)
	for _, c := range []struct {
		name, text string
		want       []said
	}{
		{"an exchange", hi + agent(2, "m1", "end_turn", `{"type":"text","text":"hello"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "hello"}}},
		{"last message with text, over several lines", hi +
			agent(2, "m1", "tool_use", `{"type":"thinking","thinking":"hm"}`) + agent(3, "m1", "tool_use", `{"type":"text","text":"let me look"}`) + agent(4, "m1", "tool_use", toolUse) +
			user(5, "p1", toolResult) + agent(6, "m2", "end_turn", `{"type":"text","text":"one"}`) + agent(7, "m2", "end_turn", `{"type":"text","text":"two"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "one\ntwo"}}},
		{"an answer that goes on is left alone", hi + agent(2, "m1", "tool_use", `{"type":"text","text":"let me look"}`) + agent(3, "m1", "tool_use", toolUse) + user(4, "p1", toolResult),
			[]said{{"user", "p1", "hi"}}},
		{"its first line alone too", hi + agent(2, "m1", "tool_use", `{"type":"text","text":"let me look"}`), []said{{"user", "p1", "hi"}}},
		{"an interrupted answer counts", hi + agent(2, "m1", "tool_use", `{"type":"text","text":"let me look"}`) + agent(3, "m1", "tool_use", toolUse) + user(4, "p1", toolResult) +
			user(5, "p1", `[{"type":"text","text":"[Request interrupted by user for tool use]"}]`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "let me look"}}},
		{"no answer", hi + user(2, "p2", `"again"`), []said{{"user", "p1", "hi"}, {"user", "p2", "again"}}},
		{"blocks with an image", user(1, "p1", `[{"type":"image","source":{"data":"AAAA"}},{"type":"text","text":"what is this"}]`), []said{{"user", "p1", "what is this"}}},
		{"not said by the user", user(1, "p1", `"meta"`, `"isMeta":true`) + user(2, "p2", `"sum"`, `"isVisibleInTranscriptOnly":true,"isCompactSummary":true`) +
			user(3, "p3", `"cron"`, `"promptSource":"system"`) + user(4, "p4", `"wake up"`, `"turnOrigin":"scheduled"`) + user(5, "p5", `"x"`, `"origin":{"kind":"task-notification"}`) +
			strings.Replace(user(6, "p6", `"side"`), `"isSidechain":false`, `"isSidechain":true`, 1), nil},
		{"what the agent says to a machine is its own", hi + user(2, "p2", `"<task-notification>\nx\n</task-notification>"`) + agent(3, "m1", "end_turn", `{"type":"text","text":"tests pass"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p2", "tests pass"}}},
		{"a prod within the turn", hi + user(2, "p1", `"go on"`, `"turnOrigin":"auto_continuation"`) + agent(3, "m1", "end_turn", `{"type":"text","text":"done"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "done"}}},
		{"a prompt template", user(1, "p1", `"<command-message>deploy</command-message>\n<command-name>/deploy</command-name>\n<command-args>staging now</command-args>"`) +
			user(2, "p1", `[{"type":"text","text":"EXPANSION"}]`, `"isMeta":true`) + agent(3, "m1", "end_turn", `{"type":"text","text":"deployed"}`),
			[]said{{"user", "p1", "/deploy staging now"}, {"agent", "p1", "deployed"}}},
		{"the client's own command", hi + agent(2, "m1", "end_turn", `{"type":"text","text":"hello"}`) + user(3, "p2", `"<command-name>/model</command-name>\n<command-message>model</command-message>\n<command-args>opus</command-args>"`) +
			user(4, "p2", `"<local-command-stdout>set</local-command-stdout>"`) + agent(5, "m2", "end_turn", `{"type":"text","text":"as you say"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "hello"}}},
		{"the client speaks for the agent", hi + strings.Replace(agent(2, "m1", "stop_sequence", `{"type":"text","text":"API Error"}`), `"role"`, `"model":"<synthetic>","role"`, 1),
			[]said{{"user", "p1", "hi"}}},
		{"a command line", hi + user(2, "p2", `"<bash-input>ls</bash-input>"`) + user(3, "p2", `"<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>"`) + agent(4, "m", "end_turn", `{"type":"text","text":"ok"}`),
			[]said{{"user", "p1", "hi"}, {"agent", "p1", "ok"}}},
		{"injected text is stripped", user(1, "p1", `"<system-reminder>\nno\n</system-reminder>\nI like teal"`), []said{{"user", "p1", "I like teal"}}},
		{"other kinds of lines", `{"type":"api-request-blob","message":{"role":"user","content":"PROMPT"}}` + "\n" +
			`{"attachment":{"type":"hook_success","stdout":"x"},"type":"attachment"}` + "\n" + `{"type":"queue-operation","content":"hi"}` + "\n" + hi,
			[]said{{"user", "p1", "hi"}}},
		{"torn, blank and odd lines", "\n" + hi + `[1]` + "\nnonsense\n" + `{"type":"user","message":7}` + "\n" + `{"type":"user","message":{"content":{"a":1}}}` + "\n" + `{"type":"assistant","message":{"id":"m","content":[{"type":"te`,
			[]said{{"user", "p1", "hi"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := read(t, c.text)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestHalfTurn(t *testing.T) {
	repo := filepath.Join(t.TempDir(), "Acme")
	if err := os.MkdirAll(filepath.Join(repo, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(repo, ".git", "HEAD"), []byte("x"), 0o644); err != nil {
		t.Fatal(err)
	}
	text := user(1, "p1", `"a"`) + agent(2, "m", "end_turn", `{"type":"text","text":"b"}`)
	text = strings.ReplaceAll(text, "/none", filepath.ToSlash(repo))
	var got []event.TurnRequest
	stats, err := new(Reader).Read(strings.NewReader(text), func(r event.TurnRequest) error { got = append(got, r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	one := event.TurnRequest{Session: "s", Client: "claude-code", Project: "Acme", Cwd: filepath.ToSlash(repo), PromptID: "p1"}
	a, b := one, one
	a.Role, a.Text, a.Trust, a.Time = memtide.RoleUser, "a", memtide.TrustUser, time.Date(2026, 5, 1, 10, 0, 1, 0, time.UTC)
	b.Role, b.Text, b.Trust, b.Time = memtide.RoleAgent, "b", memtide.TrustAgent, time.Date(2026, 5, 1, 10, 1, 2, 0, time.UTC)
	if d := cmp.Diff([]event.TurnRequest{a, b}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(Stats{Lines: 2, User: 1, Agent: 1}, stats); d != "" {
		t.Error(d)
	}
}

// A forked session copies lines with their uuid into a file of its own.
func TestFork(t *testing.T) {
	first := user(1, "p1", `"one"`) + agent(2, "m1", "end_turn", `{"type":"text","text":"1"}`)
	fork := strings.ReplaceAll(first, `"sessionId":"s"`, `"sessionId":"fork"`) + user(3, "p2", `"two"`) + agent(4, "m2", "end_turn", `{"type":"text","text":"2"}`)
	var got []said
	var rd Reader
	for _, text := range []string{first, fork, first} {
		if _, err := rd.Read(strings.NewReader(text), collect(&got)); err != nil {
			t.Fatal(err)
		}
	}
	want := []said{{"user", "p1", "one"}, {"agent", "p1", "1"}, {"user", "p2", "two"}, {"agent", "p2", "2"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestStatsOfDamage(t *testing.T) {
	got, stats := read(t, user(1, "p1", `"a"`)+user(2, "p2", `"`+strings.Repeat("x", MaxLine)+`"`)+user(3, "p3", `"b"`)+agent(4, "m", "tool_use", toolUse)+`{"type":"user","mess`)
	if d := cmp.Diff([]said{{"user", "p1", "a"}, {"user", "p3", "b"}}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(Stats{Lines: 5, Long: 1, First: 2, Cut: 1, User: 2, Open: 1}, stats); d != "" {
		t.Error(d)
	}
	if got, want := stats.Left(), "left out 1 line of more than 32.0 MiB; see line 2"; got != want {
		t.Errorf("it is told as %q, want %q", got, want)
	}
	// A byte order mark is none of the first line.
	got, stats = read(t, "\xef\xbb\xbf"+user(1, "p1", `"a"`))
	if len(got) != 1 || stats.Left() != "" {
		t.Errorf("behind a byte order mark: %v, %+v", got, stats)
	}
}

// A prompt whose line is cut or too long takes its answer with it: it is not taken for that
// of the prompt before, which has its own. Such a line of a tool's result changes nothing.
func TestACutPromptLeavesTheAnswerBeforeItAlone(t *testing.T) {
	text := func(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }
	cut := func(line string) string { return line[:strings.Index(line, `"content"`)+14] + "\n" }
	one := user(1, "p1", `"a"`) + agent(2, "m1", "tool_use", toolUse)
	answered := agent(4, "m2", "end_turn", text("one"))
	long := `"` + strings.Repeat("x", MaxLine) + `"`
	for _, c := range []struct {
		name, text string
		want       []said
	}{
		{"prompt", one + user(3, "p1", toolResult) + answered + cut(user(5, "p2", `"b"`)) + agent(6, "m3", "end_turn", text("two")) + user(7, "p3", `"c"`),
			[]said{{"user", "p1", "a"}, {"agent", "p1", "one"}, {"user", "p3", "c"}}},
		{"long prompt", one + user(3, "p1", toolResult) + answered + user(5, "p2", long) + agent(6, "m3", "end_turn", text("two")) + user(7, "p3", `"c"`),
			[]said{{"user", "p1", "a"}, {"agent", "p1", "one"}, {"user", "p3", "c"}}},
		{"long result", one + user(3, "p1", `[{"type":"tool_result","tool_use_id":"t1","content":`+long+`}]`) + answered, []said{{"user", "p1", "a"}, {"agent", "p1", "one"}}},
		{"result", one + cut(user(3, "p1", toolResult)) + answered, []said{{"user", "p1", "a"}, {"agent", "p1", "one"}}},
		{"first", cut(user(1, "p1", `"a"`)) + answered + user(5, "p2", `"b"`), []said{{"user", "p2", "b"}}},
	} {
		got, stats := read(t, c.text)
		if d := cmp.Diff(c.want, got); d != "" || stats.Torn+stats.Long != 1 || stats.First == 0 {
			t.Errorf("%s: %+v\n%s", c.name, stats, d)
		}
	}
}

func TestReadErrors(t *testing.T) {
	stop := errors.New("stop")
	if _, err := new(Reader).Read(strings.NewReader(user(1, "p", `"a"`)), func(event.TurnRequest) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("yield's error came back as %v", err)
	}
	f, err := os.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := new(Reader).Read(f, nil); err == nil {
		t.Error("read a folder")
	}
}

func TestFind(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "odd [name]")
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range []string{"projects/b/2.jsonl", "projects/a/1.jsonl", "projects/a/skip.txt", "projects/a/s/subagents/agent.jsonl",
		"archived_sessions/rollout-0.jsonl", "sessions/2026/05/01/rollout-1.jsonl", "sessions/2026/05/01/notes.jsonl", "sessions/rollout-2.jsonl"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, at, at.Add(time.Duration(-i)*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Find(dir)
	want := []string{filepath.Join(dir, "sessions", "2026", "05", "01", "rollout-1.jsonl"), filepath.Join(dir, "archived_sessions", "rollout-0.jsonl"),
		filepath.Join(dir, "projects", "a", "1.jsonl"), filepath.Join(dir, "projects", "b", "2.jsonl")}
	if filepath.Separator == '\\' {
		t.Skip("the folder's name is a pattern there")
	}
	if err != nil || cmp.Diff(want, got) != "" {
		t.Errorf("%v, %v", got, err)
	}
	if got, err := Find(filepath.Join(dir, "none")); err != nil || len(got) != 0 {
		t.Errorf("%v, %v", got, err)
	}
}

// FuzzRead: no panic, every half-turn is valid by itself, and a second reading
// by the same reader says nothing new about lines that have a uuid.
func FuzzRead(f *testing.F) {
	f.Add(user(1, "p1", `"hi"`) + agent(2, "m1", "end_turn", `{"type":"text","text":"hello"}`))
	f.Add(user(1, "p1", `[{"type":"text","text":"a"},3,null]`) + agent(2, "", "tool_use", toolUse) + user(3, "p1", toolResult))
	f.Add(user(1, "p", `"<command-name>/x</command-name><command-args>y</command-args>"`) + `{"type":"user"`)
	f.Add(`{"type":"user","message":{"content":"a"},"timestamp":"2026-05-01T10:00:00Z"}` + "\n{}\n[]\n\"\\")
	f.Add(codexHead("s", "") + codexEvent("task_started", "t") + codexUser(1, "t", "hi") + codexAgent(2, "t", "hello") + codexTool + codexUser(3, "t", "more") + codexEvent("task_complete", "t"))
	f.Add(codexHead("", `,"source":{"subagent":1}`) + `{"type":"response_item","payload":{"type":"message","role":"user","content":[{"type":"input_text","text":"a"},3,null]}}` + "\n" + codexAgent(2, "", "b")[:90])
	f.Fuzz(func(t *testing.T, text string) {
		n := 0
		stats, err := new(Reader).Read(strings.NewReader(text), func(r event.TurnRequest) error {
			n++
			turn := memtide.Turn{Space: memtide.DefaultSpace, Role: r.Role, Text: r.Text, Quotes: r.Quotes, Time: time.Now(), Trust: r.Trust}
			return turn.Validate()
		})
		if err != nil {
			t.Fatal(err)
		}
		if stats.User+stats.Agent != n {
			t.Fatalf("%d half-turns, counted %+v", n, stats)
		}
	})
}

// FuzzFields agrees with encoding/json on what the members of an object are.
func FuzzFields(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":{"c":[1,"}"]},"d":"\\\""}`, `{}`, ` { "a" : null } `, `{"a"`, `{"a":1]`, "\"", `{"a":"\u0022"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got := map[string]string{}
		err := fields(b, func(key string, raw []byte) bool { got[key] = string(raw); return true })
		var want map[string]json.RawMessage
		if json.Unmarshal(b, &want) != nil || want == nil {
			return
		}
		if err != nil || len(got) != len(want) {
			t.Fatalf("%v: got %v, want %v", err, got, want)
		}
		for key, raw := range want {
			if got[key] != string(raw) {
				t.Fatalf("%q: got %q, want %q", key, got[key], raw)
			}
		}
	})
}
