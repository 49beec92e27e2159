package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestSayingItAgainReinforces(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My brother Tom weighs 78 kg.")
	w.settle()
	before := w.nodes(memories...)
	w.say("two", "", "My brother Tom weighs 78 kg!")
	w.settle()
	after := w.nodes(memories...)
	if len(before) != 1 || len(after) != 1 || after[0].AccessCount != 1 || after[0].LastAccessed.IsZero() {
		t.Fatalf("said again: %d memories, then %d: %+v", len(before), len(after), after)
	}
	for i, s := range []string{"My brother Tom weighs 79 kg.", "My brother Jim weighs 79 kg."} {
		w.say("three", "", s)
		w.settle()
		if all := w.nodes(memories...); len(all) != 2+i || all[0].AccessCount != 1 {
			t.Errorf("%s: %d memories, want %d", s, len(all), 2+i)
		}
	}
}

func TestWhatAHalfTurnRepeatsIsOneMemory(t *testing.T) {
	w := newWorld(t)
	const rule = "Always oil the crane before noon."
	w.say("one", "", strings.Repeat(rule+" ", 3))
	w.settle()
	if all := w.nodes(memories...); len(all) != 1 || all[0].Content != rule {
		t.Fatalf("%d memories, want one: %+v", len(all), all)
	}
	w.say("two", "", rule+" "+rule)
	w.settle()
	if all := w.nodes(memories...); len(all) != 1 || all[0].AccessCount != 1 {
		t.Errorf("said again: %d memories, want one, which was said again once: %+v", len(all), all)
	}
}

// In a long sentence one number hardly changes the likeness, and yet it says
// something else.
func TestAChangedNumberIsNeverARestatement(t *testing.T) {
	w := newWorld(t)
	const long = "My brother Tom measured yesterday evening, together with several patient colleagues, how quickly the heavy wooden garden gate " +
		"behind the old brick barn closes after strong wind, rain, snow, frost, fog, hail, thunder, heat, storm and drought, and wrote %d seconds into his green notebook."
	for i, n := range []int{78, 79, 78} {
		w.say(fmt.Sprint(i), "", fmt.Sprintf(long, n))
		w.settle()
	}
	all := w.nodes(memories...)
	if len(all) != 3 || all[0].SupersededBy != all[1].ID || all[1].SupersededBy != all[2].ID || !all[2].Live() {
		t.Errorf("%d memories, want 3, each in the place of the one before: %+v", len(all), all)
	}
}

func TestAChangeTakesThePlaceOfWhatWas(t *testing.T) {
	w := newWorld(t)
	const was, is = "The database layer uses Prisma.", "The database layer now uses Drizzle instead of Prisma."
	w.say("one", "shop", was)
	w.settle()
	w.say("two", "shop", is)
	w.settle()
	all := w.nodes(memories...)
	if len(all) != 2 {
		t.Fatalf("memories: %+v", all)
	}
	old, now := all[0], all[1]
	if old.Content != was || old.SupersededBy != now.ID || w.edges(memtide.Supersedes) != 1 || now.Attributes["previous_text"] != was {
		t.Errorf("old %+v\nnew %+v", old, now)
	}
	r := w.ask(event.AskRequest{Mode: event.ModeQuery, Project: "shop", Prompt: "Drizzle", Limit: 20})
	found := false
	for _, it := range r.Items {
		found = found || it.ID == now.ID
		if it.ID == old.ID {
			t.Errorf("the superseded one is shown: %+v", it)
		}
	}
	if !found {
		t.Errorf("the successor is not shown: %+v", r.Items)
	}
}

// A move is told as an event; what it ends was told as a fact.
func TestAMoveEndsWhatWasSaidBefore(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "Our ORM is Prisma.")
	w.settle()
	w.say("two", "shop", "We moved from Prisma to Drizzle.")
	w.settle()
	r := w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "Which ORM do we use, is it Prisma?"})
	if !strings.Contains(r.Block, "Drizzle") || strings.Contains(r.Block, "Our ORM is Prisma") {
		t.Errorf("got %q (%s)", r.Block, r.Reason)
	}
}

// What differs only in whose it is stands side by side, and a change ends what it
// is about.
func TestOneThingDoesNotTakeThePlaceOfAnother(t *testing.T) {
	w := newWorld(t)
	for i, s := range []string{
		"Payment terms of the harbour office are 45 days.",
		"Payment terms of the port authority are 60 days.",
		"The pilots' union's payment terms are 30 days.",
		"Payment terms of the port authority are now 50 days.",
	} {
		w.say(fmt.Sprint(i), "", s)
		w.settle()
	}
	want := []string{"Payment terms of the harbour office are 45 days.", "The pilots' union's payment terms are 30 days.", "Payment terms of the port authority are now 50 days."}
	if got := w.live(memories...); !slices.Equal(got, want) {
		t.Errorf("stand: %q, want %q", got, want)
	}
}

// A narrower thing has a value of its own, and keeps it when that of the thing changes.
func TestANarrowerThingHasItsOwnValue(t *testing.T) {
	w := newWorld(t)
	for i, s := range []string{"The crate size is 64.", "The herring crate size is 128.", "The crate size is 32 now.", "The herring crate size is 96 now."} {
		w.say(fmt.Sprint(i), "", s)
		w.settle()
	}
	want := []string{"The crate size is 32 now.", "The herring crate size is 96 now."}
	if got := w.live(memories...); !slices.Equal(got, want) {
		t.Errorf("stand: %q, want %q", got, want)
	}
}

// A word that arrives late and was said earlier is stored as superseded, even
// when it says that it replaces something.
func TestALateWordNeverTakesThePlaceOfALaterOne(t *testing.T) {
	w := newWorld(t)
	at := w.clock
	early, later := "The database layer now uses Drizzle instead of Prisma.", "The database layer uses Prisma."
	w.take(event.TurnRequest{Session: "b", Text: later, Time: at.Add(-time.Hour)})
	w.settle()
	w.take(event.TurnRequest{Session: "a", Text: early, Time: at.Add(-48 * time.Hour)})
	w.settle()
	all := w.nodes(memories...)
	if got := w.live(memories...); len(all) != 2 || !slices.Equal(got, []string{later}) {
		t.Errorf("of %d memories stands: %q", len(all), got)
	}
	r := w.ask(event.AskRequest{Session: "ask", Prompt: "What does the database layer use?", Now: at})
	if !strings.Contains(r.Block, later) {
		t.Errorf("answer: %q (%s)", r.Block, r.Reason)
	}
}

func TestAContradictionIsAskedAbout(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "Always squash the commits before merging a branch.")
	w.settle()
	w.say("two", "shop", "Never squash the commits before merging a branch.")
	w.settle()
	if n := w.edges(memtide.Contradicts); n != 1 {
		t.Fatalf("%d contradictions among %q", n, w.live(memories...))
	}
	if got := w.live(memtide.Instruction); len(got) != 2 {
		t.Errorf("both stand until the user has spoken: %q", got)
	}
	r := w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "Should I squash the commits before merging this branch?"})
	if strings.Count(r.Block, "<memory-action-needed>") != 1 || strings.Count(r.Block, "</memory-action-needed>") != 1 {
		t.Errorf("block: %q (%s)", r.Block, r.Reason)
	}
	_, question, _ := strings.Cut(r.Block, "<memory-action-needed>")
	if !strings.Contains(question, "Always squash") || !strings.Contains(question, "Never squash") {
		t.Errorf("asks: %q", question)
	}
}

// What was said first and arrives last gives way to what replaces it, and the
// order of arrival decides nothing.
func TestWhatArrivesLateIsHeldAgainstWhatWasSaidAfterIt(t *testing.T) {
	const first, later = "The rent of the barn is 400 euros.", "The rent of the barn was raised to 450 euros."
	for _, lateFirst := range []bool{false, true} {
		w := newWorld(t)
		at := w.clock
		said := []event.TurnRequest{{Session: "a", Text: first, Time: at.Add(-2 * time.Hour)}, {Session: "b", Text: later, Time: at.Add(-time.Hour)}}
		if lateFirst {
			said[0], said[1] = said[1], said[0]
		}
		for _, in := range said {
			w.take(in)
			w.settle()
		}
		var old, now *memtide.Node
		for _, n := range w.nodes(memories...) {
			switch n.Content {
			case first:
				old = n
			case later:
				now = n
			}
		}
		if old == nil || now == nil || old.SupersededBy != now.ID || !now.Live() {
			t.Errorf("late %v: old %+v, new %+v", lateFirst, old, now)
		}
	}
}

// Two speakers have a budget each.
func TestOneSpeakersValueIsNotTheOthers(t *testing.T) {
	w := newWorld(t)
	w.take(event.TurnRequest{Session: "a", Speaker: "Ines", Text: "My budget for the barn roof is 400 euros."})
	w.settle()
	w.take(event.TurnRequest{Session: "a", Speaker: "Bo", Text: "My budget for the barn roof was raised to 450 euros."})
	w.settle()
	if n := w.edges(memtide.Supersedes); n != 0 {
		t.Errorf("%d replaced", n)
	}
}

// What is told late was of use, and sets no clock back.
func TestALateRepetitionSetsNoClockBack(t *testing.T) {
	w := newWorld(t)
	for _, session := range []string{"one", "two"} {
		w.say(session, "shop", "The staging port is 8080.")
		w.settle()
	}
	before := w.nodes(memtide.Fact)[0]
	w.take(event.TurnRequest{Session: "old", Project: "shop", Client: "test", Text: "The staging port is 8080.", Time: w.clock.AddDate(-1, 0, 0)})
	w.settle()
	if n := w.nodes(memtide.Fact)[0]; n.LastAccessed.Before(before.LastAccessed) || n.AccessCount != before.AccessCount+1 {
		t.Errorf("used %d times, last %v; before %d times, last %v", n.AccessCount, n.LastAccessed, before.AccessCount, before.LastAccessed)
	}
}

// A memory is as new as what its speaker said last, or who is to be believed as much: with
// an echo it is no newer, and what the user has said between the two takes its place.
func TestAnEchoMakesAMemoryNoNewer(t *testing.T) {
	for _, c := range []struct {
		name        string
		first, echo memtide.Trust
		last        string
	}{
		{"nobody", memtide.TrustUser, 0, "The staging port is 9090 now."},
		{"an agent", memtide.TrustUser, memtide.TrustAgent, "The staging port is 9090 now."},
		{"a tool", memtide.TrustUser, memtide.TrustTool, "The staging port is 9090 now."},
		{"the user", memtide.TrustUser, memtide.TrustUser, "The staging port is 8080."},
		{"the user, of an agent's", memtide.TrustAgent, memtide.TrustUser, "The staging port is 8080."},
	} {
		w := newWorld(t)
		say := func(trust memtide.Trust, session, text string, at time.Time) {
			w.take(event.TurnRequest{Session: session, Project: "shop", Client: "test", Fact: memtide.Fact, Text: text, Trust: trust, Time: at})
			w.settle()
		}
		first := w.clock
		w.clock = w.clock.Add(time.Hour)
		say(c.first, "one", "The staging port is 8080.", first)
		if c.echo > 0 {
			say(c.echo, "two", "The staging port is 8080.", w.clock)
		}
		say(memtide.TrustUser, "three", "The staging port is 9090 now.", first.Add(time.Minute))
		if got := w.live(memories...); len(got) != 1 || got[0] != c.last {
			t.Errorf("said again by %s: %q holds, want %q", c.name, got, c.last)
		}
	}
}

// A half-turn whose sender's clock is ahead is stored with the time of its arrival, and is
// the same when it is sent again.
func TestAHalfTurnOfTheFutureCountsOnce(t *testing.T) {
	for _, ahead := range []time.Duration{-time.Hour, 0, time.Minute, time.Hour, 400 * 24 * time.Hour} {
		w := newWorld(t)
		in := event.TurnRequest{Session: "one", Client: "test", Text: "The staging port is 8080.", Time: w.clock.Add(ahead)}
		first := w.take(in)
		w.clock = w.clock.Add(time.Second)
		if again := w.take(in); again.ID != first.ID || again.Outcome != event.TurnKnown {
			t.Errorf("%v ahead: %+v, then %+v", ahead, first, again)
		}
		w.settle()
		if n := w.nodes(memtide.Episode); len(n) != 1 || n[0].CreatedAt.After(w.clock.Add(10*time.Minute)) {
			t.Errorf("%v ahead: %d half-turns, of %v", ahead, len(n), n[0].CreatedAt)
		}
	}
}
