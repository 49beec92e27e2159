package language

import "testing"

func TestAQuestionOpensWithItsGround(t *testing.T) {
	for _, c := range []struct{ said, told string }{
		{"Since my lease runs out in May, where do I look for flats?", "my lease runs out in May"},
		{"Because our mill has only two stones, which flour fits?", "our mill has only two stones"},
		{"Given that we open on Fridays, how do we handle orders?", "we open on Fridays"},
		{"And as my daughter is allergic to nuts, what can I bake?", "my daughter is allergic to nuts"},
		{"Since I'm vegan, which cheese melts well?", "I'm vegan"},
		{"Now that we have nine millers, how do I split the shifts?", "Now that we have nine millers"},
		{"Since we moved to Ghent in May, which tax office is ours?", "we moved to Ghent in May"},

		{"Since you asked, can you do it?", ""},
		{"As you know, what is the plan?", ""},
		{"As a miller, what should I learn?", ""},
		{"Since the flood, what breaks?", ""},
		{"Since it's late, can we stop?", ""},
		{"Since my lease, where do I look for flats?", ""},
	} {
		sp := Told(c.said)
		if got := c.said[sp.Start:sp.End]; got != c.told && !(c.told == "" && !OpensWithGround(c.said)) {
			t.Errorf("%q tells %q, want %q", c.said, got, c.told)
		}
		if got := OpensWithGround(c.said); got != (c.told != "") {
			t.Errorf("%q opens with its ground: %v", c.said, got)
		}
	}
	if OpensWithGround("Since my lease runs out in May, I look for flats.") {
		t.Error("who asks nothing gives no ground for it")
	}
	for s, want := range map[string]string{
		"The deck has grown to 1,150 cards, is 40 a day enough?":     "The deck has grown to 1,150 cards",
		"My kid is in first grade, is reading hard for all of them?": "My kid is in first grade",
	} {
		if sp := Told(s); s[sp.Start:sp.End] != want {
			t.Errorf("%q tells %q, want %q", s, s[sp.Start:sp.End], want)
		}
	}
	if OpensPointing("Now that we are nine, how do I split the shifts?") || !OpensPointing("Now that is nine.") {
		t.Error("now that we are: nothing is pointed at")
	}
}
