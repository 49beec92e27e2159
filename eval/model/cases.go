package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide/eval"
)

// row is one line of a file of labelled texts, with what an oracle wants to know
// beside what an evaluation compares.
type row struct {
	eval.Row
	Types     []string `json:"types"`     // of a text that is worth storing
	Directive string   `json:"directive"` // what a standing wish comes to
	Memories  []struct {
		Type    string `json:"type"`
		Content string `json:"content"`
	} `json:"memories"`

	words        map[string]bool
	older, newer []eval.Piece
}

// cases are what an oracle knows.
type cases struct {
	evidence map[string][]eval.Piece // by question
	pieces   []eval.Piece            // of all questions and relations, each once
	noted    map[string]bool
	rows     []*row
}

// readCases reads a file of cases of any task.
func readCases(path string) (*cases, error) {
	in, err := eval.Open(path)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	c := &cases{noted: map[string]bool{}}
	var stores []eval.Store
	var told eval.Store // of a file whose lines are memories and prompts
	for dec := json.NewDecoder(bufio.NewReader(in)); ; {
		var line struct {
			row
			eval.Store
			Class    string   `json:"class"` // of a prompt
			Kind     string   `json:"kind"`
			Evidence []string `json:"evidence"`
		}
		err := dec.Decode(&line)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read cases %s: %w", path, err)
		}
		if len(line.Corpus) > 0 {
			stores = append(stores, line.Store)
			continue
		}
		if line.Class != "" {
			told.Queries = append(told.Queries, eval.Query{Text: line.Text, Evidence: line.Evidence})
			continue
		}
		told.Corpus = append(told.Corpus, eval.Entry{ID: line.Store.ID, Text: line.Text, Kind: line.Kind})
		r := line.row
		r.words = wordsOf(r.Text)
		r.older, r.newer = pieces(r.Older), pieces(r.Newer)
		c.rows = append(c.rows, &r)
		c.note(r.older)
		c.note(r.newer)
	}
	if len(told.Queries) > 0 {
		stores, c.rows = append(stores, told), nil
	}
	c.evidence = eval.Evidence(stores)
	for _, ps := range c.evidence {
		c.note(ps)
	}
	return c, nil
}

// note adds pieces to all that are known.
func (c *cases) note(ps []eval.Piece) {
	for _, p := range ps {
		if !c.noted[p.Text] {
			c.pieces = append(c.pieces, p)
			c.noted[p.Text] = true
		}
	}
}

func pieces(entries []eval.Entry) (out []eval.Piece) {
	for _, e := range entries {
		out = append(out, eval.NewPiece(e.ID, e.Text))
	}
	return out
}

// of returns what answers a question.
func (c *cases) of(question string) []eval.Piece { return c.evidence[eval.AsAsked(question)] }

// evident reports whether an answer or a relation hangs on what a text says.
func (c *cases) evident(text string) bool { return says(c.pieces, text) }

func says(ps []eval.Piece, text string) bool {
	return slices.ContainsFunc(ps, func(p eval.Piece) bool { return p.Says(text) })
}

// row returns the labelled text that some words stand in: the one that has most
// of them, nil where none has half.
func (c *cases) row(text string) *row {
	words, most := wordsOf(text), 0.5
	var best *row
	for _, r := range c.rows {
		if share := shared(words, r.words); share > most {
			best, most = r, share
		}
	}
	return best
}

// relation returns the label of the row that has one text among its newer and the
// other among its older ones; "" is none.
func (c *cases) relation(newer, older string) string {
	for _, r := range c.rows {
		if says(r.newer, newer) && says(r.older, older) {
			var label string
			_ = json.Unmarshal(r.Label, &label) // a label of another kind is none of these
			return label
		}
	}
	return ""
}

// profileOf tells which statements a summary of somebody shall repeat; nil where no
// row is of them. Of a name that several rows have, the row is taken that has most of
// the statements.
func (c *cases) profileOf(name string, stated []statement) func(text string) bool {
	var of *row
	most := 0
	for _, r := range c.rows {
		n := 0
		for _, s := range stated {
			if slices.ContainsFunc(r.Told, func(e eval.Entry) bool { return e.Text == s.Text }) {
				n++
			}
		}
		if r.Name == name && n > most {
			of, most = r, n
		}
	}
	if of == nil {
		return nil
	}
	return func(text string) bool {
		has := func(part string) bool { return strings.Contains(strings.ToLower(text), strings.ToLower(part)) }
		return slices.ContainsFunc(of.Says, has) && !slices.ContainsFunc(of.Never, has)
	}
}

func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) }) {
		words[w] = true
	}
	return words
}

// shared is the share of the words that others have, too.
func shared(words, others map[string]bool) float64 {
	n := 0
	for w := range words {
		if others[w] {
			n++
		}
	}
	return float64(n) / float64(max(len(words), 1))
}

// item is one memory that the labels want of a text.
type item struct {
	kind, subtype string
	standing      bool
	words         string // what it comes to, where the data say so
}

// wanted returns what the labels want kept of a row.
func (r *row) wanted() (items []item) {
	for _, m := range r.Memories {
		k := typeKinds[m.Type]
		k.words = m.Content
		items = append(items, k)
	}
	if r.ShouldStore != nil && *r.ShouldStore {
		for _, t := range r.Types {
			if k, ok := typeKinds[t]; ok {
				items = append(items, k)
			}
		}
		if len(items) == 0 {
			items = append(items, item{kind: "fact"})
		}
	}
	if len(r.Entities) > 0 {
		items = append(items, item{kind: "fact"})
	}
	switch strings.Trim(string(r.Label), `"`) {
	case "true":
		items = append(items, item{kind: "instruction", subtype: "rule"})
	case "instruction_following":
		items = append(items, item{kind: "instruction", subtype: "rule", standing: true, words: r.Directive})
	case "preference_following":
		items = append(items, item{kind: "opinion", subtype: "preference", standing: true, words: r.Directive})
	}
	return items
}

// typeKinds are the words that data have for kinds.
var typeKinds = map[string]item{
	"instruction": {kind: "instruction", subtype: "rule"}, "fact": {kind: "fact"}, "event": {kind: "event"},
	"opinion": {kind: "opinion", subtype: "user_opinion"}, "plan": {kind: "plan"},
	"preference": {kind: "opinion", subtype: "preference"}, "decision": {kind: "event", subtype: "decision"},
	"commitment": {kind: "plan", subtype: "intended"},
}
