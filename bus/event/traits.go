package event

import (
	"fmt"
	"strings"
)

// Traits say what raised or lowered a candidate beside its words, of what can be
// told by yes or no. Its session and the likeness of meaning count, too.
type Traits uint8

// What lowers a candidate, and what raises it.
const (
	TraitAgent    Traits = 1 << iota // said by the agent, who is not asked
	TraitAsks                        // asks and tells nothing
	TraitTimeless                    // names no time, and a time is asked for
	TraitListener                    // speaks of the listener
	TraitNamed                       // by or about somebody whom the query names
	TraitThen                        // said in or soon after a time that the query names
	TraitWish                        // tells a standing wish, and advice is asked for
	TraitEcho                        // stands beside what the query says itself, whose words do not count for it
)

// traitNames are the words for traits, the lowest bit first: what lowers has a −.
var traitNames = [...]string{"-agent", "-asks", "-timeless", "-listener", "+named", "+then", "+wish", "-echo"}

// String returns the traits in words: "-agent +named".
func (t Traits) String() string {
	var words []string
	for i, name := range traitNames {
		if t&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	return strings.Join(words, " ")
}

// MarshalText writes the words of [Traits.String].
func (t Traits) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads them. A word that it does not know is an error.
func (t *Traits) UnmarshalText(text []byte) error {
	*t = 0
next:
	for word := range strings.FieldsSeq(string(text)) {
		for i, name := range traitNames {
			if name == word {
				*t |= 1 << i
				continue next
			}
		}
		return fmt.Errorf("traits: %q is none of %s", word, strings.Join(traitNames[:], " "))
	}
	return nil
}
