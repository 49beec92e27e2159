//go:build !windows

package folder

import "testing"

// A disk that does not count its files can have more of them.
func TestADiskWithoutRoomForAFile(t *testing.T) {
	for _, c := range []struct {
		all, free uint64
		want      bool
	}{{100, 0, true}, {100, 1, false}, {0, 0, false}} {
		if got := noFiles(c.all, c.free); got != c.want {
			t.Errorf("%d of %d free: %v", c.free, c.all, got)
		}
	}
	if fileless(t.TempDir()) {
		t.Error("there is room for one here")
	}
}
