package language

import "testing"

// A value of a text is out of date where the same was given another one since.
func TestOutdated(t *testing.T) {
	const older, newer = "`FILM_DAYS` is 60 now.", "`FILM_DAYS` is 90 now."
	for text, want := range map[string]bool{
		"The board says: films are gone after 60 days.":      true,
		"Done. The recorder drops films of 60 days.":         true,
		"The film recorder has 60.":                          true,
		"The board says 60 days, the recorder 90 for films.": false, // it has both
		"The crane is painted every 60 days.":                false, // of something else
		"The film recorder has 60 litres of oil.":            true,  // of the setting no unit is known
		"The film recorder has 75 days.":                     false,
		"Step 60 of the film is blurred.":                    false,
	} {
		if got := Outdated(text, older, newer); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if Outdated("The film recorder has 60 litres of oil.", "We keep films for 60 days.", "We keep films for 90 days.") {
		t.Error("litres are no days")
	}
}

// A thing by its name is replaced where the text speaks of what it was replaced for.
func TestTellsReplaced(t *testing.T) {
	const newer = "we moved the lock's build from Jenkins to Buildkite"
	for _, c := range []struct {
		text, beside, newer, gone string
		want                      bool
	}{
		{"Jenkins runs the lint stage of the build.", "", newer, "Jenkins", true},
		{"Jenkins runs the lint stage.", "the build needs a lint stage", newer, "Jenkins", true},
		{"Jenkins prunes the films.", "prune the films", newer, "Jenkins", false},
		{"Jenkins prunes the films.", "", "we moved from Jenkins to Buildkite", "Jenkins", true},
		{"The build runs the lint stage.", "", newer, "Jenkins", false},
		{"The build takes the old road.", "", "the build takes the new road, not the old road", "the old road", false},
	} {
		if got := TellsReplaced(c.text, c.beside, c.newer, c.gone); got != c.want {
			t.Errorf("%q, then %q: %v", c.text, c.newer, got)
		}
	}
}
