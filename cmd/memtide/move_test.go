package main

import (
	"bytes"
	"context"
	"path/filepath"
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
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// movable is a store of which something is moved.
type movable struct {
	t   *testing.T
	ctx context.Context
	d   *daemon.Throwaway
	cl  *client.Client
	n   int
}

func newMovable(t *testing.T) *movable {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	return &movable{t: t, ctx: daemontest.Within(t, 2*time.Minute), d: d, cl: dialled(t, d)}
}

func (m *movable) say(dir string, texts ...string) {
	m.t.Helper()
	for _, text := range texts {
		m.n++
		daemontest.Say(m.t, m.cl, event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: dir, PromptID: string(rune('a' + m.n)),
			Client: "claude-code", Project: hookbridge.Project(dir), Cwd: dir})
		if err := m.cl.Rest(m.ctx, memtide.DefaultSpace); err != nil {
			m.t.Fatal(err)
		}
	}
}

func (m *movable) move(dir, to string) (said string) {
	m.t.Helper()
	var out bytes.Buffer
	a := &app{io: stdio{out: &out, err: &bytes.Buffer{}}}
	if err := a.move(m.ctx, m.cl, moving{folder: dir, to: to, yes: true}); err != nil {
		m.t.Fatal(err)
	}
	return out.String()
}

func (m *movable) told(project, prompt string) string {
	m.t.Helper()
	m.n++
	r, err := m.cl.Ask(m.ctx, event.AskRequest{Mode: event.ModePrompt, Session: "new-" + string(rune('a'+m.n)), Prompt: prompt, Project: project, DeadlineMS: 5000})
	if err != nil {
		m.t.Fatal(err)
	}
	return r.Block
}

// of returns the live memories of a project, names aside.
func (m *movable) of(project string) (nodes []*memtide.Node) {
	m.t.Helper()
	err := m.d.Ledger().Read(m.ctx, memtide.DefaultSpace, func(v ledger.View) error {
		for n, err := range v.Graph.NodesAfter(memtide.ID{}) {
			if err != nil {
				return err
			}
			if n.Project == project && n.Live() && n.Kind != memtide.Entity {
				nodes = append(nodes, n)
			}
		}
		return nil
	})
	if err != nil {
		m.t.Fatal(err)
	}
	return nodes
}

// namesakes makes the folders of two repositories of one name.
func namesakes(t *testing.T, name string) (first, second string) {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	first, second = filepath.Join(top, "acme", name), filepath.Join(top, "globex", name)
	repository(t, first, "")
	repository(t, second, "")
	return first, second
}

// Of two repositories of one name each is told its own value, though that of the one has
// taken the place of the other's before they were taken apart.
func TestMoveGivesBackWhatTheOtherRepositoryEnded(t *testing.T) {
	m := newMovable(t)
	first, second := namesakes(t, "quay")
	m.say(first, "The crane computer runs on debian 11.")
	m.say(second, "The crane computer now runs on debian 13 instead of debian 11.")
	const prompt = "Which version of debian does the crane computer run on?"
	if told := m.told("quay", prompt); strings.Contains(told, "on debian 11.") {
		t.Fatalf("nothing was ended, so this proves nothing: %s", told)
	}
	m.move(second, "globex-quay")
	if told := m.told("quay", prompt); !strings.Contains(told, "debian 11") || strings.Contains(told, "debian 13") {
		t.Errorf("the one is told %q", told)
	}
	if told := m.told("globex-quay", prompt); !strings.Contains(told, "debian 13") {
		t.Errorf("the other is told %q", told)
	}
}

// What was moved can be moved again, with the user's words in the place of some of it. What
// was stated elsewhere stays, though the user has said that it holds instead of what goes.
func TestMoveTakesWhatWasMovedBefore(t *testing.T) {
	m := newMovable(t)
	first, second := namesakes(t, "pier")
	m.say(second, "The tide gauge reports to the heron server.", "The lamp of the pier was made in Delft.")
	space, at := memtide.DefaultSpace, time.Now()
	find := func(project, text string) memtide.ID {
		t.Helper()
		for _, n := range m.of(project) {
			if n.Kind != memtide.Episode && strings.Contains(n.Content, text) {
				return n.ID
			}
		}
		t.Fatalf("no %q in %q", text, project)
		return memtide.ID{}
	}
	must := func(_ memtide.ChangeSet, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	l := m.d.Ledger()
	must(tools.Correct(m.ctx, l, space, tools.Correction{ID: find("pier", "heron"), Text: "The tide gauge reports to the osprey server.", At: at}))
	must(tools.Correct(m.ctx, l, space, tools.Correction{ID: find("pier", "osprey"), Text: "The tide gauge reports to the egret server.", At: at.Add(time.Second)}))
	must(tools.Remember(m.ctx, l, space, tools.Note{Text: "The lamp of the pier was made in Ghent.", Project: "pier", At: at.Add(2 * time.Second)}))
	delft, ghent := find("pier", "Delft"), find("pier", "Ghent")
	must(l.Decide(m.ctx, memtide.ChangeSet{ID: "insist", Space: space, At: at.Add(3 * time.Second), Actor: "user", Cause: memtide.Cause{Kind: "request", ID: "i", Stage: "insist"}},
		func(v ledger.View, c *memtide.ChangeSet) error {
			old, err := v.Graph.Node(delft)
			if err != nil {
				return err
			}
			return tools.NewWriter(v, c).Supersede(&memtide.Node{ID: ghent}, old)
		}))
	m.say(first, "The ferry bell is rung by Tomke.")
	live := func(project string) (all []string) {
		for _, n := range m.of(project) {
			if n.Kind != memtide.Episode {
				all = append(all, n.Content)
			}
		}
		return all
	}
	for _, to := range []string{"globex-pier", "globex-jetty"} {
		m.move(second, to)
		if got, want := live(to), []string{"The lamp of the pier was made in Delft.", "The tide gauge reports to the egret server."}; !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", to, got, want)
		}
		if got := live("pier"); len(got) != 2 || !slices.Contains(got, "The lamp of the pier was made in Ghent.") {
			t.Errorf("what stays beside %s: %q", to, got)
		}
	}
	if left := m.of("globex-pier"); len(left) > 0 {
		t.Errorf("left behind: %+v", left[0])
	}
}

// A project goes as a whole by its name, also what no folder is known of; what is of
// another one, or of none, stays, and the move can be taken back.
func TestMoveTakesAWholeProjectByItsName(t *testing.T) {
	m := newMovable(t)
	t.Setenv("MEMTIDE_HOME", m.d.Dir)
	first, _ := namesakes(t, "quay")
	m.say(first, "The crane of the quay was painted green.")
	call := func(code int, args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if got := run(m.ctx, args, stdio{strings.NewReader(""), &out, &out}); got != code {
			t.Errorf("%v ends with %d, want %d: %s", args, got, code, &out)
		}
		return out.String()
	}
	call(exitOK, "remember", "--project", "quay", "The lamp was made in Delft.")
	call(exitOK, "remember", "--project", "pier", "The bell was made in Ghent.")
	call(exitOK, "remember", "The tide tables hang in the kitchen.")
	if said := call(exitOK, "move", "--from", "quay", "--to", "jetty", "-y"); !strings.Contains(said, `3 memories of "quay": of "jetty" now`) || !strings.Contains(said, "1 still says the old name") {
		t.Errorf("said: %s", said)
	}
	for project, want := range map[string]int{"quay": 0, "jetty": 3, "pier": 1, "": 1} {
		if got := m.of(project); len(got) != want {
			t.Errorf("%q has %d memories, want %d", project, len(got), want)
		}
	}
	change := regexp.MustCompile(`(?m)^\w{12}`).FindString(call(exitOK, "log", "--stage", "move"))
	call(exitOK, "undo", change)
	if got := m.of("quay"); len(got) != 3 {
		t.Errorf("taken back: %d memories, want 3", len(got))
	}
	if said := call(exitNone, "move", "--from", "quai", "--to", "jetty", "-y"); !strings.Contains(said, `no project "quai"`) {
		t.Errorf("a project that is not there: %s", said)
	}
	call(exitNone, "move", "--from", "quay", "--to", "quay", "-y")
	call(exitUsage, "move", "--from", "quay", "--to", "jetty", first)
}
