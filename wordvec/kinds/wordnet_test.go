package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A small dictionary in the shape of Open English WordNet: tools, of which one
// is a tongs, and a snail that also means a slow person, which comes second.
const (
	sampleNouns = `1-n:
  definition:
  - what work is done with
  members:
  - tool
  - utensil
  partOfSpeech: n
2-n:
  hypernym:
  - 1-n
  members:
  - tongs
3-n:
  hypernym:
  - 2-n
  members:
  - pincer
4-n:
  hypernym:
  - 1-n
  members:
  - hand tool
5-n:
  hypernym:
  - 1-n
  members:
  - snail
6-n:
  members:
  - snail
`
	sampleEntries = `hand tool:
  n:
    sense:
    - id: h
      synset: 4-n
pincer:
  n-1:
    sense:
    - id: p
      synset: 3-n
snail:
  n:
    sense:
    - id: s1
      synset: 6-n
    - id: s2
      synset: 5-n
'tongs':
  n:
    pronunciation:
    - value: t
    sense:
    - id: t
      synset: 2-n
tool:
  n:
    sense:
    - id: t1
      synset: 1-n
  v:
    sense:
    - id: t2
      synset: 3-n
utensil:
  n:
    sense:
    - id: u
      synset: 1-n
`
)

func TestKindsOfADictionary(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"noun.act.yaml": sampleNouns, "entries-a.yaml": strings.ReplaceAll(sampleEntries, "\n", "\r\n")} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	n, err := readNouns(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := func(string) bool { return true }
	for _, c := range []struct {
		name string
		has  func(string) bool
		stem string
		want []string
	}{
		{"two steps down, first senses of single words", all, "tool", []string{"pincer", "tong"}},
		{"another word for it", all, "utensil", []string{"pincer", "tong"}},
		{"one step down", all, "tong", []string{"pincer"}},
		{"nothing below", all, "pincer", nil},
		{"only what the table has", func(s string) bool { return s != "tong" }, "tool", []string{"pincer"}},
		{"the kind itself is not in the table", func(s string) bool { return s != "tool" }, "tool", nil},
	} {
		if got := n.kinds(c.has)[c.stem]; !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// What has more things than say anything is no kind, and five steps are too far.
func TestKindsThatSayNothing(t *testing.T) {
	n := &nouns{below: map[string][]string{}, of: map[string][]string{"top": {"0"}}, stems: map[string][]string{}}
	for i := range mostThings + 1 {
		s := "s" + strings.Repeat("i", i)
		n.below["0"] = append(n.below["0"], s)
		n.stems[s] = []string{s}
	}
	if got := n.kinds(func(string) bool { return true })["top"]; got != nil {
		t.Errorf("%d things, want none", len(got))
	}
	n.below = map[string][]string{"0": {"1"}, "1": {"2"}, "2": {"3"}, "3": {"4"}, "4": {"5"}}
	n.stems = map[string][]string{"4": {"four"}, "5": {"five"}}
	if got := n.kinds(func(string) bool { return true })["top"]; !slices.Equal(got, []string{"four"}) {
		t.Errorf("%q, want what lies four steps down", got)
	}
}

func TestNoDictionary(t *testing.T) {
	if _, err := readNouns(t.TempDir()); err == nil || !strings.Contains(err.Error(), "checkout of Open English WordNet") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestVerbsOfADictionary(t *testing.T) {
	dir := t.TempDir()
	entries := sampleEntries + `carve:
  v:
    sense:
    - id: c1
      synset: 7-v
    - id: c2
      synset: 8-v
plane up:
  v:
    sense:
    - id: u
      synset: 7-v
`
	if err := os.WriteFile(filepath.Join(dir, "entries-a.yaml"), []byte(entries), 0o600); err != nil {
		t.Fatal(err)
	}
	words, err := readSenses(dir)
	if err != nil {
		t.Fatal(err)
	}
	all := func(string) bool { return true }
	if got, want := verbList(words, all), "carve\ntool*\n"; got != want {
		t.Errorf("%q, want %q: verbs of one word, those with a star that are as often a noun", got, want)
	}
	if got := verbList(words, func(s string) bool { return s != "carv" }); strings.Contains(got, "carve") {
		t.Errorf("%q has a verb that the table does not know", got)
	}
	words["tool"] = senses{verb: 1, noun: mostNoun + 1}
	if got := verbList(words, all); strings.Contains(got, "tool") {
		t.Errorf("%q has a verb that is nearly always a noun", got)
	}
	if _, err := readSenses(t.TempDir()); err == nil {
		t.Error("an empty folder has entries")
	}
}
