package stagestest_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
	"github.com/memtide/memtide/stages/stagestest"
)

// What is no object is asked for in words, behind the prompt.
func TestLayerOfEveryPrompt(t *testing.T) {
	all := slices.Concat(retrieve.Prompts(), remember.Prompts(), maintain.Prompts())
	all = append(all, prompt.File{Name: "nobody's", Version: 1, Text: "Nobody published this."})
	var names []string
	for _, f := range all {
		names = append(names, f.Name)
	}
	m, s := llmtest.Models(t, llmtest.Say("[1]"), names...)
	for _, shape := range []*llm.Schema{nil, llm.SchemaFor[[]int]("numbers")} {
		for _, f := range all {
			r, err := f.Request(nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Schema = shape
			if _, err := m.Complete(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			sent := s.Requests()[s.Count()-1]
			want := f.Name
			if want == "nobody's" {
				want = ""
			}
			if got := stagestest.LayerOf(sent); got != want || (sent.System != f.Text) != (shape != nil) {
				t.Errorf("%q is told %q: layer %q, want %q", f.Name, sent.System, got, want)
			}
		}
	}
}
