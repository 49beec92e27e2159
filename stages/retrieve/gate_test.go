package retrieve

import (
	"math"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/tools"
)

func TestGate(t *testing.T) {
	type c = event.Candidate
	for _, x := range []struct {
		name, prompt string
		asks         bool
		leaning      float64
		in           []c
		want         []int
	}{
		{"nothing", "deploy the ferry", false, 0, nil, nil},
		{"enough of the prompt, and enough at all", "deploy the ferry", false, 0, []c{{Relevance: 0.2, BM25: 7}}, []int{0}},
		{"all of a prompt that says little", "run it again", false, 0, []c{{Relevance: 0.9, BM25: 4}}, nil},
		{"the same of one that leans on what was told", "run it again", false, 2, []c{{Relevance: 0.9, BM25: 4}}, []int{0}},
		{"much, of a prompt that says far more", "a long report", false, 0, []c{{Relevance: 0.05, BM25: 20}}, nil},
		{"what leans on it needs less", "who paints the ferry?", true, 1, []c{{Relevance: 0.08, BM25: 4.5}}, []int{0}},
		{"and what does not more", "who paints the ferry?", true, -1, []c{{Relevance: 0.12, BM25: 9}}, nil},
		{"of a hit that is worth little", "who paints the ferry?", true, 0, []c{{Relevance: 0.3, BM25: 9, Match: 0.09}}, nil},
		{"a question about the world needs more", "how do I paint a ferry?", true, -3, []c{{Relevance: 0.3, BM25: 7}}, nil},
		{"and gets it where much of it was told", "how do I paint a ferry?", true, -3, []c{{Relevance: 0.55, BM25: 12}}, []int{0}},
		{"what stands far behind the best goes", "deploy the ferry", false, 0,
			[]c{{Relevance: 0.8, BM25: 20}, {Relevance: 0.3, BM25: 7}, {Relevance: 0.15, BM25: 6}}, []int{0, 1}},
		{"beside a prompt, so does what only stands near the words", "deploy the ferry", false, 0,
			[]c{{Relevance: 0.8, BM25: 20}, {Relevance: 0.39, BM25: 9, By: tools.ByContext}, {Relevance: 0.41, BM25: 9, By: tools.ByContext}}, []int{0, 2}},
		{"what a link led to comes with the rest", "deploy the ferry", false, 0, []c{{Relevance: 0.8, BM25: 20}, {Relevance: 0.12, Graph: 0.5}}, []int{0, 1}},
		{"and not alone", "deploy the ferry", false, 0, []c{{Relevance: 0.12, Graph: 0.5}}, nil},
		{"a pin needs no reason", "", false, 0, []c{{Pin: true}}, []int{0}},
		{"likeness speaks to a question", "who paints the ferry?", true, 0, []c{{Cosine: 0.7}}, []int{0}},
		{"and to nothing else", "deploy the ferry", false, 0, []c{{Cosine: 0.7}}, nil},
	} {
		a := assembly{q: event.Query{Text: x.prompt, Mode: event.ModePrompt}, asks: x.asks, form: x.leaning, leaning: x.leaning, tuning: Tuning{}.withDefaults()}
		for i, k := range x.in {
			if k.Match == 0 {
				k.Match = k.Relevance
			}
			k.ID = memtide.ID{15: byte(i + 1)}
			a.kept, a.nodes = append(a.kept, k), append(a.nodes, &memtide.Node{ID: k.ID})
		}
		a.gate()
		var got []int
		for i, k := range a.kept {
			got = append(got, int(k.ID[15])-1)
			if a.nodes[i].ID != k.ID {
				t.Errorf("%s: node %d is another's", x.name, i)
			}
		}
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%s:\n%s", x.name, diff)
		}
		if len(a.drops) != len(x.in)-len(got) {
			t.Errorf("%s: %d drops, want %d", x.name, len(a.drops), len(x.in)-len(got))
		}
	}
}

// An order is about a thing; what is to be done with it, and what only means much the
// same, is met everywhere.
func TestAnOrderIsServedByWhatSpeaksOfItsThing(t *testing.T) {
	say := func(prompt string, orders bool, relevance float64, texts ...string) (got []string) {
		a := assembly{q: event.Query{Text: prompt, Mode: event.ModePrompt}, orders: orders, tells: !orders, terms: newMemo(termSet), tuning: Tuning{}.withDefaults()}
		for i, text := range texts {
			id := memtide.ID{15: byte(i + 1)}
			a.kept = append(a.kept, event.Candidate{ID: id, Kind: memtide.Fact, Relevance: relevance, Match: relevance, BM25: 10})
			a.nodes = append(a.nodes, &memtide.Node{ID: id, Content: text})
		}
		a.gate()
		for _, n := range a.nodes {
			got = append(got, n.Content)
		}
		return got
	}
	const mast, rope, sail = "we add the mast in May", "the halyard is too short", "the sail is torn"
	if got := say("add a halyard to the dinghy", true, 0.4, mast, rope, sail); !cmp.Equal(got, []string{rope}) {
		t.Errorf("an order: %q", got)
	}
	if got := say("add a halyard to the dinghy", true, 0.4, mast, sail); got != nil {
		t.Errorf("an order of whose thing nothing is known: %q", got)
	}
	if got := say("the halyard of the dinghy is too short", false, 0.2, mast, rope, sail); !cmp.Equal(got, []string{rope}) {
		t.Errorf("a statement: %q", got)
	}
	if got := say("the halyard of the dinghy is too short", false, 0.4, rope, sail); len(got) != 2 {
		t.Errorf("a statement that is covered well: %q", got)
	}
}

// Why the gate is shut is said, also where the best covers enough of the prompt.
func TestAShutGateSaysWhatFallsShort(t *testing.T) {
	const mast, rope = "we add the mast in May", "the halyard is too short"
	for _, x := range []struct {
		name, text string
		match      float64
		want       string
	}{
		{"it opens", rope, 0.4, ""},
		{"no perfect hit", rope, 0.05, "perfect hit"},
		{"of another thing", mast, 0.4, "no word"},
	} {
		a := assembly{q: event.Query{Text: "add a halyard to the dinghy", Mode: event.ModePrompt}, orders: true, terms: newMemo(termSet), tuning: Tuning{}.withDefaults(),
			kept: []event.Candidate{{Kind: memtide.Fact, Relevance: 0.4, Match: x.match, BM25: 10}}, nodes: []*memtide.Node{{Content: x.text}}}
		open, words := a.open(a.bar())
		if open != (x.want == "") || !strings.Contains(words, x.want) || open && strings.Contains(words, "but") {
			t.Errorf("%s: %s", x.name, words)
		}
	}
}

// What the agent has before it already is what the rest is held against: what lies far
// behind that is no better for being left over. A summary of which a part is before
// the agent says nothing new.
func TestWhatIsLeftOverIsNotToldForThat(t *testing.T) {
	type c = event.Candidate
	for _, x := range []struct {
		name   string
		known  map[string]float64
		orders bool
		in     []c
		want   []int
	}{
		{"nothing is known", nil, false, []c{{Relevance: 0.2, BM25: 7}}, []int{0}},
		{"far behind what is known", map[string]float64{"a": 0.9}, false, []c{{Relevance: 0.2, BM25: 7}}, nil},
		{"near to it", map[string]float64{"a": 0.9}, false, []c{{Relevance: 0.3, BM25: 7}}, []int{0}},
		{"a summary of the session", nil, false, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}}, []int{0}},
		{"of which a part is known", map[string]float64{"monday": 0.4}, false, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}}, nil},
		{"of which little is known", map[string]float64{"monday": 0.3}, false, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}}, []int{0}},
		{"of which another is known", map[string]float64{"tuesday": 0.5}, false, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}}, []int{0}},
		{"a summary alone serves no order", nil, true, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}}, nil},
		{"but stands beside what does", nil, true, []c{{Relevance: 0.5, BM25: 9, Kind: memtide.Summary}, {Relevance: 0.5, BM25: 9}}, []int{0, 1}},
		{"one word that is everywhere", nil, false, []c{{Relevance: 0.5, BM25: 7}, {Relevance: 0.3, BM25: 1.9}}, []int{0}},
	} {
		a := assembly{q: event.Query{Text: "deploy the ferry", Mode: event.ModePrompt}, orders: x.orders, terms: newMemo(termSet), tuning: Tuning{}.withDefaults()}
		for session, relevance := range x.known {
			a.know(c{Relevance: relevance, BM25: 9}, &memtide.Node{Source: memtide.Source{Session: session}})
			a.know(c{Relevance: 1}, &memtide.Node{Source: memtide.Source{Session: session}}) // found by a link, not by its words
		}
		for i, k := range x.in {
			k.Match = k.Relevance
			k.ID = memtide.ID{15: byte(i + 1)}
			a.kept = append(a.kept, k)
			a.nodes = append(a.nodes, &memtide.Node{ID: k.ID, Kind: k.Kind, Content: "the ferry sails", Source: memtide.Source{Session: "monday"}})
		}
		a.gate()
		var got []int
		for _, k := range a.kept {
			got = append(got, int(k.ID[15])-1)
		}
		if diff := cmp.Diff(x.want, got); diff != "" {
			t.Errorf("%s:\n%s", x.name, diff)
		}
	}
}

// Beside a prompt, an order for what lay before both when it was given tells nothing.
func TestAnOrderForWhatLayBeforeTellsNothing(t *testing.T) {
	for _, x := range []struct {
		mode, text string
		want       bool
	}{
		{event.ModePrompt, "ok clean it up and push", true},
		{event.ModePrompt, "add a winch to the dinghy", false},
		{event.ModePrompt, "add a winch to the dinghy, paint the hull below the line in two coats and let each of them dry", false},
		{event.ModePrompt, "where is the winch?", true},
		{event.ModePrompt, "tie it up, the winch is broken", false},
		{event.ModeQuery, "ok clean it up and push", false},
		{event.ModeQuery, "thanks!", true},
	} {
		a := assembly{q: event.Query{Mode: x.mode}}
		if got := a.tellsNothing(x.text); got != x.want {
			t.Errorf("%s %q: %v", x.mode, x.text, got)
		}
	}
}

// Beside an order, that another one was done tells nothing; who asks is told.
func TestWhatWasDoneIsShownToWhoAsks(t *testing.T) {
	for _, x := range []struct {
		mode, text string
		asks       bool
		role       memtide.Role
		want       string
	}{
		{event.ModePrompt, "Merged as #77.", false, memtide.RoleAgent, saysNothing},
		{event.ModePrompt, "Committed as 7be40d2 and pushed to main.", false, memtide.RoleAgent, saysNothing},
		{event.ModePrompt, "Merged the pier branch as #77.", false, memtide.RoleAgent, ""},
		{event.ModePrompt, "Merged as #77.", true, memtide.RoleAgent, ""},
		{event.ModePrompt, "Merged as #77.", false, memtide.RoleUser, ""},
		{event.ModeQuery, "Merged as #77.", false, memtide.RoleAgent, ""},
	} {
		a := assembly{q: event.Query{Mode: x.mode}, asks: x.asks, terms: newMemo(termSet)}
		if got := a.unfit(&memtide.Node{Kind: memtide.Episode, Content: x.text, Source: memtide.Source{Role: x.role}}); got != x.want {
			t.Errorf("%s %q by %s: %q", x.mode, x.text, x.role, got)
		}
	}
}

// What covers enough among few memories is met by chance among many.
func TestTheGateAsksForMoreInALargeStore(t *testing.T) {
	for _, x := range []struct {
		name, mode  string
		asks, tells bool
		leaning     float64
		passages    int
		nats        float64
		want        bool
	}{
		{"an order, few memories", event.ModePrompt, false, false, 0, 60, 5, true},
		{"an order, many", event.ModePrompt, false, false, 0, 60_000, 12, false},
		{"an order, many, and nearly all of it", event.ModePrompt, false, false, 0, 60_000, 15, true},
		{"a question needs half as much more", event.ModePrompt, true, false, 0, 60_000, 9, true},
		{"a question that is hardly covered", event.ModePrompt, true, false, 0, 60_000, 5, false},
		{"one word, few memories", event.ModePrompt, true, false, -0.5, 60, 3.3, false},
		{"one word of what leans on them", event.ModePrompt, true, false, 1.5, 60, 3.3, true},
		{"the same, many", event.ModePrompt, true, false, 1.5, 60_000, 3.3, false},
		{"what does not lean on them", event.ModePrompt, true, false, -2, 60, 8, false},
		{"a question needs less", event.ModePrompt, true, false, 0, 75, 4, true},
		{"than an order", event.ModePrompt, false, false, 0, 75, 4, false},
		{"and least among very few", event.ModePrompt, true, false, 0, 10, 2.5, true},
		{"an order that does not lean on them, many", event.ModePrompt, false, false, -1, 60_000, 20, false},
		{"who searches by hand knows", event.ModeQuery, false, false, 0, 60_000, 7, true},
	} {
		a := assembly{q: event.Query{Text: "the ferry is painted on the first day of May", Mode: x.mode}, asks: x.asks, tells: x.tells, form: x.leaning, leaning: x.leaning, passages: x.passages, tuning: Tuning{}.withDefaults()}
		a.kept = []event.Candidate{{Relevance: 0.3, Match: 0.3, BM25: x.nats}}
		a.nodes = []*memtide.Node{{}}
		if open, words := a.open(a.bar()); open != x.want {
			t.Errorf("%s: %s", x.name, words)
		}
	}
}

// "When is the release?" has one word that can be covered, in a store of any size.
func TestAQuestionThatIsCoveredIsAnswered(t *testing.T) {
	a := assembly{q: event.Query{Text: "when is the release?", Mode: event.ModePrompt}, asks: true, passages: 60_000, tuning: Tuning{}.withDefaults()}
	a.kept = []event.Candidate{{Relevance: 0.5, Match: 0.5, BM25: 6}}
	if open, words := a.open(a.bar()); !open {
		t.Error(words)
	}
}

// What no memory was made of stands beside the best only where it comes near, says as much
// itself or was the reply to it.
func TestWhatNoMemoryWasMadeOfHasToComeNear(t *testing.T) {
	for _, x := range []struct {
		name   string
		in     event.Candidate
		agent  bool
		memory bool
		single bool
		to     float64 // relevance of what it replies to
		want   bool
	}{
		{"a memory", event.Candidate{Relevance: 0.3, Rank: 0.2}, false, true, false, 0, true},
		{"a word of the moment", event.Candidate{Relevance: 0.5, Rank: 0.2}, false, false, false, 0, false},
		{"one that comes near", event.Candidate{Relevance: 0.3, Rank: 0.41}, false, false, false, 0, true},
		{"a reply", event.Candidate{Relevance: 0.3, Rank: 0.2}, true, false, false, 0, false},
		{"a reply that says as much", event.Candidate{Relevance: 0.5, Rank: 0.2}, true, false, false, 0, true},
		{"beside the words", event.Candidate{Relevance: 0.5, Rank: 0.2, By: tools.ByContext}, true, false, false, 0, false},
		{"the reply to the best", event.Candidate{Relevance: 0.2, Rank: 0.2, By: tools.ByContext}, true, false, false, 0.6, true},
		{"the reply to another", event.Candidate{Relevance: 0.2, Rank: 0.2, By: tools.ByContext}, true, false, false, 0.3, false},
		{"where earlier work is taken up", event.Candidate{Relevance: 0.3, Rank: 0.2}, true, false, true, 0, true},
	} {
		best := event.Candidate{ID: memtide.ID{15: 1}, Relevance: 0.6, Match: 0.6, BM25: 12, Rank: 0.8}
		x.in.ID, x.in.BM25 = memtide.ID{15: 2}, 6
		role := memtide.RoleUser
		if x.agent {
			role = memtide.RoleAgent
		}
		a := assembly{q: event.Query{Text: "who paints the ferry?", Mode: event.ModePrompt}, asks: true, single: x.single, tuning: Tuning{}.withDefaults(),
			kept: []event.Candidate{best, x.in}, nodes: []*memtide.Node{{ID: best.ID}, {ID: x.in.ID, Kind: memtide.Episode, Source: memtide.Source{Role: role}}},
			passing: map[memtide.ID]bool{x.in.ID: !x.memory}, replies: map[memtide.ID]float64{x.in.ID: x.to}}
		a.gate()
		if got := len(a.kept) == 2; got != x.want {
			t.Errorf("%s: kept %v", x.name, got)
		}
	}
}

// What covers much of a prompt needs to say less, but the more the less the prompt leans on
// what was told.
func TestWhatCoversMuchOfAPrompt(t *testing.T) {
	for _, x := range []struct {
		name        string
		leaning     float64
		passages    int
		share, nats float64
		named, want bool
	}{
		{"a third of a question", 0, 60, 0.34, 4.1, false, true},
		{"of one that does not lean on it", -2, 60, 0.40, 8, false, false},
		{"more of it", -2, 60, 0.45, 8, false, true},
		{"in a large store", -2, 60_000, 0.5, 10, false, false},
		{"in a large store, of one that does", 0, 60_000, 0.5, 5, false, true},
		{"nearly all of one that leans least", -4, 60, 0.6, 30, false, true},
		{"a known name", -1, 60, 0.1, 1, true, true},
		{"a known name in what does not lean on it", -4, 60, 0.1, 1, true, false},
	} {
		a := assembly{q: event.Query{Text: "who paints the ferry?", Mode: event.ModePrompt}, asks: true, named: x.named, form: x.leaning, leaning: x.leaning, passages: x.passages, tuning: Tuning{}.withDefaults()}
		a.kept = []event.Candidate{{Relevance: x.share, Match: 0.3, BM25: x.nats}}
		if open, words := a.open(a.bar()); open != x.want {
			t.Errorf("%s: %s", x.name, words)
		}
	}
}

// Of many rules those are shown that say enough of an order, the more the less it leans on
// what was told.
func TestOfManyRulesThoseThatSayEnough(t *testing.T) {
	for leaning, want := range map[float64]int{0: 2, -2: 1} {
		a := assembly{q: event.Query{Text: "delete these two branches", Mode: event.ModePrompt}, orders: true, manyPins: true, form: leaning, leaning: leaning, tuning: Tuning{}.withDefaults(),
			pins: []event.Candidate{{Relevance: 0.4, BM25: 5}, {Relevance: 0.4, BM25: 8}, {Relevance: 0.4, BM25: 3}}}
		if got := a.gatePins(false, a.bar()); got != want {
			t.Errorf("leaning %v: %d rules, want %d", leaning, got, want)
		}
	}
}

// What was said at a time that the prompt names is what it asks for, whoever said it.
func TestWhatWasSaidThenIsNotPassing(t *testing.T) {
	a := assembly{q: event.Query{Mode: event.ModePrompt}}
	reply := func(b byte) *memtide.Node {
		return &memtide.Node{ID: memtide.ID{15: b}, Kind: memtide.Episode, Source: memtide.Source{Role: memtide.RoleAgent}}
	}
	a.pass(event.Candidate{}, reply(1))
	a.pass(event.Candidate{Traits: event.TraitThen}, reply(2))
	if !a.passing[reply(1).ID] || a.passing[reply(2).ID] {
		t.Errorf("passing %v", a.passing)
	}
}

// TestWithinASessionMoreIsAskedFor: by then the agent knows what it is about.
func TestWithinASessionMoreIsAskedFor(t *testing.T) {
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	past := func(prompt string, minutes int) event.Past {
		return event.Past{Prompt: prompt, At: now.Add(time.Duration(minutes) * time.Minute)}
	}
	const work = "paint the ferry green"
	for name, c := range map[string]struct {
		s    event.SessionState
		want bool
	}{
		"nothing was asked":            {event.SessionState{}, false},
		"work was asked for":           {event.SessionState{Turns: []event.Past{past(work, 0)}}, true},
		"a word":                       {event.SessionState{Turns: []event.Past{past("readme", 0)}}, false},
		"a greeting":                   {event.SessionState{Turns: []event.Past{past("hello", 0)}}, false},
		"thanks":                       {event.SessionState{Turns: []event.Past{past("thanks, that looks great", 0)}}, false},
		"thanks, and work before":      {event.SessionState{Turns: []event.Past{past("thanks, that looks great", 1), past(work, 0)}}, true},
		"forgotten since":              {event.SessionState{Turns: []event.Past{past(work, 0)}, Compacted: true, Forgot: now.Add(time.Minute)}, false},
		"forgotten, and asked again":   {event.SessionState{Turns: []event.Past{past(work, 2)}, Compacted: true, Forgot: now.Add(time.Minute)}, true},
		"a time that no state had yet": {event.SessionState{Turns: []event.Past{{Prompt: work}}}, true},
	} {
		if got := goesOn(c.s); got != c.want {
			t.Errorf("%s: goes on %v, want %v", name, got, c.want)
		}
	}
	first, later := event.Query{Text: "why is the ferry green?"}, event.Query{Text: "why is the ferry green?", GoesOn: true}
	for text, want := range map[string]float64{"why is the ferry green?": goneOn, "who has the key?": 0, "Is the pump on?": goneOn * (1 - byForm("Is the pump on?", "")/plainly)} {
		if got := byForm(text, "") - leaning(event.Query{GoesOn: true}, byForm(text, "")); math.Abs(got-want) > 1e-9 {
			t.Errorf("%q: within a session %g less, want %g", text, got, want)
		}
	}
	a := assembly{q: later, form: byForm(later.Text, ""), leaning: leaning(later, byForm(later.Text, ""))}
	if !strings.Contains(a.leans(a.leaning), " within a session; ") {
		t.Errorf("by form %g, want %g; in words %q", a.form, byForm(first.Text, ""), a.leans(a.leaning))
	}
	if a := (assembly{q: first, form: byForm(first.Text, ""), leaning: leaning(first, byForm(first.Text, ""))}); strings.Contains(a.leans(a.leaning), "session") || a.form != a.leaning {
		t.Errorf("of the first prompt: by form %g, in words %q", a.form, a.leans(a.leaning))
	}
	known := assembly{q: event.Query{Mode: event.ModePrompt, GoesOn: true}, asks: true, named: true, kept: []event.Candidate{{}}, form: knownWithin}
	if known.bar().always == "" {
		t.Error("a question about a name that the store knows is not answered within a session")
	}
	if known.form--; known.bar().always != "" {
		t.Error("one that leans less is answered within a session")
	}
	known.form = knownLeaning - 1
	if known.q.GoesOn = false; known.bar().always != "" {
		t.Error("one that leans so little is answered as the first of a session")
	}
	for s, want := range map[string]float64{
		strings.Repeat("rename the variable in this file to count, and fix the typo on line 12. ", 3):       leastLeaning,
		"what did we decide last week about the package manager we said we would use, and who told me why?": mostLeaning,
	} {
		if got := leaning(event.Query{}, byForm(s, "")); got != want {
			t.Errorf("%q leans %g, want %g", s, got, want)
		}
	}
}
