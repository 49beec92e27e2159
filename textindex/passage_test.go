package textindex

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

func TestCut(t *testing.T) {
	for _, c := range []struct {
		name  string
		text  string
		words int
		want  []string
	}{
		{"nothing", "", 3, nil},
		{"blank", " \n\t ", 3, nil},
		{"short", " a b ", 3, []string{"a b"}},
		{"exact", "one two three", 3, []string{"one two three"}},
		{"between words", "one two three four", 3, []string{"one two three", "four"}},
		{"after a sentence", "one two three. four five six seven", 4, []string{"one two three.", "four five six seven"}},
		{"after a closing quote", `one "two three." four five six seven`, 4, []string{`one "two three."`, "four five six seven"}},
		{"not after an early sentence", "one. two three four five", 4, []string{"one. two three four", "five"}},
		{"the last of two sentences", "one two. three. four five", 4, []string{"one two. three.", "four five"}},
		{"after a line", "one two three\nfour five six", 4, []string{"one two three", "four five six"}},
		{"no end inside a name", "see a.b.c and d.e for it", 4, []string{"see a.b.c and d.e", "for it"}},
		{"one word at a time", "aa bb cc", 1, []string{"aa", "bb", "cc"}},
		{"one long word", strings.Repeat("x", 999), 2, []string{strings.Repeat("x", 999)}},
		{"two characters a word", "春眠不覺曉處處聞啼鳥", 3, []string{"春眠不覺曉處", "處聞啼鳥"}},
		{"a sentence without spaces", "春眠不覺。曉處處聞啼鳥", 3, []string{"春眠不覺。", "曉處處聞啼鳥"}},
		{"not UTF-8", "a\xff b\xff c\xff d\xff e", 3, []string{"a\xff b\xff c\xff", "d\xff e"}},
	} {
		if diff := cmp.Diff(c.want, cut(c.text, c.words)); diff != "" {
			t.Errorf("%s:\n%s", c.name, diff)
		}
	}
}

func FuzzCut(f *testing.F) {
	for _, s := range []string{"", "one two three. Four", "a\n\nb\nc", "春眠不覺曉。處處聞啼鳥", "ไทยไทย ไทย", "x\xff\xfe y", "… … …", "a\u00a0b\u2003c", "a \xe2\x80 \x80b"} {
		for _, n := range []byte{1, 2, 60} {
			f.Add(s, n)
		}
	}
	f.Fuzz(func(t *testing.T, text string, n byte) {
		words := max(1, int(n))
		passages := cut(text, words)
		got := ""
		for _, p := range passages {
			got += squeeze(p)
		}
		if want := squeeze(text); got != want {
			t.Fatalf("passages hold %q of %q", got, want)
		}
		for _, p := range passages {
			if p != strings.TrimSpace(p) || p == "" {
				t.Fatalf("passage %q", p)
			}
			if got := len(strings.Fields(p)); got > words && !strings.ContainsFunc(p, func(r rune) bool { return r >= 0x0E00 }) {
				t.Fatalf("%d words, at most %d: %q", got, words, p)
			}
		}
	})
}

// squeeze leaves white space out, byte for byte.
func squeeze(s string) string { return strings.Join(strings.FieldsFunc(s, unicode.IsSpace), "") }

// A beginning of a text is cut into the passages that it has by itself, whatever
// was cut before it.
func TestTheLastPassagesOfManyBeginnings(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	rnd := rand.New(rand.NewPCG(seed, 1))
	pieces := []string{"word ", "end. ", "Ünï ", "\n\n", "  ", "庭に猫がいる。", "stop!\" ", "x", "\u00a0", "\xff", "long-ish words, "}
	for range 300 {
		var b strings.Builder
		for range rnd.IntN(120) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		text, words := b.String(), 2+rnd.IntN(8)
		var r rowOf
		for range 30 {
			s := text[:rnd.IntN(len(text)+1)]
			if rnd.IntN(5) == 0 {
				s += pieces[rnd.IntN(len(pieces))]
			}
			n := 1 + rnd.IntN(2)
			want := cut(s, words)
			want = want[max(len(want)-n, 0):]
			if got := r.last(s, words, n); !slices.Equal(got, want) {
				t.Fatalf("seed %d: the last %d of %q in passages of %d words: %q, want %q", seed, n, s, words, got, want)
			}
			first := cut(s, words)
			if got := cutMost(s, words, n); !slices.Equal(got, first[:min(n, len(first))]) {
				t.Fatalf("seed %d: the first %d of %q: %q of %q", seed, n, s, got, first)
			}
		}
	}
}
