package language

import "testing"

// Of the user's person, and so of no project, is also what is told of the household, of a
// birthday and of what somebody must not eat.
func TestOfHome(t *testing.T) {
	for text, home := range map[string]bool{
		"our dog is called Rex":              true,
		"our youngest daughter has a cello":  true,
		"our son Daan starts school in May":  true,
		"our kids sleep in the north room":   true,
		"our cat's vet is Ruth":              true,
		"daan's birthday is 9 december":      true,
		"Griet's birthday is on the 4th":     true,
		"Noor is allergic to nuts":           true,
		"noor's allergic to cats":            true,
		"I'm allergic to nuts":               true,
		"my sister is called Griet":          true,
		"our cat command prints the log":     false,
		"our baby monitor is in the shed":    false,
		"our partner uses the crane":         false,
		"our parent company is in Ulm":       false,
		"our child process hangs":            false,
		"our dog food crane needs oil":       false,
		"the crane's birthday is 9 december": false,
		"the birthday field is a date":       false,
		"daan's birthday is a date column":   false,
		"the parser is allergic to tabs":     false,
		"our team uses brass":                false,
	} {
		if got := handCues(text).Personal; got != home {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestOfWorkmate(t *testing.T) {
	for text, want := range map[string]bool{
		"my boss is called Ruth":         true,
		"my colleague Jonas deploys":     true,
		"our new manager starts in May":  true,
		"my sister is a manager":         false,
		"my boss's dog is loud":          false,
		"I am a manager":                 false,
		"my house is near my boss":       false,
		"the boss of my sister is Ruth":  false,
		"my sister Anna works at a bank": false,
	} {
		if got := OfWorkmate(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestOpensWithOne(t *testing.T) {
	one := func(name string) bool { return Fold(name) == "griet" || Fold(name) == "rex" }
	for text, want := range map[string]bool{
		"griet is 41":                      true,
		"Griet moved to Ghent":             true,
		"griet's birthday party is in May": true,
		"griet has swimming at 10, shes 6": true,
		"Griet and Daan come on Friday":    true,
		"Daan is 9":                        false,
		"griet":                            false,
		"rex, the server, is down":         false,
		"rex deploys the server":           false,
		"Griet's branch is merged":         false,
		"rex is down":                      false,
		"I told Griet":                     false,
		"griet it is":                      false,
		"the griet crane is red":           false,
	} {
		if got := OpensWithOne(text, one); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
