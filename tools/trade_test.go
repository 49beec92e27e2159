package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// A question for a kind of tool finds what names a tool of that kind, before what has
// the words of the question and names none.
func TestToolsOfAKind(t *testing.T) {
	h := bustest.Start(t)
	l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ids := said(t, l, memtide.Node{Content: "The package is late."}, memtide.Node{Content: "The manager is ill."},
		memtide.Node{Content: "pnpm only in here, or the lock breaks."}, memtide.Node{Content: "Everything builds on GitHub Actions."},
		memtide.Node{Content: "The GitHub page of the ferry is old."}, memtide.Node{Content: "We go by boat."})
	for _, c := range []struct {
		asked string
		best  memtide.ID
	}{
		{"Which package manager does the site use?", ids[2]},
		{"What's the CI?", ids[3]},
		{"install leftpad with the package manager", ids[2]},
	} {
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModePrompt, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 6}, nil)
			if len(found) == 0 || found[0].ID != c.best {
				t.Errorf("%q: %v, want %s first", c.asked, found, c.best.Short())
			}
			return err
		})
	}
	read(t, l, func(v ledger.View) error {
		found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModePrompt, Text: "What is a package manager?", Now: noon.Add(time.Hour)}).
			Run(event.Search{Tool: event.SearchText, Limit: 6}, nil)
		if slices.ContainsFunc(found, func(f event.Candidate) bool { return f.ID == ids[2] }) {
			t.Error("what the world knows is answered with the tool of the project")
		}
		return err
	})
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
