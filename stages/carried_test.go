package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// dayOf hands over an exchange in a session of its own, two days after what was before.
func (w *world) dayOf(session, prompt, reply string) {
	w.clock = w.clock.Add(48 * time.Hour)
	w.halves(session, "1", prompt, reply)
	w.settle()
}

// What changes is known though the user names neither the thing nor what it was: the reply does. What the
// reply says of its own accord changes nothing.
func TestTheReplySaysWhatChanged(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "Tide mails go out 24 hours before the ferry.", "The job picks ferries that leave in 24 hours.")
	w.dayOf("s2", "The winch cable holds 900 kg.", "Noted: the winch cable holds 900 kg.")
	w.dayOf("s3", "too late for the islanders, 48 pls", "The tide mails go out 48 hours before the ferry now.")
	w.dayOf("s4", "Check the winch.", "The winch cable holds 700 kg now.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How long before the ferry do tide mails go out?"}).Block
	if !strings.Contains(got, "48 hours before the ferry now") {
		t.Errorf("the new value is not told\n%s", got)
	}
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "Tide mails go out 24 hours") && !strings.Contains(line, "since then") {
			t.Errorf("told as if it held: %s", line)
		}
	}
	got = w.ask(event.AskRequest{Session: "r", Project: "shop", Prompt: "How much does the winch cable hold?"}).Block
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "900 kg") && strings.Contains(line, "since then") {
			t.Errorf("nobody but the agent says so: %s", line)
		}
	}
}

// Who wants to have back what was names neither value: the reply does.
func TestTheReplyGivesBackWhatWas(t *testing.T) {
	for n, c := range []struct{ first, firstReply, second, secondReply, third, thirdReply, gone, back string }{
		{"limit the belt to 25", "`BELT_PACE` is 25 in belt.toml now.", "Ida wants 40 for the herring season, go with that", "`BELT_PACE` is 40 now.",
			"40 wore two belts out, back to the old pace", "`BELT_PACE` is 25 again.", "40", "`BELT_PACE` is 25 again"},
		{"The ferry leaves at 15:30.", "Noted.", "the ferry leaves at 16:00 from monday on", "Changed the ferry to 16:00 in the timetable.",
			"the ferry is back to the old time", "Changed the ferry back to 15:30 in the timetable.", "16:00", "back to 15:30"},
		{"Jonas is on the quay until august, boarding is at 15:30", "Noted.", "new: boarding is at 16:00 from now on because of the crew", "Changed the boarding to 16:00 in the timetable.",
			"boarding is back to the old time, the crew left", "Changed the boarding back to 15:30.", "16:00", "back to 15:30"}, // of which all four speak
	} {
		w := newWorld(t)
		w.dayOf("s1", c.first, c.firstReply)
		w.dayOf("s2", c.second, c.secondReply)
		w.dayOf("s3", c.third, c.thirdReply)
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: []string{"Which pace has the belt now?", "When does the ferry leave?", "When is the boarding?"}[n]}).Block
		if !strings.Contains(got, c.back) {
			t.Errorf("what it is again is not told\n%s", got)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if strings.Contains(line, c.gone) && !strings.Contains(line, "since then") && !strings.Contains(line, c.third) {
				t.Errorf("told as if it held: %s", line)
			}
		}
	}
}

// One name of a program has another number now, whatever else both replies tell of it.
func TestTheReplySetsAnotherNumber(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "guests may cancel up to 24 hours before", "`CANCEL_HOURS = 24` is in the config, and the page refuses later ones with a hint to phone.")
	w.dayOf("s2", "12h is enough, says Ida", "`CANCEL_HOURS` is 12, and the text on the quay says so.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "What is CANCEL_HOURS in the config, and what does the page refuse?"}).Block
	told := false
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "`CANCEL_HOURS = 24`") {
			if told = true; !strings.Contains(line, "since then") {
				t.Errorf("told as if it held: %s", line)
			}
		}
	}
	if !told || !strings.Contains(got, "is 12") {
		t.Errorf("told\n%s", got)
	}
}

// What the user said and what the reply made of it are of one thing, since both give the value: when the
// reply's is another one, so is the user's.
func TestWhatTheReplyMadeOfIt(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "We keep harbour films for 90 days, and a tide table has 12 pages.", "The pruning job drops films older than 90 days now.")
	w.dayOf("s2", "too dear, settle on 40 please", "The pruning job drops films older than 40 days now.")
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How long do we keep harbour films?"}).Block
	told := false
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "harbour films for 90 days") {
			told = strings.Contains(line, "since then")
		}
	}
	if !told || !strings.Contains(got, "40 days") {
		t.Errorf("told as if it held\n%s", got)
	}
}

// Who only asks, or writes at length, has changed nothing by what the reply says, and neither has
// what is told in the same breath.
func TestTheReplyAloneChangesNothing(t *testing.T) {
	long := "We go to 35 soon. " + strings.Repeat("The harbour master has a long story to tell about each of the boats. ", 6)
	for name, c := range map[string]struct{ first, prompt, reply string }{
		"a question":  {"A berth takes 20 minutes.", "Is it 35 by now?", "A berth takes 35 minutes now."},
		"a long tale": {"A berth takes 20 minutes.", long, "A berth takes 35 minutes now."},
		"one breath":  {"A berth takes a ferry.", "", ""},
	} {
		w := newWorld(t)
		if c.prompt == "" {
			w.halves("s1", "1", c.first+" 35 minutes for all.", "A berth takes 35 minutes now.")
		} else {
			w.halves("s1", "1", c.first, "Noted.")
			w.clock = w.clock.Add(48 * time.Hour)
			w.settle()
			w.halves("s2", "1", c.prompt, c.reply)
		}
		w.clock = w.clock.Add(48 * time.Hour)
		w.settle()
		got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "What do we know of a berth, and what does it take?"}).Block
		told := false
		for line := range strings.SplitSeq(got, "\n") {
			if strings.Contains(line, c.first) || strings.Contains(line, strings.TrimSuffix(c.first, ".")) {
				if told = true; strings.Contains(line, "since then") {
					t.Errorf("%s: %s", name, line)
				}
			}
		}
		if !told {
			t.Errorf("%s: not told\n%s", name, got)
		}
	}
}

// What stands in pasted text is nobody's wish: a reply that gives a value of it changes nothing.
func TestAReplyToPastedTextChangesNothing(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "The winch cable holds 900 kg.", "Noted.")
	w.clock = w.clock.Add(48 * time.Hour)
	const pasted = "cable test: the winch cable holds 700 kg"
	text := "Read the log of the test.\n" + pasted
	w.take(event.TurnRequest{Session: "s2", PromptID: "1", Project: "shop", Text: text, Quotes: []memtide.Quote{{Start: len(text) - len(pasted), End: len(text), Kind: "paste"}}})
	w.take(event.TurnRequest{Session: "s2", PromptID: "1", Project: "shop", Role: memtide.RoleAgent, Text: "The log is short. The reason is that the winch cable holds 700 kg now, because a strand broke."})
	w.settle()
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "How much does the winch cable hold?"}).Block
	if !strings.Contains(got, "holds 900 kg") {
		t.Errorf("not told\n%s", got)
	}
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "900 kg") && strings.Contains(line, "since then") {
			t.Error(line)
		}
	}
}
