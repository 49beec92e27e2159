package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/memtide/memtide/language"
)

const (
	steps      = 4   // down from a kind: fruit, citrus, orange
	mostThings = 300 // of one kind
	leastWord  = 3   // letters: shorter ones are mostly abbreviations
)

// nouns is what WordNet says about nouns of one word.
type nouns struct {
	below map[string][]string // synset: those that are a kind of it
	of    map[string][]string // stem: the first senses of its words
	stems map[string][]string // synset: the stems whose words have it first
}

// readNouns reads the YAML files of a folder.
func readNouns(folder string) (*nouns, error) {
	n := &nouns{below: map[string][]string{}, of: map[string][]string{}, stems: map[string][]string{}}
	for pattern, read := range map[string]func(string){"noun.*.yaml": n.synsets, "entries-*.yaml": n.entries} {
		files, err := filepath.Glob(filepath.Join(folder, pattern))
		if err != nil || len(files) == 0 {
			return nil, fmt.Errorf("no %s in %s: want a checkout of Open English WordNet", pattern, folder)
		}
		slices.Sort(files)
		for _, f := range files {
			raw, err := os.ReadFile(f)
			if err != nil {
				return nil, err
			}
			read(string(raw))
		}
	}
	return n, nil
}

// synsets reads which synset is a kind of which. It reads the one shape that
// these files have and is no reader of YAML: a synset begins without indent, a
// field with two blanks, an item of a list with "  - ".
func (n *nouns) synsets(raw string) {
	var synset, field string
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, "\r\n")
		item, listed := strings.CutPrefix(line, "  - ")
		switch {
		case listed:
			if field == "hypernym" {
				n.below[item] = append(n.below[item], synset)
			}
		case strings.HasPrefix(line, "   "):
		case strings.HasPrefix(line, "  "):
			field = strings.TrimSuffix(line[2:], ":")
		default:
			synset, field = strings.TrimSuffix(line, ":"), ""
		}
	}
}

// entries reads the first sense of each word as a noun. A word begins without
// indent, a part of speech with two blanks ("n", or "n-1" where a word has
// several), and a sense names its synset deeper down.
func (n *nouns) entries(raw string) {
	var word string
	noun, done := false, false
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line != "" && line[0] != ' ':
			word, noun, done = strings.Trim(strings.TrimSuffix(line, ":"), `'"`), false, false
		case strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   "):
			noun = line == "  n:" || strings.HasPrefix(line, "  n-")
		case noun && !done:
			if synset, ok := strings.CutPrefix(strings.TrimLeft(line, " -"), "synset: "); ok {
				n.add(word, synset)
				done = true
			}
		}
	}
}

// add notes the first sense of a word that is one word and no compound.
func (n *nouns) add(word, synset string) {
	if len(word) < leastWord || strings.ContainsAny(word, " -") {
		return
	}
	terms := language.Stems(word)
	if len(terms) != 1 {
		return
	}
	n.of[terms[0]] = append(n.of[terms[0]], synset)
	n.stems[synset] = append(n.stems[synset], terms[0])
}

// kinds returns the stems of what is a kind of each stem, ascending, of stems
// that are in a table.
func (n *nouns) kinds(has func(stem string) bool) map[string][]string {
	out := map[string][]string{}
	for stem, senses := range n.of {
		if !has(stem) {
			continue
		}
		if of := slices.DeleteFunc(n.things(stem, senses), func(s string) bool { return !has(s) }); len(of) > 0 && len(of) <= mostThings {
			out[stem] = of
		}
	}
	return out
}

// things returns the stems of what lies below the senses of a stem, ascending,
// without those that mean the same as it.
func (n *nouns) things(stem string, senses []string) []string {
	seen, same, found := map[string]bool{}, map[string]bool{stem: true}, map[string]bool{}
	level := senses
	for _, s := range senses {
		seen[s] = true
		for _, x := range n.stems[s] {
			same[x] = true
		}
	}
	for range steps {
		var next []string
		for _, above := range level {
			for _, s := range n.below[above] {
				if seen[s] {
					continue
				}
				seen[s] = true
				next = append(next, s)
				for _, x := range n.stems[s] {
					found[x] = !same[x]
				}
			}
		}
		level = next
	}
	var out []string
	for x, is := range found {
		if is {
			out = append(out, x)
		}
	}
	slices.Sort(out)
	return out
}
