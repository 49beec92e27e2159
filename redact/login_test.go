package redact

import "testing"

// A name and its password are told together in many ways.
func TestNamesWithTheirPasswords(t *testing.T) {
	checkSaid(t, []string{
		"credentials for grafana: admin «kR7xx2»",
		"creds for staging: deploy / «Marble77x»",
		"the credentials are deploy and «Qz81plVx9»",
		"the login for the wiki is ann / «Peter42x»",
		"login to the box as ubuntu / «Qz81plVx9» and look",
		"log in with admin / «kR7vx92LmQ5»",
		"log in as root: «kR7vx92LmQ»",
		"Log in to the wiki with ann/«Peter42x».",
		"logged in as deploy / «kR7vx92LmQ5» and it worked",
		"sign in to the console as root with «kR7vx92LmQ5»",
		"log in with the account ann@example.org and «kR7vx92LmQ5»",
		"I log on to the portal with ann, «Qz81plVx9» every day",
		"log in using user ann / «velvet-Rocket9»",
	})
}

// One logs in by services, roles and other things, too.
func TestLoginsWithoutAPassword(t *testing.T) {
	for _, text := range []string{
		"log in with Google / GitHub", "log in with admin / editor role", "log in with Google / Office365", "sign in with Apple / Google2", "log in with Google and Office365",
		"log in with GitHub OAuth2", "signing in with Okta / Auth0 works", "log in with passkeys / WebAuthn2", "log in with admin rights", "log in with SSO",
		"log in to example.com/Foo42bar", "log in on port 8080 with TLS1.3", "logged in as ann and restarted web01", "login with ann and SSH keys",
		"login with the user ann and check Firefox120", "the login is with SAML / OIDC", "log on to web01 with root / sudo", "log in using ssh / port 2222",
		"credentials for grafana: ask Bob", "credentials for grafana: ask Peter42", "credentials for grafana: see KB4711x", "credentials for prod: see 1Password",
		"credentials for build 4711: stored in Vault", "account for ann: created in 2024", "login with commit aB3xK9qz", "log the error with ann / kR7vx92LmQ5",
		"the login for prod, the build is release Xq7Lk92ab", "the login page is build Xq7Lk92ab", "log to the console with winston / Xq7Lk92ab",
		"Xq7Lk92ab: log in with ann(x)",
	} {
		if got, found := Secrets(text); len(found) > 0 {
			t.Errorf("%q was redacted by %s: %q", text, found[0].Rule, got)
		}
	}
}
