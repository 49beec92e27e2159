package memtide

import "fmt"

// Trust says where a text came from; a higher level may be believed more. A
// derived memory has the lowest trust of its sources.
type Trust int

// The levels, lowest first. The zero value is unknown and is never stored.
const (
	TrustRecalled  Trust = iota + 1 // our own text coming back
	TrustImported                   // a foreign store
	TrustTool                       // tool output, web pages, pasted text
	TrustAgent                      // said by the agent
	TrustFile                       // a file of the repository
	TrustUser                       // said by the user
	TrustConfirmed                  // confirmed by the user
)

var trustNames = []string{"", "recalled", "imported", "tool", "agent", "file", "user", "confirmed"}

// MayInstruct reports whether an instruction may stand at this level. Which
// become instructions without the user having looked is a stricter question:
// those of the user alone.
func (t Trust) MayInstruct() bool { return t >= TrustFile }

// String returns the name that stands in messages.
func (t Trust) String() string {
	if t < 0 || int(t) >= len(trustNames) {
		return fmt.Sprintf("trust(%d)", int(t))
	}
	return trustNames[t]
}

// MarshalText prints the name.
func (t Trust) MarshalText() ([]byte, error) {
	if t < 0 || int(t) >= len(trustNames) {
		return nil, fmt.Errorf("trust %d is not a level", int(t))
	}
	return []byte(trustNames[t]), nil
}

// UnmarshalText reads a name; the empty name is the zero value.
func (t *Trust) UnmarshalText(b []byte) error {
	for i, n := range trustNames {
		if n == string(b) {
			*t = Trust(i)
			return nil
		}
	}
	return fmt.Errorf("trust %q: want one of recalled, imported, tool, agent, file, user, confirmed", b)
}
