package llm

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"time"
)

// Trial is what came of trying a model.
type Trial struct {
	Model  string    `json:"model"`
	Layers []string  `json:"layers"`
	TookUS int64     `json:"took_us"` // of the first answer
	Shape  Obedience `json:"shape"`   // does an answer fit its schema?
	Tools  Obedience `json:"tools"`   // is the right tool called, rightly?
	Dims   int       `json:"dims,omitempty"`
	Usage  Usage     `json:"usage"`
	Priced bool      `json:"priced"`
	Error  string    `json:"error,omitempty"`
	Err    error     `json:"-"` // what Error says, where it is of this process
}

// Failed returns the trial with why it came to nothing.
func (t Trial) Failed(err error) Trial {
	t.Error, t.Err = err.Error(), err
	return t
}

// Obedience is how well a model does what it is asked to.
type Obedience string

const (
	Obeys  Obedience = "yes"
	Second Obedience = "at the second try"
	Fails  Obedience = "no"
)

// trial is the answer that a trial asks for.
type trial struct {
	Reason string   `json:"reason" doc:"one short sentence"`
	Kind   string   `json:"kind" enum:"rule|fact|small talk"`
	Names  []string `json:"names" doc:"names of persons in the sentence"`
	Weight float64  `json:"weight" min:"0" max:"1"`
}

type trialLookup struct {
	Name string `json:"name" doc:"name of the person"`
}

// Try asks each model that is configured, once for all its layers: for an
// answer of a given shape, and for the call of a tool. It is paid and counted
// like any request, on the account of the first layer, and its requests are
// never answered from the record.
func (m *Models) Try(ctx context.Context) []Trial {
	by := map[string][]string{}
	var order []string
	for _, name := range slices.Sorted(maps.Keys(m.layers)) {
		if name == EmbedLayer {
			continue
		}
		ref := m.layers[name].ref()
		if by[ref] == nil {
			order = append(order, ref)
		}
		by[ref] = append(by[ref], name)
	}
	var out []Trial
	for _, ref := range order {
		out = append(out, m.try(ctx, ref, by[ref]))
	}
	if m.embeds != nil {
		out = append(out, m.tryEmbed(ctx))
	}
	return out
}

func (m *Models) try(ctx context.Context, ref string, layers []string) Trial {
	t := Trial{Model: ref, Layers: layers, Shape: Fails, Tools: Fails, Priced: m.layers[layers[0]].priced}
	at := m.opts.Now().UTC().Format(time.RFC3339Nano)
	ask := Request{Layer: layers[0], Prompt: "try@1", MaxTokens: 300, Schema: SchemaFor[trial]("trial"),
		System:   "You sort sentences. Answer in JSON.",
		Messages: []Message{{Role: RoleUser, Text: "Trial of " + at + ". Sort this sentence: Peter reviews every article before it is published."}}}
	first, err := m.Complete(ctx, ask)
	t.TookUS, t.Usage = first.Took.Microseconds(), first.Usage
	if err != nil {
		return t.Failed(err)
	}
	if _, err := DecodeText[trial](first.Text, ask.Schema); err == nil {
		t.Shape = Obeys
	} else if _, r, err := Decode[trial](ctx, m, ask); err == nil {
		t.Shape, t.Usage = Second, r.Usage // the first of its two is the one above
	} else if !errors.Is(err, ErrReply) {
		t = t.Failed(err)
	}
	call := Request{Layer: layers[0], Prompt: "try-tool@1", MaxTokens: 300,
		Tools:    []Tool{{Name: "lookup_person", Description: "What is known of a person.", Schema: SchemaFor[trialLookup]("lookup_person")}},
		System:   "Look up what you need with the tools before you answer.",
		Messages: []Message{{Role: RoleUser, Text: "Trial of " + at + ". What does Peter do?"}}}
	r, err := m.Complete(ctx, call)
	t.Usage = t.Usage.Plus(r.Usage)
	if err != nil {
		return t.Failed(err)
	}
	if len(r.Calls) > 0 && r.Calls[0].Name == "lookup_person" && call.Tools[0].Schema.Check(r.Calls[0].Arguments) == nil && json.Valid(r.Calls[0].Arguments) {
		t.Tools = Obeys
	}
	return t
}

func (m *Models) tryEmbed(ctx context.Context) Trial {
	t := Trial{Model: m.embeds.l.ref(), Layers: []string{EmbedLayer}, Dims: m.embeds.dims, Priced: m.embeds.l.priced, Shape: Fails}
	began := time.Now()
	_, err := m.embeds.Embed(ctx, Query, []string{"Peter reviews every article."})
	t.TookUS = time.Since(began).Microseconds()
	if err != nil {
		return t.Failed(err)
	}
	t.Shape = Obeys
	return t
}
