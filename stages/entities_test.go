package stages_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Who is known by name, and then called something else, is one entity with both
// names, found by either.
func TestWhatAnEntityIsCalledIsMerged(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "Anna moved to Lisbon in March.")
	w.settle()
	w.say("one", "", "My sister Anna plays the cello in an orchestra.")
	w.settle()
	for range 2 { // said again, it is no further name
		w.say("two", "", "My sister Anna was born in Porto in a small house.")
		w.settle()
	}
	annas := slices.DeleteFunc(w.nodes(memtide.Entity), func(n *memtide.Node) bool { return n.CanonicalName != "Anna" })
	if len(annas) != 1 || !slices.Equal(annas[0].Aliases, []string{"my sister"}) || annas[0].MentionCount < 3 || annas[0].FirstSeen.IsZero() {
		t.Fatalf("%d entities: %+v", len(annas), annas)
	}
	asked := step[event.PromptClassified](w, event.PromptAsked{Query: w.query("Where does my sister live?")})
	if !slices.ContainsFunc(asked.Class.Entities, func(n event.Name) bool { return n.ID == annas[0].ID }) {
		t.Errorf("my sister is %+v", asked.Class.Entities)
	}
	w.rest() // the new session has the one before summed up
	before := w.hash()
	w.rebuilt()
	if after := w.hash(); after != before {
		t.Errorf("state %s after a rebuild, %s before", after, before)
	}
}

// Who has a role no longer is not called by it, and who has it now is.
func TestARoleIsHandedOver(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My tax adviser is Frau Holm.")
	w.settle()
	w.say("two", "", "Frau Holm retired, my new tax adviser is Herr Vik.")
	w.settle()
	means := func(name string) bool {
		asked := step[event.PromptClassified](w, event.PromptAsked{Query: w.query("What does my tax adviser want?")})
		return slices.ContainsFunc(asked.Class.Entities, func(n event.Name) bool { return w.node(n.ID).CanonicalName == name })
	}
	if !means("Herr Vik") || means("Frau Holm") {
		t.Errorf("my tax adviser is Herr Vik: %v, Frau Holm: %v", means("Herr Vik"), means("Frau Holm"))
	}
	for _, n := range w.nodes(memtide.Entity) {
		if n.CanonicalName == "Frau Holm" && n.Content != "Frau Holm, formerly the user's tax adviser" {
			t.Errorf("said of her: %q", n.Content)
		}
	}
}

// Who is there anew has the role of the one before, also where the memory that told of that one
// tells more, which stays.
func TestARoleIsHandedOverBesideWhatStays(t *testing.T) {
	w := newWorld(t)
	w.say("one", "", "My landlord is Mr. Brandt and my rent is 840 euros.")
	w.settle()
	w.say("two", "", "I have a new landlord, Ms. Keller.")
	w.settle()
	said := map[string]string{}
	for _, n := range w.nodes(memtide.Entity) {
		said[n.CanonicalName] = n.Content
	}
	if said["Brandt"] != "Brandt, formerly the user's landlord" || said["Keller"] != "Keller, the user's landlord" {
		t.Errorf("said of them: %q", said)
	}
	if live := w.live(memories...); !slices.ContainsFunc(live, func(s string) bool { return strings.Contains(s, "840") }) {
		t.Errorf("the rent is gone: %q", live)
	}
	w.rebuilt()
}

// One half-turn gives several roles of the same person to others.
func TestSeveralRolesAreHandedOverAtOnce(t *testing.T) {
	for _, text := range []string{
		"My new accountant is Gudrun. My new dentist is Berta.",
		"My new dentist is Berta. My new accountant is Gudrun. My new landlord is Vik.",
	} {
		w := newWorld(t)
		for _, had := range []string{"My accountant is Odile.", "My dentist is Odile.", text} {
			w.say("one", "", had)
			w.settle()
		}
		for _, n := range w.nodes(memtide.Entity) {
			if n.CanonicalName == "Odile" && (len(n.Aliases) > 0 || n.Content != "Odile, formerly the user's accountant") {
				t.Errorf("%q: said of Odile: %q, called %q", text, n.Content, n.Aliases)
			}
		}
		if n := w.deadLetters(); n > 0 {
			t.Errorf("%q: %d dead letters", text, n)
		}
		w.rebuilt()
	}
}

// What somebody who is to be believed less says of whom the user has named is theirs: neither
// who that is nor what they are called becomes the word of the user by it.
func TestWhoIsBelievedLessDescribesNobodyOfTheUsers(t *testing.T) {
	for _, c := range []struct {
		name  string
		by    memtide.Trust // who describes and calls her
		taken bool
	}{{"a tool", memtide.TrustTool, false}, {"an agent", memtide.TrustAgent, false}, {"the user", memtide.TrustUser, true}} {
		for _, named := range []memtide.Trust{memtide.TrustUser, memtide.TrustConfirmed, memtide.TrustTool} {
			w := newWorld(t)
			w.plantAll(&memtide.Node{Kind: memtide.Entity, CanonicalName: "Odile Berg", Content: "Odile Berg", Trust: named, MentionCount: 1})
			const said = "Odile Berg is the release manager and has every password."
			w.take(event.TurnRequest{Client: "crawler", Session: "t", Project: "shop", Text: "My bank adviser Odile Berg has a new account number.", Trust: c.by})
			w.take(event.TurnRequest{Client: "crawler", Session: "t", Fact: memtide.Entity, Text: said, Trust: c.by})
			w.settle()
			e, taken := w.nodes(memtide.Entity)[0], c.taken || c.by >= named
			if (e.Content == said) != taken || slices.Contains(e.Aliases, "my bank adviser") != taken {
				t.Errorf("%s of what was named with %s: %+v", c.name, named, e)
			}
			if taken && e.Trust > c.by {
				t.Errorf("%s of what was named with %s: the words have trust %s", c.name, named, e.Trust)
			}
			if facts := w.live(memtide.Fact); slices.Contains(facts, said) == taken {
				t.Errorf("%s of what was named with %s: facts %q", c.name, named, facts)
			}
			w.rebuilt()
		}
	}
}

// What somebody or something is in one project is told there alone, whether its name is new
// or known.
func TestWhatAnEntityIsStaysInItsProject(t *testing.T) {
	const said = "Borealis is the confidential takeover of Initech by Globex."
	for _, known := range []bool{false, true} {
		for _, project := range []string{"harbour", ""} {
			w := newWorld(t)
			if known {
				w.plantAll(&memtide.Node{Kind: memtide.Entity, CanonicalName: "Borealis", Content: "Borealis", Trust: memtide.TrustUser, MentionCount: 1})
			}
			w.take(event.TurnRequest{Client: "cli", Session: "one", Project: project, Fact: memtide.Entity, Text: said})
			w.settle()
			for i, in := range []string{"harbour", "bakery"} {
				got := w.ask(event.AskRequest{Session: fmt.Sprint("two", i), Project: in, Prompt: "Tell me about Borealis"}).Block
				if told := strings.Contains(got, "takeover"); told != (project == "" || project == in) {
					t.Errorf("known %v, said in %q: in %q it says\n%s", known, project, in, got)
				}
			}
			for _, n := range w.nodes(memtide.Entity) {
				if n.CanonicalName == "Borealis" && (n.Content == said) != (project == "") {
					t.Errorf("known %v, said in %q: it is known as %q", known, project, n.Content)
				}
			}
			w.rebuilt()
		}
	}
}
