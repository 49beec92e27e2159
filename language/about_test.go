package language

import (
	"testing"
	"time"
)

// What is said of one place alone, or of another thing of many, holds beside what is known.
func TestBeside(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"The gauge in the attic shows 3 bar", "The gauge shows 2 bar", true},
		{"The gauge shows 3 bar", "The gauge in the attic shows 2 bar", false},
		{"Ida handles the bills", "Ida handles the orders", true},
		{"Ida runs the kiln", "Ida runs the shop", true},
		{"Ida runs the kiln", "Bo runs the shop", false},
		{"Ida likes the kiln", "Ida runs the shop", false},
	} {
		if got := NewStatement(c.newer, time.Time{}).Beside(NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}
