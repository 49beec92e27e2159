package language

import "testing"

func TestWhatAThingDoesAndWhatItDoesNot(t *testing.T) {
	for text, want := range map[string]bool{
		"The web app doesn't support offline mode.":        true,
		"Our landlord does not allow pets.":                true,
		"The scanner cannot read QR codes.":                true,
		"Guests can edit the wiki.":                        true,
		"Interns can't merge to main.":                     true,
		"Our customers pay in advance.":                    true,
		"The twins share a room.":                          true,
		"The backups to the off-site disk run at night.":   true,
		"The page doesn't load.":                           false, // gone in a minute
		"The error doesn't go away.":                       false,
		"The script can't find the file.":                  false,
		"The numbers look good.":                           false,
		"The tests still fail.":                            false,
		"That can wait.":                                   false,
		"Exercise can reduce stress.":                      false, // of the world at large
		"Real people don't sound like their own dialects.": false,
		"Small notes can remind you of the plan.":          false,
		"That sounds like a plan.":                         false,
	} {
		if got := handCues(text).Habit; got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
