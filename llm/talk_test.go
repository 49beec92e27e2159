package llm_test

import (
	"encoding/json"
	"testing"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

type searchArgs struct {
	Query string `json:"query" doc:"what to look for"`
	Limit int    `json:"limit,omitempty" min:"1" max:"20"`
}

type found struct {
	Reason string   `json:"reason"`
	IDs    []string `json:"ids"`
	Kind   string   `json:"kind,omitempty" enum:"fact|event"`
}

// talk is a request that uses everything that a wire carries.
func talk() llm.Request {
	search := llmtest.Call("call_a", "search_facts", searchArgs{Query: "Peter"})
	unknown := llm.Call{ID: "call_b", Name: "no_such_tool", Arguments: json.RawMessage(`"not an object"`)}
	return llm.Request{Layer: "toolloop", Prompt: "toolloop@1", System: "Look it up with the tools.", Temperature: 0.1, MaxTokens: 256, Seed: 7,
		Messages: []llm.Message{
			{Role: llm.RoleUser, Text: "Who reviews what Peter writes?"},
			{Role: llm.RoleAssistant, Text: "I look.", Calls: []llm.Call{search, unknown}},
			{Role: llm.RoleTool, CallID: "call_a", Text: "Peter writes for Anderson."},
			{Role: llm.RoleTool, CallID: "call_b", Text: ""},
		},
		Tools: []llm.Tool{
			{Name: "search_facts", Description: "Facts about a subject.", Schema: llm.SchemaFor[searchArgs]("search_facts")},
			{Name: "done"},
		}}
}

func shaped() llm.Request {
	r := talk()
	r.Messages, r.Tools, r.Schema = r.Messages[:1], nil, llm.SchemaFor[found]("found")
	return r
}

func wireConfig(t *testing.T, s *llmtest.Server, model string) llm.Config {
	cfg := s.Config(t)
	cfg.Layers["toolloop"] = llm.Layer{Model: model}
	return cfg
}
