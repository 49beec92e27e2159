package tomledit

import (
	"bytes"
	"fmt"
	"slices"
)

// setting finds the place for the value of a key.
func setting(doc []byte, lines []Line, path []string, value string) (Edit, error) {
	for _, l := range lines {
		if l.Kind != Key || l.Path == nil || !begins(path, l.Path) {
			continue
		}
		if len(l.Path) == len(path) {
			return l.replaced(doc, value)
		}
		e, ok := inlineSet(doc, l.Value, path[len(l.Path):], value)
		if !ok {
			return Edit{}, fmt.Errorf("line %d", lineOf(doc, l.Start))
		}
		return e, nil
	}
	table, key := path[:len(path)-1], path[len(path)-1]
	for _, l := range lines {
		if l.Kind == Comment && !l.Listed && slices.Equal(l.Table, table) && l.mentions(doc, key) {
			return l.below(doc, Dotted([]string{key})+" = "+value), nil
		}
	}
	// Where the keys of the table are written with dots, the new one is, too: a header for
	// what has been defined so is no TOML.
	last := -1
	for i, l := range lines {
		switch {
		case l.Path == nil || len(l.Table) > len(table) || !begins(l.Path, table):
		case l.Kind == Header, len(l.Path) > len(table):
			last = i
		}
	}
	if last >= 0 {
		return lines[last].below(doc, Dotted(path[len(lines[last].Table):])+" = "+value), nil
	}
	if len(table) == 0 {
		return newLines(doc, lines, -1, Dotted(path)+" = "+value), nil
	}
	related := -1
	for i, l := range lines {
		if l.Kind == Header && l.Path != nil && l.Path[0] == path[0] {
			related = i
		}
	}
	if related < 0 {
		related = len(lines)
	}
	return newLines(doc, lines, related, "["+Dotted(table)+"]", Dotted([]string{key})+" = "+value), nil
}

// replaced puts another value into a line. One with comments of its own is left to its writer.
func (l Line) replaced(doc []byte, value string) (Edit, error) {
	old := scan{doc: doc[:l.Value.End], at: l.Value.Start}
	for old.at < len(old.doc) {
		switch old.peek() {
		case '"', '\'':
			old.text()
			continue
		case '#':
			return Edit{}, fmt.Errorf("line %d: a comment stands in the value", lineOf(doc, old.at))
		}
		old.at++
	}
	return Edit{l.Value, value}, nil
}

// mentions reports whether a comment is a key that is commented out: # key = value.
func (l Line) mentions(doc []byte, key string) bool {
	text := bytes.TrimLeft(doc[l.Start:l.End], " \t#")
	s := scan{doc: text}
	keys, _ := s.keys()
	s.blank()
	return !s.bad && len(keys) == 1 && keys[0] == key && s.peek() == '='
}

// below puts a line below another one, as far from the margin.
func (l Line) below(doc []byte, text string) Edit {
	first := doc[l.Start:l.End]
	indent := first[:len(first)-len(bytes.TrimLeft(first, " \t"))]
	text, end := string(indent)+text, endOfLine(doc)
	if !bytes.HasSuffix(first, []byte("\n")) {
		return Edit{Span{l.End, l.End}, end + text} // the document ends without an end of line, and goes on to
	}
	return Edit{Span{l.End, l.End}, text + end}
}

// newLines puts lines at the end of the table whose header is lines[of]: before the next header
// with the comment that belongs to it. -1 is what stands before the first header, len(lines) the
// end of the document.
func newLines(doc []byte, lines []Line, of int, text ...string) Edit {
	end, first, at := endOfLine(doc), 0, len(doc)
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		first = 3
	}
	next := of + 1
	for next < len(lines) && lines[next].Kind != Header {
		next++
	}
	if next < len(lines) {
		at = lines[next].Start
		for next--; next > of && lines[next].Kind == Comment && lines[next].End == at; next-- {
			at = lines[next].Start
		}
	}
	rest := at
	at = first + len(bytes.TrimRight(doc[first:at], " \t\r\n"))
	if i := bytes.IndexByte(doc[at:rest], '\n'); i >= 0 {
		at += i + 1
	} else {
		at = rest
	}
	var b bytes.Buffer
	open := at > first && doc[at-1] != '\n'
	if open {
		b.WriteString(end)
	}
	if at > first && of >= 0 {
		b.WriteString(end) // an empty line before a table
	}
	for i, line := range text {
		b.WriteString(line)
		if !open || i < len(text)-1 {
			b.WriteString(end)
		}
	}
	if of < 0 && at == rest && at < len(doc) {
		b.WriteString(end) // and one behind what stands before all tables
	}
	return Edit{Span{at, at}, b.String()}
}
