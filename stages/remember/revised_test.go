package remember

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
)

// What the same message changes is kept as it was changed: neither the old value stands alone,
// nor what was taken back, nor a value without what it is of.
func TestWhatAMessageRevises(t *testing.T) {
	for text, want := range map[string]string{
		"Backups run at 03:00 on the heron server. hmm no make that 04:30.":                                             "Backups run at 03:00 on the heron server. hmm no make that 04:30.",
		"The session cookie lives 8h. ofra wants 12 because of the night shift. ok 12h then.":                           "The session cookie lives 8h. ofra wants 12 because of the night shift. ok 12h then.",
		"The session cookie is too long. make it 4h with sliding renewal.":                                              "The session cookie is too long. make it 4h with sliding renewal.",
		"The heron server listens on port 8443. We moved from chi to echo last week. hm no actually keep chi till May.": "The heron server listens on port 8443.",
		"We use redis for the queue. Hmm. Scratch that.":                                                                "",
		"We use redis for the queue. No, keep the tests green from now on.":                                             "We use redis for the queue.|No, keep the tests green from now on.",
		"We use redis for the queue.\n\nScratch that.":                                                                  "We use redis for the queue.",
		"Backups run at 03:00.\n\nok 04:30":                                                                             "Backups run at 03:00.",
		"Can you set the pause to 20 s? make it 30s.":                                                                   "",
	} {
		var got []string
		for _, f := range items(t, said(memtide.RoleUser, text)) {
			got = append(got, f.Content)
		}
		if strings.Join(got, "|") != want {
			t.Errorf("%q:\n got %q\nwant %q", text, strings.Join(got, "|"), want)
		}
	}
}
