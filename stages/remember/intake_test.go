package remember

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// Wherever a sender's mark cuts a secret or a private part, nothing of it is
// kept, and what was quoted stays quoted.
func TestNothingLeaksAtAMark(t *testing.T) {
	key := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for _, c := range []struct{ text, secret, quoted string }{
		{"Use this: deploy with " + key + " always, and thanks.", key[4:], "always"},
		{"Look: <private>the lid is orange</private> never lift it, and thanks.", "orange", "never"},
		{"Look: password is Gr4nite!moss, never lift it, and thanks.", "Gr4nite", "never"},
	} {
		last := strings.Index(c.text, c.quoted) + len(c.quoted)
		for first := range last - len(c.quoted) {
			out, err := scrub(c.text, []memtide.Quote{{Start: first, End: last, Kind: "paste"}})
			if err != nil {
				t.Fatal(err)
			}
			for n := 6; n <= len(c.secret); n++ {
				if strings.Contains(out.Text, c.secret[len(c.secret)-n:]) || strings.Contains(out.Text, c.secret[:n]) {
					t.Fatalf("cut at %d: %q", first, out.Text)
				}
			}
			at, covered := strings.Index(out.Text, c.quoted), false
			for _, q := range out.Quotes {
				covered = covered || q.Start <= at && at+len(c.quoted) <= q.End
			}
			if at < 0 || !covered {
				t.Fatalf("cut at %d: %q is not quoted: %+v in %q", first, c.quoted, out.Quotes, out.Text)
			}
		}
	}
}

func TestMarksStayWhereNothingIsTakenOut(t *testing.T) {
	text := "one two three four"
	out, err := scrub(text, []memtide.Quote{{Start: 4, End: 7, Kind: "paste"}, {Start: 14, End: 18, Kind: "file"}})
	if err != nil || out.Text != text || len(out.Quotes) != 2 || out.Quotes[0].End != 7 || out.Quotes[1].Start != 14 {
		t.Errorf("%+v %v", out, err)
	}
}
