package redact

import "strings"

// maxAuthority bounds the part of an address before its path.
const maxAuthority = 512

// url finds the password in scheme://user:password@host and a token in
// scheme://token@host (RFC 3986 §3.2.1).
func (sc *scanner) url(i int) int {
	s := sc.s
	if !strings.HasPrefix(s[i:], "://") || i == 0 || !is(s[i-1], alnum) {
		return i + 1
	}
	from := i + 3
	stop, at, colon := min(len(s), from+maxAuthority), -1, -1
	p := from
	for p < stop && !is(s[p], cSpace|cQuote) && strings.IndexByte("<>\\", s[p]) < 0 {
		if marked(s[p:]) > 0 {
			break
		}
		switch c := s[p]; {
		case c == '@':
			at = p
		case c == ':' && strings.HasPrefix(s[p:], "://"):
			stop = p
		case c == ':' && colon < 0:
			colon = p
		case c == '/' && (at >= 0 || colon < 0), c == '?' && at >= 0, c == '#' && at >= 0:
			stop = p
		}
		p++
	}
	switch {
	case at < 0 || at == from:
		return from
	case colon < 0 || colon > at:
		if t := s[from:at]; len(t) >= 16 && random(t) {
			return sc.add("url-user", from, at)
		}
		return from
	}
	user, pass := s[from:colon], s[colon+1:at]
	if !urlPassword(user, pass) {
		if len(user) >= 16 && random(user) {
			return sc.add("url-user", from, colon)
		}
		return from
	}
	if rule, end := sc.token(colon + 1); end == at {
		return sc.add(rule, colon+1, at)
	}
	return sc.add("url-password", colon+1, at)
}

func urlPassword(user, pass string) bool {
	return pass != "" && !equalFold(pass, strings.ToLower(user)) && !isExample(pass) && !isReference(pass, true) &&
		!strings.HasPrefix(pass, ":") && pass != "x-oauth-basic"
}

// enter notes that a shell command starts whose arguments hold a password.
func (sc *scanner) enter(i, j int) bool {
	w := sc.s[i:j]
	switch w {
	case "curl", "wget", "mysql", "mysqldump", "mysqladmin", "mariadb", "sshpass", "http", "https",
		"mongo", "mongosh", "mongodump", "mongorestore", "redis", "ldapsearch", "ldapadd", "ldapmodify", "openssl":
	case "login":
		if !strings.HasSuffix(sc.s[:i], "docker ") {
			return false
		}
	default:
		return false
	}
	if w == "redis" {
		if !strings.HasPrefix(sc.s[j:], "-cli ") {
			return false
		}
		w, j = "redis-cli", j+len("-cli")
	}
	if i < sc.commandEnd || j >= len(sc.s) || sc.s[j] != ' ' {
		return false
	}
	end := j
	for n := 0; n < 40 && end < len(sc.s); n++ {
		end = sc.lineEnd(end)
		if sc.s[end-1] != '\\' || end == len(sc.s) {
			break
		}
		end++
	}
	sc.command, sc.commandEnd = w, end
	return true
}
