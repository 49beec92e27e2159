package hookbridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/memtide/memtide"
)

func TestDecodePayload(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     Payload
		bad      bool
	}{
		{"usual", `{"hook_event_name":"UserPromptSubmit","session_id":"s","prompt_id":"p","cwd":"/x","prompt":"hé\n"}`,
			Payload{Event: "UserPromptSubmit", Session: "s", PromptID: "p", Cwd: "/x", Prompt: "hé\n"}, false},
		{"nulls", `{"hook_event_name":"Stop","prompt_id":null,"last_assistant_message":null,"stop_hook_active":null}`, Payload{Event: "Stop"}, false},
		{"wrong types", `{"session_id":7,"hook_event_name":"Stop","stop_hook_active":"yes","prompt":["a"],"last_assistant_message":"m"}`,
			Payload{Event: "Stop", Answer: "m"}, false},
		{"byte order mark", "\xef\xbb\xbf {\"prompt\":\"x\"}", Payload{Prompt: "x"}, false},
		{"invalid UTF-8", "{\"prompt\":\"a\xffb\\ud83d\"}", Payload{Prompt: "a\uFFFDb\uFFFD"}, false},
		{"empty", "", Payload{}, true},
		{"list", `["x"]`, Payload{}, true},
		{"torn", `{"prompt":"x"`, Payload{}, true},
		{"two", `{"prompt":"x"}{"prompt":"y"}`, Payload{}, true},
		{"deep", `{"session_id":"s","more":{"a":` + strings.Repeat("[", 1<<20) + strings.Repeat("]", 1<<20) + `},"prompt":"x {[\"","rest":[[1]]}`, Payload{Session: "s", Prompt: `x {["`}, false},
		{"a newline and a NUL as they are", "{\"session_id\":\"s\",\"prompt\":\"x\ny\x00z\"}\n", Payload{Session: "s", Prompt: "x\ny\x00z"}, false},
		{"the same, and two", "{\"prompt\":\"x\n\"}{\"prompt\":\"y\"}", Payload{}, true},
		{"the same, and torn", "{\"prompt\":\"x\n\"", Payload{}, true},
		{"the same, and an escape that is none", "{\"prompt\":\"x\n\\q\"}", Payload{}, true},
		{"deep and torn", `{"prompt":"x","more":` + strings.Repeat("[", 1<<20), Payload{}, true},
		{"noise", "\x00\x01\xfe\xff", Payload{}, true},
	} {
		got, err := DecodePayload([]byte(c.in))
		if (err != nil) != c.bad || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
}

func TestReadPayloadBound(t *testing.T) {
	for _, in := range []string{`{"prompt":1` + strings.Repeat("1", mostKept) + `}`, `{` + strings.Repeat(`"prompt":"`+strings.Repeat("x", 1<<19)+`",`, 64) + `"cwd":""}`} {
		if b, err := readPayload(strings.NewReader(in)); !errors.Is(err, errTooLarge) {
			t.Errorf("%.20q: %d bytes, %v", in, len(b), err)
		}
	}
	for _, in := range []string{strings.Repeat(" ", mostKept+1), `{"prompt":"` + strings.Repeat(`\x`, mostKept/2) + `"}`, `{"prompt":"` + strings.Repeat("x", mostKept)} {
		if b, err := readPayload(strings.NewReader(in)); err == nil {
			t.Errorf("%.20q: %d bytes, and no error", in, len(b))
		}
	}
}

// However many fields a payload has that the hook does not know, and however they are written,
// those that it knows are kept.
func TestALargePayloadKeepsItsOwnFields(t *testing.T) {
	more := `"tool_input":{"a":[{"prompt":"no"}]},"tool_output":"` + strings.Repeat("x", maxPayload) + `", "n":[1,{"cwd":"no"}],` + strings.Repeat(`"a":1 ,"b":"\"","c":"}",`, 1<<20)
	in := "\n { " + more + `"hook_event_name" : "Stop",` + more + ` "Session_ID":"s", "stop_hook_active" : true ,"prompt":["no"],"cwd":null, "last_\u0061ssistant_message":"Done \"it\"." , ` + more + `"d":2 } {}`
	b, err := readPayload(strings.NewReader(in))
	if err != nil {
		t.Fatal(err)
	}
	p, err := DecodePayload(b)
	if want := (Payload{Event: "Stop", Session: "s", StopActive: true, Answer: `Done "it".`}); err != nil || p != want {
		t.Errorf("%+v, %v", p, err)
	}
}

// One byte at a time, and with an input that stays open behind the object.
func TestReadPayloadEnds(t *testing.T) {
	for _, in := range []string{`{"prompt":"a } in a string, \" and \\"}`, "\xef\xbb\xbf {\"a\":{\"b\":[{}]},\"prompt\":\"x\"}"} {
		r, w := io.Pipe()
		go func() {
			for i := range len(in) {
				if _, err := w.Write([]byte{in[i]}); err != nil {
					return
				}
			}
		}()
		if b, err := readPayload(r); err != nil || string(b) != in {
			t.Errorf("%q: %q, %v", in, b, err)
		}
		r.Close()
	}
	if b, err := readPayload(strings.NewReader(`{"prompt":"cut`)); err != nil || string(b) != `{"prompt":"cut` {
		t.Errorf("cut off: %q, %v", b, err)
	}
}

func TestShorten(t *testing.T) {
	long := strings.Repeat("wörd ", 400_000)
	got := shorten(long, maxText, keptText)
	if len(got) > keptText || len(got) < keptText-3*near || !utf8.ValidString(got) || !strings.Contains(got, "⟦cut ") {
		t.Errorf("%d bytes", len(got))
	}
	if shorten("short", 10, 5) != "short" {
		t.Error("cut a short text")
	}
	for _, s := range []string{strings.Repeat("x", 3000), strings.Repeat("é", 3000), strings.Repeat("\\", 3000), strings.Repeat("\xff", 3000)} {
		if got := shorten(s, 2000, 1000); len(got) > 1000 || len(got) < 800 {
			t.Errorf("%.4q: %d bytes", s, len(got))
		}
	}
}

// What is left of a string is its own head and tail, whatever the cut falls on.
func TestShrinkKeepsEnds(t *testing.T) {
	for _, word := range []string{"word ", "a\nb", "é\\\" ", "\"", "\\", "\u2028x"} {
		for limit := 20_000; limit < 20_012; limit++ {
			text := "HEAD " + strings.Repeat(word, 40_000) + " TAIL"
			doc, err := json.Marshal(map[string]string{"prompt": text, "session_id": "s"})
			if err != nil {
				t.Fatal(err)
			}
			var p Payload
			if err := json.Unmarshal(shrink(doc, limit, limit), &p); err != nil {
				t.Errorf("%q, %d: %v", word, limit, err)
				continue
			}
			head, tail, cut := strings.Cut(p.Prompt, "\n⟦cut ")
			_, tail, _ = strings.Cut(tail, "⟧\n")
			if p.Session != "s" || !strings.HasPrefix(text, head) || !strings.HasSuffix(text, tail) || cut && len(p.Prompt) > limit {
				t.Errorf("%q, %d: %d bytes, cut %v", word, limit, len(p.Prompt), cut)
			}
			if !cut && word == "word " {
				t.Errorf("%q, %d: not cut", word, limit)
			}
		}
	}
}

func FuzzPayload(f *testing.F) {
	for _, s := range []string{payload("hook_event_name", "Stop"), `{"prompt":null,"x":[1,{"y":"\\\""}]}`, `{"prompt":"` + strings.Repeat(`a \n\u00e9\\`, 40) + `"}`, "{", "\xff"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		p, err := DecodePayload(b)
		if err != nil && p != (Payload{}) {
			t.Fatalf("error %v and a payload", err)
		}
		// Every string that was read can be written again.
		if again, err := json.Marshal(p); err != nil {
			t.Fatal(err)
		} else if q, err := DecodePayload(again); err != nil || q != p {
			t.Fatalf("%+v, %v", q, err)
		}
		// The cut never turns a document into another one, or into none.
		var before, after any
		if json.Unmarshal(b, &before) != nil {
			return
		}
		short := shrink(b, 200, 200)
		if err := json.Unmarshal(short, &after); err != nil {
			t.Fatalf("%v: %q", err, short)
		}
		if !bytes.Contains(short, []byte("⟦cut ")) && !reflect.DeepEqual(before, after) {
			t.Fatalf("changed without a cut: %q", short)
		}
	})
}

func TestDetect(t *testing.T) {
	for _, c := range []struct {
		name, flag, env string
		p               Payload
		want            string
		served          bool
	}{
		{"flag", "claude-code", "", Payload{}, ClientClaude, true},
		{"flag in the settings that cursor reads", "claude-code", "CURSOR_VERSION=3", Payload{}, ClientCursor, false},
		{"flag, of a client without marks", "codex", "CURSOR_VERSION=3", Payload{}, ClientCodex, true},
		{"codex, started by claude", "codex", "CLAUDECODE=1", Payload{}, ClientCodex, true},
		{"alias", "claude", "", Payload{}, ClientClaude, true},
		{"unknown flag", "emacs", "CLAUDECODE=1", Payload{}, "", false},
		{"claude env", "", "CLAUDECODE=1", Payload{}, ClientClaude, true},
		{"cursor runs claude's hooks", "", "CURSOR_VERSION=3.1", Payload{Session: "s", PromptID: "p"}, ClientCursor, false},
		{"project dir is no mark", "", "CLAUDE_PROJECT_DIR=/x", Payload{}, "", false},
		{"gemini", "", "GEMINI_PROJECT_DIR=/x", Payload{}, ClientGemini, true},
		{"copilot", "", "", Payload{CamelSession: "s"}, ClientCopilot, false},
		{"cursor shape", "", "", Payload{ConversationID: "c", GenerationID: "g"}, ClientCursor, false},
		{"codex shape", "", "", Payload{TurnID: "t", Model: "m", Session: "s"}, ClientCodex, true},
		{"codex shape, of no turn", "", "", Payload{Session: "s", Transcript: "/c/sessions/2026/05/01/rollout-2026-05-01T10-00-00-s.jsonl"}, ClientCodex, true},
		{"codex shape, of no turn, on Windows", "", "", Payload{Session: "s", Transcript: `C:\c\rollout-2026-05-01T10-00-00-s.jsonl`}, ClientCodex, true},
		{"transcript of claude", "", "", Payload{Session: "s", Model: "m", Transcript: "/c/projects/p/rollout-plan/s.jsonl"}, "", false},
		{"gemini shape", "", "", Payload{Timestamp: "t", Event: "AfterAgent"}, ClientGemini, true},
		{"claude shape", "", "", Payload{Session: "s", PromptID: "p"}, ClientClaude, true},
		{"nobody", "", "", Payload{Session: "s"}, "", false},
	} {
		got := detect(c.flag, environ{c.env}, c.p)
		if got.name != c.want || (got.handle != nil) != c.served {
			t.Errorf("%s: %q, served %v", c.name, got.name, got.handle != nil)
		}
	}
}

func TestScrub(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"I like teal", "I like teal"},
		{"", ""}, {" \n\t", ""},
		{"<task-notification>\n<task-id>a</task-id>\n</task-notification>", ""},
		{" <Task-Notification x=\"1\">a</TASK-NOTIFICATION>\n<system-reminder>b</system-reminder> ", ""},
		{"<memory>\n- 2026-01-01 likes teal\n</memory>", ""},
	} {
		got, ok := Scrub(c.in)
		if ok != (c.want != "") || ok && strings.TrimSpace(got.Text) != c.want {
			t.Errorf("%q: %q, %v", c.in, got.Text, ok)
		}
	}
	mixed, ok := Scrub("<task-notification>a</task-notification> please look <task-notification>b</task-notification>")
	if !ok || strings.TrimSpace(mixed.Text) != "please look" {
		t.Errorf("what the user said between envelopes: %q", mixed.Text)
	}
	big, ok := Scrub(strings.Repeat("some words of a paste\n", 200_000))
	turn := memtide.Turn{Space: "x", Role: memtide.RoleUser, Text: big.Text, Quotes: big.Quotes, Time: testTime, Trust: memtide.TrustUser}
	if err := turn.Validate(); !ok || err != nil {
		t.Error(err)
	}
	if got := big.Head(maxAsk); len(got) > maxAsk || len(got) < maxAsk/2 {
		t.Errorf("head has %d bytes", len(got))
	}
}

// What stands behind the object is not the hook's business: a client that ends its payload
// with a NUL, or writes a second line, is heard in whatever pieces its bytes come.
func TestWhatStandsBehindThePayload(t *testing.T) {
	for _, behind := range []string{"", "\n", "\x00", "\n{}\n", " garbage"} {
		doc := []byte(payload("hook_event_name", "Stop", "last_assistant_message", "Done.") + behind)
		slow, err := readPayload(iotest.OneByteReader(bytes.NewReader(doc)))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := DecodePayload(slow); err != nil || p.Answer != "Done." {
			t.Errorf("%q, byte by byte: %v", behind, err)
		}
		fast, err := readPayload(bytes.NewReader(doc))
		if err != nil {
			t.Fatal(err)
		}
		if p, err := DecodePayload(fast); err != nil || p.Answer != "Done." {
			t.Errorf("%q, at once: %v", behind, err)
		}
	}
}
