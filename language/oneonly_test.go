package language

import "testing"

func TestWhatIsOfThisOnceIsNoRule(t *testing.T) {
	for _, c := range []struct {
		in         string
		rules, pin bool
	}{
		{"You don't need to look at that.", false, false},
		{"You don't have to start anything.", false, false},
		{"You don't need to ask me before each push.", true, true},
		{"We always had that leak.", true, false},
		{"Never mind the old lamp.", false, false},
		{"We always oil the hinges.", true, true},
		{"When you're done, push it to the fork.", false, false},
		{"When you are done, push the branch.", false, false},
		{"Once you have finished, tell Ida.", false, false},
		{"When you commit, name the area.", true, true},
		{"Once the crane is up, close the gate.", false, false},
		{"Once a crane is up, close the gate.", true, false},
		{"Please keep the old label.", false, false},
		{"Please write a letter to the landlord.", false, false},
		{"Please keep answers short.", true, true},
		{"Please use the past tense in commit messages.", true, true},
		{"Please write a test for each fix.", true, true},
		{"Could you please use the blue one?", false, false},
		{"The valve must be broken.", false, false},
		{"There must be some leak.", false, false},
		{"There must be no leak.", true, true},
		{"The lamps must be green.", true, true},
		{"Write up the plan.", false, false},
		{"Write down what was said.", false, false},
		{"Name three rivers in Norway.", false, false},
		{"Write two haikus about rain", false, false},
		{"Write me 5 limericks for the crew", false, false},
		{"Write two tests for each fix.", true, true},
		{"Use two spaces in yaml files.", true, true},
		{"Name tests after what they prove.", true, true},
		{"Quote the name in line 9.", true, false},
		{"Quote names in line 9.", true, false},
		{"Use the past tense in commit messages.", true, true},
		{"Wrap the label in the box.", true, false},
		{"Answer my question.", true, false},
		{"Use sonar to find the wreck.", true, false},
		{"Use tabs to indent code.", true, true},
		{"Use the helpers instead of new code.", true, true},
		{"Sign off every commit.", true, true},
		{"Make 5 boxes, one for each crew.", false, false},
		{"Check why the pump always stops.", false, false},
		{"Address 12, these stand here because the lamps are not for every dock.", false, false},
		{"Always use small steps, we have lost days to that.", true, true},
		{"Let's draw it so we don't always have to ask.", false, false},
		{"It holds, so let's not paint it.", true, false},
		{"Right now they are blue, they should be green.", true, false},
		{"Name: Ida Holm.", false, false},
		{"Test Weld Error: dock.goto: net::ERR_REFUSED at http://localhost:3000/", false, false},
		{"We don't know who did it.", false, false},
		{"We don't weld on Sundays.", true, false},
		{"You need to read the label.", false, false},
	} {
		got := handCues(c.in)
		if (got.Instruction >= 0.5) != c.rules || got.Directs != c.pin {
			t.Errorf("%q: %v, directs %v; want a rule %v, %v", c.in, got.Instruction, got.Directs, c.rules, c.pin)
		}
	}
}

// What is said among friends is no rule: a guess, what was never done, a time that is left
// to who hears it.
func TestNoRuleAmongFriends(t *testing.T) {
	for s, want := range map[string]bool{
		"Max must be having so much fun swimming.":    false,
		"Never seen such a thing.":                    false,
		"Never done it before.":                       false,
		"Take lots of pics when you get back.":        false,
		"Show me the diff whenever you're ready.":     false,
		"Send it over when you have a minute.":        false,
		"Take care and know I'm always here for you.": false,
		"Run the linter whenever you change a file.":  true,
		"Always show a table when I ask for numbers.": true,
		"When you get an error, retry once.":          true,
		"Never push to main.":                         true,
		"The tests must be green.":                    true,
	} {
		if got := handCues(s).Instruction >= 0.5; got != want {
			t.Errorf("handCues(%q).Instruction >= 0.5 = %v", s, got)
		}
	}
}

// How a program is to behave towards its users is no rule for who works at it.
func TestOfAnInterface(t *testing.T) {
	for s, want := range map[string]bool{
		"When a user clicks the button, always open the panel.":         false,
		"Can you clean it up so that going forward it stays small":      false,
		"Going forward, clean it up so that it stays small.":            true,
		"Whenever the user presses Escape, close the dialog.":           false,
		"Make sure the notes sidebar always keeps them in order.":       false,
		"When the user asks for numbers, always answer with a table.":   true,
		"Buttons should always have a label of their own.":              true,
		"Always write a test for each button.":                          true,
		"Never change the header of the licence without asking me.":     true,
		"Whenever you touch the menu, take a screenshot for the review": true,
	} {
		if got := handCues(s).Standing; got != want {
			t.Errorf("handCues(%q).Standing = %v", s, got)
		}
	}
}
