package redact

import "strings"

// diffEnd reads a unified diff: the lines that lead to a part of it, and of the part as
// many as its head announces. What is cut off short ends where a line is of no diff.
func diffEnd(lines []line, i int) int {
	end := i
	for j := i; j < len(lines); {
		t := lines[j].text
		if was, is, ok := hunk(t); ok {
			j = hunkEnd(lines, j+1, was, is)
			end = j
			continue
		}
		if !leadsToHunk(t) {
			break
		}
		if j++; strings.Contains(t, "diff --git ") || end > i {
			end = j
		}
	}
	return end
}

// leadsToHunk reports whether a line stands above the parts of a diff of one file.
func leadsToHunk(t string) bool {
	for _, p := range []string{"index ", "--- ", "+++ ", "new file mode ", "deleted file mode ", "old mode ", "new mode ", "similarity index ", "rename from ", "rename to "} {
		if strings.HasPrefix(t, p) {
			return true
		}
	}
	return strings.Contains(t, "diff --git a/")
}

// hunk reads the head of a part, @@ -1,7 +1,9 @@: how many lines it has of what was
// and of what is.
func hunk(t string) (was, is int, ok bool) {
	rest, ok := strings.CutPrefix(t, "@@ -")
	if !ok {
		return 0, 0, false
	}
	old, rest, ok := strings.Cut(rest, " +")
	if !ok {
		return 0, 0, false
	}
	now, _, ok := strings.Cut(rest, " @@")
	was, is = linesOf(old), linesOf(now)
	return was, is, ok && was >= 0 && is >= 0
}

// linesOf reads the number of lines of a range: 4,7 has seven, 4 has one; -1 for none.
func linesOf(r string) int {
	from, count, found := strings.Cut(r, ",")
	if !found {
		count = "1"
	}
	n := 0
	for _, s := range []string{from, count} {
		if e := run(s, 0, cDigit); e == 0 || e < len(s) || e > 7 {
			return -1
		}
	}
	for _, c := range []byte(count) {
		n = n*10 + int(c-'0')
	}
	return n
}

// hunkEnd returns the line after a part of so many lines that begins with line i.
func hunkEnd(lines []line, i, was, is int) int {
	for ; i < len(lines) && (was > 0 || is > 0); i++ {
		switch t := lines[i].text; {
		case t == "" || t[0] == ' ':
			was, is = was-1, is-1
		case t[0] == '-':
			was--
		case t[0] == '+':
			is--
		case t[0] != '\\':
			return i
		}
	}
	return i
}

// commitEnd reads commits as git shows them: their heads, and their messages, which are
// indented.
func commitEnd(lines []line, i int) int {
	id, found := strings.CutPrefix(lines[i].text, "commit ")
	if n := run(id, 0, hexLower); !found || n < 40 || i+1 == len(lines) {
		return i
	}
	end := i + 1
	for j := end; j < len(lines); j++ {
		switch t := lines[j].text; {
		case strings.HasPrefix(t, "    "), strings.HasPrefix(t, "commit "), strings.HasPrefix(t, "Author: "), strings.HasPrefix(t, "Date: "), strings.HasPrefix(t, "Merge: "):
			end = j + 1
		case strings.TrimSpace(t) != "":
			return end
		}
	}
	return end
}
