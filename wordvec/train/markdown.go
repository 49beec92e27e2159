package main

import (
	"iter"
	"regexp"
	"strings"
)

var (
	fence      = regexp.MustCompile("^[ >]*(```+|~~~+)")
	definition = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s`)
	link       = regexp.MustCompile(`(\[[^\]]*\])(\([^)]*\)|\[[^\]]*\])`)
	address    = regexp.MustCompile(`<?https?://[^\s>)]+>?`)
	tag        = regexp.MustCompile(`</?[a-zA-Z][^>]*>|<!--.*?-->`)
	template   = regexp.MustCompile(`\{%.*?%\}|\{\{ .*? \}\}`)
	letters    = regexp.MustCompile(`\[([a-zA-Z])\]`) // tldr marks the letter that an option stands for
)

// markdown reads one unit a section. Front matter, blocks of code, addresses,
// tags and templates are left out; code within a line stays, as words that
// people type.
func markdown(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		var unit strings.Builder
		flush := func() bool {
			s := unit.String()
			unit.Reset()
			return strings.TrimSpace(s) == "" || yield(s, nil)
		}
		lines := strings.Split(unixLines(raw), "\n")
		lines = lines[frontMatter(lines):]
		closing := ""
		for _, line := range lines {
			if m := fence.FindStringSubmatch(line); m != nil {
				switch {
				case closing == "":
					closing = m[1]
				case strings.HasPrefix(m[1], closing):
					closing = ""
				}
				continue
			}
			if closing != "" || definition.MatchString(line) {
				continue
			}
			if strings.HasPrefix(line, "#") && !flush() {
				return
			}
			unit.WriteString(prose(line))
			unit.WriteByte('\n')
		}
		flush()
	}
}

// frontMatter returns how many lines the block between two lines of dashes
// takes at the beginning, 0 when there is none.
func frontMatter(lines []string) int {
	if len(lines) == 0 || strings.TrimSpace(lines[0]) != "---" {
		return 0
	}
	for i, line := range lines[1:] {
		if strings.TrimSpace(line) == "---" {
			return i + 2
		}
	}
	return 0
}

// prose returns a line without what no reader sees.
func prose(line string) string {
	line = link.ReplaceAllString(line, "$1")
	line = address.ReplaceAllString(line, " ")
	line = tag.ReplaceAllString(line, " ")
	line = template.ReplaceAllString(line, " ")
	return letters.ReplaceAllString(line, "$1")
}
