package redact

import "strings"

// minSource is the number of lines of code from which a run of them is pasted.
const minSource = 4

// maxBetween is how many lines in a row may stand between lines of code without
// ending the run, as text between tags does; and by how many they may outnumber them.
const maxBetween = 3

// sourceEnd reads code, markup or data that stands in a text without a fence
// around it: a run of lines, most of which have the form of code.
func sourceEnd(lines []line, i int) int {
	if !isSource(lines[i].text) {
		return i
	}
	source, other, between, end := 0, 0, 0, i
	for j := i; j < len(lines) && between <= maxBetween && other+between <= source+maxBetween; j++ {
		switch {
		case strings.TrimSpace(lines[j].text) == "":
		case isSource(lines[j].text):
			source, other, between, end = source+1, other+between, 0, j+1
		default:
			between++
		}
	}
	if source < minSource {
		return i
	}
	return end
}

// isSource reports whether a line is code: a tag, a comment, a declaration, the
// property of an object, an assignment, or what ends with a sign that ends no
// sentence.
func isSource(u string) bool {
	t := strings.TrimSpace(u)
	t = strings.TrimSpace(t[:min(len(t), 400)])
	if t == "" || isItem(t) {
		return false
	}
	if t[0] == '<' {
		return len(t) > 2 && (is(t[1], letter) || t[1] == '/' || t[1] == '>') && strings.ContainsRune(t, '>')
	}
	for _, p := range sourceStarts {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return declares(t) || endsOpen(t) || isProperty(t) || assigns(t) || hasGutter(t) || isError(t) || isPlace(t)
}

var sourceStarts = []string{"//", "/*", "*/", "{/*", "#include ", "#define ", "#!/", "@@ ", "});", "})", "}", "])", "],", "];", ");", "<?"}

// isItem reports whether a line is an item of a list in words.
func isItem(t string) bool {
	return len(t) > 2 && strings.IndexByte("-*+", t[0]) >= 0 && t[1] == ' ' && is(t[2], letter) && !strings.ContainsAny(t, "{}=<>")
}

// declarations are the words that a declaration begins with in common languages.
var declarations = wordSet(`import from export const let var function def class return async await public private protected static func fn type struct interface
	package use using namespace if for while switch else elif case try catch finally throw raise with match impl mod enum`)

// declares reports whether a line begins with the word of a declaration and has
// the signs of one: const x = 1, if (ready) {, import a from "b".
func declares(t string) bool {
	e := run(t, 0, letter)
	if e == 0 || e == len(t) || strings.IndexByte(" ({", t[e]) < 0 || !declarations()[t[:e]] {
		return false
	}
	switch last := t[len(t)-1]; last {
	case ';', '{', '(', '[', '}', ')':
		return strings.ContainsAny(t, "=({") || last == ';'
	case ':':
		return strings.ContainsAny(t, "()[]=") // def run(self):
	}
	return strings.Contains(t, " = ") || strings.HasPrefix(t, "import ") && strings.ContainsAny(t, `"'`)
}

// endsOpen reports whether a line ends in the middle of what is written, or as
// only a statement of a program does.
func endsOpen(t string) bool {
	switch last := t[len(t)-1]; last {
	case '{', '[':
		return true
	case '}', ']':
		return strings.ContainsAny(t, "=:{[(") && !strings.Contains(t, ". ")
	case '(':
		return len(t) > 1 && t[len(t)-2] != ' '
	case ';':
		return strings.ContainsAny(t, "=(){}'\"") || !strings.ContainsRune(t, ' ')
	case ',':
		return strings.HasSuffix(t, "},") || strings.HasSuffix(t, "],") || strings.HasSuffix(t, "),") && strings.ContainsAny(t, "=:{")
	case '>':
		return strings.HasSuffix(t, "=>") || strings.HasSuffix(t, "/>")
	case '+':
		return strings.HasSuffix(t, "' +") || strings.HasSuffix(t, "\" +")
	}
	return false
}

// isProperty reports whether a line is one property of an object: "name": "x", or
// width: 12,
func isProperty(t string) bool {
	name, value, ok := strings.Cut(t, ":")
	if quoted, rest, found := strings.Cut(t, `":`); found && t[0] == '"' {
		name, value = quoted+`"`, rest // the name may have a colon, too
	}
	if !ok || name == "" || strings.ContainsAny(name, " \t") {
		return false
	}
	value = strings.TrimSpace(value)
	quoted := len(name) > 2 && (name[0] == '"' || name[0] == '\'') && name[len(name)-1] == name[0]
	if quoted {
		return true
	}
	return strings.HasSuffix(value, ",") && len(value) > 1 && (strings.IndexByte("\"'`[{", value[0]) >= 0 || !strings.ContainsRune(value, ' '))
}

// assigns reports whether a line gives one name a value.
func assigns(t string) bool {
	e := run(t, 0, dotted)
	if e == 0 || e == len(t) {
		return false
	}
	rest := strings.TrimLeft(t[e:], " ")
	for _, sign := range []string{"=", ":=", "+=", "-=", "||=", "??="} {
		if value, ok := strings.CutPrefix(rest, sign); ok && value != "" && value[0] != '=' && value[0] != '>' {
			return true
		}
	}
	return false
}

// hasGutter reports whether a line has its number before it, as a compiler or an
// editor shows it: 12 | x := 1.
func hasGutter(t string) bool {
	t = strings.TrimLeft(t, "> ")
	n := run(t, 0, cDigit)
	t = strings.TrimLeft(t[n:], " ")
	return n > 0 && (strings.HasPrefix(t, "|") || strings.HasPrefix(t, "│")) || n == 0 && strings.HasPrefix(t, "| ") && strings.Trim(t, "|^~ ") == ""
}

// isPlace reports whether a line begins with a file, and then a line and a column,
// as the frames of a browser do: lib/pump.ts (12:7).
func isPlace(t string) bool {
	file, at, ok := strings.Cut(t, " (")
	if !ok || !strings.ContainsRune(file, '.') || strings.ContainsAny(file, " \t") {
		return false
	}
	n := run(at, 0, cDigit)
	return n > 0 && n < len(at) && at[n] == ':'
}
