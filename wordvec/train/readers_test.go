package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func units(t *testing.T, name, raw string) []string {
	t.Helper()
	r := readerOf(name)
	if r == nil {
		t.Fatalf("%s is not read", name)
	}
	var out []string
	for u, err := range r([]byte(raw)) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, strings.Join(strings.Fields(u), " "))
	}
	return out
}

func TestReaders(t *testing.T) {
	for _, c := range []struct {
		about, name, raw string
		want             []string
	}{
		{"paragraphs", "a.txt", "one\r\ntwo\r\n\r\n\r\nthree\n", []string{"one two", "three"}},
		{"sections, front matter, code", "a.md", "\ufeff---\ntitle: x\n---\n# Head\nText with `code`.\n```go\nfmt.Println()\n# no head\n```\nMore.\n## Next\nEnd\n",
			[]string{"# Head Text with `code`. More.", "## Next End"}},
		{"a fence within a longer fence", "a.md", "before\n````\n```\nx\n````\nafter", []string{"before after"}},
		{"a rule is no front matter", "a.md", "x\n\n---\n\ny", []string{"x --- y"}},
		{"links, addresses, tags, templates", "a.md", "See [the guide](https://a.b/c) or <https://d.e>, <br/>and [this][01] {% if x %}now{{ y | url }}.\n[01]: https://f.g\n",
			[]string{"See [the guide] or , and [this] now ."}},
		{"letters of options", "a.md", "[c]reate a g[z]ipped archive", []string{"create a gzipped archive"}},
		{"conversations in columns", "a.csv", "\"Id\",\"Answer.sentence10\",\"Answer.sentence2\",\"Answer.sentence1\",\"Reject\"\n1,ten,two,one,\n2,x,x,x,bad\n3,{},\"b, c\",a,\n4,short\n",
			[]string{"one two ten", "a b, c", "short"}},
		{"no columns of a conversation", "a.csv", "a,b\n1,2\n", nil},
		{"no rows", "a.csv", "", nil},
		{"conversations as objects", "a.json", `[{"id":1,"utterances":[{"speaker":"u","text":"hello"},{"text":"bye"}]},{"utterances":[]}]`, []string{"hello bye"}},
		{"synsets", "a.yaml", "00000001-n:\n  definition:\n  - a long thing with\n    a second line\n  example:\n  - 'it''s said: so'\n  - source: Someone\n    text: a quotation; of\n      two lines\n  hypernym:\n  - 00000002-n\n  ili: i1\n  members:\n  - word\n  - other word\n  partOfSpeech: n\n00000002-n:\n  definition:\n  - \"quoted \\\"twice\\\"\"\n  members:\n  - second\n",
			[]string{"word other word a long thing with a second line it's said: so a quotation; of two lines", `second quoted "twice"`}},
		{"a novel", "a.xml", "<TEI><teiHeader><title>Not this</title></teiHeader><text><body><div><head>One</head><p>First <pb n='2'/>part.</p><p>Still.</p></div><div><head>Two</head><p>Second &amp; last.</p></div></body></text></TEI>",
			[]string{"One First part. Still.", "Two Second & last."}},
	} {
		if diff := cmp.Diff(c.want, units(t, c.name, c.raw)); diff != "" {
			t.Errorf("%s: %s", c.about, diff)
		}
	}
	for _, name := range []string{"a.png", "LICENSE", "a.go"} {
		if readerOf(name) != nil {
			t.Errorf("%s is read", name)
		}
	}
}

func TestReadersStop(t *testing.T) {
	for name, raw := range map[string]string{
		"a.txt": "a\n\nb\n\nc", "a.md": "a\n# b\n# c", "a.csv": "Answer.sentence1\na\nb\nc\n",
		"a.json": `[{"utterances":[{"text":"a"}]},{"utterances":[{"text":"b"}]}]`,
		"a.yaml": "1-n:\n  members:\n  - a\n2-n:\n  members:\n  - b\n", "a.xml": "<text><div><p>a</p></div><div><p>b</p></div></text>",
	} {
		n := 0
		for range readerOf(name)([]byte(raw)) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%s: %d units", name, n)
		}
	}
}

func TestReadersRefuse(t *testing.T) {
	for name, raw := range map[string]string{"a.json": "{", "a.xml": "<text><p>a</q></text>"} {
		var last error
		for _, err := range readerOf(name)([]byte(raw)) {
			last = err
		}
		if last == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// FuzzReaders: every reader ends, with units that are not empty, and says an
// error last.
func FuzzReaders(f *testing.F) {
	for _, s := range []string{
		"---\n# a\n```\nb\n```\n", "1-n:\n  members:\n  - 'a'\n    b\n", "Answer.sentence1,Reject\n\"a\",\n", `[{"utterances":[{"text":"a"}]}]`,
		"<text><div><head>a</head><p>b</p></div></text>", "  - a\n    b", "\xff\xfe[a]: b",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, name := range []string{"a.txt", "a.md", "a.csv", "a.json", "a.yaml", "a.xml"} {
			failed := false
			for _, err := range readerOf(name)(raw) {
				if failed {
					t.Fatalf("%s: goes on after an error", name)
				}
				failed = err != nil
			}
		}
	})
}
