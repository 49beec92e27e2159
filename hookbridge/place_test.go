package hookbridge

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// A project that nobody has found out in time is no project that does not exist:
// half-turn and question say so, and the daemon finds it.
func TestAProjectThatComesLateIsLeftOpen(t *testing.T) {
	never := make(chan struct{})
	defer close(never)
	for _, c := range []struct {
		name, project string
		of            func(string) string
		open          bool
	}{
		{"a disk that does not answer", "", func(string) string { <-never; return "Acme" }, true},
		{"a repository", "Acme", func(string) string { return "Acme" }, false},
		{"no repository", "", func(string) string { return "" }, false},
	} {
		h := &hook{payload: Payload{Cwd: t.TempDir()}, projectOf: c.of}
		h.defaults()
		for _, role := range []memtide.Role{memtide.RoleUser, memtide.RoleAgent} { // found out once
			if got := h.half(role, Scrubbed{Text: "hello"}); got.Project != c.project || got.Unplaced != c.open || got.Cwd == "" {
				t.Errorf("%s: project %q, left open %v, folder %q", c.name, got.Project, got.Unplaced, got.Cwd)
			}
		}
		if got := h.address(event.AskRequest{}); got.Project != c.project || got.Unplaced != c.open || got.Cwd == "" {
			t.Errorf("%s: asked in project %q, left open %v, folder %q", c.name, got.Project, got.Unplaced, got.Cwd)
		}
	}
}

// What a process finds when it goes on after it was suspended was found in time.
func TestWhatIsFoundIsNotLate(t *testing.T) {
	for range 200 { // a choice between two that are ready is by chance
		found, late := make(chan string, 1), make(chan time.Time, 1)
		found <- "Acme"
		late <- time.Time{}
		if name, ok := inTime(found, late); name != "Acme" || !ok {
			t.Fatalf("found %q, in time %v", name, ok)
		}
	}
}

// A question carries the clock of who asks: the daemon may have begun in another zone.
func TestAQuestionHasItsZone(t *testing.T) {
	h := &hook{Options: Options{Now: func() time.Time { return testTime.In(time.FixedZone("", -3*3600)) }}}
	if got := h.address(event.AskRequest{}); got.Zone == nil || *got.Zone != -180 || !got.Now.IsZero() {
		t.Errorf("%+v", got)
	}
}
