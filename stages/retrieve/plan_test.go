package retrieve

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
)

func TestPlan(t *testing.T) {
	anna := []event.Name{{Name: "Anna", ID: memtide.NewID(noon, "anna", 0)}}
	may := []event.Range{{From: noon, Until: noon.AddDate(0, 1, 0)}}
	always := []string{event.SearchText, event.SearchFacts, event.SearchVector, event.SearchDirectives}
	for _, c := range []struct {
		name  string
		q     event.Query
		class event.Class
		shape string
		tools []string // beside those of every plan
	}{
		{"plain", event.Query{}, event.Class{Intent: string(language.IntentGeneral)}, "simple-fact", nil},
		{"a task without names", event.Query{}, event.Class{Intent: string(language.IntentGeneral), Ask: true}, "rule-process", nil},
		{"who", event.Query{}, event.Class{Intent: string(language.IntentWho), Ask: true, Entities: anna}, "entity-lookup",
			[]string{event.SearchEntity, event.SearchRelationships}},
		{"why", event.Query{}, event.Class{Intent: string(language.IntentWhy), Ask: true}, "simple-fact", []string{event.SearchCauses}},
		{"when", event.Query{}, event.Class{Intent: string(language.IntentWhen), Ask: true}, "simple-fact", []string{event.SearchEvents, event.SearchTimeline}},
		{"in May", event.Query{}, event.Class{Intent: string(language.IntentGeneral), Times: may}, "simple-fact", []string{event.SearchTimeline}},
		{"complex", event.Query{}, event.Class{Intent: string(language.IntentWhy), Deep: true, Ask: true}, "multi-part", []string{event.SearchCauses}},
	} {
		out, err := planRules(t.Context(), event.PromptClassified{Query: c.q, Class: c.class})
		if err != nil {
			t.Fatal(err)
		}
		p := out.(event.SearchPlanned)
		var got []string
		for _, s := range p.Searches {
			got = append(got, s.Tool)
			if s.Limit < 1 || s.Limit > event.MaxCandidates {
				t.Errorf("%s: %s with limit %d", c.name, s.Tool, s.Limit)
			}
			if want := map[bool]int{false: 2, true: 4}[c.class.Deep]; s.Tool == event.SearchCauses && s.Depth != want {
				t.Errorf("%s: walks %d deep, want %d", c.name, s.Depth, want)
			}
		}
		if p.Shape != c.shape || !slices.Equal(got, append(slices.Clone(always), c.tools...)) {
			t.Errorf("%s: %s %v, want %s and %v", c.name, p.Shape, got, c.shape, c.tools)
		}
	}
	asked, err := planRules(t.Context(), event.PromptClassified{Class: event.Class{Overview: language.OverviewUser}})
	if p := asked.(event.SearchPlanned); err != nil || p.Shape != "overview" || len(p.Searches) != 2 || p.Searches[0].Text != language.OverviewUser ||
		p.Searches[1].Tool != event.SearchDirectives {
		t.Errorf("overview: %+v %v", asked, err)
	}
	for topic, want := range map[string][]string{
		"":         {event.SearchThread, event.SearchDirectives},
		"the pier": append([]string{event.SearchThread}, always...),
	} {
		out, err := planRules(t.Context(), event.PromptClassified{Class: event.Class{Resumes: true, Topic: topic, Times: may[:0]}})
		p := out.(event.SearchPlanned)
		var got []string
		for _, s := range p.Searches {
			got = append(got, s.Tool)
		}
		if first := p.Searches[0]; err != nil || p.Shape != "resumption" || !slices.Equal(got, want) || first.Text != topic || !first.Wanted {
			t.Errorf("%q: %s %+v %v", topic, p.Shape, p.Searches, err)
		}
	}
	out, err := planRules(t.Context(), event.PromptClassified{Query: event.Query{Mode: event.ModeSessionStart}})
	if p := out.(event.SearchPlanned); err != nil || p.Shape != "session-start" || len(p.Searches) != 2 ||
		p.Searches[0].Tool != event.SearchProject || p.Searches[1].Tool != event.SearchDirectives {
		t.Errorf("session start: %+v %v", out, err)
	}
	out, _ = planRules(t.Context(), event.PromptClassified{Query: event.Query{Mode: event.ModeQuery, Limit: 90}})
	if got := out.(event.SearchPlanned).Searches[0].Limit; got != event.MaxCandidates {
		t.Errorf("a query for 90 looks at %d", got)
	}
}
