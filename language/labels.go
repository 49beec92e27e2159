package language

// longestLabel is how many tokens back a label is looked for.
const longestLabel = 48

// inLabel reports whether the number ts[i] is part of a label and counts nothing: of a
// name with a number behind a dash (gap-6), of a path, of a line of a file (a.ts:91:42).
// The port of an address is a value.
func inLabel(ts []token, i int) bool {
	if i == 0 || !startsDigit(ts[i].text) || !glued(ts, i-1, i) {
		return false
	}
	dash := ts[i-1].text == "-"
	if dash && i > 1 && glued(ts, i-2, i-1) && lettered(ts[i-2].text) && !monthNames.has(ts[i-2].text) {
		return true
	}
	if (ts[i-1].text == ":" || dash) && fileLine(ts, i) {
		return true
	}
	for k := i - 1; k >= 0 && i-k < longestLabel && glued(ts, k, k+1); k-- {
		switch {
		case ts[k].text == ":" && k > 0 && glued(ts, k-1, k) && k+1 == i:
			return false // host:9000
		case ts[k].text != "/":
		case lettered(at(ts, k+1)), k > 0 && glued(ts, k-1, k) && lettered(ts[k-1].text):
			return true
		}
	}
	return false
}

// dayInLabel reports whether the short name of a weekday at ts[i] is part of a label: the hosts
// mon-1 and sun-prod-2. Days from one to another are none: Mon-Fri.
func dayInLabel(ts []token, i int) bool {
	if at(ts, i+1) != "-" || i+2 >= len(ts) || !glued(ts, i, i+2) {
		return false
	}
	return !namesDay(ts[i+2].text) && (startsDigit(ts[i+2].text) || at(ts, i+3) == "-" && glued(ts, i+2, i+4))
}

// fileLine reports whether ts[i] is a line of a file: a.ts:91:42, a.ts:21-44. What has
// one number alone may be a host and its port.
func fileLine(ts []token, i int) bool {
	k := i
	for k > 1 && startsDigit(ts[k].text) && (ts[k-1].text == ":" || ts[k-1].text == "-") && glued(ts, k-2, k) {
		k -= 2
	}
	more := k < i-2 || i+2 < len(ts) && glued(ts, i, i+2) && (ts[i+1].text == ":" || ts[i+1].text == "-") && startsDigit(ts[i+2].text)
	return more && k > 1 && lettered(ts[k].text) && ts[k-1].text == "." && glued(ts, k-2, k)
}

// lettered reports whether a word begins with a letter.
func lettered(w string) bool { return w != "" && asciiClass(w[0]) == letter }
