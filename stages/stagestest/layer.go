package stagestest

import (
	"slices"
	"strings"

	"github.com/memtide/memtide/llm/llmtest"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
)

// LayerOf returns the layer that sent a request: the name of the published
// prompt with which what the model is told begins. The shape of an answer may
// follow it in words. It is "" for a request that no layer sent.
func LayerOf(r llmtest.Request) string {
	layer, longest := "", 0
	for _, f := range slices.Concat(retrieve.Prompts(), remember.Prompts(), maintain.Prompts()) {
		if len(f.Text) > longest && strings.HasPrefix(r.System, f.Text) {
			layer, longest = f.Name, len(f.Text)
		}
	}
	return layer
}
