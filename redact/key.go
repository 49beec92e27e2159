package redact

// strength says how much the name of a key tells about its value.
type strength int

const (
	noKey    strength = iota
	weak              // some key: only a long random value is a secret
	strong            // a credential: a value that is not made of words is a secret
	header            // Authorization: a scheme may stand before the value
	password          // chosen by a person: may be a word
	digits            // four to eight digits
)

// key is a name that announces a secret.
type key struct {
	strength strength
	rule     string
	end      int  // offset after the name
	bare     bool // an ordinary word too: counts only before = or :
	apart    bool // a loose word that says hardly anything: the value must be long
	plural   bool // stands before a list
	handed   bool // says in which form a value is handed over: only before a sign
}

// suffix is the end of a name, in lower case.
type suffix struct {
	text  string
	whole bool // must be a word of its own: pass in db_pass, not in bypass
	key   key
}

// bySuffix lists name endings by their last letter.
var bySuffix = byByte([][]suffix{suffixes()}, func(s *suffix) byte { return s.text[len(s.text)-1] })

func suffixes() []suffix {
	pw, st := key{strength: password, rule: "password"}, func(rule string) key { return key{strength: strong, rule: rule} }
	handed := func(rule string) key { return key{strength: strong, rule: rule, handed: true} }
	return []suffix{
		{"password", false, pw}, {"passwd", false, pw}, {"pwd", true, pw}, {"pass", true, pw}, {"pw", true, pw}, {"passcode", false, pw},
		{"passphrase", false, pw}, {"passwort", false, pw}, {"kennwort", false, pw}, {"senha", true, pw}, {"wachtwoord", false, pw},
		{"contrasena", true, pw}, {"pswd", true, pw}, {"psw", true, pw}, {"passwrd", true, pw}, {"requirepass", true, pw},
		{"secret", false, st("secret")}, {"token", false, st("token")},
		{"secretkey", false, st("secret-key")}, {"apikey", false, st("api-key")}, {"accesskey", false, st("access-key")},
		{"accountkey", false, st("account-key")}, {"authkey", false, st("auth-key")}, {"privatekey", false, st("private-key")},
		{"sig", true, st("sas-signature")}, {"sharedaccesssignature", false, st("sas-signature")},
		{"credential", true, st("credential")}, {"credentials", true, st("credential")}, {"creds", true, st("credential")},
		{"bearer", true, handed("bearer-token")}, {"jwt", true, handed("jwt")}, {"pat", true, handed("access-token")}, {"psk", true, pw},
		{"secret_key_base", false, st("secret-key")}, {"pin", true, key{strength: digits, rule: "pin"}},
		{"authorization", false, key{strength: header, rule: "authorization"}}, {"auth", true, st("auth")},
	}
}

// notKeys are words that, before "key" or "token", name something public.
var notKeys = wordSet(`public primary foreign sort partition hash cache index map dict lookup object row column unique shortcut hot
	translation group registry host image storage s3 cloud message event routing queue topic ssh-host max min page next prev previous
	continuation continue cursor sync eos bos pad unk mask sep cls stop special separator delimiter end start cancel cancellation csrf xsrf
	authenticity antiforgery verification lock sequence param query field label name json composite natural surrogate candidate i18n l10n idempotency
	any each every per no first last old left right arrow enter tab escape return shift control function`)

// articles say nothing about what follows them.
var articles = wordSet("this that the a an new current")

// secretKeys are words that make a "key" a credential.
var secretKeys = wordSet(`api access secret private signing encryption account auth master shared client hmac jwt session app application
	consumer service license storage subscription webhook integration deploy write read admin license-key crypto cipher aes rsa des hash-key preshared wireguard vpn`)

// keyAt returns the key whose name ends with the word s[i:j], or noKey.
// Digits at the end of a name count for nothing: password2, TOKEN_1.
//
// A plural stands before a list: tokens, api_keys.
func keyAt(s string, i, j int) key {
	e := j
	for e > i+2 && is(s[e-1], cDigit|cUnder) {
		e--
	}
	plural := e > i+5 && fold(s[e-1]) == 's' && listFollows(s, j)
	if plural {
		e--
	}
	c := fold(s[e-1])
	if c >= 128 {
		return key{}
	}
	if equalFold(s[i:j], "passe") && hasSuffixFold(s[:i], "mot de ") {
		return key{strength: password, rule: "password", end: j}
	}
	for _, f := range bySuffix[c] {
		if len(f.text) > e-i || !hasSuffixFold(s[i:e], f.text) {
			continue
		}
		if f.whole && !ownWord(s, i, e-len(f.text)) || f.text == "token" && notKeys()[qualifier(s, i, e-len(f.text))] {
			continue
		}
		k := f.key
		if f.text == "token" && articles()[qualifier(s, i, e-len(f.text))] {
			k.strength, k.apart = weak, true
		}
		if f.text == "pat" && e-i == len(f.text) {
			continue // a pattern
		}
		k.end, k.plural, k.bare = j, plural, e-i == len("pass") && f.text == "pass"
		if k.rule == "secret" && qualifier(s, i, e-len(f.text)) == "client" {
			k.rule = "client-secret"
		}
		if k.rule == "sas-signature" && f.text == "sig" && (i == 0 || s[i-1] != '&' && s[i-1] != '?') {
			return key{}
		}
		if k.rule == "secret-key" || k.rule == "access-key" {
			k.rule = awsName(s, i, k.rule)
		}
		return k
	}
	if c == 'y' && e-i >= 3 && hasSuffixFold(s[i:e], "key") {
		return plainKey(s, i, e, j)
	}
	return key{}
}

// plainKey judges a name that ends in "key" by the word before it.
func plainKey(s string, i, e, j int) key {
	q := qualifier(s, i, e-3)
	switch {
	case i > 0 && e-3 == i && (s[i-1] == '?' || s[i-1] == '&'):
		return key{strength: weak, rule: "api-key", end: j}
	case q == "" || notKeys()[q]:
		return key{}
	case q == "api":
		return key{strength: strong, rule: "api-key", end: j}
	case secretKeys()[q]:
		return key{strength: strong, rule: awsName(s, i, q+"-key"), end: j}
	case e-3 > i || s[i-1] == '-' || s[i-1] == '.':
		return key{strength: weak, rule: "key", end: j}
	}
	return key{strength: weak, rule: "key", end: j, apart: true} // the vendor's key is …
}

// listFollows reports whether a list stands after the name that ends at j.
func listFollows(s string, j int) bool {
	for n := 0; n < 3 && j < len(s) && is(s[j], cQuote); n++ {
		j++
	}
	j = blank(s, j)
	if j >= len(s) || s[j] != '=' && s[j] != ':' {
		return false
	}
	for j < len(s) && (s[j] == '=' || s[j] == ':') {
		j++
	}
	j = blank(s, j)
	return j < len(s) && (s[j] == '[' || s[j] == '(' || s[j] == '{')
}

// ownWord reports whether a new word starts at p in the name that starts at i.
func ownWord(s string, i, p int) bool {
	if p == i {
		return true
	}
	return is(s[p-1], cUnder|cDigit) || is(s[p-1], lower) && is(s[p], upper)
}

// qualifier returns, in lower case, the word before p: in the same name
// (apiKey, api_key) or in the word before it (api-key, API key).
func qualifier(s string, i, p int) string {
	end := p
	if end == i {
		if i == 0 || !is(s[i-1], cDash|cDot|cSpace) || s[i-1] == '\n' {
			return ""
		}
		end = i - 1
		i = back(s, end, 24, word)
	}
	for end > i && s[end-1] == '_' {
		end--
	}
	start := end
	for start > i && is(s[start-1], letter) {
		start--
		if is(s[start], upper) && start > i && is(s[start-1], lower) {
			break
		}
	}
	b := []byte(s[start:end])
	for n := range b {
		b[n] = fold(b[n])
	}
	return string(b)
}

// awsName says aws-secret-key for a name that says so itself.
func awsName(s string, i int, rule string) string {
	from := back(s, i, 32, urlSafe|cSpace)
	for p := from; p+3 <= i+4 && p+3 <= len(s); p++ {
		if hasPrefixFold(s[p:], "aws") {
			return "aws-secret-key"
		}
	}
	return rule
}
