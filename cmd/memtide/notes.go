package main

import (
	"regexp"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/redact"
)

var (
	noteHeading = regexp.MustCompile(`^#{1,6}\s+(.*?)\s*#*$`)
	noteItem    = regexp.MustCompile(`^(\s*)(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$`)
	noteRule    = regexp.MustCompile(`^\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$`) // below the head of a table
	noteDate    = regexp.MustCompile(`\b(\d{4}-\d{2}-\d{2})\b`)
)

// notes collects the memories of a Markdown file.
type notes struct {
	headings []string
	day      time.Time // of the heading that names one
	at       time.Time
	text     []string
	columns  []string // of the table that is being read
	found    []*memtide.Node
}

// readNotes returns what a flat memory file says: each item of a list with what
// is indented below it, each row of a table with the names of its columns, and each
// paragraph, is one memory; the headings above are its tags. Code and front matter are left out, and so are secrets: a key may stand in
// several paragraphs, of which none shows what it is. at is the time of a memory under a
// heading without a day.
func readNotes(text string, at time.Time) []*memtide.Node {
	n := notes{at: at.UTC().Truncate(time.Millisecond)}
	text = redact.Name(strings.ReplaceAll(norm.NFC.String(strings.ToValidUTF8(text, "\uFFFD")), "\r\n", "\n"))
	lines := strings.Split(text, "\n")
	if len(lines) > 0 && strings.TrimSpace(lines[0]) == "---" {
		for i := 1; i < len(lines); i++ {
			if strings.TrimSpace(lines[i]) == "---" {
				lines = lines[i+1:]
				break
			}
		}
	}
	code := ""
	for _, line := range lines {
		trimmed := strings.TrimSpace(line)
		if fence := strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~"); code != "" || fence {
			switch {
			case code == "":
				code = trimmed[:3]
			case strings.HasPrefix(trimmed, code):
				code = ""
			}
			continue
		}
		n.line(line, trimmed)
	}
	n.end()
	return n.found
}

func (n *notes) line(line, trimmed string) {
	if n.row(trimmed) {
		return
	}
	if m := noteHeading.FindStringSubmatch(trimmed); m != nil {
		n.end()
		n.heading(strings.Count(strings.SplitN(trimmed, " ", 2)[0], "#"), m[1])
		return
	}
	if m := noteItem.FindStringSubmatch(line); m != nil {
		if len(m[1]) < 2 || len(n.text) == 0 { // else it belongs to the item above it
			n.end()
		}
		n.text = append(n.text, m[2])
		return
	}
	if trimmed == "" || strings.HasPrefix(trimmed, "<!--") || strings.Trim(trimmed, "-=*_ ") == "" {
		n.end()
		return
	}
	n.text = append(n.text, strings.TrimPrefix(trimmed, "> "))
}

// row reads a line of a table, and reports whether it is one. Its head was text until the
// line below it came.
func (n *notes) row(trimmed string) bool {
	if last := len(n.text) - 1; last >= 0 && strings.Contains(n.text[last], "|") && noteRule.MatchString(trimmed) {
		head := n.text[last]
		n.text = n.text[:last]
		n.end()
		n.columns = noteCells(head)
		return true
	}
	if n.columns == nil || !strings.Contains(trimmed, "|") || noteItem.MatchString(trimmed) || noteHeading.MatchString(trimmed) {
		n.columns = nil
		return false
	}
	for i, cell := range noteCells(trimmed) {
		if i < len(n.columns) && n.columns[i] != "" && cell != "" {
			cell = n.columns[i] + ": " + cell
		}
		if cell != "" {
			n.text = append(n.text, cell+";")
		}
	}
	if last := len(n.text) - 1; last >= 0 {
		n.text[last] = strings.TrimSuffix(n.text[last], ";")
	}
	n.end()
	return true
}

// noteCells are those of a row of a table; a "\|" stands in one.
func noteCells(row string) (cells []string) {
	row = strings.ReplaceAll(row, `\|`, "\x00")
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	for _, cell := range strings.Split(row, "|") {
		cells = append(cells, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	return cells
}

func (n *notes) heading(level int, title string) {
	n.headings = append(n.headings[:min(level-1, len(n.headings))], title)
	if m := noteDate.FindString(title); m != "" {
		if day, err := time.Parse(time.DateOnly, m); err == nil {
			n.day = day
			return
		}
	}
	if level == 1 {
		n.day = time.Time{}
	}
}

// end makes a memory of what was read since the last one.
func (n *notes) end() {
	text := strings.Join(strings.Fields(strings.Join(n.text, " ")), " ")
	n.text = nil
	if len([]rune(text)) < 3 || strings.Trim(text, "-=*_ ") == "" {
		return
	}
	at := n.at
	if !n.day.IsZero() {
		at = n.day
	}
	node := &memtide.Node{Kind: memtide.Fact, Subtype: memtide.Stated, Content: text, CreatedAt: at, Importance: 3,
		BaseConfidence: 1, Source: memtide.Source{Client: "notes"}}
	for _, h := range n.headings {
		if h != "" {
			node.Tags = append(node.Tags, h)
		}
	}
	n.found = append(n.found, node)
}
