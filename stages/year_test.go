package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/tools"
)

const (
	yearDays     = 365
	yearSessions = 20
)

// TestYear plays a year of a store: 365 nights with 20 sessions a day on a clock
// of its own, with corrections, topics that are never spoken of again, confirmed
// facts and plans. Every tenth night's jobs run twice: the second time they change
// nothing. At the end it is known what is alive, archived and superseded; nothing
// confirmed is lost, and what could be asked after a month can be asked after a
// year.
func TestYear(t *testing.T) {
	if testing.Short() || raced {
		t.Skip("takes minutes: make year")
	}
	y := &year{world: newWorldWith(t, stagestest.Options{}), t: t, by: map[string]time.Duration{}}
	y.clock = time.Date(2025, 1, 1, 8, 0, 0, 0, time.UTC)
	for day := range yearDays {
		y.day(day)
		y.night(day)
		if day == 30 {
			y.early = y.answered()
		}
	}
	y.verify()
}

type year struct {
	*world
	t         *testing.T
	confirmed []memtide.ID
	early     map[string]bool
	took      []time.Duration // of a night
	by        map[string]time.Duration
	sets      int // made by jobs
}

// planted are said in the first days, with the question that each answers.
var planted = []struct{ said, question, answer string }{
	{"The staging server of Harbour is called heron.", "What is the staging server of Harbour called?", "heron"},
	{"My sister Anna lives in Lisbon.", "Where does my sister live?", "Lisbon"},
	{"Always run the linter before you commit.", "What do I always want before a commit?", "linter"},
	{"We decided to use PostgreSQL for the ledger of invoices.", "Which database did we choose for the ledger of invoices?", "PostgreSQL"},
	{"The release of Harbour leaves on Thursdays.", "On which day does the release of Harbour leave?", "Thursday"},
	{"Carla is the only one who may reboot the build machine.", "Who may reboot the build machine?", "Carla"},
	{"The invoices archive is kept in the cellar of the museum.", "Where is the invoices archive kept?", "cellar"},
	{"I prefer tabs over spaces in Go files.", "What do I prefer in Go files?", "tabs"},
}

var (
	yearNouns  = []string{"ticket", "parser", "gateway", "report", "index", "cache", "webhook", "migration", "queue", "dashboard", "invoice", "schema"}
	yearPlaces = []string{"Bremen", "Porto", "Graz", "Tartu", "Ghent", "Turku", "Brno", "Cork"}
)

// day says what is said on a day.
func (y *year) day(day int) {
	y.t.Helper()
	start := time.Date(2025, 1, 1, 8, 0, 0, 0, time.UTC).AddDate(0, 0, day)
	for s := range yearSessions {
		y.clock = start.Add(time.Duration(s) * 30 * time.Minute)
		session := fmt.Sprintf("d%d-s%d", day, s)
		n := day*yearSessions + s
		y.say(session, "harbour", fmt.Sprintf("The %s %d was moved to %s.", yearNouns[n%len(yearNouns)], 10000+n, yearPlaces[n%len(yearPlaces)]))
		y.take(event.TurnRequest{Role: memtide.RoleAgent, Session: session, Project: "harbour", Client: "test", PromptID: session, Text: fmt.Sprintf("Noted for number %d.", 10000+n)})
		if s == 0 {
			y.special(day, session)
		}
	}
	y.settle()
	if day == 2 {
		for _, n := range y.nodes(memories...) {
			if n.Live() && (strings.Contains(n.Content, "heron") || strings.Contains(n.Content, "Anna")) {
				if _, err := tools.Confirm(y.t.Context(), y.Ledger, y.space, n.ID, y.clock); err != nil {
					y.t.Fatal(err)
				}
				y.confirmed = append(y.confirmed, n.ID)
			}
		}
	}
}

func (y *year) special(day int, session string) {
	y.t.Helper()
	switch {
	case day < len(planted)/4:
		for _, p := range planted[4*day : 4*day+4] {
			y.say(session, "harbour", p.said)
		}
	case day == 2:
		y.say(session, "harbour", "We plan to hire a second tester some day.")
	case day == 3:
		y.say(session, "harbour", "The rent of the barn is 400 euros.")
	case day == 40:
		y.say(session, "harbour", "We will publish the price list on 20 February 2025.")
	case day == 200:
		y.say(session, "harbour", "The rent of the barn was raised to 450 euros.")
	}
}

var nightly = []string{"turnover", "consolidate", "decay", "enrich", "infer", "link", "drain", "prune"}

// night runs every job and, every tenth night, every job again.
func (y *year) night(day int) {
	y.t.Helper()
	at := time.Date(2025, 1, 2, 3, 0, 0, 0, time.UTC).AddDate(0, 0, day)
	d := maintain.Deps{Bus: y.Bus, Ledger: y.Ledger, MaxSize: 100 << 20}
	start := time.Now()
	for _, name := range nightly {
		begun := time.Now()
		y.sets += y.do(d, name, at).Changes
		y.by[name] += time.Since(begun)
	}
	y.took = append(y.took, time.Since(start))
	if day%10 != 0 {
		return
	}
	before := y.hash()
	for _, name := range nightly {
		if again := y.do(d, name, at.Add(time.Minute)); again.Changes != 0 {
			y.t.Errorf("night %d: %s again: %+v", day, name, again)
		}
	}
	if y.hash() != before {
		y.t.Errorf("night %d: the second run has changed something", day)
	}
}

func (y *year) do(d maintain.Deps, name string, at time.Time) event.JobEnded {
	y.t.Helper()
	ended, _, err := maintain.Run(y.t.Context(), d, event.JobDue{Job: name, Space: y.space, ScheduledAt: at, Cause: "cron"}, false)
	if err != nil {
		y.t.Fatalf("%s at %s: %v", name, at, err)
	}
	if len(ended.Refused) > 0 {
		y.t.Errorf("%s at %s: %v", name, at, ended.Refused)
	}
	return ended
}

// answered asks the planted questions, each in a session of its own.
func (y *year) answered() map[string]bool {
	y.t.Helper()
	found := map[string]bool{}
	for i, p := range planted {
		r := y.ask(event.AskRequest{Session: fmt.Sprintf("ask-%d-%d", y.clock.Unix(), i), Project: "harbour", Prompt: p.question})
		found[p.question] = strings.Contains(r.Block, p.answer)
	}
	return found
}

func (y *year) verify() {
	t := y.t
	late := y.answered()
	for q, was := range y.early {
		if was && !late[q] {
			t.Errorf("could be answered after a month and not after a year: %s", q)
		}
	}
	if len(y.confirmed) < 2 {
		t.Errorf("%d facts were confirmed", len(y.confirmed))
	}
	for _, id := range y.confirmed {
		if n := y.node(id); !n.Live() {
			t.Errorf("confirmed and lost: %+v", n)
		}
	}
	state := map[string]string{}
	for _, n := range y.nodes(memories...) {
		s := "live"
		switch {
		case !n.SupersededBy.IsZero():
			s = "superseded"
		case !n.ArchivedAt.IsZero():
			s = "archived"
		}
		key := string(n.Kind) + " " + n.Content
		if state[key] == "" || s == "live" {
			state[key] = s
		}
	}
	for key, want := range map[string]string{
		"plan We will publish the price list on 20 February 2025.":  "superseded",
		"event We will publish the price list on 20 February 2025.": "live",
		"plan We plan to hire a second tester some day.":            "archived",
	} {
		if state[key] != want {
			t.Errorf("%s: %q, want %s", key, state[key], want)
		}
	}
	live := y.live(memories...)
	if slices.ContainsFunc(live, func(s string) bool { return strings.Contains(s, "400 euros") }) ||
		!slices.ContainsFunc(live, func(s string) bool { return strings.Contains(s, "450 euros") }) {
		t.Error("the rent was not corrected")
	}
	y.rebuilt()
	y.report(len(late))
}

// report prints what a year costs.
func (y *year) report(asked int) {
	slices.Sort(y.took)
	kinds := map[memtide.Kind]int{}
	for _, n := range y.nodes(memtide.Kinds...) {
		kinds[n.Kind]++
	}
	for _, stream := range []string{bus.StreamTurns, bus.StreamLedger} {
		st, err := y.State(y.t.Context(), stream)
		if err != nil {
			y.t.Fatal(err)
		}
		y.t.Logf("%s: %d messages, %.1f MB", stream, st.Messages, float64(st.Bytes)/1e6)
	}
	y.t.Logf("all nights by job: %v", y.by)
	answered := 0
	for _, ok := range y.answered() {
		if ok {
			answered++
		}
	}
	y.t.Logf("a night: median %s, longest %s; %d change sets of jobs; nodes %v; %d of %d questions answered",
		y.took[len(y.took)/2].Round(time.Millisecond), y.took[len(y.took)-1].Round(time.Millisecond), y.sets, kinds, answered, asked)
}
