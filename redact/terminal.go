package redact

import "strings"

// terminalEnd reads what was copied out of a terminal: a prompt with a command,
// and what the command wrote, up to a blank line that prose follows. A command
// alone, without output, is the speaker's own.
func terminalEnd(lines []line, i int, t string) int {
	if !isPrompt(t) {
		return 0
	}
	j := i + 1
	for j < len(lines) {
		if strings.TrimSpace(lines[j].text) == "" {
			next := j + 1
			for next < len(lines) && strings.TrimSpace(lines[next].text) == "" {
				next++
			}
			if next == len(lines) || !isMachine(lines[next].text) && !isPrompt(strings.TrimSpace(lines[next].text)) {
				break
			}
			j = next
			continue
		}
		j++
	}
	if j == i+1 {
		return 0
	}
	return j
}

// isPrompt reports whether a line is a shell's prompt and a command: "$ make
// test", "ann@heron:~/src$ ls", "ann@heron src % ls", "C:\src>ls". A price ($ 20) is
// none.
func isPrompt(t string) bool {
	if n := strings.IndexByte(t, '>'); n > 2 && n+1 < len(t) && t[n+1] != '>' && n < 200 {
		if before := strings.TrimPrefix(t[:n], "PS "); len(before) > 2 && is(before[0], letter) && before[1:3] == `:\` {
			return true
		}
	}
	if n := strings.Index(t, " % "); n > 0 && n < 80 && strings.ContainsRune(t[:n], '@') && strings.Count(t[:n], " ") <= 2 {
		t = t[n+1:]
	}
	if n := strings.Index(t, "$ "); n > 0 && n < 80 && strings.ContainsRune(t[:n], '@') && strings.ContainsRune(t[:n], ':') && !strings.ContainsAny(t[:n], " \t") {
		t = t[n:]
	}
	var rest string
	switch {
	case strings.HasPrefix(t, "$ "), strings.HasPrefix(t, "% "):
		rest = t[2:]
	case strings.HasPrefix(t, "❯ "), strings.HasPrefix(t, "➜ "):
		rest = t[len("❯ "):]
	default:
		return false
	}
	rest = strings.TrimLeft(rest, " ")
	return rest != "" && (is(rest[0], lower) || strings.HasPrefix(rest, "./") || strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, "~/"))
}
