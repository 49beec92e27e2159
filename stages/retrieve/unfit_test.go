package retrieve

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestWhatAPromptSaysItself(t *testing.T) {
	for _, x := range []struct {
		prompt, said string
		mode         string
		role         memtide.Role
		want         bool
	}{
		{"Paint the harbour crane and oil the pump.", "paint the harbour crane, and oil the pump", event.ModePrompt, memtide.RoleUser, true},
		{"Run 12: check the harbour crane on 2026-03-02.", "Run 11: check the harbour crane on 2026-03-01.", event.ModePrompt, memtide.RoleUser, true},
		{"Paint the harbour crane and oil the pump.", "Oil the pump.", event.ModePrompt, memtide.RoleUser, true},
		{"Paint the harbour crane and oil the pump.", "Paint the harbour crane green and oil the pump.", event.ModePrompt, memtide.RoleUser, false},
		{"Paint the harbour crane and oil the pump.", "Do not paint the harbour crane.", event.ModePrompt, memtide.RoleUser, false},
		{"Paint the harbour crane and oil the pump.", "Oil the pump.", event.ModePrompt, memtide.RoleAgent, false},
		{"Paint the harbour crane and oil the pump.", "Oil the pump.", event.ModeQuery, memtide.RoleUser, false},
		{"How many tons did the harbour crane lift this week?", "How many tons did the harbour crane lift in week 17?", event.ModePrompt, memtide.RoleUser, true},
		{"How many tons did the harbour crane lift this week?", "This week the harbour crane lifted 17 tons.", event.ModePrompt, memtide.RoleUser, false},
		{"Set the level of the east tank.", "The level of the east tank is 40.", event.ModePrompt, memtide.RoleUser, false},
		{"Paint the harbour crane and oil the pump.", "17 18", event.ModePrompt, memtide.RoleUser, false},
		{"Paint the harbour crane and oil the pump.", "", event.ModePrompt, memtide.RoleUser, false},
	} {
		a := assembly{q: event.Query{Mode: x.mode, Text: x.prompt}, terms: newMemo(termSet)}
		if got := a.echoes(&memtide.Node{Kind: memtide.Episode, Content: x.said, Source: memtide.Source{Role: x.role}}); got != x.want {
			t.Errorf("%q beside %q, %s, %s: %v", x.said, x.prompt, x.mode, x.role, got)
		}
		if a.echoes(&memtide.Node{Kind: memtide.Fact, Content: x.said, Source: memtide.Source{Role: x.role}}) {
			t.Errorf("the fact %q is taken for an echo", x.said)
		}
	}
}
