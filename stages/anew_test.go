package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// talk hands over the exchanges of a session, a prompt and its reply in turn.
func (w *world) talk(session string, halves ...string) {
	w.t.Helper()
	w.clock = w.clock.Add(48 * time.Hour)
	for i := 0; i+1 < len(halves); i += 2 {
		w.clock = w.clock.Add(time.Minute)
		w.halves(session, string(rune('a'+i)), halves[i], halves[i+1])
		w.settle()
	}
}

// toldAsPast reports whether each line of a block that has a text is marked, and whether there is one.
func toldAsPast(block, text string) (marked, told bool) {
	marked = true
	for line := range strings.SplitSeq(block, "\n") {
		if before, _, since := strings.Cut(line, "since then"); strings.Contains(before, text) {
			told = true
			marked = marked && since
		}
	}
	return marked, told
}

// What is changed by a pronoun, or set right, is what was told in the exchange before.
func TestAPronounChangesWhatWasToldBefore(t *testing.T) {
	for _, c := range []struct {
		name    string
		first   []string // a session of its own, before
		halves  []string
		prompt  string
		old     string
		changed bool
	}{
		{"that", nil, []string{"the gate checks run every 30 days", "Got it.", "Make that 60 days for the checks", "Okay."}, "How often do the gate checks run?", "30 days", true},
		{"it", nil, []string{"my hearing test is on 26 february", "Noted.", "it was moved to 5 march", "Thanks."}, "When is my hearing test?", "26 february", true},
		{"set right", nil, []string{"the code of the shed is 4321", "ok", "no wait, not 4321. the caretaker reserved it. 4410", "ok"}, "What is the code of the shed?", "4321", true},
		{"of what was asked", []string{"my hearing test is on 26 february", "Noted."},
			[]string{"when is my hearing test?", "Your hearing test is on 26 February.", "it was moved to 5 march", "Thanks."}, "On which day is my hearing test?", "26 february", true},
		{"of what was answered in brief", []string{"the lock freeze starts on 12 december", "Noted."},
			[]string{"when does the lock freeze start?", "On 12 December.", "they pulled it forward to 5 december", "Noted."}, "When does the lock freeze start?", "12 december", true},
		{"of an order", []string{"the tide pump runs at 40 rpm", "Noted."}, []string{"raise the tide pump to 50 rpm", "Done.", "hm no, 55", "Done."}, "How fast does the tide pump run?", "40 rpm", true},
		{"of no memory", nil, []string{"The harbour logo is red.", "Okay.", "make it blue", "Done."}, "Which colour does the harbour logo have?", "logo is red", true},
		{"of another thing", nil, []string{"the gate checks run every 30 days", "Got it.", "the backups are slow. make those 60 days", "Okay."}, "How often do the gate checks run?", "30 days", false},
		{"of what the reply told", nil, []string{"jobs stop after 20 seconds", "The run took 50 seconds.", "make it 40 seconds", "Okay."}, "After how long do jobs stop?", "20 seconds", false},
		{"of what was not asked", []string{"my hearing test is on 26 february", "Noted."},
			[]string{"when is the dentist?", "I only know of your hearing test, on 26 February.", "it was moved to 5 march", "Thanks."}, "When is my hearing test?", "26 february", false},
		{"of one of two", []string{"my hearing test is on 26 february", "Noted.", "the hearing test of my son is on 26 february", "Noted."},
			[]string{"when is the hearing test?", "On 26 February.", "it was moved to 5 march", "Thanks."}, "When is my hearing test?", "26 february", false},
		{"of an exchange before that", nil, []string{"jobs stop after 20 seconds", "ok", "how is the weather?", "Windy.", "make it 40 seconds", "ok"}, "After how long do jobs stop?", "20 seconds", false},
		{"asked", nil, []string{"my hearing test is on 26 february", "Noted.", "was it moved to 5 march?", "No."}, "When is my hearing test?", "26 february", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.talk("s0", c.first...)
			w.talk("s1", c.halves...)
			w.clock = w.clock.Add(48 * time.Hour)
			got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: c.prompt}).Block
			if marked, told := toldAsPast(got, c.old); marked != c.changed || !told {
				t.Errorf("marked %v, told %v\n%s", marked, told, got)
			}
		})
	}
}

// An order that the agent does not carry out, or that is taken back, changes nothing.
func TestAnOrderThatIsNotCarriedOutChangesNothing(t *testing.T) {
	for _, c := range []struct {
		name    string
		halves  []string
		changed bool
	}{
		{"refused", []string{"raise the tide pump to 55 rpm", "I can't do that, the controller takes no more than 50."}, false},
		{"taken back", []string{"raise the tide pump to 55 rpm", "Done.", "no, leave it as it was", "Back as it was."}, false},
		{"in one breath", []string{"raise the tide pump to 55 rpm. hm no, keep it as it is", "Ok."}, false},
		{"carried out", []string{"raise the tide pump to 55 rpm", "Done, though I couldn't run the tests.", "thanks, now run the lint", "Clean."}, true},
		{"insisted on", []string{"raise the tide pump to 55 rpm", "Raised to 50.", "no, 55!", "Done."}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.talk("s0", "The tide pump runs at 40 rpm.", "Noted.")
			w.talk("s1", c.halves...)
			w.clock = w.clock.Add(48 * time.Hour)
			got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How fast does the tide pump run?"}).Block
			if marked, told := toldAsPast(got, "40 rpm"); marked != c.changed || !told {
				t.Errorf("marked %v, told %v\n%s", marked, told, got)
			}
		})
	}
}

// Once it is done, what the agent says of itself later takes nothing back.
func TestASecondReplyTakesNothingBack(t *testing.T) {
	w := newWorld(t)
	w.talk("s0", "The tide pump runs at 40 rpm.", "Noted.")
	w.talk("s1", "raise the tide pump to 55 rpm", "Done.")
	w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "s1", PromptID: "later", Project: "shop", Text: "I can't do that, the controller takes no more than 50."})
	w.settle()
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How fast does the tide pump run?"}).Block
	if marked, told := toldAsPast(got, "40 rpm"); !marked || !told {
		t.Errorf("told as if it held:\n%s", got)
	}
}

// A fact that an agent can do nothing about stays changed though the agent says so.
func TestWhatIsSoNeedsNoAgent(t *testing.T) {
	w := newWorld(t)
	w.talk("s1", "my hearing test is on 26 february", "Noted.", "it was moved to 5 march", "I can't change your calendar.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "When is my hearing test?"}).Block
	if marked, told := toldAsPast(got, "26 february"); !marked || !told {
		t.Errorf("told as if it held:\n%s", got)
	}
}

// What a few words without a verb say stands with the sentence that they go on from, and what only denies a value is
// no rule.
func TestWhatGoesOnStandsWithWhatItGoesOnFrom(t *testing.T) {
	for said, want := range map[string]string{
		"the winch delivery is cancelled. comes on the 26th instead": "the winch delivery is cancelled. comes on the 26th instead",
		"the berth went up. 42 now":                                  "the berth went up. 42 now",
		"no wait, not 4321. the caretaker reserved it. 4410":         "",
	} {
		w := newWorld(t)
		w.talk("s1", said, "Ok.")
		if got := strings.Join(w.live(memories...), "|"); got != want {
			t.Errorf("%q: kept %q", said, got)
		}
	}
}

// A colour that an order gives a thing takes the place of the one that was told.
func TestAnOrderMakesAThingOtherwise(t *testing.T) {
	w := newWorld(t)
	w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "the harbour logo is red", Project: "shop"}, &memtide.Node{Kind: memtide.Fact, Content: "the harbour logo links to the quay", Project: "shop"})
	w.talk("s1", "make the harbour logo blue", "Done, it's changed.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "What colour is the harbour logo, and where does the harbour logo link to?"}).Block
	if marked, told := toldAsPast(got, "logo is red"); !marked || !told {
		t.Errorf("told as if it held:\n%s", got)
	}
	if marked, told := toldAsPast(got, "links to the quay"); marked || !told {
		t.Errorf("nothing has changed of it:\n%s", got)
	}
}
