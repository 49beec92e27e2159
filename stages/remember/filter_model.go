package remember

import (
	"context"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/prompt"
)

// filterModel reads by the rules what extract has left, and has a model drop
// what nobody needs to know in a month (O30). It can add nothing, and what the
// user has made a rule is not in its hands.
type filterModel struct {
	rules mineRules
	ask   *prompt.Asker
}

type filterIn struct {
	Role  memtide.Role `json:"role"`
	Items []itemIn     `json:"items"`
}

type itemIn struct {
	N    int          `json:"n"`
	Kind memtide.Kind `json:"kind"`
	Date string       `json:"date,omitempty"`
	Text string       `json:"text"`
}

type filterOut struct {
	Drop []int `json:"drop" doc:"numbers of items"`
}

func (m filterModel) filter(ctx context.Context, in event.ItemsExtracted, t event.TurnTaken) (event.ItemsFiltered, error) {
	out, err := m.rules.filter(ctx, in, t)
	if err != nil || len(out.Items) == 0 {
		return out, err
	}
	ask := filterIn{Role: t.Role}
	for i, f := range out.Items {
		ask.Items = append(ask.Items, itemIn{N: i + 1, Kind: f.Kind, Text: f.Content})
	}
	answer, _, err := prompt.Ask[filterOut](ctx, m.ask, layerFilter, ask)
	if err != nil {
		return out, err
	}
	var kept []event.Found
	for i, f := range out.Items {
		if f.Kind == memtide.Instruction || !slices.Contains(answer.Drop, i+1) {
			kept = append(kept, f)
		}
	}
	if out.Items = kept; len(kept) == 0 {
		out.Reason = "the model sees nothing worth keeping"
	}
	return out, nil
}
