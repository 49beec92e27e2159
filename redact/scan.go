package redact

import "strings"

// scanner walks once over a text. What it looks up ahead it remembers, so
// that no part is searched twice.
type scanner struct {
	s     string
	found []Finding

	lineFrom, line int // the last line looked at
	runFrom, runTo int // the last unquoted value
	runs           [8]span
	noQuote        [4]int

	docEnd  int  // end of the document of YAML or JSON that was looked at last
	inVault bool // it is a Kubernetes Secret
	dataEnd int  // the lines up to here are its values

	cookiesEnd int // up to here a line of cookies was read

	command    string // the shell command whose arguments are being read
	commandEnd int

	near     key // a credential was named without a value beside it
	nearEnd  int
	pairRule string // a public half was found: its secret half may follow
	pairEnd  int
}

// span is a run of characters of one set.
type span struct {
	set      set
	from, to int
}

// nearBy is how far after a key word a random value still belongs to it.
const nearBy = 64

// scan returns the secrets of s in order.
func scan(s string) []Finding {
	if len(s) < 8 {
		return nil
	}
	sc := &scanner{s: s}
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case is(c, word):
			i = sc.word(i)
		case i < sc.dataEnd && c == '\n':
			i = sc.dataLine(i + 1)
		case c == '-':
			i = sc.dash(i)
		case c == ':':
			i = sc.url(i)
		case c == '~':
			i = sc.azure(i)
		case c == 0xE2:
			i += max(marked(s[i:]), 1)
		case c >= 0x80:
			i = sc.foreign(i)
		default:
			i++
		}
	}
	return sc.found
}

func (sc *scanner) add(rule string, start, end int) int {
	sc.found = append(sc.found, Finding{Rule: rule, Start: start, End: end})
	return end
}

// lineEnd returns the offset of the newline after i, or the end of the text.
func (sc *scanner) lineEnd(i int) int {
	if i < sc.lineFrom || i >= sc.line {
		sc.lineFrom, sc.line = i, len(sc.s)
		if n := strings.IndexByte(sc.s[i:], '\n'); n >= 0 {
			sc.line = i + n
		}
	}
	return sc.line
}

// run returns the end of the run of characters of m that starts at i. A run
// is walked once, however many names in it ask for its end.
func (sc *scanner) run(i int, m set) int {
	r := &sc.runs[(m^m>>3^m>>7)&7]
	if r.set != m || i < r.from || i >= r.to {
		*r = span{m, i, run(sc.s, i, m)}
	}
	return r.to
}

// word handles the run of letters, digits and _ that starts at i and returns
// where to go on.
func (sc *scanner) word(i int) int {
	s := sc.s
	j := run(s, i, word)
	for _, k := range [2]int{i, unescaped(s, i)} {
		if k < 0 || k >= j || j-k < shortest && !goesOn(s, j) {
			continue
		}
		if rule, end := sc.token(k); end > 0 {
			sc.paired(rule, end)
			return sc.add(rule, k, end)
		}
		if rule, start, end := sc.shape(k, j); end > 0 {
			return sc.add(rule, start, end)
		}
	}
	if end := sc.joined(i, j); end > 0 {
		return end
	}
	if end := sc.beside(i, j); end > 0 {
		return end
	}
	if j-i == 34 && strings.HasPrefix(s[i:], "AC") && all(s[i+2:j], hexLower) {
		// The name of a Twilio account is public; its token is not.
		sc.pairRule, sc.pairEnd = "twilio-auth-token", j+200
	}
	if j-i == 6 && equalFold(s[i:j], "bearer") {
		if end := sc.bearer(j); end > 0 {
			return end
		}
	}
	if sc.enter(i, j) {
		return j
	}
	if end := sc.kept(i, j); end > 0 {
		return end
	}
	if k := keyAt(s, i, j); k.strength != noKey {
		if end := sc.keyed(i, k); end > 0 {
			return end
		}
	}
	return j
}

// joined finds a credential behind a part of a name that is joined to it by _, as in the name
// of a file, deploy_ghp_….
func (sc *scanner) joined(i, j int) int {
	for k := i; ; {
		n := strings.IndexByte(sc.s[k:j], '_')
		if k += n + 1; n < 0 || k == j || j-k < shortest && !goesOn(sc.s, j) {
			return 0
		}
		if rule, end := sc.token(k); end > 0 {
			return sc.add(rule, k, end)
		}
		if strings.HasPrefix(sc.s[k:], "eyJ") {
			if rule, start, end := sc.jwt(k); end > 0 {
				return sc.add(rule, start, end)
			}
		}
	}
}

// shortest is the length of the shortest credential of a known family.
const shortest = 18

// goesOn reports whether a token may go on at j, where a word ends.
func goesOn(s string, j int) bool {
	return j+1 < len(s) && is(s[j], cDash|cDot|cTilde|cPlusSlash|cEqual|cPercent|cBang|cDollar) && !is(s[j+1], cSpace) || j < len(s) && (s[j] == ':' || s[j] == '|')
}

// unescaped returns where a word starts after \n, \t, \r or %3D before it, or
// -1 if it starts at i.
func unescaped(s string, i int) int {
	switch {
	case i >= 1 && s[i-1] == '\\' && strings.IndexByte("nrt", s[i]) >= 0:
		return i + 1
	case i >= 1 && s[i-1] == '%' && i+2 < len(s) && is(s[i], hexAny) && is(s[i+1], hexAny):
		return i + 2
	}
	return -1
}

// keyed looks for the value of a key.
func (sc *scanner) keyed(i int, k key) int {
	if k.strength == header || hasSuffixFold(sc.s[i:k.end], "bearer") {
		if end := sc.scheme(i, k); end > 0 {
			return end
		}
	}
	if v, ok := sc.valueAfter(i, k.end, k); ok && (v.quoted || !k.plural) {
		// A known family says more than "token".
		if rule, end := sc.token(v.start); end > 0 {
			return sc.add(rule, v.start, end)
		}
		if end, ok := sc.secretEnd(v, k); ok {
			sc.add(k.rule, v.start, end)
			if v.list {
				end = sc.rest(end, k)
			}
			return end
		}
		if strings.Contains(sc.s[v.start:min(v.end, v.start+maxLook)], "://") {
			return 0
		}
	}
	if (k.strength == strong || k.strength == weak) && k.end-i < 24 && k.rule != "auth" {
		sc.before(i)
	}
	if k.strength == password && !k.bare {
		sc.namedAfter(i, k.end)
	}
	if k.rule == "token" && k.apart {
		sc.near, sc.nearEnd = k, min(k.end+12, sc.lineEnd(k.end))
	}
	if (k.strength == strong || k.strength == password) && k.rule != "auth" && !k.bare && !k.handed {
		sc.near, sc.nearEnd = k, sc.reach(k.end)
	}
	return 0
}

// reach returns how far the name of a credential counts: over the rest of its
// line, or over the start of the next if the name ends its line.
func (sc *scanner) reach(p int) int {
	e := p
	for e < len(sc.s) && e < p+8 && strings.IndexByte(" \t:*`", sc.s[e]) >= 0 {
		e++
	}
	if e < len(sc.s) && sc.s[e] == '\n' {
		return e + 16
	}
	return min(p+nearBy, sc.lineEnd(p))
}

// beside redacts a random value that stands near the name of a credential
// ("the api key we use, 3f9a…").
func (sc *scanner) beside(i, j int) int {
	s := sc.s
	if i < sc.pairEnd && j-i >= 8 {
		end := sc.run(i, base64)
		if n := end - i; (n == 40 || n == 32 && all(s[i:end], hexAny)) && random(s[i:end]) {
			sc.pairEnd = 0
			return sc.add(sc.pairRule, i, end)
		}
	}
	if i >= sc.nearEnd {
		return 0
	}
	if hashWord(s[i:j]) {
		sc.nearEnd = 0
		return 0
	}
	end := trimEnd(s, i, sc.run(i, opaque))
	if end-i > maxValue {
		return 0
	}
	t := s[i:min(end, i+maxLook)]
	if len(t) < 20 || !random(t) || isReference(t, false) || isUUID(t) || hasWordPart(t) || isHost(t) ||
		i > 0 && (s[i-1] == '/' || s[i-1] == '.' || s[i-1] == '-' && i > 1 && is(s[i-2], alnum)) {
		return 0
	}
	sc.nearEnd = 0
	return sc.add(sc.near.rule, i, end)
}

// hasWordPart reports whether t is a path or a dotted name with words in it.
func hasWordPart(t string) bool {
	for len(t) > 0 {
		n := strings.IndexAny(t, "/.")
		if n < 0 {
			return wordy(t) && len(t) > 3
		}
		if n > 3 && wordy(t[:n]) {
			return true
		}
		t = t[n+1:]
	}
	return false
}

// isHost reports whether t is the name of a host: three labels or more of at most 15
// signs, the last without digits.
func isHost(t string) bool {
	labels := strings.Split(t, ".")
	for _, l := range labels {
		if l == "" || len(l) > 15 || !all(l, lower|cDigit|cDash) {
			return false
		}
	}
	return len(labels) > 2 && all(labels[len(labels)-1], lower)
}

var hashWords = wordSet("sha sha1 sha256 sha512 md5 commit commits hash digest checksum revision rev etag integrity id ids uuid guid file branch image")

// hashWord reports whether a word says that an opaque value after it is no
// secret.
func hashWord(w string) bool {
	return len(w) <= 9 && hashWords()[strings.ToLower(w)]
}

// paired remembers that the secret half of a pair may follow its public half.
func (sc *scanner) paired(rule string, end int) {
	if rule == "aws-access-key" {
		sc.pairRule, sc.pairEnd = "aws-secret-key", end+200
	}
}
