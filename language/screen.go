package language

import (
	"regexp"
	"strings"
)

// OnScreen reports whether a sentence is what stands on a screen and nobody says: a line
// of a log or of progress, the place of a picture that was handed over, a shell's
// prompt, code behind a message, or a file that is only handed over ("here is the log:
// /var/log/heron.log"). Where something is ("staging: https://heron.example") is told.
func OnScreen(s string) bool {
	s = strings.TrimSpace(cutSentence(s))
	return newTokens(s).logged() || placeholder.MatchString(s) || shellLine.MatchString(s) || strings.Contains(s, "\n") && codeBelow.MatchString(s) || handsOver(s)
}

// handsOver reports whether a few words lead to nothing but a path or an address.
func handsOver(s string) bool {
	head, path, found := strings.Cut(s, ": ")
	words := strings.Fields(strings.ToLower(head))
	if !found || len(words) == 0 || len(words) > fewLeading || words[0] != "here" && words[0] != "here's" {
		return false
	}
	path = strings.Trim(path, " \t\"'`.")
	return !strings.ContainsAny(path, " \t\n") && strings.ContainsAny(path, "/\\")
}

// fewLeading is the number of words that only lead to a path.
const fewLeading = 8

var (
	// placeholder matches what a client writes where something was pasted.
	placeholder = regexp.MustCompile(`^\[[A-Z][a-z]+( [a-z]+)?( #\d+|: )[^\]]*\]$`)
	// shellLine matches a shell's prompt: a time or a name, a folder, a sign.
	shellLine = regexp.MustCompile(`^(\[?\d{1,2}/\d{1,2}/\d{2,4} +\d{1,2}:\d\d\b.* ~?/\S|\S+ git:\(\S+\) |[➜❯✗✘] |\(\S+\) \S+@\S+[:~])`)
	// codeBelow matches a line of code below a few words.
	codeBelow = regexp.MustCompile(`\n {4,}\S|\n\t+\S`)
)
