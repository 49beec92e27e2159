package redact

import "strings"

// Where a value may stand beside its key.

// arrow returns the length of a sign that assigns and does not begin with = or
// a colon, or 0: ||= ?= ??= += -> <-.
func arrow(s string) int {
	for _, a := range []string{"||=", "??=", "?=", "+=", "->", "<-"} {
		if strings.HasPrefix(s, a) {
			return len(a)
		}
	}
	return 0
}

// setsVariable reports whether the name s[i:p] stands where a value follows
// after a space: ENV NAME value in a Dockerfile, setenv NAME value in a shell
// or a server's configuration, login NAME password value in .netrc.
func setsVariable(s string, i, p int) bool {
	from := back(s, i, 1, cSpace)
	if from == i || s[from] == '\n' {
		return s[from:p] == "\npassword" && inNetrc(s[:i])
	}
	switch strings.ToLower(s[back(s, from, 16, urlSafe):from]) {
	case "env", "setenv", "arg", "fastcgi_param", "passenger_env_var":
		return all(s[i:p], upper|cDigit|cUnder)
	}
	return s[i:p] == "password" && inNetrc(s[:i])
}

// inNetrc reports whether a text ends with the account of an entry of .netrc.
func inNetrc(s string) bool {
	s = s[max(0, len(s)-200):]
	if !strings.Contains(s, "login") {
		return false // taking it apart costs more than all else that is asked of a key
	}
	words := strings.Fields(s)
	if n := len(words); n < 2 || words[n-2] != "login" {
		return false
	}
	for _, w := range words {
		if w == "machine" || w == "default" {
			return true
		}
	}
	return false
}

// inAttribute reports whether the name that starts at i ends a quoted
// attribute of a tag: <property name="db.password">.
func inAttribute(s string, i int) bool {
	i = back(s, i, 48, dotted)
	return i > 1 && is(s[i-1], cQuote) && s[i-2] == '='
}

// allCaps reports whether a name is in capital letters, as SQL writes PASSWORD 'x'.
func allCaps(name string) bool { return all(name, upper|cUnder) }

// afterUser reports whether a user's name is told a little before i.
func afterUser(s string, i int) bool {
	t := strings.ToLower(s[max(0, i-48):i])
	return strings.LastIndex(t, "user") > strings.LastIndexByte(t, '\n') || strings.LastIndex(t, "login") > strings.LastIndexByte(t, '\n')
}

// inBrackets returns where the sign stands in password (prod): x and in
// password['prod'] = x, or 0.
func (sc *scanner) inBrackets(q, p int) int {
	s := sc.s
	shut := byte(')')
	switch {
	case q < len(s) && s[q] == '(' && q > p:
	case q < len(s) && s[q] == '[' && q == p:
		shut = ']'
	default:
		return 0
	}
	for e := q + 1; e < len(s) && e < q+32 && s[e] != '\n'; e++ {
		if s[e] != shut {
			continue
		}
		if e = blank(s, e+1); e < len(s) && (s[e] == '=' || s[e] == ':') {
			return e
		}
		return 0
	}
	return 0
}

// valueMember returns where "value" stands in {"name": "KEY", "value": "x"}
// after the comma at q, or 0.
func valueMember(s string, q int) int {
	n := run(s, q+1, cSpace)
	if n < len(s) && is(s[n], cQuote) && hasPrefixFold(s[n+1:], "value") && n+6 < len(s) && is(s[n+6], cQuote) {
		return n + 1
	}
	return 0
}

// inCell reports whether the name that starts at i is the first in a cell of
// a table.
func inCell(s string, i int) bool {
	for n := 0; i > 0 && n < 16 && strings.IndexByte(" *`", s[i-1]) >= 0; n++ {
		i--
	}
	return i > 0 && s[i-1] == '|'
}

// inTag reports whether the name that starts at i stands right after <.
func inTag(s string, i int) bool {
	i = back(s, i, 48, dotted)
	return i > 0 && s[i-1] == '<'
}
