package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
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
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm/llmtest"
)

// eraseTalk are half-turns of two sessions. What the walrus does is to be erased.
var eraseTalk = []struct{ session, text string }{
	{"s1", "We deploy the heron every Friday."},
	{"s1", "Our walrus build runs on the \"quay\" machine. The heron needs two approvals."},
	{"s1", "Always run the marten checks before a merge."},
	{"s2", "Our walrus build runs on the \"quay\" machine."},
	{"s2", "My sister Odile lives in Lisbon."},
}

const erasedWords = `walrus build runs on the`

// tell hands the half-turns over and waits until they are decided on.
func tellAll(ctx context.Context, t *testing.T, cl *client.Client) {
	t.Helper()
	for i, h := range eraseTalk {
		r, err := cl.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: h.session, PromptID: fmt.Sprint("p", i), Client: "claude-code", Text: h.text,
			Time: time.Date(2026, 5, 1, 9, i, 0, 0, time.UTC)})
		if err != nil || r.Error != "" {
			t.Fatal(r, err)
		}
	}
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
}

func found(ctx context.Context, t *testing.T, cl *client.Client, query string) []event.Item {
	t.Helper()
	r, err := cl.Ask(ctx, event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModeQuery, Client: "cli", Prompt: query, Limit: 10, DeadlineMS: 20000})
	if err != nil {
		t.Fatal(err)
	}
	return r.Items
}

// eraseMemory finds the fact about the walrus and erases it.
func eraseMemory(ctx context.Context, t *testing.T, cl *client.Client, cascade bool) control.EraseReply {
	t.Helper()
	req := control.EraseRequest{Space: memtide.DefaultSpace, Cascade: cascade, DryRun: true}
	for _, it := range found(ctx, t, cl, "which machine does the walrus build run on") {
		if it.Kind != memtide.Episode && strings.Contains(it.Text, "walrus") {
			req.What = it.ID.String()
		}
	}
	if req.What == "" {
		t.Fatal("there is no memory of it to erase")
	}
	look, err := erasing(ctx, cl, req, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	req.DryRun, req.Seen = false, "something else"
	if _, err := erasing(ctx, cl, req, io.Discard); err == nil {
		t.Fatal("erased what nobody has agreed to")
	}
	req.Seen = look.Plan.Print()
	r, err := erasing(ctx, cl, req, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestErase: nothing in the data folder holds the words, the neighbours are
// found as before, a rebuild comes to the state of the live graph, and the
// half-turn does not come back when it is imported again.
func TestErase(t *testing.T) {
	ctx := daemontest.Within(t, 3*time.Minute)
	t.Setenv("NEAR_KEY", "near-secret-0123")
	// A model that repeats what it hears, and whose questions are traced with their texts.
	parrot := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: llmtest.JSON(map[string]any{"keep": []int{1, 2, 3}, "note": r.Last()})}
	})
	a := testDaemon(ctx, t, asksModels(parrot, true), daemon.Options{})
	tellAll(ctx, t, a.Client)
	spool := filepath.Join(hookbridge.NewPaths(a.Dir).Spool, "bad")
	if err := os.MkdirAll(spool, 0o700); err != nil {
		t.Fatal(err)
	}
	refused, err := json.Marshal(event.TurnRequest{Role: memtide.RoleUser, Text: eraseTalk[3].text, Session: "s9"})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(spool, "1-2-3.json"), refused, 0o600); err != nil {
		t.Fatal(err)
	}
	for wait := time.Millisecond; ; wait *= 2 { // a trace is written a moment after it is taken
		files := daemontest.FilesWith(t, a.Dir, erasedWords)
		if len(files) >= 5 && strings.Contains(strings.Join(files, " "), "replies.db") && strings.Contains(strings.Join(files, " "), "TRACE") {
			break
		}
		if wait > 5*time.Second {
			t.Fatalf("the words stand only in %q: the search proves nothing", files)
		}
		time.Sleep(wait)
	}
	r := eraseMemory(ctx, t, a.Client, false)
	if files := daemontest.FilesWith(t, a.Dir, erasedWords); len(files) > 0 {
		t.Errorf("the words are still in %q", files)
	}
	c := r.Certificate
	// Odile is spoken of in another session: no summary says both.
	if kept := strings.Join(daemontest.FilesWith(t, a.Dir, "lives in Lisbon"), " "); c.Replies < 2 || !strings.Contains(kept, "replies.db") {
		t.Errorf("%d answers of models forgotten; what says something else stands in %q", c.Replies, kept)
	}
	if c.Search == nil || len(c.Search.Found) > 0 || c.Search.Files < 5 || len(c.Turns) != 2 || len(c.NotReached) < 3 || len(c.Spool) != 1 {
		t.Errorf("certificate: %+v, search %+v", c, c.Search)
	}
	if raw, err := os.ReadFile(c.Path); err != nil || !strings.Contains(string(raw), c.StateHash) {
		t.Errorf("certificate in text: %v\n%s", err, raw)
	}
	for _, query := range []string{"when do we deploy the heron", "how many approvals does the heron need", "what to run before a merge", "where does Odile live"} {
		if len(found(ctx, t, a.Client, query)) == 0 {
			t.Errorf("%s: the neighbour is gone", query)
		}
	}
	for _, it := range found(ctx, t, a.Client, "walrus build machine") {
		if strings.Contains(it.Text, "walrus") {
			t.Errorf("still found: %s", it.ID)
		}
	}
	re, err := progress.Reindex(ctx, a.Client, control.SpaceRequest{Space: memtide.DefaultSpace}, io.Discard)
	if err != nil || re.Before != c.StateHash || re.After != c.StateHash {
		t.Errorf("rebuild: %+v, %v; certified %s", re, err, c.StateHash)
	}
	again, err := a.Client.Turn(ctx, event.TurnRequest{Role: memtide.RoleUser, Session: "s2", PromptID: "p3", Client: "claude-code", Text: eraseTalk[3].text,
		Time: time.Date(2026, 5, 1, 9, 3, 0, 0, time.UTC)})
	if err != nil || again.Outcome != event.TurnKnown {
		t.Errorf("an erased half-turn that is imported again: %+v, %v", again, err)
	}
	if files := daemontest.FilesWith(t, a.Dir, erasedWords); len(files) > 0 {
		t.Errorf("the import brought the words back: %q", files)
	}
}

// TestEraseSession: what was said in a session goes, what others said stays.
func TestEraseSession(t *testing.T) {
	ctx := daemontest.Within(t, 3*time.Minute)
	a := testDaemon(ctx, t, config.Default(), daemon.Options{NoSync: true})
	tellAll(ctx, t, a.Client)
	var out, problems bytes.Buffer
	if code := run(ctx, []string{"erase", "session:s2", "--home", a.Dir}, stdio{strings.NewReader("n\n"), &out, &problems}); code != 3 {
		t.Errorf("a no ends with %d: %s", code, problems.String())
	}
	if len(daemontest.FilesWith(t, a.Dir, "Odile")) == 0 {
		t.Error("a no has erased")
	}
	if code := run(ctx, []string{"erase", "session:s2", "--home", a.Dir}, stdio{strings.NewReader("y\n"), &out, &problems}); code != 0 {
		t.Fatalf("ends with %d: %s", code, problems.String())
	}
	if files := daemontest.FilesWith(t, a.Dir, "Odile lives"); len(files) > 0 {
		t.Errorf("still in %q", files)
	}
	if !strings.Contains(out.String(), "Certificate of erasure") || len(daemontest.FilesWith(t, a.Dir, erasedWords)) == 0 {
		t.Errorf("what session s1 has said is gone, or there is no certificate: %s", out.String())
	}
	if len(found(ctx, t, a.Client, "which machine does the walrus build run on")) == 0 {
		t.Error("the other session has lost what it said")
	}
	if code := run(ctx, []string{"erase", "session:s2", "--home", a.Dir, "-y"}, stdio{strings.NewReader(""), &out, &problems}); code != 3 {
		t.Errorf("erasing what is gone ends with %d: %s", code, problems.String())
	}
}

// TestEraseCrash kills the daemon with -9 inside an erasure. The next start says
// whether it was decided, and finishes it, or it has not begun; afterwards nothing
// is half erased.
func TestEraseCrash(t *testing.T) {
	home := toldHome(t, 120+len(eraseTalk), func(n int) event.TurnRequest {
		if n < len(eraseTalk) {
			h := eraseTalk[n]
			return event.TurnRequest{Role: memtide.RoleUser, Session: h.session, PromptID: fmt.Sprint("p", n), Client: "claude-code", Text: h.text,
				Time: time.Date(2026, 5, 1, 9, n, 0, 0, time.UTC)}
		}
		r := crashTurn(n)
		r.Session = fmt.Sprint("other", n/20)
		return r
	})
	req := control.EraseRequest{Space: memtide.DefaultSpace, What: "session:s1", Cascade: true, DryRun: true}
	begin := func(ctx context.Context, cl *client.Client) (control.Operation, error) {
		return client.Control[control.Operation](ctx, cl, "erase", req)
	}
	c := newCutting(t, home, begin, nightEnv()...)
	p, cl := c.daemon()
	ctx := daemontest.Within(t, 3*time.Minute)
	before := state(ctx, t, cl)
	look, err := erasing(ctx, cl, req, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	cl.Close()
	p.kill()
	req.DryRun, req.Seen = false, look.Plan.Print()
	p, cl = c.undisturbed()
	after := state(ctx, t, cl)
	cl.Close()
	p.kill()
	finished, undone := 0, 0
	c.each(func(ctx context.Context, p *process, _ *client.Client) bool {
		all := certified(ctx, t, p)
		cl := p.reach()
		if cl == nil {
			t.Fatal("the daemon is gone")
		}
		defer cl.Close()
		said := cutOffs(ctx, t, p, cl)
		switch h := state(ctx, t, cl); {
		case len(all) > 0 && h != after:
			t.Errorf("it is finished, and the state is %s, want %s", h, after)
		case len(all) > 0:
			finished++
		case h != before:
			t.Errorf("it has not begun, and the state is %s, was %s", h, before)
		default:
			undone++
			if _, err := erasing(ctx, cl, req, io.Discard); err != nil {
				t.Error(err)
			}
		}
		if said != "" && strings.Contains(said, "after it was decided") != (len(all) > 0) {
			t.Errorf("%d certificates, and it says %q", len(all), said)
		}
		if files := daemontest.FilesWith(t, p.home, "needs two approvals"); len(files) > 0 {
			t.Errorf("the words are still in %q", files)
		}
		rebuilt(ctx, t, cl)
		return said != ""
	})
	t.Logf("%d were finished, %d had not begun", finished, undone)
}

// certified returns the certificates once each erasure that counts has one. To
// finish one, the daemon opens its storage anew and is away for a moment.
func certified(ctx context.Context, t *testing.T, p *process) []string {
	t.Helper()
	for {
		if cl := p.reach(); cl != nil {
			sets, err := client.Control[[]ledger.Logged](ctx, cl, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 1000, Empty: true, Stage: "erase"})
			cl.Close()
			files, gerr := filepath.Glob(filepath.Join(p.home, "erasures", "????????????????????????????????.json"))
			if err == nil && gerr == nil && len(files) >= len(sets) {
				return files
			}
		}
		select {
		case <-ctx.Done():
			t.Fatal("an erasure that counts gets no certificate")
		case <-time.After(10 * time.Millisecond):
		}
	}
}
