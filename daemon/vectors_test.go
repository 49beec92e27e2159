package daemon

import (
	"testing"
	"time"
)

// Failures in a row are waited out longer and longer; a good end begins anew.
func TestVectorsAreLookedAfterAgain(t *testing.T) {
	wait := migrateAgain
	for i, c := range []struct {
		failed bool
		next   time.Duration
	}{{true, time.Minute}, {true, 2 * time.Minute}, {false, time.Hour}, {true, time.Minute}, {true, 2 * time.Minute}, {true, 4 * time.Minute},
		{true, 8 * time.Minute}, {true, 16 * time.Minute}, {true, 30 * time.Minute}, {true, 30 * time.Minute}} {
		var next time.Duration
		if next, wait = lookAgain(c.failed, wait); next != c.next {
			t.Errorf("look %d: again after %s, want %s", i, next, c.next)
		}
	}
}
