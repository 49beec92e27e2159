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
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/stagestest"
	"github.com/memtide/memtide/tools"
)

const (
	squash   = "Always squash the commits before merging a branch."
	noSquash = "Never squash the commits before merging a branch."
)

// disagree tells two rules that contradict each other.
func disagree(t *testing.T, w *world) tools.Conflict {
	t.Helper()
	w.say("one", "shop", squash)
	w.settle()
	w.say("two", "shop", noSquash)
	w.settle()
	all := w.conflicts()
	if len(all) != 1 || all[0].A.Content != squash || all[0].B.Content != noSquash {
		t.Fatalf("contradictions: %+v", all)
	}
	return all[0]
}

func (w *world) conflicts() (all []tools.Conflict) {
	w.t.Helper()
	if err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) (err error) {
		all, err = tools.Conflicts(v)
		return err
	}); err != nil {
		w.t.Fatal(err)
	}
	return all
}

// rebuilt fails the test unless the log makes the space anew as it stands.
func (w *world) rebuilt() {
	w.t.Helper()
	if r, err := w.Ledger.Rebuild(w.t.Context(), w.space, nil); err != nil || r.Before != r.After {
		w.t.Errorf("rebuild: %+v %v", r, err)
	}
}

// askMerge asks what brings the two rules up, as prompt id of a session.
func (w *world) askMerge(session, id string) event.AskReply {
	return w.ask(event.AskRequest{Session: session, PromptID: id, Project: "shop", Explain: true, Prompt: "Should I squash the commits before merging this branch?"})
}

// halves hands the two halves of an exchange over; "" is none.
func (w *world) halves(session, id, user, agent string) {
	w.take(event.TurnRequest{Session: session, PromptID: id, Project: "shop", Text: user})
	if agent != "" {
		w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: session, PromptID: id, Project: "shop", Text: agent})
	}
}

// The user's next words answer the question, in whatever form, once the agent
// has put it; and only in the session that was asked.
func TestTheNextWordsAnswer(t *testing.T) {
	const asks = "Which one holds: shall I squash, or not?"
	for _, c := range []struct {
		name, agent, reply, holds, reason string
	}{
		{"the first", asks, "the first one, please", "first", "holds"},
		{"the second", asks, "Use the second.", "second", "holds"},
		{"by its words", asks, "Never squash is right.", noSquash, "holds"},
		{"the newer", asks, "the newer one", noSquash, "holds"},
		{"one is wrong", asks, "The older one is outdated.", noSquash, "holds"},
		{"the agent's half is not known", "", "the older one", squash, "holds"},
		{"both", asks, "Keep both.", "both", "hold both"},
		{"no answer", asks, "Please look at the failing test in the parser.", "", "no answer"},
		{"an answer to something else", asks, "Use tabs.", "", "names neither"},
		{"nobody asked", "I have squashed them.", "the first one", "", "the agent has not asked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			k := disagree(t, w)
			r := w.askMerge("three", "p1")
			if strings.Count(r.Block, "<memory-action-needed>") != 1 || len(r.Receipt.Conflicts) != 1 || r.Receipt.Conflicts[0].Edge != k.Edge.ID {
				t.Fatalf("asks: %q, receipt %+v", r.Block, r.Receipt.Conflicts)
			}
			w.halves("three", "p1", "Should I squash the commits before merging this branch?", c.agent)
			w.halves("three", "p2", c.reply, "")
			w.settle()
			first, second := k.A, k.B
			if r.Receipt.Conflicts[0].First == k.B.ID {
				first, second = k.B, k.A
			}
			want := map[string]string{"first": first.Content, "second": second.Content}[c.holds]
			if want == "" {
				want = c.holds
			}
			live := w.live(memtide.Instruction)
			open := len(w.conflicts())
			switch want {
			case "":
				if open != 1 || !slices.Contains(live, squash) || !slices.Contains(live, noSquash) {
					t.Errorf("settled: %d open, live %q", open, live)
				}
			case "both":
				if open != 0 || len(live) != 2 {
					t.Errorf("%d open, live %q", open, live)
				}
			default:
				if open != 0 || !slices.Equal(live, []string{want}) {
					t.Errorf("%d open, live %q, want %q", open, live, want)
				}
			}
			if all := w.live(memories...); len(all) != len(live) {
				t.Errorf("the answer itself is kept as a memory: %q", all)
			}
			log, err := w.Ledger.Log(t.Context(), w.space, 1, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "resolve" })
			if err != nil || len(log) != 1 || log[0].Cause.Kind != "turn" || !strings.Contains(log[0].Reason, c.reason) {
				t.Errorf("log %+v, want the reason %q (%v)", log, c.reason, err)
			}
			w.rebuilt()
		})
	}
}

// A contradiction is asked about among few others and among more than are passed
// in search of it.
func TestAskedAmongOthers(t *testing.T) {
	w := newWorld(t)
	k := disagree(t, w)
	ids := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: "The mill turns."}, &memtide.Node{Kind: memtide.Fact, Content: "The mill stands still."})
	before := w.clock.AddDate(-1, 0, 0) // they come first by id
	for i, more := range []int{1, 600} {
		w.decide("link", func(c *memtide.ChangeSet) {
			for n := range more {
				c.Ops = append(c.Ops, memtide.AddEdge(&memtide.Edge{ID: memtide.NewID(before, c.ID, n), Kind: memtide.Contradicts,
					From: ids[0], To: ids[1], CreatedAt: w.clock}))
			}
		})
		if got := w.askMerge(fmt.Sprint("asks", i), "p1").Receipt.Conflicts; len(got) != 1 || got[0].Edge != k.Edge.ID {
			t.Errorf("with %d others more: asked about %+v", more, got)
		}
	}
}

// A question that comes with what the user says while the agent is at work belongs to the one
// reply of that exchange: what was said in it is no answer, and whether the agent has asked
// stands in its reply.
func TestAskedWhileTheAgentIsAtWork(t *testing.T) {
	const one, two = "019f0000-0000-7000-8000-000000000001", "019f0000-0000-7000-8000-000000000002"
	for agent, open := range map[string]int{"Which one holds: shall I squash, or not?": 0, "I have squashed them.": 1} {
		w := newWorld(t)
		disagree(t, w)
		w.halves("three", one, "Look at the branch.", "")
		if r := w.askMerge("three", one+"#2"); len(r.Receipt.Conflicts) != 1 {
			t.Fatalf("asks: %q", r.Block)
		}
		w.halves("three", one+"#2", "Should I squash the commits before merging this branch?", "")
		w.halves("three", one, "Look at the branch.", agent)
		w.halves("three", two, "the first one, please", "")
		w.settle()
		if n := len(w.conflicts()); n != open {
			t.Errorf("after %q %d are open, want %d", agent, n, open)
		}
	}
}

// Only the next words of the user in that session answer, and once.
func TestOnlyTheNextWordsAnswer(t *testing.T) {
	w := newWorld(t)
	disagree(t, w)
	w.askMerge("three", "p1")
	w.halves("four", "x1", "the first one", "") // another session
	w.halves("three", "p1", "Should I squash?", "Which one holds?")
	w.halves("three", "p2", "Let me think about the parser first.", "Fine?")
	w.halves("three", "p3", "the first one", "")
	w.settle()
	if open := w.conflicts(); len(open) != 1 {
		t.Errorf("%d are open", len(open))
	}
	// The session is not asked twice; another one is.
	w.take(event.TurnRequest{Session: "three", Mark: event.MarkCompacted})
	if r := w.askMerge("three", "p4"); strings.Contains(r.Block, "<memory-action-needed>") || !strings.Contains(r.Block, squash) {
		t.Errorf("asked twice: %q", r.Block)
	}
	if r := w.askMerge("five", "q1"); !strings.Contains(r.Block, "<memory-action-needed>") {
		t.Errorf("another session is not asked: %q", r.Block)
	}
	// What comes twice is one half-turn and one answer.
	again := event.TurnRequest{Session: "five", PromptID: "q2", Project: "shop", Text: "the newer one", Time: w.clock.Add(time.Minute)}
	w.clock = w.clock.Add(2 * time.Minute)
	first, second := w.take(again), w.take(again)
	w.settle()
	if first.ID != second.ID || second.Outcome != event.TurnKnown || len(w.conflicts()) != 0 {
		t.Errorf("%+v %+v, %d open", first, second, len(w.conflicts()))
	}
	var replies []event.TurnTaken
	if err := w.Replay(t.Context(), bus.Replay{Flow: event.Turns, Space: w.space}, func(m bus.Message) error {
		turn, err := event.Decode[event.TurnTaken](m.Body)
		if len(turn.Conflicts) > 0 {
			replies = append(replies, turn)
		}
		return err
	}); err != nil || len(replies) != 2 {
		t.Errorf("%d half-turns may answer, want 2 (%v)", len(replies), err)
	}
	w.rebuilt()
}

// What the user has pasted is no answer, nor what an agent or a tool says.
func TestOnlyTheUserAnswers(t *testing.T) {
	w := newWorld(t)
	disagree(t, w)
	w.askMerge("three", "p1")
	w.halves("three", "p1", "Should I squash?", "Which one holds?")
	text := "> the first one\n"
	w.take(event.TurnRequest{Session: "three", PromptID: "p2", Text: text, Quotes: []memtide.Quote{{Start: 0, End: len(text), Kind: "paste"}}})
	w.askMerge("four", "p1")
	w.take(event.TurnRequest{Session: "four", PromptID: "p2", Text: "the first one", Trust: memtide.TrustTool})
	w.settle()
	if open := w.conflicts(); len(open) != 1 {
		t.Errorf("%d are open", len(open))
	}
}

// Who says again what was said before the other has decided.
func TestSayingItAgainSettles(t *testing.T) {
	w := newWorld(t)
	k := disagree(t, w)
	w.say("three", "shop", squash)
	w.settle()
	if live := w.live(memtide.Instruction); len(w.conflicts()) != 0 || !slices.Equal(live, []string{squash}) {
		t.Errorf("%d open, live %q", len(w.conflicts()), live)
	}
	w.rebuilt()
	log, err := w.Ledger.Log(t.Context(), w.space, 1, nil)
	if err != nil || !strings.Contains(log[0].Reason, k.A.ID.Short()+" holds") {
		t.Errorf("log %+v %v", log, err)
	}
}

// With remember.newest_wins_days an old contradiction goes to what was said
// last, by a job; without it never.
func TestNewestWinsAfterDays(t *testing.T) {
	for days, want := range map[int]int{0: 1, 3: 0, 30: 1} {
		w := newWorldWith(t, stagestest.Options{NewestWins: time.Duration(days) * 24 * time.Hour})
		k := disagree(t, w)
		due := event.JobDue{Job: "drain", Space: w.space, ScheduledAt: w.clock.Add(5 * 24 * time.Hour), Cause: "cron"}
		if _, err := w.Publish(t.Context(), due, bus.Meta{ID: due.JobID(), Space: w.space, Trace: due.JobID()}); err != nil {
			t.Fatal(err)
		}
		end := event.JobDue{Job: "consolidate", Space: w.space, Session: "two", ScheduledAt: due.ScheduledAt, Cause: "cron"}
		w.say("two", "shop", "The harbour crane is serviced by Bruno in Hamburg.")
		w.settle()
		if _, err := w.Publish(t.Context(), end, bus.Meta{ID: end.JobID(), Space: w.space, Trace: end.JobID()}); err != nil {
			t.Fatal(err)
		}
		w.waitFor("the job behind it", func() bool { return len(w.nodes(memtide.Summary)) > 0 })
		if open := len(w.conflicts()); open != want {
			t.Errorf("after 5 days, with %d: %d open, want %d", days, open, want)
		}
		if want == 0 {
			if live := w.live(memtide.Instruction); !slices.Equal(live, []string{noSquash}) {
				t.Errorf("live %q", live)
			}
			log, err := w.Ledger.Log(t.Context(), w.space, 1, func(c memtide.ChangeSet) bool { return c.Cause.Stage == "drain" })
			if err != nil || len(log) != 1 || log[0].Actor != "job:drain" || log[0].Cause.Kind != "job" || !strings.Contains(log[0].Reason, k.B.ID.Short()+" holds") {
				t.Errorf("log %+v %v", log, err)
			}
		}
		w.rebuilt()
	}
}

// Rules come with the start of a session, where nobody can be asked: the first prompt
// that brings a memory, or that speaks of them, asks about them.
func TestWhatTheStartHasShownIsAskedAbout(t *testing.T) {
	w := newWorld(t)
	w.say("zero", "shop", "The harbour crane is serviced by Bruno in Hamburg.")
	w.settle()
	k := disagree(t, w)
	asks := func(session, prompt string) bool {
		t.Helper()
		if r := w.ask(event.AskRequest{Mode: event.ModeSessionStart, Source: "startup", Session: session, Project: "shop"}); !strings.Contains(r.Block, squash) ||
			strings.Contains(r.Block, "<memory-action-needed>") {
			t.Fatalf("the start of %s shows %q", session, r.Block)
		}
		r := w.ask(event.AskRequest{Session: session, PromptID: "p1", Project: "shop", Prompt: prompt, Explain: true})
		asked := strings.Contains(r.Block, "<memory-action-needed>")
		if asked != (len(r.Receipt.Conflicts) == 1) || asked && (r.Receipt.Conflicts[0].First != k.A.ID || strings.Index(r.Block, "] "+squash) > strings.Index(r.Block, "] "+noSquash)) {
			t.Errorf("%q: %q, receipt %+v", prompt, r.Block, r.Receipt.Conflicts)
		}
		return asked
	}
	for _, c := range []struct {
		prompt string
		asked  bool
	}{
		{"Who services the harbour crane?", true},
		{"Should I squash the commits before merging this branch?", true},
		{"thanks!", false},
		{"Fix the typo in the readme.", false},
	} {
		if asked := asks("start-"+c.prompt, c.prompt); asked != c.asked {
			t.Errorf("%q asks: %v", c.prompt, asked)
		}
	}
	w.halves("start-Should I squash the commits before merging this branch?", "p1", "Should I squash the commits before merging this branch?", "Which one holds?")
	w.halves("start-Should I squash the commits before merging this branch?", "p2", "the second", "")
	w.settle()
	if live := w.live(memtide.Instruction); !slices.Equal(live, []string{noSquash}) {
		t.Errorf("live %q", live)
	}
}

// Nobody is asked about a rule of another project.
func TestAskedInTheirProjectAlone(t *testing.T) {
	w := newWorld(t)
	w.say("one", "mill", "In this project always answer in German.")
	w.say("two", "mill", "I prefer that you never answer in German.")
	w.settle()
	if all := w.conflicts(); len(all) != 1 || all[0].A.Project != "mill" || all[0].B.Project != "" {
		t.Fatalf("contradictions: %+v", all)
	}
	for project, want := range map[string]int{"mill": 1, "shop": 0} {
		r := w.ask(event.AskRequest{Session: "asks " + project, PromptID: "p1", Project: project, Prompt: "Should I answer in German?", Explain: true})
		if len(r.Receipt.Conflicts) != want || strings.Contains(r.Block, "In this project") != (want == 1) {
			t.Errorf("in %s: %q", project, r.Block)
		}
	}
}
