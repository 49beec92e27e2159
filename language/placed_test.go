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

// TestAnotherPort holds that a number alone is a port where the thing had one before.
func TestAnotherPort(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"we moved the exporter to 9102", "the exporter listens on 7001", true},
		{"we moved the exporter to port 9102", "the exporter listens on 7001", true},
		{"I've moved the exporter to 9102 because 7001 was taken", "the exporter runs on port 7001", true},
		{"the exporter moved to 9102", "the exporter is on 7001", true},
		{"the exporter was moved to 9102 yesterday", "the exporter listens on 7001", true},
		{"we switched the web hook to 9102", "the web hook uses port 7001", true},
		{"exporter is on 9102 now", "exporter runs on port 7001", true},
		{"the exporter is on 9102 now", "the exporter is bound to port 7001", true},
		{"the proxy moved to port 8443", "the proxy is reachable on port 443", true},
		{"we moved the exporter to 9102", "the exporter binds to 7001", true},
		{"we moved the exporter to 9102", "the importer listens on 7001", false},
		{"we moved the exporter tests to 9102", "the exporter listens on 7001", false},
		{"we may move the exporter to 9102", "the exporter listens on 7001", false},
		{"we moved the exporter to 2027", "the exporter listens on 7001", false}, // a year
		{"we moved the exporter to 9102", "the exporter runs on node 20", false},
		{"we moved the exporter to 9102", "the exporter serves 7001 clients", false},
		{"we moved the exporter to 9102", "the exporter listens on port 7001 and 7002", false},
		{"we moved the exporter to 12 Mill Lane", "the exporter listens on 7001", false},
		{"we moved the exporter to 9102 rows a batch", "the exporter listens on 7001", false},
		{"we moved 9102 rows to the exporter", "the exporter listens on 7001", false},
		{"the exporter is on 20 now", "the exporter listens on 7001", false}, // a release
		{"we bumped the exporter to 9102", "the exporter listens on 7001", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}
