package language

import "testing"

func TestAChoiceSettlesWhatWasUndecided(t *testing.T) {
	for _, x := range []struct {
		older, newer string
		want         bool
	}{
		{"I'm at the pottery in Lund right now but thinking about Aarhus", "I went with Aarhus in the end", true},
		{"we are considering larch or oak for the hull", "We finally settled on larch for the hull", true},
		{"Whether we take Teak or Larch is undecided.", "we go with Larch", true},
		{"Teak or Larch for the hull is still open", "hull: going with Teak", true},
		{"Whether we take Teak or Larch is undecided.", "we go with Walnut", false},
		{"The hull is Teak or Larch", "we go with Larch", false},
		{"I'm torn between the red glaze and the blue one", "ok I picked the blue glaze", true},
		{"We're looking at the ferry to Bergen", "we decided on the train to Voss", false},
		{"I'm thinking about Aarhus", "I went to Aarhus in May", false},
		{"The kiln in Aarhus is electric", "I went with Aarhus in the end", false},
		{"I'm considering Aarhus", "Should I have picked Aarhus?", false},
	} {
		if got := Reverses(x.newer, x.older); got != x.want {
			t.Errorf("%q after %q: %v", x.newer, x.older, got)
		}
		if x.want && !MayReverse(x.newer) {
			t.Errorf("%q may not reverse", x.newer)
		}
	}
}
