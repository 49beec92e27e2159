package language

import (
	"regexp"
	"strings"
)

// OnScreen reports whether a sentence is what stands on a screen and nobody says: what a
// program has printed, the place of a picture that was handed over, a shell's prompt,
// code behind a message, or a file that is only pointed at ("here is the log:
// /var/log/heron.log").
func OnScreen(s string) bool {
	s = strings.TrimSpace(s[:min(len(s), longestReading)])
	return newTokens(s).printed() || inBrackets(s) || shellLine.MatchString(s) || strings.Contains(s, "\n") && codeBelow.MatchString(s) || pointsAtFile(s)
}

func inBrackets(s string) bool {
	return len(s) > 2 && s[0] == '[' && strings.IndexByte(s, ']') == len(s)-1
}

// pointsAtFile reports whether a few words lead to nothing but a path or an address.
func pointsAtFile(s string) bool {
	head, path, found := strings.Cut(s, ": ")
	path = strings.Trim(path, " \t\"'`.")
	return found && len(strings.Fields(head)) <= fewLeading && !strings.ContainsAny(path, " \t\n") &&
		(strings.HasPrefix(path, "/") || strings.HasPrefix(path, "~/") || strings.HasPrefix(path, "./") || strings.Contains(path, "://"))
}

// fewLeading is the number of words that only lead to a path.
const fewLeading = 5

var (
	// shellLine matches a shell's prompt: a time or a name, a folder, a sign.
	shellLine = regexp.MustCompile(`^(\[?\d{1,2}/\d{1,2}/\d{2,4} +\d{1,2}:\d\d\b.*[~/]\S*|\S+ git:\(\S+\) |[➜❯✗✘] |\(\S+\) \S+@\S+[:~])`)
	// codeBelow matches a line of code below a few words.
	codeBelow = regexp.MustCompile(`\n {4,}\S|\n\t+\S`)
)
