package install

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// JSON5 (https://spec.json5.org) is JSON as people write it: comments, keys without quotes,
// strings in single quotes, a comma behind the last child, more forms of numbers.

// parse5 returns the value of a JSON5 document. The error names line and column.
func parse5(doc []byte) (*place, error) {
	p := parser5{doc: doc}
	p.space()
	top := p.value(0)
	if p.space(); p.wrong == "" && p.at < len(doc) {
		p.fail("something stands behind the settings")
	}
	if p.wrong != "" {
		line, column := position(doc, p.at+1)
		return nil, fmt.Errorf("%w at line %d, column %d: %s", ErrMalformed, line, column, p.wrong)
	}
	return top, nil
}

// deepest is how deep values may lie in one another.
const deepest = 1000

// parser5 walks over a document until it ends or something is wrong.
type parser5 struct {
	doc   []byte
	at    int
	wrong string // what is wrong at the offset, "" for nothing
}

func (p *parser5) fail(what string) {
	if p.wrong == "" {
		p.wrong = what
	}
}

// next returns the byte at the offset, 0 behind the end.
func (p *parser5) next() byte {
	if p.at < len(p.doc) {
		return p.doc[p.at]
	}
	return 0
}

func (p *parser5) space() { p.at, p.wrong = skip5(p.doc, p.at, p.wrong) }

// skip5 returns the offset behind white space and comments; wrong names a comment without
// an end.
func skip5(doc []byte, at int, wrong string) (int, string) {
	for at < len(doc) {
		r, n := utf8.DecodeRune(doc[at:])
		rest := doc[at:]
		switch {
		case r == '\ufeff' || unicode.IsSpace(r) || r == '\u2028' || r == '\u2029':
			at += n
		case bytes.HasPrefix(rest, []byte("//")):
			if i := bytes.IndexAny(rest, "\n\r\u2028\u2029"); i >= 0 {
				at += i
			} else {
				at = len(doc)
			}
		case bytes.HasPrefix(rest, []byte("/*")):
			i := bytes.Index(rest[2:], []byte("*/"))
			if i < 0 {
				return at, "a comment has no end"
			}
			at += i + 4
		default:
			return at, wrong
		}
	}
	return at, wrong
}

func (p *parser5) value(depth int) *place {
	v := &place{kind: p.next(), start: p.at}
	switch {
	case p.wrong != "":
	case depth > deepest:
		p.fail("values lie too deep in one another")
	case v.kind == '{' || v.kind == '[':
		p.children(v, depth)
	case v.kind == '"' || v.kind == '\'':
		v.kind = '"'
		p.text()
	default:
		v.kind = 'v'
		for p.at < len(p.doc) && (isWord(p.doc[p.at]) || strings.IndexByte("+-.", p.doc[p.at]) >= 0) {
			p.at++
		}
		if raw := string(p.doc[v.start:p.at]); !isScalar(raw) {
			p.at = v.start
			p.fail("there is no value")
		}
	}
	v.end = p.at
	return v
}

func (p *parser5) children(v *place, depth int) {
	closing := v.kind + 2 // ']' and '}' stand two after '[' and '{'
	p.at++
	for p.space(); p.wrong == "" && p.next() != closing; p.space() {
		if v.kind == '[' {
			v.items = append(v.items, p.value(depth+1))
		} else {
			v.members = append(v.members, p.member(depth))
		}
		p.space()
		switch {
		case p.at >= len(p.doc):
			p.at = v.start
			p.fail("an object or a list has no end")
		case p.next() == ',':
			p.at++
		case p.next() != closing:
			p.fail("there is no comma")
		}
	}
	if p.wrong == "" {
		p.at++
	}
}

func (p *parser5) member(depth int) member {
	m := member{start: p.at}
	if q := p.next(); q == '"' || q == '\'' {
		p.text()
	} else {
		for p.at < len(p.doc) && (isWord(p.doc[p.at]) || p.doc[p.at] == '\\') {
			p.at++
		}
		if p.at == m.start {
			p.fail("there is no key")
			return m
		}
	}
	m.key = text5(p.doc[m.start:p.at])
	if p.space(); p.next() != ':' {
		p.fail("there is no colon behind the key")
		return m
	}
	p.at++
	p.space()
	m.value = p.value(depth + 1)
	return m
}

func (p *parser5) text() {
	start, quote := p.at, p.doc[p.at]
	for p.at++; p.at < len(p.doc) && p.doc[p.at] != quote; p.at++ {
		switch c := p.doc[p.at]; {
		case c == '\\':
			if p.at++; p.at+1 < len(p.doc) && p.doc[p.at] == '\r' && p.doc[p.at+1] == '\n' {
				p.at++ // a line that goes on
			}
		case c == '\n' || c == '\r':
			p.at = start
			p.fail("a text has no end in its line")
			return
		}
	}
	if p.at >= len(p.doc) {
		p.at = start
		p.fail("a text has no end")
		return
	}
	p.at++
}

// isWord reports whether a byte may stand in a key without quotes, or in a name such as true.
func isWord(c byte) bool {
	return c == '_' || c == '$' || c >= utf8.RuneSelf || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z'
}

// isScalar reports whether raw is a number or a name of JSON5.
func isScalar(raw string) bool {
	switch strings.TrimLeft(raw, "+-") {
	case "Infinity", "NaN":
		return true
	}
	switch raw {
	case "true", "false", "null":
		return true
	case "":
		return false
	}
	number := strings.TrimPrefix(strings.TrimPrefix(raw, "+"), "-")
	if hex, ok := strings.CutPrefix(strings.ToLower(number), "0x"); ok {
		_, err := strconv.ParseUint(hex, 16, 64)
		return err == nil
	}
	if strings.Trim(number, "0123456789.eE+-") != "" || strings.HasPrefix(number, "+") || strings.HasPrefix(number, "-") {
		return false
	}
	_, err := strconv.ParseFloat(number, 64)
	return err == nil || strings.Contains(err.Error(), "range")
}

// text5 decodes a text or a key of JSON5. What is neither comes back as it stands.
func text5(raw []byte) string {
	s := string(raw)
	if len(raw) >= 2 && (raw[0] == '"' || raw[0] == '\'') {
		s = string(raw[1 : len(raw)-1])
	}
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '\n':
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
		case 'b', 'f', 'n', 'r', 't', 'v', '0':
			b.WriteByte("\b\f\n\r\t\v\x00"[strings.IndexByte("bfnrtv0", c)])
		case 'x', 'u':
			digits := 2
			if c == 'u' {
				digits = 4
			}
			if n, err := strconv.ParseUint(s[i+1:min(i+1+digits, len(s))], 16, 32); err == nil {
				b.WriteRune(rune(n))
				i += digits
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
