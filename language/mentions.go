package language

import (
	"slices"
	"strings"
)

// MentionKind says what a mention looks like.
type MentionKind string

// The kinds of mentions.
const (
	MentionRegistry   MentionKind = "registry"   // a name or alias that the registry knows
	MentionName       MentionKind = "name"       // a capitalised span: a person, a place, a product …
	MentionIdentifier MentionKind = "identifier" // fooBar, foo_bar, os.Getenv, f(), ABC-123, a commit
	MentionPath       MentionKind = "path"       // ./a/b, /etc/hosts, main.go
	MentionPackage    MentionKind = "package"    // github.com/a/b, @a/b, what follows "go get"
	MentionURL        MentionKind = "url"        // https://…, example.com
	MentionHandle     MentionKind = "handle"     // @anna; without the @ in Name
)

// Mention is a part of a text that names something.
type Mention struct {
	Text  string // as it stands at Start to End
	Start int    // byte offset
	End   int    // byte offset after the last byte
	Kind  MentionKind
	Name  string // the canonical name for a registry mention, else Text without quotes or @
}

// Registry knows names and aliases.
type Registry interface {
	// Lookup returns the canonical name for a name or alias, folded by [Fold]
	// and with single spaces between its words.
	Lookup(foldedName string) (canonical string, ok bool)
}

// longestName is the number of words that a name in the registry may have.
const longestName = 5

// Mentions returns what s names, in order, not overlapping. A name that the
// registry knows wins over anything else, the longest first; reg may be nil.
// Technical tokens come next, then capitalised spans: not "I", months,
// weekdays, general abbreviations, nor a common word that is a capital only
// because it opens a sentence. A possessive 's is no part of a mention.
func Mentions(s string, reg Registry) []Mention {
	if reg == nil {
		x := recall(s)
		return slices.Clone(x.mentions.get(func() []Mention { return mentions(x.text, nil) }))
	}
	return mentions(s, reg)
}

func mentions(s string, reg Registry) []Mention {
	found := technical(s)
	words := lexemes(s)
	if reg != nil {
		found = merge(registered(s, words, reg), found)
	}
	return merge(found, names(s, words))
}

// lexeme is a word with its folded form, without a possessive 's.
type lexeme struct {
	Word
	fold    string
	capital bool // begins with one
}

// lexemes returns the words of a text, in order.
func lexemes(s string) []lexeme {
	ts := tokens(s)
	out := make([]lexeme, 0, len(ts))
	for _, t := range ts {
		if t.mark {
			continue
		}
		l := lexeme{Word: Word{Text: s[t.start:t.end], Start: t.start, End: t.end}, fold: t.text, capital: t.cap}
		if own := cutPossessive(l.Text); own != l.Text {
			l.fold = foldWord(own)
		}
		out = append(out, l)
	}
	return out
}

// merge adds to first what of second does not overlap with it. Both are in
// order and so is the result.
func merge(first, second []Mention) []Mention {
	out := make([]Mention, 0, len(first)+len(second))
	i := 0
	for _, m := range second {
		for i < len(first) && first[i].End <= m.Start {
			out = append(out, first[i])
			i++
		}
		if i < len(first) && first[i].Start < m.End {
			continue
		}
		out = append(out, m)
	}
	return append(out, first[i:]...)
}

// registered finds the names that the registry knows, the longest at each
// place, and goes on behind it.
func registered(s string, words []lexeme, reg Registry) []Mention {
	var out []Mention
	for i := 0; i < len(words); {
		n, name := longestKnown(s, words[i:], reg)
		if n == 0 {
			i++
			continue
		}
		start, last := words[i].Start, words[i+n-1]
		end := last.Start + len(cutPossessive(last.Text))
		out = append(out, Mention{Text: s[start:end], Start: start, End: end, Kind: MentionRegistry, Name: name})
		i += n
	}
	return out
}

// longestKnown returns the number of words of the longest name that words
// begin with, 0 for none, and its canonical form.
func longestKnown(s string, words []lexeme, reg Registry) (int, string) {
	var key strings.Builder
	var ends [longestName + 1]int
	most := 0
	for n := range min(longestName, len(words)) {
		if n > 0 {
			gap := s[words[n-1].End:words[n].Start]
			// a possessive ends a name, and so does the end of a sentence or paragraph
			if strings.TrimSpace(gap) == "" && strings.Count(gap, "\n") < 2 && len(gap) < 20 {
				gap = " "
			} else if len(gap) > 3 || strings.ContainsAny(gap, "\n;!?") || gap[0] == '.' && len(gap) > 1 {
				break
			}
			if len(words[n-1].fold) < len(Fold(words[n-1].Text)) {
				break
			}
			key.WriteString(Fold(gap))
		}
		key.WriteString(words[n].fold)
		most = n + 1
		ends[most] = key.Len()
	}
	for n := most; n > 0; n-- {
		if name, ok := reg.Lookup(key.String()[:ends[n]]); ok && (n > 1 || standsAsName(s, words[0])) {
			return n, name
		}
	}
	return 0, ""
}

// standsAsName reports whether a single word may be the name that a registry
// says it is: a common word (go, may, failed) only with a capital that does not
// come from its place at the beginning.
func standsAsName(s string, w lexeme) bool {
	if !StopWord(w.fold) && !has(openers, w.fold) && !isCommon(w.fold) && !isVerbForm(w.fold) {
		return true
	}
	return w.capital && !opensSentence(s, w.Start)
}

// opensSentence reports whether nothing but quotes and bullets stands between
// offset i and the end of the sentence before.
func opensSentence(s string, i int) bool {
	for back := range 12 {
		j := i - 1 - back
		if j < 0 {
			return true
		}
		switch c := s[j]; {
		case c == '\n' || c == '.' || c == '!' || c == '?' || c == ':':
			return true
		case asciiClass(c) == letter, c == ',', c == ';', c == '/', c == '-' && back == 0:
			return false
		case asciiClass(c) == digit:
			return false
		}
	}
	return false
}

// cutPossessive returns a name without a final 's.
func cutPossessive(w string) string {
	if n := len(w); n < 3 || !lastOfApostrophe(w[n-2]) && !lastOfApostrophe(w[n-3]) {
		return w // as most are
	}
	for _, tail := range []string{"'s", "’s", "'S", "’S", "'ll", "’ll", "'d", "’d", "'re", "’re", "'ve", "’ve"} {
		if strings.HasSuffix(w, tail) && len(w) > len(tail) {
			return w[:len(w)-len(tail)]
		}
	}
	return w
}

// lastOfApostrophe reports whether a byte may be the last one of an apostrophe.
func lastOfApostrophe(c byte) bool { return c == '\'' || c == "’"[2] }

// technical finds tokens that are code, addresses or handles. A token ends at
// white space; brackets, quotes and final punctuation are cut off.
func technical(s string) []Mention {
	var out []Mention
	prev, prev2 := "", ""
	for i := 0; i < len(s); {
		if s[i] == '`' {
			if n := codeSpan(s[i:]); n > 0 {
				out = appendTechnical(out, s, i+1, i+n-1, "`")
				i += n
				continue
			}
		}
		if c := s[i]; c == ' ' || c == '\n' || c == '\t' || c == '\r' || strings.IndexByte("`()[]{}<>\"',;|", c) >= 0 {
			i++
			continue
		}
		end := i
		for end < len(s) && !isTokenEnd(s, i, end) {
			end++
		}
		install := prev
		if has(installers, prev2+"_"+prev) {
			install = prev2 + "_" + prev
		}
		out = appendTechnical(out, s, i, end, install)
		prev2, prev = prev, strings.ToLower(s[i:min(end, i+16)])
		i = max(end, i+1)
	}
	return out
}

// isTokenEnd reports whether the technical token that begins at s[start] ends before s[i].
func isTokenEnd(s string, start, i int) bool {
	switch s[i] {
	case ' ', '\n', '\t', '\r', '`', '"', '<', '>', '[', ']', '{', '}', '|', ';', ',':
		return true
	case '(':
		return !strings.HasPrefix(s[i:], "()")
	case ')':
		return i == start || s[i-1] != '('
	case '\'':
		return true
	}
	return strings.HasPrefix(s[i:], "’") || strings.HasPrefix(s[i:], "”") || strings.HasPrefix(s[i:], "—")
}

// codeSpan returns the length of the short code in back-ticks that s begins
// with, 0 for none.
func codeSpan(s string) int {
	window := s[1:min(len(s), 82)]
	n := strings.IndexAny(window, "`\n")
	if n <= 0 || window[n] != '`' {
		return 0
	}
	return n + 2
}

// appendTechnical adds s[start:end], without the marks behind it, where [kindOf] knows what it
// is.
func appendTechnical(out []Mention, s string, start, end int, before string) []Mention {
	text := strings.TrimRight(s[start:end], ".:!?*_")
	if before == "`" {
		text = strings.TrimSpace(s[start:end])
		if text != s[start:end] {
			return out
		}
	}
	kind, name := kindOf(text, before)
	if kind == "" {
		return out
	}
	return append(out, Mention{Text: text, Start: start, End: start + len(text), Kind: kind, Name: name})
}

// names finds capitalised spans.
func names(s string, words []lexeme) []Mention {
	capital := capitals(s, words)
	var out []Mention
	for _, sent := range sentencesOf(s) {
		lo, _ := slices.BinarySearchFunc(words, sent.Start, func(w lexeme, at int) int { return w.Start - at })
		hi := lo
		for hi < len(words) && words[hi].End <= sent.End {
			hi++
		}
		if strings.HasPrefix(s[sent.Start:], "```") || shouted(words[lo:hi]) {
			continue
		}
		out = appendNames(out, s, words[lo:hi], capital)
	}
	return out
}
