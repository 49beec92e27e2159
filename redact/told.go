package redact

import "strings"

// Sentences that say what a password is.

// copulas stand between a key and its value in a sentence.
var copulas = wordSet(`is was are be been becomes ist war lautet es era est etait è é = : := equals`)

// stillSo stand before or behind a copula.
var stillSo = wordSet(`now always still just currently again`)

// ofWhich lead to what a password is for.
var ofWhich = wordSet(`for of on in at für von vom zum auf pour du de del voor van para per`)

// whichOne begin what tells one password from others without a noun: the password there, the password we agreed on.
var whichOne = wordSet(`there here over i we you they he she that which from behind these`)

// wordEnd returns where the word at q ends, which is not read to its end where it is long.
func wordEnd(s string, q int) int {
	e := q
	for e < len(s) && e < q+24 && !is(s[e], cSpace) && s[e] != ':' {
		e++
	}
	return e
}

// told reads the value of a sentence: my password is x, the password for the
// server is x, set the password to x.
func (sc *scanner) told(i, q int, k key) (value, bool) {
	s := sc.s
	if k.strength == password {
		if v, ok := sc.read(q, told); ok && sc.apposed(v, allCaps(s[i:k.end])) {
			return v, true
		}
		if hasPrefixFold(s[q:], "from ") && changes(s, i) {
			if v, ok := sc.exchanged(q+len("from "), k); ok {
				return v, true
			}
		}
	}
	linked, loose := false, false
	for n := 0; n < 7 && q < len(s); n++ {
		if v, ok := sc.changed(q, k); ok && (n == 0 || sc.secret(v, k)) {
			return v, true
		}
		e := wordEnd(s, q)
		w := strings.ToLower(s[q:e])
		next := blank(s, e)
		switch {
		case e < len(s) && s[e] == ':' && linked:
			return sc.read(blank(s, e+1), told)
		case copulas()[w] && next > e:
			v, ok := sc.complement(next, k)
			v.last = v.last && !loose // "for the password there is documentation" says nothing of its value
			v.owned = owned(s, i)
			return v, ok
		case n == 0 && stillSo()[w] && next > e:
			linked = true // the password now is x
		case n == 0 && (w == "to" || w == "as" || w == "with"):
			if v, ok := sc.read(next, told); ok && sc.secret(v, k) {
				return v, true
			}
			linked = true
		case n == 0 && ofWhich()[w]:
			linked = true
		case n > 0 && (w == "to" || w == "from") && k.strength == password && changes(s, i):
			if v, ok := sc.changedAfter(w, next, k); ok {
				return v, true // changed the password of the box to x
			}
		case n == 0 && k.strength == password && whichOne()[w]:
			linked, loose = true, true
		case !linked || next == e:
			return value{}, false
		}
		q = next
	}
	return value{}, false
}

// apposed reports whether a value that follows its name at once is the
// password: the password kR7vx92LmQ works. In capital letters the name is SQL's.
func (sc *scanner) apposed(v value, caps bool) bool {
	t := sc.s[v.start:v.end]
	return v.quoted && (madeUp(t) || caps) || v.last && madeUp(t) || len(t) >= 8 && drawn(t)
}

// complement reads what stands behind a copula.
func (sc *scanner) complement(q int, k key) (value, bool) {
	s := sc.s
	if e := wordEnd(s, q); e < len(s) && stillSo()[strings.ToLower(s[q:e])] {
		q = blank(s, e)
	}
	if q < len(s) && s[q] == ':' {
		q = blank(s, q+1)
	}
	if v, ok := sc.changed(q, k); ok {
		return v, true
	}
	return sc.read(q, told)
}

// changeVerbs say that a password is another one now.
var changeVerbs = wordSet(`change changed changes changing set reset update updated rotate rotated rotating switch switched went`)

// beforeChange stand before a verb of change.
var beforeChange = wordSet("has had been just got now recently already")

// changed reads what a password is now: changed to x, been reset from w to x.
func (sc *scanner) changed(q int, k key) (value, bool) {
	s := sc.s
	for range 4 {
		e := wordEnd(s, q)
		w, next := strings.ToLower(s[q:e]), blank(s, e)
		switch {
		case next == e:
			return value{}, false
		case !changeVerbs()[w] && !beforeChange()[w]:
			return value{}, false
		case beforeChange()[w]:
			q = next
			continue
		case hasPrefixFold(s[next:], "to "):
			return sc.read(blank(s, next+len("to ")), told)
		case hasPrefixFold(s[next:], "from ") && k.strength == password:
			return sc.exchanged(next+len("from "), k)
		}
		break
	}
	return value{}, false
}

// changedAfter reads what a password is changed to, or from what, behind words
// that say which one it is. Access to web01 may be among them, so that what
// it is now must look like a password.
func (sc *scanner) changedAfter(w string, q int, k key) (value, bool) {
	if w == "from" {
		return sc.exchanged(q, k)
	}
	v, ok := sc.read(q, told)
	return v, ok && madeUp(sc.s[v.start:v.end])
}

// changes reports whether a verb of change stands a little before i.
func changes(s string, i int) bool {
	t := s[max(0, i-48):i]
	if n := strings.LastIndexAny(t, "\n.!?"); n >= 0 {
		t = t[n+1:]
	}
	for w := range strings.FieldsSeq(strings.ToLower(t)) {
		if changeVerbs()[w] {
			return true
		}
	}
	return false
}

// exchanged reads the first of from A to B that is a secret. The next pass
// finds B behind the placeholder of A. Of a bare word nothing says here that
// it is more than the name of a way to keep passwords.
func (sc *scanner) exchanged(q int, k key) (value, bool) {
	s := sc.s
	q = blank(s, q)
	old, ok := sc.read(q, told)
	for range 6 {
		e := wordEnd(s, q)
		if n := q + run(s[q:min(q+1, len(s))], 0, cQuote); marked(s[n:]) > 0 {
			n += marked(s[n:])
			e = run(s, n, cQuote)
		}
		next := blank(s, e)
		if next == e {
			break
		}
		if q = next; !hasPrefixFold(s[q:], "to ") {
			continue
		}
		if ok && sc.secret(old, k) {
			return old, true
		}
		v, ok := sc.read(blank(s, q+len("to ")), told)
		v.last = false
		return v, ok
	}
	return value{}, false
}

// unowned stand before a password that is any, or not said whose.
var unowned = wordSet(`the a an any each every no some this that these those new old another other same first last next
	current default right real actual its if when where and or with without for of to is in on as by`)

// owned reports whether the word before a name says whose or what for it is.
func owned(s string, i int) bool {
	w := qualifier(s, i, i)
	return w != "" && !unowned()[w] && !plain()[w]
}
