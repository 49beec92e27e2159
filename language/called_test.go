package language

import "testing"

// A thing of the trade has a name, a tool or a folder; how it is just now is none of them.
func TestSaysName(t *testing.T) {
	for text, want := range map[string]bool{
		"the staging server is heron":                true,
		"Our staging server is called Heron.":        true,
		"the release branch is named stable":         true,
		"The default branch is main.":                true,
		"our server is osprey":                       true,
		"the codename is bluejay":                    true,
		"the name of the staging box is curlew":      true,
		"build host is curlew-2":                     true,
		"the staging db is `plover`":                 true,
		"the staging server is heron, not curlew":    true,
		"the ticket system is linear":                true,
		"our error tracker is sentry.":               true,
		"The queue is rabbitmq.":                     true,
		"the frontend is in web/app":                 true,
		"Our migrations are under db/migrations.":    true,
		"the production database is called slow":     true,
		"the staging server is heron now":            true,
		"the message broker of the shop is rabbitmq": false, // and of another shop
		"the staging server is down":                 false,
		"the staging server is slow again":           false,
		"the release branch is green":                false,
		"the release branch is behind":               false,
		"our production database is huge":            false,
		"our test database is corrupt":               false,
		"our staging box is toast":                   false,
		"the main repo is private":                   false,
		"the build server is unreachable":            false,
		"our message broker is overloaded":           false,
		"the feature branch is up-to-date":           false,
		"the staging server is heron?":               false,
		"is the staging server heron":                false,
		"the staging server is the problem":          false,
		"the staging server is where it fails":       false,
		"the staging server is heron or curlew":      false,
		"the server is heron":                        false,
		"the old server is heron":                    false,
		"the server that fails is heron":             false,
		"the ticket system is flaky":                 false,
		"the linter is happy":                        false,
		"the problem is cache":                       false,
		"the answer is heron":                        false,
		"the next step is heron":                     false,
		"the output is heron":                        false,
		"the error is in web/app":                    false,
		"the bug is in src/main":                     false,
		"the frontend is in trouble":                 false,
		"Our server is spiky":                        false,
	} {
		if got := SaysName(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// The mark that ends a sentence is no part of a tool's name.
func TestToolAtTheEnd(t *testing.T) {
	for _, text := range []string{"The package manager is pnpm.", "The linter is ruff.", "We bundle it with next.js.", "Schema changes: goose."} {
		if !SaysTool(text) {
			t.Errorf("%q", text)
		}
	}
}

func TestASignSaysWhatAWordMeans(t *testing.T) {
	for text, want := range map[string]bool{
		"TAT = time from arrival to berth":        true,
		"a turn = one tide from low to low":       true,
		"tide = 2 lamps":                          true,
		"fyi: slack = half an hour around a turn": true,
		"tide = 2":                           false,
		"const tide = next low water":        false,
		"tide = await quay.next":             false,
		"tide = next(quay)":                  false,
		"a = b = no lamp lit":                false,
		"lamp=red, tide=low":                 false,
		"The tide is the same as last week.": false,
	} {
		if got := Equates(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
