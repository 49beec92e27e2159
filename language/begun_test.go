package language

import "testing"

// Who begins, learns, finishes or has done something is no longer as it was said before.
func TestWhatHasBegunOrIsDone(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"I've started baking rye bread again, one loaf a week.", "I don't bake rye bread.", true},
		{"I've started baking rye bread again.", "I don't bake cakes.", false},
		{"Ruth started baking rye bread.", "I don't bake rye bread.", false},
		{"Ruth bakes rye bread again.", "Ruth stopped baking rye bread.", true},
		{"I drink tea again", "I quit drinking tea", true},
		{"we run the night ferry again", "We stopped running the night ferry", true},
		{"Ruth buys rye bread again.", "Ruth stopped baking rye bread.", false},
		{"Ruth bakes rye bread again for the fair.", "Ruth stopped baking rye bread.", false},
		{"Olaf bakes rye bread again.", "Ruth stopped baking rye bread.", false},
		{"Ruth never bakes rye bread again.", "Ruth stopped baking rye bread.", false},
		{"Ruth may bake rye bread again.", "Ruth stopped baking rye bread.", false},
		{"Ruth bakes rye bread.", "Ruth stopped baking rye bread.", false},
		{"I learned to row this summer, so the lake trip is on.", "I can't row.", true},
		{"I learned how to row this summer.", "I can't ski.", false},
		{"I finished the second rug for the museum on Sunday.", "I'm still weaving the second rug for the museum.", true},
		{"I finished the first rug on Sunday.", "I'm still weaving the second rug for the museum.", false},
		{"I finished 6 rugs for the museum.", "I'm weaving rugs for the museum.", false},
		{"I finished some rugs for the museum.", "I'm weaving rugs for the museum.", false},
		{"I have never finished the second rug for the museum.", "I'm still weaving the second rug for the museum.", false},
		{"I started the weaving class this week.", "I haven't started the weaving class yet.", true},
		{"The council approved the barn plan on Wednesday.", "The council has not approved the barn plan.", true},
		{"The council approved the mill plan on Wednesday.", "The council has not approved the barn plan.", false},
		{"The council approved the barn plan.", "The council has never approved the barn plan.", false},
		{"The council finally approved the barn plan.", "Has the council not approved the barn plan?", false},
		{"I wanted to row, and I learned how hard it is.", "I can't row.", false},
		{"They told the vet last night.", "I haven't told the vet.", false},
		{"We finally told the vet.", "Ida hasn't told the vet.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("Reverses(%q, %q) = %v", c.newer, c.older, got)
		}
	}
}

// What may end an earlier statement is held against those.
func TestWhatHasBegunIsLookedAt(t *testing.T) {
	for s, want := range map[string]bool{
		"I started the weaving class this week.": true,
		"I learned to row this summer.":          true,
		"We submitted the barn plan.":            true,
		"I saw the weaving class this week.":     false,
	} {
		if got := MayReverse(s); got != want {
			t.Errorf("MayReverse(%q) = %v", s, got)
		}
	}
}

// What somebody drinks, owns or cannot do is of their person, as what they eat is.
func TestWhatAPersonDoesNot(t *testing.T) {
	for s, want := range map[string]bool{
		"I don't drink milk.":      true,
		"I can't swim.":            true,
		"I don't own a cart.":      true,
		"I don't see the problem.": false,
		"I can't find the file.":   false,
	} {
		if got := handCues(s).Personal; got != want {
			t.Errorf("handCues(%q).Personal = %v", s, got)
		}
	}
}
