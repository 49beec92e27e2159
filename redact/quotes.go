package redact

import (
	"sort"
	"strings"
	"sync"
)

// quoteTags are the tags around what a speaker did not write.
var quoteTags = sync.OnceValue(func() map[string]string {
	m := map[string]string{}
	for kind, names := range map[string]string{
		KindPaste: "pasted_content pasted-content pasted_text clipboard quoted email",
		KindFile:  "file files file_content file_contents file-content document documents document_content attachment ide_selection ide_opened_file",
		KindTool: `tool_result tool_results tool_use tool_output function_results function_result search_results web_search_results
			bash-stdout bash-stderr bash-input stdout stderr output console terminal`,
		KindCode: "code code_block snippet",
	} {
		for name := range strings.FieldsSeq(names) {
			m[name] = kind
		}
	}
	return m
})

// quotes returns what the speaker of s did not write: tagged parts, pasted
// text, code with and without a fence, logs and stack traces, forwarded mail,
// documents, lines that start with >. Where two overlap, they become one of the first one's kind.
// There are no more than [Join] leaves.
func quotes(s string) []Quote {
	var all []Quote
	known := func(name string) bool { return quoteTags()[name] != "" }
	for _, r := range regions(s, known, func(string) bool { return false }) {
		if !r.stray {
			all = append(all, Quote{r.start, r.end, quoteTags()[r.name]})
		}
	}
	all = append(all, lineQuotes(s)...)
	sort.SliceStable(all, func(i, j int) bool {
		if all[i].Start != all[j].Start {
			return all[i].Start < all[j].Start
		}
		return all[i].End > all[j].End
	})
	out := all[:0]
	for _, q := range all {
		if n := len(out); n > 0 && q.Start < out[n-1].End {
			out[n-1].End = max(out[n-1].End, q.End)
			continue
		}
		if q.End > q.Start {
			out = append(out, q)
		}
	}
	return Join(out)
}

// mostQuotes bounds the quotes of one text: whoever reads it looks at each.
const mostQuotes = 1000

// Join bounds the number of quotes, which stand in order and do not overlap, to a
// thousand. Of more than that, neighbours become one of the first one's kind, those
// first that have the least text between them, which then counts as quoted, too.
func Join(quotes []Quote) []Quote {
	over := len(quotes) - mostQuotes
	if over <= 0 {
		return quotes
	}
	order := make([]int, len(quotes)-1)
	for i := range order {
		order[i] = i + 1
	}
	before := func(n int) int { return quotes[n].Start - quotes[n-1].End }
	sort.SliceStable(order, func(i, j int) bool { return before(order[i]) < before(order[j]) })
	joined := make([]bool, len(quotes))
	for _, n := range order[:over] {
		joined[n] = true
	}
	out := make([]Quote, 0, mostQuotes)
	for n, q := range quotes {
		if joined[n] {
			out[len(out)-1].End = q.End
		} else {
			out = append(out, q)
		}
	}
	return out
}

// line is one line of a text, without its newline.
type line struct {
	text       string
	start, end int
	printed    int // one more than what printedAs tells; 0 before it was asked
}

func splitLines(s string) []line {
	out := make([]line, 0, strings.Count(s, "\n")+1)
	for at := 0; at <= len(s); {
		end := len(s)
		if n := strings.IndexByte(s[at:], '\n'); n >= 0 {
			end = at + n
		}
		out = append(out, line{text: s[at:end], start: at, end: end})
		at = end + 1
	}
	return out
}

// lineQuotes finds the quotes that show in how their lines look.
func lineQuotes(s string) []Quote {
	lines := splitLines(s)
	var out []Quote
	from, to := document(lines)
	if to == 0 {
		from, to = output(lines)
	}
	own := -1 // the last line that the speaker wrote, if it is the one before
	for i := 0; i < len(lines); {
		end, kind := quoteFrom(lines, i)
		if i == from && to > end {
			end, kind = to, KindPaste
		}
		if told := announcedEnd(lines, own, i); told > end {
			end, kind = told, KindPaste
		}
		if end <= i {
			if q, ok := inlinePaste(lines[i]); ok {
				out = append(out, q)
			} else if q, ok := inlineAnnounced(lines[i]); ok {
				out = append(out, q)
			}
			if strings.TrimSpace(lines[i].text) != "" {
				own = i
			}
			i++
			continue
		}
		own = -1
		last := end - 1
		for last > i && strings.TrimSpace(lines[last].text) == "" {
			last--
		}
		out = append(out, Quote{lines[i].start, lines[last].end, kind})
		i = end
	}
	return out
}

// quoteFrom returns the line after the quote that starts with line i, and its
// kind; or a number not above i.
func quoteFrom(lines []line, i int) (end int, kind string) {
	t := strings.TrimSpace(lines[i].text)
	if t == "" {
		return 0, ""
	}
	if end = fenceEnd(lines, i, t); end > i {
		return end, KindCode
	}
	if end = pasteEnd(lines, i, t); end > i {
		return end, KindPaste
	}
	if end = citedEnd(lines, i); end > i {
		return end, KindPaste
	}
	if end = max(mailEnd(lines, i, t), letterEnd(lines, i, t)); end > i {
		return end, KindPaste
	}
	if end = max(diffEnd(lines, i), commitEnd(lines, i)); end > i {
		return end, KindCode
	}
	if end = terminalEnd(lines, i, t); end > i {
		return end, KindTool
	}
	if end = traceEnd(lines, i, t); end > i {
		return end, KindTool
	}
	if end = logEnd(lines, i); end > i {
		return end, KindTool
	}
	if end = sourceEnd(lines, i); end > i {
		return end, KindCode
	}
	return programEnd(lines, i), KindTool
}

// fenceEnd reads a fenced code block (CommonMark §4.5); an open one reaches
// to the end.
func fenceEnd(lines []line, i int, t string) int {
	c := t[0]
	if c != '`' && c != '~' {
		return 0
	}
	n := len(t) - len(strings.TrimLeft(t, string(c)))
	if n < 3 || c == '`' && strings.Contains(t[n:], "`") {
		return 0
	}
	for j := i + 1; j < len(lines); j++ {
		u := strings.TrimSpace(lines[j].text)
		if len(u) >= n && strings.Trim(u, string(c)) == "" {
			return j + 1
		}
	}
	return len(lines)
}

// pasteEnd reads a line such as [Pasted text #1 +12 lines] and the lines it
// announces; without a number, those up to the next blank line.
func pasteEnd(lines []line, i int, t string) int {
	size := pasteMark(t)
	if size == 0 || strings.TrimSpace(t[size:]) != "" {
		return 0
	}
	if _, rest, ok := strings.Cut(t[:size], "+"); ok {
		n := 0
		for j := 0; j < len(rest) && is(rest[j], cDigit) && n < 1e7; j++ {
			n = n*10 + int(rest[j]-'0')
		}
		return min(i+1+n, len(lines))
	}
	end := i + 1
	for end < len(lines) && strings.TrimSpace(lines[end].text) != "" && pasteMark(strings.TrimSpace(lines[end].text)) == 0 {
		end++
	}
	return end
}

// pasteMark returns the length of the mark of pasted text at the start of t.
func pasteMark(t string) int {
	if len(t) > 0 && t[0] == '[' {
		body := strings.TrimLeft(t[1:min(len(t), 60)], ".")
		if hasPrefixFold(body, "pasted text #") || hasPrefixFold(body, "truncated text #") || hasPrefixFold(body, "pasted content ") {
			return strings.IndexByte(t[:min(len(t), 200)], ']') + 1
		}
	}
	return 0
}

// inlinePaste finds a mark of pasted text inside a line.
func inlinePaste(l line) (Quote, bool) {
	for at := 0; at < len(l.text); {
		n := strings.IndexByte(l.text[at:], '[')
		if n < 0 {
			break
		}
		if size := pasteMark(l.text[at+n:]); size > 0 {
			return Quote{l.start + at + n, l.start + at + n + size, KindPaste}, true
		}
		at += n + 1
	}
	return Quote{}, false
}

// citedEnd reads lines that start with >.
func citedEnd(lines []line, i int) int {
	for i < len(lines) && isCited(lines[i].text) {
		i++
	}
	return i
}

func isCited(t string) bool {
	t = strings.TrimLeft(t, " \t")
	return strings.HasPrefix(t, "> ") || t == ">" || strings.HasPrefix(t, ">>")
}
