package transcript

import (
	"encoding/json"
	"errors"
)

var errTorn = errors.New("line is not a JSON object")

// fields calls yield with the key and the raw value of each member of the
// object in line, in order, until yield returns false. It looks at nested
// values only to find their end, so a line of which one short field is wanted
// costs one pass over its bytes. A raw value may be malformed inside.
func fields(line []byte, yield func(key string, raw []byte) bool) error {
	at := space(line, 0)
	if at >= len(line) || line[at] != '{' {
		return errTorn
	}
	for at = space(line, at+1); at < len(line) && line[at] != '}'; {
		end := skip(line, at)
		if end < 0 || line[at] != '"' {
			return errTorn
		}
		var key string
		if json.Unmarshal(line[at:end], &key) != nil {
			return errTorn
		}
		if at = space(line, end); at >= len(line) || line[at] != ':' {
			return errTorn
		}
		at = space(line, at+1)
		if end = skip(line, at); end < 0 {
			return errTorn
		}
		if !yield(key, line[at:end]) {
			return nil
		}
		if at = space(line, end); at < len(line) && line[at] == ',' {
			at = space(line, at+1)
		}
	}
	if at >= len(line) {
		return errTorn
	}
	return nil
}

func space(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\t' || b[at] == '\r' || b[at] == '\n') {
		at++
	}
	return at
}

// skip returns the offset after the value at the given one, -1 if it does not
// end.
func skip(b []byte, at int) int {
	depth := 0
	for i := at; i < len(b); i++ {
		switch b[i] {
		case '"':
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			if depth == 0 && i < len(b) {
				return i + 1
			}
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
			if depth < 0 {
				return i // the end of the object around a bare value
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}
