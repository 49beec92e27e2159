package redact

import (
	"strings"
	"testing"
)

// What people and files say without key = value. The secret is between « and ».
func TestOtherWaysToSayIt(t *testing.T) {
	v, pw := fake(alnum, 24, 71), "Gr4nite!moss"
	for _, c := range []struct{ text, rule string }{
		{"<harbourToken>\n    «" + v + "»\n</harbourToken>", "token"},
		{"HARBOUR_TOKEN ||= \"«" + v + "»\"", "token"},
		{"HARBOUR_TOKEN ?= \"«" + v + "»\"", "token"},
		{"harbour.token -> \"«" + v + "»\"", "token"},
		{"ENV HARBOUR_TOKEN «" + v + "»", "token"},
		{"the token is «" + v + "»", "token"},
		{"Here's the token - «" + v + "»", "token"},
		{"use «" + v + "» as the api key", "token"},
		{"\"«" + v + "»\" is our token", "token"},
		{"the harbour key is «" + v + "»", "key"},
		{"harbour_jwt=«" + v + "»", "jwt"},
		{"https://h.example.org/v1?key=«" + v + "»", "api-key"},
		{"{\"name\": \"DB_PASSWORD\", \"value\": \"«" + pw + "»\"}", "password"},
		{"<property name=\"db.password\">«" + pw + "»</property>", "password"},
		{"<property name=\"password\"><value>«" + pw + "»</value></property>", "password"},
		{"password:\n  «" + pw + "»", "password"},
		{"vault_password: |\n  «" + pw + "»\n", "password"},
		{"password = <<EOT\n«" + pw + "»\nEOT", "password"},
		{"password (staging): «" + pw + "»", "password"},
		{"password[staging] = «" + pw + "»", "password"},
		{"the wifi password `«" + pw + "»`", "password"},
		{"the new password «" + pw + "»", "password"},
		{"my password was changed to «" + pw + "»", "password"},
		{"user ann, pass «" + pw + "»", "password"},
		{"login: ann / «" + pw + "»", "password"},
		{"the credentials are ann@example.org:«" + pw + "»", "password"},
		{"ALTER USER ann IDENTIFIED BY '«granitemoss»'", "password"},
		{"CREATE ROLE ann PASSWORD '«granitemoss»'", "password"},
		{"machine h.example.org login ann password «granitemoss»", "password"},
		{"machine h.example.org\nlogin ann\npassword «granitemoss»\n", "password"},
		{"my PIN is «4719»", "pin"},
		{"jdbc:oracle:thin:scott/«gr4nite»@//h:1521/s", "url-password"},
		{"sqlplus scott/«gr4nite»@h", "url-password"},
		{"redis-cli -h h -a «gr4nite» ping", "command-password"},
		{"ldapsearch -D cn=x -w «gr4nite» -b dc=y", "command-password"},
		{"openssl rsa -in k -passin pass:«gr4nite»", "command-password"},
		{"kubectl create secret generic x --from-literal=user=«gr4nite»", "kubernetes-secret"},
		{"Cookie: theme=dark; session=«" + v + "»; lang=en", "cookie"},
		{"BUNDLE_GEMS__EXAMPLE__ORG=«ann:gr4nite»", "bundler-credential"},
		{"seed phrase: «" + strings.TrimSpace(strings.Repeat("harbour granite moss ", 4)) + "»", "seed-phrase"},
		{"jwt_secret=«m0ssgr4n1te»", "secret"},
		{"SECRET_KEY_BASE=«" + v + "»", "secret-key"},
	} {
		open, shut := strings.Index(c.text, "«"), strings.Index(c.text, "»")
		text := strings.NewReplacer("«", "", "»", "").Replace(c.text)
		want := c.text[:open] + mark(c.rule) + c.text[shut+len("»"):]
		if got, _ := Secrets(text); got != want {
			t.Errorf("%q\n got %q\nwant %q", text, got, want)
		}
	}
}

func TestEveryValueOfAList(t *testing.T) {
	a, b := fake(alnum, 24, 72), fake(alnum, 24, 73)
	got, _ := Secrets(`api_tokens: ["` + a + `", "` + b + `"], names: ["x"]`)
	if want := `api_tokens: ["⟦redacted:token⟧", "⟦redacted:token⟧"], names: ["x"]`; got != want {
		t.Errorf("got %q", got)
	}
}

// The form of a file says what is secret in it, whatever it is called.
func TestFilesOfSecrets(t *testing.T) {
	v := fake(base64&^cEqual&^cPlusSlash, 24, 74)
	rows := fake(base64&^cEqual, 64, 75) + "\n" + fake(base64&^cEqual, 40, 76)
	for name, text := range map[string]string{
		"yaml":         "apiVersion: v1\nkind: Secret\nmetadata:\n  name: heron-settings\ndata:\n  user: " + v + "\ntype: Opaque\n",
		"kind below":   "data:\n  user: " + v + "\nkind: Secret\n",
		"string data":  "kind: Secret\nstringData:\n  user: " + v + "\n",
		"block":        "kind: Secret\ndata:\n  ca.crt: |-\n    " + v + "\n",
		"json":         `{"kind": "Secret", "data": {"user": "` + v + `", "other": "{{ .Values.x }}"}}`,
		"second":       "kind: ConfigMap\ndata:\n  a: b\n---\nkind: Secret\ndata:\n  user: " + v + "\n",
		"putty":        "PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n" + v + v + "\n" + v + v + "\nPrivate-MAC: x\n",
		"ssh2":         "---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----\n" + rows + v + "\n---- END SSH2 ENCRYPTED PRIVATE KEY ----\nand so on",
		"json web key": `{"kty":"EC","crv":"P-256","d":"` + v + fake(alnum, 19, 77) + `"}`,
	} {
		got, found := Secrets(text)
		if len(found) == 0 || strings.Contains(got, v[4:20]) {
			t.Errorf("%s: %q", name, got)
		}
		if strings.Contains(text, "heron-settings") && (!strings.Contains(got, "heron-settings") || !strings.Contains(got, "Opaque")) {
			t.Errorf("%s: too much is gone: %q", name, got)
		}
	}
	for name, text := range map[string]string{
		"config map":    "kind: ConfigMap\ndata:\n  user: " + v[:12] + "\n",
		"another one":   "kind: Secret\ndata: {}\n---\nkind: ConfigMap\ndata:\n  mode: " + v[:12] + "\n",
		"secret list":   "kind: SecretStore\ndata:\n  mode: " + v[:12] + "\n",
		"template":      "kind: Secret\ndata:\n  user: {{ .Values.user | b64enc }}\n  b: ${B}\n",
		"public key":    "---- BEGIN SSH2 PUBLIC KEY ----\n" + rows + "\n---- END SSH2 PUBLIC KEY ----",
		"public of jwk": `{"kty":"EC","x":"` + v + v + `"}`,
	} {
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%s was redacted by %s: %q", name, found[0].Rule, got)
		}
	}
}

func TestShapesWithAPlace(t *testing.T) {
	hex32 := fake(hexLower, 32, 78)
	az := fake(alnum, 52, 79) + "JQQJ9" + fake(alnum, 27, 80)
	for _, c := range []struct{ secret, rule string }{
		{hex32 + "-us12", "mailchimp-key"}, {hex32 + "-12ab34cd-98fe76dc", "mailgun-key"}, {"1/1234567890123456:" + hex32, "asana-token"},
		{"2/1234567890123456/1234567890123457:" + hex32, "asana-token"}, {fake(alnum, 14, 81) + ".atlasv1." + fake(alnum, 64, 82), "terraform-token"},
		{az, "azure-key"}, {fake(hexLower, 32, 83) + "FFFFNRAL", "newrelic-key"},
	} {
		if got, _ := Secrets("it is " + c.secret + " here"); got != "it is "+mark(c.rule)+" here" {
			t.Errorf("%s: %q", c.secret, got)
		}
	}
}

// What looks like the ways above and is none of them.
func TestNotSaid(t *testing.T) {
	for _, text := range []string{
		"the token count is 4096 and the token limit 8192", "the key is to read slowly", "the primary key is 5d1c3f0a-9b7e-4c2d-8f6a-1e0b9d8c7a6f",
		"tokens := []Token{rawToken(0)}", "tokens: [\"Hello\", \"world\"]", "password *uint16", "_HOST_PAT = (\"^[a-z0-9.]+(:[0-9]{1,5})?$\")",
		"password:\n  required: true", "password:\n  - one", "login: see https://example.org/x1", "login: go to /settings/login2", "account: checking/savings",
		"use a1b2 as the key", "the commit 5d1c3f0a9b7e4c2d8f6a1e0b9d8c7a6f5d1c3f0a is a token of thanks", "pin 13: LED", "pin: v1.2.3", "identified by \"repeat\"",
		"obj.password->hash()", "password (required): string", "ENV NODE_ENV production", "ENV TOKEN_TTL 3600", "arg token count", "passwords: [min, max]",
		"if !s.ReadUint16LengthPrefixed(&x) {", "key: hexPKCS8TestKey,", "AP_PSK = 0x32", "the phrase is one two three four five", "credential := []byte{1}",
		"Cookie: theme=dark; consent=yes", "\"d\": \"M10 20 L30 40\"", "BUNDLE_PATH__SYSTEM=true", "we hash the password Argon2id.", "sqlplus is a tool", "openssl enc -pass stdin",
	} {
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted by %s: %q", text, found[0].Rule, got)
		}
	}
}
