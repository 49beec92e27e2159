package hookbridge

import (
	"os"
	"path/filepath"
	"strings"
	"time"
)

// aside reads from a disk that may not answer, for at most so long, which no deadline counts.
// It reports whether that has ended: else it goes on by itself.
func (h *hook) aside(most time.Duration, read func()) bool {
	defer h.dog.spare(most + hardLimit)()
	began := time.Now()
	defer func() { h.base = h.base.Add(time.Since(began)) }()
	done := make(chan struct{})
	go func() {
		defer h.recovered()
		defer close(done)
		read()
	}()
	wait(done, most)
	select {
	case <-done:
		return true
	default:
		return false
	}
}

// tidy removes from a folder what sessions and turns have left that nobody has ended: files whose names begin so, and
// that nobody has written to for so long.
func (h *hook) tidy(dir, prefix string, old time.Duration) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		if !os.IsNotExist(err) {
			h.debug.note("tidy", "error", err.Error())
		}
		return
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), prefix) {
			continue
		}
		if st, err := e.Info(); err == nil && h.Now().Sub(st.ModTime()) > old {
			_ = os.Remove(filepath.Join(dir, e.Name())) // another hook may have been there first
		}
	}
}
