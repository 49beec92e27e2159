package daemon

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/wholefile"
)

// Half-turns are read again in a daemon of their own, in another process, below a
// folder of the store. An erasure here has to end such readings there.

// ShadowsFolder holds what replays have come to, by space; it is a name below the data
// folder.
const ShadowsFolder = "shadows"

// worldPrefix begins the name of the folder that a reading runs in.
const worldPrefix = "memtide-"

// shadowWorlds returns the worlds of readings below a folder: those that run, and
// those that were killed and left.
func shadowWorlds(dir string) (running, left []string) {
	all, _ := wholefile.Glob(dir, worldPrefix+"*") // of what cannot be read nothing can be ended
	for _, w := range all {
		if folder.Unheld(w) {
			left = append(left, w)
		} else {
			running = append(running, w)
		}
	}
	return running, left
}

// DropLeftShadows removes, below dir, the worlds that earlier readings have left; one
// that runs in another process stays.
func DropLeftShadows(dir string) (err error) {
	_, left := shadowWorlds(dir)
	for _, w := range left {
		err = errors.Join(err, os.RemoveAll(w))
	}
	return err
}

// erasingFile in the folder of shadows says that an erasure waits for the
// readings to end: whoever overwrote the files of one that runs would break it.
const erasingFile = "erasing"

const (
	guardEvery = 200 * time.Millisecond // a look of each side for the other
	guardMost  = 15 * time.Second       // that an erasure waits
)

// GuardShadow ends a reading below dir when an erasure wants its folder: gone is called
// with the reason. It returns when ctx ends.
func GuardShadow(ctx context.Context, dir string, gone context.CancelCauseFunc) {
	for bus.Pause(ctx, guardEvery) == nil {
		if _, err := os.Stat(filepath.Join(dir, erasingFile)); err == nil {
			gone(fmt.Errorf("%w, and what was read with it; read again", llm.ErrErased))
		}
	}
}

// endShadows asks the readings that run to end, and waits for them.
func endShadows(ctx context.Context, dir string) error {
	run := func() bool {
		running, _ := shadowWorlds(dir)
		return len(running) > 0
	}
	if !run() {
		return nil
	}
	if err := os.WriteFile(filepath.Join(dir, erasingFile), nil, 0o600); err != nil {
		return fmt.Errorf("end readings into a shadow: %w", err)
	}
	for end := time.Now().Add(guardMost); run() && time.Now().Before(end); {
		if err := bus.Pause(ctx, guardEvery); err != nil {
			return fmt.Errorf("wait for readings into a shadow: %w", err)
		}
	}
	return nil
}
