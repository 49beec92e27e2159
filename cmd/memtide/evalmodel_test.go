package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/eval"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// eval asks models only when it is told to and somebody has agreed, says what it
// took, and does not pay twice for what a file keeps.
func TestEvalWithAnEngine(t *testing.T) {
	cases := filepath.Join("testdata", "oracle.jsonl")
	s := llmtest.Start(t, newOracle(readStores(t, cases)).answer)
	dir := t.TempDir()
	p := newProcess(t, filepath.Join(dir, "home"))
	env := []string{"MEMTIDE_NO_START=1", "MEMTIDE_MODELS_LAYERS=toolloop model=near/m, curate model=near/m", "MEMTIDE_MODELS_DAILY_USD=0.0",
		"MEMTIDE_MODELS_PROVIDERS=near preset=vllm url=" + s.URL + "/v1", "MEMTIDE_MODELS_PRICES=near/m in=1 out=2"}
	run := func(want int, args ...string) string {
		t.Helper()
		out, code := p.memtideWith(env, "", append([]string{"eval", "retrieval", "--cases", cases, "--k", "10"}, args...)...)
		if code != want {
			t.Fatalf("%q: exit code %d\n%s", args, code, out)
		}
		return out
	}
	if out := run(exitOK); !strings.Contains(out, "rules") || s.Count() != 0 {
		t.Errorf("the rules asked %d times:\n%s", s.Count(), out)
	}
	if out := run(exitNone, "--engine", "model"); !strings.Contains(out, "30 half-turns and 14 questions: about 98 requests") || s.Count() != 0 {
		t.Errorf("nobody has agreed, and %d times was asked:\n%s", s.Count(), out)
	}
	run(exitUsage, "--engine", "oracle")
	kept := filepath.Join(dir, "replies.db")
	first, asked := run(exitOK, "--engine", "model", "--yes", "--replies", kept), s.Count()
	for _, want := range []string{"engine model", "toolloop", "curate", "near/m", "$"} {
		if !strings.Contains(first, want) {
			t.Errorf("%q is not in:\n%s", want, first)
		}
	}
	var again struct {
		Report eval.RetrievalReport
		Models []llm.Spent
	}
	out := run(exitOK, "--engine", "model", "--yes", "--replies", kept, "--json")
	if err := json.Unmarshal([]byte(out[strings.Index(out, "{"):]), &again); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	recorded := 0
	for _, m := range again.Models {
		recorded += m.Recorded
	}
	// Vectors are made behind the decisions: what a first search finds may
	// differ between runs, and with it what is asked.
	if asked == 0 || s.Count() >= 2*asked || recorded == 0 || again.Report.Engine != "model" || len(again.Models) != 2 {
		t.Errorf("asked %d times, then %d times; %d were recorded:\n%s", asked, s.Count()-asked, recorded, out)
	}
}

// What follows up in a talk, and what jobs link and word, is seen with --engine model:
// each layer is asked, and what it says is what is counted.
func TestEvalSeesTalksAndJobs(t *testing.T) {
	said := map[string]any{
		"infer":    map[string]any{"verdicts": []any{map[string]any{"n": 1, "link": "later_is_effect"}}},
		"enrich":   map[string]any{"summary": "Mirja owns a red truck."},
		"followup": map[string]any{"retrieve": false, "resolved": "", "entities": []any{}, "searches": []any{}},
	}
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply { return llmtest.Reply{Text: llmtest.JSON(said[r.Schema])} })
	dir := t.TempDir()
	p := newProcess(t, filepath.Join(dir, "home"))
	for _, tt := range []struct{ task, layer, cases, rules, model string }{
		{"causes", "infer", `{"label":"effect","older":[{"text":"The ferry was late on Monday."}],"newer":[{"text":"The school began at ten."}]}`,
			`"accuracy": 0,`, `"accuracy": 1,`},
		{"profiles", "enrich", `{"name":"Mirja","told":[{"text":"Mirja lives in Oulu."},{"text":"Mirja works at the harbour."},{"text":"Mirja owns a red truck."}],"says":["truck"],"never":["Oulu"]}`,
			`"precision": 0.5,`, `"precision": 1,`},
		{"followup", "followup", `{"id":"m1","kind":"fact","text":"The staging server of the shop is called heron."}
{"id":"m2","kind":"fact","text":"Our parrot Zazu learned to whistle the kettle song."}
{"id":"a","talk":"1","class":"open","text":"what is the staging server of the shop called?","evidence":["m1"]}
{"id":"b","talk":"1","class":"new","text":"what did the parrot Zazu learn to whistle?","evidence":["m2"]}`,
			`"answered": 1,
        "rate": 1,`, `"injected": 0,`},
	} {
		cases := filepath.Join(dir, tt.task+".jsonl")
		if err := os.WriteFile(cases, []byte(tt.cases), 0o600); err != nil {
			t.Fatal(err)
		}
		env := []string{"MEMTIDE_NO_START=1", "MEMTIDE_MODELS_LAYERS=" + tt.layer + " model=near/m", "MEMTIDE_MODELS_PROVIDERS=near preset=vllm url=" + s.URL + "/v1"}
		run := func(args ...string) string {
			out, code := p.memtideWith(env, "", append([]string{"eval", tt.task, "--cases", cases, "--json"}, args...)...)
			if code != exitOK {
				t.Fatalf("%s: exit code %d\n%s", tt.task, code, out)
			}
			return out
		}
		if out, n := run(), s.Count(); !strings.Contains(squeezed(out), squeezed(tt.rules)) || n != s.Count() {
			t.Errorf("%s, rules: %q is not in:\n%s", tt.task, tt.rules, out)
		}
		before := s.Count()
		out := run("--engine", "model", "--yes")
		for _, want := range []string{tt.model, `"layer": "` + tt.layer + `"`, "about 1 requests"} {
			if !strings.Contains(squeezed(out), squeezed(want)) || s.Count() == before {
				t.Errorf("%s, model: %q is not in:\n%s", tt.task, want, out)
			}
		}
	}
}

// squeezed leaves out what lays a text out.
func squeezed(s string) string { return strings.Join(strings.Fields(s), " ") }
