package language

import (
	"testing"
	"time"
)

func TestUnlists(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"scents this winter: fig, cedar and burnt orange", "burnt orange is cancelled.", true},
		{"speakers: Ada, Noor and Tom", "Tom is out, he's ill", true},
		{"the menu has soup, pie and trout", "trout is off the menu", true},
		{"we support postgres, mysql and sqlite", "mysql is out", true},
		{"we ship to Norway, Iceland and Malta", "Malta is dropped now", true},
		{"plans we sell: basic, team and gold", "the gold plan is gone", true},
		{"regions: bergen, gent and turin", "turin has been cut", true},
		{"services: jellyfin, paperless, pihole", "paperless is no more", true},
		{"sizes are small, medium and large", "medium is discontinued", true},
		{"the tour stops in Gent, Lund and Riga", "Riga is off", true},
		{"the trip goes to Riga, Oslo and Lund", "Oslo is out of the programme", true},
		{"we sell fig, cedar and pear", "we dropped cedar", true},
		{"we sell fig, cedar and pear", "cedar's out", true},

		{"scents this winter: fig, cedar and burnt orange", "lavender is cancelled", false},
		{"scents this winter: fig, cedar and burnt orange", "the orange is out of stock", false},
		{"scents this winter: fig, cedar and burnt orange", "the fig candle is out now in the shop", false},
		{"scents this winter: fig, cedar and burnt orange", "if fig is cancelled we take pear", false},
		{"scents this winter: fig, cedar and burnt orange", "maybe fig is out", false},
		{"we support postgres, mysql and sqlite", "the mysql backup job is gone", false},
		{"we support postgres, mysql and sqlite", "mysql isn't dropped", false},
		{"we support postgres, mysql and sqlite", "mysql will be dropped", false},
		{"we support postgres, mysql and sqlite", "they cancelled", false},
		{"speakers: Ada, Noor and Tom", "Tom is out for lunch", false},
		{"speakers: Ada, Noor and Tom", "the dinner with Tom is cancelled", false},
		{"lights: hall, porch, kitchen", "the porch is off limits", false},
		{"lights: hall, porch, kitchen", "the porch was never removed", false},
		{"the fair is on May 4, and Ada sells the tickets", "the tickets are out", false},
	} {
		if got := NewStatement(c.newer, time.Time{}).unlists(NewStatement(c.older, time.Time{})); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}
