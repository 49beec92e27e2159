package install

import (
	"bytes"
	"errors"
	"strings"

	"github.com/BurntSushi/toml"
)

// stretch is a stretch of a document.
type stretch struct{ start, end int }

// tomlLine is a header of a table, or a key with its value, and the lines on which it stands.
type tomlLine struct {
	header     bool
	start, end int      // with its end of line
	path       []string // of the table, or of the key with those of its table
	third      stretch  // of the third key of path, where it stands in these lines
}

var errTOML = errors.New("not TOML that can be edited line by line")

// tomlLines splits a document, which is valid TOML, into headers and keys with their values.
// What stands in an array of tables has no path.
func tomlLines(doc []byte) (lines []tomlLine, err error) {
	s := tomlScan{doc: doc}
	var table []string
	listed := false
	for s.at < len(doc) {
		l := tomlLine{start: s.at}
		s.blank()
		switch c := s.peek(); {
		case c == '#' || c == '\n' || c == '\r' || c == 0:
			s.rest()
			continue
		case c == '[':
			l.header = true
			s.at++
			if listed = s.peek() == '['; listed {
				s.at++
			}
			keys, spans := s.keys()
			table, l.path = keys, keys
			if len(spans) > 2 {
				l.third = spans[2]
			}
			s.rest()
		default:
			keys, spans := s.keys()
			l.path = append(append([]string{}, table...), keys...)
			if n := 2 - len(table); n >= 0 && n < len(spans) {
				l.third = spans[n]
			}
			s.blank()
			if s.peek() != '=' {
				return nil, errTOML
			}
			s.at++
			s.value()
			s.rest()
		}
		if s.bad {
			return nil, errTOML
		}
		if l.end = s.at; listed {
			l.path = nil
		}
		lines = append(lines, l)
	}
	return lines, nil
}

// tomlScan walks over a document.
type tomlScan struct {
	doc []byte
	at  int
	bad bool
}

func (s *tomlScan) peek() byte {
	if s.at >= len(s.doc) {
		return 0
	}
	return s.doc[s.at]
}

func (s *tomlScan) blank() {
	for s.peek() == ' ' || s.peek() == '\t' {
		s.at++
	}
}

// rest goes behind the end of the line, over a comment.
func (s *tomlScan) rest() {
	if i := bytes.IndexByte(s.doc[s.at:], '\n'); i >= 0 {
		s.at += i + 1
		return
	}
	s.at = len(s.doc)
}

// keys reads a dotted key.
func (s *tomlScan) keys() (keys []string, spans []stretch) {
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
		keys, spans = append(keys, key), append(spans, stretch{start, s.at})
		s.blank()
		if s.peek() != '.' {
			return keys, spans
		}
		s.at++
	}
}

// plainKey decodes one key, bare or in quotes.
func plainKey(raw string) (string, bool) {
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
func (s *tomlScan) text() {
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

// value goes behind a value: to the end of its line, or of what is open there.
func (s *tomlScan) value() {
	for depth := 0; s.at < len(s.doc); {
		switch c := s.doc[s.at]; {
		case c == '"' || c == '\'':
			s.text()
			continue
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == '#' && depth == 0, c == '\n' && depth == 0:
			return
		case c == '#':
			s.rest()
			continue
		}
		s.at++
	}
}
