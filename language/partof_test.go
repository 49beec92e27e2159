package language

import "testing"

func TestNamesPart(t *testing.T) {
	for text, want := range map[string]bool{
		"never touch the fixtures folder":                          true,
		"The ledger table must stay append-only.":                  true,
		"Always run the tests with the race detector.":             true,
		"Never run the build under root.":                          true,
		"The invoice service must never call the mailer.":          true,
		"Every handler in the kiln package needs a timeout.":       true,
		"Never edit the generated directory by hand.":              true,
		"Never rename columns in our orders table.":                true,
		"The price column must never be null.":                     true,
		"Never force-push to the release branch.":                  true,
		"Nothing goes into the check-out module without a review.": true,
		"The sign-in endpoint always answers in JSON.":             true,

		// how somebody likes to be served
		"Always answer in Danish.":                        false,
		"Always run the linter before you commit.":        false,
		"Always run the tests before you push.":           false,
		"I prefer the table format over lists.":           false,
		"Always put the table of contents first.":         false,
		"Always state the branch name.":                   false,
		"Never use the word synergy.":                     false,
		"Put tests in a folder of their own.":             false,
		"Never open a branch without asking.":             false,
		"Never merge the feature branch without a review": false,
		// what any code base has, what the talk points out, a tool
		"Never commit to the main branch.":                false,
		"Never run migrations on the production database": false,
		"Always prefer the standard library.":             false,
		"Always name the helper module you add.":          false,
		"Always use the logging module, not print.":       false,
		"Always show the whole table.":                    false,
	} {
		if got := NamesPart(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
