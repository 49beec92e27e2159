package ledger

import (
	"bytes"
	"encoding/binary"
	"encoding/json"

	"github.com/memtide/memtide/bus/event"
)

// Matcher finds which of many texts stand in another one. Its time hardly depends
// on how many there are: an erasure of a whole source has tens of thousands.
type Matcher struct {
	texts [][]byte
	short []int            // those of less than gram bytes
	by    map[uint64][]int // the others, by their first gram bytes
}

// gram is how many bytes a text is looked up by.
const gram = 8

// NewMatcher returns a matcher for texts; empty ones are never found.
func NewMatcher(texts [][]byte) *Matcher {
	m := &Matcher{texts: texts, by: map[uint64][]int{}}
	for i, t := range texts {
		switch {
		case len(t) == 0:
		case len(t) < gram:
			m.short = append(m.short, i)
		default:
			k := binary.LittleEndian.Uint64(t)
			m.by[k] = append(m.by[k], i)
		}
	}
	return m
}

// Any reports whether one of the texts stands in b.
func (m *Matcher) Any(b []byte) bool {
	found := false
	m.Each(b, func(int) bool { found = true; return false })
	return found
}

// Each calls fn with the number of each text that stands in b, in no order and
// more than once where it stands there more than once, until fn returns false.
func (m *Matcher) Each(b []byte, fn func(i int) bool) {
	for _, i := range m.short {
		if bytes.Contains(b, m.texts[i]) && !fn(i) {
			return
		}
	}
	if len(m.by) == 0 {
		return
	}
	for at := 0; at+gram <= len(b); at++ {
		for _, i := range m.by[binary.LittleEndian.Uint64(b[at:])] {
			if bytes.HasPrefix(b[at:], m.texts[i]) && !fn(i) {
				return
			}
		}
	}
}

// jsonForms returns how a text stands in JSON: encoders differ in what they
// escape.
func jsonForms(text string) (forms [][]byte) {
	plain, err := event.Encode(text)
	if err == nil {
		forms = append(forms, bytes.Trim(plain, `"`))
	}
	if html, err := json.Marshal(text); err == nil && !bytes.Equal(html, plain) {
		forms = append(forms, bytes.Trim(html, `"`))
	}
	return forms
}
