package redact

import (
	b64enc "encoding/base64"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// fake returns n characters of a set, the same for the same seed. Credentials
// in these tests are made up while they run, so that none stands in the file.
func fake(m set, n int, seed uint64) string {
	var chars []byte
	for c := byte(' '); c < 0x7F; c++ {
		if is(c, m) {
			chars = append(chars, c)
		}
	}
	r := rand.New(rand.NewPCG(seed, 1))
	b := make([]byte, n)
	for i := range b {
		b[i] = chars[r.IntN(len(chars))]
	}
	return string(b)
}

// body returns a body that fits a family.
func body(t *testing.T, f token) string {
	t.Helper()
	n := f.min
	shapes := map[string]string{"airtable-token": "14.64", "resend-key": "8_24", "harness-key": "22.24.20", "cloudflare-origin-key": "24-146",
		"clickup-token": "8_32", "salesforce-token": "12!96", "launchdarkly-key": "8-4-4-4-12", "riot-key": "8-4-4-4-12"}
	for seed := uint64(1); seed < 500; seed++ {
		b := fake(f.set&^(cDot|cDash|cEqual|cPlusSlash|cPercent), n, seed)
		if shape := shapes[f.rule]; shape != "" {
			sep := strings.Trim(shape, "0123456789")[:1]
			var parts []string
			for i, p := range strings.Split(shape, sep) {
				var size int
				fmt.Sscan(p, &size)
				from := hexLower
				if f.rule == "clickup-token" {
					from = cDigit
				}
				parts = append(parts, fake(from, size, seed+uint64(i)))
			}
			b = strings.Join(parts, sep)
		}
		if !isExample(b) && (f.check == nil || f.check(b)) {
			return b
		}
	}
	t.Fatalf("no body fits %s", f.prefix)
	return ""
}

func TestEveryFamily(t *testing.T) {
	rules := map[string]bool{}
	for _, f := range slices.Concat(tokens...) {
		rules[f.rule] = true
		secret := f.prefix + body(t, f)
		for _, text := range []string{secret, "use " + secret + ", please", `{"x":"` + secret + `"}`, "a\n" + secret + "\nb", "(" + secret + ")", "curl https://h/?k=" + secret + "&z=1", `say \n` + secret} {
			clean, found := Secrets(text)
			if len(found) != 1 || strings.Contains(clean, secret[len(f.prefix):]) {
				t.Errorf("%s…: %q gives %q, %v", f.prefix, text, clean, found)
				continue
			}
			if got := text[found[0].Start:found[0].End]; got != secret {
				t.Errorf("%s…: found %q, want %q", f.prefix, got, secret)
			}
		}
	}
	if len(rules) < 25 {
		t.Errorf("only %d rules", len(rules))
	}
}

// A part of a name may be joined to a credential on either side, as in the name of a file.
func TestFamiliesInNames(t *testing.T) {
	const least = 3 // a shorter prefix is a part of too many names
	seen := 0
	for _, f := range slices.Concat(tokens...) {
		b := body(t, f)
		if len(f.prefix) < least || !scattered(b) || f.set&(cDot|cUnder) != 0 && f.check != nil {
			continue // the end of the name is one more part of such a body
		}
		seen++
		for _, text := range []string{"deploy_" + f.prefix + b + ".sh", "/srv/old__" + f.prefix + b + "_1/x", f.prefix + b + "_old.txt"} {
			if clean := Name(text); strings.Contains(clean, b) || !strings.HasPrefix(clean, text[:strings.Index(text, f.prefix)]) {
				t.Errorf("%s…: %q is %q", f.prefix, text, clean)
			} else if end := text[strings.Index(text, b)+len(b):]; f.set&(cUnder|cDot) == 0 && !strings.HasSuffix(clean, end) {
				t.Errorf("%s…: what follows is gone from %q: %q", f.prefix, text, clean)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d families", seen)
	}
	jwt := "eyJ" + fake(alnum, 30, 7) + ".eyJ" + fake(alnum, 60, 8) + "." + fake(alnum, 43, 9)
	akia := "AKIA" + fake(upper, 16, 11) // of a known length, with no digit
	key := "AIzaSy" + fake(alnum, 33, 12)
	for text, want := range map[string]string{
		"session_" + jwt:                       "session_⟦redacted:jwt⟧",
		"x_" + akia + "_y.csv":                 "x_⟦redacted:aws-access-key⟧_y.csv",
		key + "-old_2.json":                    "⟦redacted:google-api-key⟧-old_2.json",
		"sk_live_publishable_key":              "sk_live_publishable_key",
		"read_sk_test_environment_name":        "read_sk_test_environment_name",
		"is_hf_transformers_and_datasets_ok":   "is_hf_transformers_and_datasets_ok",
		"my_npm_install_with_all_dependencies": "my_npm_install_with_all_dependencies",
	} {
		if got := Name(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A family's prefix with nothing random behind it is no secret.
func TestFamilyExamples(t *testing.T) {
	for _, f := range slices.Concat(tokens...) {
		n := max(f.min, 1)
		for _, text := range []string{f.prefix, f.prefix + strings.Repeat("x", n), f.prefix + strings.Repeat("X", n), f.prefix + "…", f.prefix + strings.Repeat("0", n)} {
			if clean, found := Secrets("set it to " + text + " or so"); len(found) > 0 {
				t.Errorf("%q was redacted: %q", text, clean)
			}
		}
	}
}

func TestSecrets(t *testing.T) {
	b40, hex32, b64 := fake(base64&^cEqual&^cPlusSlash, 40, 3), fake(hexLower, 32, 4), fake(base64&^cEqual, 86, 5)+"=="
	akia := "AKIA" + fake(upper|cDigit, 16, 6)
	jwt := "eyJ" + fake(urlSafe&^cDash, 30, 7) + ".eyJ" + fake(alnum, 60, 8) + "." + fake(urlSafe, 43, 9)
	uuid := "5d1c3f0a-9b7e-4c2d-8f6a-1e0b9d8c7a6f"
	for _, tc := range []struct{ text, secret, rule string }{
		// What people say.
		{"my password is hunter2", "hunter2", "password"},
		{"password: hunter2", "hunter2", "password"},
		{"the password is now hunter2", "hunter2", "password"},
		{"the password is now: hunter2", "hunter2", "password"},
		{"the root password has changed to hunter2", "hunter2", "password"},
		{"the root password now is hunter2", "hunter2", "password"},
		{"the db password is always Kupp3rtopf", "Kupp3rtopf", "password"},
		{"the password for staging has been changed to hunter2", "hunter2", "password"},
		{"My password is hunter2.", "hunter2", "password"},
		{"the password for the staging box is Tr0ub4dor&3, ok?", "Tr0ub4dor&3", "password"},
		{"set the root password to s3cr3tPw!", "s3cr3tPw", "password"},
		{"my password is swordfish", "swordfish", "password"},
		{"the db password is kiwi-92-Boat", "kiwi-92-Boat", "password"},
		{"the wifi password is \"purple elephant dances tonight\"", "purple elephant dances tonight", "password"},
		{"Passwort ist geheim123", "geheim123", "password"},
		{"mi contraseña es gato2024", "gato2024", "password"},
		{"мой пароль: кот12345", "кот12345", "password"},
		{"我的密码: mao12345", "mao12345", "password"},
		{"**Password:** hunter22", "hunter22", "password"},
		{"| password | hunter22 |", "hunter22", "password"},
		{"the api key is " + b40, b40, "api-key"},
		{"here is the API key we use in production, " + b40, b40, "api-key"},
		{"API key:\n" + b40, b40, "api-key"},
		// Files and code.
		{"DB_PASSWORD=swordfish", "swordfish", "password"},
		{"password = \"swordfish\"", "swordfish", "password"},
		{`password = @"swordfish"`, "swordfish", "password"},
		{"my mnemonic is rail lamp goat hill crow dust fish gate hand iron jump kite", "rail lamp goat hill crow dust fish gate hand iron jump kite", "seed-phrase"},
		{"https://kesper.webhook.office.com/webhookb2/" + uuid + "@x", uuid, "teams-webhook"},
		{"clone https://" + b40 + ":@git.kesper.example/lid.git", b40, "url-user"},
		{`{"password": "correct horse battery staple"}`, "correct horse battery staple", "password"},
		{`{"user": "ann", "password": "p4ssw0rd-x"}`, "p4ssw0rd-x", "password"},
		{`"{\"password\": \"p4ssw0rd-x\"}"`, "p4ssw0rd-x", "password"},
		{"const password: string = 'Winter2024';", "Winter2024", "password"},
		{`os.Setenv("DB_PASSWORD", "hunter2!")`, "hunter2!", "password"},
		{`db.setPassword("hunter2!")`, "hunter2!", "password"},
		{"<db-password>hunter2x</db-password>", "hunter2x", "password"},
		{`<input name="password" value="hunter2x">`, "hunter2x", "password"},
		{"- name: API_TOKEN\n  value: \"" + b40 + "\"", b40, "token"},
		{"client_secret=" + b40, b40, "client-secret"},
		{"apiKey: '" + hex32 + "',", hex32, "api-key"},
		{"x-api-key: " + uuid, uuid, "api-key"},
		{"export GITHUB_TOKEN=" + hex32, hex32, "token"},
		{"ENCRYPTION_KEY=" + b40, b40, "encryption-key"},
		{"aws_secret_access_key = " + b40, b40, "aws-secret-key"},
		{"tool --password hunter2 --verbose", "hunter2", "password"},
		{"tool --token=" + hex32, hex32, "token"},
		{"https://h.example.org/x?access_token=" + hex32 + "&v=1", hex32, "token"},
		{`$token .= "` + hex32[:17] + `";`, hex32[:17], "token"},
		{"DB_PASSWORD ?= hunter2swordfish", "hunter2swordfish", "password"},
		{"API_TOKEN :::= " + uuid, uuid, "token"},
		{`var token string = "` + uuid + `"`, uuid, "token"},
		// Addresses and connection strings.
		{"postgres://app:s3cr3t@db.internal:5432/x", "s3cr3t", "url-password"},
		{"redis://:p4ss@cache:6379", "p4ss", "url-password"},
		{"amqp://u:a@b1@h/vhost", "a@b1", "url-password"},
		{"git clone https://" + hex32 + "@git.internal/x.git", hex32, "url-user"},
		{"Server=db;User Id=sa;Password=Str0ng!Pass;Encrypt=true", "Str0ng!Pass", "password"},
		{"DefaultEndpointsProtocol=https;AccountName=x;AccountKey=" + b64 + ";EndpointSuffix=core", b64, "account-key"},
		{"?sv=2024-01-01&sig=" + fake(alnum, 43, 10) + "%3D", fake(alnum, 43, 10) + "%3D", "sas-signature"},
		// Headers and commands.
		{"Authorization: Bearer " + b40, b40, "authorization"},
		{"Authorization: Basic YW5uOmh1bnRlcjI=", "YW5uOmh1bnRlcjI=", "authorization"},
		{"-H 'Authorization: token " + hex32 + "'", hex32, "authorization"},
		{"send Bearer " + b40 + " with it", b40, "bearer-token"},
		{"curl -u ann:hunter2 https://h", "hunter2", "command-password"},
		{"curl -a0011:", "0011", "command-password"}, // its placeholder holds a colon, too
		{"mysql -u root -phunter2 db", "hunter2", "command-password"},
		{"sshpass -p hunter2 ssh h", "hunter2", "command-password"},
		// Structures.
		{"cookie " + jwt + " end", jwt, "jwt"},
		{akia + " and then " + b40, akia, "aws-access-key"},
		{"twilio AC" + hex32 + ", " + fake(hexLower, 32, 17), fake(hexLower, 32, 17), "twilio-auth-token"},
		{"bot 123456789:AA" + fake(urlSafe&^cDash, 33, 11), "123456789:AA" + fake(urlSafe&^cDash, 33, 11), "telegram-token"},
		{"M" + fake(alnum, 23, 12) + "." + fake(alnum, 6, 13) + "." + fake(alnum, 27, 14), "M" + fake(alnum, 23, 12) + "." + fake(alnum, 6, 13) + "." + fake(alnum, 27, 14), "discord-token"},
		{"https://discord.com/api/webhooks/1234567890/" + b40, "1234567890/" + b40, "discord-webhook"},
		{"https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/" + fake(alnum, 24, 15), "T0AB12CD3/B0AB12CD3/" + fake(alnum, 24, 15), "slack-webhook"},
		{"https://hooks.slack.com/workflows/T0AB12CD3/A0AB12CD3/" + fake(alnum, 24, 15), "T0AB12CD3/A0AB12CD3/" + fake(alnum, 24, 15), "slack-webhook"},
		{"https://hooks.slack.com/triggers/T0AB12CD3/" + fake(alnum, 24, 15), "T0AB12CD3/" + fake(alnum, 24, 15), "slack-webhook"},
		{"data:\n  session: " + b64enc.StdEncoding.EncodeToString([]byte(jwt)), b64enc.StdEncoding.EncodeToString([]byte(jwt)), "jwt"},
		{"abc8Q~" + fake(alnum, 34, 16), "abc8Q~" + fake(alnum, 34, 16), "azure-client-secret"},
	} {
		clean, found := Secrets(tc.text)
		want := strings.Replace(tc.text, tc.secret, mark(tc.rule), 1)
		if tc.rule == "aws-access-key" {
			want = strings.Replace(want, b40, mark("aws-secret-key"), 1)
		}
		if clean != want {
			t.Errorf("%q\n got %q\nwant %q", tc.text, clean, want)
			continue
		}
		if got := tc.text[found[0].Start:found[0].End]; got != tc.secret {
			t.Errorf("%q: offsets hold %q", tc.text, got)
		}
	}
}

func TestNoSecrets(t *testing.T) {
	hex40, uuid := fake(hexLower, 40, 20), "5d1c3f0a-9b7e-4c2d-8f6a-1e0b9d8c7a6f"
	for _, text := range []string{
		"", "password", "password:", "password=", "password=\n", "the password is", "token: ",
		// Placeholders.
		"password: xxxxxxxx", "API_KEY=your-api-key-here", "token: <TOKEN>", "password=${DB_PASSWORD}", "password=$DB_PASSWORD",
		"secret: changeme", "api_key = \"dummy-key-1234\"", "token=aaaaaaaaaaaaaaaaaaaaaaaa", "password: ********", "password: ...",
		"client_secret: {{ .Values.secret }}", "password: %PASSWORD%", "AKIAIOSFODNN7EXAMPLE", "curl -u user:password https://h",
		"postgres://user:password@localhost/db", "postgres://postgres:postgres@localhost/db", "https://user:${TOKEN}@h/", "mysql -u root -p db",
		// Code that names a secret.
		"password := os.Getenv(\"DB_PASSWORD\")", "token = process.env.API_TOKEN", "const token = await getToken(user1)", "password: string",
		"func (c *Client) SetToken(token string) error", "password = newPassword", "self.password = password1_hash.value", "secret = vault.read('db/creds2')",
		"if password == \"\" {", "token: Token::new()", "type Token struct {", "api_key = settings.api_key", "password: bool = true",
		"max_tokens: 4096", "next_page_token=CiAKGjBpNDd2Nmp2Zml2cXRwYjBpOXA", "tokens_used=123456", "primary_key: user_id", "public_key: " + hex40,
		"secretName: my-app-tls-2", "token: /run/secrets/api_token", "password_file: /etc/app/pw1.txt", "key: value", "sort_key = created_at_2024",
		// Sentences about secrets.
		"my password is wrong", "my password is again wrong", "the password always is hashed", "the password is required", "the password is kiwi-92-Boat in the book", "the password is base-64-url", "the password is not stored in plaintext", "your token is expired", "the secret is out",
		"I forgot my password", "reset the password to its default", "the password must have 12 characters", "use a password manager",
		"a forward pass with autocast", "a low-pass filter (R5 and C3)", "{{ .Values.databasePassword | b64enc3 | quote }}", "password protected", "the auth token is rotated every 90d", "add a token bucket for rate limiting", "password hashing uses argon2id",
		"Passwords are hashed with bcrypt", "password: required", "we store the token in redis under session:token",
		// Opaque values that are no secrets.
		"commit " + hex40, "sha256:" + fake(hexLower, 64, 21), "see " + hex40 + " for the fix", "id " + uuid, "user " + uuid + " has no password",
		"withCredentials([usernamePassword(credentialsId: '" + uuid + "', usernameVariable: 'U')])", "credentials.url=db3-qz1x.api.k7xr9.com",
		"io.jsonwebtoken:jjwt-jackson-0.11.2", "- (id)hf_requiredCharacteristicTypesForDisplayMetadata;",
		"see " + b64enc.StdEncoding.EncodeToString([]byte(`{"a": "no token but a long text, which is a document in base64"}`)),
		"integrity sha512-" + fake(base64, 86, 22), "checksum: " + hex40, "the token commit " + hex40,
		"https://example.org/a/b?id=" + uuid, "node_modules/.cache/babel/" + hex40 + ".json", "git@github.com:ann/repo.git",
		"-----BEGIN CERTIFICATE-----\nMIIB" + fake(base64, 60, 23) + "\n-----END CERTIFICATE-----",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----",
	} {
		if clean, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted: %q by %s", text, clean, found[0].Rule)
		}
	}
}

func TestPrivateKeys(t *testing.T) {
	rows := fake(base64, 64, 30) + "\n" + fake(base64, 64, 31) + "\n" + fake(base64, 20, 32)
	for _, label := range []string{"PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK", "ENCRYPTED PRIVATE KEY"} {
		block := "-----BEGIN " + label + "-----\n" + rows + "\n-----END " + label + "-----"
		if clean, _ := Secrets("key:\n" + block + "\nand more"); clean != "key:\n"+mark("private-key")+"\nand more" {
			t.Errorf("%s: %q", label, clean)
		}
		json := `{"type": "service_account", "private_key": "` + strings.ReplaceAll(block, "\n", `\n`) + `\n", "client_email": "x"}`
		if clean, _ := Secrets(json); strings.Contains(clean, rows[:20]) || !strings.Contains(clean, `"client_email": "x"`) {
			t.Errorf("%s in JSON: %q", label, clean)
		}
		open := "-----BEGIN " + label + "-----\n" + rows + "\nplease fix this"
		if clean, _ := Secrets(open); clean != mark("private-key")+"\nplease fix this" {
			t.Errorf("%s without its end: %q", label, clean)
		}
	}
	header := "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n" + rows + "\n-----END RSA PRIVATE KEY-----"
	if clean, _ := Secrets(header); clean != mark("private-key") {
		t.Errorf("with headers: %q", clean)
	}
}

// Of a key that somebody has cut before the text came here the end gives it away.
func TestTheRestOfAPrivateKey(t *testing.T) {
	rows := fake(base64, 30, 33) + "\n" + fake(base64, 64, 34) + "\n" + fake(base64, 64, 35) + "\n" + fake(base64, 20, 36) + "\n"
	end := "-----END RSA PRIVATE KEY-----"
	for _, text := range []string{
		rows + end, "the pier:\n" + rows + end + "\nis green", strings.ReplaceAll("\n"+rows, "\n", "\n    ") + end,
		strings.ReplaceAll("\n"+rows, "\n", "\n> ") + end, strings.ReplaceAll(rows, "\n", `\n`) + end + `\n", "pier": "green"`,
		`x "` + strings.ReplaceAll(rows, "\n", "\\n\" +\n  \"") + end + `"`, strings.ReplaceAll(rows, "\n", "\r\n") + end,
		rows + "---- END SSH2 ENCRYPTED PRIVATE KEY ----", rows + end + "\n" + rows + end,
		rows[:31] + "AKIA" + fake(upper|cDigit, 16, 3) + "\n" + rows[31:] + end,
	} {
		at := 0
		for _, f := range scan(text) {
			if f.Start < at {
				t.Errorf("%q: %+v begins before %d", text, f, at)
			}
			at = f.End
		}
		clean, _ := Secrets(text)
		for row := range strings.FieldsSeq(rows) {
			if strings.Contains(clean, row) {
				t.Errorf("%q keeps %q", text, clean)
			}
		}
		if strings.Contains(text, "pier") != strings.Contains(clean, "pier") || strings.Contains(text, "green") != strings.Contains(clean, "green") {
			t.Errorf("%q loses more: %q", text, clean)
		}
	}
	for _, text := range []string{
		"the line " + end + " is missing", "crane\npier\nquay\n" + end, fake(base64, 64, 37) + "\n\n" + end,
		fake(base64, 64, 38) + "\n-----END CERTIFICATE-----", "-----BEGIN PRIVATE KEY-----\n...\n" + end, end,
	} {
		if clean, _ := Secrets(text); clean != text {
			t.Errorf("%q was redacted: %q", text, clean)
		}
	}
}

func TestSeveral(t *testing.T) {
	text := "password=hunter2; token=" + fake(hexLower, 32, 40) + "\nmore password: Xy12345z"
	clean, found := Secrets(text)
	want := "password=" + mark("password") + "; token=" + mark("token") + "\nmore password: " + mark("password")
	if clean != want {
		t.Errorf("got %q", clean)
	}
	if diff := cmp.Diff(replace(text, found), clean); diff != "" {
		t.Errorf("findings do not make the text:\n%s", diff)
	}
}

func TestName(t *testing.T) {
	secret := "ghp_" + fake(alnum, 36, 50)
	if got := Name("/tmp/" + secret + ".txt"); got != "/tmp/"+mark("github-token")+".txt" {
		t.Errorf("got %q", got)
	}
	if got := Name("/src/password_reset.go"); got != "/src/password_reset.go" {
		t.Errorf("got %q", got)
	}
}

func TestID(t *testing.T) {
	for _, id := range []string{"", "5d1c3f0a-9b7e-4c2d-8f6a-1e0b9d8c7a6f", "build-7", "msg_01ABcdEFgh", "shop"} {
		if got := ID(id); got != id {
			t.Errorf("%q became %q", id, got)
		}
	}
	a, b := "ghp_"+fake(alnum, 36, 51), "ghp_"+fake(alnum, 36, 52)
	if x, y := ID(a), ID(b); x == y || strings.Contains(x, a[4:]) || ID(x) != x {
		t.Errorf("%q and %q", x, y)
	}
}

// A flag whose user name is a token is looked at again for the password.
func TestBothHalvesOfAFlag(t *testing.T) {
	got, _ := Secrets("curl -u ghp_" + fake(alnum, 36, 3) + ":hunter2 https://h")
	if want := "curl -u ⟦redacted:github-token⟧:⟦redacted:command-password⟧ https://h"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
