package redact

import "strings"

// Files whose form says what is secret in them, whatever it is called.

// kept handles words that begin such a part: the data of a Kubernetes Secret,
// the private lines of a PuTTY key, a server's credentials for Bundler, the
// private parts of a JSON Web Key.
func (sc *scanner) kept(i, j int) int {
	s, w := sc.s, sc.s[i:j]
	switch n := len(w); w[0] | 0x20 {
	case 'd', 'p', 'q':
		switch {
		case w == "data":
			return sc.manifest(i, j)
		case n <= 2 && i > 0 && s[i-1] == '"' && jwkParts()[w]:
			return sc.jwk(i, j)
		case w == "Private" && strings.HasPrefix(s[j:], "-Lines: "):
			return sc.putty(j + len("-Lines: "))
		case n == len("phrase") && equalFold(w, "phrase") && seedWords()[qualifier(s, i, i)]:
			return sc.words(j)
		}
	case 's':
		switch {
		case w == "stringData":
			return sc.manifest(i, j)
		case w == "sqlplus" && j < len(s) && s[j] == ' ':
			return sc.slashed(blank(s, j), '@')
		case n >= len("sign") && n <= len("signing"):
			return sc.loggedIn(i, j)
		}
	case 't':
		if w == "thin" && strings.HasSuffix(s[:i], "jdbc:oracle:") && j < len(s) && s[j] == ':' {
			return sc.slashed(j+1, '@')
		}
	case 'b':
		switch {
		case n > len("BUNDLE_") && strings.HasPrefix(w, "BUNDLE_") && strings.Contains(w, "__"):
			return sc.bundler(i, j)
		case n == 2 && equalFold(w, "by") && hasSuffixFold(s[:i], "identified "): // SQL
			if q := blank(s, j); q < len(s) && (s[q] == '\'' || w == "BY") {
				return sc.plainly("password", q)
			}
		}
	case 'm':
		if n == len("mnemonic") && equalFold(w, "mnemonic") {
			return sc.words(j)
		}
	case 'l', 'c', 'w', 'a':
		return sc.keptBeside(i, j)
	}
	return 0
}

func (sc *scanner) keptBeside(i, j int) int {
	s, w := sc.s, sc.s[i:j]
	switch n := len(w); {
	case n == len("cookie") && equalFold(w, "cookie"):
		return sc.cookies(j)
	case w == "literal" && strings.HasSuffix(s[:i], "--from-"):
		return sc.literalFlag(j)
	case n >= len("wifi") && n <= len("credentials") && j < len(s) && (s[j] == ':' || s[j] == ' ') && logins()[strings.ToLower(w)]:
		return sc.login(j)
	case n >= len("log") && n <= len("logging"):
		return sc.loggedIn(i, j)
	}
	return 0
}

// maxDocument bounds how much of a document is searched for its kind.
const maxDocument = 1 << 16

// manifest reads the values of a Secret of Kubernetes: the lines below data:
// or stringData:, or the object after "data". What kind a document has may
// stand before or after them.
func (sc *scanner) manifest(i, j int) int {
	s := sc.s
	if i >= sc.docEnd {
		from := max(0, sc.docEnd, i-maxDocument)
		if n := strings.LastIndex(s[from:i], "\n---"); n >= 0 {
			from += n
		}
		sc.docEnd = min(len(s), i+maxDocument)
		if n := strings.Index(s[i:sc.docEnd], "\n---"); n >= 0 {
			sc.docEnd = i + n + 1
		}
		sc.inVault = isVault(s[from:sc.docEnd])
	}
	if !sc.inVault {
		return 0
	}
	at := j
	if at < len(s) && s[at] == '"' {
		at++
	}
	if at = blank(s, at); at >= len(s) || s[at] != ':' {
		return 0
	}
	at = blank(s, at+1)
	switch {
	case at < len(s) && s[at] == '{':
		end := strings.IndexByte(s[at:sc.docEnd], '}')
		if end < 0 {
			end = sc.docEnd - at
		}
		return sc.object(at+1, at+end)
	case at < len(s) && s[at] == '\n' && i >= sc.dataEnd:
		if n := indent(s, i); n >= 0 {
			sc.dataEnd = blockEnd(s, at, sc.docEnd, n)
			return at
		}
	}
	return 0
}

// isVault reports whether a document says kind: Secret.
func isVault(doc string) bool {
	for {
		n := strings.Index(doc, "kind")
		if n < 0 {
			return false
		}
		doc = doc[n+len("kind"):]
		rest := strings.TrimLeft(doc[:min(len(doc), 16)], "\": ")
		if strings.HasPrefix(rest, "Secret") && (len(rest) == len("Secret") || !is(rest[len("Secret")], word)) {
			return true
		}
	}
}

// indent returns how many spaces stand before i on its line, or -1 if anything
// else does.
func indent(s string, i int) int {
	n := 0
	for ; n < i && n < 64 && s[i-n-1] == ' '; n++ {
	}
	if n == i || s[i-n-1] == '\n' {
		return n
	}
	return -1
}

// blockEnd returns the end of the lines after at that are indented deeper than
// a line of that indent.
func blockEnd(s string, at, limit, indent int) int {
	for at < limit {
		from := at + 1
		e := limit
		if n := strings.IndexByte(s[min(from, limit):limit], '\n'); n >= 0 {
			e = from + n
		}
		if text := blank(s, from); text < e && text-from <= indent {
			return at
		}
		at = e
	}
	return at
}

// dataLine redacts the value of one line of a manifest's data.
func (sc *scanner) dataLine(at int) int {
	s := sc.s
	e := min(sc.lineEnd(at), sc.dataEnd)
	colon := strings.IndexByte(s[at:max(at, e)], ':')
	if colon < 0 {
		// A line of a block value: |- and what is below it.
		from := blank(s, at)
		if to := trimBlank(s, from, e); to-from >= 8 && isOpaque(s[from:to]) {
			return sc.add("kubernetes-secret", from, to)
		}
		return at
	}
	v, ok := sc.read(blank(s, at+colon+1), assigned)
	if !ok || v.end > e || !isOpaque(s[v.start:v.end]) {
		return at
	}
	if rule, end := sc.token(v.start); end == v.end {
		return sc.add(rule, v.start, end)
	}
	return sc.add("kubernetes-secret", v.start, v.end)
}

// object redacts the values of an object in JSON.
func (sc *scanner) object(at, end int) int {
	for at < end {
		colon := strings.IndexByte(sc.s[at:end], ':')
		if colon < 0 {
			break
		}
		at = run(sc.s, at+colon+1, cSpace)
		if v, ok := sc.read(at, assigned); ok && v.quoted && v.end <= end && isOpaque(sc.s[v.start:v.end]) {
			at = sc.add("kubernetes-secret", v.start, v.end)
		}
	}
	return max(at, end)
}

// isOpaque reports whether a value is kept and not filled in later.
func isOpaque(t string) bool {
	t = t[:min(len(t), maxLook)]
	return len(t) >= 4 && !strings.Contains(t, markOpen) && !isExample(t) && !strings.ContainsAny(t, " \t") && t != "|-" && t[0] != '!' && t[0] != '#'
}

func trimBlank(s string, from, e int) int {
	for e > from && is(s[e-1], cSpace) {
		e--
	}
	return e
}

// putty reads the private half of a key in PuTTY's format (.ppk): a number of
// lines of base64.
func (sc *scanner) putty(at int) int {
	s := sc.s
	lines := 0
	for at < len(s) && is(s[at], cDigit) && lines < 1000 {
		lines = lines*10 + int(s[at]-'0')
		at++
	}
	start := run(s, at, cSpace)
	end := start
	for range lines {
		e := run(s, end, base64)
		if e == end || e < len(s) && !is(s[e], cSpace) {
			break
		}
		if end = e; e >= len(s) {
			break
		}
		if n := run(s, e, cSpace); n < len(s) && is(s[n], base64) {
			end = n
		} else {
			break
		}
	}
	end = trimBlank(s, start, end)
	if end-start < 40 || isExample(s[start:min(end, start+maxLook)]) {
		return 0
	}
	return sc.add("private-key", start, end)
}

// bundler reads BUNDLE_GEMS__EXAMPLE__ORG=user:password, as Bundler documents
// it; two _ stand for a dot of the host.
func (sc *scanner) bundler(i, j int) int {
	v, ok := sc.valueAfter(i, j, key{strength: strong, rule: "bundler-credential", end: j})
	if !ok {
		return 0
	}
	if rule, end := sc.token(v.start); end == v.end {
		return sc.add(rule, v.start, end)
	}
	t := sc.s[v.start:min(v.end, v.start+maxLook)]
	user, pass, both := strings.Cut(t, ":")
	if both && urlPassword(user, pass) || !both && random(t) {
		return sc.add("bundler-credential", v.start, v.end)
	}
	return 0
}

// jwkParts are the private members of a key of RSA or of a curve (RFC 7518
// §6.2.2 and §6.3.2).
var jwkParts = wordSet("d p q dp dq qi")

func (sc *scanner) jwk(i, j int) int {
	v, ok := sc.valueAfter(i, j, key{strength: strong, rule: "private-key", end: j})
	if !ok || !v.quoted || v.end-v.start < 40 || v.form != assigned {
		return 0
	}
	if t := sc.s[v.start:min(v.end, v.start+maxLook)]; !all(t, urlSafe) || !random(t) {
		return 0
	}
	return sc.add("private-key", v.start, v.end)
}
