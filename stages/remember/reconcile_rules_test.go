package remember

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func TestCompare(t *testing.T) {
	fact := func(text, replaces string) *memtide.Node {
		n := &memtide.Node{Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser}
		if replaces != "" {
			n.Attributes = map[string]string{"replaces": replaces}
		}
		return n
	}
	pinned, confirmed := fact("the port is 80", ""), fact("the port is 80", "")
	pinned.Pinned, confirmed.ConfirmedAt = true, time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	agent := fact("the port is 8080 instead of 80", "80")
	agent.Trust = memtide.TrustAgent
	tool, toolWas := fact("the port is 8080 instead of 80", "80"), fact("the port is 80", "")
	tool.Trust, toolWas.Trust = memtide.TrustTool, memtide.TrustTool
	heard := fact("The ferry is on Monday now, the market on Friday.", "")
	heard.Trust = memtide.TrustAgent
	found := fact("the port is 8080 instead of 80", "80")
	found.Trust, found.Subtype = memtide.TrustAgent, memtide.Found
	rent := fact("the rent is 400 euros", "")
	rent.Trust, rent.ConfirmedAt = memtide.TrustConfirmed, confirmed.ConfirmedAt
	for _, c := range []struct {
		name     string
		n, old   *memtide.Node
		likeness float64
		want     verdict
	}{
		{"names what it replaces", fact("the port is 8080 instead of 80", "80"), fact("the port is 80", ""), 0.5, supersedes},
		{"names two", fact("We switched from tin to lead and from rope to wire.", "tin\nrope"), fact("The sinkers are made of tin.", ""), 0.3, supersedes},
		{"names neither", fact("We switched from tin to lead and from rope to wire.", "tin\nrope"), fact("The sinkers are made of brass.", ""), 0.3, keepBoth},
		{"names it, and is about something else", fact("the port is 8080 instead of 80", "80"), fact("the port is 80", ""), 0.1, keepBoth},
		{"a part of it without a verb", fact("The ferry is on Monday now, the market on Friday.", ""), fact("the market is on Tuesday", ""), 0.5, supersedes},
		{"a part of what the agent says", heard, fact("the market is on Tuesday", ""), 0.5, keepBoth},
		{"what the agent has found out", found, fact("the port is 80", ""), 0.5, keepBoth},
		{"corrects what the agent has found out", fact("the port is 81 instead of 8080", "8080"), found, 0.5, supersedes},
		{"corrects the same subject", fact("the port is 8080 instead of 90", "90"), fact("the port is 80", ""), 0.9, supersedes},
		{"corrects, but too unlike", fact("the editor is vim instead of nano", "nano"), fact("the editor is emacs", ""), 0.4, keepBoth},
		{"corrects another thing of the same name", fact("Anna Berg now works at the harbour.", ""), fact("Anna Berg lives in Porto.", ""), 0.5, keepBoth},
		{"corrects another thing of a name", fact("Anna Berg now works at the harbour.", ""), fact("Anna Berg is allergic to shellfish.", ""), 0.5, keepBoth},
		{"corrects the same of the same name", fact("Anna Berg now works at the harbour.", ""), fact("Anna Berg works at the observatory.", ""), 0.5, supersedes},
		{"handles another thing", fact("Ida handles the tide tables now.", ""), fact("Ida handles the bills.", ""), 0.9, keepBoth},
		{"drives another one", fact("Ida drives a Skoda now.", ""), fact("Ida drives a Volvo.", ""), 0.9, supersedes},
		{"does it at one place", fact("The gauge in the attic reports to Ida now.", ""), fact("The gauge reports to Olaf.", ""), 0.9, keepBoth},
		{"corrects another one of the kind", fact("Max file size is 25 MB now", ""), fact("Max page size is 10 MB", ""), 0.8, keepBoth},
		{"names something else", fact("the port is 8080 instead of 90", "90"), fact("a gate has number 80", ""), 0.9, keepBoth},
		{"changes one of two values", fact("the gate opens at 10 now", ""), fact("the gate opens at 9, and a tour is 5 euros", ""), 0.9, amends},
		{"is another one, who wanted something", fact("my new skipper is Mr Lund", ""), fact("my skipper is Mrs Berg, she needs the crew list as csv by noon", ""), 0.9, amends},
		{"names one of two names as old", fact("Mrs Berg wants Bergish style now instead of Lundish", "Lundish"), fact("brine with tarn, style Lundish", ""), 0.9, amends},
		{"names one of two as old", fact("the gate opens at 10 instead of 9", "9"), fact("the gate opens at 9, and a tour is 5 euros", ""), 0.9, amends},
		{"changes one, and a part of it is left", fact("The barge carries 50 crates now.", ""), fact("The barge carries 40 crates, and its deck is painted red.", ""), 0.9, amends},
		{"changes one, of which the rest says more", fact("The barge carries 50 crates now.", ""), fact("The barge carries 40 crates, and its crates are heavy.", ""), 0.9, supersedes},
		{"another thing where the same runs", fact("The queue upgrade is through, prod is on 17 now.", ""), fact("loaders up to 9 on prod", ""), 0.9, keepBoth},
		{"the same thing where it runs", fact("loaders up to 9 on prod now", ""), fact("the loaders on prod are 6", ""), 0.9, supersedes},
		{"nouns that go to a value", fact("loaders to 8, fair week", ""), fact("4 berth loaders on prod", ""), 0.5, supersedes},
		{"nouns that go to a value of another thing", fact("painters to 8, fair week", ""), fact("4 berth loaders on prod", ""), 0.5, keepBoth},
		{"up to a value where it runs", fact("loaders up to 6 on prod", ""), fact("berth: 4 loaders on prod right now", ""), 0.5, supersedes},
		{"up to a limit", fact("loaders up to 6", ""), fact("berth: 4 loaders on prod right now", ""), 0.5, keepBoth},
		{"nouns that go somewhere", fact("loaders to 8 harbours", ""), fact("4 berth loaders on prod", ""), 0.5, keepBoth},
		{"one noun that goes to a number", fact("guide to 8", ""), fact("the guide has 4 pages", ""), 0.5, keepBoth},
		{"a release that slips", fact("3.6 slips a week, May 27 now", ""), fact("release 3.6 is set for May 20", ""), 0.5, supersedes},
		{"another release that slips", fact("3.6 slips a week, May 27 now", ""), fact("release 3.5 is set for May 20", ""), 0.5, keepBoth},
		{"moves it off a port", fact("The gauge clashes with the crane reader on 8081, so I've moved it to 8090.", ""), fact("The gauge runs locally on port 8081 by the way.", ""), 0.5, supersedes},
		{"moves it elsewhere", fact("The gauge clashes with the crane reader, so I've moved it to 2 sheds.", ""), fact("The gauge runs locally on port 8081 by the way.", ""), 0.5, keepBoth},
		{"moves another one off a port", fact("The crane clashes with the gauge on 8081, so I've moved it to 8090.", ""), fact("The gauge runs locally on port 8081 by the way.", ""), 0.5, keepBoth},
		{"in the tests alone", fact("In the tests the hatch size is 8.", ""), fact("The hatch size is 32.", ""), 0.9, keepBoth},
		{"in the tests, as before", fact("In the tests the hatch size is 8.", ""), fact("The hatch size in tests is 4.", ""), 0.9, supersedes},
		{"changes one of one", fact("the gate opens at 10 now", ""), fact("the gate opens at 9, and we like it", ""), 0.9, supersedes},
		{"alike", fact("Dave writes four articles", ""), fact("Peter writes eight articles", ""), 0.95, keepBoth},
		{"in one case alone", fact("Without the fonts the bundle shrank to 27 MB.", ""), fact("The bundle is 34 MB.", ""), 0.9, keepBoth},
		{"names it, of another's", fact("the port of the mill is 8080 instead of 80", "80"), fact("the port of the barn is 80", ""), 0.9, keepBoth},
		{"names it, of the same one's", fact("the mill's port is 8080 instead of 80", "80"), fact("the port of the mill is 80", ""), 0.9, supersedes},
		{"corrects what is another's", fact("The editor of the web team is actually vim, sorry, I was wrong", ""), fact("the editor of the shop team is emacs", ""), 0.9, keepBoth},
		{"corrects what is its own", fact("The editor of the web team is actually vim, sorry, I was wrong", ""), fact("the editor of the web team is emacs", ""), 0.9, supersedes},
		{"denies what is another's", fact("The gate of the mill is never open at night", ""), fact("The gate of the barn is always open at night", ""), 0.8, keepBoth},
		{"another value of another's", fact("payment terms of the harbour office are 60 days", ""), fact("payment terms of the port authority are 45 days", ""), 0.9, keepBoth},
		{"ends what somebody prefers another to", fact("We no longer use the kiln at the pier.", "kiln"), fact("Dana prefers the lathe over the kiln.", ""), 0.5, keepBoth},
		{"ends what somebody thinks of", fact("We moved from Trello to Plane.", "Trello"), fact("Felix thinks that Trello is ugly.", ""), 0.5, keepBoth},
		{"ends it elsewhere", fact("We no longer use the kiln at the pier.", "kiln"), fact("We fire the bowls in the kiln at the mill.", ""), 0.5, keepBoth},
		{"ends it", fact("We no longer use the kiln at the pier.", "kiln"), fact("We fire the bowls in the kiln at the pier.", ""), 0.5, supersedes},
		{"ends what a setting names", fact("We use the lathe instead of the kiln.", "kiln"), fact("```\nkiln: on\n```", ""), 0.5, supersedes},
		{"corrects what a setting names", fact("Actually the Kiln heats to 50, sorry.", ""), fact("Kiln = {heats: (40); fan: [on]; gate: <shut>};", ""), 0.9, keepBoth},
		{"denies", fact("Never squash the commits before merging.", ""), fact("Always squash the commits before merging.", ""), 0.8, contradicts},
		{"denies plainly, however unlike", fact("Visitors may not cycle behind the barn.", ""), fact("Visitors may cycle behind the barn.", ""), 0.1, contradicts},
		{"denies plainly, and says that it has changed", fact("The mill doesn't grind rye anymore.", ""), fact("The mill grinds rye.", ""), 0.1, supersedes},
		{"denies plainly of another one", fact("The barn doesn't survive a flood.", ""), fact("The mill survives a flood.", ""), 0.9, keepBoth},
		{"denies of another one of the kind", fact("The web app doesn't support offline mode.", ""), fact("The tablet app supports offline mode.", ""), 0.8, keepBoth},
		{"denies of the same one", fact("The tablet app doesn't support offline mode.", ""), fact("The tablet app supports offline mode.", ""), 0.8, contradicts},
		{"forbids another thing to be done with the same", fact("We never paginate guest lists.", ""), fact("Always print guest lists in full.", ""), 0.9, keepBoth},
		{"forbids another thing, asked for later", fact("Always print guest lists.", ""), fact("Never sort guest lists.", ""), 0.9, keepBoth},
		{"forbids the same in a case of its own", fact("Never weigh the grain sacks on weekends.", ""), fact("Always weigh the grain sacks at the gate.", ""), 0.9, keepBoth},
		{"forbids the same in one case of it", fact("Never weigh the grain sacks on weekends.", ""), fact("Always weigh the grain sacks.", ""), 0.9, contradicts},
		{"forbids the same as a habit", fact("We never print guest lists.", ""), fact("Always print guest lists.", ""), 0.9, contradicts},
		{"allows what is only like it", fact("you can push to dev without asking now", ""), fact("don't push to main without asking me", ""), 0.9, keepBoth},
		{"allows it", fact("you can push to main without asking now", ""), fact("don't push to main without asking me", ""), 0.9, supersedes},
		{"denies something unlike", fact("Never squash the commits before merging.", ""), fact("Always squash the commits before merging.", ""), 0.4, keepBoth},
		{"corrects another subject than it names", fact("It's because the gate of the mill looks for the badge instead of the number of the mill", "number"), fact("the gate of the mill is a pain", ""), 0.9, keepBoth},
		{"counts something else of the same", fact("the wheel house has 2 gates now", ""), fact("the wheel house has 4 bins", ""), 0.9, keepBoth},
		{"counts the same", fact("the wheel house has 2 gates now", ""), fact("the wheel house has 4 gates", ""), 0.9, supersedes},
		{"corrects too little of it", fact("The mill is now closed.", ""), fact("The mill grinds rye, oats and spelt for the bakers.", ""), 0.9, keepBoth},
		{"denies what the talk points at", fact("I like that.", ""), fact("I don't like that.", ""), 0.9, keepBoth},
		{"denies what was printed", fact("⚠️ Missing: no tide flag in the list.", ""), fact("Tide flag in the list.", ""), 0.9, keepBoth},
		{"a pinned one is asked about", fact("the port is 8080 instead of 80", "80"), pinned, 0.9, contradicts},
		{"a pinned one, and the agent", agent, pinned, 0.9, keepBoth},
		{"the agent against the user is asked about", agent, fact("the port is 80", ""), 0.9, contradicts},
		{"a tool against the user is not", tool, fact("the port is 80", ""), 0.9, keepBoth},
		{"a tool against a tool", tool, toolWas, 0.9, supersedes},
		{"the user against what the user has confirmed", fact("the rent is 500 euros", ""), rent, 0.9, supersedes},
		{"the agent does not outdo what was confirmed", agent, confirmed, 0.9, keepBoth},
		{"the user does", fact("the port is 8080 instead of 80", "80"), confirmed, 0.9, supersedes},
	} {
		if got := compare(c.n, c.old, func() float64 { return c.likeness }, newCircle(nil, newReadings(nil))); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// An event that says what holds now is held against what it may amend, and one that tells what the user did
// against what they say never to have done.
func TestAnEventThatHoldsNowIsHeldAgainstOthers(t *testing.T) {
	for text, want := range map[string]bool{
		"I changed dentists, it's Ida from now on.": true,
		"Ida went to the dentist with her son.":     false,
		"I planted garlic behind the shed.":         true,
		"I've never planted garlic.":                true,
		"Dory broke down, the new one is at sea.":   true,
		"Dory broke the rope of the new one.":       false,
		"There was bread with Ida, it's raining.":   false,
	} {
		if got := mayReconcile(&memtide.Node{Kind: memtide.Event, Content: text}, newReadings(nil)); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestSameNumbersAndNames(t *testing.T) {
	for _, c := range []struct {
		a, b           string
		numbers, names bool
	}{
		{"Tom weighs 78 kg.", "Tom weighs 78 kg", true, true},
		{"Tom weighs 78 kg.", "Tom weighs 79 kg.", false, true},
		{"version 1.5 is out.", "version 1.5 was out", true, true},
		{"version 1.5 is out", "version 15 is out", false, true},
		{"Peter met Dave.", "Dave met Peter.", true, true},
		{"Peter met Dave.", "Peter met Carl.", true, false},
		{"no numbers. at all.", "none", true, true},
	} {
		if got := sameNumbers(c.a, c.b); got != c.numbers {
			t.Errorf("numbers of %q and %q: %v (%q %q)", c.a, c.b, got, numbers(c.a), numbers(c.b))
		}
		if got := sameNames(c.a, c.b); got != c.names {
			t.Errorf("names of %q and %q: %v (%q %q)", c.a, c.b, got, names(c.a), names(c.b))
		}
	}
}

func TestAnEventEndsOnlyWhatItNamesAsOld(t *testing.T) {
	for text, want := range map[string]bool{
		"We moved from Prisma to Drizzle.":                                  true,
		"We moved from Prisma to Drizzle, and the value is now 37 percent.": true,
		"The value is now 37 percent.":                                      false,
		"The deploy broke again last Friday.":                               false,
	} {
		n := &memtide.Node{Kind: memtide.Event, Content: text, Attributes: map[string]string{}}
		n.Attributes["replaces"] = replacedIn(text)
		if got := endsSomething(n); got != want {
			t.Errorf("%q: %v (replaces %q)", text, got, n.Attributes["replaces"])
		}
	}
}

// Who has moved shares no word with where they lived.
func TestAMoveIsHeldAgainstWhereOneLived(t *testing.T) {
	text := (&reconciler{read: newReadings(nil)}).likeNode(&memtide.Node{Kind: memtide.Event, Project: "shop", Content: "I moved to Bergen last month."}).Text
	if !says(text, "live") || !says(text, "Bergen") {
		t.Errorf("looked for %q", text)
	}
}

// String names a verdict.
func (v verdict) String() string {
	return [...]string{"KEEP", "SUPERSEDES", "CONTRADICTION", "AMENDS"}[v]
}

// Of two memories that have the value that is set aside nobody can say which is meant.
func TestAValueIsSetAsideOfOne(t *testing.T) {
	node := func(id byte, text string) *memtide.Node {
		return &memtide.Node{ID: memtide.ID{id}, Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser}
	}
	charts, leave, boats := node(1, "charts are kept for 14 days"), node(2, "a leave may take 14 days"), node(3, "we have 14 boats")
	n := node(4, "disregard the 14 days, the port wants 90")
	for _, c := range []struct {
		near []*memtide.Node
		want verdict
	}{
		{[]*memtide.Node{charts, boats}, supersedes},
		{[]*memtide.Node{charts, leave}, keepBoth},
	} {
		if got := compare(n, charts, func() float64 { return 0.3 }, newCircle(c.near, newReadings(nil))); got != c.want {
			t.Errorf("beside %q: %s, want %s", c.near[1].Content, got, c.want)
		}
	}
}
