package tools

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/memtide/memtide"
)

// Quoted is the attribute of a half-turn with where in it stands what its speaker did not
// write, in bytes: its length, and begin and end of each stretch ("120:0-52,80-97").
const Quoted = "quoted"

// QuotedIn returns that of a half-turn, "" where its speaker wrote all of it.
func QuotedIn(t memtide.Turn) string {
	if len(t.Quotes) == 0 {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d:", len(t.Text))
	for i, q := range t.Quotes {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%d-%d", q.Start, q.End)
	}
	return b.String()
}

// OwnWords returns what the speaker of a half-turn wrote, without what was pasted and what tools
// printed. Where that is not known any more, since something was cut out of it, it is "".
func OwnWords(n *memtide.Node) string {
	at := n.Attributes[Quoted]
	if at == "" {
		return n.Content
	}
	length, spans, _ := strings.Cut(at, ":")
	if length != strconv.Itoa(len(n.Content)) {
		return ""
	}
	var b strings.Builder
	from := 0
	for span := range strings.SplitSeq(spans, ",") {
		s, e, _ := strings.Cut(span, "-")
		start, err := strconv.Atoi(s)
		end, err2 := strconv.Atoi(e)
		if err != nil || err2 != nil || start < from || end < start || end > len(n.Content) {
			return ""
		}
		b.WriteString(n.Content[from:start])
		b.WriteByte('\n')
		from = end
	}
	b.WriteString(n.Content[from:])
	return b.String()
}
