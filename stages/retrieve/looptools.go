package retrieve

import (
	"maps"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
)

// loopArgs are the arguments of every tool but done.
type loopArgs struct {
	Text string `json:"text,omitempty" doc:"what to look for, in the words of somebody who has told it"`
	Name string `json:"name,omitempty" doc:"an entity"`
}

func (a loopArgs) empty() bool { return a.Text == "" && a.Name == "" }
func (a loopArgs) key() string { return a.Text + "\x00" + a.Name }

// loopSearches are the searches behind the tools (O16, and plans).
var loopSearches = map[string]event.Search{
	"search_entity":     {Tool: event.SearchEntity, Limit: 15, Kinds: []memtide.Kind{memtide.Entity, memtide.Fact, memtide.Episode}},
	"get_relationships": {Tool: event.SearchRelationships, Limit: 25, Kinds: []memtide.Kind{memtide.Entity, memtide.Fact}},
	"search_facts":      {Tool: event.SearchText, Limit: 10, Kinds: []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Episode}},
	"search_events":     {Tool: event.SearchText, Limit: 20, Kinds: []memtide.Kind{memtide.Event, memtide.Episode}},
	"search_processes":  {Tool: event.SearchInstructions, Limit: 10},
	"get_instructions":  {Tool: event.SearchInstructions, Limit: 15},
	"search_plans":      {Tool: event.SearchPlans, Limit: 10},
}

var toolDocs = map[string]string{
	"search_entity":     "A person, project, place, tool or document by name, with what is told of it.",
	"get_relationships": "What an entity is related to: who works for whom, what uses what.",
	"search_facts":      "Facts, opinions and what was said, by words. A name narrows it.",
	"search_events":     "What happened, was decided or was done, by words.",
	"search_processes":  "How things are done: steps and processes, by words.",
	"get_instructions":  "Rules and wishes that the user gave, by words.",
	"search_plans":      "What is planned, by words.",
	prompt.Done:         "Everything that helps has been found, or nothing can be.",
}

var loopTools = makeLoopTools()

func makeLoopTools() []llm.Tool {
	args := llm.SchemaFor[loopArgs]("arguments")
	var out []llm.Tool
	for _, name := range toolNames() {
		t := llm.Tool{Name: name, Description: toolDocs[name]}
		if name != prompt.Done {
			t.Schema = args
		}
		out = append(out, t)
	}
	return out
}

func toolNames() []string { return slices.Sorted(maps.Keys(toolDocs)) }
