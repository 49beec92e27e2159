package language

import "testing"

// TestElsewhereNow holds which words for where a thing is say the same.
func TestElsewhereNow(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"The recipes are in Notion now.", "The recipes are kept in Evernote.", true},
		{"The relay listens on 9090 now.", "The relay runs on port 4000.", true},
		{"Our handbook is on GitLab these days.", "The handbook is hosted on Bitbucket.", true},
		{"We put the blueprints into Dropbox last week.", "The blueprints are stored in Box.", true},
		{"We put the blueprints into the tube.", "The blueprints are stored in Box.", false},
		{"We decided that the seed file lives in /etc/seed from version 4 on.", "The seed file lives in /opt/seed.", true},
		{"The boats are in Kiel now.", "The racing boats are kept in Lübeck.", true},
		{"The racing boats are in Kiel now.", "The boats are kept in Lübeck.", false},
		{"Our repository is on GitLab now.", "Our repo is hosted on Gitea.", true},
		{"The gateway moved to Basel.", "The gateway runs on Nginx.", false},
		{"The gateway is in Basel now.", "The gateway runs on Nginx.", false},
		{"Vera is in Rome now.", "Vera lives in Turin.", false},
		{"We took the shop off Etsy, and it's on Shopify now.", "The shop is hosted on Etsy.", true},
		{"The shop got slow, but it's on Shopify now.", "The shop is hosted on Etsy.", true},
		{"The shop got slow, but it's on Shopify.", "The shop is hosted on Etsy.", false},
		{"From March the choir is in Basel.", "The choir is in Bern.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}
