package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// A value that goes to and fro: what it is back on takes the place of what had
// taken the place of it, and of nothing else.
func TestAValueThatGoesToAndFro(t *testing.T) {
	for _, c := range []struct {
		said, live []string
	}{
		{said: []string{"The pump server runs on port 8080.", "The pump server runs on port 9090 now.", "The pump server is back on port 8080."},
			live: []string{"The pump server is back on port 8080."}},
		{said: []string{"Always use brass.", "From now on use tin instead of brass.", "Use steel from now on instead of tin.", "Go back to brass, always use brass."},
			live: []string{"Go back to brass, always use brass."}},
		{said: []string{"The pump server runs on port 8080.", "The pump server runs on port 9090 now.", "The pump server is back on port 7070."},
			live: []string{"The pump server runs on port 9090 now.", "The pump server is back on port 7070."}},
		{said: []string{"The gate server runs on port 8080.", "The pump server runs on port 9090 now.", "The pump server is back on port 8080."},
			live: []string{"The gate server runs on port 8080.", "The pump server runs on port 9090 now.", "The pump server is back on port 8080."}},
		{said: []string{"The pump server runs on port 8080.", "The pump server runs on port 9090 now.", "The pump server is back on port 8080.", "The pump server in the cellar is back on port 8080."},
			live: []string{"The pump server is back on port 8080.", "The pump server in the cellar is back on port 8080."}},
	} {
		w := newWorld(t)
		for i, text := range c.said {
			w.say(string(rune('a'+i)), "pump", text)
			w.settle()
		}
		if got := w.live(memtide.Fact, memtide.Instruction, memtide.Event); !slices.Equal(got, c.live) {
			t.Errorf("%q:\n got  %q\n want %q", c.said, got, c.live)
		}
	}
}
