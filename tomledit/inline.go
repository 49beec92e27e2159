package tomledit

import (
	"bytes"
	"slices"
)

// entry is a key of an inline table, with its value.
type entry struct {
	Span
	keys  []string
	value Span
}

// entries reads an inline table that stands on one line.
func entries(doc []byte, at Span) (all []entry, ok bool) {
	text := doc[at.Start:at.End]
	if len(text) < 2 || text[0] != '{' || text[len(text)-1] != '}' || bytes.ContainsAny(text, "\r\n") {
		return nil, false
	}
	s := scan{doc: doc[:at.End-1], at: at.Start + 1}
	for {
		s.blank()
		if s.peek() == 0 {
			return all, !s.bad
		}
		e := entry{Span: Span{Start: s.at}}
		e.keys, _ = s.keys()
		if s.blank(); s.bad || s.peek() != '=' {
			return nil, false
		}
		s.at++
		e.value = s.value(true)
		e.End = e.value.End
		all = append(all, e)
		if s.peek() == ',' {
			s.at++
		}
	}
}

// inlineSet sets a key of an inline table.
func inlineSet(doc []byte, at Span, path []string, value string) (Edit, bool) {
	all, ok := entries(doc, at)
	if !ok {
		return Edit{}, false
	}
	for _, e := range all {
		switch {
		case slices.Equal(e.keys, path):
			return Edit{e.value, value}, true
		case begins(path, e.keys):
			return inlineSet(doc, e.value, path[len(e.keys):], value)
		}
	}
	text := Dotted(path) + " = " + value
	if len(all) == 0 {
		return Edit{at, "{ " + text + " }"}, true
	}
	end := all[len(all)-1].End
	return Edit{Span{end, end}, ", " + text}, true
}

// inlineUnset takes a key out of an inline table.
func inlineUnset(doc []byte, at Span, path []string) (Edit, bool) {
	all, ok := entries(doc, at)
	if !ok {
		return Edit{}, false
	}
	for i, e := range all {
		switch {
		case begins(e.keys, path) && len(all) == 1:
			return Edit{at, "{}"}, true
		case begins(e.keys, path) && i == 0:
			return Edit{Span{e.Start, all[1].Start}, ""}, true
		case begins(e.keys, path):
			return Edit{Span{all[i-1].End, e.End}, ""}, true
		case begins(path, e.keys):
			return inlineUnset(doc, e.value, path[len(e.keys):])
		}
	}
	return Edit{}, false
}
