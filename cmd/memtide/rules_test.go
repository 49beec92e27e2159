package main

import (
	"encoding/json"
	"strings"
	"testing"
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
