package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/memtide/memtide/language"
)

const (
	longest = 1 << 20 // bytes of a line
	ofPairs = 99      // who wrote the pairs
)

func read(samples func(prompt) []prompt, names ...string) (ps []prompt, err error) {
	for _, name := range names {
		of, err := readFile(samples, name)
		if err != nil {
			return nil, err
		}
		ps = append(ps, of...)
	}
	if n := len(writersOf(ps)); n < 2 {
		return nil, fmt.Errorf("%d writers have texts of the kind (that need a memory, are a rule, or are worth knowing) and others: two at least are needed, to judge one by the other", n)
	}
	return ps, nil
}

// writersOf returns who wrote texts of the kind and others, in the order of the texts.
func writersOf(ps []prompt) (both []int) {
	labels := map[int]map[bool]bool{}
	for _, p := range ps {
		has := labels[p.By]
		if has == nil {
			has = map[bool]bool{}
			labels[p.By] = has
		}
		if has[p.Needs] = true; len(has) == 2 && !slices.Contains(both, p.By) {
			both = append(both, p.By)
		}
	}
	return both
}

func readFile(samples func(prompt) []prompt, name string) (ps []prompt, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, longest)
	n, had := 1, map[string]bool{}
	for ; sc.Scan(); n++ {
		var line struct {
			prompt
			Older, Newer []prompt
		}
		if err := json.Unmarshal(sc.Bytes(), &line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if pair := slices.Concat(line.Older, line.Newer); len(pair) > 0 {
			ps = append(ps, statements(pair, samples, had)...)
			continue
		}
		p := line.prompt
		if p.Text == "" || p.By == 0 {
			return nil, fmt.Errorf(`line %d: "text" and "by" are needed`, n)
		}
		for _, rule := range slices.Concat(p.Rules, p.Keep, []string{p.Stands}) {
			if !strings.Contains(p.Text, rule) {
				return nil, fmt.Errorf(`line %d: %q is no part of "text"`, n, rule)
			}
		}
		ps = append(ps, samples(p)...)
	}
	if sc.Err() != nil {
		return nil, fmt.Errorf("line %d: %w", n, sc.Err())
	}
	return ps, nil
}

// statements are samples of those texts of a pair that were not had before. What they state
// is worth knowing later: all of one sentence, of several those that ask nothing.
func statements(pair []prompt, samples func(prompt) []prompt, had map[string]bool) (ps []prompt) {
	for _, p := range pair {
		if had[p.Text] {
			continue
		}
		had[p.Text] = true
		p.By, p.Who = ofPairs, "user"
		all := language.Sentences(p.Text)
		for _, s := range all {
			if said := p.Text[s.Start:s.End]; len(all) == 1 || !strings.HasSuffix(said, "?") {
				p.Keep = append(p.Keep, said)
			}
		}
		ps = append(ps, samples(p)...)
	}
	return ps
}
