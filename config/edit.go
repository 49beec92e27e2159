package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide/tomledit"
)

// Wish is what a key shall be in a settings file.
type Wish struct {
	Key   string // also of a field of a row: models.providers.openai.key_file
	Value string // as it would stand in a variable of the environment
	Out   bool   // the key shall not stand there; Value is nothing
}

// Change is what became of one key of a settings file. The values are those that hold where no
// variable of the environment and no flag sets the key.
type Change struct {
	Key     string `json:"key"`                 // as it stands in a file
	Changed bool   `json:"changed"`             // the file is another one for it
	Old     any    `json:"old"`                 // null where there was none, or one that could not be used
	OldFrom string `json:"old_from"`            // built in, profile NAME, or the path of the file; empty where there was none
	New     any    `json:"new"`                 // null where there is none
	NewFrom string `json:"new_from"`            // as old_from
	Hidden  string `json:"hidden_by,omitempty"` // MEMTIDE_… or the flag that sets the key, so that the file has no effect
	OldText string `json:"-"`                   // as it would stand in the file
	NewText string `json:"-"`
}

// Edited is a settings file that would be.
type Edited struct {
	Text    []byte
	Changes []Change // of the wishes, in their order
	Config  Config   // of that text, and whatever else the sources hold
}

// ErrEdit is wrapped by the errors of wishes that nobody could fulfil: no such key, a wrong
// value.
var ErrEdit = errors.New("")

// Edit returns what becomes of text, which stands in src.File, by wishes: what they do not
// speak of stays as it is, to the byte. What comes out is valid, by itself and with the other
// sources. The error joins a [Problem] for each thing that is wrong, or is that of
// [tomledit.Set]. Nothing is written.
func Edit(src Sources, text []byte, wishes []Wish) (Edited, error) {
	var out Edited
	spots, problems := spotsOf(wishes)
	if problems != nil {
		return out, fmt.Errorf("%w%w", ErrEdit, join(problems))
	}
	out.Text = append([]byte{}, text...)
	src.Text = append([]byte{}, text...)
	was := read(src.alone())
	for i, w := range wishes {
		s := spots[i]
		c := Change{Key: s.String(), NewFrom: src.File}
		if c.Old, c.OldText, c.OldFrom = was.says(s, out.Text); was.wrong(s) {
			c.Old, c.OldText = nil, ""
		}
		before, err := out.Text, error(nil)
		if w.Out {
			out.Text, err = unset(out.Text, s)
		} else {
			var p *Problem
			if c.New, c.NewText, p = s.read(w.Value); p != nil {
				problems = append(problems, p)
				continue
			}
			out.Text, err = tomledit.Set(out.Text, s.path, c.NewText)
		}
		if p := (*Problem)(nil); errors.As(err, &p) {
			problems = append(problems, p)
			continue
		}
		if err != nil && !w.Out && s.whole() && s.row.hasRows() {
			err = fmt.Errorf("%w, or name one field at a time: %s.NAME.%s", err, c.Key, s.row.fields()[0])
		}
		if err != nil {
			return Edited{}, fmt.Errorf("%s: %w", src.File, err)
		}
		c.Changed = !bytes.Equal(before, out.Text)
		out.Changes = append(out.Changes, c)
	}
	if problems != nil {
		return Edited{}, fmt.Errorf("%w%w", ErrEdit, join(problems))
	}
	return out, out.judge(src, spots, wishes)
}

// judge loads the new text, and says of each change what holds now.
func (e *Edited) judge(src Sources, spots []spot, wishes []Wish) error {
	e.Text = append([]byte{}, e.Text...) // nil would be what the file holds now
	src.Text = e.Text
	is, alone := read(src), read(src.alone())
	for i, s := range spots {
		for _, p := range alone.of(s) {
			if !wishes[i].Out && !slices.ContainsFunc(is.problems, func(q *Problem) bool { return q.Key == p.Key && q.Fix == p.Fix }) {
				is.problems = append(is.problems, p)
			}
		}
		c := &e.Changes[i]
		if wishes[i].Out {
			c.New, c.NewText, c.NewFrom = alone.says(s, e.Text)
		}
		if from := is.from[s.row.key]; from != src.File && !strings.HasPrefix(from, "profile ") {
			c.Hidden = from
		}
	}
	e.Config = is.c
	err := join(is.problems)
	if err != nil && len(is.problems) > 0 && !slices.ContainsFunc(is.problems, func(p *Problem) bool { return !asked(spots, p.Key) }) {
		return fmt.Errorf("%w%w", ErrEdit, err)
	}
	return err
}

// asked reports whether a problem is one of a key that somebody has asked for.
func asked(spots []spot, key string) bool {
	return slices.ContainsFunc(spots, func(s spot) bool { return key == s.row.key || strings.HasPrefix(key, s.row.key+".") })
}

// spotsOf finds what wishes speak of.
func spotsOf(wishes []Wish) (spots []spot, problems []*Problem) {
	for _, w := range wishes {
		s, p := spotOf(w.Key, w.Out)
		switch {
		case p != nil:
			problems = append(problems, p)
		case slices.ContainsFunc(spots, func(o spot) bool { return slices.Equal(o.path, s.path) }):
			problems = append(problems, &Problem{Key: s.String(), Fix: "is named twice; name it once"})
		}
		spots = append(spots, s)
	}
	return spots, problems
}

// unset takes a key out of a text, and the row that it is the last field of.
func unset(text []byte, s spot) ([]byte, error) {
	tree, err := tomledit.Parse(text)
	if err != nil {
		return nil, err
	}
	_, there := tomledit.At(tree, s.path)
	if !there && s.row.field == nil {
		return nil, &Problem{Key: s.String(), Fix: "is not a setting, and does not stand there" + suggest(s.String(), allKeys())}
	}
	path := s.path
	if s.field != "" && there {
		if row, _ := tomledit.At(tree, path[:len(path)-1]); len(row.(map[string]any)) == 1 {
			path = path[:len(path)-1]
		}
	}
	return tomledit.Unset(text, path)
}

// alone are the sources without what hides a file: its own text, and the profile, whoever
// names that.
func (s Sources) alone() Sources {
	const profile = "profile"
	out := Sources{File: s.File, Text: s.Text, Must: s.Must, Set: map[string]string{}}
	if s.Env != nil {
		out.Env = func(name string) (string, bool) {
			if strings.HasPrefix(name, envPrefix) && name != envName(profile) {
				return "", false
			}
			return s.Env(name)
		}
	}
	if v, ok := s.Set[profile]; ok {
		out.Set[profile] = v
	}
	return out
}

// says returns the value of a spot, as it would stand in the file, and where it comes from.
func (l *loader) says(s spot, text []byte) (v any, as, from string) {
	field := s.in(&l.c)
	if field == nil {
		return nil, "", ""
	}
	if !s.whole() {
		tree, err := tomledit.Parse(text)
		if _, there := tomledit.At(tree, s.path); err != nil || !there {
			return nil, "", ""
		}
	}
	return valueOf(field), toFile(field), cmp.Or(l.from[s.row.key], BuiltIn)
}

// of are the problems of a spot by itself, without those that it has beside another key.
func (l *loader) of(s spot) (out []*Problem) {
	beside := l.c.together(nil, nil)
	for _, p := range l.problems {
		if !asked([]spot{s}, p.Key) || slices.ContainsFunc(beside, func(q *Problem) bool { return q.Key == p.Key && q.Fix == p.Fix }) {
			continue
		}
		out = append(out, p)
	}
	return out
}

func (l *loader) wrong(s spot) bool { return len(l.of(s)) > 0 }
