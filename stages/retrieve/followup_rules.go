package retrieve

import (
	"context"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// followupRules decides, within a session, whether memory is needed again and
// which searches; in doubt the prompt takes the full path.
type followupRules struct{ memory reader }

func (r followupRules) followup(ctx context.Context, in event.PromptContinued) (event.Payload, error) {
	q, class := in.Query, in.Class
	terms := language.Terms(q.Text)
	refers := language.Refers(q.Text)
	// "Continue" has one word and asks for nothing; "when is the release?" has one, too.
	least := 2
	if class.Question {
		least = 1
	}
	if len(class.Entities) == 0 && len(class.Times) == 0 && len(terms) < least && !refers {
		return silence(q, class, "follow-up names nothing new"), nil
	}
	if len(class.Entities) > 0 || !refers {
		return event.PromptClassified{Query: q, Class: class}, nil // something new: the full path
	}
	names, err := r.recall(ctx, q.Space, in.Turns)
	if err != nil {
		return nil, err
	}
	if len(names) == 0 {
		return event.PromptClassified{Query: q, Class: class}, nil
	}
	class.Entities = names
	return event.SearchPlanned{Query: q, Class: class, Shape: "follow-up", Searches: followupSearches(q, class)}, nil
}

// recall returns the entities of the newest turn that named any: what a
// pronoun stands for.
func (r followupRules) recall(ctx context.Context, space memtide.Space, turns []event.Past) ([]event.Name, error) {
	var names []event.Name
	err := r.memory.Read(ctx, space, func(v ledger.View) error {
		for _, t := range turns {
			for _, name := range t.Entities {
				if id := entityID(v.Graph, name); !id.IsZero() {
					names = append(names, event.Name{Name: name, ID: id, Meant: true})
				}
			}
			if len(names) > 0 {
				return nil
			}
		}
		return nil
	})
	return names, err
}

// followupSearches looks the referents up, then broadens over the kinds that
// this leaves uncovered: five hits for each of them (O26).
func followupSearches(q event.Query, class event.Class) []event.Search {
	uncovered := []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Instruction, memtide.Event, memtide.Plan, memtide.Episode}
	named := make([]string, len(class.Entities))
	for i, n := range class.Entities {
		named[i] = n.Name
	}
	return []event.Search{
		{Tool: event.SearchText, Text: q.Text + "\n" + strings.Join(named, " "), Limit: 5 * len(uncovered), Kinds: uncovered},
		{Tool: event.SearchEntity, Names: class.Entities, Limit: 5},
		{Tool: event.SearchRelationships, Names: class.Entities, Limit: 8},
	}
}
