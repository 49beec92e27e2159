package redact

import "strings"

// token is a family of credentials that its issuer made recognisable: a
// fixed start, then a run of characters of one set.
type token struct {
	rule   string
	prefix string // in its exact case
	set    set    // characters of the body
	min    int    // shortest body, in bytes
	max    int    // longest body; 0 is no limit
	check  func(body string) bool
}

// byFirst lists the families by the first byte of their prefix.
var byFirst = byByte(tokens, func(f *token) byte { return f.prefix[0] })

// byByte lists what stands in tables by one byte of each. It points into the
// tables: the hook starts for every prompt, and copies would be made each time.
func byByte[T any](tables [][]T, of func(*T) byte) (lists [256][]*T) {
	var count [256]int
	n := 0
	for _, table := range tables {
		for i := range table {
			count[of(&table[i])]++
		}
		n += len(table)
	}
	all := make([]*T, n)
	for c, n := range count {
		lists[c], all = all[:0:n], all[n:]
	}
	for _, table := range tables {
		for i := range table {
			c := of(&table[i])
			lists[c] = append(lists[c], &table[i])
		}
	}
	return lists
}

// leastPrefix is the length of a prefix that tells a credential from a part of a name.
const leastPrefix = 3

// maxBody is how much of a token is judged.
const maxBody = 256

// token returns the rule and the end of the credential that starts at i, or
// end 0. The name of a file may be joined to it: ghp_…_old.txt.
func (sc *scanner) token(i int) (rule string, end int) {
	s := sc.s
	joined := i > 0 && s[i-1] == '_' // to what stands before it
	for _, f := range byFirst[s[i]] {
		if !strings.HasPrefix(s[i:], f.prefix) {
			continue
		}
		from := i + len(f.prefix)
		end = sc.run(from, f.set)
		for end > from && s[end-1] == '.' {
			end--
		}
		fixed := f.min == f.max
		if fixed && end-from > f.max && is(s[from+f.max], cUnder|cDash) {
			end = from + f.max // what follows has characters of the set
		} else if end > from && end < len(s) && s[end-1] == '_' && is(s[end], alnum) {
			end-- // and so has what stands between
		}
		size := end - from
		if size < f.min || f.max > 0 && size > f.max || end < len(s) && is(s[end], alnum) {
			continue
		}
		body := s[from:min(end, from+maxBody)]
		if (joined || end < len(s) && is(s[end], cUnder)) && (len(f.prefix) < leastPrefix || !fixed && !scattered(body)) {
			continue // a name of several parts
		}
		if isExample(body) || f.check != nil && !f.check(body) {
			continue
		}
		return f.rule, end
	}
	return "", 0
}

// mixed reports whether body has capital letters, small letters and digits.
func mixed(body string) bool {
	var seen set
	for i := range len(body) {
		seen |= classes[body[i]]
	}
	return seen&lower != 0 && seen&upper != 0 && seen&cDigit != 0
}

// unnamed is mixed for a body that is no name of a method.
func unnamed(body string) bool { return mixed(body) && !wordy(body) }

// jumbled reports whether body is not made of words.
func jumbled(body string) bool { return !wordy(body) }

// scattered reports whether body has letters and digits and is not made of
// words.
func scattered(body string) bool {
	var seen set
	for i := range len(body) {
		seen |= classes[body[i]]
	}
	return seen&letter != 0 && seen&cDigit != 0 && !wordy(body)
}

// parts reports whether body consists of parts of the given lengths, joined by
// sep; a negative length is a minimum.
func parts(body, sep string, lengths ...int) bool {
	got := strings.Split(body, sep)
	if len(got) != len(lengths) {
		return false
	}
	for i, want := range lengths {
		if n := len(got[i]); want >= 0 && n != want || want < 0 && n < -want {
			return false
		}
	}
	return true
}

// Those of single families.
func cloudflareParts(body string) bool { return parts(body, "-", 24, 146) }
func harnessParts(body string) bool    { return parts(body, ".", 22, 24, 20) }
func resendParts(body string) bool     { return parts(body, "_", -8, -20) }
func airtableParts(body string) bool   { return parts(body, ".", 14, 64) }

// clickup reports whether body is the rest of pk_ID_KEY: the number of a user
// and 32 capital letters and digits.
func clickup(body string) bool {
	id, key, ok := strings.Cut(body, "_")
	return ok && all(id, cDigit) && len(key) == 32 && all(key, upper|cDigit)
}

// session reports whether body is the rest of 00D…!…: the id of an
// organisation, of which 12 or 15 characters are left, and a session.
func session(body string) bool {
	org, key, ok := strings.Cut(body, "!")
	return ok && (len(org) == 12 || len(org) == 15) && len(key) >= 80 && all(key, dotted)
}
