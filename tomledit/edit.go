package tomledit

import (
	"bytes"
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Edit puts something in the place of a stretch of a document.
type Edit struct {
	Span
	With string
}

// Apply makes edits that do not overlap.
func Apply(doc []byte, edits []Edit) []byte {
	var out []byte
	at := 0
	for _, e := range slices.SortedStableFunc(slices.Values(edits), func(a, b Edit) int { return cmp.Compare(a.Start, b.Start) }) {
		out = append(append(out, doc[at:max(at, e.Start)]...), e.With...)
		at = max(at, e.End)
	}
	return append(out, doc[at:]...)
}

// Out takes a line out: a header with the empty line that stands before it.
func (l Line) Out(doc []byte) Edit {
	if l.Kind == Header && l.Start > 0 {
		start := bytes.LastIndexByte(doc[:l.Start-1], '\n') + 1
		if len(bytes.TrimSpace(doc[start:l.Start])) == 0 {
			return Edit{Span{start, l.End}, ""}
		}
	}
	return Edit{Span{l.Start, l.End}, ""}
}

// Parse reads a document. The error is that of the library, which names the line.
func Parse(doc []byte) (map[string]any, error) {
	tree := map[string]any{}
	if err := toml.Unmarshal(doc, &tree); err != nil {
		return nil, err
	}
	return tree, nil
}

// At returns what a document that was parsed has at a path, and whether it has anything there.
func At(tree map[string]any, path []string) (v any, there bool) {
	for i, key := range path {
		if v, there = tree[key]; !there {
			return nil, false
		}
		if tree, there = v.(map[string]any); !there && i < len(path)-1 {
			return nil, false
		}
	}
	return v, true
}

// Set returns the document with a value, which is TOML, at the path of a key: in the place of
// the one that is there, below the commented-out line of that key in its table, at the end of
// its table, or in a new one. The error is that of [Parse], or [ErrForm] with what to write
// by hand.
func Set(doc []byte, path []string, value string) ([]byte, error) {
	want, err := Parse(doc)
	if err != nil {
		return nil, err
	}
	byHand := func(why string) error {
		return fmt.Errorf("%s%w; write it by hand: %s = %s", why, ErrForm, Dotted(path), value)
	}
	given, err := Parse([]byte("v = " + value))
	if err != nil {
		return nil, fmt.Errorf("value of %s: %w", Dotted(path), err)
	}
	lines, err := Lines(doc)
	if err != nil || !put(want, path, given["v"]) {
		return nil, byHand("")
	}
	e, err := setting(doc, lines, path, value)
	if err != nil {
		return nil, byHand(err.Error() + ": ")
	}
	next := Apply(doc, []Edit{e})
	if got, err := Parse(next); err != nil || !reflect.DeepEqual(got, want) {
		return nil, byHand("")
	}
	return next, nil
}

// put puts a value into a tree, with the tables that it needs. It reports false where a key of
// the path is no table.
func put(tree map[string]any, path []string, v any) bool {
	for _, key := range path[:len(path)-1] {
		if _, there := tree[key]; !there {
			tree[key] = map[string]any{}
		}
		below, ok := tree[key].(map[string]any)
		if !ok {
			return false
		}
		tree = below
	}
	tree[path[len(path)-1]] = v
	return true
}

// Unset returns the document without the key, or the table with all that is below it, at a
// path: without its lines, comments of their own excepted. Where nothing is there it comes back
// as it is. The error is that of [Parse], or [ErrForm] with what to take out by hand.
func Unset(doc []byte, path []string) ([]byte, error) {
	want, err := Parse(doc)
	if err != nil {
		return nil, err
	}
	if _, there := At(want, path); !there {
		return doc, nil
	}
	take(want, path)
	prune(want, path)
	byHand := fmt.Errorf("%w; take %s out by hand", ErrForm, Dotted(path))
	lines, err := Lines(doc)
	if err != nil {
		return nil, byHand
	}
	next := without(doc, lines, path)
	got, err := Parse(next)
	if err != nil {
		return nil, byHand
	}
	if prune(got, path); !reflect.DeepEqual(got, want) {
		return nil, byHand
	}
	return next, nil
}

func take(tree map[string]any, path []string) {
	if above, there := At(tree, path[:len(path)-1]); len(path) == 1 {
		delete(tree, path[0])
	} else if m, ok := above.(map[string]any); there && ok {
		delete(m, path[len(path)-1])
	}
}

// prune takes tables on the way to a path out of a tree in which nothing is left: whether the
// header of such a one is there says nothing.
func prune(tree map[string]any, path []string) {
	for n := len(path) - 1; n > 0; n-- {
		if m, _ := At(tree, path[:n]); reflect.DeepEqual(m, map[string]any{}) {
			take(tree, path[:n])
		}
	}
}

// without takes out what stands at a path or below it.
func without(doc []byte, lines []Line, path []string) []byte {
	var edits []Edit
	for _, l := range lines {
		if l.Path != nil && begins(l.Path, path) {
			edits = append(edits, l.Out(doc))
		}
	}
	if len(edits) > 0 {
		return Apply(doc, edits)
	}
	for _, l := range lines {
		if l.Kind != Key || l.Path == nil || !begins(path, l.Path) {
			continue
		}
		if e, ok := inlineUnset(doc, l.Value, path[len(l.Path):]); ok {
			return Apply(doc, []Edit{e})
		}
	}
	return doc
}

// begins reports whether a path has another one at its beginning.
func begins(path, with []string) bool {
	return len(path) >= len(with) && slices.Equal(path[:len(with)], with)
}

// endOfLine is how the lines of a document end.
func endOfLine(doc []byte) string {
	if i := bytes.IndexByte(doc, '\n'); i > 0 && doc[i-1] == '\r' {
		return "\r\n"
	}
	return "\n"
}

// lineOf is the number of the line, from 1, in which an offset lies.
func lineOf(doc []byte, at int) int { return 1 + strings.Count(string(doc[:at]), "\n") }
