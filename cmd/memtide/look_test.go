package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// The daemon is asked for the sources of memories where a table shows them, and
// nowhere else.
func TestSourcesAreAskedForWhereTheyAreShown(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	if _, err := client.Control[memtide.ChangeSet](t.Context(), d.Client, "remember",
		control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Fact, Text: "The staging server is named heron.", Project: ""}); err != nil {
		t.Fatal(err)
	}
	spy, err := d.Dial("spy")
	if err != nil {
		t.Fatal(err)
	}
	defer spy.Close()
	requests, err := spy.SubscribeSync(event.SubjectControl + ".>")
	if err != nil {
		t.Fatal(err)
	}
	if err := spy.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		args  []string
		shown string
		asked bool
	}{
		{"table", []string{"What is the staging server named?"}, "injected  ", true},
		{"every candidate", []string{"--explain", "What is the staging server named?"}, "injected  ", true},
		{"JSON", []string{"--json", "What is the staging server named?"}, `"block"`, false},
		{"nothing is injected", []string{"thanks!"}, "nothing is injected", false},
	} {
		var out, errs bytes.Buffer
		root := newRoot(&app{io: stdio{strings.NewReader(""), &out, &errs}})
		root.SetArgs(append([]string{"ask", "--home", d.Dir}, c.args...))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		// A look of our own stands behind whatever the command has asked.
		if _, err := client.Control[int](t.Context(), d.Client, "pending", control.SpaceRequest{Space: memtide.DefaultSpace}); err != nil {
			t.Fatal(err)
		}
		asked := false
		for last := ""; last != event.SubjectControl+".pending"; {
			m, err := requests.NextMsgWithContext(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			last = m.Subject
			asked = asked || last == event.SubjectControl+".source"
		}
		if asked != c.asked || !strings.Contains(out.String(), c.shown) {
			t.Errorf("%s: asked %v, want %v; printed\n%s", c.name, asked, c.asked, &out)
		}
	}
}

// What a search lists falls by the number that it prints, also where a memory stands
// before another that has more of the words: whoever reads "best first" sees it.
func TestASearchIsInTheOrderThatItPrints(t *testing.T) {
	w := heard(t, "harbour", "The build cache lives on disk nvme3.", "The nightly build takes 40 minutes on the cache disk.", "We build the docs with the cache off.")
	nightly := strings.Fields(strings.Split(memtideOn(t, w.Dir, exitOK, "search", "nightly", "build"), "\n")[1])[0]
	memtideOn(t, w.Dir, exitOK, "reinforce", nightly)
	for _, filter := range [][]string{nil, {"--kind", "fact"}} {
		said := memtideOn(t, w.Dir, exitOK, append([]string{"search", "build", "cache", "disk"}, filter...)...)
		var ranks []string
		for _, line := range strings.Split(strings.TrimSpace(said), "\n")[1:] {
			ranks = append(ranks, strings.Fields(line)[4])
		}
		if len(ranks) < 3 || !slices.IsSortedFunc(ranks, func(a, b string) int { return strings.Compare(b, a) }) {
			t.Errorf("%v:\n%s", filter, said)
		}
	}
}

// What takes the place of another stands before it, and at no lower number.
func TestAMovedMemoryIsShownWithTheRankOfItsPlace(t *testing.T) {
	var b bytes.Buffer
	writeItems(&b, []event.Item{{Text: "later", Rank: 0.4}, {Text: "before", Rank: 0.6}, {Text: "other", Rank: 0.2}, {Text: "meant"}})
	want := []string{"0.600", "0.600", "0.200", "-"}
	for i, line := range strings.Split(strings.TrimSpace(b.String()), "\n")[1:] {
		if got := strings.Fields(line); !slices.Contains(got, want[i]) {
			t.Errorf("line %d is %q, want %s", i, line, want[i])
		}
	}
}

// A search says how many memories more are like those that it lists; a half-turn, which
// always is like what was made of it, is none of them, and JSON stays what it was.
func TestASearchSaysWhatItLeavesOutAsAlike(t *testing.T) {
	d := testDaemon(daemontest.Within(t, time.Minute), t, config.Default(), daemon.Options{NoSync: true})
	t.Setenv("MEMTIDE_HOME", d.Dir)
	call := func(args ...string) (string, string) {
		t.Helper()
		var out, said bytes.Buffer
		if code := run(t.Context(), args, stdio{strings.NewReader(""), &out, &said}); code != exitOK {
			t.Fatalf("%v ends with %d: %s", args, code, &said)
		}
		return out.String(), said.String()
	}
	const text = "The heron listens on port 8080."
	daemontest.Say(t, d.Client, event.TurnRequest{Role: memtide.RoleUser, Session: "s", PromptID: "1", Project: "quay", Text: text})
	if err := d.Client.Rest(t.Context(), memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	if _, said := call("search", "heron port"); said != "" {
		t.Errorf("one memory and its half-turn: %q", said)
	}
	call("remember", "--project", "pier", text)
	call("remember", "--project", "jetty", text)
	out, said := call("search", "heron port")
	if !regexp.MustCompile(`^memtide: 2 memories more are alike and not listed: memtide why \w{12} names them`).MatchString(said) || strings.Count(out, text) != 1 {
		t.Errorf("three: %q, %q", out, said)
	}
	if out, said := call("search", "heron port", "--json"); said != "" || strings.Contains(out, `"receipt"`) {
		t.Errorf("as JSON: %q, %q", out, said)
	}
	if out, said := call("search", "heron port", "--kind", "fact"); said != "" || strings.Count(out, text) != 3 {
		t.Errorf("with a filter: %q, %q", out, said)
	}
}
