package language

import "strings"

// sizeAt reads how wide and how high something is, which is one value: 480x270.
func sizeAt(ts []token, i int) (quantity, bool) {
	wide, high, ok := strings.Cut(at(ts, i), "x")
	if !ok || wide == "" || high == "" || !onlyDigits(wide+high) {
		return quantity{}, false
	}
	return quantity{measure: ofPair, value: wide + "/" + high, to: i + 1}, true
}
