package tools

import (
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// nowhereElse leaves out texts that what stays says in its own right: of a
// half-turn that goes, what was said elsewhere in the same words. A summary says
// nothing in its own right: what it quotes is taken out of it, a sentence of a
// half-turn that goes, too, of which no memory was made.
func (e *eraser) nowhereElse(texts []string, stays []Doomed) []string {
	slices.Sort(texts)
	texts = slices.Compact(texts)
	beside := slices.ContainsFunc(stays, func(d Doomed) bool { return d.Why != ErasedLike })
	if e.kind == "node" && !beside && len(e.strip) == 0 {
		return texts
	}
	whole := len(texts)
	all := append(slices.Clip(texts), e.sentences()...)
	raw := make([][]byte, len(all))
	for i, t := range all {
		raw[i] = []byte(t)
	}
	said, quoted := map[string]bool{}, map[string]bool{}
	m := ledger.NewMatcher(raw)
	for n, err := range e.v.Graph.AllNodes() {
		if err != nil {
			break // met before, and reported
		}
		if _, gone := e.goes[n.ID]; gone || n.Kind == memtide.Entity {
			continue
		}
		in := said
		if n.Kind == memtide.Summary {
			in = quoted
		}
		m.Each([]byte(n.Content), func(i int) bool { in[all[i]] = true; return true })
	}
	var out []string
	for i, t := range all {
		if !said[t] && (i < whole || quoted[t]) {
			out = append(out, t)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sentences returns those of the half-turns that go.
func (e *eraser) sentences() []string {
	var all []string
	for id := range e.goes {
		n, err := e.v.Graph.Node(id)
		if err != nil || n.Kind != memtide.Episode {
			continue
		}
		for _, s := range language.Sentences(n.Content) {
			if t := strings.TrimSpace(n.Content[s.Start:s.End]); len(t) >= sayAtLeast {
				all = append(all, t)
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
