package progress

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/memtide/memtide/daemon/client"
)

// What an erasure waits for is said once, beside the bar.
func TestWhatItWaitsForIsSaidOnce(t *testing.T) {
	var out bytes.Buffer
	bar := Bar(&out, -1, "erasing")
	for _, why := range []string{"", "until another erasure has ended", "until another erasure has ended", ""} {
		bar.wait(why)
	}
	if said := out.String(); strings.Count(said, "it waits until another erasure has ended") != 1 || strings.Count(said, "\n") != 2 {
		t.Errorf("it says %q", said)
	}
}

// Who waits no longer is told why, and that the work is done all the same.
func TestWhyNobodyWaits(t *testing.T) {
	for cause, want := range map[error]string{
		context.Canceled: "interrupted; the daemon goes on",
		fmt.Errorf("operation: %w", client.ErrGone): "the daemon has stopped; what it was asked for is noted",
	} {
		if got := (Left{Cause: cause}).Error(); !strings.HasPrefix(got, want) {
			t.Errorf("%v: %q, want %q", cause, got, want)
		}
	}
}
