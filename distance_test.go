package memtide

import (
	"strings"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"home", "home", 0}, {"home", "hmoe", 2}, {"hom", "home", 1}, {"home", "hose", 1}, {"home", "", 4}, {"", "home", 4},
		{strings.Repeat("a", 65), strings.Repeat("a", 65), 65}} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
