package stages_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// exchange is a prompt with the answer that the agent gives.
type exchange struct{ session, project, id, prompt, answer string }

// exchange asks as a hook does, hands both halves over, and returns what the
// prompt was given and the id of the agent's half.
func (w *world) exchange(x exchange) (block, turn string) {
	w.t.Helper()
	r := w.ask(event.AskRequest{Session: x.session, Project: x.project, PromptID: x.id, Prompt: x.prompt})
	w.take(event.TurnRequest{Session: x.session, Project: x.project, PromptID: x.id, Text: x.prompt})
	if x.answer == "" {
		return r.Block, ""
	}
	t := w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: x.session, Project: x.project, PromptID: x.id, Text: x.answer})
	return r.Block, t.ID
}

// feedback returns what was decided on an answer; ok is false when memory was
// left as it was. The answers of a space come in order: when a later one has
// its feedback, this one has been looked at.
func (w *world) feedback(turn string) (c memtide.ChangeSet, ok bool) {
	w.t.Helper()
	const keeper = "The lighthouse keeper of Varnholm feeds seventeen cormorants."
	if !slices.Contains(w.live(memtide.Fact), keeper) {
		w.plant(keeper)
	}
	w.decided++
	s := fmt.Sprint("later ", w.decided)
	block, last := w.exchange(exchange{session: s, id: s, prompt: "What does the lighthouse keeper feed?", answer: "Seventeen cormorants, in Varnholm."})
	if !strings.Contains(block, keeper) {
		w.t.Fatalf("the later answer was given %q", block)
	}
	w.waitFor("the feedback of the later answer", func() bool { _, known := w.recorded(last); return known })
	return w.recorded(turn)
}

func (w *world) recorded(turn string) (memtide.ChangeSet, bool) {
	w.t.Helper()
	c, known, err := w.Ledger.Recorded(w.t.Context(), w.space, memtide.NewChangeID("reinforce", turn))
	if err != nil {
		w.t.Fatal(err)
	}
	return c, known && len(c.Ops) > 0
}

func (w *world) node(id memtide.ID) (n *memtide.Node) {
	w.t.Helper()
	err := w.Ledger.Read(w.t.Context(), w.space, func(v ledger.View) (err error) {
		n, err = v.Graph.Node(id)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	return n
}

// gains are what feedback changes.
type gains struct {
	score float64
	count int
}

func (w *world) gains(id memtide.ID) gains {
	n := w.node(id)
	return gains{n.Score, n.AccessCount}
}

const (
	pipeline = "What do we know about the deploy pipeline?"
	tags     = "The deploy pipeline tags images with Heron."
	alerts   = "The deploy pipeline alerts people through Plover."
)

// place returns the place at which a search by hand shows a memory.
func (w *world) place(id memtide.ID) int {
	r := w.ask(event.AskRequest{Mode: event.ModeQuery, Prompt: pipeline, Limit: 20})
	return slices.IndexFunc(r.Items, func(it event.Item) bool { return it.ID == id })
}

func TestWhatAnswersUseRisesAmongItsEquals(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: tags}, &memtide.Node{Kind: memtide.Fact, Content: alerts})
	used, other := ids[0], ids[1]
	if w.place(used) < w.place(other) {
		used, other = other, used // equals stand in the order of their ids
	}
	if a, b := w.place(used), w.place(other); a != 1 || b != 0 {
		t.Fatalf("before: places %d and %d, want 1 and 0", a, b)
	}
	answer := "Its images are tagged with Heron."
	if w.node(used).Content == alerts {
		answer = "It alerts people, and does so through Plover."
	}
	var last gains
	for i := range 6 {
		s := fmt.Sprint("s", i)
		block, turn := w.exchange(exchange{session: s, id: s, prompt: pipeline, answer: answer})
		if !strings.Contains(block, tags) || !strings.Contains(block, alerts) {
			t.Fatalf("shown: %q", block)
		}
		w.waitFor("feedback", func() bool { _, ok := w.recorded(turn); return ok })
		now := w.gains(used)
		if now.count != i+1 || now.score <= last.score || i > 0 && now.score-last.score >= 0.25 {
			t.Errorf("use %d: %+v after %+v; want one use more, and less gain each time", i+1, now, last)
		}
		last = now
		c, _ := w.recorded(turn)
		n := w.node(used)
		if c.Cause.Kind != "turn" || c.Cause.ID != turn || c.Cause.Stage != "reinforce" || c.Actor != "rules" ||
			!strings.HasPrefix(c.Reason, "the answer used 1 of the ") || !c.At.Equal(n.LastAccessed) {
			t.Errorf("change set %+v, last accessed %s", c, n.LastAccessed)
		}
	}
	if got := w.gains(other); got != (gains{}) {
		t.Errorf("what was shown and not used: %+v", got)
	}
	if a, b := w.place(used), w.place(other); a >= b {
		t.Errorf("after: places %d and %d, want the used one first", a, b)
	}
}

func TestAnAnswerThatUsesNothingChangesNothing(t *testing.T) {
	w := newWorld(t)
	id := w.plant(tags)
	for i, answer := range []string{
		"I have looked at the deploy pipeline and we know nothing about it.", // the words of the prompt
		"Done.",
		"Sure! Here is an unrelated poem about the sea, the wind, and a very long and quiet winter.",
	} {
		s := fmt.Sprint("s", i)
		block, turn := w.exchange(exchange{session: s, id: s, prompt: pipeline, answer: answer})
		if !strings.Contains(block, tags) {
			t.Fatalf("shown: %q", block)
		}
		if c, ok := w.feedback(turn); ok {
			t.Errorf("%s: %+v", answer, c)
		}
	}
	// What the agent says to a prompt without an id, in another session, to another prompt, or days ago, answers nothing
	// that was shown.
	w.exchange(exchange{session: "a", id: "a", prompt: pipeline})
	w.take(event.TurnRequest{Session: "a", PromptID: "b", Text: pipeline})
	for _, in := range []event.TurnRequest{{Session: "a"}, {Session: "a", PromptID: "b"}, {Session: "b", PromptID: "a"}, {PromptID: "a"},
		{Session: "a", PromptID: "a", Time: w.clock.Add(-25 * time.Hour)}} {
		in.Role, in.Text = memtide.RoleAgent, "Its images are tagged with Heron."
		if c, ok := w.feedback(w.take(in).ID); ok {
			t.Errorf("%+v: %+v", in, c)
		}
	}
	if got := w.gains(id); got != (gains{}) {
		t.Errorf("gained %+v", got)
	}
}

func TestTheSameAnswerCountsOnce(t *testing.T) {
	w := newWorld(t)
	id := w.plant(tags)
	x := exchange{session: "one", id: "p", prompt: pipeline, answer: "Its images are tagged with Heron."}
	_, turn := w.exchange(x)
	if _, ok := w.feedback(turn); !ok {
		t.Fatal("no feedback")
	}
	w.settle()
	before, _, err := w.Ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	r := w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "one", PromptID: "p", Text: x.answer + " Heron, as I said."})
	if r.Outcome != event.TurnKnown || r.ID != turn {
		t.Errorf("the second delivery: %+v", r)
	}
	// The bus may deliver more than once, too.
	first, _, err := w.Ledger.Recorded(t.Context(), w.space, memtide.NewChangeID("record", turn))
	if err != nil {
		t.Fatal(err)
	}
	w.reinforced(event.Half{Space: w.space, Seq: first.Cause.Seq, Turn: turn})
	if after, _, err := w.Ledger.Hash(t.Context(), w.space); err != nil || after != before {
		t.Errorf("state %s, was %s; %v", after, before, err)
	}
	if got := w.gains(id); got.count != 1 {
		t.Errorf("gained %+v", got)
	}
}

// reinforced hands a half-turn to the stage once more and returns when it has
// looked at it.
func (w *world) reinforced(h event.Half) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), 10*time.Second)
	defer cancel()
	seen := w.Watch(ctx)
	w.decided++
	if _, err := w.Publish(ctx, event.AnswerRecorded{Half: h}, bus.Meta{ID: fmt.Sprint("again ", w.decided), Space: w.space, Trace: h.Turn}); err != nil {
		w.t.Fatal(err)
	}
	for d := range seen {
		if d.Stage == "remember.reinforce" && d.Trace == h.Turn {
			if d.Err != "" {
				w.t.Fatal(d.Err)
			}
			return
		}
	}
	w.t.Fatal("the stage was not run")
}

// A client that forgets is shown the same again; one conversation still has
// only so much to say about a memory, and another one between changes nothing.
func TestASessionLetsAMemoryGainOnlySoOften(t *testing.T) {
	w := newWorld(t)
	id := w.plant(tags)
	for i := range 5 {
		for _, s := range []string{"one", "two"} {
			block, turn := w.exchange(exchange{session: s, id: fmt.Sprint(s, i), prompt: pipeline, answer: "Its images are tagged with Heron."})
			if !strings.Contains(block, tags) {
				t.Fatalf("%s %d: shown %q", s, i, block)
			}
			if c, ok := w.feedback(turn); ok != (i < 3) {
				t.Errorf("%s, answer %d: %+v", s, i+1, c)
			}
			w.take(event.TurnRequest{Session: s, Mark: event.MarkCompacted})
		}
	}
	if got := w.gains(id); got.count != 6 {
		t.Errorf("gained %+v, want 3 of each session", got)
	}
}

// An answer that lists all it can tells nothing of what was useful.
func TestAnAnswerThatListsEverythingIsBounded(t *testing.T) {
	w := newWorld(t)
	var nodes []*memtide.Node
	for i := range 24 {
		nodes = append(nodes, &memtide.Node{Kind: memtide.Fact, Content: fmt.Sprintf("The deploy pipeline knows Station%d and Officer%d besides Signal%d.", 100+i, 200+i, 300+i)})
	}
	ids := w.plantAll(nodes...)
	r := w.ask(event.AskRequest{Session: "one", PromptID: "p", Prompt: pipeline, Tokens: 5000})
	w.take(event.TurnRequest{Session: "one", PromptID: "p", Text: pipeline})
	var all strings.Builder // in words of its own: what has the form of the block is taken out
	for _, n := range nodes {
		fmt.Fprintln(&all, "*", n.Content)
	}
	turn := w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "one", PromptID: "p", Text: strings.Repeat(all.String(), 20)}).ID
	c, ok := w.feedback(turn)
	if strings.Count(r.Block, "Station") < 15 || !ok {
		t.Fatalf("shown %d, feedback %v", strings.Count(r.Block, "Station"), ok)
	}
	gained := 0
	for _, id := range ids {
		got := w.gains(id)
		if gained += got.count; got.count > 1 || got.score > 0.25 {
			t.Errorf("%+v by one answer", got)
		}
	}
	if gained != 10 {
		t.Errorf("%d memories gained (%s), want 10", gained, c.Reason)
	}
}

// What a half-turn says it was shown is no more than a hint.
func TestFeedbackStaysInsideProjectAndSpace(t *testing.T) {
	w := newWorld(t)
	ids := w.plantAll(&memtide.Node{Kind: memtide.Fact, Content: tags, Project: "shop"}, &memtide.Node{Kind: memtide.Fact, Content: tags, ArchivedAt: w.clock},
		&memtide.Node{Kind: memtide.Fact, Content: tags, Project: "garden"})
	half := func(role memtide.Role, text string) string {
		w.clock = w.clock.Add(time.Minute)
		t := event.TurnTaken{Turn: memtide.Turn{Space: w.space, Role: role, Text: text, Session: "one", Project: "shop", PromptID: "p", Time: w.clock, Trust: memtide.TrustAgent}}
		t.ID = memtide.TurnID(t.Turn)
		if role == memtide.RoleAgent {
			t.Shown = append([]memtide.ID{memtide.NewID(w.clock, "nowhere", 0), ids[0]}, ids...)
		}
		if _, err := w.Publish(w.t.Context(), t, bus.Meta{ID: t.ID, Space: w.space, Trace: t.ID}); err != nil {
			w.t.Fatal(err)
		}
		return t.ID
	}
	half(memtide.RoleUser, pipeline)
	if c, ok := w.feedback(half(memtide.RoleAgent, "Its images are tagged with Heron.")); !ok || len(c.Ops) != 3 {
		t.Errorf("feedback %v %+v", ok, c)
	}
	for i, want := range []int{1, 0, 0} {
		if got := w.gains(ids[i]); got.count != want {
			t.Errorf("memory %d gained %+v, want %d", i, got, want)
		}
	}
}

// Feedback is in the log like every decision: a rebuild comes to the same
// state, and what it changed can be taken back.
func TestFeedbackIsInTheLog(t *testing.T) {
	w := newWorld(t)
	id := w.plant(tags)
	_, turn := w.exchange(exchange{session: "one", id: "p", prompt: pipeline, answer: "Its images are tagged with Heron."})
	c, ok := w.feedback(turn)
	if !ok {
		t.Fatal("no feedback")
	}
	before, _, err := w.Ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	if r, err := w.Ledger.Rebuild(t.Context(), w.space, nil); err != nil || r.After != before {
		t.Errorf("hash %s, rebuilt %+v, %v", before, r, err)
	}
	log, err := w.Ledger.Log(t.Context(), w.space, 100, func(c memtide.ChangeSet) bool {
		return slices.ContainsFunc(c.Ops, func(op memtide.Op) bool { return op.Node == id && op.Field == "score" })
	})
	if err != nil || len(log) != 1 || log[0].ID != c.ID {
		t.Errorf("history %+v, %v", log, err)
	}
	w.decide("undo", func(u *memtide.ChangeSet) {
		for _, op := range c.Ops {
			u.Ops = append(u.Ops, op.Inverse())
		}
	})
	if got := w.gains(id); got != (gains{}) {
		t.Errorf("taken back: %+v", got)
	}
}

// Two memories that were told the same, and asked the same, are the same: what
// feedback needs stands in TURNS.
func TestFeedbackFollowsFromTurnsAlone(t *testing.T) {
	var turns []event.TurnTaken
	var answer, want string
	hash := func(w *world) string {
		w.waitFor("feedback", func() bool { _, ok := w.recorded(answer); return ok })
		w.settle()
		h, _, err := w.Ledger.Hash(t.Context(), w.space)
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	t.Run("told", func(t *testing.T) {
		w := newWorld(t)
		w.say("zero", "shop", "The deploy pipeline tags images with Heron.")
		w.settle()
		_, answer = w.exchange(exchange{session: "one", project: "shop", id: "p", prompt: pipeline, answer: "Its images are tagged with Heron."})
		want = hash(w)
		err := w.Replay(t.Context(), bus.Replay{Flow: event.Turns, Space: w.space}, func(m bus.Message) error {
			taken, err := event.Decode[event.TurnTaken](m.Body)
			turns = append(turns, taken)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	t.Run("replayed", func(t *testing.T) {
		w := newWorld(t)
		for _, taken := range turns {
			if _, err := w.Publish(t.Context(), taken, bus.Meta{ID: taken.ID, Space: w.space, Trace: taken.ID}); err != nil {
				t.Fatal(err)
			}
		}
		if got := hash(w); got != want {
			t.Errorf("state %s, want %s", got, want)
		}
	})
}
