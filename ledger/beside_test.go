package ledger

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Of a long text beside, the part that is near is read, cut between two words.
func TestWhatIsReadOfATextBeside(t *testing.T) {
	long := "first " + strings.Repeat("wörd ", mostBeside/4) + "last"
	for _, c := range []struct {
		name, text, tail, head string
	}{
		{"nothing", "", "", ""},
		{"short", "a few words", "a few words", "a few words"},
		{"long", long, "last", "first "},
	} {
		got := end(c.text)
		if !strings.HasSuffix(got, c.tail) || len(got) > mostBeside || !utf8.ValidString(got) || got != "" && !strings.HasSuffix(" "+c.text, " "+got) {
			t.Errorf("%s: its end is %q", c.name, got)
		}
		got = beginning(c.text)
		if !strings.HasPrefix(got, c.head) || len(got) > mostBeside || !utf8.ValidString(got) || !strings.HasPrefix(c.text+" ", got+" ") {
			t.Errorf("%s: its beginning is %q", c.name, got)
		}
	}
	solid := strings.Repeat("x", 2*mostBeside)
	if len(end(solid)) != mostBeside || len(beginning(solid)) != mostBeside {
		t.Errorf("a text without a blank: %d and %d bytes", len(end(solid)), len(beginning(solid)))
	}
}
