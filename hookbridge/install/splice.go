package install

import (
	"bytes"
	"encoding/json"
	"strings"
)

// style is how a document is laid out.
type style struct {
	unit string // of indentation
	line string // end of a line; "" if the document has none
}

// styleOf reads the layout off a document: the indentation of the first member
// and the first end of a line. A document without children has the usual one.
func styleOf(doc []byte, top *place) style {
	s := style{unit: "  ", line: "\n"}
	if bytes.Contains(doc, []byte("\r\n")) {
		s.line = "\r\n"
	}
	if top.len() == 0 {
		return s
	}
	start, _ := top.span(0)
	gap := string(doc[top.start+1 : start])
	at := strings.LastIndexByte(gap, '\n')
	switch {
	case at < 0:
		s.unit, s.line = "", ""
	default:
		line := gap[at+1:] // a comment may stand in it
		if unit := line[:len(line)-len(strings.TrimLeft(line, " \t"))]; unit != "" {
			s.unit = unit
		}
	}
	return s
}

// appendChild returns doc with one more child at the end of v. A child of an
// object begins with its key. render returns the child laid out for a line
// that is indented by its argument.
func appendChild(doc []byte, v *place, s style, render func(indent string) []byte) []byte {
	if v.len() == 0 {
		outer := indentOf(doc, v.start)
		body := render(outer + s.unit)
		inner := append([]byte(s.line+outer+s.unit), body...)
		inner = append(inner, s.line+outer...)
		if s.line == "" {
			inner = body
		}
		if had := doc[v.start+1 : v.end-1]; hasComment(had) { // it stays, and ends with its line
			inner = append([]byte("\n"+outer+s.unit), body...)
			inner = append(append(bytes.TrimRight(bytes.Clone(had), " \t\r\n"), inner...), "\n"+outer...)
		}
		return splice(doc, v.start+1, v.end-1, inner)
	}
	start, end := v.span(v.len() - 1)
	gap := doc[len(bytes.TrimRight(doc[:start], " \t\r\n")):start]
	indent, between := indentOf(doc, start), ", " // a child that shares its line gets company
	if at := bytes.LastIndexByte(gap, '\n'); at >= 0 {
		indent = string(gap[at+1:])
		between = "," + s.line + indent
	} else if s.line == "" {
		between = ","
	}
	return splice(doc, end, end, append([]byte(between), render(indent)...))
}

// removeChild returns doc without the i-th child of v. What stood between the
// brackets when v was empty, empty, comes back with the last one.
func removeChild(doc []byte, v *place, i int, empty string) []byte {
	start, end := v.span(i)
	switch {
	case v.len() == 1 && empty == "" && hasComment(append(bytes.Clone(doc[v.start+1:start]), doc[end:v.end-1]...)):
	case v.len() == 1:
		return splice(doc, v.start+1, v.end-1, []byte(empty))
	case i > 0:
		_, before := v.span(i - 1)
		if between := doc[before:start]; hasComment(between) {
			comma := before + bytes.IndexByte(bare(between), ',')
			return splice(splice(doc, start, end, nil), comma, comma+1, nil)
		}
		start = before
	default:
		next, _ := v.span(1)
		if between := doc[end:next]; hasComment(between) {
			comma := end + bytes.IndexByte(bare(between), ',')
			return splice(splice(doc, comma, comma+1, nil), start, end, nil)
		}
		end = next
	}
	return splice(doc, start, end, nil)
}

// hasComment reports whether a stretch of a document that lies in no string has a comment.
func hasComment(b []byte) bool { return !bytes.Equal(bare(b), b) }

// indentOf returns the white space at the begin of the line of an offset.
func indentOf(doc []byte, at int) string {
	line := doc[bytes.LastIndexByte(doc[:at], '\n')+1 : at]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

func splice(doc []byte, start, end int, with []byte) []byte {
	out := make([]byte, 0, len(doc)-(end-start)+len(with))
	out = append(out, doc[:start]...)
	out = append(out, with...)
	return append(out, doc[end:]...)
}

// quoted returns s as a JSON string without HTML escapes.
func quoted(s string) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return `""` // a string always encodes
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// node is JSON to be written: a scalar as it stands, or an object or list.
type node struct {
	open   byte // '{', '[' or 0 for a scalar
	scalar string
	keys   []string
	items  []node
}

func object(pairs ...any) node {
	n := node{open: '{'}
	for i := 0; i < len(pairs); i += 2 {
		n.keys = append(n.keys, pairs[i].(string))
		n.items = append(n.items, pairs[i+1].(node))
	}
	return n
}

func list(items ...node) node { return node{open: '[', items: items} }

func scalar(s string) node { return node{scalar: s} }

// render lays n out for a line that is indented by indent. Lists of scalars
// stay on one line.
func (n node) render(b *strings.Builder, indent string, s style) {
	if n.open == 0 {
		b.WriteString(n.scalar)
		return
	}
	flat := s.line == "" || n.open == '[' && !anyOpen(n.items)
	b.WriteByte(n.open)
	for i, item := range n.items {
		switch {
		case !flat:
			if i > 0 {
				b.WriteByte(',')
			}
			b.WriteString(s.line + indent + s.unit)
		case i > 0 && s.line != "":
			b.WriteString(", ")
		case i > 0:
			b.WriteByte(',')
		}
		if n.open == '{' {
			b.WriteString(quoted(n.keys[i]) + ":")
			if s.line != "" {
				b.WriteByte(' ')
			}
		}
		item.render(b, indent+s.unit, s)
	}
	if !flat {
		b.WriteString(s.line + indent)
	}
	b.WriteByte(n.open + 2) // ']' and '}' stand two after '[' and '{'
}

func anyOpen(items []node) bool {
	for _, n := range items {
		if n.open != 0 {
			return true
		}
	}
	return false
}
