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
