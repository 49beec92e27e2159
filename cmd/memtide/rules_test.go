package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// A script reads of a rule what a person does: how widely it holds and why it is one.
func TestRulesSayTheSameInJSON(t *testing.T) {
	w := heard(t, "harbour", "Always run golangci-lint before you commit.")
	row := strings.Split(memtideOn(t, w.Dir, exitOK, "rules"), "\n")[1]
	var all []struct {
		Scope, Why string
		Node       struct{ Scope float64 }
	}
	if err := json.Unmarshal([]byte(memtideOn(t, w.Dir, exitOK, "rules", "--json")), &all); err != nil || len(all) != 1 {
		t.Fatal(err, all)
	}
	if r := all[0]; r.Scope == "" || r.Why == "" || r.Node.Scope == 0 || !strings.Contains(row, "  "+r.Scope+"  ") || !strings.Contains(row, "  "+r.Why+"  ") {
		t.Errorf("%+v is not what is printed: %s", r, row)
	}
}

// Of many rules it is said which a prompt is not given that speaks for none of them, and
// a prompt is given just as many as have room.
func TestRulesSayWhichHaveNoRoom(t *testing.T) {
	w := heard(t, "harbour")
	for i := range 32 {
		cs, err := client.Control[memtide.ChangeSet](t.Context(), w.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Instruction,
			Text: fmt.Sprintf("Always check invariant number %d of the berth planner before you touch module zone%d", i, i)})
		if err != nil || len(cs.Ops) == 0 {
			t.Fatal(err, cs)
		}
		if i == 2 {
			if said := memtideOn(t, w.Dir, exitOK, "rules"); strings.Contains(said, "no room") {
				t.Errorf("of three: %s", said)
			}
		}
	}
	said := memtideOn(t, w.Dir, exitOK, "rules")
	without := strings.Count(said, ", no room")
	given := strings.Count(memtideOn(t, w.Dir, exitOK, "ask", "--no-project", "fix the bug in the berth planner"), "\n- ")
	if without == 0 || given+without != 32 || !strings.Contains(said, fmt.Sprintf("\n%d of 32 have no room", without)) {
		t.Errorf("%d are given and %d without room:\n%s", given, without, said)
	}
}
