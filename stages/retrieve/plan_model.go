package retrieve

import (
	"context"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/prompt"
)

// planModel has a model plan the searches and say in words how to go on from
// them (O15). What the rules plan is planned, too: a search costs a
// millisecond.
type planModel struct{ ask *prompt.Asker }

type planIn struct {
	Message  string        `json:"message"`
	Now      time.Time     `json:"now"`
	Entities []nameIn      `json:"entities,omitempty"`
	Times    []event.Range `json:"times,omitempty"`
	Intent   string        `json:"intent"`
}

type nameIn struct {
	Name  string `json:"name"`
	Known bool   `json:"known"`
}

type planOut struct {
	Shape    string      `json:"shape" enum:"simple-fact|entity-lookup|rule-process|multi-part"`
	Strategy string      `json:"strategy"`
	Searches []searchOut `json:"searches" maxitems:"6"`
}

func (m planModel) plan(ctx context.Context, in event.PromptClassified) (event.Payload, error) {
	ruled, err := planRules(ctx, in)
	if err != nil || in.Query.Mode == event.ModeSessionStart {
		return ruled, err
	}
	out, _, err := prompt.Ask[planOut](ctx, m.ask, layerPlan, planIn{in.Query.Text, in.Query.Now, namesIn(in.Class), in.Class.Times, in.Class.Intent})
	if err != nil {
		return nil, err
	}
	p := ruled.(event.SearchPlanned)
	p.Shape, p.Strategy = out.Shape, clip(out.Strategy, maxStrategy)
	p.Searches = append(p.Searches, planned(out.Searches, in.Class)...)
	return p, nil
}

// maxStrategy is the longest strategy, in characters.
const maxStrategy = 600

func namesIn(c event.Class) []nameIn {
	var names []nameIn
	for _, n := range c.Entities {
		names = append(names, nameIn{n.Name, !n.ID.IsZero()})
	}
	return names
}
