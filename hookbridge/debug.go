package hookbridge

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// debugLog appends lines of metadata, never text of a prompt or an answer, to
// the file that MEMTIDE_HOOK_DEBUG names. Without a name it does nothing. Each
// line is written at once: the watchdog may end the process after any of them.
type debugLog struct {
	mu     sync.Mutex
	path   string
	began  time.Time
	client string
	event  string
}

// name sets what every later line says about the caller.
func (d *debugLog) name(client, event string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.client, d.event = client, event
}

// last is note for a process that ends in a moment: it does not wait for a
// disk, nor for a line that is stuck.
func (d *debugLog) last(what string) {
	written := make(chan struct{})
	go func() {
		defer close(written)
		d.note(what)
	}()
	select {
	case <-written:
	case <-time.After(2 * time.Millisecond):
	}
}

// note writes one line: what happened, then key and value in turn.
func (d *debugLog) note(what string, pairs ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.path == "" {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s pid=%d ms=%.1f client=%q event=%q what=%q",
		time.Now().UTC().Format(time.RFC3339Nano), os.Getpid(),
		float64(time.Since(d.began).Microseconds())/1000, d.client, d.event, what)
	for i := 0; i+1 < len(pairs); i += 2 {
		fmt.Fprintf(&b, " %s=%q", pairs[i], pairs[i+1])
	}
	b.WriteByte('\n')
	if st, err := os.Stat(d.path); err == nil && st.Mode()&os.ModeNamedPipe != 0 {
		return // whoever reads it, if anybody does, is not waited for
	}
	f, err := os.OpenFile(d.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return // a hook has nowhere left to say so
	}
	defer f.Close()
	f.WriteString(b.String())
}
