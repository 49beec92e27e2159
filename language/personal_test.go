package language

import "testing"

func TestHowThePartsOfTheBodyAre(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Personal }, map[string]bool{
		"left shoulder is sore again": true, "knee is still swollen": true, "Ankle hurts.": true, "back feels very stiff": true, "tooth was broken": true,
		"the foot of the page is bad": false, "back is red": false, "neck is 40 px wide": false, "leg 2 is fine": false, "back up the data": false,
	})
}

// What the speakers are or do as a rule is of their life; what they do at the work at
// hand is not.
func TestLivesBy(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm the treasurer of the sailing club.":       true,
		"I'm the oldest of four sisters.":              true,
		"I teach maths at a secondary school.":         true,
		"I play the viola in a quartet.":               true,
		"I commute by train.":                          true,
		"I volunteer at the food bank.":                true,
		"I'm studying botany.":                         true,
		"I'm training for a duathlon.":                 true,
		"I'm taking a pottery class.":                  true,
		"I have been playing the flute for ten years.": true,
		"These days I only swim.":                      true,
		"I do pilates at home now.":                    true,
		"I take the tram to work.":                     true,
		"I work night shifts.":                         true,
		"I work 32 hours a week.":                      true,
		"I'm working for a bank.":                      true,
		"I don't have any siblings.":                   true,
		"I don't have a driving licence.":              true,
		"I don't wear glasses.":                        true,
		"We rent our house.":                           true,
		"We meet at the library.":                      true,
		"I run a small bakery.":                        true,
		"I go to the gym before breakfast.":            true,
		"I'm recovering from an operation.":            true,
		"I don't watch television.":                    true,
		"I go to the next step.":                       false,
		"I watch the tests run.":                       false,
		"I'm recovering the file.":                     false,

		"I'm a bit lost.":                       false,
		"I'm the one who asked.":                false,
		"I'm learning the codebase.":            false,
		"I'm working on the parser.":            false,
		"I'm working at the moment.":            false,
		"I'm teaching it to parse dates.":       false,
		"I play with the settings.":             false,
		"I work on it tomorrow.":                false,
		"I take the second option.":             false,
		"I take it back.":                       false,
		"I do this in the controller.":          false,
		"I run the tests and they fail.":        false,
		"I don't have a clue.":                  false,
		"I don't have access.":                  false,
		"I don't have any fresh ideas.":         false,
		"I collect the errors of the function.": false,
		"We meet the same error.":               false,
		"I wear them here.":                     false,
		"I cook dinner today.":                  false,
		"I cooked some pasta.":                  false,
		"Do I work night shifts?":               false,
	} {
		if got := handCues(s).Personal; got != want {
			t.Errorf("handCues(%q).Personal = %v", s, got)
		}
	}
}

// A verb that mostly says how something goes says with what stands behind it how a thing
// is made, and so do some adjectives.
func TestMadeToLast(t *testing.T) {
	for s, want := range map[string]bool{
		"The exporter depends on libpng.":      true,
		"Our style sheet asks for two spaces.": true,
		"The archive sits on a separate disk.": true,
		"The kit comes with a charger.":        true,
		"The wiki is private.":                 true,
		"The importer is thread-safe.":         true,
		"The engine is open source.":           true,

		"The choice depends on the weather.":         false,
		"The speed of it depends on the disk.":       false,
		"The exporter depends on what you need.":     false,
		"The test asks for a mock.":                  false,
		"The process sits at 100% CPU.":              false,
		"The worker sits in a loop and gets stuck.":  false,
		"The field is private.":                      false,
		"The method is private and cannot be called": false,
	} {
		if got := handCues(s).Habit; got != want {
			t.Errorf("handCues(%q).Habit = %v", s, got)
		}
	}
	for s, want := range map[string]bool{"The rehearsal lasts an hour.": true, "Ida coaches the youth team.": true, "The last of the coaches": false} {
		if got := Says(s); got != want {
			t.Errorf("Says(%q) = %v", s, got)
		}
	}
}

// What only keeps the speaker busy, or hands something over in the talk, is gone soon.
func TestAtHandIsMomentary(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm reading the file now.":                                   true,
		"I attached the drawing below.":                               true,
		"I pasted the log above.":                                     true,
		"I'm working on the night project and it's got 18 pages now.": false,
		"I'm on the night project now, which has grown to nine files": false,
		"I posted the parcel on Monday.":                              false,
		"The build just finished.":                                    true,
		"My son just started second grade.":                           false,
		"Our list has just passed 900 readers.":                       false,
	} {
		if got := handCues(s).Status; got != want {
			t.Errorf("handCues(%q).Status = %v", s, got)
		}
	}
}

// What is named by words of which the first may be a verb is no order.
func TestCompoundsAreNoOrders(t *testing.T) {
	for s, want := range map[string]bool{
		"Code review needs two approvals.": false,
		"Stand-up moved to ten o'clock.":   false,
		"Check that it needs two keys.":    true,
		"Code the parser.":                 true,
		"Copy-paste the block.":            true,
	} {
		if got := ActOf(s).Command; got != want {
			t.Errorf("ActOf(%q).Command = %v", s, got)
		}
	}
}

// What the speakers did to the work at hand is of the project, and what they did with their
// own things, or work with, is theirs everywhere.
func TestOfSelfOrOfWork(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Personal }, map[string]bool{
		"I moved to Lisbon last year.":                     true,
		"I moved house in June.":                           true,
		"I moved from Berlin to Porto.":                    true,
		"I moved the sofa from the cellar to the attic.":   true,
		"I've got a new bike.":                             true,
		"I've got the flu.":                                true,
		"I own a bakery.":                                  true,
		"I switched to a standing desk.":                   true,
		"I sold my car in spring.":                         true,
		"I changed jobs in May.":                           true,
		"I quit smoking last year.":                        true,
		"I use vim.":                                       true,
		"I'm on Fedora.":                                   true,
		"I switched to Emacs.":                             true,
		"I switched from bash to fish on all my machines.": true,
		"My laptop is a ThinkPad.":                         true,
		"This is my sister Anna.":                          true,
		"I'm Jo, and this is my sister.":                   true,

		"I moved the bot from Heroku to Fly last night.":             false,
		"I moved the meeting to Friday.":                             false,
		"I moved it to the second server.":                           false,
		"I moved from Netlify to Vercel.":                            false,
		"I've got the importer done.":                                false,
		"We've got the login page running.":                          false,
		"I own the billing service.":                                 false,
		"I bought the domain.":                                       false,
		"I finished the car page.":                                   false,
		"I changed the desk model.":                                  false,
		"I broke the phone tests.":                                   false,
		"I use Postgres.":                                            false,
		"I use bash for the deploy script.":                          false,
		"I'm on the staging box.":                                    false,
		"My VPS runs Debian 12.":                                     false,
		"My website is oslo.example.":                                false,
		"This is fernlog, a small Vue app I use for my plant diary.": false,
		"I'm Jo, and this is tallyho, our bird counting service.":    false,
	})
}

// When the speakers are not at work is known in every project; where they are in their work is not.
func TestAbsent(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Personal }, map[string]bool{
		"ill be in faro dec 4-8, no releases then":      true,
		"I'll be in Faro from December 4th to the 8th.": true,
		"I'm off on Wednesday.":                         true,
		"wed im off, dentist":                           true,
		"next week I'm away":                            true,
		"I'm on holiday from Monday.":                   true,
		"I'm out of office until the 9th.":              true,
		"I will be on parental leave from March.":       true,
		"friday i'm at the dentist":                     true,
		"I'm off by one on Monday's count.":             false,
		"I'm in the parser today.":                      false,
		"I'm on the staging box today.":                 false,
		"I'm out of ideas today.":                       false,
		"I'll be in touch tomorrow.":                    false,
		"I'm at step 3 today.":                          false,
		"I'm on it tomorrow.":                           false,
		"I'm in the middle of the release on Monday.":   false,
		"the demo is in Oslo on Monday.":                false,
		"I'll be brief today.":                          false,
		"I'm away.":                                     false,
		"the crane is off on Wednesday":                 false,
		"are you sure that I'm off on Wednesday?":       false,
	})
}
