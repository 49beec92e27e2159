package language

import "testing"

// What was just done to what is at hand, or is wrong with it, is of the moment; what has a
// name, a value, a reason or a day is not.
func TestHandled(t *testing.T) {
	for s, want := range map[string]bool{
		"I restarted the server.":          true,
		"I deleted the folder by mistake.": true,
		"I've already renamed the file.":   true,
		"I ran it twice.":                  true,
		"I tried restarting the container": true,
		"I just pulled the branch.":        true,
		"There is a typo in the title.":    true,
		"There are two errors left.":       true,
		"I want to see the diff.":          true,
		"I have to fix it.":                true,
		"I can read the log now.":          true,
		"I like it.":                       true,
		"Your change broke the build.":     true,
		"I rebuilt the image.":             true,
		"I got the same result.":           true,
		"I'll test it.":                    true,
		"We're almost done.":               true,
		"The round trip worked fine.":      true,
		"TUI looks fine.":                  true,
		"I've discarded the changes.":      true,

		"I restarted the server because the pool was full.": false,
		"I renamed the default branch to Trunk.":            false,
		"I deleted the folder on Friday.":                   false,
		"I tried the soy marinade and it was great.":        false,
		"I pushed my sister on the swing.":                  false,
		"I added 12 bit support to the server.":             false,
		"There is a bakery in the title building.":          false,
		"I want to read more novels.":                       false,
		"We have to run the importer every night.":          false,
		"I like it when tests are short.":                   false,
		"I got a new dog.":                                  false,
		"I moved to the coast.":                             false,
		"I'll read more novels.":                            false,
		"We renamed the package from fastgrid to gridlet.":  false,
		"We ran a load test against the old checkout.":      false,
		"I fixed the memory leak in the image worker.":      false,
		"I got married last summer.":                        false,
		"The old pump works well in winter.":                false,
		"Ida looks after the garden.":                       false,
		"I opened a bakery.":                                false,
	} {
		if got := handCues(s).Status; got != want {
			t.Errorf("handCues(%q).Status = %v", s, got)
		}
	}
}

// What is so of a person for long.
func TestTraits(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm left-handed.":                    true,
		"I'm afraid of heights.":              true,
		"I've been vegan since 2019.":         true,
		"I can't eat nuts.":                   true,
		"I'm saving for a boat.":              true,
		"I'm afraid it broke.":                false,
		"I'm saving the file.":                false,
		"I've been blindly following the log": false,
	} {
		if got := handCues(s).Personal; got != want {
			t.Errorf("handCues(%q).Personal = %v", s, got)
		}
	}
}
