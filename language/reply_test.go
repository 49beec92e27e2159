package language

import "testing"

func TestReadReply(t *testing.T) {
	named := func(phrase string) Reply { return Reply{Choice: ChoiceNamed, Phrase: phrase} }
	not := func(r Reply) Reply { r.Wrong = true; return r }
	first, second, both := Reply{Choice: ChoiceFirst}, Reply{Choice: ChoiceSecond}, Reply{Choice: ChoiceBoth}
	newer, older, none := Reply{Choice: ChoiceNewer}, Reply{Choice: ChoiceOlder}, Reply{}
	for text, want := range map[string]Reply{
		"the first":                      first,
		"The first one, please.":         first,
		"Yes, the first one holds.":      first,
		"1":                              first,
		"option A":                       first,
		"Use A.":                         first,
		"number one":                     first,
		"I think the first is right.":    first,
		"the second":                     second,
		"Go with the second one.":        second,
		"The latter is correct":          second,
		"b":                              second,
		"the last one":                   second,
		"The first is wrong.":            not(first),
		"The first one is outdated.":     not(first),
		"The first no longer holds":      not(first),
		"The second isn't true.":         not(second),
		"keep both":                      both,
		"Both.":                          both,
		"Both of them are true":          both,
		"both hold":                      both,
		"Keep both of them, thanks.":     both,
		"the newer one":                  newer,
		"Use the latest.":                newer,
		"The most recent one is right.":  newer,
		"keep the old one":               older,
		"drizzle is right":               named("drizzle"),
		"Drizzle is right, we moved.":    named("drizzle"),
		"We should use pnpm.":            named("pnpm"),
		"it's the blue barn":             named("blue barn"),
		"npm is outdated":                not(named("npm")),
		"Forget the blue barn.":          not(named("blue barn")),
		"pnpm":                           named("pnpm"),
		"m7k2q9x":                        named("m7k2q9x"),
		"ok. The second one.":            second,
		"Thanks! Use the first. Go on.":  first,
		"neither":                        none,
		"":                               none,
		"Which one is right?":            none,
		"Is the first right?":            none,
		"run tests":                      none,
		"Please refactor the parser.":    none,
		"Now write the tests for it.":    none,
		"the first test fails in the CI": none,
		"Add a second button below the first one and make it blue, then commit.": none,
		"My sister is visiting.":                                     none,
		"I have both a cat and a dog":                                none,
		"Fix it. Then look at the log. The first one.":               none,
		"We had the old build fail twice and the new one did not":    none,
		"use the new parser for all the files in the repository now": none,
	} {
		got, ok := ReadReply(text)
		got.Span = Span{}
		if got != want || ok != (want != none) {
			t.Errorf("%q: %+v %v, want %+v", text, got, ok, want)
		}
	}
	for _, text := range []string{"ok. The second one.", "Use it."} {
		r, _ := ReadReply(text)
		if r.Span.End == 0 || text[r.Span.Start:r.Span.End] == text && r.Choice == ChoiceSecond {
			t.Errorf("%q: the sentence is %+v", text, r.Span)
		}
	}
}

func FuzzReadReply(f *testing.F) {
	for _, s := range []string{"the first one", "drizzle is right, we moved", "keep both?", "a", "é is not right", "\xff is right", "is is is", "the the the"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		r, ok := ReadReply(s)
		if ok != (r.Choice != ChoiceNone) || ok && (r.Span.Start < 0 || r.Span.End > len(s) || r.Span.Start >= r.Span.End) || (r.Choice == ChoiceNamed) != (r.Phrase != "") {
			t.Errorf("%q: %+v %v", s, r, ok)
		}
	})
}
