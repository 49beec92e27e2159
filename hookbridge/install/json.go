package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

// place is one JSON value and where it stands. The document stays as it is;
// an edit is a splice.
type place struct {
	kind       byte // '{', '[', '"' or 'v' for anything else
	start, end int
	members    []member // of an object, in order
	items      []*place // of a list
}

type member struct {
	key   string
	start int // of the key
	value *place
}

// bare returns the document with blanks in the place of comments, as JSON with comments has
// them: each byte stays where it is.
func bare(doc []byte) []byte {
	var out []byte
	for at := 0; at < len(doc); at++ {
		switch {
		case doc[at] == '"':
			for at++; at < len(doc) && doc[at] != '"'; at++ {
				if doc[at] == '\\' {
					at++
				}
			}
		case bytes.HasPrefix(doc[at:], []byte("//")), bytes.HasPrefix(doc[at:], []byte("/*")):
			if out == nil {
				out = bytes.Clone(doc)
			}
			end := bytes.IndexAny(doc[at:], "\r\n")
			if doc[at+1] == '*' {
				if end = bytes.Index(doc[at+2:], []byte("*/")); end >= 0 {
					end += 4
				}
			}
			if end < 0 {
				end = len(doc) - at
			}
			for i := at; i < at+end; i++ {
				if out[i] != '\r' && out[i] != '\n' {
					out[i] = ' '
				}
			}
			at += end - 1
		}
	}
	if out == nil {
		return doc
	}
	return out
}

// ErrMalformed says that a settings file is not JSON.
var ErrMalformed = errors.New("malformed JSON")

// ErrShape says that a settings file is JSON of a shape that the client would
// not read either.
var ErrShape = errors.New("unexpected shape")

// parse returns the value of a document, which may hold comments. The error names line
// and column.
func parse(doc []byte) (*place, error) { return parseStrict(bare(doc)) }

// parseStrict is [parse] for a client to which a comment is no JSON.
func parseStrict(doc []byte) (*place, error) {
	at := 0
	if bytes.HasPrefix(doc, []byte("\xef\xbb\xbf")) {
		at = 3
	}
	var raw json.RawMessage
	if err := json.Unmarshal(doc[at:], &raw); err != nil {
		offset := len(doc)
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			offset = at + int(syntax.Offset)
		}
		line, column := position(doc, offset)
		return nil, fmt.Errorf("%w at line %d, column %d: %w", ErrMalformed, line, column, err)
	}
	p := parser{doc: doc, at: at}
	p.space()
	return p.value(), nil
}

// position returns line and column (in characters), both from 1, of the byte
// before offset, which is the one that encoding/json complains about.
func position(doc []byte, offset int) (line, column int) {
	offset = max(min(offset, len(doc))-1, 0)
	before := doc[:offset]
	line = 1 + bytes.Count(before, []byte("\n"))
	return line, 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
}

// parser walks over JSON that is known to be valid.
type parser struct {
	doc []byte
	at  int
}

func (p *parser) space() {
	for p.at < len(p.doc) && (p.doc[p.at] == ' ' || p.doc[p.at] == '\t' || p.doc[p.at] == '\r' || p.doc[p.at] == '\n') {
		p.at++
	}
}

func (p *parser) value() *place {
	v := &place{kind: p.doc[p.at], start: p.at}
	switch v.kind {
	case '{', '[':
		p.at++
		for p.space(); p.doc[p.at] != '}' && p.doc[p.at] != ']'; p.space() {
			p.element(v)
			p.space()
			if p.doc[p.at] == ',' {
				p.at++
			}
		}
		p.at++
	case '"':
		p.text()
	default:
		v.kind = 'v'
		for p.at < len(p.doc) && bytes.IndexByte([]byte(",]} \t\r\n"), p.doc[p.at]) < 0 {
			p.at++
		}
	}
	v.end = p.at
	return v
}

func (p *parser) element(v *place) {
	if v.kind == '[' {
		v.items = append(v.items, p.value())
		return
	}
	m := member{start: p.at}
	p.text()
	m.key = text(p.doc[m.start:p.at])
	p.space()
	p.at++ // the colon
	p.space()
	m.value = p.value()
	v.members = append(v.members, m)
}

func (p *parser) text() {
	for p.at++; p.doc[p.at] != '"'; p.at++ {
		if p.doc[p.at] == '\\' {
			p.at++
		}
	}
	p.at++
}

// text decodes a JSON string; "" for anything else.
func text(raw []byte) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// get returns the value of a key. Of a key that stands twice the last one
// counts, as it does for the client.
func (v *place) get(key string) *place {
	if i := v.index(key); i >= 0 {
		return v.members[i].value
	}
	return nil
}

func (v *place) index(key string) int {
	if v == nil || v.kind != '{' {
		return -1
	}
	for i := len(v.members) - 1; i >= 0; i-- {
		if v.members[i].key == key {
			return i
		}
	}
	return -1
}

// span returns where the i-th child of an object or a list stands, with its key.
func (v *place) span(i int) (start, end int) {
	if v.kind == '{' {
		return v.members[i].start, v.members[i].value.end
	}
	return v.items[i].start, v.items[i].end
}

func (v *place) len() int {
	if v == nil {
		return 0
	}
	return len(v.members) + len(v.items)
}
