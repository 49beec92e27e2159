package remember

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
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
	c, err := classifyRules{}.classify(t.Context(), event.Half{Turn: turn.ID}, turn)
	if err != nil {
		t.Fatal(err)
	}
	if (len(c.Keep) == 0) != (c.Reason != "") {
		t.Errorf("%q: keeps %v, reason %q", turn.Text, c.Keep, c.Reason)
	}
	x, err := mineRules{}.extract(t.Context(), c, turn)
	if err != nil {
		t.Fatal(err)
	}
	f, err := mineRules{}.filter(t.Context(), x, turn)
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
		"Use another colour for each tank.":        "shop",
	} {
		if got := items(t, said(memtide.RoleUser, text)); len(got) != 1 || got[0].Kind != memtide.Instruction || got[0].Project != want {
			t.Errorf("%q: %+v, want project %q", text, got, want)
		}
	}
}

// A rule in the manner of the user's own is of the work where it points at something there,
// or stands among the answers to what the agent has asked.
func TestARuleThatIsOfTheWorkAfterAll(t *testing.T) {
	for text, want := range map[string]string{
		"Never commit without asking me.":                                              "",
		"Never commit those drawings without asking me.":                               "shop",
		"It helps me when you show an example first, please always keep this habit.":   "",
		"1. yes, four tanks 2. never commit without asking me":                         "shop",
		"1. never commit without asking me":                                            "",
		"Here are my rules.\n1. Never commit without asking me.\n2. Answer in Danish.": "",
	} {
		got := items(t, said(memtide.RoleUser, text))
		i := slices.IndexFunc(got, func(f event.Found) bool { return f.Attributes[ledger.Standing] != "" })
		if i < 0 || got[i].Project != want {
			t.Errorf("%q: %+v, want project %q", text, got, want)
		}
	}
}

// What the user likes of a certain thing is said of the thing at hand.
func TestWhoseALikingIs(t *testing.T) {
	for text, want := range map[string]string{"I don't like the border.": "shop", "I don't like oysters.": ""} {
		if got := items(t, said(memtide.RoleUser, text)); len(got) != 1 || got[0].Kind != memtide.Opinion || got[0].Project != want {
			t.Errorf("%q: %+v, want project %q", text, got, want)
		}
	}
}

// Of the agent's words only what can be understood alone is kept.
func TestWhatTheAgentPointsAt(t *testing.T) {
	for text, want := range map[string]int{
		"The pump stopped because the valve was shut.":                             1,
		"This made the pump stop because the valve was shut.":                      0,
		"These failing gauges are due to the rain that broke them.":                0,
		"The old pump is loud. It stopped yesterday because the valve was shut.":   1,
		"Look at the drawing. It was broken yesterday because the valve was shut.": 0,
	} {
		if got := items(t, said(memtide.RoleAgent, text)); len(got) != want {
			t.Errorf("%q: %+v, want %d", text, got, want)
		}
	}
}

// A sentence that says "she" names whom it means.
// What only points at what lies before both, stands on a screen or says nothing of
// anything is not kept; what has changed, is wished for or is of the speaker is.
func TestWhatHangsInTheAir(t *testing.T) {
	for text, want := range map[string]int{
		"That lid is loose on one side.":                                0,
		"It adds a second pump.":                                        0,
		"It is built with kelp 3.11, and packed by Heron.":              1,
		"this is the yard's list, brine on kelp 3.11":                   1,
		"It crashes on kelp 3.11.":                                      0,
		"It adds 2 pumps.":                                              0,
		"Should be the east tank.":                                      0,
		"The yard is wet. That pump uses the brass valves of Heron.":    1,
		"Fix the lids. That pump uses the brass valves of Heron.":       0,
		"2 loose lids in the yard of Heron":                             0,
		"Heron as the second colour.":                                   0,
		"📦 Heron packed 12 crates.":                                     0,
		"The heron server stands in the cellar. It runs on two pumps.":  2,
		"It runs on port 9443 now instead of 8443.":                     1,
		"This is where I live: Lisbon, near my sister's house.":         1,
		"The heron server runs on two pumps.":                           1,
		"This repository uses brass valves.":                            1,
		"These lids should always be painted twice before they go out.": 1,
	} {
		if got := items(t, said(memtide.RoleUser, text)); len(got) != want {
			t.Errorf("%q: %d items %v", text, len(got), got)
		}
	}
}

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

// keptBy returns what of a text may hold something to keep.
func keptBy(t *testing.T, r classifyRules, text string) (keep []string) {
	t.Helper()
	c, err := r.classify(t.Context(), event.Half{}, said(memtide.RoleUser, text))
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range c.Keep {
		keep = append(keep, text[s.Start:s.End])
	}
	return keep
}

// A sentence that leaves out what it is about is kept with the one that names it, or
// not at all.
func TestASentenceIsKeptWithWhatItIsAbout(t *testing.T) {
	for text, want := range map[string][]string{
		"Put a lamp on the pier. should be red and at most 2 m high": nil, // of the task
		"The pier has a lamp. Must never be green. I like tea.":      {"The pier has a lamp. Must never be green.", "I like tea."},
		"Build a crane. Needs to lift 3 t. Has to be yellow.":        {"Build a crane. Needs to lift 3 t. Has to be yellow."},
		"should be red and at most 2 m high":                         nil,
		"Thanks! Must be open on Sundays.":                           nil,
		"The pier has a lamp.\n\nMust never be green.":               {"The pier has a lamp."},
		"The pier has a lamp. It must never be green.":               {"The pier has a lamp.", "It must never be green."},
		"Put a lamp on the pier. Must always sign the ledger.":       {"Must always sign the ledger."},
		"The old ropes are in the east shed. never touch them":       {"The old ropes are in the east shed. never touch them"},
		"never touch them":                                                  nil,
		"Fix the lamp. never do that again":                                 nil,
		"The rent is 900 euro. due on the 3rd of each month":                {"The rent is 900 euro. due on the 3rd of each month"},
		"due tomorrow.":                                                     nil,
		"Bogdan set it up":                                                  nil,
		"Bogdan broke them again yesterday.":                                nil,
		"Is the pier open? Bogdan set it up":                                nil,
		"The pier has a lamp. Bogdan set it up with brass screws from Kiel": {"The pier has a lamp.", "Bogdan set it up with brass screws from Kiel"},
		"Heron holds them now":                                              {"Heron holds them now"},
		"Bogdan set up the lamp of the pier":                                {"Bogdan set up the lamp of the pier"},
		"Bogdan set it up in 2019 with brass screws":                        {"Bogdan set it up in 2019 with brass screws"},
		"I prefer it in blue":                                               {"I prefer it in blue"},
	} {
		if got := keptBy(t, classifyRules{}, text); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	for _, f := range items(t, said(memtide.RoleUser, "The old ropes are in the east shed. never touch them")) {
		if f.Project != "shop" || f.Attributes[ledger.Standing] == "" {
			t.Errorf("a rule with what it is of stands in its project: %+v", f)
		}
	}
	for _, f := range items(t, said(memtide.RoleUser, "The pier has a lamp. Must never be green.")) {
		if f.Project != "shop" || f.Attributes[ledger.Standing] != "" {
			t.Errorf("what one thing must be is a rule for all: %+v", f)
		}
	}
	quoted := "Put a lamp on the pier. must be green"
	if got := items(t, said(memtide.RoleUser, quoted, memtide.Quote{Start: 0, End: 23, Kind: "paste"})); len(got) != 0 {
		t.Errorf("joined with what is quoted: %+v", got)
	}
}

// A long text is read to its end. What it may bring is bounded: beyond the bound
// only rules count and what is to be remembered, and beyond another one nothing.
func TestALongTextIsReadToItsEnd(t *testing.T) {
	const idle, tabs, tea, rule, note = "Is the gate open? ", "I prefer tabs over spaces. ", "I prefer tea over coffee. ", "Never feed the herons. ", "Remember that the cellar is damp."
	full, more := strings.Repeat(tea, mostKept/(len(tea)-1)+1), strings.Repeat(rule, mostRules/(len(rule)-1)+1)
	for name, c := range map[string]struct {
		text string
		last []string
		most int // bytes
	}{
		"nothing to keep before": {tabs + strings.Repeat(idle, (memtide.MaxTurn-200)/len(idle)) + tea + rule, []string{tabs, tea, rule}, 100},
		"as much as it may":      {full + tabs + rule + note, []string{tea, rule, "the cellar is damp."}, mostKept + 100},
		"more rules than it may": {full + more + rule + tabs, []string{tea, rule}, mostKept + mostRules},
		"one sentence of data":   {tabs + strings.Repeat("tabs are better than ", mostKept/20) + "spaces. " + tea, []string{tabs, tea}, 100},
	} {
		keep := keptBy(t, classifyRules{}, c.text)
		size := 0
		for _, k := range keep {
			size += len(k)
		}
		keep = slices.Compact(keep)
		keep = keep[max(0, len(keep)-len(c.last)):]
		for i := range c.last {
			c.last[i] = strings.TrimSpace(c.last[i])
		}
		if !slices.Equal(keep, c.last) || size > c.most {
			t.Errorf("%s: of %d bytes %d are kept, the last %q, want %q", name, len(c.text), size, keep, c.last)
		}
	}
}

// Between the pieces of a long text prompts go first; a short one is read at once.
func TestALongTextStandsBack(t *testing.T) {
	times := 0
	r := classifyRules{quiet: func(context.Context) error { times++; return nil }}
	keptBy(t, r, strings.Repeat("Is the gate open? ", 100))
	if times != 0 {
		t.Errorf("a short text stands back %d times", times)
	}
	if keptBy(t, r, strings.Repeat("Is the gate open? ", 2000)); times < 15 || times > 20 {
		t.Errorf("36 kB stand back %d times, want once for each %d bytes", times, stretch)
	}
	r.quiet = func(context.Context) error { return context.Canceled }
	if _, err := r.classify(t.Context(), event.Half{}, said(memtide.RoleUser, strings.Repeat("Is the gate open? ", 2000))); err == nil {
		t.Error("goes on when it is to stop")
	}
}

// What stands before a piece ends where the speaker's own words do.
func TestBeforeAPieceStandsNoQuote(t *testing.T) {
	text := "I like tea. [never drink tea] I hate mud. Bye now."
	at, quote := strings.Index(text, "Bye"), strings.Index(text, "[")
	turn := said(memtide.RoleUser, text, memtide.Quote{Start: quote, End: strings.Index(text, "]") + 1, Kind: "tool"})
	if got := before(turn.Turn, at); got != "I hate mud." {
		t.Errorf("before: %q", got)
	}
	if got := before(turn.Turn, quote+3); got != "" {
		t.Errorf("inside of a quote: %q", got)
	}
	if got := before(turn.Turn, quote); got != "I like tea." {
		t.Errorf("before the quote: %q", got)
	}
	long := said(memtide.RoleUser, strings.Repeat("é", 1000))
	if got := before(long.Turn, 1001); len(got) > overlap || !strings.HasPrefix(got, "é") {
		t.Errorf("%d bytes: %q", len(got), got)
	}
}

// What "it" means is kept with the sentence: what the one before speaks of, in the
// user's own words, and nothing where it may be something else.
func TestWhatASentenceMeans(t *testing.T) {
	quoted := "Mind the gap.\nThe ibis server has two disks.\nIt listens on port 8443."
	from, until := strings.Index(quoted, "The ibis"), strings.Index(quoted, "It listens")-1
	for _, c := range []struct {
		want string
		turn event.TurnTaken
	}{
		{want: "the heron server", turn: said(memtide.RoleUser, "We installed the heron server yesterday. It listens on port 8443.")},
		{want: "", turn: said(memtide.RoleUser, "We moved the heron server to the ibis cluster. It listens on port 8443.")},
		{want: "the ibis server", turn: said(memtide.RoleUser, quoted)},
		{want: "", turn: said(memtide.RoleUser, quoted, memtide.Quote{Start: from, End: until, Kind: "paste"})},
	} {
		means, all := "", items(t, c.turn)
		for _, f := range all {
			means += f.Attributes[ledger.Means]
		}
		if means != c.want {
			t.Errorf("%q: %+v, want %q", c.turn.Text, all, c.want)
		}
	}
	got := items(t, said(memtide.RoleUser, "Our staging server is called Heron. It listens on port 8443."))
	if i := slices.IndexFunc(got, func(f event.Found) bool { return f.Attributes[ledger.Means] == "our staging server" }); i < 0 {
		t.Errorf("%+v", got)
	}
}

func BenchmarkRules2000Words(b *testing.B) {
	text := strings.Repeat("We moved the herons to the north pond. Is the gate open? I prefer tea over coffee. The pump at pier 5 runs twice a day. ", 2000/24)
	turn := said(memtide.RoleUser, text)
	for b.Loop() {
		c, err := classifyRules{}.classify(b.Context(), event.Half{}, turn)
		if err != nil {
			b.Fatal(err)
		}
		x, err := (mineRules{}).extract(b.Context(), c, turn)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := (mineRules{}).filter(b.Context(), x, turn); err != nil {
			b.Fatal(err)
		}
	}
}

// Of a question that tells something, what is told is kept, and the whole where that says "it".
func TestAPartThatPointsBackIsKeptWhole(t *testing.T) {
	for text, want := range map[string]string{
		"How do I paint it, since we decided on brass hinges?":                  "we decided on brass hinges",
		"Which lamp fits the barn, considering that we moved it to Ulm in May?": "Which lamp fits the barn, considering that we moved it to Ulm in May?",
	} {
		if s, ok := worthPart(text, memtide.RoleUser); !ok || text[s.Start:s.End] != want {
			t.Errorf("%q: %q, %v", text, text[s.Start:s.End], ok)
		}
	}
}
