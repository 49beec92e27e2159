package redact

import "strings"

var levels = wordSet("trace debug info notice warn warning error err fatal critical panic severe fine")

var machineStarts = []string{"--- FAIL", "--- PASS", "--- SKIP", "=== RUN", "=== CONT", "=== PAUSE", "ok  \t", "FAIL\t", "PASS", "npm ERR!", "npm WARN",
	"npm error", "make:", "make[", "gcc ", "diff --git", "index ", "@@ ", "+++ ", "--- a/", "commit ", "drwx", "-rw", "lrwx", "remote: ", "HTTP/", "< HTTP", "* Connected"}

// isMachine reports whether a line looks as a program writes it: a time or a
// level first, a place in a file, fields, more signs than words.
func isMachine(u string) bool {
	t := strings.TrimSpace(u)
	if len(t) < 4 {
		return false
	}
	// Only the start of a very long line is looked at.
	t = t[:min(len(t), 400)]
	for _, p := range machineStarts {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return hasTime(t) || hasLevel(t) || hasPlace(t) || hasFrame(t) || hasFields(t) || dense(t)
}

// hasTime reports whether t starts with a date or a time of day.
func hasTime(t string) bool {
	t = strings.TrimLeft(t, "[(<\"")
	n := run(t, 0, cDigit)
	switch {
	case n == 4 && len(t) >= 10 && (t[4] == '-' || t[4] == '/') && is(t[5], cDigit) && is(t[6], cDigit) && t[7] == t[4]:
		return len(t) > 16 && strings.Contains(t[10:min(len(t), 24)], ":")
	case n == 2 && len(t) >= 8 && t[2] == ':' && is(t[3], cDigit) && t[5] == ':':
		return true
	case n >= 10 && n <= 19 && len(t) > n && (t[n] == ' ' || t[n] == '.'):
		return true
	}
	// Jan  2 15:04:05
	return len(t) > 15 && is(t[0], upper) && is(t[1], lower) && is(t[2], lower) && t[3] == ' ' && t[9] == ':' && t[12] == ':'
}

// hasLevel reports whether t starts with the level of a log line.
func hasLevel(t string) bool {
	bracket := t[0] == '['
	t = strings.TrimLeft(t, "[<(")
	e := run(t, 0, letter)
	if e == 0 || e == len(t) || !levels()[strings.ToLower(t[:e])] {
		return false
	}
	// "Error handling is next" is a sentence, "ERROR handling" is a log.
	return bracket || all(t[:e], upper) || t[e] == '[' || t[e] == ':' && e+1 < len(t)
}

// hasPlace reports whether t starts with a file, a line and perhaps a column. The console of
// a browser has pages, too, which may have no dot: stats?day=3:286, stats:2780.
func hasPlace(t string) bool {
	e := strings.IndexByte(t, ':')
	if e < 3 || e+1 >= len(t) || !is(t[e+1], cDigit) || strings.ContainsAny(t[:e], " \t") {
		return false
	}
	n := run(t, e+1, cDigit)
	if n >= len(t) {
		return false
	}
	if strings.ContainsAny(t[:e], "./?") {
		return strings.IndexByte(": ),", t[n]) >= 0
	}
	return t[n] == ' ' && n-e > minPageLine && !strings.EqualFold(t[:e], "localhost")
}

// minPageLine is the number of digits of a line from which a word before it is a page: who
// types writes 10:30, and 2:1.
const minPageLine = 3

// hasFrame reports whether t is a call as the console of a browser lists it: loadRows @
// rows.js:12, (anonymous) @ rows:286, await in loadRows.
func hasFrame(t string) bool {
	if who, ok := strings.CutPrefix(t, "await in "); ok {
		return who != "" && !strings.ContainsAny(who, " .,;!?")
	}
	who, where, found := strings.Cut(t, " @ ")
	if !found || who == "" || strings.ContainsAny(who, " \t") || strings.ContainsAny(where, " \t") {
		return false
	}
	n := strings.LastIndexByte(where, ':')
	return n > 0 && n+1 < len(where) && run(where, n+1, cDigit) == len(where)
}

// hasFields reports whether t is made of key=value fields or is a JSON
// object.
func hasFields(t string) bool {
	if strings.HasPrefix(t, `{"`) && (strings.HasSuffix(t, "}") || strings.HasSuffix(t, "},") || len(t) >= 400) {
		return true
	}
	fields := 0
	for at := 0; fields < 3; {
		n := strings.IndexByte(t[at:], '=')
		if n < 0 {
			break
		}
		at += n
		if at > 0 && is(t[at-1], word) && at+1 < len(t) && (is(t[at+1], word) || t[at+1] == '"') {
			fields++
		}
		at++
	}
	return fields >= 3 || fields == 2 && !strings.Contains(t, ". ")
}

// dense reports whether signs and digits make up most of a line, as in tables,
// dumps, progress bars.
func dense(t string) bool {
	letters, signs, spaces := 0, 0, 0
	for i := range len(t) {
		switch {
		case is(t[i], letter) || t[i] >= 0x80:
			letters++
		case is(t[i], cSpace):
			spaces++
		default:
			signs++
		}
	}
	return len(t) >= 12 && signs*2 > letters+signs && spaces*3 < len(t)*2
}
