package remember

import (
	"testing"

	"github.com/memtide/memtide"
)

// What tells nothing is the least important, wherever it stands.
func TestImportance(t *testing.T) {
	for text, want := range map[string]int{
		"Sounds great, thanks!":                            1,
		"Haha, that looks so weird! Did you see it, too?":  1,
		"Wow, how nice! I can't wait to see it.":           1,
		"Wow! Our gateway runs on port 8080 behind Caddy.": 0,
		"Look at the lids again.":                          0,
		"My sister Anna moved to Lisbon.":                  0,
		"I prefer tabs over spaces.":                       0,
		"I think there are still two lids on the tank page, and one of the lids looks so weird to me that I do not know any more whether I see what was there before.": 0,
	} {
		if got := importance(memtide.Turn{Session: "s", Role: memtide.RoleUser, Text: text}); got != want {
			t.Errorf("%q: %d", text, got)
		}
		if got := importance(memtide.Turn{Role: memtide.RoleUser, Text: text}); got != 0 {
			t.Errorf("%q, of no session: %d", text, got)
		}
	}
}
