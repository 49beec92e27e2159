package language

import (
	"slices"
	"testing"
)

func TestNameType(t *testing.T) {
	for _, c := range []struct{ text, name, want string }{
		{"We met Ines Falk at the fair.", "Ines Falk", TypePerson},
		{"Dr. Okoro called back.", "Okoro", TypePerson},
		{"The contract went to Falkner Press.", "Falkner Press", TypeOrg},
		{"She works at Brunvik.", "Brunvik", TypeOrg},
		{"I was born in Brunvik.", "Brunvik", TypePlace},
		{"We moved to Lisbon.", "Lisbon", TypePlace},
		{"They live in a town called Brunvik.", "Brunvik", TypePlace},
		{"The road ends at Otter Lake.", "Otter Lake", TypePlace},
		{"Falk showed the Winter Routes plan.", "Winter Routes", TypeProject},
		{"The Heron project is late.", "Heron", TypeProject},
		{"We cache it in Redis.", "Redis", TypeTool},
		{"The client is written in Zorla.", "Zorla", TypeTool},
		{"My dog Luna is a rescue.", "Luna", TypeAnimal},
		{"I listen to the band Brunvik.", "Brunvik", TypeOrg},
		{"She plays the game Winter Routes.", "Winter Routes", TypeWork},
		{"He wrote a novel called Brunvik.", "Brunvik", TypeWork},
		{"I have been reading Brunvik.", "Brunvik", TypeWork},
		{"We sync with OpenFerry.", "OpenFerry", TypeTool},
		{"we use @types/node", "@types/node", TypeTool},
		{"the Otter Project is late", "Otter Project", TypeProject},
		{"Paths are long, so use %FerryNames.", "FerryNames", ""},
		{"The map went to Otterbrook Games.", "Otterbrook Games", TypeOrg},
		{"The film is by Otterbrook Pictures.", "Otterbrook Pictures", TypeOrg},
		{"We signed with the publisher Brunvik.", "Brunvik", TypeOrg},
		{"Our vendor Brunvik is late.", "Brunvik", TypeOrg},
	} {
		found := false
		for _, m := range Mentions(c.text, nil) {
			if m.Name != c.name {
				continue
			}
			found = true
			if got := NameType(c.text, m); got != c.want {
				t.Errorf("%q in %q: %q, want %q", c.name, c.text, got, c.want)
			}
		}
		if !found {
			t.Errorf("%q names no %q: %v", c.text, c.name, Mentions(c.text, nil))
		}
	}
	for _, m := range []Mention{{Kind: MentionName, Text: "", Start: 0, End: 0}, {Kind: MentionName, Text: "Bo", Start: 3, End: 99}} {
		if got := NameType("x", m); got != "" {
			t.Errorf("%+v: %q", m, got)
		}
	}
}

func TestRoleType(t *testing.T) {
	for role, want := range map[string]string{"sister": TypePerson, "project manager": TypePerson, "old dog": TypeAnimal, "band": TypeOrg, "hometown": TypePlace,
		"side project": TypeProject, "staging server": TypeTool, "car": "", "": TypePerson} {
		if got := RoleType(role); got != want {
			t.Errorf("%q: %q, want %q", role, got, want)
		}
	}
}

func FuzzNameType(f *testing.F) {
	f.Add("Dr. Ines Falk of the Bank of Brunvik, south of Otter Lake, uses Zorla's OpenFerry.")
	f.Add("Yesterday Orvin Calder Brask Tolmer met Nilo Varr behind the Green Harbour Readings, in Brask, for the Tolmer Reef.")
	f.Add("é北京 \x00 AB-C D. & E")
	f.Fuzz(func(t *testing.T, s string) {
		for _, m := range Mentions(s, nil) {
			if got := NameType(s, m); !slices.Contains([]string{"", TypePerson, TypeOrg, TypePlace, TypeProject, TypeTool, TypeWork, TypeAnimal}, got) {
				t.Errorf("NameType(%q, %+v) = %q", s, m, got)
			}
		}
	})
}
