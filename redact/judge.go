package redact

import "strings"

// plain are words that say something about a password instead of being one.
var plain = wordSet(`wrong correct incorrect invalid valid missing set unset not too very also still only just now here there stored saved
	hashed salted encrypted plaintext weak strong short long good bad same different known unknown new old the a an in on at by for of
	from with and or if when where that this it my our your his her their its to be been being never always sent shown hidden
	required optional expire expired rotate renew ok okay fine safe unsafe secure insecure visible blank needed mandatory case sensitive protected
	generated random rotated changed reset read written passed part one what why how which who available managed kept
	bcrypt argon argon2 argon2id scrypt sha1 sha3 hs256 rs256 es256 ntlmv2 base32 base58 sha256 base64 utf8 oauth2 pbkdf2 sha512 md5 ed25519 string input field type name value based auth
	falsch richtig korrekt ungültig gültig neu alt gleich geheim bekannt unbekannt abgelaufen leer gesetzt geändert sicher unsicher nicht noch zu zurückgesetzt
	incorrecto correcto nuevo vieja nueva seguro segura caducada incorrecta incorrect nouveau ancien faux expiré obligatoire onjuist verlopen nieuw veilig
	login authentication manager policy prompt session file vault keychain somewhere nowhere everywhere`)

// secret reports whether a value is the secret that its key announces.
func (sc *scanner) secret(v value, k key) bool {
	_, ok := sc.secretEnd(v, k)
	return ok
}

// secretEnd is [scanner.secret], and where the secret ends: that is in a line below where it was
// wrapped at its own hyphen.
func (sc *scanner) secretEnd(v value, k key) (end int, ok bool) {
	if k.strength == password {
		below := v
		t, end, last := sc.atHyphen(v)
		if below.last = last; end > v.end && isSecret(t, below, k) {
			return end, true
		}
	}
	return v.end, isSecret(sc.s[v.start:v.end], v, k)
}

// isSecret judges a value by its text.
func isSecret(t string, v value, k key) bool {
	t = t[:min(len(t), maxLook)]
	if strings.Contains(t, markOpen) || isExample(t) || isReference(t, v.quoted) || isDigest(t) {
		return false
	}
	switch k.strength {
	case password:
		return isPassword(t, v)
	case strong:
		return isCredential(t, v) && (!k.handed || all(t, opaque) && v.form != told)
	case digits:
		return len(t) >= 4 && len(t) <= 8 && all(t, cDigit) && v.form != tight
	case header:
		return len(t) >= 6 && !strings.ContainsAny(t, " %\"") && (scrambled(t) || hasBoth(t) && len(t) >= 8 || len(t) >= 12 && !wordy(t))
	}
	if k.apart && len(t) < 20 {
		return false
	}
	return len(t) >= 16 && scrambled(t) && !isUUID(t)
}

// isCredential judges a value that a machine made.
func isCredential(t string, v value) bool {
	if len(t) < 8 || strings.ContainsAny(t, " \t") {
		return false
	}
	if isArtifact(t) {
		return false
	}
	if scrambled(t) {
		return true
	}
	// Too short or too regular to be random by itself; letters, digits and
	// signs together are no name.
	return v.form != told && (leet(t) || hasBoth(t) && strings.ContainsAny(t, "!@#$%^&*+/=~") && !isPath(t))
}

// isPassword judges a value that a person may have chosen.
func isPassword(t string, v value) bool {
	n := len(t)
	if n < 4 || v.quoted && strings.Count(t, " ") > 7 || isVersion(t) || isPath(t) || n < 12 && hasPrefixFold(t, "0x") && all(t[2:], hexAny) {
		return false
	}
	l := strings.ToLower(t)
	if plain()[l] {
		return false
	}
	if v.form == literal {
		return n >= 6 && !strings.Contains(t, " ") && (hasBoth(t) && !snake(t) || hasSign(t))
	}
	spaces := strings.Contains(t, " ")
	switch {
	case all(t, cDigit):
		return true
	case hasSign(t) && !spaces:
		return true
	case hasBoth(t) && !spaces:
		return v.form != told || !snake(t) || v.last && mixed(t) && strings.Count(t, "-") > 1 && !compound(t) || joined(t, v.last) // kiwi-92-Boat
	case !v.quoted && v.form == told:
		// "my password is swordfish." has no other reading; "is wrong" has.
		return v.last && n >= 6 && all(t, lower) && !predicate(l) || joined(t, v.last) || v.last && v.owned && twoWords(t)
	case !v.quoted && v.form == assigned:
		return v.last && n >= 6 && all(t, alnum|cDash) && !predicate(l) && !camel(t) || joined(t, v.last)
	case v.quoted && spaces:
		return isPhrase(t)
	case v.quoted:
		return n >= 5 && !camel(t) && !snake(t)
	}
	return n >= 5 && !camel(t) && !snake(t)
}

// predicate reports whether a word has an ending of words that describe.
func predicate(l string) bool {
	for _, end := range []string{"ed", "ing", "able", "ible", "ful", "less", "ory", "ent", "ant", "ive", "ally", "tion", "ted", "words", "only"} {
		if strings.HasSuffix(l, end) {
			return true
		}
	}
	return false
}

// hasBoth reports whether t has a letter and a digit.
func hasBoth(t string) bool {
	var seen set
	for i := range len(t) {
		if t[i] >= 0x80 {
			seen |= letter
		}
		seen |= classes[t[i]]
	}
	return seen&letter != 0 && seen&cDigit != 0
}

// hasSign reports whether t has a sign that no name and no path has, beside
// letters or digits.
func hasSign(t string) bool {
	return strings.ContainsAny(t, "!@#$%^&*+=~?") && (strings.IndexFunc(t, func(r rune) bool {
		return r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
	}) >= 0)
}

// camel reports whether t is a name such as newPassword.
func camel(t string) bool {
	for i := 1; i < len(t); i++ {
		if is(t[i-1], lower) && is(t[i], upper) {
			return wordy(t)
		}
	}
	return false
}

// snake reports whether t is words joined by _ or -.
func snake(t string) bool {
	return strings.ContainsAny(t, "_-") && all(t, urlSafe) && wordy(t)
}

// isReference reports whether a value names the place of a secret: an
// environment variable, a field, a function call, a path, a URL.
func isReference(t string, quoted bool) bool {
	if strings.Contains(t, "://") || isPath(t) {
		return true
	}
	// API_TOKEN: an environment variable or a constant.
	if strings.Contains(t, "_") && all(t, upper|cDigit|cUnder) && wordy(t) {
		return true
	}
	if quoted {
		return false
	}
	if strings.HasPrefix(t, "[]") || named(t) {
		return true
	}
	name := run(t, 0, word|cDot)
	if name == 0 {
		return strings.HasPrefix(t, "&") || strings.HasPrefix(t, "*") && wordy(t) || strings.HasPrefix(t, "function") || strings.HasPrefix(t, "(")
	}
	if name < len(t) && (t[name] == '(' || t[name] == '[' || strings.HasPrefix(t[name:], "->") || strings.HasPrefix(t[name:], "::")) {
		return !is(t[0], cDigit)
	}
	if dot := strings.IndexByte(t[:name], '.'); dot > 0 && name == len(t) && is(t[0], letter|cUnder) {
		return wordy(t)
	}
	return announces(t)
}

// named reports whether t is a name for another value of this kind:
// hexPKCS8TestKey, OAuth2Password.
func named(t string) bool {
	if !all(t, word) || !is(t[0], letter) {
		return false
	}
	for _, end := range []string{"Key", "Token", "Secret", "Password"} {
		if strings.HasSuffix(t, end) && len(t) > len(end) {
			return true
		}
	}
	return false
}

// announces reports whether t is itself a name for a secret: new_password.
func announces(t string) bool {
	if !all(t, urlSafe) || !wordy(t) {
		return false
	}
	l := strings.ToLower(t)
	for _, w := range []string{"password", "passwd", "secret", "token", "apikey", "api_key", "credential", "_key", "_pass", "_pwd"} {
		if strings.Contains(l, w) && len(t) > len(w) && !hasBoth(t) {
			return true
		}
	}
	return false
}

// isPath reports whether t is a path of words.
func isPath(t string) bool {
	if len(t) < 3 || !strings.ContainsAny(t, "/\\") {
		return false
	}
	rooted := t[0] == '/' || t[0] == '~' || strings.HasPrefix(t, "./") || strings.HasPrefix(t, "../") || t[1] == ':' && t[2] == '\\'
	return rooted && (wordy(t) || !hasBoth(t)) || wordy(t) && !strings.ContainsAny(t, "!@#$%^&*+=")
}

// isVersion reports whether t is a version, a date or a size: v1.2.3.
func isVersion(t string) bool {
	t = strings.TrimPrefix(t, "v")
	return all(t, cDigit|cDot) && strings.Contains(t, ".")
}

// isArtifact reports whether t is the name of a package and its version:
// jackson-core-2.15.3.
func isArtifact(t string) bool {
	i := strings.LastIndexByte(t, '-')
	return i > 0 && isVersion(t[i+1:]) && all(t[:i], lower|upper|cDash|cDot)
}

// isDigest reports whether t says that it is a hash.
func isDigest(t string) bool {
	for _, p := range []string{"sha1:", "sha1-", "sha256:", "sha256-", "sha384-", "sha512:", "sha512-", "md5:", "blake3:"} {
		if hasPrefixFold(t, p) {
			return true
		}
	}
	return false
}

func isUUID(t string) bool {
	if len(t) != 36 {
		return false
	}
	for i := range len(t) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (t[i] == '-') || !dash && !is(t[i], hexAny) {
			return false
		}
	}
	return true
}
