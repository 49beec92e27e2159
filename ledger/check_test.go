package ledger_test

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// An index that has lost a memory, or kept one that is gone, is found out.
func TestCheckHoldsTheIndexAgainstTheGraph(t *testing.T) {
	l, _ := open(t, bustest.Start(t).Bus, t.TempDir(), ledger.Options{})
	talk(t, l, "a", "The box is on the shelf.", "Pears are ripe.", "The lantern is broken.")
	var text *textindex.Index
	var id memtide.ID
	err := l.Read(t.Context(), home, func(v ledger.View) error {
		text = v.Text
		for n := range v.Graph.NodeIDs() {
			id = n
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	found := func(want string) {
		t.Helper()
		got, err := l.Check(t.Context(), home)
		if err != nil || (len(got) > 0) != (want != "") || !strings.Contains(strings.Join(got, "; "), want) {
			t.Errorf("found %q, %v; want %q", got, err, want)
		}
	}
	found("")
	other := memtide.ID{1}
	text.Put(textindex.Doc{ID: other, Text: "nobody said so"})
	found("1 memory more")
	text.Delete(other)
	text.Delete(id)
	found(id.String())
}
