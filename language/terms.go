package language

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Terms returns the terms under which a text is indexed and searched, in
// order, repeated as often as they occur. Words are folded, stop words left
// out, short ones written in full ("repo" is repository), Latin words stemmed as
// English, Cyrillic ones as Russian; runs of Han, Kana, Hangul and other scripts
// without spaces become pairs of characters. An identifier stands whole and then
// in its parts, and is the same however its words are joined: "fooBar", "foo_bar"
// and "foo-bar" are foobar, foo, bar; "pkg/some_path" is pkg/some_path, pkg,
// somepath, some, path. Runs of more than 80 bytes are left out. A term is its
// own [Fold].
func Terms(s string) []string {
	if x := known(s); x != nil {
		return slices.Clone(x.terms.get(func() []string { return terms(x.text, stems) }))
	}
	return terms(s, stems)
}

// Stems is [Terms] with short words and joined ones as they are written: what the
// shipped table of word vectors knows words by.
func Stems(s string) []string { return terms(s, plainStems) }

// terms is [Terms] with words stemmed by a cache, or left as they are written.
func terms(s string, words *wordMemo) []string {
	if !isASCII(s) && !norm.NFKC.IsNormalString(s) {
		s = norm.NFKC.String(s)
	}
	out := make([]string, 0, len(s)/6+1)
	for i := 0; i < len(s); {
		r, size := decode(s, i)
		switch classOf(r) {
		case other, mark:
			i += size
		case unspaced:
			n := wordLen(s, i)
			out = appendPairs(out, s[i:i+n])
			i += n
		default:
			n, plain := compoundLen(s, i)
			if plain {
				if t := words.term(s[i : i+n]); t != "" {
					out = append(out, t)
				}
			} else {
				out = appendCompound(out, s[i:i+n], words)
			}
			i += n
		}
	}
	return out
}

// compoundLen returns the length of the compound at s[i:]: words and the
// connectors between them. plain means that it is one word in lower case, or
// with nothing but a first capital.
func compoundLen(s string, i int) (n int, plain bool) {
	plain = true
	j := i
	var last class
	for j < len(s) {
		r, size := decode(s, j)
		c := classOf(r)
		switch {
		case c == unspaced:
			return j - i, plain
		case c == joiner:
			plain = false
		case c == letter && j > i && unicode.IsUpper(r):
			plain = false // camel case, or all capitals: appendCompound decides
		case c == other:
			if inner(s, j, r, size, last) {
				plain = plain && r != '.' && r != ','
				break
			}
			size = connector(s, j)
			if size == 0 {
				return j - i, plain
			}
			if plusPlus := s[j] == '+' || s[j] == '#'; plusPlus {
				return j + size - i, false
			}
			plain = false
		}
		if c != mark {
			last = c
		}
		j += size
	}
	return j - i, plain
}

// connector returns the length of what connects two words of an identifier at
// s[j:], 0 where nothing does. Before it stands a word; "++" and "#" may end
// one (C++, C#).
func connector(s string, j int) int {
	n := 0
	switch s[j] {
	case '-', '.', '/', '@', '\\', ':', '=', '~':
		n = 1
		if strings.HasPrefix(s[j:], "://") {
			n = 3
		} else if strings.HasPrefix(s[j:], "::") || strings.HasPrefix(s[j:], "->") {
			n = 2
		}
	case '+':
		if !strings.HasPrefix(s[j:], "++") || startsWord(s, j+2) {
			return 0
		}
		return 2
	case '#':
		if startsWord(s, j+1) {
			return 0
		}
		return 1
	default:
		return 0
	}
	if !startsWord(s, j+n) {
		return 0
	}
	return n
}

func startsWord(s string, i int) bool {
	r, _ := decode(s, i)
	c := classOf(r)
	return c == letter || c == digit || c == joiner
}

// appendCompound appends an identifier whole and in parts.
func appendCompound(out []string, raw string, words *wordMemo) []string {
	if !strings.ContainsFunc(raw, func(r rune) bool { return r != '\'' && r != '’' && classOf(r) == other || r == '_' }) {
		return appendCamel(out, raw, true, words)
	}
	if n := thousands(raw); n != "" {
		return append(out, n)
	}
	if strings.Trim(raw, "_") == "" {
		return out
	}
	if whole := whole(raw, words); whole != "" {
		out = append(out, whole)
	}
	segments := strings.FieldsFunc(raw, func(r rune) bool { return strings.ContainsRune("/\\:@=", r) })
	for _, seg := range segments {
		parts := strings.FieldsFunc(seg, func(r rune) bool { return strings.ContainsRune(".,-_~>+#", r) })
		if len(segments) > 1 && len(parts) > 1 {
			if whole := whole(seg, words); whole != "" {
				out = append(out, whole)
			}
		}
		for _, p := range parts {
			out = appendCamel(out, p, len(p) > 1, words)
		}
	}
	return out
}

// whole returns the term of an identifier of several words, "" where it is too
// long. Hyphens and underscores only join its words, but for those beside a digit
// that another stands before: 1-2 is not 12.
func whole(raw string, words *wordMemo) string {
	if len(raw) > longestTerm {
		return ""
	}
	if words == plainStems {
		return Fold(raw)
	}
	joined := make([]byte, 0, len(raw))
	for i, r := range raw {
		switch {
		case r == '-' || r == '_':
			if i > 0 && classOf(rune(raw[i-1])) == digit && i+1 < len(raw) && classOf(rune(raw[i+1])) == digit {
				return Fold(raw)
			}
		case classOf(r) == other:
			return Fold(raw)
		default:
			joined = utf8.AppendRune(joined, r)
		}
	}
	return words.term(string(joined))
}

// appendCamel appends a word, if whole is set, and the words that its capitals
// divide it into.
func appendCamel(out []string, raw string, whole bool, words *wordMemo) []string {
	if !whole || len(raw) > longestTerm {
		return out
	}
	if t := words.term(raw); t != "" {
		out = append(out, t)
	}
	humps := humps(raw)
	if len(humps) < 2 {
		return out
	}
	for _, h := range humps {
		if len(h) < 2 {
			continue
		}
		if t := words.term(h); t != "" {
			out = append(out, t)
		}
	}
	return out
}

// humps divides a word before each capital that begins a new part: fooBar is
// foo, Bar; HTTPServer is HTTP, Server. A plural s stays with its capitals.
func humps(w string) []string {
	var out []string
	start := 0
	var prev rune
	for i, r := range w {
		if i > start && unicode.IsUpper(r) {
			next, _ := decode(w, i+utf8.RuneLen(r))
			rest := w[i+utf8.RuneLen(r):]
			if unicode.IsLower(prev) || unicode.IsUpper(prev) && unicode.IsLower(next) && rest != "s" {
				out = append(out, w[start:i])
				start = i
			}
		}
		prev = r
	}
	if start == 0 {
		return nil
	}
	return append(out, w[start:])
}

// thousands returns 1,000,000 as 1000000, and "" for anything else.
func thousands(w string) string {
	groups := strings.Split(w, ",")
	if len(groups) < 2 || len(groups[0]) > 3 {
		return ""
	}
	for i, g := range groups {
		if i > 0 && len(g) != 3 || !onlyDigits(g) {
			return ""
		}
	}
	return strings.Join(groups, "")
}

// appendPairs appends the pairs of neighbouring characters of a run, or the
// single character that it is.
func appendPairs(out []string, run string) []string {
	run = Fold(run)
	prev, at := 0, 0
	for i := range run {
		at++
		switch {
		case at == 2:
			prev = 0
			continue
		case at > 2:
			out = append(out, run[prev:i])
			_, size := decode(run, prev)
			prev += size
		}
	}
	if run == "" {
		return out
	}
	return append(out, run[prev:])
}

// Overlap returns how much two lists of terms have in common: the size of the
// intersection of their sets by the size of the union, 0 to 1, and 0 when both
// are empty (Jaccard).
func Overlap(a, b []string) float64 {
	in := make(map[string]bool, len(a))
	for _, t := range a {
		in[t] = false
	}
	union, both := len(in), 0
	for _, t := range b {
		seen, ok := in[t]
		switch {
		case !ok:
			in[t] = true
			union++
		case !seen && ok:
			in[t] = true
			both++
		}
	}
	if union == 0 {
		return 0
	}
	return float64(both) / float64(union)
}
