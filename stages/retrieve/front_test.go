package retrieve

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/memtide/memtide/bus/event"
)

// Of a long prompt both ends are searched with, and nothing private that begins between
// them.
func TestNothingPrivateIsSearchedWith(t *testing.T) {
	for _, size := range []int{20 << 10, 100 << 10} {
		paste := strings.Repeat("Über the quay a crane. ", size/24)
		prompt := "Sort this: " + paste + "<private>" + strings.Repeat("Bob earns 91000 euros. ", 200) + "</private> Which crane is it?"
		got := searched(prompt)
		if strings.Contains(got, "Bob") || strings.Contains(got, "euros") {
			t.Errorf("of %d bytes: %q", len(prompt), got)
		}
		if !strings.HasPrefix(got, "Sort this: ") || !strings.HasSuffix(got, " Which crane is it?") || len(got) > event.MaxQuery+1 || !utf8.ValidString(got) {
			t.Errorf("of %d bytes the ends are %q and %q, %d bytes", len(prompt), got[:20], got[len(got)-30:], len(got))
		}
	}
}
