package language

import (
	"slices"
	"testing"
)

func TestOtherForms(t *testing.T) {
	for _, c := range []struct {
		word string
		want []string
	}{
		{"buy", []string{"bought"}}, {"bought", []string{"buy"}}, {"writes", []string{"wrote", "written"}}, {"driven", []string{"drive", "drove"}},
		{"rose", nil}, {"paint", nil}, {"", nil},
	} {
		if got := OtherForms(stem(c.word)); !slices.Equal(got, c.want) {
			t.Errorf("%q has %q, want %q", c.word, got, c.want)
		}
	}
	for form, others := range otherForms {
		if slices.Contains(others, form) || StopWord(form) {
			t.Errorf("%q has %q", form, others)
		}
		for _, o := range others {
			if !slices.Contains(otherForms[o], form) {
				t.Errorf("%q has %q, and that has %q", form, others, otherForms[o])
			}
		}
	}
}
