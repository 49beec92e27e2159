package redact

import "strings"

// minLog is the number of machine lines in a row that make a log.
const minLog = 6

// mailHeads are the headers that start forwarded mail, in the languages that
// mail programs write them in.
var mailHeads = []string{"from:", "subject:", "to:", "cc:", "date:", "sent:", "reply-to:", "message-id:",
	"von:", "betreff:", "an:", "gesendet:", "datum:", "de:", "objet:", "envoyé:", "asunto:", "para:", "enviado:"}

func mailHead(t string) bool {
	for _, h := range mailHeads {
		if hasPrefixFold(t, h) && len(t) > len(h)+1 {
			return true
		}
	}
	return false
}

// mailEnd reads forwarded mail: two header lines in a row, or one line that
// announces it. It ends at a rule (---) after its headers, or with the text.
func mailEnd(lines []line, i int, t string) int {
	j := i
	l := strings.ToLower(t)
	bar := strings.Trim(l, "-_ ")
	announced := len(bar) < len(l)-4 && (strings.HasPrefix(bar, "original message") || strings.HasPrefix(bar, "forwarded message"))
	written := strings.HasPrefix(l, "on ") && strings.HasSuffix(l, " wrote:")
	if announced || written || hasPrefixFold(t, "begin forwarded message:") {
		j++
	}
	heads := 0
	for j < len(lines) && (mailHead(strings.TrimSpace(lines[j].text)) || j > i && heads == 0 && strings.TrimSpace(lines[j].text) == "" && j < i+3) {
		if strings.TrimSpace(lines[j].text) != "" {
			heads++
		}
		j++
	}
	mail := announced || written || heads >= 2 || heads == 1 && j > i+1 ||
		heads == 1 && hasPrefixFold(t, "from:") && strings.Contains(t, "@")
	if !mail {
		return 0
	}
	return ruleEnd(lines, j)
}

// ruleEnd returns the line after the next rule (---), or after the last line.
func ruleEnd(lines []line, j int) int {
	for ; j < len(lines); j++ {
		if u := strings.TrimSpace(lines[j].text); len(u) >= 3 && (strings.Trim(u, "-") == "" || strings.Trim(u, "=") == "" || strings.Trim(u, "_") == "") {
			return j + 1
		}
	}
	return j
}

// traceEnd reads a stack trace of Python, Java, JavaScript, Go, Rust, .NET:
// a head and its frames, or three frames in a row.
func traceEnd(lines []line, i int, t string) int {
	head := strings.HasPrefix(t, "Traceback (most recent call last)") || strings.HasPrefix(t, "goroutine ") && strings.Contains(t, " [") ||
		strings.HasPrefix(t, "panic: ") || strings.HasPrefix(t, "thread '") && strings.Contains(t, "panicked at") ||
		strings.HasPrefix(t, "Exception in thread") || strings.HasPrefix(t, "Caused by: ") ||
		strings.HasPrefix(t, "stack backtrace:") || isError(t) && i+1 < len(lines) && isFrame(lines[i+1].text)
	j, frames := i, 0
	if head {
		j++
	}
	for j < len(lines) && (frames > 0 || j < i+20) {
		u := lines[j].text
		b := strings.TrimSpace(u)
		switch {
		case isFrame(u):
			frames++
		case head && strings.HasSuffix(b, ")") && j+1 < len(lines) && isFrame(lines[j+1].text):
		case head && (strings.HasPrefix(u, "  ") || strings.HasPrefix(u, "\t")) && b != "":
		case head && (strings.HasPrefix(b, "goroutine ") || strings.HasPrefix(b, "Caused by: ") || strings.HasPrefix(b, "[signal ")):
		case head && b == "" && j+1 < len(lines) && (isFrame(lines[j+1].text) || strings.HasPrefix(lines[j+1].text, "goroutine ")):
		default:
			if head && frames > 0 && isError(b) {
				j++
			}
			return enough(head, frames, i, j)
		}
		j++
	}
	return enough(head, frames, i, j)
}

func enough(head bool, frames, i, j int) int {
	if head && frames > 0 || frames >= 3 {
		return j
	}
	return i
}

// isError reports whether a line is the name of an error and its message:
// ValueError: x, java.lang.IllegalStateException: x.
func isError(t string) bool {
	name := t[:run(t, 0, dotted)]
	return (strings.HasSuffix(name, "Error") || strings.HasSuffix(name, "Exception") || strings.HasSuffix(name, "Warning")) &&
		(len(name) == len(t) || t[len(name)] == ':' || strings.HasPrefix(t[len(name):], " ["))
}

// isFrame reports whether a line is one frame of a stack trace.
func isFrame(u string) bool {
	t := strings.TrimSpace(u)
	if len(t) < 6 || t == strings.TrimRight(u, " \t") && !strings.Contains(t, ".go:") && !strings.HasPrefix(t, "at ") && !strings.HasPrefix(t, "#") && !goFrame(t) {
		return false
	}
	switch {
	case strings.HasPrefix(t, "at ") && (strings.Contains(t, "(") || strings.Contains(t, ":")):
		return true
	case strings.HasPrefix(t, `File "`) && strings.Contains(t, `", line `):
		return true
	case strings.Contains(t, ".go:") && (strings.HasPrefix(u, "\t") || strings.Contains(t, " +0x")):
		return true
	case t[0] == '#' && len(t) > 3 && is(t[1], cDigit):
		return strings.Contains(t, "(") || strings.Contains(t, " in ")
	case strings.HasPrefix(t, "... ") && strings.HasSuffix(t, " more"):
		return true
	}
	return goFrame(t)
}

// goFrame recognises main.(*T).run(0xc000012345, {0x1, 0x2}) and
// created by main.start.
func goFrame(t string) bool {
	return strings.HasSuffix(t, ")") && (strings.Contains(t, "(0x") || strings.Contains(t, "({0x") || strings.HasSuffix(t, "(...)")) ||
		strings.HasPrefix(t, "created by ")
}

// logEnd reads a run of machine lines; single other lines and blank lines in
// between do not end it.
func logEnd(lines []line, i int) int {
	if !isMachine(lines[i].text) {
		return i
	}
	n, end := 0, i
	for j := i; j < len(lines); j++ {
		switch {
		case isMachine(lines[j].text):
			n++
			end = j + 1
		case j+1 < len(lines) && j > i && end == j && isMachine(lines[j+1].text) && (n >= minLog || strings.TrimSpace(lines[j].text) == ""):
		default:
			j = len(lines)
		}
	}
	if n < minLog {
		return i
	}
	return end
}
