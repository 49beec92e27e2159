package stages_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

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

// TestAnEarlierQuestionTellsNothing: the same question, asked before, is not
// shown beside its answer.
func TestAnEarlierQuestionTellsNothing(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "The release is on the ninth of October.")
	w.say("two", "shop", "When is the release?")
	w.settle()
	r := w.ask(event.AskRequest{Session: "three", Project: "shop", Prompt: "When is the release?"})
	if !strings.Contains(r.Block, "ninth of October") {
		t.Errorf("the answer is missing: %q (%s)", r.Block, r.Reason)
	}
	if strings.Contains(r.Block, "When is the release?") {
		t.Errorf("shows the question: %q", r.Block)
	}
}

func TestRebuildComesToTheSameState(t *testing.T) {
	w := newWorld(t)
	for _, s := range []string{"We deploy from the main branch only.", "My colleague Bob prefers tabs over spaces.",
		"We decided to use PostgreSQL instead of MySQL.", "Always run the linter before you commit.", "ok thanks"} {
		w.say("one", "shop", s)
	}
	w.settle()
	before, seq, err := w.Ledger.Hash(t.Context(), w.space)
	if err != nil {
		t.Fatal(err)
	}
	r, err := w.Ledger.Rebuild(t.Context(), w.space, nil)
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

func TestASecretReachesNoStream(t *testing.T) {
	w := newWorld(t)
	// Made up here; no account has them.
	secrets := []string{"ghp_" + strings.Repeat("aB3dE6gH9", 4), "AKIA" + "Q7RSTUVW2XYZ4567", "sk-ant-api03-" + strings.Repeat("Zx9Kq2Lm", 11) + "AA"}
	prompt := "We always deploy with the token " + secrets[0] + " to the server called heron."
	w.say("one", "shop", prompt)
	w.take(event.TurnRequest{Role: memtide.RoleAgent, Session: "one", Text: "We decided to use the key " + secrets[1] + " because the old one broke."})
	quoted := "Please look at this: export ANTHROPIC_API_KEY=" + secrets[2] + " and thanks."
	w.take(event.TurnRequest{Session: "one", Text: quoted, Quotes: []memtide.Quote{{Start: 21, End: len(quoted) - 12, Kind: "paste"}}})
	w.settle()
	w.ask(event.AskRequest{Session: "two", Project: "shop", Prompt: "Which token do we deploy with? Is it " + secrets[0] + "?"})

	seen := 0
	for _, flow := range []event.Flow{event.Turns, event.Ledger, event.Trace} {
		err := w.Replay(t.Context(), bus.Replay{Flow: flow, Space: w.space}, func(m bus.Message) error {
			seen++
			for _, s := range secrets {
				if strings.Contains(string(m.Body), s) {
					t.Errorf("%s %d holds %s…", m.Kind, m.Seq, s[:8])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if seen < 3+6 {
		t.Errorf("looked at %d messages only", seen)
	}
	if !slices.ContainsFunc(w.live(memtide.Episode), func(s string) bool { return strings.Contains(s, "heron") }) {
		t.Error("what stood beside the secret is lost")
	}
	s, _, err := w.Session(t.Context(), w.space, "two")
	if err != nil || len(s.Turns) != 1 || strings.Contains(s.Turns[0].Prompt, secrets[0]) {
		t.Errorf("session state %+v %v", s, err)
	}
}

func TestABadRequestNamesItsField(t *testing.T) {
	w := newWorld(t)
	long := strings.Repeat("x", 201)
	for _, c := range []struct{ door, body, want string }{
		{event.SubjectAsk, `{"mode":"x","prompt":"hello there"}`, "mode"},
		{event.SubjectAsk, `{"prompt":"hello there"}`, "mode"},
		{event.SubjectAsk, `{"mode":"query","prompt":"tea","limit":-1}`, "limit"},
		{event.SubjectAsk, `{"mode":"query","prompt":"tea","limit":101}`, "limit"},
		{event.SubjectAsk, `{"mode":"prompt","prompt":" \n"}`, "prompt"},
		{event.SubjectAsk, `{"mode":"prompt","prompt":"tea","tokens":-1}`, "tokens"},
		{event.SubjectAsk, `{"mode":"prompt","prompt":"tea","deadline_ms":-5}`, "deadline_ms"},
		{event.SubjectAsk, `{"mode":"prompt","prompt":"tea","space":"a\u0007b"}`, "space"},
		{event.SubjectAsk, `{"mode":"prompt","prompt":"tea","space":"` + long + `"}`, "space"},
		{event.SubjectAsk, `{"mode":`, ""},
		{event.SubjectTurn, `{"role":"user","text":"hi there","space":"a\u0007b"}`, "space"},
		{event.SubjectTurn, `{"role":"boss","text":"hi there"}`, "role"},
		{event.SubjectTurn, `{"role":"user","text":"hi there","fact":"rumour"}`, "fact"},
		{event.SubjectTurn, `{"role":"user","text":"hi there","trust":"king"}`, "trust"},
		{event.SubjectTurn, `{"mark":"compacted"}`, "session"},
		{event.SubjectTurn, `{"mark":"exploded","session":"s"}`, "mark"},
		{event.SubjectTurn, `not json`, ""},
	} {
		msg, err := w.Conn().Request(c.door, []byte(c.body), 5*time.Second)
		if err != nil {
			t.Fatal(c.body, err)
		}
		var r struct{ Error, Outcome, Block string }
		if err := json.Unmarshal(msg.Data, &r); err != nil {
			t.Fatal(err)
		}
		if r.Error == "" || !strings.Contains(r.Error, c.want) || r.Outcome != "" || r.Block != "" {
			t.Errorf("%s %s: %+v, want an error that names %q", c.door, c.body, r, c.want)
		}
	}
	for _, s := range []string{bus.StreamTurns, bus.StreamLedger} {
		if st, err := w.State(t.Context(), s); err != nil || st.Messages != 0 {
			t.Errorf("%s holds %d messages (%v)", s, st.Messages, err)
		}
	}
}
