package ledger

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

func TestASummaryIsNotFoundByItsHead(t *testing.T) {
	n := &memtide.Node{Kind: memtide.Summary, Content: memtide.SummaryOf + "2026-05-04 in harbour: The cellar key hangs by the door."}
	text := searchText(n)
	if strings.Contains(text, "Session") || !strings.Contains(text, "2026-05-04 in harbour") || !strings.Contains(text, "cellar key") {
		t.Errorf("searched: %q", text)
	}
}

// A prompt about the users of a program is not about the user's family.
func TestWhoseSomebodyIsIsNotSearchedFor(t *testing.T) {
	for _, n := range []*memtide.Node{
		{Kind: memtide.Entity, CanonicalName: "Lena", Content: "Lena, the user's coach", Aliases: []string{"my coach"}},
		{Kind: memtide.Entity, CanonicalName: "Lena", Content: "Lena, formerly the user's coach"},
		{Kind: memtide.Fact, Content: "It jams when the paper is damp.", Attributes: map[string]string{Means: "the user's coach printer"}},
	} {
		text := searchText(n)
		if strings.Contains(text, "user") || !strings.Contains(text, "coach") {
			t.Errorf("found by %q", text)
		}
	}
	said := &memtide.Node{Kind: memtide.Fact, Content: "The user's email is kept in lower case."}
	if text := searchText(said); text != said.Content {
		t.Errorf("what somebody said of a user is found by %q", text)
	}
}
