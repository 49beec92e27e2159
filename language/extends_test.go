package language

import (
	"strings"
	"testing"
)

func TestExtends(t *testing.T) {
	const keys = "The keys are in the blue safe."
	for _, c := range []struct {
		longer, shorter string
		want            bool
	}{
		{"The keys are in the blue safe behind the desk.", keys, true},
		{"The keys of the boat house are in the blue safe.", keys, true},
		{"Please, the keys are just in the blue safe.", keys, true},
		{keys, keys, true},
		{keys, "The keys are in the blue safe behind the desk.", false},
		{"The keys are not in the blue safe.", keys, false},
		{"The keys are no longer in the blue safe.", keys, false},
		{"The two keys are in the blue safe.", keys, false},
		{"The keys are in the blue safe 5.", keys, false},
		{"The keys are in the blue safe on Mondays.", keys, false},
		{"The keys are in the blue safe unless Ruth has them.", keys, false},
		{"The keys are perhaps in the blue safe.", keys, false},
		{"The keys are now in the blue safe.", keys, false},
		{"The keys were in the blue safe.", keys, false},
		{"Gates were open at nine.", "Gates open at nine.", false},
		{"Gates can open at nine.", "Gates open at nine.", false},
		{"The keys are in the red safe behind the desk.", keys, false},
		{"The blue keys are in the safe.", keys, false},
		{"Bo reports to Ines.", "Ines reports to Bo.", false},
		{keys, "", false},
	} {
		if got := Extends(c.longer, c.shorter); got != c.want {
			t.Errorf("%q extends %q: %v", c.longer, c.shorter, got)
		}
	}
}

func FuzzExtends(f *testing.F) {
	f.Add("the keys are in the safe", "behind the desk")
	f.Add("don't 5", "é北京")
	f.Add("keys in the safe", "keys in the drawer")
	f.Add("The keys, in a safe.", "keys in the safe")
	f.Fuzz(func(t *testing.T, a, b string) {
		if Extends(a, b) && Extends(b, a) && strings.Join(bareWords(a), " ") != strings.Join(bareWords(b), " ") {
			t.Errorf("%q and %q extend each other", a, b)
		}
	})
}
