package tools_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What is archived is found by its words, and what is live or in quarantine is
// not among it.
func TestTheArchiveIsSearched(t *testing.T) {
	l, _ := open(t)
	fact := func(i int, text string) *memtide.Node {
		return &memtide.Node{ID: memtide.NewID(noon, "n", i), Kind: memtide.Fact, Content: text, Trust: memtide.TrustUser}
	}
	gone, also, live, doubted := fact(0, "The old crane stands at pier 4."), fact(1, "A crane."), fact(2, "The new crane stands at pier 5."), fact(3, "The crane at pier 4 is cursed.")
	gone.ArchivedAt, also.ArchivedAt, doubted.ArchivedAt = noon, noon, noon
	doubted.Attributes = map[string]string{tools.Quarantine: "a page said so"}
	other := fact(4, "The fence is blue.")
	other.ArchivedAt = noon
	replaced := fact(5, "The brass sextant hangs in the wheelhouse.") // and forgotten then
	replaced.ArchivedAt, replaced.SupersededBy = noon, live.ID
	plant(t, l, "1", []*memtide.Node{gone, also, live, doubted, other, replaced})
	for _, c := range []struct {
		what  string
		limit int
		want  []string
	}{
		{"which crane stood at pier 4?", 10, []string{gone.Content, also.Content}}, {"crane pier", 1, []string{gone.Content}}, {"sextant", 10, []string{replaced.Content}}, {"submarine", 10, nil}, {"", 10, nil},
	} {
		read(t, l, func(v ledger.View) error {
			found, err := tools.Archived(v, c.what, c.limit)
			var got []string
			for _, n := range found {
				got = append(got, n.Content)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("%q (-want +got):\n%s", c.what, diff)
			}
			return err
		})
	}
}
