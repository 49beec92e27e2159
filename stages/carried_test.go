package stages_test

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// What changes is known though the user names neither the thing nor what it was: the reply does. What the
// reply says of its own accord changes nothing.
func TestTheReplySaysWhatChanged(t *testing.T) {
	w := newWorld(t)
	day := func(session, prompt, reply string) {
		w.clock = w.clock.Add(48 * time.Hour)
		w.halves(session, "1", prompt, reply)
		w.settle()
	}
	day("s1", "Tide mails go out 24 hours before the ferry.", "The job picks ferries that leave in 24 hours.")
	day("s2", "The winch cable holds 900 kg.", "Noted: the winch cable holds 900 kg.")
	day("s3", "too late for the islanders, 48 pls", "The tide mails go out 48 hours before the ferry now.")
	day("s4", "Check the winch.", "The winch cable holds 700 kg now.")
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

// What the user said and what the reply made of it are of one thing, since both give the value: when the
// reply's is another one, so is the user's.
func TestWhatTheReplyMadeOfIt(t *testing.T) {
	w := newWorld(t)
	day := func(session, prompt, reply string) {
		w.clock = w.clock.Add(48 * time.Hour)
		w.halves(session, "1", prompt, reply)
		w.settle()
	}
	day("s1", "We keep harbour films for 90 days, and a tide table has 12 pages.", "The pruning job drops films older than 90 days now.")
	day("s2", "too dear, settle on 40 please", "The pruning job drops films older than 40 days now.")
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
