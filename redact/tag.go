package redact

import "strings"

// tag is one opening or closing tag that stands in a text.
type tag struct {
	name       string // in lower case
	start, end int    // of the tag itself
	close      bool
	empty      bool // <name/>
}

// maxTag bounds the length of a tag with its attributes.
const maxTag = 4096

// region is a part of a text between a tag and its partner, both included.
type region struct {
	name       string
	start, end int
	inner      [2]int // the part between the tags
	stray      bool   // a closing tag alone
}

// regions returns the outermost regions of the tags that known accepts, in
// order. Tags nest; a tag that is never closed reaches to the end of the text
// if greedy says so or if it starts its line, and is no region otherwise.
func regions(s string, known, greedy func(name string) bool) []region {
	var out []region
	var open []tag
	depth := map[string]int{}
	add := func(r region) {
		// An outer region swallows the ones inside it.
		for len(out) > 0 && out[len(out)-1].start >= r.start {
			out = out[:len(out)-1]
		}
		out = append(out, r)
	}
	for i := strings.IndexByte(s, '<'); i >= 0; {
		t, ok := tagAt(s, i, known)
		if !ok {
			i = next(s, i+1)
			continue
		}
		switch {
		case t.empty:
			add(region{name: t.name, start: t.start, end: t.end, inner: [2]int{t.end, t.end}})
		case !t.close:
			open = append(open, t)
			depth[t.name]++
		case depth[t.name] == 0:
			add(region{name: t.name, start: t.start, end: t.end, inner: [2]int{t.end, t.end}, stray: true})
		default:
			for {
				o := open[len(open)-1]
				open = open[:len(open)-1]
				depth[o.name]--
				if o.name == t.name {
					add(region{name: t.name, start: o.start, end: t.end, inner: [2]int{o.end, t.start}})
					break
				}
			}
		}
		i = next(s, t.end)
	}
	for _, o := range open {
		if greedy(o.name) || startsLine(s, o.start) {
			for len(out) > 0 && out[len(out)-1].end > o.start && out[len(out)-1].start >= o.start {
				out = out[:len(out)-1]
			}
			return append(out, region{name: o.name, start: o.start, end: len(s), inner: [2]int{o.end, len(s)}})
		}
	}
	return out
}

func next(s string, i int) int {
	if n := strings.IndexByte(s[min(i, len(s)):], '<'); n >= 0 {
		return i + n
	}
	return -1
}

// tagAt reads the tag at i, in any case of letters, if known accepts its name.
func tagAt(s string, i int, known func(name string) bool) (tag, bool) {
	p := i + 1
	t := tag{start: i}
	if p < len(s) && s[p] == '/' {
		t.close = true
		p++
	}
	if p < len(s) && is(s[p], cSpace) {
		t, ok := spacedAt(s, i)
		return t, ok && known(t.name)
	}
	e := run(s, p, urlSafe)
	if e == p || e-p > 64 || !is(s[p], letter) {
		return tag{}, false
	}
	if t.name = strings.ToLower(s[p:e]); !known(t.name) {
		return tag{}, false
	}
	stop := min(len(s), e+maxTag)
	var quote byte
	for q := e; q < stop; q++ {
		switch c := s[q]; {
		case q == e && !is(c, cSpace) && c != '>' && c != '/':
			return tag{}, false
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case (c == '"' || c == '\'') && s[q-1] == '=':
			quote = c
		case c == '<', c == '\n' && t.close:
			return tag{}, false
		case c == '>':
			t.end = q + 1
			t.empty = !t.close && s[q-1] == '/'
			return t, true
		}
	}
	return tag{}, false
}

// spacedAt reads "< private >" and "</ private >". Who types one by hand means
// it; every other name in this form is a comparison.
func spacedAt(s string, i int) (tag, bool) {
	blanks := func(p int) int {
		for n := 0; n < 8 && p < len(s) && is(s[p], cSpace); n++ {
			p++
		}
		return p
	}
	t := tag{name: "private", start: i}
	p := blanks(i + 1)
	if p < len(s) && s[p] == '/' {
		t.close = true
		p = blanks(p + 1)
	}
	if !hasPrefixFold(s[p:], t.name) {
		return tag{}, false
	}
	p = blanks(p + len(t.name))
	if p == len(s) || s[p] != '>' {
		return tag{}, false
	}
	t.end = p + 1
	return t, true
}

// startsLine reports whether only blanks stand before i on its line.
func startsLine(s string, i int) bool {
	for n := 0; i > 0 && n < 64 && (s[i-1] == ' ' || s[i-1] == '\t'); n++ {
		i--
	}
	return i == 0 || s[i-1] == '\n'
}
