package main

import (
	"encoding/json"
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
