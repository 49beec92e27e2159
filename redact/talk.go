package redact

import "strings"

// Ways to hand over a credential that need no key = value.

// seedWords stand before "phrase" where it is the key of a wallet.
var seedWords = wordSet("seed recovery mnemonic secret wallet backup")

// plainly redacts the quoted value at q, whatever it looks like.
func (sc *scanner) plainly(rule string, q int) int {
	v, ok := sc.read(q, literal)
	if !ok || !v.quoted || v.end-v.start < 4 || !isOpaque(sc.s[v.start:v.end]) {
		return 0
	}
	return sc.add(rule, v.start, v.end)
}

// cookies redacts random values in Cookie: a=1; b=2 (RFC 6265).
func (sc *scanner) cookies(j int) int {
	s := sc.s
	if j >= len(s) || s[j] != ':' || j < sc.cookiesEnd {
		return 0 // or it is read already
	}
	stop := min(sc.lineEnd(j), j+1<<12)
	sc.cookiesEnd = stop
	end := 0
	for at := j + 1; at < stop; {
		eq := strings.IndexAny(s[at:stop], "=;")
		if eq < 0 {
			break
		}
		if at += eq + 1; s[at-1] == ';' {
			continue
		}
		e := min(sc.run(at, opaque|cPercent), stop)
		if t := s[at:e]; len(t) >= 16 && len(t) <= maxValue && random(t) {
			if rule, to := sc.token(at); to == e {
				end = sc.add(rule, at, e)
			} else {
				end = sc.add("cookie", at, e)
			}
		}
		at = max(e, at)
	}
	return end
}

// words redacts the words of a wallet (BIP 39): twelve to 24 of three to eight
// small letters.
func (sc *scanner) words(j int) int {
	s := sc.s
	at := blank(s, j)
	if after, ok := strings.CutPrefix(s[at:], "is"); ok {
		at = len(s) - len(after)
	}
	for at < len(s) && at < j+12 && (is(s[at], cSpace|cQuote|cEqual) || s[at] == ':') {
		at++
	}
	start, end, n := at, at, 0
	for n < 24 {
		e := run(s, at, lower)
		if e-at < 3 || e-at > 8 {
			break
		}
		n, end = n+1, e
		at = run(s, e, cSpace)
	}
	if n < 12 {
		return 0
	}
	return sc.add("seed-phrase", start, end)
}

// literalFlag reads --from-literal=NAME=value of kubectl.
func (sc *scanner) literalFlag(j int) int {
	s := sc.s
	if j >= len(s) || s[j] != '=' && s[j] != ' ' {
		return 0
	}
	from := j + 1
	eq := run(s, from, dotted)
	if eq == from || eq >= len(s) || s[eq] != '=' {
		return 0
	}
	v, ok := sc.read(eq+1, tight)
	if !ok || !isOpaque(s[v.start:v.end]) || isReference(s[v.start:min(v.end, v.start+maxLook)], v.quoted) {
		return 0
	}
	return sc.add("kubernetes-secret", v.start, v.end)
}

// slashed reads user/password, up to the byte stop, as Oracle writes it.
func (sc *scanner) slashed(at int, stop byte) int {
	s := sc.s
	slash := run(s, at, word)
	if slash == at || slash >= len(s) || s[slash] != '/' {
		return 0
	}
	e := slash + 1
	for e < len(s) && e < slash+64 && s[e] != stop && !is(s[e], cSpace|cQuote) {
		e++
	}
	if e >= len(s) || s[e] != stop || !urlPassword(s[at:slash], s[slash+1:e]) {
		return 0
	}
	return sc.add("url-password", slash+1, e)
}

// madeUp reports whether a value looks like a password by itself: letters,
// digits and a sign, or letters of both cases and digits in no name.
func madeUp(t string) bool {
	if len(t) < 6 || len(t) > 64 || !hasBoth(t) || isExample(t) || isVersion(t) || strings.ContainsAny(t, " \t") || plain()[strings.ToLower(t)] {
		return false
	}
	if all(strings.TrimLeft(t, "*&"), word) && (t[0] == '*' || t[0] == '&') {
		return false // a pointer: *uint16
	}
	return strings.ContainsAny(t, "!@#$%^&*+=~?") && !strings.ContainsAny(t, "/(") || mixed(t) && all(t, alnum|cDash) && !camel(t) && (!snake(t) || joined(t, false))
}

// drawn reports whether a value looks like a password wherever it stands: it is
// made up, and not of a name and its number, as Office365 is.
func drawn(t string) bool { return madeUp(t) && (!wordy(t) || joined(t, false)) }

// leet reports whether letters of a word have been replaced by digits in two
// places: sup3rs3cret.
func leet(t string) bool {
	n := 0
	for i := 1; i+1 < len(t); i++ {
		if is(t[i], cDigit) && is(t[i-1], lower) && is(t[i+1], lower) {
			n++
		}
	}
	return n >= 2 && len(t) >= 8 && all(t, alnum)
}

// nextLine reads a value that stands alone on the line after its key: below a
// tag, below key: |, after <<EOT. The line that q is on ends at q, but for the
// sign of a block.
func (sc *scanner) nextLine(q int) (value, bool) {
	s := sc.s
	e := q
	for e < len(s) && e < q+16 && s[e] != '\n' {
		e++
	}
	if e >= len(s) || s[e] != '\n' {
		return value{}, false
	}
	if mark := strings.TrimSpace(s[q:e]); mark != "" && mark != "|" && mark != ">" && mark != "|-" && mark != ">-" && !strings.HasPrefix(mark, "<<") {
		return value{}, false
	}
	from := blank(s, e+1)
	v, ok := sc.read(from, told)
	if !ok || v.quoted || v.start != from {
		return value{}, false
	}
	if end := blank(s, v.end); end < len(s) && s[end] != '\n' && s[end] != '<' || s[v.end-1] == ':' || s[v.start] == '-' {
		return value{}, false
	}
	t := s[v.start:v.end]
	return v, madeUp(t) || len(t) >= 16 && random(t)
}

// before redacts a random value that stands before the name of a credential:
// use 3f9a… as the api key; "3f9a…" is my token.
func (sc *scanner) before(i int) {
	s := sc.s
	at, _ := introduced(s, i)
	if at < 0 {
		return
	}
	at = back(s, at, 2, cSpace|cQuote)
	from := back(s, at, maxLook, opaque)
	last := len(sc.found) - 1
	if said := back(s, from, 2, cSpace|cQuote); hashWord(s[back(s, said, 10, letter):said]) {
		return
	}
	if at-from < 16 || at-from == maxLook || !random(s[from:at]) || isUUID(s[from:at]) || hasWordPart(s[from:at]) || last >= 0 && sc.found[last].End > from {
		return
	}
	sc.add("token", from, at)
}

// introduced returns where "as the api" or "is my" starts before the name of a
// credential at i, or -1. After more words than a few, "as" or "is" may stand
// there or not: said tells.
func introduced(s string, i int) (at int, said bool) {
	at = i
	for range 5 {
		at = back(s, at, 2, cSpace)
		from := back(s, at, 12, letter)
		if from == at {
			return -1, false
		}
		w := s[from:at]
		if at = from; w == "as" || w == "is" {
			return at, true
		}
		if !all(w, lower) && w != "API" {
			return -1, false
		}
	}
	return at, false
}

// namedAfter redacts a password that stands before its name s[i:j]: use
// kR7!vx92 as the root password.
func (sc *scanner) namedAfter(i, j int) {
	s := sc.s
	at, said := introduced(s, i)
	if next := blank(s, j); !said || hashWord(s[next:run(s, next, word)]) {
		return
	}
	at = back(s, at, 2, cSpace|cQuote)
	from := at
	for from > 0 && at-from < maxLook && !is(s[from-1], cSpace|cQuote) && s[from-1] < 0x80 {
		from--
	}
	t, from := hyphenBefore(s, from, s[from:at])
	last := len(sc.found) - 1
	if from == at || !drawn(t) || isReference(t, false) || last >= 0 && sc.found[last].End > from {
		return
	}
	sc.add("password", from, at)
}
