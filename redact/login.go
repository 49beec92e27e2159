package redact

import "strings"

// Names and passwords that are told together.

// logins are words that a name and a password follow.
var logins = wordSet("login logins creds credential credentials wifi wlan account")

// whereTo begin what a login is for.
var whereTo = wordSet("for of to on onto at in into from")

// handing stand before a name and its password.
var handing = wordSet("are is was with as using")

// beforeName stand before the name of a user.
var beforeName = wordSet("the user username account name my our")

// lookedUp are words in the place of a name that say where to find it.
var lookedUp = wordSet("ask see use check get read look find try open in via from with on at by")

// login reads the password in login: ann / hunter2x, creds are ann:hunter2x,
// credentials for the wiki: ann kR7xx2, login with ann / kR7vx92.
func (sc *scanner) login(j int) int {
	at, by := handedOver(sc.s, j)
	return sc.account(at, by)
}

// loggedIn reads the password in log in with ann / kR7vx92, signed in to the
// wiki as ann with kR7vx92. The first word is s[i:j].
func (sc *scanner) loggedIn(i, j int) int {
	switch strings.ToLower(sc.s[i:j]) {
	case "log", "logs", "logged", "logging", "sign", "signs", "signed", "signing":
		if at := blank(sc.s, j); hasPrefixFold(sc.s[at:], "in") || hasPrefixFold(sc.s[at:], "on") {
			at, _ := handedOver(sc.s, j)
			return sc.account(at, true)
		}
	}
	return 0
}

// handedOver returns where the name and the password stand that are announced
// at at, or 0, and whether they are what somebody logs in by.
func handedOver(s string, at int) (p int, by bool) {
	for n := 0; n < 7; n++ {
		at = blank(s, at)
		if at < len(s) && s[at] == ':' {
			return blank(s, at+1), false
		}
		e := wordEnd(s, at)
		if e == at || strings.IndexByte(".,;!?", s[e-1]) >= 0 {
			return 0, false
		}
		w := strings.ToLower(s[at:e])
		switch {
		case handing()[w] && blank(s, e) > e:
			return blank(s, e), w == "with" || w == "as" || w == "using"
		case n == 0 && !whereTo()[w]:
			return 0, false
		}
		at = e
	}
	return 0, false
}

// account redacts the password that stands with the name of its user at at:
// behind a sign, or, if nobody would call a thing so, behind a space or a word.
// By Google / Office365 one logs in, too: two names with capitals are no account.
func (sc *scanner) account(at int, by bool) int {
	s := sc.s
	if at == 0 {
		return 0
	}
	for range 3 {
		e := run(s, at, letter)
		if next := blank(s, e); next == e || next >= len(s) || !is(s[next], word) || !beforeName()[strings.ToLower(s[at:e])] {
			break
		}
		at = blank(s, e)
	}
	user := run(s, at, dotted)
	if user < len(s) && s[user] == '@' {
		user = run(s, user+1, dotted)
	}
	sep := blank(s, user)
	if user == at || user-at > 64 || sep >= len(s) || strings.HasPrefix(s[sep:], "://") {
		return 0
	}
	signed := s[sep] == '/' || s[sep] == ':'
	if signed {
		sep = blank(s, sep+1)
	} else if sep = looseSign(s, user, sep); sep == 0 || lookedUp()[strings.ToLower(s[at:user])] || hashWord(s[at:user]) {
		return 0
	}
	v, ok := sc.read(sep, told)
	if !ok || isReference(s[v.start:v.end], v.quoted) {
		return 0
	}
	names := by && is(s[at], upper) && is(s[v.start], upper)
	t, end, last := sc.atHyphen(v)
	if v.last = last; !drawn(t) && (names || !signed || !v.last && !v.quoted || !madeUp(t)) {
		return 0
	}
	return sc.add("password", v.start, end)
}

// looseSign returns where a password may stand behind a name that ends at user
// if no sign is between them: ann kR7xx2, ann and kR7xx2, ann, kR7xx2.
func looseSign(s string, user, at int) int {
	if s[at] == ',' {
		at = blank(s, at+1)
	}
	if at == user {
		return 0
	}
	for _, w := range []string{"and ", "with ", "using "} {
		if hasPrefixFold(s[at:], w) {
			return blank(s, at+len(w))
		}
	}
	return at
}
