package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/memtide/memtide/eval"
)

// facts are statements that others have made of the entries of some stores: what
// a model would take out of them.
type facts struct {
	entries []eval.Piece
	of      map[string][]string // by id of an entry
}

// readFacts reads the entries of a file of cases, and a file in the same form
// whose entries name in refs those that they were made of.
func readFacts(cases, path string) (*facts, error) {
	f := &facts{of: map[string][]string{}}
	told := map[string]bool{}
	err := eachStore(cases, func(s eval.Store) {
		for _, e := range s.Corpus {
			p := eval.NewPiece(s.ID+"/"+e.ID, e.Text)
			f.entries, told[p.ID] = append(f.entries, p), true
		}
	})
	if err != nil {
		return nil, err
	}
	err = eachStore(path, func(s eval.Store) {
		for _, e := range s.Corpus {
			for _, ref := range e.Refs {
				if id := s.ID + "/" + ref; told[id] {
					f.of[id] = append(f.of[id], e.Text)
				}
			}
		}
	})
	if err == nil && len(f.of) == 0 {
		err = fmt.Errorf("--facts %s: no entry names in refs an entry of %s", path, cases)
	}
	return f, err
}

func eachStore(path string, do func(eval.Store)) error {
	in, err := eval.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	for dec := json.NewDecoder(bufio.NewReader(in)); ; {
		var s eval.Store
		switch err := dec.Decode(&s); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return fmt.Errorf("read cases %s: %w", path, err)
		}
		do(s)
	}
}

// stated returns what is stated of the entry that most of the sentences stand in.
func (f *facts) stated(ns []numbered) []string {
	if f == nil {
		return nil
	}
	best, most := "", 0
	for _, p := range f.entries {
		n := 0
		for _, s := range ns {
			if p.Says(s.Text) {
				n += len(s.Text)
			}
		}
		if n > most && len(f.of[p.ID]) > 0 {
			best, most = p.ID, n
		}
	}
	return f.of[best]
}

// items returns what is stated, each at the sentence that has most of its words.
func (f *facts) items(q question) []any {
	items := []any{}
	for i, text := range f.stated(q.Sentences) {
		if len(items) < mostItems {
			items = append(items, itemOf(q.sentence(text, i), item{kind: "fact"}, text))
		}
	}
	return items
}

// keep returns the sentences that what is stated hangs on.
func (f *facts) keep(q question) []int {
	out := []int{}
	for i, text := range f.stated(q.Sentences) {
		out = append(out, q.sentence(text, i).N)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
