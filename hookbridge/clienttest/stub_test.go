package clienttest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func post(t *testing.T, url string, body any) (int, string) {
	t.Helper()
	b, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(url, "application/json", bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	out, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(out)
}

func step(stream bool, text string) fields {
	return fields{"model": "m", "stream": stream, "tools": []fields{{"name": "Bash"}},
		"messages": []fields{{"role": "user", "content": text}}}
}

// joined puts a stream together again as a client does.
func joined(t *testing.T, body string) message {
	t.Helper()
	var m message
	inputs := map[int]string{}
	lines := bufio.NewScanner(strings.NewReader(body))
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var e struct {
			Type    string  `json:"type"`
			Message message `json:"message"`
			Index   int     `json:"index"`
			Block   block   `json:"content_block"`
			Usage   usage   `json:"usage"`
			Delta   struct {
				Text       string  `json:"text"`
				Thinking   string  `json:"thinking"`
				Signature  string  `json:"signature"`
				Partial    string  `json:"partial_json"`
				StopReason *string `json:"stop_reason"`
			} `json:"delta"`
		}
		if err := json.Unmarshal([]byte(data), &e); err != nil {
			t.Fatalf("%v: %s", err, data)
		}
		switch e.Type {
		case "message_start":
			m = e.Message
		case "content_block_start":
			m.Content = append(m.Content, e.Block)
		case "content_block_delta":
			b := &m.Content[e.Index]
			if b.Text != nil {
				*b.Text += e.Delta.Text
			}
			b.Thinking += e.Delta.Thinking
			b.Signature += e.Delta.Signature
			inputs[e.Index] += e.Delta.Partial
		case "content_block_stop":
			if s := inputs[e.Index]; s != "" {
				m.Content[e.Index].Input = json.RawMessage(s)
			}
		case "message_delta":
			m.StopReason, m.Usage = e.Delta.StopReason, e.Usage
		}
	}
	if !strings.HasSuffix(body, "{\"type\":\"message_stop\"}\n\n") {
		t.Errorf("the stream has no end: %s", body)
	}
	return m
}

// A stream, put together, is the message that is sent whole.
func TestStreamIsTheMessage(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply Reply
		stop  string
	}{
		{"empty", Reply{}, "end_turn"},
		{"short", Reply{Text: "yes"}, "end_turn"},
		{"long, several bytes a character", Reply{Text: strings.Repeat("é漢🙂x\n", 100)}, "end_turn"},
		{"thinking", Reply{Thinking: strings.Repeat("hm, ", 50), Text: "so"}, "end_turn"},
		{"tools", Reply{Text: "look", Tools: []Tool{{"Bash", fields{"command": strings.Repeat("ls ", 60)}}, {"Read", fields{}}}}, "tool_use"},
		{"usage", Reply{Text: "big", Usage: Usage{Input: 185_000, Output: 70}}, "end_turn"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := Start(t, Options{Reply: c.reply})
			_, whole := post(t, s.URL()+pathMessages, step(false, "x"))
			_, parts := post(t, s.URL()+pathMessages, step(true, "x"))
			var want message
			if err := json.Unmarshal([]byte(whole), &want); err != nil {
				t.Fatal(err)
			}
			got := joined(t, parts)
			if got.ID == want.ID {
				t.Errorf("two messages have the id %s", got.ID)
			}
			got.ID = want.ID
			for i := range min(len(got.Content), len(want.Content)) {
				got.Content[i].ID = want.Content[i].ID
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Error(d)
			}
			if *want.StopReason != c.stop || c.reply.Usage.Input > 0 && want.Usage.Input != c.reply.Usage.Input {
				t.Errorf("stop reason %s, usage %+v", *want.StopReason, want.Usage)
			}
		})
	}
}

// The script is for the steps of the conversation; what is asked aside does
// not use it up.
func TestScript(t *testing.T) {
	s := Start(t, Options{Reply: Reply{Text: "rest"}, Aside: Reply{Text: "aside"}})
	var before string
	s.Script(
		Reply{Text: "one", Before: func(r Request) { before = r.Texts[0].Text }},
		Reply{Status: 529, Error: "overloaded_error"},
		Reply{Text: "two"})
	aside := fields{"messages": []fields{{"role": "user", "content": "a title?"}}}
	for i, c := range []struct {
		body   fields
		status int
		want   string
	}{
		{step(false, "first"), 200, `"one"`},
		{aside, 200, `"aside"`},
		{step(false, "second"), 529, `"overloaded_error"`},
		{step(false, "third"), 200, `"two"`},
		{step(false, "fourth"), 200, `"rest"`},
	} {
		if status, body := post(t, s.URL()+pathMessages, c.body); status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%d: status %d, want %d; %s", i, status, c.status, body)
		}
	}
	if before != "first" {
		t.Errorf("Before saw %q", before)
	}
	if all, main := len(s.Requests()), len(s.Main()); all != 5 || main != 4 {
		t.Errorf("%d requests, %d of them steps", all, main)
	}
	if s.Forget(); len(s.Requests()) != 0 {
		t.Error("requests are not forgotten")
	}
}

func TestMessages(t *testing.T) {
	s := Start(t, Options{})
	post(t, s.URL()+pathMessages, step(false, "an earlier step"))
	post(t, s.URL()+pathMessages, fields{
		"tools":  []fields{{"name": "Bash"}, {"name": "Read"}},
		"system": []fields{{"type": "text", "text": "you are"}, {"type": "text", "text": "a stub"}},
		"messages": []fields{
			{"role": "user", "content": "plain"},
			{"role": "system", "content": []fields{{"type": "text", "text": "context"}}},
			{"role": "user", "content": []fields{
				{"type": "image", "source": fields{"data": "xxxx"}},
				{"type": "tool_result", "content": []fields{{"type": "text", "text": "of a tool"}}},
				{"type": "tool_result", "content": "plain of a tool"}}},
		}})
	want := []Text{
		{1, 0, 0, "user", "plain"},
		{1, 1, 0, "system", "context"},
		{1, 2, 1, "user", "of a tool"},
		{1, 2, 2, "user", "plain of a tool"},
	}
	got := s.Messages(t)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(want[2:], Find(got, "of a tool")); d != "" {
		t.Error(d)
	}
	last := s.Main()[1]
	if last.System != "you are\na stub" || len(last.Tools) != 2 {
		t.Errorf("system %q, tools %q", last.System, last.Tools)
	}
}

func TestOtherPaths(t *testing.T) {
	s := Start(t, Options{})
	if status, body := post(t, s.URL()+pathCount, step(false, "x")); status != 200 || !strings.Contains(body, `"input_tokens":`) {
		t.Errorf("count_tokens: %d %s", status, body)
	}
	if status, body := post(t, s.URL()+"/v1/else", fields{}); status != 404 || !strings.Contains(body, "not_found_error") {
		t.Errorf("unknown path: %d %s", status, body)
	}
	res, err := http.Get(s.URL() + pathModels)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if b, err := io.ReadAll(res.Body); err != nil || res.StatusCode != 200 || !strings.Contains(string(b), `"has_more":false`) {
		t.Errorf("models: %d %s, %v", res.StatusCode, b, err)
	}
}

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"messages":null}`, `{"messages":[{"role":"user","content":"x"}],"tools":[{"name":"Bash"}],"stream":true}`,
		`{"system":"s","messages":[{"content":[{"text":"a"},{"text":null},{"content":[{"text":"b"}]}]}]}`,
		`{"messages":[{"content":7}]}`, `{"system":{"text":"x"}}`, "{\"messages\":[{\"content\":\"\xff\"}]}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := Request{Path: pathMessages, Body: body}
		err := r.decode()
		if err != nil {
			if d := cmp.Diff(Request{Path: pathMessages, Body: body}, r); d != "" {
				t.Errorf("an error (%v) and something: %s", err, d)
			}
			return
		}
		for _, text := range r.Texts {
			if !utf8.ValidString(text.Text) {
				t.Errorf("text %q is not UTF-8", text.Text)
			}
		}
	})
}

func FuzzDecodeStep(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `[]`, `{"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"x"}]}],"tools":[{"type":"web_search"}],"stream":true}`,
		`{"input":[{"output":"plain"},{"output":[{"text":"a"}]},{"content":null}]}`, `{"input":7}`, "{\"input\":[{\"content\":\"\xff\"}]}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := Request{Path: pathSteps, Body: body}
		if err := r.decodeStep(); err != nil {
			if d := cmp.Diff(Request{Path: pathSteps, Body: body}, r); d != "" {
				t.Errorf("an error (%v) and something: %s", err, d)
			}
		}
	})
}

func FuzzSplit(f *testing.F) {
	f.Add("")
	f.Add(strings.Repeat("a", chunk+1))
	f.Add(strings.Repeat("漢🙂", chunk))
	f.Fuzz(func(t *testing.T, s string) {
		parts := split(s)
		if got := strings.Join(parts, ""); got != s {
			t.Errorf("%q became %q", s, got)
		}
		for _, p := range parts {
			if len(p) > chunk || utf8.ValidString(s) && !utf8.ValidString(p) {
				t.Errorf("part %q", p)
			}
		}
	})
}
