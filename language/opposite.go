package language

import "slices"

// restates reports whether a state may take the place of another: it says itself
// that it was another one before, or is one of two.
func (s state) restates() bool {
	return s.changed || slices.ContainsFunc(s.value, func(t string) bool { return opposites[t] != nil })
}

// opposite reports whether two values differ by two states alone that exclude
// each other.
func (s state) opposite(o state) bool {
	for _, a := range s.value {
		for _, b := range opposites[a] {
			if !slices.Contains(o.value, b) {
				continue
			}
			rest := func(ts []string, not string) []string {
				return slices.DeleteFunc(slices.Clone(ts), func(t string) bool { return t == not })
			}
			return sameSet(rest(s.value, a), rest(o.value, b))
		}
	}
	return false
}

func sameSet(a, b []string) bool { return within(a, b) && within(b, a) }
