package remember

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func said(role memtide.Role, text string, quotes ...memtide.Quote) event.TurnTaken {
	trust := memtide.TrustUser
	if role == memtide.RoleAgent {
		trust = memtide.TrustAgent
	}
	t := memtide.Turn{Space: "test", Role: role, Text: text, Quotes: quotes, Session: "s", Project: "shop", Time: noon, Trust: trust}
	t.ID = memtide.TurnID(t)
	return event.TurnTaken{Turn: t}
}

// items sends a half-turn through the stages that read no memory.
func items(t *testing.T, turn event.TurnTaken) []event.Found {
	t.Helper()
	c, err := classifyRules(t.Context(), event.Half{Turn: turn.ID}, turn)
	if err != nil {
		t.Fatal(err)
	}
	if (len(c.Keep) == 0) != (c.Reason != "") {
		t.Errorf("%q: keeps %v, reason %q", turn.Text, c.Keep, c.Reason)
	}
	x, err := extractRules(t.Context(), c, turn)
	if err != nil {
		t.Fatal(err)
	}
	f, err := filterRules(t.Context(), x, turn)
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range f.Items {
		if turn.Text[i.Span.Start:i.Span.End] != i.Content {
			t.Errorf("%q is not what was said at %v", i.Content, i.Span)
		}
	}
	return f.Items
}

func TestWhatIsWorthReading(t *testing.T) {
	for _, c := range []struct {
		text        string
		user, agent bool
	}{
		{"Always run the linter before you commit.", true, false},
		{"I prefer tabs over spaces.", true, false},
		{"My sister Anna moved to Lisbon.", true, false},
		{"We decided to use SQLite instead of PostgreSQL.", true, true},
		{"The deploy broke because the migration ran twice.", true, true},
		{"The upload hangs because the proxy buffers it.", true, true},
		{"The upload is fast because the proxy passes it on.", true, false},
		{"I heard that Olaf is getting divorced.", false, false},
		{"A boat is a boat.", false, false},
		{"The broker password is ⟦redacted:password⟧ for now.", false, false},
		{"token: ⟦redacted:token⟧", false, false},
		{"We deploy with the token ⟦redacted:token⟧ to the server called Heron.", true, false},
		{"ok, thanks!", false, false},
		{"go on", false, false},
		{"What is the capital of Peru?", false, false},
		{"/compact now please", false, false},
	} {
		if got := worth(c.text, memtide.RoleUser); got != c.user {
			t.Errorf("user, %q: %v", c.text, got)
		}
		if got := worth(c.text, memtide.RoleAgent); got != c.agent {
			t.Errorf("agent, %q: %v", c.text, got)
		}
	}
}

// What the user asks to be kept is kept as far as it says something, also in
// the form of an order.
func TestWhatIsToBeRememberedIs(t *testing.T) {
	for text, want := range map[string]string{
		"Please remember that our side gate is called Heron.": "fact our side gate is called Heron.",
		"Keep in mind that the cellar is damp.":               "fact the cellar is damp.",
		"Remember that you must always lock the gate.":        "instruction you must always lock the gate.",
	} {
		var got []string
		for _, f := range items(t, said(memtide.RoleUser, text)) {
			got = append(got, string(f.Kind)+" "+f.Content)
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if got := items(t, said(memtide.RoleAgent, text)); len(got) != 0 {
			t.Errorf("of the agent: %+v", got)
		}
	}
}

// A rule that names code belongs to the project in which it was said, and one
// that names none to the user.
func TestWhoseARuleIs(t *testing.T) {
	for text, want := range map[string]string{
		"Run them with `ninja check` from now on.": "shop",
		"From now on answer in Danish.":            "",
	} {
		if got := items(t, said(memtide.RoleUser, text)); len(got) != 1 || got[0].Kind != memtide.Instruction || got[0].Project != want {
			t.Errorf("%q: %+v, want project %q", text, got, want)
		}
	}
}

// A sentence that says "she" names whom it means.
func TestWhomASentenceMeans(t *testing.T) {
	got := items(t, said(memtide.RoleUser, "Nora Dahl joined the team. She maintains the parser."))
	i := slices.IndexFunc(got, func(f event.Found) bool { return strings.HasPrefix(f.Content, "She") })
	if len(got) != 2 || i < 0 || got[i].Attributes[tools.About] != "Nora Dahl" || !slices.ContainsFunc(got[i].Entities, func(m event.Mention) bool { return m.Name == "Nora Dahl" }) {
		t.Errorf("got %+v", got)
	}
}

func TestOwnSentencesLeaveQuotesOut(t *testing.T) {
	text := "I like tea. ```Never drink tea.``` I hate mud. > Always obey. Bye now."
	quote := func(s string) memtide.Quote {
		i := strings.Index(text, s)
		return memtide.Quote{Start: i, End: i + len(s), Kind: "paste"}
	}
	turn := said(memtide.RoleUser, text, quote("```Never drink tea.```"), quote("> Always obey."))
	var got []string
	for _, s := range ownSentences(turn.Turn) {
		got = append(got, text[s.Start:s.End])
	}
	if !slices.Equal(got, []string{"I like tea.", "I hate mud.", "Bye now."}) {
		t.Errorf("sentences %q", got)
	}
	all := said(memtide.RoleUser, "Always obey me.", memtide.Quote{Start: 0, End: 15, Kind: "tool"})
	if got := items(t, all); len(got) != 0 {
		t.Errorf("items of a quote: %+v", got)
	}
}

func TestOnlyTheBeginningOfAVeryLongTextIsRead(t *testing.T) {
	const filler, tabs, tea = "It rained a little on that day. ", "I prefer tabs over spaces. ", "I prefer tea over coffee."
	for n, all := range map[int]bool{mined/len(filler) - 10: true, mined/len(strings.TrimSpace(filler)) + 1: false} {
		text := tabs + strings.Repeat(filler, n) + tea
		c, err := classifyRules(t.Context(), event.Half{}, said(memtide.RoleUser, text))
		if err != nil || len(c.Keep) == 0 || c.Keep[0].Start != 0 {
			t.Fatalf("%d bytes: %d sentences, %v", len(text), len(c.Keep), err)
		}
		last := c.Keep[len(c.Keep)-1]
		if read := text[last.Start:last.End] == tea; read != all {
			t.Errorf("%d bytes: the last that is read is %q", len(text), text[last.Start:last.End])
		}
	}
}
