package retrieve

import (
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// TestASummaryThatTheBlockSays: a summary goes when every sentence that is shown
// of it stands in other lines that fit, and only then.
func TestASummaryThatTheBlockSays(t *testing.T) {
	const (
		kiln  = "The kiln is fired at 1220 degrees"
		glaze = "Never open the kiln above 200 degrees."
		clay  = "Clay comes from Westerwald."
		head  = "Session of 2026-11-02 in pottery: "
	)
	sum, fact, rule, talk := memtide.Summary, memtide.Fact, memtide.Instruction, memtide.Episode
	whole := shown(0, sum, head+kiln+" "+glaze+" "+clay)
	for _, c := range []struct {
		name   string
		lines  []line
		pins   []line
		budget int
		want   string // what is left out because it is said, by its text
	}{
		{"all in memories of their own", []line{whole, shown(1, fact, kiln), shown(2, rule, glaze), shown(3, fact, clay)}, nil, 900, whole.Text},
		{"one of them is pinned", []line{whole, shown(1, fact, kiln), shown(3, fact, clay)}, []line{shown(2, rule, glaze)}, 900, whole.Text},
		{"in a half-turn", []line{whole, shown(1, talk, "Listen. "+clay+" "+glaze), shown(2, fact, kiln)}, nil, 900, whole.Text},
		{"one is missing", []line{whole, shown(1, fact, kiln), shown(3, fact, clay)}, nil, 900, ""},
		{"one does not fit", []line{whole, shown(1, fact, kiln), shown(2, rule, glaze), costly(3, fact, clay, 2000)}, nil, 900, ""},
		{"another summary says it", []line{whole, shown(1, sum, head+kiln+" "+glaze+" "+clay)}, nil, 900, ""},
		{"in other words", []line{shown(0, sum, head+"They fire hot and open late."), shown(1, fact, kiln), shown(2, rule, glaze)}, nil, 900, ""},
		{"a name says nothing", []line{shown(0, sum, head+"Kiln"), shown(1, memtide.Entity, "Kiln")}, nil, 900, ""},
		{"alone", []line{whole}, nil, 900, ""},
	} {
		fit, rest, told := fitOnce(c.lines, c.pins, c.budget)
		var got []string
		for _, l := range told {
			got = append(got, l.Text)
		}
		if strings.Join(got, "|") != c.want {
			t.Errorf("%s: left out %q, want %q", c.name, got, c.want)
		}
		if len(fit)+len(rest)+len(told) != len(c.lines) {
			t.Errorf("%s: %d fit, %d do not, %d are said, of %d", c.name, len(fit), len(rest), len(told), len(c.lines))
		}
	}
}

// TestTheRoomOfASummary: what a summary leaves goes to the next line that fits
// there, and the lines stay in the order of their worth.
func TestTheRoomOfASummary(t *testing.T) {
	sum := costly(0, memtide.Summary, "Session of 2026-11-02: Clay is dug.", 40)
	lines := []line{sum, costly(1, memtide.Fact, "Clay is dug.", 40), costly(2, memtide.Fact, "Sand is sieved.", 50), costly(3, memtide.Plan, "Kilns cool.", 20)}
	fit, rest, told := fitOnce(lines, nil, 100)
	var got []string
	for _, l := range fit {
		got = append(got, l.Text)
	}
	if want := []string{"Clay is dug.", "Kilns cool."}; !slices.Equal(got, want) || len(told) != 1 || len(rest) != 1 {
		t.Errorf("fit %q, want %q; %d are said, %d do not fit", got, want, len(told), len(rest))
	}
	lines[2].Tokens = 40
	if fit, _, _ := fitOnce(lines, nil, 100); len(fit) != 3 || fit[1].Text != "Sand is sieved." {
		t.Errorf("the room of a summary is lost: %d lines", len(fit))
	}
}

// TestWhyAPinIsLeftOut: the half-turn that says a rule takes its place, and the
// receipt says so, however much fell out before.
func TestWhyAPinIsLeftOut(t *testing.T) {
	rule, other := shown(1, memtide.Instruction, "Always knock."), shown(2, memtide.Instruction, "Never whistle.")
	talk := shown(3, memtide.Episode, "By the way: Always knock. It is polite.")
	rule.Turn, talk.Turn, other.Turn = "t1", "t1", "t2"
	pins, drops := unsaid([]line{rule, other}, []line{talk}, nil)
	if len(pins) != 1 || pins[0].ID != other.ID || len(drops) != 1 || drops[0].ID != rule.ID || drops[0].Why != "duplicate" {
		t.Fatalf("%d pins, drops %+v", len(pins), drops)
	}
	earlier := make([]event.Drop, event.MaxCandidates)
	if all := withEarlier(drops, earlier); len(all) != event.MaxCandidates || all[0].ID != rule.ID {
		t.Errorf("%d drops, the first %+v", len(all), all[0])
	}
}

// TestAHalfTurnOfRulesIsNotShownBesideThem: rules stand among the rules, and their half-turn
// in its own place only where it says more of what is asked for.
func TestAHalfTurnOfRulesIsNotShownBesideThem(t *testing.T) {
	said := func(i int, kind memtide.Kind, turn string, text string) line {
		l := shown(i, kind, text)
		l.Turn, l.terms = turn, termSet(text)
		return l
	}
	knock, whistle := said(1, memtide.Instruction, "t1", "Always knock at the gate."), said(2, memtide.Instruction, "t1", "Never whistle on the quay.")
	both := said(3, memtide.Episode, "t1", "Rules for the gate: Always knock at the gate. Never whistle on the quay. The crane is red.")
	again := said(7, memtide.Episode, "t1", "Ida is back, so the gate on the quay is hers. Always knock at the gate. Never whistle on the quay.")
	other := said(4, memtide.Episode, "t2", "Always knock at the gate.")
	cut := said(5, memtide.Episode, "t1", "Rules for the gate: Always knock …")
	fact := said(6, memtide.Fact, "t1", "Always knock at the gate. It is loud.")
	for _, c := range []struct {
		name  string
		l     line
		query string
		pins  []line
		want  bool
	}{
		{"asked for the rules", both, "what do I do at the gate on the quay?", []line{knock, whistle}, true},
		{"asked for nothing of it", both, "write a haiku", []line{knock}, true},
		{"asked for what stands beside them", both, "which colour has the crane at the gate?", []line{knock, whistle}, false},
		{"asked for what is said with the same words beside them", again, "who stands at the gate on the quay?", []line{knock, whistle}, false},
		{"one of them is no pin", both, "may I whistle at the gate?", []line{knock}, false},
		{"said in another half-turn", other, "what do I do at the gate?", []line{knock}, false},
		{"the rule is not in what is shown", cut, "what do I do at the gate?", []line{knock}, false},
		{"a memory", fact, "what do I do at the gate?", []line{knock}, false},
	} {
		if got := c.l.ruled(c.pins, termSet(c.query)); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func costly(i int, kind memtide.Kind, text string, n int) line {
	l := shown(i, kind, text)
	l.Tokens = n
	return l
}
