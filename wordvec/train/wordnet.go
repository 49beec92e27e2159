package main

import (
	"iter"
	"strings"
)

// wordnet reads the synsets of Open English WordNet in its YAML form: one unit
// a synset, its words, its definition, its examples. It reads the one shape
// that these files have and is no reader of YAML: keys without indent begin a
// synset, keys with two blanks a field, and "  - " an item that goes on in
// lines with a deeper indent.
func wordnet(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		fields := map[string][]string{}
		var field string
		flush := func() bool {
			var parts []string
			for _, name := range []string{"members", "definition", "example"} {
				for _, item := range fields[name] {
					parts = append(parts, scalar(item))
				}
			}
			clear(fields)
			return len(parts) == 0 || yield(strings.Join(parts, "\n"), nil)
		}
		for line := range strings.SplitSeq(unixLines(raw), "\n") {
			key, item := strings.CutSuffix(line, ":")
			switch body := strings.TrimLeft(line, " "); {
			case body == "" || body[0] == '#':
			case line[0] != ' ' && item:
				if !flush() {
					return
				}
				field = ""
			case strings.HasPrefix(line, "  - "):
				fields[field] = append(fields[field], line[4:])
			case strings.HasPrefix(line, "    ") && len(fields[field]) > 0:
				last := len(fields[field]) - 1
				fields[field][last] += " " + body
			case strings.HasPrefix(line, "  ") && item:
				field = key[2:]
			default:
				field = "" // a field with its value on the line; none is wanted
			}
		}
		flush()
	}
}

// scalar returns the text of an item: without its quotes, and the text alone
// of an example that names its source.
func scalar(s string) string {
	if rest, ok := strings.CutPrefix(s, "source: "); ok {
		_, s, _ = strings.Cut(rest, "text: ")
	} else if rest, ok := strings.CutPrefix(s, "text: "); ok {
		s, _, _ = strings.Cut(rest, " source: ")
	}
	if len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		quote := s[:1]
		s = s[1 : len(s)-1]
		if quote == "'" {
			return strings.ReplaceAll(s, "''", "'")
		}
		return strings.ReplaceAll(s, `\`, "")
	}
	return s
}
