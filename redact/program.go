package redact

import "strings"

// mostParagraph bounds the lines of a paragraph that are looked at together.
const mostParagraph = 60

// A person copies a line or two out of a terminal as well as a whole log: a line whose
// form is certain is a program's wherever it stands, and of a paragraph in which most
// lines are, all from the first to the last of them.

// programEnd reads the lines of a program that begin with line i.
func programEnd(lines []line, i int) int {
	end := settingsEnd(lines, i)
	from := lines[i].printedAs()
	if from == 0 {
		return end
	}
	if from == surely {
		end = max(end, i+1)
	}
	sure, printed, between, others := 0, 0, 0, 0
	for j := i; j < len(lines) && j < i+mostParagraph && strings.TrimSpace(lines[j].text) != ""; j++ {
		as := lines[j].printedAs()
		if as == 0 && j > i && between == 0 && indented(lines[j].text) && !structured(lines[j].text) {
			as = perhaps // what a program goes on with
		}
		switch as {
		case 0:
			if between++; between > maxBetween {
				return end
			}
			continue
		case surely:
			sure++
		}
		printed, others, between = printed+1, others+between, 0
		if sure == printed || sure > 0 && printed > max(others, 1) || printed >= minPerhaps && printed > perhapsShare*others {
			end = max(end, j+1)
		}
	}
	return end
}

const (
	minPerhaps   = 3 // lines that may be a program's, from which they are,
	perhapsShare = 3 // if they are more than so many times those between them
)

// How certain it is that a program wrote a line.
const (
	perhaps = 1
	surely  = 2
)

func indented(u string) bool { return strings.HasPrefix(u, "  ") || strings.HasPrefix(u, "\t") }

// printedAs tells how certain it is that a program wrote a line, and looks at it once.
func (l *line) printedAs() int {
	if l.printed == 0 {
		l.printed = 1 + printedAs(l.text)
	}
	return l.printed - 1
}

// printedAs tells how certain it is that a program wrote a line; 0 if it may be prose.
func printedAs(u string) int {
	t := strings.TrimSpace(u)
	if len(t) < 6 {
		return 0
	}
	t = t[:min(len(t), 400)]
	for _, p := range printedStarts {
		if strings.HasPrefix(t, p) {
			return surely
		}
	}
	if !strings.ContainsAny(t, signs) {
		return 0 // as nearly all prose
	}
	switch {
	case oneFrame(t), stamped(t), labelled(t), hasGutter(t) && is(t[0], cDigit), placed(t), errorNamed(t), complains(t), tookTime(t), nestedError(t):
		return surely
	}
	if isItem(t) || structured(t) {
		t = strings.TrimLeft(t, "-*+ ")
		if progress(t) {
			return perhaps
		}
		return 0
	}
	if isMachine(t) || isSource(t) || progress(t) || columned(t) {
		return perhaps
	}
	return 0
}

var printedStarts = []string{"╭─", "╰─", "├", "│", "└", "┌", "npm ERR!", "npm WARN ", "npm warn ", "npm error ", "npm notice ", "error TS", "error[E", "make: *** ", "make[", "--- FAIL", "--- PASS", "=== ",
	"ok  \t", "FAIL\t", "diff --git ", "drwx", "-rw-", "zsh: ", "bash: ", "sh: ", "fatal: not ", "Traceback (most recent"}

// signs are those of which a line of a program that begins as none in printedStarts has one.
const signs = ":=[]{}()<>|'\"`;/\\0123456789"

// oneFrame reports whether a line is a frame of a stack trace that needs no other beside
// it: at f (/a/b.js:1:2), (ecto 3.13.3) lib/repo.ex:609: Repo.all/2.
func oneFrame(t string) bool {
	rest, at := strings.CutPrefix(t, "at ")
	if !at {
		rest, at = strings.CutPrefix(t, "at: ")
	}
	switch {
	case at && strings.HasSuffix(t, ")"):
		_, place, _ := strings.Cut(rest, "(")
		return inFile(strings.TrimSuffix(place, ")")) || place == "native)" || place == "<anonymous>)"
	case at:
		return !strings.Contains(rest, " ") && inFile(rest)
	case strings.HasPrefix(t, `File "`):
		return strings.Contains(t, `", line `)
	case strings.HasPrefix(t, "from "):
		return strings.Contains(t, ":in `") || strings.Contains(t, ":in '")
	case t[0] == '#' && is(t[1], cDigit):
		_, rest, _ = strings.Cut(t, " ")
		return strings.HasPrefix(rest, "0x") || strings.HasPrefix(rest, "/") && strings.Contains(rest, "(")
	case t[0] == '(':
		of, place, found := strings.Cut(t, ") ")
		_, version, two := strings.Cut(of, " ")
		place, _, _ = strings.Cut(place, ": ")
		return found && two && version != "" && is(version[0], cDigit) && inFile(place)
	}
	return goFrame(t) && strings.Contains(t, "0x") || strings.Contains(t, ".go:") && strings.Contains(t, " +0x")
}

// inFile reports whether a word is a place in a file: lib/repo.ex:609, res://save.gd:12.
func inFile(t string) bool {
	n := strings.LastIndexByte(t, ':')
	return n > 2 && n+1 < len(t) && all(t[n+1:], cDigit) && strings.ContainsAny(t[:n], "./\\") && !strings.Contains(t[:n], " ")
}

// stamped reports whether a line begins with a date and a time to the second.
func stamped(t string) bool {
	t = strings.TrimLeft(t, "[(<\"")
	return len(t) >= 19 && is(t[0], cDigit) && (t[4] == '-' || t[4] == '/') && t[7] == t[4] && is(t[9], cDigit) && t[13] == ':' && t[16] == ':' && is(t[17], cDigit)
}

// labelled reports whether a line begins with a level in brackets or with the name of a
// program in them: [error] x, [WebServer] x. [Later] and [WIP] are written by hand.
func labelled(t string) bool {
	if t[0] != '[' {
		return false
	}
	name, rest, found := strings.Cut(t[1:], "]")
	if !found || name == "" || !all(name, letter) || !strings.HasPrefix(rest, " ") {
		return false
	}
	return levels()[strings.ToLower(name)] || camel(name) && is(name[0], upper)
}

// placed reports whether a line begins with a file, a line and a column.
func placed(t string) bool {
	head, _, found := strings.Cut(t, ": ")
	n := strings.LastIndexByte(head, ':')
	return found && n > 0 && inFile(head) && inFile(head[:n])
}

// errorNamed reports whether a line begins with the name of an error: TypeError: x,
// ** (KeyError) key :a not found.
func errorNamed(t string) bool {
	if strings.HasPrefix(t, "Uncaught ") {
		return strings.Contains(t, "rror: ")
	}
	if in, found := strings.CutPrefix(strings.TrimPrefix(t, "** "), "("); found {
		name, rest, closed := strings.Cut(in, ")")
		return closed && strings.HasPrefix(rest, " ") && strings.HasSuffix(name, "Error") && all(name, dotted)
	}
	e := run(t, 0, dotted)
	return isError(t) && e > 0 && e < len(t) && t[:e] != "Error" && t[:e] != "Exception" && t[:e] != "Warning"
}

// tookTime reports whether a line says how many of something a program has done, and how long
// it took: added 27 packages in 6s.
func tookTime(t string) bool {
	t = strings.TrimRight(t, ".!")
	n := strings.LastIndex(t, " in ")
	if n < 0 || !strings.HasSuffix(t, "s") {
		return false
	}
	took := strings.TrimSuffix(strings.TrimSuffix(t[n+len(" in "):], "s"), "m")
	first, second, _ := strings.Cut(t[:n], " ")
	return took != "" && all(took, cDigit|cDot) && strings.HasSuffix(strings.ToLower(first), "ed") && second != "" && is(second[0], cDigit)
}

// nestedError reports whether a line has an error within an error, or the code of one:
// Original error: Error code: P1010.
func nestedError(t string) bool {
	n := strings.Index(t, "rror: ")
	if n < 0 || n > 40 || !is(t[0], upper) || strings.Count(t[:n], " ") > 3 {
		return false
	}
	rest := t[n+len("rror: "):]
	if strings.Contains(rest, "::") || strings.Contains(rest, "Error: ") {
		return true
	}
	_, code, found := strings.Cut(rest, "ode: ")
	return found && code != "" && is(code[len(code)-1], cDigit) && !strings.Contains(code, " ")
}

// progress reports whether a line says what a program is about to do: Running on
// http://127.0.0.1:8080, navigating to "http://…".
func progress(t string) bool {
	first, rest, _ := strings.Cut(t, " ")
	return strings.HasSuffix(first, "ing") && strings.Contains(rest, "://") && !strings.HasSuffix(t, ".")
}

// columned reports whether a line has a word, a gap and a value, as summaries do.
func columned(t string) bool {
	e := run(t, 0, letter)
	return e > 2 && strings.HasPrefix(t[e:], "   ")
}
