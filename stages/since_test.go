package stages_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

var sinceID = regexp.MustCompile(`since then: (\[\w+\])`)

// A line names by its id what has changed since only where a line of that id tells it:
// however little room the block has, nobody is sent to what is not there.
func TestWhatHasChangedIsNamedWhereItStands(t *testing.T) {
	w := newWorld(t)
	w.say("monday", "shop", "The lighthouse lamp blinks every nine seconds at 24 volts. The lighthouse horn needs 60 watts. The lighthouse door weighs 80 kg.")
	changed := []string{"We changed the lighthouse lamp to 48 volts.",
		"We changed the lighthouse horn to 90 watts, which took the electrician of the harbour a whole morning and most of the cable that was left on the big drum behind the shed.",
		"We changed the lighthouse door to 120 kg."}
	for i, s := range changed {
		w.say(fmt.Sprint("day", i), "shop", s)
	}
	w.settle()
	named, spelled := 0, 0
	for tokens := 20; tokens <= 300; tokens += 10 {
		got := w.ask(event.AskRequest{Session: fmt.Sprint("s", tokens), Project: "shop", Tokens: tokens, Prompt: "How many volts, watts and kg do the lamp, the horn and the door of the lighthouse have?"}).Block
		for _, id := range sinceID.FindAllStringSubmatch(got, -1) {
			if named++; !strings.Contains(got, ") "+id[1]+" ") {
				t.Errorf("in %d tokens %s is not in\n%s", tokens, id[1], got)
			}
		}
		for _, s := range changed {
			if strings.Contains(got, "since then: "+s) {
				if spelled++; strings.Count(got, s) > 1 {
					t.Errorf("in %d tokens %q is told twice:\n%s", tokens, s, got)
				}
			}
		}
	}
	if named == 0 || spelled == 0 {
		t.Errorf("%d are named, %d told in words: this proves nothing", named, spelled)
	}
}

// What is told in a half-turn of which no memory was made is told as past, too, where what has taken its place
// stands beside it.
func TestAHalfTurnTellsWhatHasChangedSince(t *testing.T) {
	w := newWorld(t)
	w.dayOf("s1", "we keep the radar films for 60 days", "`FILM_DAYS` is 60 in the recorder.")
	w.dayOf("s2", "write a line for the visitors' board on the radar films", "The board says: radar films are gone after 60 days.")
	w.dayOf("s3", "we keep the radar films for 90 days now", "`FILM_DAYS` is 90 now.")
	w.dayOf("s4", "the lock's build runs on Jenkins, can you add a lint stage", "Added a lint stage to the Jenkinsfile; Jenkins runs it after each push.")
	w.dayOf("s5", "we moved the lock's build from Jenkins to Buildkite", "The pipeline.yml has the lint stage.")
	w.dayOf("s6", "the crane is painted every 60 days", "Noted.")
	for n, prompt := range []string{"What does the visitors' board say about the radar films, after how many days are they gone?", "How does the lock's build run the lint stage?", "How often is the crane painted, every how many days?"} {
		got := w.ask(event.AskRequest{Session: fmt.Sprint("q", n), Project: "shop", Prompt: prompt}).Block
		told := false
		for line := range strings.SplitSeq(got, "\n") {
			marked := strings.Contains(line, "since then")
			switch {
			case strings.Contains(line, "after 60 days"), strings.Contains(line, "the Jenkinsfile"), strings.Contains(line, "runs on Jenkins"):
				if told = true; !marked {
					t.Errorf("told as if it held: %s", line)
				}
			case strings.Contains(line, "the crane is painted"), strings.Contains(line, "pipeline.yml"):
				if told = told || n == 2; marked {
					t.Errorf("nothing has changed of it: %s", line)
				}
			}
		}
		if !told {
			t.Errorf("%q: this proves nothing\n%s", prompt, got)
		}
	}
}

// Of what was told on one day the time of day says which is the later, where it is of the same thing and there is room for it.
func TestOfOneDayTheTimeIsTold(t *testing.T) {
	w := newWorld(t)
	w.say("s1", "shop", "we print the regatta photos in the blue shed")
	w.say("s2", "shop", "the regatta photos go to the harbour gallery")
	w.say("s2", "shop", "The crane is painted every 60 days. The crane is painted grey.")
	w.clock = w.clock.Add(24 * time.Hour)
	w.say("s3", "shop", "the regatta has 40 boats")
	w.settle()
	ask := func(session string, tokens int) string {
		return w.ask(event.AskRequest{Session: session, Project: "shop", Prompt: "Where do the regatta photos go, how many boats does it have, and how often is the crane painted?", Tokens: tokens}).Block
	}
	got := ask("q1", 0)
	for _, want := range []string{`- \(2026-11-20 10:01\) \[\w+\] we print the regatta photos`, `- \(2026-11-20 10:02\) \[\w+\] the regatta photos go`, `- \(2026-11-20\) \[\w+\] The crane is painted every 60 days\.\n`, `- \(2026-11-20\) \[\w+\] The crane is painted grey`, `- \(2026-11-21\) \[\w+\] the regatta has`} {
		if !regexp.MustCompile(want).MatchString(got) {
			t.Errorf("%s is not in\n%s", want, got)
		}
	}
	// No memory gives way for it: what is told in so many tokens is what was told without it.
	for tokens := 10; tokens <= 80; tokens++ {
		r := w.ask(event.AskRequest{Session: fmt.Sprint("b", tokens), Project: "shop", Prompt: "Where do the regatta photos go, how many boats does it have, and how often is the crane painted?", Tokens: tokens})
		if lines := strings.Count(r.Block, "\n- ("); lines > 1 && r.Tokens > tokens {
			t.Errorf("%d tokens of %d:\n%s", r.Tokens, tokens, r.Block)
		}
	}
}

// What has changed for the user everywhere says nothing of what a half-turn of one project tells.
func TestAHalfTurnIsMarkedByItsProjectAlone(t *testing.T) {
	w := newWorld(t)
	w.say("s1", "", "The radar films are kept for 60 days.")
	w.dayOf("s2", "write a line for the visitors' board on the radar films", "The board says: radar films are gone after 60 days.")
	w.say("s3", "", "The radar films are kept for 90 days now.")
	w.settle()
	got := w.ask(event.AskRequest{Session: "q", Project: "shop", Prompt: "What does the visitors' board say about the radar films, after how many days are they gone?"}).Block
	told := false
	for line := range strings.SplitSeq(got, "\n") {
		if strings.Contains(line, "after 60 days") {
			if told = true; strings.Contains(line, "since then") {
				t.Errorf("marked by what holds elsewhere: %s", line)
			}
		}
	}
	if !told || !strings.Contains(got, "90 days") {
		t.Errorf("this proves nothing:\n%s", got)
	}
}
