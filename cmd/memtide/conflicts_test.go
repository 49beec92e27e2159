package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/tools"
)

// What the user says next to a question that a hook has brought, in a session
// of a client, decides.
func TestTheUserAnswersInTheSession(t *testing.T) {
	p := newProcess(t, filepath.Join(t.TempDir(), "home"))
	cl := p.start()
	defer cl.Close()
	ctx := daemontest.Within(t, time.Minute)
	for n, text := range []string{"Always squash the commits before merging a branch.", "Never squash the commits before merging a branch."} {
		tell(t, p, "publish", fmt.Sprint(n), text)
		p.quiet(ctx, cl)
	}
	open := func() []tools.Conflict {
		t.Helper()
		all, err := client.Control[[]tools.Conflict](ctx, cl, "conflicts", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	if len(open()) != 1 {
		t.Fatalf("%d are open", len(open()))
	}
	session, out := "", ""
	for n := 0; n < 20 && !strings.Contains(out, "memory-action-needed"); n++ {
		os.Remove(filepath.Join(hookbridge.NewPaths(p.home).Run, "down-until")) // of a daemon that was too slow just now
		session = fmt.Sprint("s", n)
		out = p.hook(prompt(session, "p1", "Should I squash the commits before merging this branch?"))
	}
	_, question, asked := strings.Cut(out, "which one holds")
	first, _, _ := strings.Cut(question, " squash")
	holds := first[strings.LastIndex(first, " ")+1:] // Always or Never
	if !asked || holds != "Always" && holds != "Never" {
		t.Fatalf("the hook asks nothing: %q", out)
	}
	p.hook(answer(session, "p1", "Which one holds: shall I squash, or not?"))
	p.hook(prompt(session, "p2", "the first one, please"))
	p.quiet(ctx, cl)
	if len(open()) != 0 {
		t.Errorf("%d are open", len(open()))
	}
	said, code := p.memtide("", "rules")
	_, instead, _ := strings.Cut(said, "instead of")
	if code != exitOK || strings.Count(said, "squash the commits") != 2 || !strings.Contains(instead, "squash") || strings.Contains(instead, holds) {
		t.Errorf("%s holds; rules:\n%s", holds, said)
	}
}
