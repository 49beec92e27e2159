package main

import (
	"regexp"
	"testing"
	"time"
)

// A memory that speaks of another day than the one that it was said on has both where it
// is listed, each below its name, and search prints the one by the same name.
func TestTheDatesOfAListHaveNames(t *testing.T) {
	w := heard(t, "harbour", "My doctor is called Weber", "My doctor Weber wants me at 8 tomorrow")
	said, when := time.Now().Format(time.DateOnly), time.Now().AddDate(0, 0, 1).Format(time.DateOnly)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"entity", "Weber"}, `(?s)\nid +said +when +kind +text\n.*` + said + `  ` + when + `  plan  My doctor Weber wants.*` + said + `  - +fact  My doctor is`},
		{[]string{"search", "--kind", "plan"}, `^id +when +kind.*\n\w+  ` + when + `  plan`},
	} {
		if out := memtideOn(t, w.Dir, exitOK, c.args...); !regexp.MustCompile(c.want).MatchString(out) {
			t.Errorf("%v is not like %s:\n%s", c.args, c.want, out)
		}
	}
}
