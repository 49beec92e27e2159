package stages_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
	"github.com/memtide/memtide/vectorindex"
)

// world is a whole memtide without a command line.
type world struct {
	*bustest.Harness
	t      *testing.T
	ledger *ledger.Ledger
	space  memtide.Space
	clock  time.Time
}

func newWorld(t *testing.T) *world {
	t.Helper()
	h := bustest.Start(t)
	w := &world{Harness: h, t: t, space: "test", clock: time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)}
	emb := vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{})
	l, err := ledger.Open(h.Bus, filepath.Join(t.TempDir(), "spaces"), ledger.Options{
		Fold: language.Fold, Embedder: ledger.Embedder{ID: emb.ID(), Dims: emb.Dims(), Embed: emb.Embed},
	})
	if err != nil {
		t.Fatal(err)
	}
	w.ledger = l
	now := func() time.Time { return w.clock }
	stop := h.Run(stages.All(stages.Deps{
		Retrieve: retrieve.Deps{Bus: h.Bus, Memory: l, Now: now},
		Remember: remember.Deps{Bus: h.Bus, Ledger: l, Now: now},
		Maintain: maintain.Deps{Bus: h.Bus, Ledger: l},
	})...)
	t.Cleanup(func() {
		stop()
		for _, s := range []memtide.Space{w.space} {
			found, err := l.Check(context.Background(), s)
			if err != nil || len(found) > 0 {
				t.Errorf("check: %v %v", found, err)
			}
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return w
}

func request[In, Out any](w *world, subject string, in In) Out {
	w.t.Helper()
	body, err := json.Marshal(in)
	if err != nil {
		w.t.Fatal(err)
	}
	msg, err := w.Conn().Request(subject, body, 10*time.Second)
	if err != nil {
		w.t.Fatal(err)
	}
	var out Out
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		w.t.Fatalf("%s: %v: %s", subject, err, msg.Data)
	}
	return out
}

// say hands a half-turn over and fails the test when it is refused.
func (w *world) say(session, project, text string) event.TurnReply {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, event.TurnRequest{
		Space: w.space, Role: memtide.RoleUser, Text: text, Session: session, Project: project, Client: "test", Time: w.clock,
	})
	if r.Error != "" {
		w.t.Fatal(r.Error)
	}
	return r
}

// settle waits until every half-turn has its decisions.
func (w *world) settle() {
	w.t.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		n, err := w.ledger.Pending(w.t.Context(), w.space)
		if err != nil {
			w.t.Fatal(err)
		}
		if n == 0 {
			return
		}
		if time.Now().After(deadline) {
			w.t.Fatalf("%d half-turns are not decided", n)
		}
	}
}

func (w *world) ask(in event.AskRequest) event.AskReply {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	in.Space, in.DeadlineMS = w.space, 5000
	if in.Mode == "" {
		in.Mode = event.ModePrompt
	}
	r := request[event.AskRequest, event.AskReply](w, event.SubjectAsk, in)
	if r.Error != "" {
		w.t.Fatal(r.Error)
	}
	return r
}

func TestToldOnceKnownInTheNextConversation(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "my sister Anna moved to Lisbon")
	w.say("one", "shop", "in this repository we use pnpm, never npm")
	w.say("one", "shop", "the deploy broke because the migration ran twice")
	w.settle()

	r := w.ask(event.AskRequest{Session: "two", Project: "garden", Prompt: "Where does my sister live now?"})
	if !strings.Contains(r.Block, "Anna moved to Lisbon") || strings.Contains(r.Block, "pnpm") {
		t.Errorf("another project: %q (%s)", r.Block, r.Reason)
	}
	r = w.ask(event.AskRequest{Session: "three", Project: "shop", Mode: event.ModeSessionStart, Source: "startup"})
	if !strings.Contains(r.Block, "pnpm") {
		t.Errorf("session start in the project: %q (%s)", r.Block, r.Reason)
	}
	r = w.ask(event.AskRequest{Session: "four", Project: "shop", Prompt: "why did the deploy of the migration break?"})
	if !strings.Contains(r.Block, "migration ran twice") {
		t.Errorf("why: %q (%s)", r.Block, r.Reason)
	}
	if len(r.Stages) < 6 {
		t.Errorf("stages %+v", r.Stages)
	}
	again := w.ask(event.AskRequest{Session: "four", Project: "shop", Prompt: "what was it that broke the deploy?"})
	if strings.Contains(again.Block, "migration ran twice") {
		t.Errorf("shown twice in one session: %q", again.Block)
	}
	if r := w.ask(event.AskRequest{Session: "four", Project: "shop", Prompt: "thanks, that helps!"}); r.Block != "" {
		t.Errorf("thanks got %q", r.Block)
	}
}

// A client that names no space means the default one, also in its receipt.
func TestReceiptLiesInTheSpaceThatWasMeant(t *testing.T) {
	w := newWorld(t)
	got := bustest.Expect[event.Receipt](w.Harness, memtide.DefaultSpace, func() {
		request[event.AskRequest, event.AskReply](w, event.SubjectAsk, event.AskRequest{Mode: event.ModePrompt, Prompt: "where is the staging server?", DeadlineMS: 5000})
	})
	if got.Space != memtide.DefaultSpace || got.Mode != event.ModePrompt {
		t.Errorf("receipt %+v", got)
	}
}

func TestRebuildComesToTheSameState(t *testing.T) {
	w := newWorld(t)
	for _, s := range []string{"We deploy from the main branch only.", "My colleague Bob prefers tabs over spaces.",
		"We decided to use PostgreSQL instead of MySQL.", "Always run the linter before you commit.", "ok thanks"} {
		w.say("one", "shop", s)
	}
	w.settle()
	before, seq, err := w.ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.ledger.Rebuild(t.Context(), w.space, nil)
	if err != nil {
		t.Fatal(err)
	}
	if r.Before != before || r.After != before || r.ChangeSets == 0 || seq == 0 {
		t.Errorf("hash before %s, rebuild %+v", before, r)
	}
	if got := w.ask(event.AskRequest{Session: "x", Project: "shop", Prompt: "did we keep MySQL?"}); !strings.Contains(got.Block, "PostgreSQL") {
		t.Errorf("after the rebuild: %q (%s)", got.Block, got.Reason)
	}
}

func TestOneHalfTurnReportedTwiceIsOne(t *testing.T) {
	w := newWorld(t)
	first := w.say("one", "", "The staging server is called heron.")
	in := event.TurnRequest{Space: w.space, Role: memtide.RoleUser, Text: "The staging server is called heron.", Session: "one", Client: "other", Time: w.clock}
	if r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in); r.Outcome != event.TurnKnown || r.ID != first.ID {
		t.Errorf("second report: %+v, want known %s", r, first.ID)
	}
	w.settle()
	if r := request[event.TurnRequest, event.TurnReply](w, event.SubjectTurn, in); r.Outcome != event.TurnKnown {
		t.Errorf("after the decision: %+v", r)
	}
	st, err := w.State(t.Context(), bus.StreamTurns)
	if err != nil || st.Messages != 1 {
		t.Errorf("TURNS holds %d half-turns, want 1 (%v)", st.Messages, err)
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
