package transcript

import (
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
	"github.com/memtide/memtide/hookbridge"
)

const chatHead = `{"sessionId":"s","projectHash":"abc","startTime":"2026-05-01T10:00:00.000Z","lastUpdated":"2026-05-01T10:00:00.000Z","kind":"main"}` + "\n" +
	`{"$set":{"messages":[{"id":"c0","timestamp":"2026-05-01T10:00:00.000Z","type":"user","content":[{"text":"<session_context>\nyou are on a boat\n</session_context>"}]}],"lastUpdated":"x"}}` + "\n"

// Lines as Gemini CLI writes them; the number makes id and time.
func chatSays(n int, kind, content, more string) string {
	return fmt.Sprintf(`{"id":"m%d","timestamp":"2026-05-01T10:00:%02d.000Z","type":%q,"content":%s%s}`, n, n, kind, content, more) + "\n" + `{"$set":{"lastUpdated":"x"}}` + "\n"
}

func chatUser(n int, text string) string {
	return chatSays(n, "user", fmt.Sprintf(`[{"text":%q},{"text":"<hook_context>&lt;memory&gt;teal&lt;/memory&gt;</hook_context>"}]`, text), "")
}

func chatAgent(n int, text string) string {
	return chatSays(n, "gemini", fmt.Sprintf("%q", text), `,"thoughts":[{"subject":"hm","description":"SECRET THOUGHT"}],"model":"x"`)
}

// chatID is the id of words that are said for the n-th time in the session s.
func chatID(words string, n int) string {
	said, _ := hookbridge.Scrub(words)
	p, id := hookbridge.NewGeminiPrompts("s"), ""
	for range n {
		id = p.Next(said)
	}
	return id
}

func TestReadGemini(t *testing.T) {
	hi, hello := chatID("hi", 1), said{"agent", chatID("hi", 1), "hello"}
	ho, _ := hookbridge.Scrub("ho")
	otherID := hookbridge.NewGeminiPrompts("o").Next(ho)
	tools := `,"toolCalls":[{"id":"t","name":"ls","result":[{"functionResponse":{"response":{"output":"SECRET OUTPUT"}}}]}]`
	returned := chatSays(90, "user", `[{"functionResponse":{"id":"t","name":"ls","response":{"output":"SECRET OUTPUT"}}}]`, "")
	for _, c := range []struct {
		name, text string
		want       []said
	}{
		{"an exchange", chatUser(1, "hi") + chatAgent(2, "hello"), []said{{"user", hi, "hi"}, hello}},
		{"content that is a string", chatSays(1, "user", `"hi"`, "") + chatAgent(2, "hello"), []said{{"user", hi, "hi"}, hello}},
		{"parts that are strings", chatSays(1, "user", `["h","i"]`, "") + chatSays(2, "gemini", `[{"text":"hel"},{"text":"lo"}]`, ""), []said{{"user", hi, "hi"}, hello}},
		{"all that the agent says in the turn", chatUser(1, "hi") + chatAgent(2, "I will look") + chatSays(2, "gemini", `"I will look"`, tools) + returned + chatSays(3, "gemini", `""`, tools) + returned + chatAgent(4, "found it"),
			[]said{{"user", hi, "hi"}, {"agent", hi, "I will look\nfound it"}}},
		{"an answer that goes on is left alone", chatUser(1, "hi") + chatSays(2, "gemini", `"I will look"`, tools) + returned, []said{{"user", hi, "hi"}}},
		{"so is one that is hardly there", chatUser(1, "hi") + strings.Replace(chatAgent(2, "I will look"), "2026-05-01T10:00:02.000Z", time.Now().UTC().Format(time.RFC3339), 1), []said{{"user", hi, "hi"}}},
		{"one that was cut off counts", chatUser(1, "hi") + chatSays(2, "gemini", `"I will look"`, tools) + chatUser(3, "stop"),
			[]said{{"user", hi, "hi"}, {"agent", hi, "I will look"}, {"user", chatID("stop", 1), "stop"}}},
		{"the same words twice", chatUser(1, "hi") + chatAgent(2, "hello") + chatUser(3, "hi") + chatAgent(4, "hello again"),
			[]said{{"user", hi, "hi"}, hello, {"user", chatID("hi", 2), "hi"}, {"agent", chatID("hi", 2), "hello again"}}},
		{"gone back", chatUser(1, "hi") + chatAgent(2, "hello") + `{"$rewindTo":"m1"}` + "\n" + chatUser(3, "hi") + chatAgent(4, "hello again"),
			[]said{{"user", hi, "hi"}, hello, {"user", chatID("hi", 2), "hi"}, {"agent", chatID("hi", 2), "hello again"}}},
		{"a compaction says all once more", chatUser(1, "hi") + chatAgent(2, "hello") + `{"$set":{"messages":[{"id":"x","type":"user","content":[{"text":"<state_snapshot>SUMMARY</state_snapshot>"}]},{"id":"m1","type":"user","content":[{"text":"hi"}]}]}}` + "\n",
			[]said{{"user", hi, "hi"}, hello}},
		{"not said by the user", chatUser(1, "<session_context>\nx\n</session_context>") + chatUser(2, "<hook_context>x</hook_context>") + chatSays(3, "user", `[{"text":"Please continue."}]`, "") +
			chatUser(4, "System: Potential loop detected. Details: x") + chatUser(5, "<state_snapshot>x</state_snapshot>") + chatAgent(6, "aye"), nil},
		{"the agent goes on by itself", chatUser(1, "hi") + chatAgent(2, "hel") + chatSays(3, "user", `[{"text":"Please continue."}]`, "") + chatAgent(4, "lo"), []said{{"user", hi, "hi"}, {"agent", hi, "hel\nlo"}}},
		{"what the client says", chatUser(1, "hi") + chatSays(2, "info", `"Request cancelled."`, "") + chatSays(3, "error", `"no"`, "") + chatAgent(4, "hello"), []said{{"user", hi, "hi"}, hello}},
		{"a command", chatSays(1, "user", `[{"text":"Deploy to staging, and tell nobody."}]`, `,"displayContent":[{"text":"/deploy staging"}]`),
			[]said{{"user", chatID("Deploy to staging, and tell nobody.", 1), "/deploy staging"}}},
		{"a file that is named", chatSays(1, "user", `[{"text":"look into @a.txt, ann @b.example"},{"text":"\n--- Content from referenced files ---"},{"text":"\nContent from @a.txt:\n"},{"text":"SECRET FILE"},{"text":"\n--- End of content ---"}]`,
			`,"displayContent":[{"text":"look into @a.txt, ann@b.example"}]`), []said{{"user", chatID("look into @a.txt, ann @b.example", 1), "look into @a.txt, ann@b.example"}}},
		{"two sessions in one file", chatUser(1, "hi") + chatAgent(2, "hello") + strings.ReplaceAll(chatHead, `"s"`, `"o"`) + chatUser(3, "ho") + chatHead + chatUser(4, "hi") + chatAgent(5, "again"),
			[]said{{"user", hi, "hi"}, hello, {"user", otherID, "ho"}, {"user", chatID("hi", 2), "hi"}, {"agent", chatID("hi", 2), "again"}}},
		{"a thought among the parts", chatUser(1, "hi") + chatSays(2, "gemini", `[{"text":"Binary content received.","thought":true}]`, "") + chatAgent(3, "hello"), []said{{"user", hi, "hi"}, hello}},
		{"torn, blank and odd lines", "\n[1]\nnonsense\n" + `{"id":"x","type":"user","content":7}` + "\n" + `{"id":"y","type":"user"}` + "\n" + chatUser(1, "hi") + chatAgent(2, "hello")[:40], []said{{"user", hi, "hi"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := read(t, chatHead+c.text)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
	if got, _ := read(t, strings.Replace(chatHead, `"main"`, `"subagent"`, 1)+chatUser(1, "hi")+chatAgent(2, "hello")); got != nil {
		t.Errorf("a sub-agent: %v", got)
	}
}

// A half-turn is of the client, the session and the folder that the transcript lies in for;
// one that another transcript has had is not reported again.
func TestAHalfTurnOfGemini(t *testing.T) {
	dir, root := t.TempDir(), t.TempDir()
	path := filepath.Join(dir, "tmp", "boat", "chats", "session-2026-05-01T10-00-s.jsonl")
	err := errors.Join(os.MkdirAll(filepath.Join(filepath.Dir(path), "s"), 0o700), os.WriteFile(filepath.Join(dir, "tmp", "boat", ".project_root"), []byte(root+"\n"), 0o600),
		os.WriteFile(path, []byte(chatHead+chatUser(1, "a")+chatAgent(2, "b")), 0o600), os.WriteFile(filepath.Join(filepath.Dir(path), "s", "session-x.jsonl"), nil, 0o600))
	if err != nil {
		t.Fatal(err)
	}
	if found, err := Find(dir); err != nil || len(found) != 1 || found[0] != path {
		t.Fatalf("%q, %v", found, err)
	}
	if Root(path) != root || Root(filepath.Join(dir, "projects", "p", "s.jsonl")) != "" || !Holds("tmp") {
		t.Errorf("%q", Root(path))
	}
	rd := Reader{Folder: Root(path)}
	var got []event.TurnRequest
	for range 2 {
		text, err := os.ReadFile(path)
		if err == nil {
			_, err = rd.Read(strings.NewReader(string(text)), func(r event.TurnRequest) error { got = append(got, r); return nil })
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	one := event.TurnRequest{Session: "s", Client: "gemini", Cwd: root, PromptID: chatID("a", 1)}
	a, b := one, one
	a.Role, a.Text, a.Trust, a.Time = memtide.RoleUser, "a", memtide.TrustUser, time.Date(2026, 5, 1, 10, 0, 1, 0, time.UTC)
	b.Role, b.Text, b.Trust, b.Time = memtide.RoleAgent, "b", memtide.TrustAgent, time.Date(2026, 5, 1, 10, 0, 2, 0, time.UTC)
	if d := cmp.Diff([]event.TurnRequest{a, b}, got); d != "" {
		t.Error(d)
	}
}
