package install

import (
	"bytes"
	"strings"
)

// style5 is [styleOf] of a document with comments.
func style5(doc []byte, top *place) style {
	s := styleOf(doc, top)
	if s.line == "" {
		return s
	}
	if s.unit = s.unit[:len(s.unit)-len(strings.TrimLeft(s.unit, " \t"))]; s.unit == "" {
		s.unit = "  "
	}
	return s
}

// append5 returns doc with one more child at the end of v, as [appendChild] does it. Comments
// stay beside what they stand beside, and a comma behind the last child stays the habit.
func append5(doc []byte, v *place, s style, render func(indent string) []byte) []byte {
	indent := indentOf(doc, v.start) + s.unit
	if v.len() == 0 {
		if len(bytes.TrimSpace(doc[v.start+1:v.end-1])) == 0 {
			return appendChild(doc, v, s, render)
		}
		line := s.line // comments alone stand in it
		if line == "" {
			line = "\n"
		}
		at := v.start + 1 + len(bytes.TrimRight(doc[v.start+1:v.end-1], " \t\r\n"))
		return splice(doc, at, v.end-1, append(append([]byte(line+indent), render(indent)...), line+indentOf(doc, v.start)...))
	}
	start, end := v.span(v.len() - 1)
	comma, _ := skip5(doc, end, "")
	trailing := doc[comma] == ','
	if !trailing {
		doc, comma = splice(doc, end, end, []byte(",")), end
	}
	own := ownLine(doc, start)
	at := comma + 1
	if own {
		indent = indentOf(doc, start)
		at = restOfLine(doc, at)
	}
	body := render(indent)
	if trailing {
		body = append(body, ',')
	}
	switch {
	case own && s.line != "":
		body = append([]byte(s.line+indent), body...)
	case s.line != "":
		body = append([]byte(" "), body...)
	}
	return splice(doc, at, at, body)
}

// ownLine reports whether nothing but white space stands before an offset in its line.
func ownLine(doc []byte, at int) bool {
	begin := bytes.LastIndexByte(doc[:at], '\n') + 1
	return begin > 0 && len(bytes.TrimSpace(doc[begin:at])) == 0
}

// restOfLine returns the end of the line of an offset where nothing stands behind the offset
// but white space and a comment, and else the offset.
func restOfLine(doc []byte, at int) int {
	end := len(doc)
	if i := bytes.IndexByte(doc[at:], '\n'); i >= 0 {
		end = at + i
	}
	end = at + len(bytes.TrimRight(doc[at:end], " \t\r"))
	if to, wrong := skip5(doc[:end], at, ""); to < end || wrong != "" {
		return at
	}
	return end
}

// remove5 returns doc without the i-th child of v, as [removeChild] does it. Comments stay.
func remove5(doc []byte, v *place, i int, empty string) []byte {
	if v.len() == 1 {
		return splice(doc, v.start+1, v.end-1, []byte(empty))
	}
	start, end := v.span(i)
	before := -1 // the comma that would be left without a child behind it
	if comma, _ := skip5(doc, end, ""); doc[comma] == ',' {
		end = comma + 1
	} else if i > 0 {
		_, prev := v.span(i - 1)
		before, _ = skip5(doc, prev, "")
	}
	if rest := restOfLine(doc, end); ownLine(doc, start) && len(bytes.TrimSpace(doc[end:rest])) == 0 {
		start = bytes.LastIndexByte(doc[:start], '\n')
		if start > 0 && doc[start-1] == '\r' {
			start--
		}
		end = rest
	} else {
		start = len(bytes.TrimRight(doc[:start], " \t"))
		if i == 0 {
			start = v.start + 1
			end += len(doc[end:]) - len(bytes.TrimLeft(doc[end:], " \t"))
		}
	}
	doc = splice(doc, start, end, nil)
	if before >= 0 {
		doc = splice(doc, before, before+1, nil)
	}
	return doc
}
