package language

import (
	"testing"
	"time"
)

func TestWhatAnEndingConcerns(t *testing.T) {
	for _, c := range []struct {
		newer, was, older string
		want              bool
	}{
		{"We no longer use the kiln at the pier.", "kiln", "Dana prefers the lathe over the kiln.", false},
		{"We no longer use the kiln at the pier.", "kiln", "The mill in Ulm has a kiln.", false},
		{"We no longer use the kiln at the pier.", "kiln", "We fire the bowls in the kiln at the pier.", true},
		{"We no longer use the kiln because it smokes.", "kiln", "We fire the bowls in the kiln.", true},
		{"We moved from Trello to Plane.", "Trello", "Felix thinks that Trello is ugly.", false},
		{"We moved from Trello to Plane.", "Trello", "I like Trello.", false},
		{"We moved from Trello to Plane.", "Trello", "Our tickets are in Trello.", true},
		{"I moved from tea to coffee.", "tea", "I prefer tea in the morning.", true},
		{"I met somebody, so I'm not single anymore.", "single", "I'm single.", true},
		{"I met somebody, so I'm not single anymore.", "single", "My sister is single.", false},
		{"I'm no longer single.", "single", "My sister is single.", false},
		{"The mill isn't open on Sundays any more.", "open on Sundays", "The mill is open on Sundays.", true},
		{"The kiosk isn't open on Sundays any more.", "open on Sundays", "The mill is open on Sundays.", false},
		{"Felix no longer likes Trello.", "Trello", "Felix likes Trello.", true},
	} {
		now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
		if got := NewStatement(c.newer, now).Concerns(NewStatement(c.older, now), c.was); got != c.want {
			t.Errorf("%q, %q: %v", c.newer, c.older, got)
		}
	}
}
