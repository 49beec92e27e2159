package language

import "testing"

// What has been turned, moved or painted is no longer as it was, and neither is what
// another clause of the same sentence gives as the reason.
func TestWhatIsOtherwiseNow(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"I turned the fan in the loft on this morning.", "The fan in the loft is off.", true},
		{"We turned off the fan in the loft.", "The fan in the loft is on.", true},
		{"We turned off the fan in the barn.", "The fan in the loft is on.", false},
		{"I disabled the nightly feeding alarm.", "The nightly feeding alarm is on.", true},
		{"I turned the fan in the loft on its side.", "The fan in the loft is off.", false},
		{"Our gate is yellow now.", "Our gate is blue.", true},
		{"Our gate is heavy now.", "Our gate is blue.", false},
		{"My uncle moved into a flat by the lake last month.", "My uncle lives alone in the mill.", true},
		{"My uncle moved into a flat by the lake last month.", "My aunt lives alone in the mill.", false},
		{"My uncle moved into a new role last month.", "My uncle lives alone in the mill.", false},
		{"Dr. Holm retires, so my dentist is Dr. Vik.", "My dentist is Dr. Holm.", true},
		{"My plumber is loud, so my dentist is glad.", "My dentist is Dr. Holm.", false},
		{"We went for ducks in the end, so my vet is Ruth.", "My vet is Nora.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("Reverses(%q, %q) = %v", c.newer, c.older, got)
		}
	}
}

// The colour of a thing lasts; that of a build says how it went.
func TestAColourLasts(t *testing.T) {
	for s, want := range map[string]bool{
		"The barn is red.":                   true,
		"The build is red, this is the log:": false,
		"The checks are green.":              false,
	} {
		if got := handCues(s).Habit; got != want {
			t.Errorf("handCues(%q).Habit = %v, want %v", s, got, want)
		}
	}
}
