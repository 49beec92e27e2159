package retrieve

import (
	"context"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

// planRules plans the searches of Y15 and Y17: words and likeness always,
// entities where any are named, walks by intent.
func planRules(_ context.Context, in event.PromptClassified) (event.Payload, error) {
	q, class := in.Query, in.Class
	out := event.SearchPlanned{Query: q, Class: class}
	if q.Mode == event.ModeSessionStart {
		out.Shape = "session-start"
		out.Searches = []event.Search{{Tool: event.SearchProject, Limit: 20}, {Tool: event.SearchDirectives, Limit: mostPins}}
		if class.Resumes {
			out.Searches = append(out.Searches, event.Search{Tool: event.SearchThread, Limit: 1, Wanted: true})
		}
		return out, nil
	}
	depth := 2
	if class.Deep {
		depth = 4
	}
	add := func(s event.Search) { out.Searches = append(out.Searches, s) }
	if class.Overview != "" { // no word of it stands in what is known
		add(event.Search{Tool: event.SearchProject, Text: class.Overview, Limit: 20, Wanted: true})
		add(event.Search{Tool: event.SearchDirectives, Limit: mostPins})
		out.Shape = shape(class)
		return out, nil
	}
	if class.Resumes {
		length := threadLength
		if len(class.Times) > 0 {
			length *= 2 // each session in it has its own end
		}
		add(event.Search{Tool: event.SearchThread, Text: class.Topic, Ranges: class.Times, Limit: length, Wanted: true})
		if class.Topic == "" { // its words say nothing of what is looked for
			add(event.Search{Tool: event.SearchDirectives, Limit: mostPins})
			out.Shape = shape(class)
			return out, nil
		}
	}
	add(event.Search{Tool: event.SearchText, Limit: max(60, min(2*q.Limit, event.MaxCandidates))})
	add(event.Search{Tool: event.SearchFacts, Limit: 30})
	add(event.Search{Tool: event.SearchVector, Limit: 20})
	if q.Mode != event.ModeSubagent {
		add(event.Search{Tool: event.SearchDirectives, Limit: mostPins})
	}
	if len(class.Entities) > 0 {
		add(event.Search{Tool: event.SearchEntity, Names: class.Entities, Limit: 10})
		add(event.Search{Tool: event.SearchRelationships, Names: class.Entities, Limit: 8})
	}
	switch language.Intent(class.Intent) {
	case language.IntentWhy:
		add(event.Search{Tool: event.SearchCauses, Limit: 10, Depth: depth})
	case language.IntentWhen:
		add(event.Search{Tool: event.SearchEvents, Limit: 15})
		add(event.Search{Tool: event.SearchTimeline, Limit: 10, Ranges: class.Times})
	default:
		if len(class.Times) > 0 {
			add(event.Search{Tool: event.SearchTimeline, Limit: 20, Ranges: class.Times})
		}
	}
	out.Shape = shape(class)
	return out, nil
}

// threadLength is how many exchanges tell where a piece of work stands.
const threadLength = 4

// mostPins bounds the standing directives that travel with a prompt: more than
// their tokens have room for.
const mostPins = 24

// shape names the class of a question (O15).
func shape(c event.Class) string {
	switch {
	case c.Overview != "":
		return "overview"
	case c.Resumes:
		return "resumption"
	case c.Deep:
		return "multi-part"
	case c.Ask && len(c.Entities) == 1 && (c.Intent == string(language.IntentWho) || c.Intent == string(language.IntentWhat)):
		return "entity-lookup"
	case c.Ask && len(c.Entities) == 0 && c.Intent == string(language.IntentGeneral):
		return "rule-process"
	}
	return "simple-fact"
}
