package hookbridge

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// answer is the one shape that every client takes: Codex refuses unknown
// fields, Claude Code ignores a context at the top.
type answer struct {
	Output struct {
		Event   string `json:"hookEventName"`
		Context string `json:"additionalContext"`
	} `json:"hookSpecificOutput"`
}

var (
	errTooLong = errors.New("block is too long")
	errSlowOut = errors.New("stdout is slow")
)

// printWait is how long a print may hold up what comes after it.
const printWait = 20 * time.Millisecond

// print writes the block to stdout in one piece. A blank block writes
// nothing, one above maxBlock neither: cut, its end would be missing. Stdout
// may be blocked, so the write goes on by itself after printWait;
// [hook.printed] waits for its end.
func (h *hook) print(block string) error {
	if strings.TrimSpace(block) == "" {
		return nil
	}
	if len(block) > maxBlock {
		return fmt.Errorf("%w: %d bytes, at most %d", errTooLong, len(block), maxBlock)
	}
	var a answer
	a.Output.Event, a.Output.Context = h.payload.Event, strings.ToValidUTF8(block, "\uFFFD")
	b, err := event.Encode(a)
	if err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() {
		defer h.recovered()
		defer close(done)
		_, err := h.Stdout.Write(b)
		done <- err
	}()
	h.writing = done
	select {
	case err := <-done:
		h.writing = nil
		return err
	case <-time.After(printWait):
		return errSlowOut
	}
}

// printed waits for a print that goes on; the watchdog ends the wait.
func (h *hook) printed() {
	if h.writing == nil {
		return
	}
	if err := <-h.writing; err != nil {
		h.debug.note("print", "error", err.Error())
	}
}
