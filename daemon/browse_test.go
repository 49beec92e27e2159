package daemon

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What is changed through a door of the owner's says so in the log, an undo of it, too; the
// command line is not named.
func TestAChangeSaysWhichDoorItCameThrough(t *testing.T) {
	w := testDaemon(t)
	space := memtide.DefaultSpace
	note := func(cl *client.Client, text string) memtide.ChangeSet {
		c, err := client.Decide[memtide.ChangeSet](t.Context(), cl, "remember", control.RememberRequest{Space: space, Kind: memtide.Fact, Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	note(w.Client, "The lock is brass.")
	made := note(w.Client.As("dashboard"), "The ferry leaves at nine.")
	if _, err := client.Decide[tools.Undo](t.Context(), w.Client.As("dashboard"), "undo", control.UndoRequest{Space: space, Undoing: tools.Undoing{Change: string(made.ID)}}); err != nil {
		t.Fatal(err)
	}
	all, err := client.Control[[]ledger.Logged](t.Context(), w.Client, "log", control.LogRequest{Space: space, Limit: 10})
	var got []string
	for _, c := range all {
		got = append(got, c.Cause.Stage+" "+c.Actor+" "+c.Cause.Via)
	}
	if want := []string{"undo user dashboard", "remember user dashboard", "remember user "}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// Receipts are listed page by page, with the words of their prompts where they are asked for.
func TestReceiptsArePaged(t *testing.T) {
	w := testDaemon(t)
	cl, space := w.Client, memtide.DefaultSpace
	const n = 5
	for i := range n {
		id := fmt.Sprintf("3f2504e0-4f89-41d3-9a0c-0305e82c330%d", i)
		prompt := fmt.Sprintf("Where is crane %d?", i)
		daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Text: prompt, Session: "s", PromptID: id, Client: "codex"})
		if _, err := cl.Ask(t.Context(), event.AskRequest{Space: space, Mode: event.ModePrompt, Session: "s", PromptID: id, Client: "codex", Prompt: prompt}); err != nil {
			t.Fatal(err)
		}
	}
	if err := cl.Settle(daemontest.Within(t, time.Minute), space, nil); err != nil {
		t.Fatal(err)
	}
	page := func(in control.ReceiptsRequest) []control.Told {
		in.Space = space
		all, err := client.Control[[]control.Told](t.Context(), cl, "receipts", in)
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end) && len(page(control.ReceiptsRequest{Limit: 2 * n})) < n; time.Sleep(5 * time.Millisecond) {
	}
	var met []string
	before := uint64(0)
	for {
		all := page(control.ReceiptsRequest{Limit: 2, Before: before, Prompts: true})
		if len(all) == 0 {
			break
		}
		for _, r := range all {
			if before != 0 && r.Seq >= before {
				t.Fatalf("%d comes behind %d", r.Seq, before)
			}
			before = r.Seq
			met = append(met, r.Prompt)
		}
	}
	slices.Sort(met)
	if want := []string{"Where is crane 0?", "Where is crane 1?", "Where is crane 2?", "Where is crane 3?", "Where is crane 4?"}; !slices.Equal(met, want) {
		t.Errorf("%q", met)
	}
	if all := page(control.ReceiptsRequest{Limit: 1}); len(all) != 1 || all[0].Prompt != "" {
		t.Errorf("the words come without being asked for: %+v", all)
	}
}
