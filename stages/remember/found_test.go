package remember

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// What the user has found goes as far as they tell of it in their own words, and no further.
func TestWhatTheUserHasFoundEndsWhereTheyTellOfSomethingElse(t *testing.T) {
	const found = "It was the hinge of the lid."
	of := func(text string) memtide.Turn {
		return memtide.Turn{ID: "t", Role: memtide.RoleUser, Trust: memtide.TrustUser, Session: "s", Text: text}
	}
	for _, x := range []struct{ text, kept string }{
		{found + " I oiled it.", found + " I oiled it."},
		{found + " Which oil is the best?", found},
		{found + " Order a new hinge.", found},
		{found + " From now on, always oil the hinges in spring.", found},
		{found + " I oiled it " + strings.Repeat("and oiled it again ", 22) + "until it was dry.", found},
		{"The tide is high today.", ""},
	} {
		got := ""
		if f := foundBy(of(x.text)); f != nil {
			got = x.text[f.Start:f.End]
		}
		if got != x.kept {
			t.Errorf("%q: found %q, want %q", x.text, got, x.kept)
		}
	}
	for name, change := range map[string]func(*memtide.Turn){
		"of the agent":    func(t *memtide.Turn) { t.Role = memtide.RoleAgent },
		"of a tool":       func(t *memtide.Turn) { t.Trust = memtide.TrustTool },
		"of no session":   func(t *memtide.Turn) { t.Session = "" },
		"in pasted words": func(t *memtide.Turn) { t.Quotes = []memtide.Quote{{Start: 0, End: len(t.Text), Kind: "paste"}} },
	} {
		turn := of(found)
		change(&turn)
		if f := foundBy(turn); f != nil {
			t.Errorf("%s: found %+v", name, f)
		}
	}
	quoted := of(found + "\nlid: open\nI oiled it.")
	quoted.Quotes = []memtide.Quote{{Start: len(found), End: len(found) + len("\nlid: open\n"), Kind: "paste"}}
	if f := foundBy(quoted); f == nil || f.End != len(found) {
		t.Errorf("over pasted words: %+v", f)
	}
}
