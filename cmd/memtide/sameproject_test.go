package main

import (
	"bytes"
	"os"
	"path/filepath"
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
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/textindex"
)

// repository makes the files that a repository is known by.
func repository(t *testing.T, dir, gitConfig string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": gitConfig} {
		if err := os.WriteFile(filepath.Join(dir, ".git", name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// Two repositories that share a name are named, and taken apart by the two commands
// that doctor names.
func TestTwoRepositoriesOfOneNameAreTakenApart(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	first, second, clone := filepath.Join(top, "acme", "api"), filepath.Join(top, "globex", "api"), filepath.Join(top, "acme-review", "api")
	repository(t, first, "[remote \"origin\"]\n\turl = git@git.example.org:acme/api.git\n")
	repository(t, second, "")
	repository(t, clone, "[remote \"origin\"]\n\turl = https://me:word@git.example.org/acme/api/\n")

	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	ctx := daemontest.Within(t, time.Minute)
	cl := dialled(t, d)
	said := 0
	say := func(dir, session, text string) {
		said++
		daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: session, PromptID: session + string(rune('a'+said)),
			Client: "claude-code", Project: hookbridge.Project(dir), Cwd: dir})
		if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
	}
	doctor := func() (problem, fix string) {
		examineProjects(ctx, cl, func(_ string, err error, _, mend string) {
			if err != nil {
				problem, fix = err.Error(), mend
			}
		})
		return problem, fix
	}
	say(first, "one", "The billing job runs on the machine heron.")
	say(first, "one", "Its log goes to the harbour bucket.")
	say(clone, "two", "The release branch of this project is called wharf.")
	if problem, _ := doctor(); problem != "" {
		t.Errorf("a clone of the same repository is warned of: %s", problem)
	}
	say(filepath.Join(second, "cmd"), "three", "The invoice job runs on the machine osprey.")
	problem, fix := doctor()
	for _, want := range []string{first, second, `config memtide.project "globex-api"`, "memtide move"} {
		if !strings.Contains(problem+fix, want) {
			t.Errorf("%q is not in: %s → %s", want, problem, fix)
		}
	}
	if strings.Contains(problem+fix, "word") || strings.Contains(problem, clone) {
		t.Errorf("it names too much: %s → %s", problem, fix)
	}

	repository(t, second, "[memtide]\n\tproject = api\n")
	if problem, _ := doctor(); problem != "" {
		t.Errorf("its owner has said that it is the same: %s", problem)
	}
	repository(t, second, "[memtide]\n\tproject = globex-api\n")
	if problem, _ := doctor(); problem != "" {
		t.Errorf("it has a name of its own now: %s", problem)
	}
	var out bytes.Buffer
	a := &app{io: stdio{out: &out, err: &bytes.Buffer{}}}
	if err := a.move(ctx, cl, moving{folder: second, to: "", yes: true}); err != nil || !strings.Contains(out.String(), `of "globex-api" now`) {
		t.Fatalf("%v: %s", err, &out)
	}
	for project, want := range map[string]string{"api": "heron", "globex-api": "osprey"} {
		r, err := cl.Ask(ctx, event.AskRequest{Mode: event.ModePrompt, Session: "new-" + project, Prompt: "On which machine does the billing job run, and the invoice job?", Project: project, DeadlineMS: 5000})
		other := map[string]string{"heron": "osprey", "osprey": "heron"}[want]
		if err != nil || !strings.Contains(r.Block, want) || strings.Contains(r.Block, other) {
			t.Errorf("%s is told %q, %v", project, r.Block, err)
		}
	}
	log, err := client.Control[[]memtide.ChangeSet](ctx, cl, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 1})
	if err != nil || len(log) != 1 || log[0].Cause.Stage != "move" || len(log[0].Ops) < 2 {
		t.Errorf("the move is no decision with memory and half-turn: %+v, %v", log, err)
	}
	if err := a.move(ctx, cl, moving{folder: second, to: "", yes: true}); err == nil {
		t.Error("a second time something is moved")
	}
}

// A name of a folder without git has to be written down somewhere: it becomes a repository.
func TestAFolderWithoutGitIsNamed(t *testing.T) {
	one, two := hookbridge.Repository{Common: "/acme/api", Project: "api", NoGit: true}, hookbridge.Repository{Common: "/globex/api", Project: "api", NoGit: true}
	said, mend := sharedBy("api", []hookbridge.Repository{one, two})
	if !strings.Contains(said, "/acme/api and /globex/api") || !strings.Contains(mend, `git -C "/globex/api" init && git -C "/globex/api" config memtide.project "globex-api"`) {
		t.Errorf("%s: %s", said, mend)
	}
	two.NoGit, two.Common = false, "/globex/api/.git"
	if _, mend := sharedBy("api", []hookbridge.Repository{one, two}); strings.Contains(mend, "init") {
		t.Error(mend)
	}
}

// TestWhatIsMovedHasTheNewName: the head of a session's summary is of our making and
// names the new project; what somebody has said stays as it is, and is named.
func TestWhatIsMovedHasTheNewName(t *testing.T) {
	d := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	ctx := daemontest.Within(t, time.Minute)
	cl := dialled(t, d)
	dir := filepath.Join(t.TempDir(), "quay")
	for i, text := range []string{"The harbour log of Quay goes to the osprey bucket.", "We decided to sign the quayside releases with the heron key."} {
		daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Text: text, Session: "s", PromptID: string(rune('a' + i)), Client: "claude-code", Project: "quay", Cwd: dir})
	}
	daemontest.Say(t, cl, event.TurnRequest{Session: "s", Mark: event.MarkEnded})
	summary := func() (content string) {
		for content == "" && ctx.Err() == nil {
			err := d.Ledger().Read(ctx, memtide.DefaultSpace, func(v ledger.View) error {
				for n, err := range v.Graph.NodesAfter(memtide.ID{}) {
					if err != nil {
						return err
					}
					if n.Kind == memtide.Summary {
						content = n.Content
					}
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		return content
	}
	before := summary()
	if !strings.Contains(before, " in quay: ") {
		t.Fatalf("the summary is %q", before)
	}
	var out bytes.Buffer
	a := &app{io: stdio{out: &out, err: &bytes.Buffer{}}}
	if err := a.move(ctx, cl, moving{folder: dir, to: "pier", yes: true}); err != nil {
		t.Fatal(err)
	}
	if got, want := summary(), strings.Replace(before, " in quay: ", " in pier: ", 1); got != want {
		t.Errorf("the summary is %q, want %q", got, want)
	}
	if said := out.String(); !strings.Contains(said, "1 still says the old name") || !strings.Contains(said, "harbour log of Quay") || strings.Contains(said, "quayside") {
		t.Errorf("what is not changed: %s", said)
	}
	err := d.Ledger().Read(ctx, memtide.DefaultSpace, func(v ledger.View) error {
		if n := len(v.Text.Search(textindex.Query{Terms: v.Text.Parse("pier")})); n != 1 {
			t.Errorf("the new name finds %d memories", n)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}
