package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

// said is what is answered: fields of one JSON object, or calls of tools.
type said struct {
	fields map[string]any
	calls  []llm.Call
}

func object(fields map[string]any) said { return said{fields: fields} }

// layer is how one layer is answered by each kind of model. An answer that mute
// gives is in the right shape and says nothing.
type layer struct {
	mute, oracle, chance, eager func(q question) said
}

func layersKnown() map[string]layer {
	all := askedLayers()
	maps.Copy(all, toldLayers())
	maps.Copy(all, storedLayers())
	maps.Copy(all, nightLayers())
	return all
}

func layerNames() []string { return slices.Sorted(maps.Keys(layersKnown())) }

const garbage = "garbage"

func minds() []string { return []string{"oracle", "mute", "chance", "eager", garbage} }

// mind answers as one kind of model. It is safe for many goroutines.
type mind struct {
	as     string
	seed   uint64
	layers map[string]layer
	cases  *cases
	facts  *facts // nil: none
}

func newMind(s settings) (*mind, error) {
	if !slices.Contains(minds(), s.as) {
		return nil, fmt.Errorf("--as is %q; there are: %v", s.as, minds())
	}
	m := &mind{as: s.as, seed: s.seed, layers: layersKnown(), cases: &cases{}}
	if s.cases == "" {
		return m, nil
	}
	var err error
	if m.cases, err = readCases(s.cases); err == nil && s.facts != "" {
		m.facts, err = readFacts(s.cases, s.facts)
	}
	return m, err
}

// question is one request: what was sent with the prompt, and what is known.
type question struct {
	input
	cases *cases
	facts *facts
	rand  *rand.Rand
	turn  int      // of a talk with tools; 0 is the first
	shown []string // lines that tools have shown in a talk
}

// input has the fields of the inputs of all layers.
type input struct {
	Message   string      `json:"message"`
	Sentences []numbered  `json:"sentences"`
	Records   []numbered  `json:"records"`
	Items     []numbered  `json:"items"`
	Similar   []similar   `json:"similar"`
	Pairs     []pair      `json:"pairs"`
	Turns     []numbered  `json:"turns"`
	Stated    []statement `json:"statements"`
	Found     []string    `json:"found"`
	Name      string      `json:"name"`
}

type numbered struct {
	N    int    `json:"n"`
	Text string `json:"text"`
}

type similar struct {
	ID   string `json:"id"`
	Text string `json:"text"`
}

type pair struct {
	N   int       `json:"n"`
	New statement `json:"new"`
	Old statement `json:"old"`

	Earlier string `json:"earlier"` // of two half-turns
	Later   string `json:"later"`
}

type statement struct {
	Text string `json:"text"`
}

// answer is the script of the server.
func (m *mind) answer(r llmtest.Request) llmtest.Reply {
	if m.as == garbage {
		return llmtest.Reply{Text: "Certainly! Here is what you have asked for:"}
	}
	l, ok := m.layers[layerOf(r)]
	if !ok || len(r.Messages) == 0 {
		return llmtest.Reply{Status: 400, Message: "no layer asks this"}
	}
	q, err := m.question(r)
	if err != nil {
		return llmtest.Reply{Status: 400, Message: err.Error()}
	}
	var out said
	switch m.as {
	case "oracle":
		out = l.oracle(q)
	case "chance":
		out = l.chance(q)
	case "eager":
		out = l.eager(q)
	default:
		out = l.mute(q)
	}
	if len(r.Tools) > 0 {
		return llmtest.Reply{Calls: out.calls}
	}
	return llmtest.Reply{Text: llmtest.JSON(out.fields)}
}

// layerOf tells the layer by the schema that the answer shall have, or by the
// tools that are offered.
func layerOf(r llmtest.Request) string {
	switch {
	case len(r.Tools) == 0:
		return r.Schema
	case slices.Contains(r.Tools, "store_memory"):
		return "storeloop"
	}
	return "toolloop"
}

// question reads a request. What is drawn for it depends on its words alone.
func (m *mind) question(r llmtest.Request) (question, error) {
	q := question{cases: m.cases, facts: m.facts}
	if err := json.Unmarshal([]byte(r.Messages[0].Text), &q.input); err != nil {
		return q, fmt.Errorf("read what was sent with the prompt: %w", err)
	}
	h := fnv.New64a()
	for _, msg := range r.Messages {
		_, _ = h.Write([]byte(msg.Text)) // never fails
		switch msg.Role {
		case llm.RoleAssistant:
			q.turn++
		case llm.RoleTool:
			q.shown = append(q.shown, msg.Text)
		}
	}
	q.rand = rand.New(rand.NewPCG(h.Sum64(), m.seed))
	return q, nil
}

// coin is true every second time.
func (q question) coin() bool { return q.rand.IntN(2) == 0 }

func draw[T any](q question, from ...T) T { return from[q.rand.IntN(len(from))] }

// numbers returns the numbers of those that are wanted, never nil.
func numbers(all []numbered, want func(numbered) bool) []int {
	out := []int{}
	for _, n := range all {
		if want(n) {
			out = append(out, n.N)
		}
	}
	return out
}

func every(numbered) bool { return true }

func (q question) some(numbered) bool { return q.coin() }
