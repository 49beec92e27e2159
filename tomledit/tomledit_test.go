package tomledit_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/tomledit"
)

// document is one as people write it, with traps.
const document = `# mine, and out of order
space = "a" # the first

# [models]
list = [
  "x", # default = "no"
  'y',
]

[models]
# The model of all.
# default = "a/b"
  # prompt = ""
banner = """
default = "no"
[models.layers.gate]
"""

# about layers
[models.layers."ga te"]
	model = "off"

[models.prices]
"a/b.c" = { in = 1.0, out = 2 } # dear
[[other]]
default = 1
[other.more]
x = 1

# at the end
[jobs]
decay = "off"
`

// Each edit is one of lines: what is gone, and what has come in its place.
func TestSet(t *testing.T) {
	for _, c := range []struct{ path, value, was, is string }{
		{"space", `"b"`, "space = \"a\" # the first\n", "space = \"b\" # the first\n"},
		{"models.default", `"c/d"`, "# default = \"a/b\"\n", "# default = \"a/b\"\ndefault = \"c/d\"\n"},
		{"models.prompt", `"c/d"`, "  # prompt = \"\"\n", "  # prompt = \"\"\n  prompt = \"c/d\"\n"},
		{"models.dims", `5`, "[models.layers.gate]\n\"\"\"\n", "[models.layers.gate]\n\"\"\"\ndims = 5\n"},
		{"models.banner", `"x"`, "banner = \"\"\"\ndefault = \"no\"\n[models.layers.gate]\n\"\"\"\n", "banner = \"x\"\n"},
		{`models.layers."ga te".max`, `1`, "\tmodel = \"off\"\n", "\tmodel = \"off\"\n\tmax = 1\n"},
		{"models.layers.plan.model", `"off"`, "# dear\n", "# dear\n\n[models.layers.plan]\nmodel = \"off\"\n"},
		{`models.prices."a/b.c".out`, `3.5`, "out = 2 }", "out = 3.5 }"},
		{`models.prices."a/b.c".cached`, `0.5`, "out = 2 }", "out = 2, cached = 0.5 }"},
		{"jobs.prune", `"off"`, "decay = \"off\"\n", "decay = \"off\"\nprune = \"off\"\n"},
		{"log.level", `"info"`, "decay = \"off\"\n", "decay = \"off\"\n\n[log]\nlevel = \"info\"\n"},
		{"profile", `"x"`, "  'y',\n]\n", "  'y',\n]\nprofile = \"x\"\n"},
	} {
		path, err := tomledit.Path(c.path)
		if err != nil {
			t.Fatal(err)
		}
		for _, end := range []string{"\n", "\r\n"} {
			line := strings.NewReplacer("\n", end)
			doc := line.Replace(document)
			if strings.Count(document, c.was) != 1 {
				t.Fatalf("%s: %q is not there once", c.path, c.was)
			}
			got, err := tomledit.Set([]byte(doc), path, c.value)
			if err != nil {
				t.Errorf("%s: %v", c.path, err)
			} else if d := cmp.Diff(line.Replace(strings.Replace(document, c.was, c.is, 1)), string(got)); d != "" {
				t.Errorf("%s: %s", c.path, d)
			}
		}
	}
}

// Documents in other forms: a key is set, or it is said what to write by hand.
func TestSetInOtherForms(t *testing.T) {
	const none = "ERROR"
	for _, c := range []struct{ doc, path, want string }{
		{"", "a.b", "[a]\nb = 1\n"},
		{"", "b", "b = 1\n"},
		{"\xef\xbb\xbf", "b", "\xef\xbb\xbfb = 1\n"},
		{"\xef\xbb\xbf[a]\n", "b", "\xef\xbb\xbfb = 1\n\n[a]\n"},
		{"\xef\xbb\xbf[a]\nb = 2", "a.b", "\xef\xbb\xbf[a]\nb = 1"},
		{"# only words", "b", "# only words\nb = 1"},
		{"# only words", "a.b", "# only words\n\n[a]\nb = 1"},
		{"[a]", "a.b", "[a]\nb = 1"},
		{"[a]", "b", "b = 1\n\n[a]"},
		{"# mine\n\n# of a\n[a]\n", "b", "# mine\nb = 1\n\n# of a\n[a]\n"},
		{"[a]\n[c]\n", "a.b", "[a]\nb = 1\n[c]\n"},
		{"[a]\nx = 1\n[c]\n", "a.d.b", "[a]\nx = 1\n\n[a.d]\nb = 1\n[c]\n"},
		{"a.x = 1\n", "a.b", "a.x = 1\na.b = 1\n"},
		{"a.x.y = 1\n[c]\n", "a.b", "a.x.y = 1\na.b = 1\n[c]\n"},
		{"a.x = 1\n[c]\n", "a.d.b", "a.x = 1\n[c]\n\n[a.d]\nb = 1\n"},
		{"[a.d]\nx = 1\n", "a.b", "[a.d]\nx = 1\n\n[a]\nb = 1\n"},
		{"'a'.\"b\" = 0 # zero\n", "a.b", "'a'.\"b\" = 1 # zero\n"},
		{"a = {}\n", "a.b", "a = { b = 1 }\n"},
		{"a = { }\n", "a.b.c", "a = { b.c = 1 }\n"},
		{"a = { d = { b = 2 }, e = ',}' }\n", "a.d.b", "a = { d = { b = 1 }, e = ',}' }\n"},
		{"a = { d.b = [1, 2] }\n", "a.d.b", "a = { d.b = 1 }\n"},
		{"a = { d.b = 2 }\n", "a.d.c", "a = { d.b = 2, d.c = 1 }\n"},
		{"b = [\n 1,\n 2,\n] # two\n", "b", "b = 1 # two\n"},
		{"b = [\n 1, # one\n]\n", "b", none},
		{"a = { b = [\n 2 ] }\n", "a.c", none},
		{"a = 1\n", "a.b", none},
		{"a = [{ b = 2 }]\n", "a.b", none},
		{"[[a]]\nb = 2\n", "a.b", none},
		{"[a]\nb.c = 2\n", "a.b", none},
		{"[b]\nx = 2\n", "b", none},
		{"a = \n", "b", none},
		{"b = 1\nb = 2\n", "b", none},
	} {
		path, err := tomledit.Path(c.path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tomledit.Set([]byte(c.doc), path, "1")
		switch {
		case c.want == none && (err == nil || got != nil):
			t.Errorf("%q, %s: %q, %v", c.doc, c.path, got, err)
		case c.want == none && errors.Is(err, tomledit.ErrForm) && !strings.Contains(err.Error(), "by hand: "+c.path+" = 1"):
			t.Errorf("%q, %s: %v does not say what to write", c.doc, c.path, err)
		case c.want != none && (err != nil || string(got) != c.want):
			t.Errorf("%q, %s: %q, %v; want %q", c.doc, c.path, got, err, c.want)
		}
	}
	if _, err := tomledit.Set(nil, []string{"a"}, `1 # no`+"\n[x"); err == nil {
		t.Error("what is no value is taken")
	}
}

func TestUnset(t *testing.T) {
	const none = "ERROR"
	for _, c := range []struct{ doc, path, want string }{
		{"a = 1 # one\nb = 2\n", "a", "b = 2\n"},
		{"a = 1", "a", ""},
		{"[a]\nb = [\n 1, # one\n]\nc = 1\n", "a.b", "[a]\nc = 1\n"},
		{"[a]\nb = 1\n", "a.b", "[a]\n"},
		{"a.b = 1\r\nc = 1\r\n", "a.b", "c = 1\r\n"},
		{"x = 1\n\n[a.d]\nb = 1\n# stays\n\n[c]\n", "a.d", "x = 1\n# stays\n\n[c]\n"},
		{"[a]\nx = 1\n[a.d]\nb = 1\n[a.d.e]\nc = 1\n", "a.d", "[a]\nx = 1\n"},
		{"a = { b = 1, c = 2, d = 3 } # x\n", "a.b", "a = { c = 2, d = 3 } # x\n"},
		{"a = { b = 1, c = 2, d = 3 }\n", "a.c", "a = { b = 1, d = 3 }\n"},
		{"a = { b = 1, c = 2, d = 3 }\n", "a.d", "a = { b = 1, c = 2 }\n"},
		{"a = { b = 1 }\n", "a.b", "a = {}\n"},
		{"a = { d = { b = 1 } }\n", "a.d.b", "a = { d = {} }\n"},
		{"a = { d.b = 1, d.c = 1 }\n", "a.d", none},
		{"a = { b = [\n 1 ] }\n", "a.b", none},
		{"[[a]]\nb = 1\n", "a", none},
		{"a = \n", "a", none},
		{"[a]\nb = 1\n", "a.c", "[a]\nb = 1\n"},
		{"a = 1\n", "a.b", "a = 1\n"},
		{"", "a", ""},
	} {
		path, err := tomledit.Path(c.path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tomledit.Unset([]byte(c.doc), path)
		if c.want == none {
			if err == nil || got != nil {
				t.Errorf("%q, %s: %q, %v", c.doc, c.path, got, err)
			}
		} else if err != nil || string(got) != c.want {
			t.Errorf("%q, %s: %q, %v; want %q", c.doc, c.path, got, err, c.want)
		}
	}
}

func TestPathAndDotted(t *testing.T) {
	for text, want := range map[string][]string{
		"a.b-c_1": {"a", "b-c_1"}, `a."b.c/d".e`: {"a", "b.c/d", "e"}, "a.'b\\c'": {"a", `b\c`}, "": nil, "a.": nil, "a b": nil, "a = 1": nil, "a\n": nil, `a."b`: nil,
	} {
		got, err := tomledit.Path(text)
		if !reflect.DeepEqual(got, want) || (err == nil) != (want != nil) {
			t.Errorf("%q: %q, %v", text, got, err)
		}
		if want == nil {
			continue
		}
		if again, err := tomledit.Path(tomledit.Dotted(got)); err != nil || !reflect.DeepEqual(again, want) {
			t.Errorf("%q becomes %q, %v", tomledit.Dotted(got), again, err)
		}
	}
}

// Whatever the document is: it says the same beside the key, or nothing comes back. What is
// set can be taken out again, and what is taken out stays out.
func FuzzEdit(f *testing.F) {
	for _, s := range []string{document, "", "a.b.'c' = [\n1, # ]\n{x=']'}]\n", "[[a]]\nb=1\n[a.c]\n", "x=\"\"\"\"\"\"\"\"\n", "a={b={c=1},d=2}", "\xef\xbb\xbf[a.b]\n", "a = { b = 1, }\r\n", "# b = 1\n#\n[a] # x\n # b=1\n", "a.b=nan\n"} {
		for _, path := range []string{"a.b", "b", "models.default", `models.prices."a/b.c".in`} {
			f.Add(s, path)
		}
	}
	f.Fuzz(func(t *testing.T, doc, at string) {
		path, err := tomledit.Path(at)
		if err != nil {
			return
		}
		before, bad := tomledit.Parse([]byte(doc))
		next, err := tomledit.Set([]byte(doc), path, `"v"`)
		if err != nil {
			if next != nil {
				t.Fatalf("error %v and %q", err, next)
			}
			return
		}
		if bad != nil {
			t.Fatalf("%q is no TOML, and becomes %q", doc, next)
		}
		after, err := tomledit.Parse(next)
		if v, _ := tomledit.At(after, path); err != nil || v != "v" {
			t.Fatalf("%q becomes %q: %v, %v", doc, next, v, err)
		}
		_, was := tomledit.At(before, path)
		back, err := tomledit.Unset(next, path)
		if err != nil {
			return
		}
		tree, err := tomledit.Parse(back)
		if _, there := tomledit.At(tree, path); err != nil || there {
			t.Fatalf("%q becomes %q, then %q: %v", doc, next, back, err)
		}
		if again, err := tomledit.Unset(back, path); err != nil || string(again) != string(back) {
			t.Fatalf("taken out twice: %q, %q, %v", back, again, err)
		}
		if !was && strings.Count(string(back), "\n") < strings.Count(doc, "\n") {
			t.Fatalf("%q becomes %q, then %q", doc, next, back)
		}
	})
}
