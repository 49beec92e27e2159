package redact

import "testing"

// What a value looks like decides whether it is told on. Each of these has no other
// test, and a text for which it matters.
func TestWhatAValueLooksLike(t *testing.T) {
	hex := fake(hexLower, 40, 2)
	for _, c := range []struct {
		name string
		is   func(string) bool
		yes  []string
		no   []string
	}{
		{"a path", isPath, []string{"./keys/db.txt", "~/.ssh/harbour", `C:\keys`, "keys/harbour"}, []string{"a", "kiwi92", "tank/9!pump"}},
		{"a version", isVersion, []string{"1.2.3", "v0.9", "2024.11.02"}, []string{"12", "v12", "1.2b"}},
		{"a digest", isDigest, []string{"sha256:" + hex, "SHA1-" + hex, "md5:" + hex}, []string{hex, "sha256"}},
		{"letters made digits", leet, []string{"sup3rs3cret", "gr4n1tem0ss"}, []string{"tank9pump", "sup3r s3cret", "a1b2c"}},
		{"a name of the kind", named, []string{"hexPKCS8TestKey", "OAuth2Password"}, []string{"Key", "2Key", "hexKeys"}},
		{"a name for a secret", announces, []string{"new_password", "db_pass"}, []string{"password", "pass_2_word", "a b"}},
		{"a name in code", camel, []string{"newPassword", "theGate"}, []string{"newpassword", "NEW"}},
		{"with a sign", hasSign, []string{"kiwi!", "7+7"}, []string{"kiwi", "!!"}},
		{"a time", hasTime, []string{"2026-05-01 10:00:00 up", "[10:00:01] up", "1767225600 up", "Jan  2 15:04:05 tank up"}, []string{"2026 tanks", "10 tanks up", "12-05"}},
		{"a level", hasLevel, []string{"ERROR no tank", "[warn] no tank", "info: tank"}, []string{"Error handling is next", "tank"}},
		{"a place", hasPlace, []string{"lib/tank.go:12: no", "./a.py:3:4: no"}, []string{"at 10:30: no", "tank:up"}},
		{"of words", hasWordPart, []string{"tank/92", "9.harbour"}, []string{"x9/y8.z7"}},
		{"no tag in it", safe, []string{"a > b & c"}, []string{"a < b", "a\nb", "ä"}},
		{"a frame of Go", goFrame, []string{"main.run(0xc000012345, 0x1)", "created by main.start", "main.run(...)"}, []string{"main.run(x)", "he created it"}},
		{"an item of a list", listItem, []string{"- rinse", "3. rinse", "12) rinse", "  rinse", "• rinse"}, []string{"rinse", "3.5 litres", "3"}},
	} {
		for _, s := range c.yes {
			if !c.is(s) {
				t.Errorf("%q is %s", s, c.name)
			}
		}
		for _, s := range c.no {
			if c.is(s) {
				t.Errorf("%q is not %s", s, c.name)
			}
		}
	}
}
