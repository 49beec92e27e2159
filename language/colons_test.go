package language

import (
	"strings"
	"testing"
)

// A sentence with many colons is read once, and not anew behind each of them.
func TestManyColonsAreReadOnce(t *testing.T) {
	for _, unit := range []string{"x: ", "or: ", "foo: {bar: ", ": when "} {
		s := strings.Repeat(unit, 4096/len(unit))
		if n := testing.AllocsPerRun(1, func() { CuesOf(s) }); n > 20_000 {
			t.Errorf("%q, repeated to 4 KiB: %.0f allocations", unit, n)
		}
	}
}
