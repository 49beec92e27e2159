package language

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// OnScreen reports whether a sentence is what stands on a screen and nobody says: a line
// of a log or of progress, the place of a picture that was handed over, a shell's
// prompt, code behind a message, or a file that is only handed over ("here is the log:
// /var/log/heron.log"). Where something is ("staging: https://heron.example") is told.
func OnScreen(s string) bool {
	s = strings.TrimSpace(cutSentence(s))
	return newTokens(s).logged() || strings.HasPrefix(s, "[") && placeholder.MatchString(s) || mayPrompt(s) && shellLine.MatchString(s) ||
		strings.Contains(s, "\n") && codeBelow.MatchString(s) || handsOver(s) || pasted(s)
}

// mayPrompt reports whether a shellLine may begin like a text: most are told by a look, and
// are not read by an expression.
func mayPrompt(s string) bool {
	return s != "" && (s[0] == '[' || s[0] == '(' || s[0] >= '0' && s[0] <= '9' || s[0] >= utf8.RuneSelf || strings.Contains(s, " git:("))
}

// maySQL is mayPrompt of a sqlLine: all of them have one of these words.
func maySQL(s string) bool {
	return strings.Contains(s, " FROM ") || strings.Contains(s, "INSERT INTO ") || strings.Contains(s, "DELETE FROM ") || strings.Contains(s, " TABLE ") || strings.Contains(s, " SET ")
}

// mayID is mayPrompt of a hexID.
func mayID(s string) bool { return len(s) > 13 && s[8] == '-' && s[13] == '-' }

// pasted reports whether a line is one of data, of progress or of code: by its ends, for
// most lines are neither.
func pasted(s string) bool {
	if s == "" || strings.Contains(s, "\n") {
		return false
	}
	switch first, last := s[0], s[len(s)-1]; {
	case first == '+' && asciiClass(s[min(1, len(s)-1)]) == letter, strings.HasPrefix(s, "<!--"):
		return true // +a line of a diff
	case first == '(' && strings.HasPrefix(s, `(use "git `), strings.HasPrefix(s, "no changes added to commit"), strings.HasPrefix(s, "nothing added to commit"), strings.HasPrefix(s, "Your branch is "):
		return true
	case first == '"':
		return jsonPair.MatchString(s)
	case first == '|':
		return listedRow.MatchString(s)
	case first == '[':
		return last == ']' && (noted.MatchString(s) || counted.MatchString(s)) || byTool.MatchString(s)
	case first == '(' && byProcess.MatchString(s):
		return true
	case strings.HasPrefix(s, "--"), strings.HasPrefix(s, "Error: "), strings.Contains(s, "error TS"):
		return true
	case first == '<':
		return tagged.MatchString(s)
	case last == '>':
		return closing.MatchString(s)
	case last == '{' || last == ';':
		return strings.ContainsAny(s, "(=") || last == '{' && len(strings.Fields(s)) > 1
	case last == ']':
		return counted.MatchString(s)
	case strings.HasPrefix(s, "//"):
		return true
	}
	if i := strings.IndexByte(s, '\t'); i > 0 && i < longestKey && s[i-1] == ':' {
		return true
	}
	if before, _, found := strings.Cut(s, " · "); found && strings.ContainsAny(s, "0123456789") {
		return !Says(before)
	}
	if head, _, _ := strings.Cut(s, " "); strings.ContainsAny(head, ":(0123456789") && (inSource.MatchString(s) || columns.MatchString(s)) {
		return true
	}
	if at := strings.LastIndex(s, " @ "); at > 0 && inSource.MatchString(s[at+3:]) || strings.Count(s, ": ") >= nestedErrors && troubled(s) {
		return true
	}
	if i := strings.IndexAny(s, "_="); i > 0 && i < longestKey && assigned.MatchString(s) {
		return true
	}
	if numbersRow(s) {
		return true
	}
	return maySQL(s) && sqlLine.MatchString(s) || mayID(s) && hexID.MatchString(s) || strings.HasSuffix(s, "`") && pathAlone.MatchString(s)
}

// troubled reports whether a line tells of an error.
func troubled(s string) bool {
	s = strings.ToLower(s)
	return strings.Contains(s, "fail") || strings.Contains(s, "error") || strings.Contains(s, "cannot")
}

// numbersRow reports whether a line is one of a table, with more numbers than words: 2, Ann, 0, 900, -, 1200.
func numbersRow(s string) bool {
	if strings.Count(s, ",") < minColumns {
		return false
	}
	numbers, words := 0, 0
	for cell := range strings.SplitSeq(s, ",") {
		switch cell = strings.TrimSpace(cell); {
		case cell == "", cell == "-", strings.Trim(cell, "0123456789.%+-") == "":
			numbers++
		case strings.Count(cell, " ") > 1:
			return false
		default:
			words++
		}
	}
	return numbers > 2*words
}

// minColumns is the number of commas from which a line may be such a row: who lists sizes has fewer.
const minColumns = 6

// nestedErrors is the number of colons from which an error is one within another: failed
// to pour: open lid: lid 3: not found.
const nestedErrors = 3

// longestKey is the length in bytes of what stands before the value in a line of settings.
const longestKey = 40

// handsOver reports whether a few words lead to nothing but a path or an address.
func handsOver(s string) bool {
	head, path, found := strings.Cut(s, ": ")
	if !found {
		return false
	}
	words := strings.Fields(strings.ToLower(head))
	saved := strings.HasSuffix(head, " saved to") || strings.HasSuffix(head, " written to")
	if len(words) == 0 || len(words) > fewLeading || !saved && words[0] != "here" && words[0] != "here's" && !strings.HasPrefix(head, "this is my ") && !strings.HasPrefix(head, "This is my ") {
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
	byTool    = regexp.MustCompile(`^\[[a-z][\w-]*\] \S`)                                                                                   // [nodemon] watching
	byProcess = regexp.MustCompile(`^\(\w+:\d+\) \S`)                                                                                       // (node:4224) Warning
	inSource  = regexp.MustCompile(`^(\d+\.\d+ +)?([\w./@\[\]-]*\.[a-z]{1,5}(\?[\w.=&%-]+)?(:\d+|\(\d+,\d+\))|[\w-]+\?[\w.=&%-]+:\d+ +\S)`) // a/b.ts:31, b.ts(3,5), stats?a=b:31 text
	columns   = regexp.MustCompile(`^(\w+:|\d+) {2,}\S`)                                                                                    // Tasks:    3 done
	jsonPair  = regexp.MustCompile(`^"[@\w .$/-]+" ?: ?("|\d|\[|\{|true|false|null)`)
	listedRow = regexp.MustCompile("^\\|( *\\d+ *\\||.*`[^`]*[/.][^`]*`)")             // a row of numbered things, or of files
	noted     = regexp.MustCompile(`^\[[A-Z][a-z]+( [a-z]+)+\]$`)                      // [Request interrupted by user]
	counted   = regexp.MustCompile(`\[\d+/\d+\]$`)                                     // [2/2]
	tagged    = regexp.MustCompile(`^</?[a-z][\w-]*( [^>]*)?>(\S|$)`)                  // <usage>
	closing   = regexp.MustCompile(`</[a-z][\w-]*>$`)                                  // 1070</usage>
	assigned  = regexp.MustCompile(`^([a-z]\w*_\w+ ?[:=] ?\S+|[\w.]+ = \S+( +#.*)?)$`) // tool_uses: 15
	sqlLine   = regexp.MustCompile(`^(\w+: *)?(SELECT .* FROM |(INSERT INTO|DELETE FROM|(CREATE|ALTER|DROP) TABLE) \S|UPDATE \S+ SET )`)
	hexID     = regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-`)
	pathAlone = regexp.MustCompile("^\\**[\\w ]{1,30}:\\** +`[^` ]*/[^` ]*`$") // File: `a/b.go`
	// codeBelow matches a line of code below a few words.
	codeBelow = regexp.MustCompile(`\n {4,}\S|\n\t+\S`)
)
