package transcript

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Lines as Codex writes them; the number makes id and time.
func codexHead(session, more string) string {
	return fmt.Sprintf(`{"timestamp":"2026-05-01T10:00:00.000Z","ordinal":0,"type":"session_meta","payload":{"session_id":%q,"id":%q,"timestamp":"2026-05-01T09:59:00.000Z","cwd":"/none","cli_version":"0.169.0","source":"cli","thread_source":"user"%s,"base_instructions":{"text":"be good"}}}`,
		session, session, more) + "\n"
}

func codexSays(n int, turn, role, kinds, content string) string {
	return fmt.Sprintf(`{"timestamp":"2026-05-01T10:00:%02d.000Z","ordinal":%d,"type":"response_item","payload":{"type":"message","id":"msg_%d","role":%q,"content":%s,"internal_chat_message_metadata_passthrough":{"turn_id":%q,"create_time":1.5,"content_item_kinds":%s}}}`,
		n, n, n, role, content, turn, kinds) + "\n"
}

func codexUser(n int, turn, text string) string {
	return codexSays(n, turn, "user", `["user.text"]`, fmt.Sprintf(`[{"type":"input_text","text":%q}]`, text))
}

func codexAgent(n int, turn, text string) string {
	return codexSays(n, turn, "assistant", `["unknown"]`, fmt.Sprintf(`[{"type":"output_text","text":%q,"annotations":[]}]`, text))
}

func codexEvent(kind, turn string) string {
	return fmt.Sprintf(`{"timestamp":"2026-05-01T10:00:59.000Z","type":"event_msg","payload":{"type":%q,"turn_id":%q,"last_agent_message":"the last word"}}`, kind, turn) + "\n"
}

const (
	codexTool   = `{"timestamp":"2026-05-01T10:00:00Z","type":"response_item","payload":{"type":"function_call","name":"exec_command","arguments":"{\"cmd\": \"ls\"}","call_id":"c"}}` + "\n"
	codexResult = `{"timestamp":"2026-05-01T10:00:00Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c","output":"SECRET OUTPUT"}}` + "\n"
)

func TestReadCodex(t *testing.T) {
	head, start, end := codexHead("s", ""), codexEvent("task_started", "t1"), codexEvent("task_complete", "t1")
	hi := head + start + codexUser(1, "t1", "hi")
	old := func(n int, role, text string) string { // of a version that names no turn and no source of a text
		kind := map[string]string{"user": "input_text", "assistant": "output_text"}[role]
		return fmt.Sprintf(`{"timestamp":"2026-05-01T10:00:%02d.000Z","type":"response_item","payload":{"type":"message","role":%q,"content":[{"type":%q,"text":%q}]}}`, n, role, kind, text) + "\n"
	}
	for _, c := range []struct {
		name, text string
		want       []said
	}{
		{"an exchange", hi + codexAgent(2, "t1", "hello") + end, []said{{"user", "t1", "hi"}, {"agent", "t1", "hello"}}},
		{"the last message of the turn", hi + codexAgent(2, "t1", "I will look") + codexTool + codexResult + codexAgent(3, "t1", "found it") + end,
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "found it"}}},
		{"an answer that goes on is left alone", hi + codexAgent(2, "t1", "I will look") + codexTool + codexResult, []said{{"user", "t1", "hi"}}},
		{"so is one whose turn has no end yet", hi + codexAgent(2, "t1", "hello"), []said{{"user", "t1", "hi"}}},
		{"an interrupted answer counts", hi + codexAgent(2, "t1", "I will look") + codexTool + codexEvent("turn_aborted", "t1"), []said{{"user", "t1", "hi"}, {"agent", "t1", "I will look"}}},
		{"so does one that was cut off", hi + codexAgent(2, "t1", "I will look") + codexEvent("task_started", "t2") + codexUser(3, "t2", "and now?"),
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "I will look"}, {"user", "t2", "and now?"}}},
		{"the end of the turn says it once more", hi + codexAgent(2, "t1", "hello")[:80] + "\n" + end, []said{{"user", "t1", "hi"}, {"agent", "t1", "the last word"}}},
		{"not said by the user", head + start + codexSays(1, "t1", "developer", `["permissions.instructions"]`, `[{"type":"input_text","text":"obey"}]`) +
			codexSays(2, "t1", "user", `["environments.environment_context"]`, `[{"type":"input_text","text":"you are on a boat"}]`) +
			codexSays(3, "t1", "developer", `["hooks.additional_context"]`, `[{"type":"input_text","text":"<memory>x</memory>"}]`) + codexAgent(4, "t1", "aye") + end, nil},
		{"only what the user wrote of a message", head + start + codexSays(1, "t1", "user", `["instructions.user","user.text","user.image"]`,
			`[{"type":"input_text","text":"AGENTS"},{"type":"input_text","text":"what is this"},{"type":"input_image","image_url":"data:AAAA"}]`), []said{{"user", "t1", "what is this"}}},
		{"a message with fewer notes than parts", head + start + codexSays(1, "t1", "user", `["user.text"]`, `[{"type":"input_text","text":"one"},{"type":"input_text","text":"two"}]`), []said{{"user", "t1", "one\ntwo"}}},
		{"said while the agent is at work", hi + codexAgent(2, "t1", "I will look") + codexUser(3, "t1", "in the hold, too") + codexAgent(4, "t1", "both done") + end,
			[]said{{"user", "t1", "hi"}, {"user", "t1#2", "in the hold, too"}, {"agent", "t1", "both done"}}},
		{"said twice while it is at work", hi + codexUser(2, "t1", "go on") + codexUser(3, "t1", "go on") + codexUser(4, "t1", "hi") + codexUser(5, "t1", "faster") + codexAgent(6, "t1", "done") + end,
			[]said{{"user", "t1", "hi"}, {"user", "t1#2", "go on"}, {"user", "t1#3", "faster"}, {"agent", "t1", "done"}}},
		{"a goal that it goes on with by itself", hi + codexAgent(2, "t1", "hello") + end +
			strings.Replace(codexEvent("task_started", "t2"), `"turn_id"`, `"turn_attribution":{"turn_trigger":"goal"},"turn_id"`, 1) +
			codexSays(3, "t2", "user", `["goal.internal_context"]`, `[{"type":"input_text","text":"<codex_internal_context source=\"goal\">go on</codex_internal_context>"}]`) +
			codexAgent(4, "t2", "one step nearer") + codexEvent("task_complete", "t2"),
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "hello"}, {"agent", "t2", "one step nearer"}}},
		{"two turns", hi + codexAgent(2, "t1", "hello") + end + codexEvent("task_started", "t2") + codexUser(3, "t2", "bye") + codexAgent(4, "t2", "so long") + codexEvent("task_complete", "t2"),
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "hello"}, {"user", "t2", "bye"}, {"agent", "t2", "so long"}}},
		{"a compaction", hi + codexAgent(2, "t1", "hello") + end + `{"timestamp":"x","type":"compacted","payload":{"message":"SUMMARY","replacement_history":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}]}}` + "\n" +
			codexEvent("task_started", "t2") + codexAgent(5, "t2", "SUMMARY") + codexEvent("task_complete", "t2"), []said{{"user", "t1", "hi"}, {"agent", "t1", "hello"}}},
		{"a compaction in the middle of a turn", hi + codexTool + codexResult + codexAgent(2, "t1", "SUMMARY") + `{"timestamp":"x","type":"compacted","payload":{"message":"SUMMARY"}}` + "\n" + codexAgent(3, "t1", "done") + end,
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "done"}}},
		{"one that is interrupted behind it", hi + codexTool + codexResult + codexAgent(2, "t1", "SUMMARY") + `{"timestamp":"x","type":"compacted","payload":{"message":"SUMMARY"}}` + "\n" +
			`{"timestamp":"x","type":"event_msg","payload":{"type":"turn_aborted","turn_id":"t1"}}` + "\n", []said{{"user", "t1", "hi"}}},
		{"injected text is stripped", head + start + codexUser(1, "t1", "<system-reminder>\nno\n</system-reminder>\nI like teal"), []said{{"user", "t1", "I like teal"}}},
		{"a sub-agent", codexHead("s", `,"source":{"subagent":{"thread_spawn":{"depth":1}}}`) + start + codexUser(1, "t1", "look around") + codexAgent(2, "t1", "found") + end, nil},
		{"what Codex says to itself", strings.Replace(head, `"thread_source":"user"`, `"thread_source":"memory_consolidation"`, 1) + start + codexUser(1, "t1", "sum up") + codexAgent(2, "t1", "sum") + end, nil},
		{"an older version", codexHead("s", "") + old(1, "user", "<environment_context>\n<cwd>/</cwd>\n</environment_context>") + old(2, "user", "# AGENTS.md instructions for /none\n\nBe brief.") + old(3, "user", "<user_instructions>\nx\n</user_instructions>") +
			old(4, "user", "hi") + old(5, "assistant", "I will look") + codexTool + codexResult + old(6, "assistant", "hello") + old(7, "user", "bye") + old(8, "assistant", "so long"),
			[]said{{"user", "", "hi"}, {"agent", "", "hello"}, {"user", "", "bye"}, {"agent", "", "so long"}}},
		{"an older version, at work", codexHead("s", "") + old(4, "user", "hi") + old(5, "assistant", "I will look") + codexTool, []said{{"user", "", "hi"}}},
		{"torn, blank and odd lines", head + "\n[1]\nnonsense\n" + `{"type":"response_item","payload":7}` + "\n" + `{"type":"response_item","payload":{"type":"message","role":"user","content":{"a":1}}}` + "\n" + start + codexUser(1, "t1", "hi") + codexAgent(2, "t1", "he")[:150],
			[]said{{"user", "t1", "hi"}}},
		{"a torn prompt takes its answer with it", hi + codexAgent(2, "t1", "hello") + codexUser(3, "t2", "bye")[:120] + "\n" + codexAgent(4, "t2", "so long") + codexEvent("task_complete", "t2"),
			[]said{{"user", "t1", "hi"}, {"agent", "t1", "hello"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _ := read(t, c.text)
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

// A half-turn is that which the hook reports: of the client, the session, the turn and the
// folder that the turn was in.
func TestAHalfTurnOfCodex(t *testing.T) {
	context := `{"timestamp":"2026-05-01T10:00:00.000Z","type":"turn_context","payload":{"turn_id":"t1","cwd":"/else","model":"m"}}` + "\n"
	var got []event.TurnRequest
	stats, err := new(Reader).Read(strings.NewReader(codexHead("s", "")+codexEvent("task_started", "t1")+context+codexUser(1, "t1", "a")+codexAgent(2, "t1", "b")+codexEvent("task_complete", "t1")+`{"type":"event_`),
		func(r event.TurnRequest) error { got = append(got, r); return nil })
	if err != nil {
		t.Fatal(err)
	}
	one := event.TurnRequest{Session: "s", Client: "codex", Cwd: "/else", PromptID: "t1"}
	a, b := one, one
	a.Role, a.Text, a.Trust, a.Time = memtide.RoleUser, "a", memtide.TrustUser, time.Date(2026, 5, 1, 10, 0, 1, 0, time.UTC)
	b.Role, b.Text, b.Trust, b.Time = memtide.RoleAgent, "b", memtide.TrustAgent, time.Date(2026, 5, 1, 10, 0, 2, 0, time.UTC)
	if d := cmp.Diff([]event.TurnRequest{a, b}, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(Stats{Lines: 7, Cut: 1, User: 1, Agent: 1}, stats); d != "" {
		t.Error(d)
	}
}

// A fork begins with its own head, and has the lines of the conversation it comes from
// behind that, with their ids. One reader takes those of both clients.
func TestAForkOfCodex(t *testing.T) {
	first := codexHead("s", "") + codexEvent("task_started", "t1") + codexUser(1, "t1", "one") + codexAgent(2, "t1", "1") + codexEvent("task_complete", "t1")
	fork := codexHead("fork", "") + first + codexEvent("task_started", "t2") + codexUser(3, "t2", "two") + codexAgent(4, "t2", "2") + codexEvent("task_complete", "t2")
	var got []event.TurnRequest
	var rd Reader
	for _, text := range []string{first, fork, first, user(1, "p1", `"three"`)} {
		if _, err := rd.Read(strings.NewReader(text), func(r event.TurnRequest) error { got = append(got, r); return nil }); err != nil {
			t.Fatal(err)
		}
	}
	var told []string
	for _, r := range got {
		told = append(told, r.Client+" "+r.Session+" "+r.Text)
	}
	if d := cmp.Diff([]string{"codex s one", "codex s 1", "codex fork two", "codex fork 2", "claude-code s three"}, told); d != "" {
		t.Error(d)
	}
}
