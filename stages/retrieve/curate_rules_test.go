package retrieve

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// TestPast: a plan for today or by the end of a week is not past before that is.
func TestPast(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	now := day(18).Add(9 * time.Hour)
	for _, tt := range []struct {
		n    memtide.Node
		want string
	}{
		{memtide.Node{Kind: memtide.Plan, EventTime: day(18)}, ""},
		{memtide.Node{Kind: memtide.Plan, EventTime: day(16), ValidUntil: day(23)}, ""},
		{memtide.Node{Kind: memtide.Plan, EventTime: day(17)}, "was planned for 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Plan, Content: "Mila is away until the 17th", EventTime: day(17), ValidUntil: day(18)}, "held until 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Plan, Content: "the audit is put off until the 17th", EventTime: day(17), ValidUntil: day(18)}, "was planned for 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Plan}, ""},
		{memtide.Node{Kind: memtide.Event, EventTime: day(1)}, ""},
		{memtide.Node{Kind: memtide.Instruction, EventTime: day(10), ValidUntil: day(18)}, "held until 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Instruction, EventTime: day(10)}, ""},
	} {
		if got := past(&tt.n, now); got != tt.want {
			t.Errorf("%s of %v until %v: %q, want %q", tt.n.Kind, tt.n.EventTime, tt.n.ValidUntil, got, tt.want)
		}
	}
}

// Of two lines that differ in their numbers the later one stays, unless the other is
// of a time that is asked for.
func TestALaterCountTakesThePlaceOfAnEarlierOne(t *testing.T) {
	of := func(day int, text string, then bool) *line {
		n := &memtide.Node{Kind: memtide.Episode, Content: text, CreatedAt: time.Date(2026, 3, day, 9, 0, 0, 0, time.UTC),
			Source: memtide.Source{Role: memtide.RoleUser, Turn: text}}
		return &line{node: n, then: then, terms: termSet(text)}
	}
	said := func(l *line, turn string) *line {
		n := *l.node
		n.Source.Turn = turn
		return &line{node: &n, terms: l.terms}
	}
	old, new := of(2, "This week: 41 sign-ups.", false), of(9, "This week: 44 sign-ups.", false)
	for _, c := range []struct {
		name    string
		l, have *line
		want    bool
	}{
		{"later", new, old, true},
		{"earlier", old, new, false},
		{"in other words", of(9, "This week: 44 cancelled sign-ups.", false), old, false},
		{"the same number", of(9, "This week, 41 sign-ups!", false), old, false},
		{"of the time that is asked for", new, of(2, "This week: 41 sign-ups.", true), false},
		{"both of that time", of(9, "This week: 44 sign-ups.", true), of(2, "This week: 41 sign-ups.", true), true},
		{"of one half-turn", said(new, "one"), said(old, "one"), false},
		{"noted both", said(new, ""), said(old, ""), true},
		{"noted, of what was said", said(new, ""), old, true},
	} {
		if got := recounts(c.l, c.have); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// A rule that forbids does not repeat the one that commands the same, however like
// their words are.
func TestOpposedRulesAreNoRepetition(t *testing.T) {
	of := func(kind memtide.Kind, text string) line {
		return line{node: &memtide.Node{Kind: kind, Content: text}, terms: termSet(text)}
	}
	always, never := of(memtide.Instruction, "Always touch the migrations folder yourself."), of(memtide.Instruction, "Never touch the migrations folder.")
	again, said := of(memtide.Instruction, "You must never touch the migrations folder."), of(memtide.Episode, "Never touch the migrations folder.")
	for _, c := range []struct {
		have, l line
		want    bool
	}{{always, never, false}, {never, always, false}, {never, again, true}, {never, said, true},
		{of(memtide.Instruction, "Always run the database migrations on the production cluster directly."), of(memtide.Instruction, "Never run the database migrations on the production cluster directly."), false}} {
		if got := repeats([]line{c.have}, &c.l, nil, false) >= 0; got != c.want {
			t.Errorf("%q behind %q repeats it: %v", c.l.node.Content, c.have.node.Content, got)
		}
		if got := retells([]line{c.have}, &c.l, nil); got != c.want && c.l.node != always.node { // which says more
			t.Errorf("%q behind the pin %q retells it: %v", c.l.node.Content, c.have.node.Content, got)
		}
	}
}

// A summary that has more than a line goes with it, unless causes are asked for: they stand
// beside what happened.
func TestWhyIsToldByASummary(t *testing.T) {
	const broke = "The crane broke on Monday."
	of := func(kind memtide.Kind, text string, why bool) line {
		return line{node: &memtide.Node{Kind: kind, Content: text}, terms: termSet(text), why: why}
	}
	const session = "Session of 2026-11-02 in docks: " + broke + " Its rope was never oiled. From now on Marek greases it weekly, before the first ship is unloaded."
	for why, want := range map[bool]bool{false: true, true: false} {
		l := of(memtide.Summary, session, why)
		if got := repeats([]line{of(memtide.Event, broke, why)}, &l, nil, false) >= 0; got != want {
			t.Errorf("causes are asked for: %v; repeats it: %v", why, got)
		}
	}
}

func TestALineIsTakenOutWhole(t *testing.T) {
	const (
		head  = "Session of 2026-11-02 in depot:"
		lifts = "The crane lifts 3 tons"
		quay  = "The crane lifts 3 tons on the quay, says Marta"
		shut  = "Why is the gate shut?"
		opens = "The gate opens at six."
	)
	text := head + " " + memtide.SummaryText([]string{lifts, quay, shut, opens})
	for _, c := range []struct {
		name       string
		gone, live []string
		want       string
	}{
		{"how another line begins", []string{lifts}, []string{quay}, " " + quay + ". " + shut + " " + opens},
		{"with an end of its own", []string{opens}, nil, " " + lifts + ". " + quay + ". " + shut},
		{"all", []string{lifts, quay, shut, opens}, nil, ""},
	} {
		if got := withoutLines(text, c.gone, c.live); got != head+c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, head+c.want)
		}
	}
	old := head + " " + lifts + " " + opens // as an earlier version joined them
	if got, want := withoutLines(old, []string{lifts}, nil), head+" "+opens; got != want {
		t.Errorf("joined without ends: got %q, want %q", got, want)
	}
}

// What has another number and other words is shown beside what it is like: one of them hid
// the other, whichever held.
func TestAnotherNumberInOtherWordsIsNoRepetition(t *testing.T) {
	of := func(text string) line {
		return line{node: &memtide.Node{Kind: memtide.Fact, Content: text}, terms: termSet(text)}
	}
	for _, c := range []struct {
		have, l string
		want    bool
	}{
		{"The staging database runs on port 5544.", "The staging database runs on port 6655 now.", false},
		{"The staging database of the shop runs on port 5544.", "The production database of the shop runs on port 6655.", false},
		{"The staging database runs on port 5544.", "The staging database runs on port 6655.", true}, // the later takes its place
		{"The staging database runs on port 5544.", "The staging database at Hetzner runs on port 5544.", true},
		{"The staging database runs on port 5544.", "The staging database runs on a port.", true},
	} {
		have, l := of(c.have), of(c.l)
		if got := repeats([]line{have}, &l, nil, false) >= 0; got != c.want {
			t.Errorf("%q behind %q repeats it: %v", c.l, c.have, got)
		}
	}
}

// Of what is alike but for a number or a name, what the prompt names is not hidden by what
// it does not name; what was said since then stands beside it.
func TestWhatIsAskedForIsNoRepetition(t *testing.T) {
	of := func(day int, text string) line {
		return line{terms: termSet(text), node: &memtide.Node{Kind: memtide.Fact, Content: text, CreatedAt: time.Date(2026, 3, day, 9, 0, 0, 0, time.UTC),
			Source: memtide.Source{Role: memtide.RoleUser}}}
	}
	asking := func(query string) (in event.MemoryAssembled) {
		in.Query.Text = query
		for _, m := range language.Mentions(query, nil) {
			in.Class.Entities = append(in.Class.Entities, event.Name{Name: m.Name})
		}
		return in
	}
	heron := func(n string, day int) line {
		return of(day, "The heron number "+n+" listens on port 40"+n+" behind the quay.")
	}
	for _, c := range []struct {
		name    string
		have, l line
		query   string
		want    bool
	}{
		{"the other is asked for", heron("89", 9), heron("77", 7), "where does heron 77 listen?", false},
		{"and the later one, which is not", heron("77", 7), heron("89", 9), "where does heron 77 listen?", false},
		{"an earlier one, which is not", heron("77", 7), heron("71", 1), "where does heron 77 listen?", true},
		{"both", heron("77", 7), heron("71", 1), "where do herons 77 and 71 listen?", false},
		{"neither", heron("89", 9), heron("77", 7), "where does the heron listen?", true},
		{"all of them", heron("89", 9), heron("77", 7), "where do the herons listen?", false},
		{"any, but one is named by its value", heron("77", 7), heron("71", 1), "which heron listens on port 4077?", true},
		{"any of them", heron("89", 9), heron("77", 7), "which heron listens behind the quay?", false},
		{"another one", heron("89", 9), heron("77", 7), "where does heron 12 listen?", true},
		{"by its value", heron("89", 9), heron("77", 7), "which heron listens on port 4077?", false},
		{"whether the old value holds", of(1, "The staging database runs on port 5544."), of(2, "The staging database runs on port 6655."), "does the staging database run on 5544 still?", false},
		{"by name", of(1, "Marta pays twenty euros a month for the berth."), of(1, "Olaf pays twenty euros a month for the berth."), "do Marta and Olaf pay for the berth?", false},
		{"by the name of the first", of(2, "Marta pays twenty euros a month for the berth."), of(1, "Olaf pays twenty euros a month for the berth."), "what does Marta pay for the berth?", true},
		{"by a word", of(1, "The staging database runs on 5544."), of(1, "The staging database runs on port 5544."), "on which port does the staging database run?", true},
		{"by a name with a number", of(1, "The box srv7 stands in the cellar of the quay."), of(1, "The box srv9 stands in the cellar of the quay."), "where do srv7 and srv9 stand?", false},
		{"by no name", of(1, "Marta pays twenty euros a month for the berth."), of(2, "Olaf pays twenty euros a month for the berth."), "who pays for the berth?", true},
	} {
		asked := singled(asking(c.query))
		c.l.many = language.KindsAskedFor(c.query)
		if got := repeats([]line{c.have}, &c.l, asked, false) >= 0; got != c.want {
			t.Errorf("%s: %q repeats %q: %v", c.name, c.l.node.Content, c.have.node.Content, got)
		}
	}
	pin, other := of(1, "Releases of the harbour gateway are built on the machine in rack 7, never elsewhere."), of(1, "Releases of the harbour gateway are built on the machine in rack 9, never elsewhere.")
	for query, want := range map[string]bool{"what is built in rack 9?": false, "where are releases built?": true} {
		if got := retells([]line{pin}, &other, singled(asking(query))); got != want {
			t.Errorf("%q: a pin with another number retells it: %v", query, got)
		}
	}
}

// A half-turn stands for the memory that was taken from it where another sentence of it is
// asked for, but not for a rule nor for what has another day.
func TestAHalfTurnStandsForItsMemory(t *testing.T) {
	const said, fact = "The mill leans on two piles. Slow, too: it grinds each sack twice.", "The mill leans on two piles."
	day := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	of := func(kind memtide.Kind, role memtide.Role, text string) line {
		n := &memtide.Node{Kind: kind, Content: text, Source: memtide.Source{Role: role, Turn: "t"}, Attributes: map[string]string{}}
		return line{node: n, terms: termSet(text), Item: event.Item{Kind: kind, Turn: "t", Text: text, Time: day}}
	}
	half := of(memtide.Episode, memtide.RoleUser, said)
	rule := of(memtide.Instruction, memtide.RoleUser, fact)
	rule.node.Attributes[ledger.Standing] = "yes"
	dated := of(memtide.Event, memtide.RoleUser, fact)
	dated.Time = day.AddDate(0, 0, -1)
	noted := of(memtide.Fact, memtide.RoleUser, fact)
	noted.extra = []string{"about the mill"}
	cut := half
	cut.Text = "… it grinds each sack twice."
	for _, c := range []struct {
		name, query string
		half, l     line
		want        bool
	}{
		{"the other sentence", "how often does the mill grind a sack?", half, of(memtide.Fact, memtide.RoleUser, fact), true},
		{"a practice", "how often does the mill grind a sack?", half, of(memtide.Instruction, memtide.RoleUser, fact), true},
		{"the same sentence", "on how many piles does the mill lean?", half, of(memtide.Fact, memtide.RoleUser, fact), false},
		{"neither", "who owns the mill?", half, of(memtide.Fact, memtide.RoleUser, fact), false},
		{"a rule", "how often does the mill grind a sack?", half, rule, false},
		{"of another day", "how often does the mill grind a sack?", half, dated, false},
		{"with a note", "how often does the mill grind a sack?", half, noted, false},
		{"cut", "how often does the mill grind a sack?", cut, of(memtide.Fact, memtide.RoleUser, fact), false},
		{"of the agent", "how often does the mill grind a sack?", of(memtide.Episode, memtide.RoleAgent, said), of(memtide.Fact, memtide.RoleAgent, fact), false},
	} {
		wanted := setOf(language.Terms(c.query))
		if got := c.half.tellsBeside(&c.l, wanted); got != c.want {
			t.Errorf("%s: stands for it: %v", c.name, got)
		}
		if c.want && (!better(&c.half, &c.l, wanted) || better(&c.l, &c.half, wanted)) {
			t.Errorf("%s: the memory tells more", c.name)
		}
	}
}
