package language_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide/language"
)

func TestAkin(t *testing.T) {
	for _, want := range []struct{ asked, told string }{
		{"trains", "coach"}, {"flat", "apartment"}, {"editor", "neovim"}, {"salary", "earn"}, {"coach", "trainer"}, {"monitored", "Grafana"},
	} {
		if !slices.Contains(language.Akin(language.Stems(want.asked)[0]), language.Stems(want.told)[0]) {
			t.Errorf("%q is not akin to %q", want.told, want.asked)
		}
	}
	for _, none := range []string{"", "qwrtz", "alreadi"} {
		if got := language.Akin(none); len(got) > 0 {
			t.Errorf("%q has %q", none, got)
		}
	}
}

// A line that nothing can be found by, or a word that stands twice, is a slip of whoever wrote it.
func TestAkinFile(t *testing.T) {
	b, err := os.ReadFile("akin.txt")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile(`^[a-z0-9]{2,}$`)
	before := ""
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(line)
		if len(words) < 2 || words[0] <= before {
			t.Errorf("%q: a word with others behind it, in order, one line each", line)
			continue
		}
		before = words[0]
		for i, w := range words {
			if !word.MatchString(w) || slices.Contains(words[:i], w) || len(language.Stems(w)) != 1 {
				t.Errorf("%s: %q is not one word, or stands twice", words[0], w)
			}
		}
		for _, w := range words[1:] {
			if stem := language.Stems(words[0]); len(stem) > 0 && slices.Equal(stem, language.Stems(w)) {
				t.Errorf("%s: %q is a form of it", words[0], w)
			}
		}
	}
}
