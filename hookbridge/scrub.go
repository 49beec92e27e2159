package hookbridge

import (
	"path/filepath"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/redact"
)

// Bounds of what a payload says about itself.
const (
	maxID  = 256  // bytes
	maxCwd = 4096 // bytes

	projectWait = 40 * time.Millisecond
)

// Scrubbed is a text that may be written to a disk and sent: without secrets
// and injected blocks, valid UTF-8, at most [memtide.MaxTurn] bytes.
type Scrubbed struct {
	Text   string
	Quotes []memtide.Quote
	clean  redact.Cleaned
}

// Scrub cleans what a client reports as said. It returns false when nothing is
// left of it, as of a prompt that is all <task-notification>: what a machine
// says in the user's place is neither asked for nor kept.
//
// A text above [memtide.MaxTurn] loses its middle first, at white space where there is
// any, so that the time it takes is bounded. What is private or secret and begins or ends
// in the middle goes with it.
func Scrub(s string) (Scrubbed, bool) {
	if strings.TrimSpace(s) == "" {
		return Scrubbed{}, false
	}
	c := redact.Cut(redact.Clean(shorten(s, maxText, keptText)), memtide.MaxTurn)
	if strings.TrimSpace(c.Text) == "" {
		return Scrubbed{}, false
	}
	out := Scrubbed{Text: c.Text, clean: c}
	for _, q := range c.Quotes {
		out.Quotes = append(out.Quotes, memtide.Quote{Start: q.Start, End: q.End, Kind: q.Kind})
	}
	return out, true
}

// scrub is [Scrub] of what this hook was given. It may go on where the machine is
// busy: before it ends nothing may be written down, and what was said would be lost.
func (h *hook) scrub(s string) (Scrubbed, bool) {
	done := h.dog.spare(scrubWait)
	defer done()
	return Scrub(s)
}

// Head returns at most max bytes of the text; quotes are cut first.
func (s Scrubbed) Head(max int) string { return redact.Cut(s.clean, max).Text }

// place is where something was said.
type place struct {
	project, cwd string
	open         bool // the project could not be found out in time
}

// where returns the project and the folder of the payload. A disk that does not
// answer, or a machine with too much to do, leaves the project open: it is for the
// daemon to find out, and not for chance to decide.
func (h *hook) where() place {
	cwd := h.payload.Cwd
	if len(cwd) > maxCwd || !filepath.IsAbs(cwd) {
		return place{}
	}
	if h.place == nil {
		found := make(chan string, 1)
		go func() {
			defer h.recovered()
			found <- h.projectOf(cwd)
		}()
		name, ok := inTime(found, time.After(projectWait))
		h.place = &place{redact.Name(name), redact.Name(cwd), !ok}
	}
	return *h.place
}

// inTime returns what was found before it was late. A process that was suspended
// meanwhile sees both at once: then it was found.
func inTime(found <-chan string, late <-chan time.Time) (string, bool) {
	select {
	case name := <-found:
		return name, true
	case <-late:
	}
	select {
	case name := <-found:
		return name, true
	default:
		return "", false
	}
}

// clip bounds an id that a client chose, and hides one that is a secret. One
// that is too long names nothing.
func clip(id string) string {
	if len(id) > maxID {
		return ""
	}
	return redact.ID(id)
}
