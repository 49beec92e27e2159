package retrieve

import (
	"context"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/prompt"
)

// followupModel has a model decide within a session whether memory is needed
// again and which searches (O25), and broadens over what they leave out (O26).
type followupModel struct {
	followupRules
	ask *prompt.Asker
}

type followupIn struct {
	Message string       `json:"message"`
	Now     time.Time    `json:"now"`
	Turns   []event.Past `json:"turns"`
}

type followupOut struct {
	Retrieve bool        `json:"retrieve"`
	Resolved string      `json:"resolved"`
	Entities []string    `json:"entities" maxitems:"15"`
	Searches []searchOut `json:"searches" maxitems:"6"`
}

// searchOut is a search as a model asks for it.
type searchOut struct {
	Tool  string   `json:"tool" enum:"text|facts|events|instructions|plans|entity|relationships|causes|timeline"`
	Text  string   `json:"text,omitempty"`
	Names []string `json:"names,omitempty" maxitems:"5"`
}

func (m followupModel) followup(ctx context.Context, in event.PromptContinued) (event.Payload, error) {
	q, class := in.Query, in.Class
	out, _, err := prompt.Ask[followupOut](ctx, m.ask, layerFollowup, followupIn{q.Text, q.Now, in.Turns})
	if err != nil {
		return nil, err
	}
	if !out.Retrieve {
		return silence(q, class, "the model sees nothing new to look up"), nil
	}
	if len(out.Searches) == 0 && len(out.Entities) == 0 {
		return event.PromptClassified{Query: q, Class: class}, nil // O13: no calls, the full path
	}
	err = m.memory.Read(ctx, q.Space, func(v ledger.View) error {
		for _, name := range out.Entities {
			if !named(class.Entities, name) && len(class.Entities) < maxEntities {
				class.Entities = append(class.Entities, event.Name{Name: name, ID: entityID(v.Graph, name)})
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if out.Resolved != "" {
		q.Text = headTail(out.Resolved, event.MaxQuery)
	}
	searches := followupSearches(q, class)
	searches = append(searches, event.Search{Tool: event.SearchDirectives, Limit: mostPins})
	searches = append(searches, planned(out.Searches, class)...)
	return event.SearchPlanned{Query: in.Query, Class: class, Shape: "follow-up", Strategy: out.Resolved, Searches: searches}, nil
}

// limits of a search that a model asks for, by tool.
var limits = map[string]int{event.SearchText: 20, event.SearchFacts: 10, event.SearchEvents: 20, event.SearchInstructions: 15,
	event.SearchPlans: 10, event.SearchEntity: 5, event.SearchRelationships: 25, event.SearchCauses: 10, event.SearchTimeline: 20}

// planned makes searches of what a model asks for.
func planned(outs []searchOut, class event.Class) []event.Search {
	var searches []event.Search
	for _, o := range outs {
		s := event.Search{Tool: o.Tool, Text: headTail(o.Text, event.MaxQuery), Limit: limits[o.Tool], Depth: 2, Ranges: class.Times, Wanted: true}
		for _, name := range o.Names {
			for _, n := range class.Entities {
				if named([]event.Name{n}, name) {
					s.Names = append(s.Names, n)
				}
			}
		}
		if (o.Tool == event.SearchEntity || o.Tool == event.SearchRelationships) && len(s.Names) == 0 {
			continue // of nobody that the memory knows
		}
		searches = append(searches, s)
	}
	return searches
}
