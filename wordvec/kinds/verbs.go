package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/memtide/memtide/language"
)

// mostNoun is how many senses a word may have as a noun for each that it has as a
// verb: of what has more ("table", "page") the verb is hardly ever meant.
const mostNoun = 2

// senses counts what a word means as a verb and as a noun.
type senses struct{ verb, noun int }

// readSenses counts the senses of the words of a folder.
func readSenses(folder string) (map[string]senses, error) {
	files, err := filepath.Glob(filepath.Join(folder, "entries-*.yaml"))
	if err != nil || len(files) == 0 {
		return nil, fmt.Errorf("no entries in %s: want a checkout of Open English WordNet", folder)
	}
	out := map[string]senses{}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		countSenses(string(raw), out)
	}
	return out, nil
}

// countSenses reads one file of entries, in the shape that [nouns.entries] names.
func countSenses(raw string, out map[string]senses) {
	var word string
	var part byte
	for line := range strings.Lines(raw) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case line != "" && line[0] != ' ':
			word, part = strings.Trim(strings.TrimSuffix(line, ":"), `'"`), 0
		case len(line) > 2 && strings.HasPrefix(line, "  ") && line[2] != ' ':
			part = line[2]
		case strings.HasPrefix(strings.TrimLeft(line, " -"), "synset: "):
			s := out[word]
			switch part {
			case 'v':
				s.verb++
			case 'n':
				s.noun++
			}
			out[word] = s
		}
	}
}

// verbList returns the verbs of one word whose stems has knows, one a line and in
// order. Those that are as often a noun end in a star.
func verbList(of map[string]senses, has func(stem string) bool) string {
	var b strings.Builder
	for _, w := range slices.Sorted(maps.Keys(of)) {
		s := of[w]
		if s.verb == 0 || s.noun > mostNoun*s.verb || len(w) < leastWord || strings.ContainsFunc(w, func(c rune) bool { return c < 'a' || c > 'z' }) {
			continue
		}
		if terms := language.Stems(w); len(terms) != 1 || !has(terms[0]) {
			continue
		}
		b.WriteString(w)
		if s.noun >= s.verb {
			b.WriteByte('*')
		}
		b.WriteByte('\n')
	}
	return b.String()
}
