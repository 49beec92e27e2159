package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// drained waits until no half-turn lies in the spool.
func drained(ctx context.Context, t *testing.T, home string) {
	t.Helper()
	for {
		st, err := hookbridge.ReadSpool(hookbridge.NewPaths(home).Spool)
		if err != nil {
			t.Fatal(err)
		}
		if st.Files == 0 {
			return
		}
		if err := bus.Pause(ctx, 10*time.Millisecond); err != nil {
			t.Fatal("the spool is not drained")
		}
	}
}

// TestARestoreDoesNotBringBackWhatWasErased: a backup that is older than an erasure
// is put back; before the daemon answers anybody, the erasure is made again. So it
// is, too, where that was cut off. What was said later in the session stays.
func TestARestoreDoesNotBringBackWhatWasErased(t *testing.T) {
	ctx := daemontest.Within(t, 3*time.Minute)
	home, place := filepath.Join(t.TempDir(), "home"), t.TempDir()
	p := newProcess(t, home)
	cl := p.start()
	tellAll(ctx, t, cl)
	memtideOn(t, home, exitOK, "backup", place)
	backup := backupsIn(t, place)[0]
	r := eraseMemory(ctx, t, cl, false)
	memtideOn(t, home, exitOK, "erase", "session:s1", "-y")
	cl.Close()
	p.stop()

	const approvals = "needs two approvals"
	file := strings.TrimSuffix(r.Certificate.Path, ".txt") + ".json"
	for _, cutOff := range []bool{false, true} {
		out := memtideOn(t, home, exitOK, "restore", backup, "-y")
		if !strings.Contains(out, "older than 2 of the erasures here") {
			t.Errorf("the restore says %s", out)
		}
		if len(daemontest.FilesWith(t, home, erasedWords)) == 0 || len(daemontest.FilesWith(t, home, approvals)) == 0 {
			t.Fatal("the backup does not hold the words: this proves nothing")
		}
		if cutOff {
			if err := os.Rename(file, file+".again"); err != nil {
				t.Fatal(err)
			}
		}
		later := event.TurnRequest{Role: memtide.RoleUser, Session: "s1", PromptID: "later", Text: "The weir gate opens at nine.", Time: time.Now()}
		if err := hookbridge.NewSpool(hookbridge.NewPaths(home).Spool).Put(later, time.Now()); err != nil {
			t.Fatal(err)
		}
		cl := p.start()
		for _, words := range []string{erasedWords, approvals} {
			if files := daemontest.FilesWith(t, home, words); len(files) > 0 {
				t.Errorf("cut off %t: %q is in %q", cutOff, words, files)
			}
		}
		for _, it := range found(ctx, t, cl, "walrus build machine") {
			if strings.Contains(it.Text, "walrus") {
				t.Errorf("cut off %t: found: %s", cutOff, it.ID)
			}
		}
		drained(ctx, t, home)
		if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
		if turns, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", control.TurnsRequest{Space: memtide.DefaultSpace, Limit: 1}); err != nil || len(turns) != 1 || turns[0].Text != later.Text {
			t.Errorf("cut off %t: the newest half-turn is %+v, %v", cutOff, turns, err)
		}
		for _, query := range []string{"where does Odile live", "when does the weir gate open"} {
			if len(found(ctx, t, cl, query)) == 0 {
				t.Errorf("cut off %t: %s: it is gone", cutOff, query)
			}
		}
		if !there(file) || there(file+".again") {
			t.Errorf("certificates: %v", certified(ctx, t, p))
		}
		st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil || len(st.Problems) > 0 {
			t.Errorf("status: %q, %v", st.Problems, err)
		}
		rebuilt(ctx, t, cl)
		cl.Close()
		p.stop()
	}
	if aside, err := filepath.Glob(filepath.Join(home, "before-restore-*")); err != nil || len(aside) == 0 {
		t.Errorf("what stood before: %q, %v", aside, err)
	}
}

// What was said and erased after a backup was made is known after its restore: its
// certificate names it, and a transcript that still has it brings nothing back.
func TestWhatWasErasedIsKnownToALogThatIsOlder(t *testing.T) {
	ctx := daemontest.Within(t, 2*time.Minute)
	home, place := filepath.Join(t.TempDir(), "home"), t.TempDir()
	p := newProcess(t, home)
	cl := p.start()
	talkOn(t, cl, 0, 2)
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	memtideOn(t, home, exitOK, "backup", place)
	backup := backupsIn(t, place)[0]
	const words = "the otter keeps its ledger under the third plank"
	said := event.TurnRequest{Role: memtide.RoleUser, Client: "claude-code", Session: "late", PromptID: "p9", Text: "By the way, " + words + ".",
		Time: time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)}
	say := func(cl *client.Client, want string) {
		t.Helper()
		if r, err := cl.Turn(ctx, said); err != nil || r.Error != "" || r.Outcome != want {
			t.Errorf("%+v, %v; want it %s", r, err, want)
		}
		if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
	}
	say(cl, event.TurnNew)
	memtideOn(t, home, exitOK, "erase", "session:late", "-y")
	say(cl, event.TurnKnown)
	cl.Close()
	p.stop()
	memtideOn(t, home, exitOK, "restore", backup, "-y")
	cl = p.start()
	say(cl, event.TurnKnown)
	if files := daemontest.FilesWith(t, home, words); len(files) > 0 {
		t.Errorf("the erased words are in %q", files)
	}
	said.PromptID, said.Text = "p10", "Something else is said in that session."
	say(cl, event.TurnNew)
	cl.Close()
	p.stop()
}

// A certificate that cannot be read leaves the others what they are, and is told of;
// not where the logs know the erasure: then nothing is there again.
func TestOneCertificateThatCannotBeRead(t *testing.T) {
	ctx := daemontest.Within(t, 2*time.Minute)
	home, place := filepath.Join(t.TempDir(), "home"), t.TempDir()
	p := newProcess(t, home)
	cl := p.start()
	talkOn(t, cl, 0, 2)
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	memtideOn(t, home, exitOK, "backup", place)
	said := event.TurnRequest{Role: memtide.RoleUser, Session: "late", PromptID: "p9", Text: "The otter keeps its ledger under the third plank.", Time: time.Now()}
	say := func(cl *client.Client, want string) {
		t.Helper()
		if r, err := cl.Turn(ctx, said); err != nil || r.Error != "" || r.Outcome != want {
			t.Errorf("%+v, %v; want it %s", r, err, want)
		}
		if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
			t.Fatal(err)
		}
	}
	problems := func(cl *client.Client) string {
		t.Helper()
		st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(st.Problems, " ")
	}
	say(cl, event.TurnNew)
	memtideOn(t, home, exitOK, "erase", "session:late", "-y")
	cl.Close()
	p.stop()
	files, err := filepath.Glob(filepath.Join(home, "erasures", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	whole, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	write := func(path string, raw []byte) {
		t.Helper()
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}

	write(files[0], whole[:len(whole)/2])
	cl = p.start()
	if said := problems(cl); said != "" {
		t.Errorf("of an erasure that the logs know it is said: %q", said)
	}
	cl.Close()
	p.stop()
	write(files[0], whole)

	memtideOn(t, home, exitOK, "restore", backupsIn(t, place)[0], "-y")
	other := filepath.Join(home, "erasures", strings.Repeat("0", 32)+".json")
	for _, raw := range []string{"", `{"id":"1"}`} { // empty, and of another erasure than its name says
		write(other, []byte(raw))
		cl = p.start()
		say(cl, event.TurnKnown)
		if said := problems(cl); !strings.Contains(said, "may be there again") || !strings.Contains(said, other) {
			t.Errorf("of %q, which nobody knows, it is said: %q", raw, said)
		}
		cl.Close()
		p.stop()
	}
}
