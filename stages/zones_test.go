package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// "Tomorrow" and "yesterday" are days on the clock of who says them, in the evening of
// Honolulu and in the morning of Tokyo, where Greenwich has another day.
func TestDaysAreThoseOfTheUsersClock(t *testing.T) {
	for _, c := range []struct {
		name  string
		ahead int // hours
		hour  int
	}{{"Honolulu", -10, 23}, {"Greenwich", 0, 12}, {"Tokyo", 9, 7}} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			zone := time.FixedZone(c.name, c.ahead*3600)
			w.clock = time.Date(2026, 11, 22, c.hour, 0, 0, 0, zone)
			w.halves("sunday", "a", "The fair opens tomorrow.", "Noted.")
			w.halves("sunday", "b", "The stalls of the fair are painted.", "Painted all nine stalls in green.")
			w.settle()
			days := map[string]string{}
			for _, n := range w.nodes(memtide.Plan, memtide.Event, memtide.Fact) {
				if !n.EventTime.IsZero() {
					days[n.Content] = n.EventTime.Format(time.RFC3339)
				}
			}
			if got := days["The fair opens tomorrow."]; got != "2026-11-23T00:00:00Z" {
				t.Errorf("it opens on %q: %v", got, days)
			}
			ask := func(session, prompt string) string {
				return w.ask(event.AskRequest{Session: session, Project: "shop", Prompt: prompt}).Block
			}
			if got := ask("x", "Which events are there tomorrow?"); !strings.Contains(got, "fair opens") {
				t.Errorf("tomorrow:\n%s", got)
			}
			w.clock = time.Date(2026, 11, 23, c.hour, 30, 0, 0, zone)
			if got := ask("y", "What did we do yesterday?"); !strings.Contains(got, "(2026-11-22 ") || !strings.Contains(got, "nine stalls") {
				t.Errorf("yesterday:\n%s", got)
			}
			if got := ask("z", "What did we do today?"); strings.Contains(got, "nine stalls") {
				t.Errorf("today:\n%s", got)
			}
			if got := ask("v", "When does the fair open?"); !strings.Contains(got, "2026-11-23") || strings.Contains(got, "now past") {
				t.Errorf("still on its day:\n%s", got)
			}
			w.clock = time.Date(2026, 11, 24, c.hour, 30, 0, 0, zone)
			if got := ask("w", "When did the fair open?"); !strings.Contains(got, "now past") {
				t.Errorf("the day after:\n%s", got)
			}
		})
	}
}

// What a search by time finds is told by the clock of who asks, whichever search it is.
func TestSearchesByTimeReadTheUsersClock(t *testing.T) {
	for _, c := range []struct {
		name  string
		ahead int // hours
	}{{"Honolulu", -10}, {"Greenwich", 0}, {"Tokyo", 9}} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			zone := time.FixedZone(c.name, c.ahead*3600)
			midnight := time.Date(2026, 11, 22, 0, 0, 0, 0, zone)
			day := func(of time.Time) time.Time { return memtide.Clock(of).Truncate(24 * time.Hour) }
			var ids []memtide.ID
			for _, at := range []time.Time{midnight.Add(-2 * time.Minute), midnight, midnight.Add(24*time.Hour - 2*time.Minute), midnight.Add(24 * time.Hour)} {
				w.clock = at
				ids = append(ids, w.plantAll(&memtide.Node{Kind: memtide.Event, Content: "The harbour crane broke at " + at.Format(time.TimeOnly) + "."})...)
			}
			ids = append(ids, w.plantAll(
				&memtide.Node{Kind: memtide.Plan, Content: "The harbour crane is painted on Saturday.", EventTime: day(midnight).Add(-time.Hour)},
				&memtide.Node{Kind: memtide.Plan, Content: "The harbour crane is painted on Sunday.", EventTime: day(midnight)},
				&memtide.Node{Kind: memtide.Plan, Content: "The harbour crane is painted on Monday.", EventTime: day(midnight).Add(24 * time.Hour)},
			)...)
			w.clock = midnight.Add(30 * time.Hour)

			q := w.query("What happened yesterday?")
			sunday := []event.Range{{From: day(midnight), Until: day(midnight).Add(24 * time.Hour)}}
			places := func(ids ...int) string { return fmt.Sprint(ids) }
			found := func(q event.Query, s event.Search, traits event.Traits) string {
				var at []int
				for _, c := range step[event.CandidatesFound](w, event.SearchPlanned{Query: q, Class: event.Class{Times: sunday}, Shape: "simple-fact", Searches: []event.Search{s}}).Candidates {
					if c.By == s.Tool && c.Traits&traits == traits {
						at = append(at, slices.Index(ids, c.ID))
					}
				}
				slices.Sort(at)
				return places(at...)
			}
			if got := found(q, event.Search{Tool: event.SearchTimeline, Ranges: sunday, Limit: 10}, 0); got != places(1, 2, 5) {
				t.Errorf("the timeline gives %s", got)
			}
			q.Text = "What became of the harbour crane yesterday?"
			if got := found(q, event.Search{Tool: event.SearchText, Limit: 10}, event.TraitThen); got != places(1, 2, 3, 4, 5, 6) {
				t.Errorf("said since then: %s", got)
			}
			// The last, for it goes on to the searches.
			class := step[event.PromptClassified](w, event.PromptAsked{Query: q}).Class
			if diff := cmp.Diff(sunday, class.Times); diff != "" {
				t.Errorf("yesterday (-want +got):\n%s", diff)
			}
		})
	}
}

// Who travels while the daemon runs takes the clock along: the daemon keeps the zone in
// which it began.
func TestAQuestionIsReadByTheClockOfWhoAsks(t *testing.T) {
	w := newWorld(t)
	tokyo, honolulu := time.FixedZone("", 9*3600), -10*60
	w.clock = time.Date(2026, 11, 22, 19, 0, 0, 0, time.FixedZone("", honolulu*60))
	w.halves("sunday", "a", "The fair opens tomorrow.", "Noted.")
	w.settle()
	w.clock = time.Date(2026, 11, 24, 14, 0, 0, 0, tokyo) // the 23rd, 19:00, in Honolulu
	q := event.AskRequest{Session: "x", Project: "shop", Prompt: "When does the fair open?", Zone: &honolulu}
	if got := w.ask(q).Block; !strings.Contains(got, "fair opens") || strings.Contains(got, "now past") {
		t.Errorf("on its day:\n%s", got)
	}
	q.Session, q.Zone = "y", nil
	if got := w.ask(q).Block; !strings.Contains(got, "now past") {
		t.Errorf("without a zone, by that of the daemon:\n%s", got)
	}
	far := 1 << 40
	q.Session, q.Zone = "z", &far
	if got := w.ask(q).Block; !strings.Contains(got, "now past") {
		t.Errorf("in a zone that is none:\n%s", got)
	}
}

// What lies in a day of the user's clock is found in each zone, however much was said
// since and in other projects; and a day that somebody looks up is a day of that clock.
func TestADayIsFoundInEachZone(t *testing.T) {
	for _, ahead := range []int{-8, 0, 1, 9} {
		zone := time.FixedZone("", ahead*3600)
		w := newWorld(t)
		many := func(at time.Time, project string, n int) {
			var nodes []*memtide.Node
			for i := range n {
				nodes = append(nodes, &memtide.Node{Kind: memtide.Event, Content: fmt.Sprintf("Thing %d of %s %s was oiled.", i, at.Format(time.DateOnly), project), Project: project})
			}
			w.clock = at
			w.plantAll(nodes...)
		}
		many(time.Date(2026, 11, 21, 15, 0, 0, 0, zone), "shop", 5)
		many(time.Date(2026, 11, 21, 16, 0, 0, 0, zone), "mill", 40)
		many(time.Date(2026, 11, 22, 0, 30, 0, 0, zone), "shop", 30)
		w.plantAll(&memtide.Node{Kind: memtide.Event, Content: "The fair opens.", EventTime: time.Date(2026, 12, 23, 0, 0, 0, 0, time.UTC)},
			&memtide.Node{Kind: memtide.Event, Content: "The fair closes.", EventTime: time.Date(2026, 12, 24, 0, 0, 0, 0, time.UTC)})
		now := time.Date(2026, 11, 22, 10, 0, 0, 0, zone)
		day := memtide.Clock(now).Truncate(24 * time.Hour)
		yesterday := event.Range{From: day.AddDate(0, 0, -1), Until: day}
		if err := w.Ledger.Read(t.Context(), w.space, func(v ledger.View) error {
			s := tools.NewSearcher(v, event.Query{Space: w.space, Mode: event.ModePrompt, Text: "What was oiled yesterday?", Now: now, Project: "shop"}, yesterday)
			found, err := s.Run(event.Search{Tool: event.SearchTimeline, Ranges: []event.Range{yesterday}, Limit: 10}, nil)
			if len(found) != 5 {
				t.Errorf("UTC%+d: %d of yesterday", ahead, len(found))
			}
			if err != nil {
				return err
			}
			all, err := tools.Lookup(v, w.space, tools.Filter{After: time.Date(2026, 12, 23, 0, 0, 0, 0, zone), Before: time.Date(2026, 12, 24, 0, 0, 0, 0, zone), Now: now})
			if len(all) != 1 || all[0].Node.Content != "The fair opens." {
				t.Errorf("UTC%+d: on the 23rd %v", ahead, all)
			}
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
}
