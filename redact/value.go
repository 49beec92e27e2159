package redact

import "strings"

const (
	maxLook  = 160     // bytes of a value that are judged
	maxValue = 1 << 14 // longest quoted value
)

// form says how a value stands beside its key.
type form int

const (
	assigned form = iota // key = value, key: value, --key value
	tight                // KEY=value, without spaces
	told                 // my password is value
	literal              // key("value"): always quoted
)

// value is what stands where a key's value is expected.
type value struct {
	start, end int
	quoted     bool
	list       bool // the first of a list
	form       form
	last       bool // nothing follows on the line or in the sentence
	owned      bool // its key says whose or what for: my password, the wifi password
}

// valueAfter finds the value of the key that ends at p and whose name starts
// at i.
func (sc *scanner) valueAfter(i, p int, k key) (value, bool) {
	s := sc.s
	flag := i > 0 && s[i-1] == '-'
	closed := p
	for p < len(s) && p < closed+4 && strings.IndexByte("\"'`*]\\)", s[p]) >= 0 {
		p++
	}
	closed = p - closed
	q := blank(s, p)
	if q < len(s) && s[q] == '\n' {
		// name: KEY, and value: on the next line
		if n := q + 1 + run(s[q+1:min(len(s), q+33)], 0, cSpace); hasPrefixFold(s[n:], "value") {
			return sc.named(n)
		}
	}
	if e := sc.inBrackets(q, p); e > 0 {
		return sc.afterSign(e, true)
	}
	switch {
	case q >= len(s):
		return value{}, false
	case s[q] == '=' || s[q] == ':':
		return sc.afterSign(q, q > p)
	case q > p && strings.HasPrefix(s[q:], "string ="): // var token string = "x"
		return sc.afterSign(q+len("string "), true)
	case strings.IndexByte(".+?", s[q]) >= 0 && q+1 < len(s) && s[q+1] == '=':
		return sc.afterSign(q+1, q > p)
	case arrow(s[q:]) > 0:
		v, ok := sc.read(blank(s, q+arrow(s[q:])), assigned)
		return v, ok && v.quoted
	case s[q] == '|' && q > p && inCell(s, i):
		return sc.read(blank(s, q+1), assigned)
	case s[q] == '>' && (inTag(s, i) || closed > 0 && inAttribute(s, i)):
		if hasPrefixFold(s[q+1:], "<value>") {
			q += len("<value>")
		}
		if q+1 < len(s) && s[q+1] == '\n' {
			return sc.nextLine(q + 1)
		}
		return sc.read(q+1, assigned)
	case s[q] == ',' && closed > 0 && valueMember(s, q) > 0:
		return sc.named(valueMember(s, q))
	case s[q] == ',' && closed > 0 || s[q] == '(' && closed == 0:
		v, ok := sc.read(blank(s, q+1), literal)
		return v, ok && v.quoted
	case k.bare && q > p && afterUser(s, i):
		v, ok := sc.read(q, told)
		return v, ok && (v.last || v.quoted) && madeUp(s[v.start:v.end])
	case q == p || k.bare:
		return value{}, false
	case flag && !copulas()[strings.ToLower(s[q:wordEnd(s, q)])], i > 0 && setsVariable(s, i, p):
		return sc.read(q, tight)
	case hasPrefixFold(s[q:], "value"):
		return sc.named(q)
	}
	return sc.told(i, q, k)
}

// afterSign reads a value after = : := ::= => == or a type annotation.
func (sc *scanner) afterSign(q int, spaced bool) (value, bool) {
	s := sc.s
	colon := s[q] == ':'
	for n := 0; n < 4 && q < len(s) && strings.IndexByte("=:>", s[q]) >= 0; n++ {
		q++
	}
	if colon && s[q-1] == ':' && q-2 >= 0 && s[q-2] == ':' {
		return value{}, false // a scope: Token::new
	}
	for n := 0; n < 2 && q < len(s) && s[q] == '*'; n++ {
		q++ // **Password:** in Markdown
	}
	from := blank(s, q)
	if from < len(s) && strings.IndexByte("\n|><", s[from]) >= 0 {
		if v, ok := sc.nextLine(from); ok {
			return v, true
		}
	}
	f := assigned
	if !spaced && from == q && !colon {
		f = tight
	}
	v, ok := sc.read(from, f)
	if !ok || v.quoted || !colon {
		return v, ok
	}
	// password: string = "x"
	if next := blank(s, v.end); next+1 < len(s) && s[next] == '=' && s[next+1] != '=' {
		return sc.read(blank(s, next+1), assigned)
	}
	return v, ok
}

// named reads the value in name="KEY" value="x" and in name: KEY, value: x.
func (sc *scanner) named(q int) (value, bool) {
	q += len("value")
	for n := 0; n < 2 && q < len(sc.s) && is(sc.s[q], cQuote); n++ {
		q++
	}
	q = blank(sc.s, q)
	if q >= len(sc.s) || sc.s[q] != '=' && sc.s[q] != ':' {
		return value{}, false
	}
	return sc.read(blank(sc.s, q+1), assigned)
}

// read reads the value at q.
func (sc *scanner) read(q int, f form) (value, bool) {
	s := sc.s
	// A prefix of a string literal: b"…", r'…', $'…', @"…".
	if q+1 < len(s) && (is(s[q], lower) || s[q] == '$' || s[q] == '@') && is(s[q+1], cQuote) {
		q++
	}
	if q < len(s) && s[q] == '\\' {
		q++ // \"…\" inside a string
	}
	// The first of a list or of what stands in brackets: ["…", ("…".
	list := false
	if q+1 < len(s) && (s[q] == '[' || s[q] == '(') && is(s[q+1], cQuote) {
		list = s[q] == '['
		q++
	}
	if q >= len(s) || is(s[q], cSpace) || marked(s[q:]) > 0 {
		return value{}, false
	}
	if is(s[q], cQuote) {
		if end := sc.quoteEnd(q+1, s[q]); end > q+1 {
			return value{start: q + 1, end: end, quoted: true, list: list, form: f}, true
		}
		q++
	}
	end := sc.runEnd(q)
	end = trimEnd(s, q, end)
	if end <= q {
		return value{}, false
	}
	next := blank(s, trimTail(s, end))
	v := value{start: q, end: end, form: f}
	v.last = next >= len(s) || s[next] == '\n' || end < next && strings.IndexByte(".!?", s[end]) >= 0
	return v, true
}

// rest redacts what else stands in a list whose first value ends at end.
func (sc *scanner) rest(end int, k key) int {
	s := sc.s
	for range 256 {
		next := end
		if next < len(s) && is(s[next], cQuote) {
			next++
		}
		if next = run(s, next, cSpace); next >= len(s) || s[next] != ',' {
			break
		}
		next = run(s, next+1, cSpace)
		if next >= len(s) || !is(s[next], cQuote) {
			break
		}
		v, ok := sc.read(next, literal)
		if after := run(s, min(v.end+1, len(s)), cSpace); !ok || !v.quoted || after < len(s) && s[after] == ':' || !sc.secret(v, k) {
			break
		}
		if rule, e := sc.token(v.start); e == v.end {
			end = sc.add(rule, v.start, e)
			continue
		}
		end = sc.add(k.rule, v.start, v.end)
	}
	return end
}

// quoteEnd returns the offset of the closing quote on the same line, without
// the backslash before it, or -1.
func (sc *scanner) quoteEnd(q int, quote byte) int {
	if q < sc.noQuote[quote&3] {
		return -1
	}
	limit := min(sc.lineEnd(q), q+maxValue)
	for p := q; p < limit; p++ {
		n := strings.IndexByte(sc.s[p:limit], quote)
		if n < 0 {
			break
		}
		p += n
		if sc.s[p-1] != '\\' {
			return p
		}
		// \" ends a value that \" opened; elsewhere it is part of it.
		if q >= 2 && sc.s[q-2] == '\\' {
			return p - 1
		}
	}
	sc.noQuote[quote&3] = limit
	return -1
}

// runEnd returns the end of an unquoted value.
func (sc *scanner) runEnd(q int) int {
	if q >= sc.runFrom && q < sc.runTo {
		return sc.runTo
	}
	s, e := sc.s, q
	for e < len(s) && !ends(s, e) {
		e++
	}
	sc.runFrom, sc.runTo = q, e
	return e
}

func ends(s string, e int) bool {
	switch c := s[e]; c {
	case ' ', '\t', '\n', '\r', '"', '\'', '`', '<', '>', ';', '|':
		return true
	case ',':
		return e+1 >= len(s) || !is(s[e+1], word)
	case '&':
		return e+1 < len(s) && is(s[e+1], letter) && strings.IndexByte(s[e:min(e+40, len(s))], '=') > 0
	case '\\':
		return e+1 < len(s) && strings.IndexByte("nrt\"'", s[e+1]) >= 0
	case 0xE2:
		return marked(s[e:]) > 0
	}
	return false
}

// trimEnd takes closing brackets and the punctuation of a sentence off a
// value.
func trimEnd(s string, q, end int) int {
	for stop := max(q, end-8); end > stop; {
		switch c := s[end-1]; c {
		case ')', ']', '}':
			open := map[byte]string{')': "(", ']': "[", '}': "{"}[c]
			if strings.Contains(s[q:min(end, q+maxLook)], open) {
				return end
			}
		case '.', ',', ':', '!', '?', '*':
		default:
			return end
		}
		end--
	}
	return end
}

func trimTail(s string, end int) int {
	for stop := min(len(s), end+16); end < stop && strings.IndexByte(".,:!?*)]}\"'`;", s[end]) >= 0; {
		end++
	}
	return end
}
