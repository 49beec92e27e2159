package language

import (
	"strings"
	"testing"
)

func TestReferent(t *testing.T) {
	for _, c := range []struct{ before, sentence, want string }{
		{"We installed the heron server yesterday. ", "It listens on 8443.", "the heron server"},
		{"We installed the heron server. ", "Its certificate expires in May.", "the heron server"},
		{"The heron server runs Debian. ", "It listens on 8443.", ""}, // or Debian
		{"The heron server has two disks. ", "It listens on 8443.", "the heron server"},
		{"The heron server has two disks. ", "They are mirrored.", "two disks"},
		{"The heron server was moved to the cellar. ", "It listens on 8443.", ""},
		{"The heron server was moved on Monday. ", "It listens on 8443.", "the heron server"},
		{"Our staging server is called Heron. ", "It listens on 8443.", "our staging server"},
		{"Our staging server is a small machine. ", "It listens on 8443.", "our staging server"},
		{"There is a new pump in May. ", "It runs twice a day.", "a new pump"},
		{"I bought a laptop. ", "It has 16 GB.", "a laptop"},
		{"My laptop is slow. ", "It has 8 GB.", "the user's laptop"},
		{"Use the heron server. ", "It listens on 8443.", "the heron server"},
		{"We use pnpm here. ", "It keeps the lock file small.", "pnpm"},
		{"We installed the heron server. It listens on 8443. ", "It keeps the logs.", "the heron server"},
		{"We like walks. It listens on 8443. ", "It keeps the logs.", ""},
		{"My brother repaired the pump. ", "It runs twice a day.", "the pump"},
		{"Nora Dahl repaired the pump. ", "It runs twice a day.", "the pump"},

		// more than one, or none
		{"We have the heron server and the ibis server. ", "It listens on 8443.", ""},
		{"The heron server talks to the database. ", "It listens on 8443.", ""},
		{"We installed the servers. ", "It listens on 8443.", ""},
		{"We installed the heron server. ", "They listen on 8443.", ""},
		{"The customers have new contracts. ", "They end in May.", ""},
		{"Ruth bought two boats. ", "They leak.", ""},
		{"The team's server is new. ", "It listens on 8443.", ""},
		{"Their server is new. ", "It listens on 8443.", ""},
		{"Every server is new. ", "It listens on 8443.", ""},
		{"We installed it on the heron server. ", "It listens on 8443.", ""},
		{"", "It listens on 8443.", ""},
		{"We installed the heron server.\n\n", "It listens on 8443.", ""},
		{"```\nthe heron server\n``` ", "It listens on 8443.", ""},

		// no thing
		{"We moved the database. ", "It was a mistake.", ""},
		{"We moved the database. ", "It was hard.", ""},
		{"We moved the database. ", "It took two hours.", ""},
		{"We moved the database. ", "It is important to tell Ruth.", ""},
		{"We moved the database. ", "It's Monday.", ""},
		{"We moved the database. ", "It rained.", ""},
		{"We moved the database. ", "It turned out that the disk was full.", ""},
		{"We moved the database. ", "This broke the build.", ""},
		{"We moved the database. ", "That was it.", ""},
	} {
		text := c.before + c.sentence
		what, alone, ok := Referent(text, len(c.before), len(text))
		if what != c.want || ok != (c.want != "") || ok != (alone != "") {
			t.Errorf("%q: %q, %v, want %q", text, what, ok, c.want)
		}
	}
}

func TestASentenceAlone(t *testing.T) {
	const before = "We installed the heron server. "
	for sentence, want := range map[string]string{
		"It listens on 8443.":       "The heron server listens on 8443.",
		"It's old.":                 "The heron server's old.",
		"Its disk is full.":         "The heron server's disk is full.",
		"And also it has two disks": "The heron server has two disks",
	} {
		if _, alone, _ := Referent(before+sentence, len(before), len(before+sentence)); alone != want {
			t.Errorf("%q alone: %q, want %q", sentence, alone, want)
		}
	}
}

// What is returned stands in the text, but for whose it is, and is short.
func FuzzReferent(f *testing.F) {
	f.Add("We installed the heron server. It listens.", 31)
	f.Add("My laptop is slow. It has 8 GB.", 19)
	f.Add("é two disks-x. Their 北京", 16)
	f.Fuzz(func(t *testing.T, text string, start int) {
		if start < 0 || start > len(text) {
			return
		}
		what, alone, ok := Referent(text, start, len(text))
		if ok != (what != "") || ok != (alone != "") || len(what) > longestNaming+len("the user's ") {
			t.Fatalf("%q at %d: %q, %v", text, start, what, ok)
		}
		rest := strings.TrimPrefix(what, "the user's ")
		for _, d := range []string{"the ", "a ", "an ", "our ", "this ", "these "} {
			rest = strings.TrimPrefix(rest, d)
		}
		if !strings.Contains(text, rest) {
			t.Errorf("%q at %d: %q", text, start, what)
		}
	})
}
