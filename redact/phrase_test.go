package redact

import "testing"

// Words joined by hyphens are a password where they can be nothing else that is
// said of one.
func TestJoinedWordsAsAPassword(t *testing.T) {
	checkSaid(t, []string{
		"the wifi password is «heron-purple-lamp»",
		"our staging password is «correct-horse-battery»",
		"the router password is «otter-canyon-violet-spoon» for the guest network",
		"their wifi password is «Heron-Purple-Lamp», tell them",
		"root pw is now «rusty-anchor-parade».",
		"the passcode of the alarm is «granite-otter-piano»",
		"password: «heron-purple-lamp», use it",
		"the password is «summer-House42»",
		"my root password is «blue-Horse77» by the way",
		"Bob's password is «velvet-Rocket9».",
		"the passphrase is «river-stone42»",
		"my bank password is «purple-lamp»",
		"the admin password is «copper-lantern».",
	})
}

// Adjectives of several words say of what kind a password is.
func TestCompoundsAreNoPasswords(t *testing.T) {
	for _, of := range []string{
		"case-sensitive", "read-only", "one-time", "auto-generated", "base64-encoded", "12-characters", "twelve-characters-long", "SHA-256-hashed", "Base64-encoded",
		"client-side", "server-side-hashed", "up-to-date", "state-of-the-art", "multi-line", "well-known", "human-readable", "user-chosen", "plain-text", "all-lower-case",
		"copy-and-paste", "per-environment", "non-empty", "OAuth2-only", "Latin-1", "base-64-url", "hard-coded", "brute-forceable", "domain-specific-only",
		"web-server-dependent", "company-wide", "guest-facing", "rock-solid", "top-secret", "root-equivalent", "vault-backed", "prod-only", "pre-shared", "pseudo-random",
		"man-in-the-middle-safe", "end-to-end-encrypted", "high-entropy", "not-very-strong", "two-factor", "write-mostly", "argon2-digest", "multi-word", "cross-region", "hit-and-miss", "tip-top",
	} {
		text := "the wifi password is " + of
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted: %q", text, got)
		}
	}
	for _, text := range []string{
		"a password is pre-war", "the password is purple-lamp", "the wifi password is purple-lamp themed", "our wifi password is correct-horse-battery themed",
		"the password is web-server12 managed", "password: read-only for now", "the password policy is heron-purple-lamp", "your token is heron-purple-lamp",
	} {
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted by %s: %q", text, found[0].Rule, got)
		}
	}
}
