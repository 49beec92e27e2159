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
	t, last := memtide.Turn{Text: n.Content}, 0
	for span := range strings.SplitSeq(spans, ",") {
		s, e, _ := strings.Cut(span, "-")
		start, err := strconv.Atoi(s)
		end, err2 := strconv.Atoi(e)
		if err != nil || err2 != nil || start < last || end < start || end > len(n.Content) {
			return ""
		}
		t.Quotes, last = append(t.Quotes, memtide.Quote{Start: start, End: end}), end
	}
	var own []string
	for start, end := range t.Own() {
		own = append(own, t.Text[start:end])
	}
	return strings.Join(own, "\n")
}
