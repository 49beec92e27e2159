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

		// what one project is, a part of what it writes, a folder, what was spoken of there
		"never touch the files in db/gen by hand":                       true,
		"Always put drawings under hull/plans/2026.":                    true,
		"Never write into the api/gen folder":                           true,
		"in the methods always write 'marked boats', never 'ships'":     true,
		"Always quote the abstract in full.":                            true,
		"The website must never load a foreign script.":                 true,
		"Never cite blogs in the thesis.":                               true,
		"never put the private one on the bill":                         true,
		"never use the old one again":                                   true,
		"From now on use the blue ones for titles.":                     true,
		"Always use tabs in C/C++":                                      false,
		"Never use client/server as a name.":                            false,
		"Always bring coffee in go/no-go meetings.":                     false,
		"Always say both in and/or questions.":                          false,
		"Always give a summary in English/Dutch":                        false,
		"Always go by the book.":                                        false,
		"Never change the paper size.":                                  false,
		"Always take the shorter one.":                                  false,
		"Always name the first one.":                                    false,
		"Always use the one with fewer parts, the next one comes later": false,

		// a sort of parts that not every code base has
		"in e2e tests never wait for the network":            true,
		"never use shared state in the migrations":           true,
		"Always use data ids in the Playwright tests.":       true,
		"never read the clock in domain code":                true,
		"for components always write a story":                true,
		"components must never load data by themselves":      true,
		"in every chapter always begin with a quote":         true,
		"Never mock the ledger in integration tests.":        true,
		"in end-to-end tests always log in by the form":      true,
		"in tests never sleep":                               false,
		"in unit tests always name the case":                 false,
		"I prefer components over templates":                 false,
		"Always answer in chapters.":                         false,
		"Never use em dashes in my chapters.":                false,
		"Always ask before you run migrations.":              false,
		"Never write comments in code.":                      false,
		"Always think in small steps before e2e tests exist": false,
		"Always explain migrations to me in short":           false,
		"Always tell me how the components fit together":     false,
		"in general never skip tests":                        false,

		// a piece of code that it has made for itself
		"in unit tests always use the fake clock":          true,
		"Always log by the request logger.":                true,
		"Always build orders with the order factory.":      true,
		"never call the API without the retry helper":      true,
		"in tests always use the in-memory store":          true,
		"Always use our date wrapper, never moment.":       true,
		"never reach for the mocked pump":                  true,
		"always go through the payment gateway":            true,
		"always use the 24 hour clock":                     false,
		"Always name the helper you add.":                  false,
		"always use the standard logger":                   false,
		"always ask before you change the factory":         false,
		"never praise the builder of bridges":              false,
		"always use the race detector":                     false,
		"always use the Oxford comma":                      false,
		"never use the builder pattern":                    false,
		"always use the right helper for it":               false,
		"Always explain to me the helper functions":        false,
		"never say the mock in the title":                  false,
		"always write commit messages in the active voice": false,

		// what it has of its own, of which the sentence says what it must do or what is not done to it
		"The tide importer must never write to disk.":                    true,
		"never touch the harbour map without asking":                     true,
		"our loader should always close its files":                       true,
		"Under no circumstances may the archive be opened.":              true,
		"From here on the night ferry, which has its own desk, is full.": true,
		"never write to the cargo list directly":                         true,
		"The summary must always come first.":                            false,
		"The linter must always pass before you commit.":                 false,
		"Never change the public api without asking.":                    false,
		"Never change the commit history.":                               false,
		"Always use the active voice.":                                   false,
		"Always put the strongest point first.":                          false,
		"The most important point must always come first.":               false,
		"The third of the points must always be short.":                  false,
		"The anchor you add must always be named.":                       false,
		"Never change the passive mood.":                                 false,

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

func TestAsksSomebody(t *testing.T) {
	yes(t, AsksSomebody, map[string]bool{
		"always ask Nora before you change a price": true,
		"Never talk to Ole about it.":               true,
		"always write in Danish":                    false,
		"Always ask before you sail.":               false,
		"Ask always first.":                         false,
		"always write to Postgres directly":         false,
	})
}
