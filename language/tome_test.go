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
