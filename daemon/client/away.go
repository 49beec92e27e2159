package client

import (
	"errors"
	"fmt"
	"net"
	"os"
	"slices"
	"strings"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
)

// ErrAway says that no daemon answers.
var ErrAway = errors.New("no daemon is running")

// errUnstarted says that the daemon could not even be started.
var errUnstarted = errors.New("no daemon is running, and none can be started")

// ErrMute says that a daemon has the data folder and does not answer.
var ErrMute = errors.New("the daemon runs and does not answer")

// ErrGone says that the connection was closed before the reply came, as of a daemon that ends.
var ErrGone = errors.New("the daemon has gone before it replied")

// ErrBetween says that a daemon hears connections and not yet, or no longer, requests.
var ErrBetween = errors.New("the daemon is just starting or stopping: try again in a moment")

// unreached says why a daemon that run.json names was not reached. One that was
// killed leaves a socket that refuses at once; one that is held up still has the
// folder, so a second one could not start.
func unreached(cfg config.Config, info event.RunInfo, err error) error {
	var slow net.Error
	if errors.As(err, &slow) && slow.Timeout() && !folder.Unheld(cfg.Home) {
		return fmt.Errorf("%w (process %d): wait for it, or end that process; its log is %s", ErrMute, info.PID, cfg.LogFile())
	}
	switch {
	case !errors.Is(err, nats.ErrNoServers): // which is all that is said where nobody listens
		return fmt.Errorf("%w (%v)", ErrAway, err)
	case folder.Unheld(cfg.Home):
		return fmt.Errorf("%w: the last one (process %d) was killed or has crashed", ErrAway, info.PID)
	}
	return fmt.Errorf("%w yet: one is just starting or stopping", ErrAway)
}

// lastWords returns the error with which the daemon that was started last has
// ended, "" if it has not said any. Of several that were started at once those that say
// only that another one was quicker say nothing about that one.
func lastWords(paths hookbridge.Paths) string {
	raw, err := os.ReadFile(paths.StartLog())
	if err != nil {
		return "" // nothing was started, or by somebody else: the log knows more
	}
	const mark = "\nmemtide: " // what main puts before an error
	all := strings.Split("\n"+string(raw), mark)[1:]
	for _, said := range slices.Backward(all) {
		if !strings.HasPrefix(said, embedded.ErrLocked.Error()) {
			return strings.TrimSpace(said)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return strings.TrimSpace(all[len(all)-1])
}

// Failed returns the error with which the daemon that was started last has ended, ""
// where it has not said any, or only that another one was quicker.
func Failed(home string) string {
	said := lastWords(hookbridge.NewPaths(home))
	if strings.HasPrefix(said, embedded.ErrLocked.Error()) {
		return ""
	}
	return said
}

// notStarted says why the daemon that was started is not there; nil while it may
// still come.
func notStarted(cfg config.Config, late bool) error {
	said := lastWords(hookbridge.NewPaths(cfg.Home))
	switch {
	case said != "" && (late || !strings.HasPrefix(said, embedded.ErrLocked.Error())):
		return fmt.Errorf("the daemon does not start: %s (its log is %s)", said, cfg.LogFile())
	case late:
		return folder.Crowded(cfg.Home, fmt.Errorf("the daemon was started and does not answer; see %s", cfg.LogFile()))
	}
	return nil // whoever has the folder may be a daemon that is about to answer
}
