package language

import (
	"iter"
	"regexp"
	"strings"
)

// mostLines bounds the lines by which a text is judged; they are taken from
// its head.
const mostLines = 400

// isEnvelope reports whether t, which begins with <, is one element in tags.
func isEnvelope(t string, last byte) bool {
	end := strings.IndexAny(t, " \t\n/>")
	if last != '>' || end < 2 || asciiClass(t[1]) != letter && t[1] != '?' && t[1] != '!' {
		return false
	}
	return t[1] == '?' || t[1] == '!' || strings.HasSuffix(t, "</"+t[1:end]+">") || strings.HasSuffix(t, "/>")
}

// machineLines reports whether most lines of t look like a log, a stack trace,
// a diff or the output of a tool.
func machineLines(t string) bool {
	lines, strong := 0, 0
	for line := range headLines(t) {
		lines++
		if strongly(line) {
			strong++
		}
	}
	if strong == 0 { // as nearly always: what stands between such lines tells nothing alone
		return nestedKeys(t)
	}
	machine := 0
	for line := range headLines(t) {
		if strongly(line) || weakLine.MatchString(line) {
			machine++
		}
	}
	return machine*10 >= lines*6
}

// nestedKeys reports whether t is nothing but keys with values, some of them below
// another, and items of lists: the settings of a program.
func nestedKeys(t string) bool {
	lines, nested, above := 0, false, -1
	for line := range headLines(t) {
		if strings.IndexByte(line, ':') < 0 && !strings.HasPrefix(strings.TrimLeft(line, " \t"), "- ") || !keyLine.MatchString(line) {
			return false
		}
		indent := len(line) - len(strings.TrimLeft(line, " "))
		nested = nested || above >= 0 && indent > above
		if above = -1; strings.HasSuffix(line, ":") {
			above = indent
		}
		lines++
	}
	return nested && lines > 2
}

// headLines are the lines by which a text is judged, without blank ones.
func headLines(t string) iter.Seq[string] {
	return func(yield func(string) bool) {
		lines := 0
		for line := range strings.SplitSeq(t, "\n") {
			line = strings.TrimRight(line[:min(len(line), 400)], "\r ")
			if strings.TrimSpace(line) == "" {
				continue
			}
			if lines++; lines > mostLines || !yield(line) {
				return
			}
		}
	}
}

// strongly reports whether only a program writes such a line.
func strongly(line string) bool {
	return !plainlyBegun(line) && strongLine.MatchString(line) || toolLine(line)
}

// plainlyBegun reports whether a line begins with a word of letters that no strong
// line begins with: most are told by it.
func plainlyBegun(line string) bool {
	line = strings.TrimLeft(line, " \t")
	n := 0
	for n < len(line) && asciiClass(line[n]) == letter {
		n++
	}
	return n > 0 && n < len(line) && line[n] == ' ' && !has(strongHeads, line[:n])
}

var (
	// strongLine matches what only programs write.
	strongLine = regexp.MustCompile(`^\s*(` +
		`\[?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d[:\d.,]*` + // a time stamp
		`|\[?\d\d:\d\d:\d\d` +
		`|at [\w.$<>\[\]/ ]+\([^)]*\)$` + // Java, JavaScript
		`|at (file|https?)://|at /\S+:\d+` +
		`|File "[^"]+", line \d+` + // Python
		`|Traceback \(most recent call last\)` +
		`|goroutine \d+ \[|panic: |created by \S+|\S+\.go:\d+(:\d+)?(:| \+0x)` + // Go
		`|\S+:\d+:\d+: ` +
		`|(--- FAIL|=== RUN|--- PASS|FAIL(\t| {2,}\S)|ok  \t|PASS$|FAIL$)` +
		`|(ERROR|WARN|WARNING|INFO|DEBUG|FATAL|TRACE)\b[\s:\[|]` +
		`|(diff --git|index [0-9a-f]{7,}\.\.|@@ -\d+|\+\+\+ |--- a/)` +
		`|(Uncaught \w*|Unexpected )[Ee]rror: ` + // browsers
		`|(npm (ERR!|error|warn)|error\[E\d+\]|error TS\d+|Caused by:|\w+(\.\w+)*(Error|Exception): )` +
		`|<\/?[a-z][\w-]*( [^>]*)?>(.*>)?$` +
		`|[$>#] (go|npm|git|cd|ls|make|docker|kubectl|python3?|cargo|curl|sudo) ` +
		`|level=\w+ |\d+\.\d+\.\d+\.\d+ - - \[` +
		`)`)
	// strongHeads are the words that lines of strongLine may begin with.
	strongHeads = set(`at File Traceback goroutine created ok PASS FAIL ERROR WARN WARNING INFO DEBUG FATAL TRACE diff index npm error Caused Uncaught Unexpected`)
	// tools matches what tools of the trade write, from the first letter on.
	tools = regexp.MustCompile(`^(` +
		`(<<<<<<<|>>>>>>>) |=======$|[=*#-]{5,} .* [=*#-]{5,}$|[=*_-]{12,}$` + // merge conflicts, headings
		`|([MADRCU][MADRCU ]|\?\?) \S+$` + // git status --short
		`|On branch \S+$|(fatal|remote): |HTTP/[\d.]+ \d{3}\b|\+(-+\+)+$|#\d+ [\d.]+ |#\d+ \[` +
		`|\[(INFO|ERROR|WARN|WARNING|DEBUG|TRACE|FATAL)\]|[A-Z][A-Z_ ]+\S(\s{2,}[A-Z][A-Z_ ]+){2,}$` + // tables of tools
		`)`)
	// keyLine matches a key of such settings, and an item of a list.
	keyLine = regexp.MustCompile(`^\s*(- )?(["']?[\w.$/-]+["']?:( .*)?|- \S+)$`)
	// weakLine matches what stands between such lines.
	weakLine = regexp.MustCompile(`^(\s{2,}\S|[\w.*/()]+\([^)]*\)$|\t|[+\-}{\]]|\s*[\w.$]+\s*[:=]\s*\S+$|\s*\.\.\.|\s*[\^~|]+)`)
)

// toolLine reports whether a tool wrote a line. Few lines begin like one.
func toolLine(line string) bool {
	line = strings.TrimLeft(line, " ")
	if len(line) > 1 && line[0] >= 'A' && line[0] <= 'Z' && line[1] >= 'a' && line[1] <= 'z' && !strings.HasPrefix(line, "On branch ") {
		return false
	}
	if line == "" || !strings.ContainsRune("<>=*#_-?+[fr", rune(line[0])) && (line[0] < 'A' || line[0] > 'Z') {
		return false
	}
	if (line[0] == 'f' || line[0] == 'r') && !strings.HasPrefix(line, "fatal: ") && !strings.HasPrefix(line, "remote: ") {
		return false
	}
	return tools.MatchString(line)
}
