package install

import (
	"fmt"
	"strings"
)

// around is the number of unchanged lines that a diff shows.
const around = 3

// maxTable bounds the memory of a diff; above it all lines that differ
// somewhere count as replaced.
const maxTable = 4 << 20

// diff returns the unified diff between two versions of a file.
func diff(path string, old, new []byte) string {
	a, b := lines(old), lines(new)
	script := edits(a, b)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", path, path)
	for i := 0; i < len(script); {
		if script[i].op == ' ' {
			i++
			continue
		}
		from, to := max(i-around, 0), i
		for same := 0; to < len(script) && same <= 2*around; to++ {
			if same++; script[to].op != ' ' {
				same = 0
			}
		}
		for to > i && script[to-1].op == ' ' {
			to--
		}
		i = to
		writeHunk(&out, script[from:min(to+around, len(script))])
	}
	return out.String()
}

// edit is one line of a diff and where it stands in both versions, from 0.
type edit struct {
	op         byte // ' ', '-' or '+'
	line       string
	oldN, newN int
}

// edits returns the shortest script that turns a into b (longest common
// subsequence over what differs between the common begin and end).
func edits(a, b []string) []edit {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	n, m := len(a)-tail, len(b)-tail
	if (n-head)*(m-head) > maxTable {
		return replaced(a, b, head, tail)
	}
	width := m - head + 1
	common := make([]int, (n-head+1)*width)
	at := func(i, j int) int { return (i-head)*width + j - head }
	for i := n - 1; i >= head; i-- {
		for j := m - 1; j >= head; j-- {
			if a[i] == b[j] {
				common[at(i, j)] = common[at(i+1, j+1)] + 1
			} else {
				common[at(i, j)] = max(common[at(i+1, j)], common[at(i, j+1)])
			}
		}
	}
	var out []edit
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j] && (i < head || i >= n || common[at(i, j)] == common[at(i+1, j+1)]+1):
			out = append(out, edit{' ', a[i], i, j})
			i, j = i+1, j+1
		case i < n && (j >= m || common[at(i+1, j)] >= common[at(i, j+1)]):
			out = append(out, edit{'-', a[i], i, j})
			i++
		default:
			out = append(out, edit{'+', b[j], i, j})
			j++
		}
	}
	return out
}

// replaced is the script that takes the old middle out and puts the new one in.
func replaced(a, b []string, head, tail int) []edit {
	var out []edit
	for i := range head {
		out = append(out, edit{' ', a[i], i, i})
	}
	for i := head; i < len(a)-tail; i++ {
		out = append(out, edit{'-', a[i], i, head})
	}
	for j := head; j < len(b)-tail; j++ {
		out = append(out, edit{'+', b[j], len(a) - tail, j})
	}
	for k := range tail {
		out = append(out, edit{' ', a[len(a)-tail+k], len(a) - tail + k, len(b) - tail + k})
	}
	return out
}

func writeHunk(out *strings.Builder, hunk []edit) {
	var old, new int
	for _, e := range hunk {
		if e.op != '+' {
			old++
		}
		if e.op != '-' {
			new++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", span(hunk[0].oldN, old), span(hunk[0].newN, new))
	for _, e := range hunk {
		out.WriteByte(e.op)
		out.WriteString(e.line)
		if !strings.HasSuffix(e.line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// span prints a range of lines as diff(1) does: an empty one names the line before.
func span(at, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", at)
	}
	return fmt.Sprintf("%d,%d", at+1, n)
}

func lines(b []byte) []string {
	if len(b) == 0 {
		return nil
	}
	out := strings.SplitAfter(string(b), "\n")
	if out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}
