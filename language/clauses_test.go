package language

import (
	"slices"
	"testing"
)

// TestClauses holds where clauses begin: behind what only joins them.
func TestClauses(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"The forge is cold because the bellows are torn.", []string{"The forge is cold because", "the bellows are torn ."}},
		{"The forge is cold since Monday.", []string{"The forge is cold since Monday ."}},
		{"I heard that the mill runs on diesel now.", []string{"I heard", "the mill runs on diesel now ."}},
		{"As far as I know the mill runs on diesel.", []string{"the mill runs on diesel ."}},
		{"Old Ben retired, which means that the mill is run by Ida.", []string{"Old Ben retired", "the mill is run by Ida ."}},
		{"We sold the mill and the forge is rented out.", []string{"We sold the mill", "the forge is rented out ."}},
		{"The mill and the forge are closed.", []string{"The mill and the forge are closed ."}},
		{"Before you order: the mill is closed.", []string{"Before you order", "the mill is closed ."}},
	} {
		r := newReading(c.text)
		var got []string
		for from, to := range r.clauses() {
			words := ""
			for _, t := range r.ts[from:to] {
				if words != "" {
					words += " "
				}
				words += r.text[t.start:t.end]
			}
			got = append(got, words)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %q, want %q", c.text, got, c.want)
		}
	}
}
