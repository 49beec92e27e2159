package redact

import (
	b64enc "encoding/base64"
	"strings"
)

// shape finds credentials that have a structure instead of a prefix: web
// tokens, chat tokens, webhooks. The word at i ends at j.
func (sc *scanner) shape(i, j int) (rule string, start, end int) {
	s, c := sc.s, sc.s[i]
	switch {
	case c == 'e' && strings.HasPrefix(s[i:], "eyJ"):
		return sc.jwt(i)
	case c == 'Z' && strings.HasPrefix(s[i:], "ZXlK"):
		return sc.wrapped(i)
	case is(c, cDigit) && all(s[i:j], cDigit):
		return numberAt(s, i, j)
	case j-i == 14 && strings.HasPrefix(s[j:], ".atlasv1."):
		return terraform(s, i, j)
	case j-i == 32 && j < len(s) && s[j] == '-' && all(s[i:j], hexLower):
		return hexTail(s, i, j)
	case j-i >= 40 && j-i <= 88:
		return annotated(s, i, j)
	case (c == 'M' || c == 'N' || c == 'O') && j-i >= 15:
		return sc.discord(i)
	case c == 'd' && (s[i:j] == "discord" || s[i:j] == "discordapp"):
		return sc.webhook(j, ".com/api/webhooks/", "discord-webhook")
	case c == 'h' && s[i:j] == "hooks":
		for _, path := range [...]string{".slack.com/services/", ".slack.com/workflows/", ".slack.com/triggers/"} {
			if rule, start, end := sc.webhook(j, path, "slack-webhook"); rule != "" {
				return rule, start, end
			}
		}
	case c == 'w' && s[i:j] == "webhook":
		return sc.webhook(j, ".office.com/webhookb2/", "teams-webhook")
	}
	return "", 0, 0
}

// jwt finds a JSON web token: three parts in base64url (RFC 7519), or five
// of an encrypted one (RFC 7516).
func (sc *scanner) jwt(i int) (string, int, int) {
	s, at, n := sc.s, i, 0
	for {
		e := sc.run(at, urlSafe)
		if e-at < 8 {
			break
		}
		n, at = n+1, e
		if n == 5 || e+1 >= len(s) || s[e] != '.' || !is(s[e+1], urlSafe) {
			break
		}
		at = e + 1
	}
	at = i + len(strings.TrimSuffix(s[i:at], "."))
	if n < 2 || at-i < 30 || isExample(s[i:at]) {
		return "", 0, 0
	}
	return "jwt", i, at
}

// wrapped finds a JSON web token that is in base64 once more, as in the data of a
// Kubernetes secret: "eyJ" in base64 is "ZXlK".
func (sc *scanner) wrapped(i int) (string, int, int) {
	end := sc.run(i, base64|urlSafe)
	t := strings.NewReplacer("+", "-", "/", "_").Replace(strings.TrimRight(sc.s[i:min(end, i+maxBody)], "="))
	raw, err := b64enc.RawURLEncoding.DecodeString(t[:len(t)/4*4])
	if err != nil {
		return "", 0, 0
	}
	inner := scanner{s: string(raw)}
	if rule, _, _ := inner.jwt(0); rule == "" {
		return "", 0, 0
	}
	return "jwt", i, end
}

// numberAt finds tokens that start with the number of an account: Telegram's
// 123456789:AA… and Facebook's 1234567890123456|….
func numberAt(s string, i, j int) (string, int, int) {
	if !all(s[i:j], cDigit) || j+1 >= len(s) {
		return "", 0, 0
	}
	n, end := j-i, run(s, j+1, urlSafe)
	body := s[j+1 : end]
	switch {
	case s[j] == ':' && n >= 7 && n <= 12 && len(body) >= 33 && len(body) <= 36 && body[0] == 'A' && scattered(body):
		return "telegram-token", i, end
	case s[j] == '/' && n == 1 && (s[i] == '1' || s[i] == '2'):
		return asana(s, i, j+1)
	case s[j] == '|' && n >= 15 && n <= 16 && len(body) == 27 && !isExample(body):
		return "facebook-secret", i, end
	}
	return "", 0, 0
}

// asana finds a personal token: 1/USER:HEX, since 2024 2/USER/TOKEN:HEX.
func asana(s string, i, at int) (string, int, int) {
	for n := s[i] - '0'; n > 0; n-- {
		e := run(s, at, cDigit)
		if e-at < 12 || e-at > 20 || e+1 >= len(s) || s[e] != map[bool]byte{true: ':', false: '/'}[n == 1] {
			return "", 0, 0
		}
		at = e + 1
	}
	if e := run(s, at, hexLower); e-at == 32 && random(s[at:e]) {
		return "asana-token", i, e
	}
	return "", 0, 0
}

// terraform finds a token of HCP Terraform: 14 characters, .atlasv1., 60 more.
func terraform(s string, i, j int) (string, int, int) {
	from := j + len(".atlasv1.")
	if e := run(s, from, urlSafe|cEqual); e-from >= 60 && e-from <= 70 && !isExample(s[from:e]) {
		return "terraform-token", i, e
	}
	return "", 0, 0
}

// hexTail finds keys of 32 hex digits that say where they are from: those of
// Mailchimp by a data centre (-us12), those of Mailgun by two groups of eight.
func hexTail(s string, i, j int) (string, int, int) {
	e := run(s, j+1, word|cDash)
	tail := s[j+1 : e]
	switch {
	case len(tail) >= 3 && len(tail) <= 4 && tail[:2] == "us" && all(tail[2:], cDigit) && random(s[i:j]):
		return "mailchimp-key", i, e
	case len(tail) == 17 && tail[8] == '-' && all(tail[:8], hexLower) && all(tail[9:], hexLower) && random(s[i:j]):
		return "mailgun-key", i, e
	}
	return "", 0, 0
}

// annotated finds keys with a signature at a fixed place: those that Azure
// makes recognisable (84 characters with JQQJ9 at 52) and license keys of New Relic (40 characters, the last four NRAL).
func annotated(s string, i, j int) (string, int, int) {
	switch n := j - i; {
	case n == 84 && s[i+52:i+57] == "JQQJ9" && mixed(s[i:j]):
		return "azure-key", i, j
	case n == 40 && s[j-4:j] == "NRAL" && all(s[i:j-8], hexLower) && random(s[i:j-8]):
		return "newrelic-key", i, j
	}
	return "", 0, 0
}

// discord finds the three parts of a Discord bot token: id, time, HMAC.
func (sc *scanner) discord(i int) (string, int, int) {
	s, a := sc.s, sc.run(i, urlSafe)
	if n := a - i; n < 23 || n > 28 || a >= len(s) || s[a] != '.' {
		return "", 0, 0
	}
	b := sc.run(a+1, urlSafe)
	if n := b - a - 1; n < 5 || n > 7 || b >= len(s) || s[b] != '.' {
		return "", 0, 0
	}
	c := sc.run(b+1, urlSafe)
	if n := c - b - 1; n < 27 || n > 40 || isExample(s[i:c]) {
		return "", 0, 0
	}
	return "discord-token", i, c
}

// webhook finds the secret part of a webhook's address.
func (sc *scanner) webhook(j int, path, rule string) (string, int, int) {
	s := sc.s
	if !strings.HasPrefix(s[j:], path) {
		return "", 0, 0
	}
	start := j + len(path)
	end := sc.run(start, urlSafe|cPlusSlash|cDot)
	t := s[start:min(end, start+maxBody)]
	if len(t) < 20 || !hasBoth(t) || isExample(t) {
		return "", 0, 0
	}
	return rule, start, end
}

// azure finds a client secret of Microsoft Entra ID around the ~ at i: three
// characters, a digit, Q~ and 31 to 34 more.
func (sc *scanner) azure(i int) int {
	s := sc.s
	if i < 5 || s[i-1] != 'Q' || !is(s[i-2], cDigit) {
		return i + 1
	}
	m := dotted | cTilde
	start, end := i-5, sc.run(i+1, m)
	if !all(s[start:i], m) || start > 0 && is(s[start-1], m) {
		return i + 1
	}
	for end > i && s[end-1] == '.' && end-i > 32 {
		end--
	}
	n := end - i - 1
	if last := len(sc.found) - 1; n < 31 || n > 34 || isExample(s[i+1:end]) || last >= 0 && sc.found[last].End > start {
		return i + 1
	}
	return sc.add("azure-client-secret", start, end)
}

// schemes are the words between "Authorization:" and its value.
var schemes = wordSet("basic bearer token apikey api-key api-token key digest negotiate jwt oauth bot ntlm splunk sso-key genie-key")

// scheme reads Authorization: SCHEME value.
func (sc *scanner) scheme(i int, k key) int {
	v, ok := sc.valueAfter(i, k.end, k)
	if !ok {
		return 0
	}
	s := sc.s
	e := run(s, v.start, urlSafe)
	if e >= len(s) || s[e] != ' ' || e-v.start > 12 || !schemes()[strings.ToLower(s[v.start:e])] {
		return 0
	}
	at := blank(s, e)
	if at >= len(s) {
		return 0
	}
	if rule, end := sc.token(at); end > 0 {
		return sc.add(rule, at, end)
	}
	if end := trimEnd(s, at, sc.runEnd(at)); sc.secret(value{start: at, end: end}, k) {
		return sc.add("authorization", at, end)
	}
	return 0
}

// bearer reads "Bearer value" where no header names it.
func (sc *scanner) bearer(j int) int {
	at := blank(sc.s, j)
	if at == j || at >= len(sc.s) || marked(sc.s[at:]) > 0 {
		return 0
	}
	end := trimEnd(sc.s, at, sc.run(at, opaque))
	if t := sc.s[at:end]; len(t) >= 16 && random(t) {
		return sc.add("bearer-token", at, end)
	}
	return 0
}
