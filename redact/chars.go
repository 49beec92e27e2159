package redact

// set is a set of ASCII character classes, as a bit mask.
type set uint16

const (
	cDigit set = 1 << iota
	cHexLow
	cLow
	cHexUp
	cUp
	cUnder
	cDash
	cDot
	cPlusSlash
	cEqual
	cTilde
	cPercent
	cSpace
	cQuote
	cBang
	cDollar
)

// Unions that the rules use.
const (
	lower    = cHexLow | cLow
	upper    = cHexUp | cUp
	letter   = lower | upper
	alnum    = letter | cDigit
	word     = alnum | cUnder
	hexLower = cDigit | cHexLow
	hexAny   = hexLower | cHexUp
	urlSafe  = word | cDash
	base64   = alnum | cPlusSlash | cEqual
	dotted   = urlSafe | cDot
	opaque   = urlSafe | cDot | cPlusSlash | cEqual | cTilde
)

var classes = func() (t [256]set) {
	for c := range 256 {
		b := byte(c)
		switch {
		case b >= '0' && b <= '9':
			t[c] = cDigit
		case b >= 'a' && b <= 'f':
			t[c] = cHexLow
		case b >= 'g' && b <= 'z':
			t[c] = cLow
		case b >= 'A' && b <= 'F':
			t[c] = cHexUp
		case b >= 'G' && b <= 'Z':
			t[c] = cUp
		case b == ' ' || b == '\t' || b == '\n' || b == '\r':
			t[c] = cSpace
		case b == '"' || b == '\'' || b == '`':
			t[c] = cQuote
		}
	}
	t['_'], t['-'], t['.'], t['='] = cUnder, cDash, cDot, cEqual
	t['+'], t['/'], t['~'], t['%'] = cPlusSlash, cPlusSlash, cTilde, cPercent
	t['!'], t['$'] = cBang, cDollar
	return t
}()

func is(c byte, m set) bool { return classes[c]&m != 0 }

// run returns the end of the run of characters of m that starts at i.
func run(s string, i int, m set) int {
	for i < len(s) && classes[s[i]]&m != 0 {
		i++
	}
	return i
}

// back returns the start of the run of characters of m that ends at i, at
// most limit bytes before it.
func back(s string, i, limit int, m set) int {
	stop := max(i-limit, 0)
	for i > stop && classes[s[i-1]]&m != 0 {
		i--
	}
	return i
}

// all reports whether s is not empty and has only characters of m.
func all(s string, m set) bool { return s != "" && run(s, 0, m) == len(s) }

func blank(s string, i int) int {
	for i < len(s) && (s[i] == ' ' || s[i] == '\t') {
		i++
	}
	return i
}

func fold(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// hasPrefixFold reports whether s starts with prefix, which is in lower case,
// whatever the case of ASCII letters.
func hasPrefixFold(s, prefix string) bool {
	if len(s) < len(prefix) {
		return false
	}
	for i := range len(prefix) {
		if fold(s[i]) != prefix[i] {
			return false
		}
	}
	return true
}

func hasSuffixFold(s, suffix string) bool {
	return len(s) >= len(suffix) && hasPrefixFold(s[len(s)-len(suffix):], suffix)
}

func equalFold(s, t string) bool { return len(s) == len(t) && hasPrefixFold(s, t) }
