package tomledit

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/BurntSushi/toml"
)

// Span is a stretch of a document, in bytes.
type Span struct{ Start, End int }

// Kind is what stands on a [Line].
type Kind int

const (
	Header  Kind = iota // of a table, or of one of an array of tables
	Key                 // with its value, which may go on over more lines
	Comment             // and nothing else
)

// Line is one thing of a document, with the lines that it takes. There is none for an empty line.
type Line struct {
	Kind
	Start, End int      // with the end of its last line
	Table      []string // that it stands in; of a header its own
	Listed     bool     // it stands in an array of tables, or begins one
	Path       []string // of the table or the key; nil for a comment and for what is Listed
	Keys       []Span   // where the last len(Keys) keys of Path stand
	Value      Span     // of a key
}

// ErrForm says that something is written in a form that is not edited here.
var ErrForm = errors.New("it is written in a form that is not edited here")

// Lines splits a document, which is valid TOML, into its headers, keys and comments, in their
// order. The error is [ErrForm].
func Lines(doc []byte) (lines []Line, err error) {
	s := scan{doc: doc}
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		s.at = 3
	}
	var table []string
	listed := false
	for s.at < len(doc) {
		l := Line{Start: s.at}
		s.blank()
		switch c := s.peek(); {
		case c == '\n' || c == '\r' || c == 0:
			s.rest()
			continue
		case c == '#':
			l.Kind, l.Table, l.Listed = Comment, table, listed
			s.rest()
			l.End = s.at
			lines = append(lines, l)
			continue
		case c == '[':
			s.at++
			if listed = s.peek() == '['; listed {
				s.at++
			}
			l.Path, l.Keys = s.keys()
			table = l.Path
			s.rest()
		default:
			var keys []string
			keys, l.Keys = s.keys()
			l.Kind, l.Path = Key, append(append([]string{}, table...), keys...)
			if s.blank(); s.peek() != '=' {
				return nil, ErrForm
			}
			s.at++
			l.Value = s.value(false)
			s.rest()
		}
		if s.bad {
			return nil, ErrForm
		}
		l.End, l.Table, l.Listed = s.at, table, listed
		if listed {
			l.Path, l.Keys = nil, nil
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// scan walks over a document.
type scan struct {
	doc []byte
	at  int
	bad bool
}

func (s *scan) peek() byte {
	if s.at >= len(s.doc) {
		return 0
	}
	return s.doc[s.at]
}

func (s *scan) blank() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.at++
	}
}

// rest goes behind the end of the line, over a comment.
func (s *scan) rest() {
	if i := bytes.IndexByte(s.doc[s.at:], '\n'); i >= 0 {
		s.at += i + 1
		return
	}
	s.at = len(s.doc)
}

// keys reads a dotted key.
func (s *scan) keys() (keys []string, spans []Span) {
	for {
		s.blank()
		start := s.at
		if c := s.peek(); c == '"' || c == '\'' {
			s.text()
		} else {
			for strings.IndexByte("=.]# \t\r\n", s.peek()) < 0 && s.peek() != 0 {
				s.at++
			}
		}
		raw := string(s.doc[start:s.at])
		key, ok := plainKey(raw)
		if s.bad = s.bad || !ok; s.bad {
			return nil, nil
		}
		keys, spans = append(keys, key), append(spans, Span{start, s.at})
		s.blank()
		if s.peek() != '.' {
			return keys, spans
		}
		s.at++
	}
}

// plainKey decodes one key, bare or in quotes.
func plainKey(raw string) (string, bool) {
	if bare.MatchString(raw) {
		return raw, true
	}
	var m map[string]any
	if raw == "" || toml.Unmarshal([]byte(raw+" = 1"), &m) != nil {
		return "", false
	}
	for key := range m {
		return key, len(m) == 1
	}
	return "", false
}

// text goes behind a string in quotes of one sort, also one of several lines.
func (s *scan) text() {
	quote := s.doc[s.at : s.at+1]
	if triple := bytes.Repeat(quote, 3); bytes.HasPrefix(s.doc[s.at:], triple) {
		quote = triple
	}
	for s.at += len(quote); s.at < len(s.doc); s.at++ {
		switch {
		case s.doc[s.at] == '\\' && quote[0] == '"':
			s.at++
		case bytes.HasPrefix(s.doc[s.at:], quote):
			s.at += len(quote)
			for len(quote) == 3 && s.peek() == quote[0] {
				s.at++ // up to two quotes may stand before those that end it
			}
			return
		}
	}
	s.at, s.bad = len(s.doc), true
}

// value reads a value, to the end of its line or of what is open there; inside an inline
// table to the comma or the brace behind it.
func (s *scan) value(inside bool) Span {
	s.blank()
	v := Span{Start: s.at}
	for depth := 0; s.at < len(s.doc); {
		c := s.doc[s.at]
		if depth == 0 && (!inside && (c == '#' || c == '\n') || inside && (c == ',' || c == '}')) {
			break
		}
		switch {
		case c == '"' || c == '\'':
			s.text()
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#':
			s.rest()
			continue
		}
		s.at++
	}
	v.End = v.Start + len(bytes.TrimRight(s.doc[v.Start:min(s.at, len(s.doc))], " \t\r\n"))
	return v
}

var bare = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

// Path reads a dotted key as it stands in a document: models.prices."openai/x".in.
func Path(text string) ([]string, error) {
	s := scan{doc: []byte(text)}
	keys, _ := s.keys()
	if s.bad || s.at < len(s.doc) {
		return nil, fmt.Errorf("no key of TOML: %w", ErrForm)
	}
	return keys, nil
}

// Dotted is a path as it stands in a document.
func Dotted(path []string) string {
	parts := make([]string, len(path))
	for i, key := range path {
		if parts[i] = key; !bare.MatchString(key) {
			parts[i] = Quote(key)
		}
	}
	return strings.Join(parts, ".")
}

// Quote prints a basic string of TOML.
func Quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7F:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String() + `"`
}
