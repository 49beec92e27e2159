package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// TestEraseLeavesWhatOthersHaveSaid: of a session, what another half-turn has said, too,
// stays and is that one's; what only sounds like it goes.
func TestEraseLeavesWhatOthersHaveSaid(t *testing.T) {
	const rule, fact = "Always run the linter before you commit.", "The staging port is 8080."
	user := func(session, text string) event.TurnRequest {
		return event.TurnRequest{Session: session, Client: "test", Project: "shop", Text: text}
	}
	tool := event.TurnRequest{Session: "two", Client: "crawler", Project: "shop", Role: memtide.RoleUser, Text: fact, Trust: memtide.TrustTool}
	order := tool
	order.Text = rule
	for _, c := range []struct {
		name  string
		said  []event.TurnRequest
		erase []string
		want  string        // the session that has it then, "" where it goes
		trust memtide.Trust // of it
	}{
		{"a rule", []event.TurnRequest{user("one", rule), user("two", rule)}, []string{"session:one"}, "two", memtide.TrustUser},
		{"a fact", []event.TurnRequest{user("one", fact), user("two", fact)}, []string{"session:one"}, "two", memtide.TrustUser},
		{"who said it again", []event.TurnRequest{user("one", rule), user("two", rule)}, []string{"session:two"}, "one", memtide.TrustUser},
		{"in other words around it", []event.TurnRequest{user("one", rule), user("two", "By the way. "+rule)}, []string{"session:one"}, "two", memtide.TrustUser},
		{"one after the other", []event.TurnRequest{user("one", rule), user("two", rule), user("three", rule)}, []string{"session:one", "session:two"}, "three", memtide.TrustUser},
		{"everybody", []event.TurnRequest{user("one", rule), user("two", rule)}, []string{"session:one", "session:two"}, "", 0},
		{"the same session", []event.TurnRequest{user("one", rule), user("one", rule)}, []string{"session:one"}, "", 0},
		{"another value", []event.TurnRequest{user("one", fact), user("two", "The test port is 9090.")}, []string{"session:one"}, "", 0},
		{"a tool", []event.TurnRequest{user("one", fact), tool}, []string{"session:one"}, "two", memtide.TrustTool},
		{"a tool, and then the user", []event.TurnRequest{user("one", fact), tool, user("three", fact)}, []string{"session:one"}, "three", memtide.TrustUser},
		{"a tool may order nothing", []event.TurnRequest{user("one", rule), order}, []string{"session:one"}, "", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			for _, in := range c.said {
				if in.Trust != 0 {
					w.byTool(in)
				} else {
					w.take(in)
				}
				w.settle()
			}
			for _, what := range c.erase {
				if err := w.erase(what, false); err != nil {
					t.Fatal(err)
				}
				w.clock = w.clock.Add(time.Minute)
			}
			var left []*memtide.Node
			for _, n := range w.nodes(memories...) {
				if n.Live() && (n.Content == rule || n.Content == fact) {
					left = append(left, n)
				}
			}
			switch {
			case c.want == "" && len(left) > 0:
				t.Errorf("stays: %q of %+v", left[0].Content, left[0].Source)
			case c.want == "":
			case len(left) != 1:
				t.Errorf("is there %d times", len(left))
			case left[0].Source.Session != c.want || left[0].Trust != c.trust:
				t.Errorf("is that of %+v, trust %s; want session %s, trust %s", left[0].Source, left[0].Trust, c.want, c.trust)
			case !slices.ContainsFunc(w.nodes(memtide.Episode), func(e *memtide.Node) bool {
				return e.Source.Turn == left[0].Source.Turn && slices.ContainsFunc(w.neighbours(e.ID, memtide.DerivedFrom), func(n *memtide.Node) bool { return n.ID == left[0].ID })
			}):
				t.Error("is not linked with the half-turn whose it is")
			}
			live := w.hash()
			if r, err := w.Ledger.Rebuild(t.Context(), w.space, nil); err != nil || r.After != live {
				t.Errorf("rebuild: %+v, %v; live %s", r, err, live)
			}
		})
	}
}

// TestEraseLeavesWhatWasSaidLaterOfEarlier: an imported half-turn that is older than the
// memory says it, too.
func TestEraseLeavesWhatWasSaidLaterOfEarlier(t *testing.T) {
	w := newWorld(t)
	w.say("one", "shop", "The staging port is 8080.")
	w.settle()
	w.take(event.TurnRequest{Session: "old", Project: "shop", Client: "test", Text: "The staging port is 8080.", Time: w.clock.AddDate(0, 0, -3)})
	w.settle()
	if err := w.erase("session:one", true); err != nil {
		t.Fatal(err)
	}
	if n := w.nodes(memtide.Fact); len(n) != 1 || n[0].Source.Session != "old" {
		t.Errorf("left: %+v", n)
	}
}

// byTool hands a half-turn over by the door of the tools.
func (w *world) byTool(in event.TurnRequest) {
	w.t.Helper()
	w.clock = w.clock.Add(time.Minute)
	in.Space, in.Time = w.space, w.clock
	if r := request[event.TurnRequest, event.TurnReply](w, event.SubjectToolTurn, in); r.Error != "" {
		w.t.Fatal(r.Error)
	}
}

// TestEraseTakesWhatSomebodyWasCalled: with a half-turn goes what it alone has called
// somebody; what others call them stays.
func TestEraseTakesWhatSomebodyWasCalled(t *testing.T) {
	const met, role = "I met Odile Berg in Lisbon yesterday.", "My therapist Odile Berg moved to Porto."
	for _, c := range []struct {
		name  string
		said  []string // one a session: s0, s1 and so on
		erase string
		want  string // what else she is called
	}{
		{"known before", []string{met, role}, "session:s1", ""},
		{"named by it first", []string{role, met}, "session:s0", ""},
		{"said by another one, too", []string{met, role, "The therapist Odile Berg works in Faro now."}, "session:s1", "my therapist"},
		{"said before", []string{met, role, "My therapist Odile Berg has a new office."}, "session:s2", "my therapist"},
		{"a longer word is another one", []string{met, role, "Odile Berg reads about therapists in Vienna."}, "session:s1", ""},
		{"another name was given later", []string{met, role, "My neighbor Odile Berg has a new car."}, "session:s1", "my neighbor"},
		{"another name was given before", []string{met, "My neighbor Odile Berg has a new car.", role}, "session:s2", "my neighbor"},
		{"the other is erased", []string{met, role, "My neighbor Odile Berg has a new car."}, "session:s2", "my therapist"},
		{"something else is erased", []string{role, "The staging port is 8080."}, "session:s1", "my therapist"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			for i, text := range c.said {
				w.say(fmt.Sprint("s", i), "shop", text)
				w.settle()
			}
			if err := w.erase(c.erase, true); err != nil {
				t.Fatal(err)
			}
			for _, n := range w.nodes(memtide.Entity) {
				if n.CanonicalName == "Odile Berg" && strings.Join(n.Aliases, ", ") != c.want {
					t.Errorf("is called %q, want %q", n.Aliases, c.want)
				}
			}
			w.lacks("my therapist", !strings.Contains(c.want, "therapist"))
			live := w.hash()
			if r, err := w.Ledger.Rebuild(t.Context(), w.space, nil); err != nil || r.After != live {
				t.Errorf("rebuild: %+v, %v; live %s", r, err, live)
			}
		})
	}
}

// TestEraseTakesANameOutOfTwoThatBecameOne: the name goes with the memory that it was
// given in, whoever has it by now.
func TestEraseTakesANameOutOfTwoThatBecameOne(t *testing.T) {
	w := newWorld(t)
	w.say("s0", "shop", "I met Odile Berg in Lisbon yesterday.")
	w.say("s1", "shop", "I met Odile Marten in Porto today.")
	w.say("s2", "shop", "My therapist Odile Marten has a new office.")
	w.settle()
	who := map[string]memtide.ID{}
	for _, n := range w.nodes(memtide.Entity) {
		who[n.CanonicalName] = n.ID
	}
	if _, err := tools.MergeEntities(t.Context(), w.Ledger, w.space, tools.Merging{Keep: who["Odile Berg"], Gone: who["Odile Marten"], At: w.clock.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if err := w.erase("session:s2", true); err != nil {
		t.Fatal(err)
	}
	for _, n := range w.nodes(memtide.Entity) {
		if n.CanonicalName == "Odile Berg" && !slices.Equal(n.Aliases, []string{"Odile Marten"}) {
			t.Errorf("is called %q", n.Aliases)
		}
	}
	w.lacks("my therapist", true)
}

// lacks holds against LEDGER whether a name was taken out of it.
func (w *world) lacks(name string, want bool) {
	w.t.Helper()
	has := false
	err := w.Ledger.Forwards(w.t.Context(), w.space, 0, func(c ledger.Logged) {
		for _, op := range c.Ops {
			has = has || strings.Contains(string(op.From)+string(op.To), name)
		}
	})
	if err != nil || has == want {
		w.t.Errorf("LEDGER has %q: %v, %v", name, has, err)
	}
}

// TestEraseTakesASentenceOutOfASummary: what a summary quotes of a half-turn that goes goes
// out of it, also where no memory says it; what others have said stays.
func TestEraseTakesASentenceOutOfASummary(t *testing.T) {
	const fog, crane = "What a foggy morning that was down there!", "The crane of the pier is red."
	for _, c := range []struct{ name, other, want string }{
		{"said there alone", "The gate of the pier is open.", "About the pier: ⟦erased⟧ " + crane},
		{"said elsewhere, too", "The gate of the pier is open. " + fog, "About the pier: " + fog + " " + crane},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			w.say("s1", "shop", "The crates are stacked on the pier. "+fog)
			w.say("s2", "shop", crane)
			w.say("s3", "shop", c.other)
			w.settle()
			about := w.plantAll(&memtide.Node{Kind: memtide.Summary, Subtype: "entity", Content: "About the pier: " + fog + " " + crane, Project: "shop"})[0]
			for _, e := range w.nodes(memtide.Episode) {
				if e.Source.Session != "s3" {
					w.link(memtide.DerivedFrom, about, e.ID)
				}
			}
			if err := w.erase("session:s1", false); err != nil {
				t.Fatal(err)
			}
			if got := w.node(about); got.Content != c.want {
				t.Errorf("the summary says %q, want %q", got.Content, c.want)
			}
			w.lacks("foggy morning", !strings.Contains(c.want, "foggy"))
			live := w.hash()
			if r, err := w.Ledger.Rebuild(t.Context(), w.space, nil); err != nil || r.After != live {
				t.Errorf("rebuild: %+v, %v; live %s", r, err, live)
			}
		})
	}
}
