package language

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is said in one breath is cut where somebody begins to do something, or where
// words stand that only begin a sentence.
func TestRunOnSentences(t *testing.T) {
	for _, said := range []string{
		"rename the lamp | and please never commit the wick",
		"its not six lamps anymore | we have eight lamps on the pier",
		"the gate on the pier is locked | always bring the key",
		"oil the winch on the north pier | and dont touch the one on the south pier",
		"ok so this is how the lock works a boat rings the bell | and the keeper fills the basin with water from the upper canal | after that the gate is opened by hand | we never let two boats in | and please always write the name of the boat down | and the old bell is going to be sold in march",
		"the winch was stuck again this morning because the drum was full of weed so i cleared it by hand | i think we need a net | btw the north gate is used by the school boats at noon so keep the basin full | also we dont open at night",
		"the keeper looks into that | the school in the village has to wait for it at noon | from now on use the spare key when you try the gate not mine",
	} {
		text := strings.ReplaceAll(said, " | ", " ")
		var got []string
		for _, s := range Sentences(text) {
			got = append(got, text[s.Start:s.End])
		}
		if diff := cmp.Diff(strings.Split(said, " | "), got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	for _, whole := range []string{
		"i want you to look at the lamp we use for the pier and tell me which of the wicks they trim most often are worn",
		"can you check whether the boat that the keeper rows every night still floats after we moved the winch to the new pier",
		"what do you think about the idea to move everything we have in the old barn to the new one before the end of the year",
		"the keeper fills the basin with water from the upper canal and the gate is opened by hand after that by whoever is near.", // who writes stops writes all
		"we never let two boats in",
		"write the names of the boats in Danish from now on",
		"use the spare key for the north gate from now on and not mine",
		"the boats that always leave early please the keeper",
		"on the pier always use the big lamp",
		"for the harbour letter please always use the blue seal",
		"in the north shed never light a lamp",
	} {
		if got := Sentences(whole); len(got) != 1 {
			t.Errorf("%q is cut in %d", whole, len(got))
		}
	}
}

func TestASmileyEndsASentence(t *testing.T) {
	for text, want := range map[string]int{
		"Odile leaves us in May :( Tom takes her berth": 2,
		"we sail on Friday :) Tom brings the rope":      2,
		"the mast holds ;-) The deck does not":          2,
		"no wind :/ We stay":                            2,
		"the lamp works :D Thanks for it":               2,
		"we sail :) and Tom brings the rope":            1,
		"three ropes: (A) of hemp":                      1,
		"the ratio is 3:D Tom says":                     1,
		"run it with :(Tom":                             1,
		"the mast holds :)":                             1,
		"rope, wire; (Tom knows) all is there":          1,
		"the berth x :1 Tom has":                        1,
	} {
		if got := Sentences(text); len(got) != want {
			t.Errorf("%q: %d sentences, want %d", text, len(got), want)
		}
	}
}
