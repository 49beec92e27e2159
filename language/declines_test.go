package language

import "testing"

func TestDeclines(t *testing.T) {
	const order = "raise the pump to 50 rpm"
	for reply, want := range map[string]bool{
		"I can't do that, the controller refuses anything above 45 rpm.": true,
		"Sorry, that's not possible.":                                    true,
		"I left it at 40 since the manual says so.":                      true,
		"Unfortunately the controller rejects 50.":                       true,
		"I'd rather not: above 45 the seal fails.":                       true,
		"I have not changed it: the file is locked.":                     true,
		"It stays at 40 for now, the file is write-protected.":           true,
		"The setting cannot be changed at runtime.":                      true,
		"That would be above what the seal takes, so I didn't.":          true,
		"Done.":                                  false,
		"Done. I couldn't run the tests though.": false,
		"I couldn't find pump.toml, so I set 50 in main.toml.":          false,
		"The pump is at 50 rpm now. I did not touch the others.":        false,
		"I did not touch the other pumps. This one runs at 50 rpm now.": false,
		"No problem, done.": false,
		"Ok, it's set.":     false,
		"Shall I raise the other one, too? I can't tell which one counts": true,
	} {
		if got := Declines(reply, order); got != want {
			t.Errorf("%q: %v", reply, got)
		}
	}
}

func TestTakesBack(t *testing.T) {
	const order = "raise the pump to 50 rpm"
	for prompt, want := range map[string]bool{
		"no, leave it as it was":             true,
		"nah undo that":                      true,
		"never mind":                         true,
		"put it back please":                 true,
		"hm no, keep it at 40":               true,
		"leave it":                           true,
		"actually don't":                     true,
		"no dont change it":                  true,
		"on second thought keep the old one": true,
		"wait, cancel that":                  true,
		"no, 50!":                            false,
		"keep it at 50":                      false,
		"thanks":                             false,
		"ok now run the tests":               false,
		"great, leave the other pump off":    false,
		"never mind the warning, go on":      false,
		"don't push on fridays":              false,
	} {
		if got := TakesBack(prompt, order); got != want {
			t.Errorf("%q: %v", prompt, got)
		}
	}
}
