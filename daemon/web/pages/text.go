package pages

import (
	"encoding/json"
	"fmt"
	"html/template"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"time"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// segment is a stretch of a text. Odd is set for one character that a browser would obey or
// hide instead of showing it; then Text is its number.
type segment struct {
	Text string
	Odd  bool
	Mark bool // what a memory has taken out of its half-turn
	Said bool // what the speaker did not write: pasted, a file, of a tool
}

// longest is how much of one text a page shows, in bytes: a paste may be a mebibyte.
const longest = 32 << 10

// segments cuts a text so that all of it can be seen: line breaks and tabs stay, other control
// characters, those that turn the direction of writing, and those that have no width (in which
// commands can be hidden) stand there by their numbers. Secrets that were stored before there
// was a rule for them are taken out.
func segments(s string) []segment {
	if len(s) > longest {
		s = strings.ToValidUTF8(s[:longest], "") + "… (memtide show --json has all of it)"
	}
	return cut(redact.Name(s))
}

func cut(s string) (out []segment) {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	from := 0
	for i, r := range s {
		if !odd(r) {
			continue
		}
		if i > from {
			out = append(out, segment{Text: s[from:i]})
		}
		out = append(out, segment{Text: fmt.Sprintf("U+%04X", r), Odd: true})
		from = i + len(string(r))
	}
	if from < len(s) {
		out = append(out, segment{Text: s[from:]})
	}
	return out
}

// odd reports whether a browser would not show a character as one. The joiners of emoji and
// of Indic and Arabic script are left as they are.
func odd(r rune) bool {
	switch {
	case r == '\n' || r == '\t' || r == '\u200c' || r == '\u200d':
		return false
	case unicode.IsControl(r), r == '\u2028', r == '\u2029':
		return true
	case r == '\u00ad': // a soft hyphen
		return false
	}
	return unicode.Is(unicode.Cf, r) // what turns the direction of writing is among these
}

// words returns the beginning of a text on one line, at most n characters.
func words(s string, n int) []segment {
	s = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if r == '\u2028' || r == '\u2029' || r == '\u0085' {
			return ' '
		}
		return r
	}, redact.Name(s[:min(len(s), 8*n+64)]))), " ")
	if r := []rune(s); len(r) > n {
		s = string(r[:n]) + "…"
	}
	return cut(s)
}

// plain returns what may stand where there can be no segments: in a title, an option or an
// attribute.
func plain(s any) string { return strings.Map(unhidden, control.OneLine(fmt.Sprint(s))) }

// unhidden leaves a space in the place of a character that would not be seen.
func unhidden(r rune) rune {
	if odd(r) {
		return ' '
	}
	return r
}

// editable returns a text for a box in which it is put in other words: with its lines, and
// without what would be invisible there.
func editable(s string) string {
	return strings.Map(unhidden, strings.Join(control.Lines(redact.Name(s)), "\n"))
}

// ago says how long ago a moment was, in the largest unit that says enough.
func ago(now, t time.Time) string {
	if t.IsZero() {
		return "never"
	}
	d := now.Sub(t)
	say := func(n int, unit string) string {
		if d < 0 {
			return "in " + memtide.Count(n, unit)
		}
		return memtide.Count(n, unit) + " ago"
	}
	switch a := d.Abs(); {
	case a < time.Minute:
		if d < 0 {
			return "in a moment"
		}
		return "just now"
	case a < time.Hour:
		return say(int(a.Minutes()), "minute")
	case a < 48*time.Hour:
		return say(int(a.Hours()), "hour")
	}
	return say(int(d.Abs().Hours()/24), "day")
}

// when prints a moment on the clock of this machine.
func when(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.Local().Format("2 Jan 2006, 15:04")
}

func took(us int64) string {
	d := time.Duration(us) * time.Microsecond
	if d < time.Millisecond {
		return d.String()
	}
	return fmt.Sprintf("%.1f ms", float64(us)/1000)
}

// link makes a path below Root of parts, each of them one part of the path.
func link(parts ...any) string {
	p := strings.TrimSuffix(Root, "/")
	for _, part := range parts {
		p += "/" + url.PathEscape(fmt.Sprint(part))
	}
	return p
}

// query makes a path below Root with parameters: their names and values in turn; what is empty
// is left out.
func query(page string, pairs ...any) (string, error) {
	if len(pairs)%2 != 0 {
		return "", fmt.Errorf("query %s: a name without a value", page)
	}
	q := url.Values{}
	for i := 0; i < len(pairs); i += 2 {
		if v := fmt.Sprint(pairs[i+1]); v != "" && v != "0" {
			q.Set(fmt.Sprint(pairs[i]), v)
		}
	}
	p := path.Join(Root, page)
	if len(q) > 0 {
		p += "?" + q.Encode()
	}
	return p, nil
}

// functions are what the templates may call.
func functions() template.FuncMap {
	return template.FuncMap{
		"text": segments, "words": words, "plain": plain, "editable": editable, "link": link, "query": query,
		"when": when, "ago": func(t time.Time) string { return ago(time.Now(), t) }, "iso": func(t time.Time) string { return t.UTC().Format(time.RFC3339) },
		"took": took, "short": func(v any) string { return control.Short(fmt.Sprint(v)) }, "count": func(n int, of string) string { return memtide.Count(n, of) }, "agree": func(n int, one, many string) string { return memtide.Agree(n, one, many) },
		"two": func(f float64) string { return fmt.Sprintf("%.2f", f) }, "size": func(n any) string { return memtide.Size(toUint(n)) },
		"state": tools.StateOf, "by": by, "stage": stageWords, "trust": trustWords, "because": because, "width": width,
		"first": func(vs ...any) string { return firstOf(vs) }, "verdict": verdictWords, "use": useWords, "dict": dict, "json": func(v any) string { b, _ := json.Marshal(v); return string(b) },
		"add": func(a, b int) int { return a + b }, "hasPrefix": strings.HasPrefix,
	}
}

func toUint(n any) uint64 {
	switch n := n.(type) {
	case uint64:
		return n
	case int64:
		return uint64(max(n, 0))
	case int:
		return uint64(max(n, 0))
	}
	return 0
}

// dict makes one value of several for a template inside of another.
func dict(pairs ...any) (map[string]any, error) {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("dict: a name without a value")
	}
	return m, nil
}

// parse reads the templates: each page with the layout and the parts that it shares with
// others.
func parse() map[string]*template.Template {
	shared := template.Must(template.New("").Funcs(functions()).ParseFS(templates, "templates/layout.html", "templates/parts.html"))
	names, err := fs.Glob(templates, "templates/*.html")
	if err != nil {
		panic(err) // the pattern is ours
	}
	all := map[string]*template.Template{}
	for _, file := range names {
		name := strings.TrimSuffix(path.Base(file), ".html")
		if name == "layout" || name == "parts" {
			continue
		}
		all[name] = template.Must(template.Must(shared.Clone()).ParseFS(templates, file))
	}
	return all
}

// firstOf returns the first of some values that says something.
func firstOf(vs []any) string {
	for _, v := range vs {
		if s := fmt.Sprint(v); s != "" {
			return s
		}
	}
	return ""
}
