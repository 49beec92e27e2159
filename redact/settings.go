package redact

import "strings"

// minSettings is the number of lines from which keys below keys are the settings of a
// program, if one of their values is none of prose.
const minSettings = 3

// settingsEnd reads keys with values, some of them below another, up to a line that is
// none.
func settingsEnd(lines []line, i int) int {
	if _, _, ok := setting(lines[i].text); !ok {
		return i
	}
	n, nested, marked, above, j := 0, false, false, -1, i
	for ; j < len(lines) && j < i+mostParagraph && strings.TrimSpace(lines[j].text) != ""; j++ {
		value, indent, ok := setting(lines[j].text)
		if !ok {
			break
		}
		n, nested, marked = n+1, nested || above >= 0 && indent > above && value != "", marked || isSetting(value)
		if above = -1; value == "" {
			above = indent
		}
	}
	if n < minSettings || !nested || !marked {
		return i
	}
	return j
}

// setting reads a line that gives a key a value, which may stand below it, also as an
// item: types: [done], - name: build.
func setting(u string) (value string, indent int, ok bool) {
	t := strings.TrimLeft(u, " ")
	indent = len(u) - len(t)
	if item, is := strings.CutPrefix(t, "- "); is {
		t, indent = item, indent+2
	}
	key, value, found := strings.Cut(strings.TrimRight(t, " "), ":")
	if !found || key == "" || !all(key, dotted) || !is(key[0], lower|cUnder) || value != "" && value[0] != ' ' {
		return "", 0, false
	}
	return strings.TrimSpace(value), indent, true
}

// isSetting reports whether a value is written as only for a program.
func isSetting(value string) bool {
	if value == "" {
		return false
	}
	return strings.IndexByte("[{\"'|>$*&", value[0]) >= 0 || value == "true" || value == "false" || strings.Contains(value, "@v") || strings.Contains(value, "${")
}
