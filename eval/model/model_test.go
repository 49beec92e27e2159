package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/llm/llmtest"
)

const labelled = `{"id": "a", "text": "Always moor the ferry twice. The sun is out.", "label": "instruction_following", "directive": "moor the ferry twice"}
{"id": "b", "text": "Thanks, that helps a lot.", "label": "none(weak)"}
{"id": "c", "label": "update", "older": [{"id": "o", "text": "The ferry leaves at nine every morning."}], "newer": [{"id": "n", "text": "The ferry leaves at ten from today on."}]}
`

const questions = `{"id": "s", "corpus": [{"id": "1", "text": "Otto keeps the key of the boat house.", "kind": "instruction"}, {"id": "2", "text": "The cafeteria closes at three."}],
 "queries": [{"id": "q", "text": "Who has the key?", "evidence": ["1"]}]}
`

func mindOf(t *testing.T, as, cases string) *mind {
	t.Helper()
	file := filepath.Join(t.TempDir(), "cases.jsonl")
	if err := os.WriteFile(file, []byte(cases), 0o600); err != nil {
		t.Fatal(err)
	}
	m, err := newMind(settings{as: as, cases: file, seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

type in map[string]any

// ask sends a question of a layer as the client does, and returns what is said.
func ask(t *testing.T, m *mind, layer string, v any) string {
	t.Helper()
	body := in{"model": "m", "messages": []in{{"role": "system", "content": "…"}, {"role": "user", "content": llmtest.JSON(v)}}}
	switch layer {
	case "toolloop":
		body["tools"] = []in{{"type": "function", "function": in{"name": "search_facts"}}}
	case "storeloop":
		body["tools"] = []in{{"type": "function", "function": in{"name": "store_memory"}}}
	default:
		body["response_format"] = in{"type": "json_schema", "json_schema": in{"name": layer}}
	}
	w := httptest.NewRecorder()
	llmtest.New(m.answer).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/chat/completions", strings.NewReader(llmtest.JSON(body))))
	var out struct {
		Choices []struct {
			Message struct {
				Content string `json:"content"`
				Calls   []struct {
					Function struct{ Name, Arguments string } `json:"function"`
				} `json:"tool_calls"`
			} `json:"message"`
		} `json:"choices"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || len(out.Choices) != 1 {
		t.Fatalf("%s: status %d: %s", layer, w.Code, w.Body)
	}
	said := out.Choices[0].Message
	for _, c := range said.Calls {
		said.Content += c.Function.Name + c.Function.Arguments
	}
	return said.Content
}

var everything = in{
	"message": "Who has the key?", "sentences": []in{{"n": 1, "text": "Always moor the ferry twice."}, {"n": 2, "text": "The sun is out."}},
	"records": []in{{"n": 1, "text": "The cafeteria closes at three."}, {"n": 2, "text": "Otto keeps the key of the boat house."}},
	"items":   []in{{"n": 1, "text": "The ferry leaves at ten from today on."}}, "similar": []in{{"id": "x1", "text": "The ferry leaves at nine every morning."}},
	"pairs": []in{{"n": 1, "new": in{"text": "The ferry leaves at ten from today on."}, "old": in{"text": "The ferry leaves at nine every morning."}}},
	"turns": []in{{"n": 1, "text": "Otto keeps the key of the boat house."}}, "statements": []in{{"text": "Otto is a skipper."}},
}

// The oracle says what the labels say.
func TestTheOracleKnowsTheLabels(t *testing.T) {
	for layer, want := range map[string]string{
		"gate":      `{"keep":[1,2]}`,
		"extract":   `{"items":[{"kind":"instruction","n":1,"scope":1,"standing":true,"subtype":"rule","text":"Always moor the ferry twice."}]}`,
		"filter":    `{"drop":[]}`,
		"store":     `{"verdicts":[{"do":"update","n":1,"target":"x1"}]}`,
		"reconcile": `{"verdicts":[{"n":1,"verdict":"supersedes"}]}`,
	} {
		if diff := cmp.Diff(want, ask(t, mindOf(t, "oracle", labelled), layer, everything)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", layer, diff)
		}
	}
	thanks := in{"sentences": []in{{"n": 1, "text": "Thanks, that helps a lot."}}}
	if got := ask(t, mindOf(t, "oracle", labelled), "gate", thanks); got != `{"keep":[]}` {
		t.Errorf("of thanks it says %s", got)
	}
	for layer, want := range map[string]string{
		"curate":   `{"keep":[2]}`,
		"toolloop": `get_instructions{"text":"Otto keeps the key of the boat house."}`,
		"plan":     `{"searches":[{"text":"Otto keeps the key of the boat house.","tool":"text"}],"shape":"simple-fact","strategy":""}`,
	} {
		if diff := cmp.Diff(want, ask(t, mindOf(t, "oracle", questions), layer, everything)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", layer, diff)
		}
	}
}

const jobs = `{"id": "p", "name": "Otto", "told": [{"text": "Otto is a skipper."}, {"text": "Otto was the cook of a skipper."}, {"text": "Otto has a red boat."}], "says": ["SKIPPER"], "never": ["cook"]}
{"id": "c", "label": "cause", "older": [{"text": "The ferry was late on Monday."}], "newer": [{"text": "Its rudder was jammed by a rope."}]}
{"id": "e", "label": "effect", "older": [{"text": "The harbour is shallow in summer."}], "newer": [{"text": "So the ferry stays outside."}]}
{"id": "n", "label": "none", "older": [{"text": "The cafeteria closes at three."}], "newer": [{"text": "The ferry leaves at ten o'clock."}]}
`

const talk = `{"id": "1", "text": "Otto keeps the key of the boat house."}
{"id": "a", "talk": "t", "class": "open", "text": "Who is Otto?"}
{"id": "b", "talk": "t", "class": "pronoun", "text": "Which key does he keep?", "evidence": ["1"]}
`

// The oracle says of causes, profiles and follow-ups what the labels say, and of
// what is in no label that there is nothing to it.
func TestTheOracleKnowsTheLabelsOfJobsAndTalks(t *testing.T) {
	pair := func(n int, earlier, later string) in { return in{"n": n, "earlier": earlier, "later": later} }
	pairs := in{"pairs": []in{pair(4, "The ferry was late on Monday.", "Its rudder was jammed by a rope."), pair(5, "The harbour is shallow in summer.", "So the ferry stays outside."),
		pair(6, "The cafeteria closes at three.", "The ferry leaves at ten o'clock."), pair(7, "Its rudder was jammed by a rope.", "The ferry was late on Monday.")}}
	known := in{"name": "Otto", "statements": []in{{"text": "Otto has a red boat."}, {"text": "Otto was the cook of a skipper."}, {"text": "Otto is a skipper."}}}
	for _, tt := range []struct {
		cases, layer string
		asked        any
		want         string
	}{
		{jobs, "infer", pairs, `{"verdicts":[{"link":"later_is_cause","n":4},{"link":"later_is_effect","n":5},{"link":"none","n":6},{"link":"none","n":7}]}`},
		{jobs, "enrich", known, `{"summary":"Otto is a skipper. "}`},
		{jobs, "enrich", in{"name": "Mia", "statements": []in{{"text": "Mia sails."}}}, `{"summary":"Mia sails."}`},
		{talk, "followup", in{"message": "Which key does he keep?"}, `{"entities":[],"resolved":"Which key does he keep?","retrieve":true,"searches":[{"text":"Otto keeps the key of the boat house.","tool":"text"}]}`},
		{talk, "followup", in{"message": "Go on."}, `{"entities":[],"resolved":"Go on.","retrieve":false,"searches":[]}`},
	} {
		if diff := cmp.Diff(tt.want, ask(t, mindOf(t, "oracle", tt.cases), tt.layer, tt.asked)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.layer, diff)
		}
	}
}

// What chance says is the same each time, and another seed says another thing to
// some layer. Every layer is answered by every kind of model.
func TestEveryLayerIsAnswered(t *testing.T) {
	other := 0
	for _, as := range minds() {
		m, again, seeded := mindOf(t, as, labelled), mindOf(t, as, labelled), mindOf(t, as, labelled)
		seeded.seed = 2
		for _, layer := range layerNames() {
			got := ask(t, m, layer, everything)
			if got != ask(t, again, layer, everything) || got == "" {
				t.Errorf("%s, %s: %q, and another time another thing", as, layer, got)
			}
			if as == "chance" && got != ask(t, seeded, layer, everything) {
				other++
			}
		}
	}
	if other == 0 {
		t.Error("the seed of chance changes nothing")
	}
}

func TestSettings(t *testing.T) {
	for _, args := range []string{"--listen 0.0.0.0:80 --as mute --layers gate", "--layers gate", "--as mute --layers dream", "--as mute --layers gate more", "--as mute"} {
		if _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
	s, err := parse(strings.Fields("--as mute --layers gate,plan"))
	if err != nil || !slices.Equal(s.layers, []string{"gate", "plan"}) {
		t.Fatalf("%+v: %v", s, err)
	}
	if text := config(s, "127.0.0.1:1"); !strings.Contains(text, "[models.layers.plan]\nmodel = \"measured/mute\"") {
		t.Error(text)
	}
	if _, err := newMind(settings{as: "wise"}); err == nil {
		t.Error("a kind that there is not is taken")
	}
}

// With facts of others the oracle takes out of a half-turn what they state of it.
func TestTheOracleStatesFactsOfOthers(t *testing.T) {
	dir := t.TempDir()
	cases, stated := filepath.Join(dir, "cases.jsonl"), filepath.Join(dir, "stated.jsonl")
	for file, text := range map[string]string{
		cases:  `{"id": "s", "corpus": [{"id": "1", "text": "I keep it by the stove. It is dry there."}, {"id": "2", "text": "Nice weather."}], "queries": []}`,
		stated: `{"id": "s", "corpus": [{"id": "f", "text": "Otto's key is dry.", "refs": ["1"]}]}`,
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m, err := newMind(settings{as: "oracle", cases: cases, facts: stated})
	if err != nil {
		t.Fatal(err)
	}
	told := in{"sentences": []in{{"n": 1, "text": "I keep it by the stove."}, {"n": 2, "text": "It is dry there."}}}
	other := in{"sentences": []in{{"n": 1, "text": "Nice weather."}}}
	for _, c := range []struct {
		layer string
		of    in
		want  string
	}{
		{"gate", told, `{"keep":[2]}`}, {"gate", other, `{"keep":[]}`},
		{"extract", told, `{"items":[{"kind":"fact","n":2,"standing":false,"text":"Otto's key is dry."}]}`}, {"extract", other, `{"items":[]}`},
	} {
		if diff := cmp.Diff(c.want, ask(t, m, c.layer, c.of)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.layer, diff)
		}
	}
	if _, err := newMind(settings{as: "oracle", cases: cases, facts: cases}); err == nil || !strings.Contains(err.Error(), "--facts") {
		t.Errorf("facts of nothing: %v", err)
	}
}
