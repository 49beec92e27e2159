package hookbridge

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// A hung daemon is left alone for downFirst, then for twice as long each time.
const (
	downFirst = 30 * time.Second
	downLast  = 10 * time.Minute
	downName  = "down-until"
)

// Down says until when hooks do not try to reach the daemon.
type Down struct {
	Until time.Time     `json:"until"`
	Wait  time.Duration `json:"wait_ns"` // the pause that ends then; the next one is twice as long
	// Stopped says that nothing is wrong: a person has stopped the daemon.
	Stopped bool `json:"stopped,omitempty"`
}

// MaxStop is the longest time for which [Stopped] keeps hooks away.
const MaxStop = downLast

// ReadDown reads the file down-until of a run folder; false means that there
// is none. Whether the pause holds is for the caller to see, by [Down.Holds].
func ReadDown(run string) (Down, bool) {
	var d Down
	b, err := readState(filepath.Join(run, downName))
	if err != nil || json.Unmarshal(b, &d) != nil {
		return Down{}, false
	}
	return d, true
}

// Holds reports whether now lies in the pause. One that ends later than any
// pause can was written by another clock and does not count.
func (d Down) Holds(now time.Time) bool {
	return now.Before(d.Until) && d.Until.Sub(now) <= downLast
}

func isDown(run string, now time.Time) bool {
	d, ok := ReadDown(run)
	return ok && d.Holds(now)
}

// Stopped is called by who stops the daemon on a person's behalf: for
// the given time, at most [MaxStop], hooks neither ask for it nor start it.
// What is said meanwhile is spooled. A daemon that is started all the same
// ends the pause ([Started]), and nothing else does.
func Stopped(p Paths, now time.Time, wait time.Duration) error {
	return writeJSON(filepath.Join(p.Run, downName), Down{Until: now.Add(min(wait, MaxStop)).UTC(), Stopped: true})
}

// Unstopped takes [Stopped] back: the daemon has not stopped.
func Unstopped(p Paths) error { return clearDown(p.Run) }

// setDown begins a pause, or the next longer one. The end of a stopped daemon
// may look like silence to a hook that was just asking.
func setDown(run string, now time.Time) error {
	wait := downFirst
	d, ok := ReadDown(run)
	switch {
	case ok && d.Stopped && isDown(run, now):
		return nil
	case ok && d.Wait > 0:
		wait = min(2*d.Wait, downLast)
	}
	return writeJSON(filepath.Join(run, downName), Down{Until: now.Add(wait).UTC(), Wait: wait})
}

// Answering is called by a daemon that has just found itself answering: hooks
// that took it for hung need not leave it alone any longer. It returns whether
// there was a pause; one that a person has asked for stays.
func Answering(p Paths) (bool, error) {
	d, ok := ReadDown(p.Run)
	if !ok || d.Stopped {
		return false, nil
	}
	return true, clearDown(p.Run)
}

// clearDown ends the pauses: the daemon has answered, or has just started.
func clearDown(run string) error {
	if err := os.Remove(filepath.Join(run, downName)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("clear %s: %w", downName, err)
	}
	return nil
}
