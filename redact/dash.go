package redact

import "strings"

// dash handles what starts with a dash: a private key, a flag.
func (sc *scanner) dash(i int) int {
	s := sc.s
	if strings.HasPrefix(s[i:], "-----BEGIN ") {
		return sc.pem(i, "-----")
	}
	if strings.HasPrefix(s[i:], "---- BEGIN ") {
		return sc.pem(i, "----") // SSH2 (RFC 4716)
	}
	if strings.HasPrefix(s[i:], "-----END ") {
		return sc.pemRest(i, "-----")
	}
	if strings.HasPrefix(s[i:], "---- END ") {
		return sc.pemRest(i, "----")
	}
	if i < sc.commandEnd && (i == 0 || is(s[i-1], cSpace)) {
		if end := sc.flag(i); end > 0 {
			return end
		}
	}
	return i + 1
}

// flag reads the password in curl -u user:password, mysql -ppassword and
// their like.
func (sc *scanner) flag(i int) int {
	s, userFlag := sc.s, false
	at := 0
	switch sc.command {
	case "curl", "wget", "http", "https":
		at, userFlag = userFlagAt(s, i), true
	case "sshpass", "login", "mongo", "mongosh", "mongodump", "mongorestore":
		if strings.HasPrefix(s[i:], "-p") {
			at = i + 2
		}
	case "redis-cli":
		at = flagAt(s, i, "-a")
	case "ldapsearch", "ldapadd", "ldapmodify":
		at = flagAt(s, i, "-w")
	case "openssl":
		if n := strings.Index(s[i:min(len(s), i+32)], "pass:"); n > 0 && strings.HasPrefix(s[i:], "-pass") {
			at = i + n + len("pass:")
		}
	default:
		if strings.HasPrefix(s[i:], "-p") {
			if at = i + 2; at < len(s) && is(s[at], cSpace) {
				return 0
			}
		}
	}
	if at == 0 || at >= len(s) {
		return 0
	}
	if s[at] == '=' {
		at++
	}
	start := blank(s, at)
	end := shellWord(s, start)
	if !userFlag {
		return sc.argument(start, end)
	}
	colon := colonIn(s[start:end])
	if colon < 0 || s[start] == '<' || s[start] == '{' {
		return 0
	}
	user, pass := strings.Trim(s[start:start+colon], `"'`), strings.Trim(s[start+colon+1:end], `"'`)
	switch {
	case equalFold(pass, strings.ToLower(user)):
		return 0
	case pass == "": // curl -u "key:" sends the key as the user
		return sc.argument(start, start+colon)
	}
	return sc.argument(start+colon+1, end)
}

// flagAt returns where the value of a flag at i starts, or 0.
func flagAt(s string, i int, flag string) int {
	if at := i + len(flag); strings.HasPrefix(s[i:], flag) && at < len(s) && is(s[at], cSpace) {
		return at
	}
	return 0
}

// colonIn returns where the first colon outside a placeholder stands, or -1.
func colonIn(word string) int {
	for i := 0; i < len(word); i++ {
		if n := marked(word[i:]); n > 0 {
			i += n - 1
		} else if word[i] == ':' {
			return i
		}
	}
	return -1
}

// userFlagAt returns where the value of a user:password flag at i starts, or 0.
func userFlagAt(s string, i int) int {
	for _, f := range []string{"--user", "--proxy-user", "-u", "-U", "--auth", "-a"} {
		if !strings.HasPrefix(s[i:], f) {
			continue
		}
		at := i + len(f)
		if at < len(s) && (len(f) == 2 || is(s[at], cSpace|cEqual|cQuote)) {
			return at
		}
	}
	return 0
}

// argument redacts a shell word without its quotes.
func (sc *scanner) argument(start, end int) int {
	for start < end && is(sc.s[start], cQuote) {
		start++
	}
	for end > start && is(sc.s[end-1], cQuote) {
		end--
	}
	if start == end {
		return 0
	}
	if rule, e := sc.token(start); e == end {
		return sc.add(rule, start, end)
	}
	t := sc.s[start:end]
	if len(t) < 4 || len(t) > maxValue || strings.Contains(t, markOpen) || isExample(t) || isReference(t, true) || strings.ContainsAny(t, " \t") {
		return 0
	}
	return sc.add("command-password", start, end)
}

// shellWord returns the end of the word at i, quotes respected, within 512
// bytes.
func shellWord(s string, i int) int {
	var quote byte
	stop := min(len(s), i+maxAuthority)
	for i < stop && s[i] != '\n' {
		switch c := s[i]; {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote == 0 && is(c, cSpace):
			return i
		}
		i++
	}
	return i
}

// pem finds a private key block (RFC 7468, OpenSSH, PGP, SSH2). A block
// without end goes as far as its lines look like base64.
func (sc *scanner) pem(i int, bar string) int {
	s := sc.s
	head := i + len("-----BEGIN ")
	label := run(s, head, word|cSpace)
	if label-head > 64 || !strings.HasPrefix(s[label:], bar) || !strings.Contains(s[head:label], "PRIVATE KEY") {
		return head
	}
	start := label + len(bar)
	end, at := len(s), start
	if n := strings.Index(s[start:], bar); n >= 0 {
		at = start + n
		end = at
	}
	last := bar + "END "
	if len(bar) == 4 {
		last = "---- END "
	}
	if !strings.HasPrefix(s[at:], last) {
		end = keyLines(s, start, end)
	}
	if keyBytes(s[start:end]) < 40 {
		return max(start, end)
	}
	if strings.HasPrefix(s[end:], last) {
		if e := run(s, end+len(last), word|cSpace); e-end < 72 && strings.HasPrefix(s[e:], bar) {
			end = e + len(bar)
		}
	}
	return sc.add("private-key", i, end)
}

// longRow is the length from which base64 is no word: the lines of a key have 64 bytes or
// more. longestRow is that of a key on one line.
const (
	longRow    = 40
	longestRow = 16 << 10
)

// pemRest finds the rest of a private key of which the first lines are elsewhere: what
// stands in base64 right before the line at i that ends it. A key that is there as a
// whole is found by how it begins.
func (sc *scanner) pemRest(i int, bar string) int {
	s := sc.s
	head := i + len("-----END ")
	label := run(s, head, word|cSpace)
	if label-head > 64 || !strings.HasPrefix(s[label:], bar) || !strings.Contains(s[head:label], "PRIVATE KEY") {
		return head
	}
	end := label + len(bar)
	start, long := i, false
	for p := i; p >= 0; {
		from, to, above := rowBefore(s, p)
		if from < to {
			start, long = from, long || to-from >= longRow
		} else if p < i {
			break // a blank line
		}
		p = above
	}
	if !long || keyBytes(s[start:i]) < longRow {
		return end
	}
	for n := len(sc.found); n > 0 && sc.found[n-1].End > start; n-- {
		start = min(start, sc.found[n-1].Start)
		sc.found = sc.found[:n-1]
	}
	return sc.add("private-key", start, end)
}

// rowBefore returns the base64 that a line ends with at p, the marks of an indent, a
// citation or a string around it aside, and the end of the line above, -1 where something
// else stands on the line.
func rowBefore(s string, p int) (from, to, above int) {
	const marks = " \t\r>|*#\"',"
	to = p
	for to > 0 && strings.IndexByte(marks+"+", s[to-1]) >= 0 {
		to--
	}
	from = to
	for from > max(to-longestRow, 0) && (is(s[from-1], base64) || s[from-1] == '\\') {
		from--
	}
	above = from
	for above > 0 && strings.IndexByte(marks, s[above-1]) >= 0 {
		above--
	}
	if above--; above >= 0 && s[above] != '\n' {
		above = -1
	}
	return from, to, above
}

// keyLines returns the end of the lines from start that hold only base64, or
// a header such as Proc-Type.
func keyLines(s string, start, limit int) int {
	end := start
	for p := start; p < limit; {
		e := limit
		if n := strings.IndexByte(s[p:limit], '\n'); n >= 0 {
			e = p + n
		}
		line := strings.TrimSpace(s[p:e])
		head, _, _ := strings.Cut(line, ": ")
		if line != "" && !all(line, base64|cDash) && !(len(line) < 80 && all(head, letter|cDash) && head != line) && !strings.Contains(line, `\n`) {
			break
		}
		if line != "" {
			end = e
		}
		p = e + 1
	}
	return end
}

// keyBytes counts the base64 characters of a block, without its headers.
func keyBytes(body string) int {
	n := 0
	for i := range len(body) {
		if is(body[i], base64) {
			n++
		}
	}
	if isExample(body[:min(len(body), maxLook)]) && n < 200 {
		return 0
	}
	return n
}

// foreign handles names of passwords in other scripts.
func (sc *scanner) foreign(i int) int {
	for _, w := range foreignKeys {
		if strings.HasPrefix(sc.s[i:], w) && (w != "ña" || hasSuffixFold(sc.s[:i], "contrase")) {
			k := key{strength: password, rule: "password", end: i + len(w)}
			if end := sc.keyed(i, k); end > 0 {
				return end
			}
			return k.end
		}
	}
	return i + 1
}

// foreignKeys say password in Russian, Ukrainian, Chinese, Japanese, Korean,
// Arabic, Hindi, and what is left of the Spanish word after its ASCII part.
var foreignKeys = []string{"пароль", "Пароль", "ПАРОЛЬ", "密码", "密碼", "口令", "パスワード", "비밀번호", "암호", "كلمة المرور", "पासवर्ड", "ña"}
