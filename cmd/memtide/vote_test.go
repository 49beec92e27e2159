package main

import (
	"regexp"
	"strings"
	"testing"
)

// What reinforce and demote have done to a memory is to be seen afterwards.
func TestShowPrintsTheScore(t *testing.T) {
	w := heard(t, "harbour", "The crane opens at 8.")
	id := regexp.MustCompile(`(?m)^([0-9a-z]{7})  .* fact `).FindStringSubmatch(memtideOn(t, w.Dir, exitOK, "search", "crane"))[1]
	for _, c := range []struct{ verb, want string }{{"", ""}, {"reinforce", "score  +3\n"}, {"demote", "score  +2\n"}} {
		if c.verb != "" {
			memtideOn(t, w.Dir, exitOK, c.verb, id)
		}
		said := memtideOn(t, w.Dir, exitOK, "show", id)
		if !regexp.MustCompile(c.want).MatchString(said) || c.verb == "" && strings.Contains(said, "score") {
			t.Errorf("after %q, without %q: %s", c.verb, c.want, said)
		}
	}
}
