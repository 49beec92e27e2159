package language

import "testing"

// Who drops what was to be done always ends the rule on it, and no other; what is of one
// thing, or for a time, ends none.
func TestARuleIsDropped(t *testing.T) {
	const (
		stamp = "please always stamp letters, Ida wants it"
		ink   = "use blue ink for labels"
	)
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{stamp, "stamping letters: we drop that, the ink ran. plain letters please", true},
		{stamp, "the stamp thing: forget it", true},
		{stamp, "about stamping: not anymore", true},
		{stamp, "re letter stamps, no longer", true},
		{stamp, "forget about stamping, we seal them now", true},
		{stamp, "forget the stamp rule", true},
		{stamp, "ok forget about letter stamps, use wax", true},
		{stamp, "no more stamps, use wax", true},
		{stamp, "no more stamping of letters please", true},
		{stamp, "dont stamp anymore", true},
		{stamp, "don't stamp letters any longer, wax is fine", true},
		{stamp, "we don't stamp letters any more", true},
		{stamp, "never stamp letters again", true},
		{stamp, "stop stamping letters", true},
		{stamp, "please stop stamping, it smears", true},
		{stamp, "we stopped stamping letters", true},
		{stamp, "we drop the stamp rule, wax from now on", true},
		{stamp, "we're dropping the rule about stamps", true},
		{stamp, "let's scrap the stamping policy", true},
		{stamp, "the stamp rule is gone", true},
		{stamp, "the rule on stamps no longer applies", true},
		{stamp, "stamping is off, wax instead", true},
		{stamp, "we no longer stamp letters", true},
		{ink, "no more blue ink", true},
		{"never stamp letters", "we drop the stamp rule", true},
		{"keep all lids green", "drop the rule about green lids", true},

		{stamp, "we drop the stamp plan for this parcel", false},
		{stamp, "dont stamp this one", false},
		{stamp, "dont stamp the letter", false},
		{stamp, "forget about the stamp test", false},
		{stamp, "forget about the stamp", false},
		{stamp, "don't forget to stamp letters", false},
		{stamp, "no more stamps on this letter", false},
		{stamp, "no more stamps for now", false},
		{stamp, "no more stamps until monday", false},
		{stamp, "stop stamping that letter", false},
		{stamp, "drop the stamp", false},
		{stamp, "drop stamped letters", false},
		{stamp, "should we drop the stamp rule?", false},
		{stamp, "we should drop the stamp rule", false},
		{stamp, "maybe we drop the stamp rule", false},
		{stamp, "if it rains we drop the stamp rule", false},
		{stamp, "they dropped the stamp rule in Ghent", false},
		{stamp, "there are no more stamps", false},
		{stamp, "no more ink", false},
		{stamp, "stop stamping boxes", false},
		{stamp, "we don't stamp parcels anymore", false},
		{"weigh each letter before you stamp it", "dont stamp anymore", false},
		{"weigh each letter, because stamps cost", "no more stamps", false},
		{"the stamp is in the drawer", "no more stamps", false},
		{"never stamp letters", "dont stamp letters anymore", false},
		{"no stamps on letters please", "no more stamps", false},
	} {
		if got := Reverses(tt.newer, tt.older); got != tt.want {
			t.Errorf("%q ends %q: %v, want %v", tt.newer, tt.older, got, tt.want)
		}
	}
}
