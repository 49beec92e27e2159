package language

import "testing"

// How somebody wants to be spoken to holds wherever they are; what others are told, and
// what is to be told once, is no such wish.
func TestOfReplies(t *testing.T) {
	yes(t, OfReplies, map[string]bool{
		"pls dont use emojis, neither in code nor in talking to me": true,
		"answer me in short, I skim everything anyway":              true,
		"When you explain something to me, use short words.":        true,
		"Keep your answers under ten lines.":                        true,
		"Please never write to me in capitals.":                     true,
		"Your short replies should be in Danish.":                   true,
		"Don't use bullet points when you talk to me.":              true,
		"No jargon in your explanations please.":                    true,
		"Speak to me like a sailor.":                                true,
		"Address me by my first name.":                              true,

		"Write me a poem.":                              false,
		"Explain to me the parser":                      false,
		"Explain to me why the hull leaks.":             false,
		"Customers must always be able to reply to me.": false,
		"They write to me in Danish.":                   false,
		"The bot should always answer users in Danish.": false,
		"Don't answer the letters from the bank.":       false,
		"Your reply service must never log bodies.":     false,
		"Always write the date first.":                  false,
		"Reply to every letter in Danish.":              false,
		"Never write to the archive.":                   false,
		"We always answer letters within a day.":        false,
	})
}

// A few words say what answers are to be like. What is missing, what comes first by itself, and
// what is to be left off now is no such wish.
func TestHowAnswersAreToBe(t *testing.T) {
	yes(t, func(s string) bool { return handCues(s).Directs && OfReplies(s) }, map[string]bool{
		"no smileys":                           true,
		"no smileys, no filler words":          true,
		"no recap at the end please":           true,
		"no summaries in your replies":         true,
		"no flattery or apologies":             true,
		"no jargon and no fluff, ever":         true,
		"verdict first, reasoning later":       true,
		"the fix first, then the explanation":  true,
		"background below, commands first":     true,
		"commands first please":                true,
		"bullets instead of essays please":     true,
		"short lists over prose":               true,
		"bullet points not full sentences":     true,
		"just the command, no explanation":     true,
		"only the diff please, nothing else":   true,
		"just code - no small talk":            true,
		"stop thanking me":                     true,
		"please stop summarising what you did": true,
		"quit moralising":                      true,
		"plain answers please":                 true,
		"no smileys in the log":                false,
		"no recap yet":                         false,
		"no more smileys":                      false,
		"no barrels, no smileys":               false,
		"no talk today":                        false,
		"no smileys!":                          false,
		"code first caused the delay":          false,
		"results first came in May":            false,
		"the fix first broke on Monday":        false,
		"commands first":                       false,
		"barrels first, commands after":        false,
		"answers first thing tomorrow":         false,
		"bread over paragraphs":                false,
		"tables over lists":                    false,
		"sentences not found":                  false,
		"prose over prose":                     false,
		"just the code is missing, no tests":   false,
		"just the command":                     false,
		"the command, no explanation":          false,
		"only barrels, no prose":               false,
		"stop summarising this chart":          false,
		"stop the summary":                     false,
		"stop launching":                       false,
	})
}

func TestEverywhere(t *testing.T) {
	yes(t, Everywhere, map[string]bool{
		"no makefiles in none of my repos": true, "none of the lids": false,
		"In every project, never delete a branch without asking.": true, "wherever I work, tabs": true, "I want dates with the year first, in all my projects": true,
		"no matter which repo: no force push": true, "tabs, everywhere": true, "in every repo I want a changelog": true,
		"use the same header in every project file": false, "never touch the vendor folder": false, "everywhere there is dust": false, "every test has a name": false,
		"I prefer answers in English for all our work together": true, "in all our sessions, metric units": true, "close all sessions after ten minutes": false, "all work is queued": false,
	})
	yes(t, OfReplies, map[string]bool{
		"please answer in Danish from now on": true, "Answer in short sentences.": true, "always respond in bullet points": true,
		"Reply in JSON when the header says so": false, "the server must answer in two seconds": false,
	})
}

func TestWhoAsksOnesWayIsToldToStop(t *testing.T) {
	for text, want := range map[string]bool{
		"stop asking if you may go on":            true,
		"please stop explaining every knot to me": true,
		`quit saying "well spotted"`:              true,
		"Stop telling me what I know.":            true,
		"stop explaining the knot":                false,
		"stop asking about the winch":             false,
		"stop asking me that":                     false,
		"stop explaining and tie the knot":        false,
		"stop the winch":                          false,
		"the gate should stop asking for a code":  false,
	} {
		if got := newReading(text).stopsTalk(); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
