package redact

import (
	"strings"
	"testing"
)

// checkSaid requires of each text that exactly what stands between « and » is
// found, and is a password.
func checkSaid(t *testing.T, texts []string) {
	t.Helper()
	for _, c := range texts {
		text := strings.NewReplacer("«", "", "»", "").Replace(c)
		var want strings.Builder
		for rest := c; ; {
			before, secret, found := strings.Cut(rest, "«")
			want.WriteString(before)
			if !found {
				break
			}
			want.WriteString(mark("password"))
			_, rest, _ = strings.Cut(secret, "»")
		}
		if got, _ := Secrets(text); got != want.String() {
			t.Errorf("%q\n got %q\nwant %q", text, got, want.String())
		}
	}
}

// A sentence tells what a password is in more ways than "the password is x".
func TestToldInSentences(t *testing.T) {
	checkSaid(t, []string{
		// which one it is
		"the root password there is «hunter2-Frodo99» use that",
		"my vps password there is «Kx7!mmQz9vB» use that",
		"Password here is «Zq8!plover»",
		"the password over there is «river-Stone12» I think",
		"the password we agreed on is «Qz81plVx9»",
		"the sudo password that I set is «Qz81plVx9», write it down",
		"the pw from the letter is «Qz81plVx9»",
		"the password for the reset to work is «Qz81plVx9»",
		// what it is now
		"the db password changed to «kR7vx92LmQ»",
		"the password switched to «Tq9vPz81xx»",
		"my password has now been updated to «Wq7zLp92»",
		"the nas password got reset to «Wq7zLp92»",
		"I changed the db password from «sunflower77» to «kR7vx92LmQ4»",
		"the password went from «marble44» to «kR7vx92LmQ»",
		"we rotated the redis password from \"«marble44»\" to \"«kR7vx92LmQ»\"",
		"updated the wiki password from admin to «kR7vx92LmQ»",
		"the password was changed from the old one to «kR7vx92LmQ»",
		"the password for the nas has just changed to «Wq7zLp92»",
		"the password on the box switched to «kR7vx92LmQ» today",
		"I changed the db password of the heron from «Qz81plVx9» to «kR7vx92LmQ4».",
		"set the root password on the nas to «kR7vx92LmQ» please",
		// beside it
		"password «3nNyjOq9wM» works on the staging box",
		"ssh password «Qz81!plVx9» is what I use",
		"the password «summer-House42» works",
		"use «kR7!vx92Lm» as the root password",
		"«hunter2-Frodo99» is my root password",
		"\"«Qz81plVx9»\" is our vpn password",
	})
}

// What looks like the ways above and says nothing of the value.
func TestToldOfPasswords(t *testing.T) {
	for _, text := range []string{
		"password there is no longer needed", "the password there is outdated", "for the password there is documentation", "besides the password there is nothing",
		"the password we chose is terrible", "the password you entered is wrong", "the password that works is the new one", "the wifi password is on the fridge",
		"the password here is optional", "the password I forgot is awesome", "changed the password from plain text to a hash", "changed the password from md5 to argon2id",
		"we changed the password from admin to something safe", "the password went from 8 characters to 12", "moved the password from env1 to vault2",
		"I changed my password from laptop42", "change the password from the settings page to a stronger one", "the password changed from time to time",
		"the password changed to something stronger", "the password is set to expire", "set the password to rotate", "no api key from origin 'http://localhost:3000' here", "we switched the password from ldap to kerberos",
		"Nothing has changed today. Take the password from server12 to server13.",
		"change the password for access to server12", "the password of the heron to Xq7Lk92ab", "password OAuth2 flow", "we hash the password Argon2id works well", "password field Input2Box is broken", "password SHA256Crypt format",
		"use SHA512crypt as the password", "use Xq7Lk92ab as the password hash", "Argon2id is our password",
		"commit aB3xK9qz fixes the very broken login password", "the password is Base64-encoded in the header",
	} {
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted by %s: %q", text, found[0].Rule, got)
		}
	}
}

// What was found once goes wherever it stands again, and nothing that has a
// part of it.
func TestAPasswordThatStandsAgain(t *testing.T) {
	checkSaid(t, []string{
		"my password is «kR7!vx92Lm». Put «kR7!vx92Lm» into .env, not kR7!vx92Lm2.",
		"«kR7vx92LmQ» goes there; the password is «kR7vx92LmQ»",
		"the wifi password is «heron-purple-lamp». I wrote «heron-purple-lamp» down.",
		"my password is «swordfish». I had swordfish for lunch",
		"password: «server12»\nssh server12",
	})
}

// So it is in other languages, whatever the password is for.
func TestToldInOtherLanguages(t *testing.T) {
	checkSaid(t, []string{
		"das WLAN-Passwort ist «Blau4711»", "das Passwort für den Testserver lautet «hunter2hunter2»", "mein Passwort vom Router ist «Blau4711»",
		"mon mot de passe est «tournesol99»", "le mot de passe: «tournesol99»", "le mot de passe du serveur est «tournesol99»", "la password è «tulip77x»", "a senha é «tulip77x»",
		"la contraseña de la red es «tulip77x»", "het wachtwoord van de router is «tulip77x»",
		"das Passwort ist falsch", "das Passwort ist abgelaufen", "das WLAN-Passwort ist neu", "le mot de passe est incorrect", "das Passwort ist im Tresor", "la contraseña es incorrecta",
	})
}
