package stages_test

import (
	"slices"
	"testing"

	"github.com/memtide/memtide"
)

// Who goes back to a tool says in few words which one holds, and mostly why.
func TestAToolThatIsGoneBackToTakesThePlaceOfTheOther(t *testing.T) {
	for said, gone := range map[string]bool{
		"let's go back to npm": true,
		"back to npm please":   true,
		"ah no, back to npm, the build server chokes on the lock": true,
		"we're back on npm":              true,
		"no going back to npm":           false,
		"I don't want to go back to npm": false,
		"should we go back to npm?":      false,
		"back to npm in the admin app":   false,
	} {
		w := newWorld(t)
		w.halves("one", "p", "we use pnpm here", "Switched to pnpm.")
		w.halves("one", "q", said, "Ok.")
		w.settle()
		if live := w.live(memories...); slices.Contains(live, "we use pnpm here") == gone {
			t.Errorf("%q: %q", said, live)
		}
	}
	w := newWorld(t)
	w.halves("one", "p", "drop npm for the shop, I'd rather have pnpm, it is faster", "Switched to pnpm with one lock file.")
	w.halves("one", "q", "hm no, back to npm, the build server chokes on the lock", "Back on npm.")
	w.settle()
	for _, n := range w.nodes(memtide.Opinion) {
		if by := w.neighbours(n.ID, memtide.Amends); len(by) != 1 && n.Live() {
			t.Errorf("%q holds as before", n.Content)
		}
	}
	if live := w.live(memtide.Fact); slices.Contains(live, "Switched to pnpm with one lock file.") {
		t.Errorf("what was switched holds still: %q", live)
	}
}
