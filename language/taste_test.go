package language

import "testing"

func TestTastes(t *testing.T) {
	for s, want := range map[string]bool{
		"I'm not a fan of long introductions.":              true,
		"I am really not a big fan of footnotes.":           true,
		"I find tables easier to read than lists.":          true,
		"I find diagrams more helpful than prose.":          true,
		"I'm more comfortable with examples in Zig.":        true,
		"I learn best when I see a sketch first.":           true,
		"I work better with short deadlines.":               true,
		"I'm happier with a rough estimate than with none.": true,
		"I really enjoy analogies from sailing.":            true,
		"I favor small patches.":                            true,
		"Sketches work best for me.":                        true,
		"Worked examples help me the most.":                 true,
		"Short texts suit me better.":                       true,

		"I'm not a fan of this layout.":        false,
		"I find this table hard to read.":      false,
		"I find the table easier to read.":     false,
		"I'm more comfortable now.":            false,
		"This example works best for me.":      false,
		"The sketch helps me the most.":        false,
		"I work with Zig.":                     false,
		"I learned best when I was young.":     false,
		"Do I learn best when I see a sketch?": false,
		"I enjoy analogies from sailing?":      false,
		"I'm not a miller.":                    false,
	} {
		if got := newReading(s).tastes(); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestChoosesAtHand(t *testing.T) {
	for s, want := range map[string]bool{
		"I prefer option B here.":         true,
		"I prefer the second one.":        true,
		"I like this version.":            true,
		"I'd rather not do this now.":     true,
		"I would rather not do this now.": true,
		"I like how you explained that.":  true,
		"I love the way you put it.":      true,
		"We prefer the latter.":           true,
		"I like that one more.":           true,

		"I prefer this layout over nested folders.": false,
		"I prefer tea.": false,
		"I like the second floor more than the first.": false,
		"So model it like that, with a flag.":          false,
		"I always prefer this layout.":                 false,
		"I'd rather walk.":                             false,
		"I like this harbour town.":                    false,
	} {
		if got := newReading(s).choosesAtHand(); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
		if c := CuesOf(s); want && (c.Preference || !c.Status) {
			t.Errorf("%q is of the moment, and no preference: %+v", s, c)
		}
	}
	for s, want := range map[string]bool{
		"Only give me vegetarian recipes.":     true,
		"Only show me free tools.":             true,
		"Only give me three recipes.":          false,
		"Only give me the recipe.":             false,
		"Only give me recipes from this book.": false,
		"Don't ever suggest paid tools to me.": true,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q is a rule: %v, want %v", s, got, want)
		}
	}
}
