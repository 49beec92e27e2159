package hookbridge

import (
	"testing"
	"time"
)

// What reads or notes beside a prompt is waited for as long as it may take, and no longer; no deadline counts that time.
func TestAsideWaitsForNoDisk(t *testing.T) {
	base := time.Now()
	h := &hook{debug: &debugLog{}, dog: newWatchdog(time.Hour, func() {}), base: base}
	if !h.aside(time.Minute, func() {}) {
		t.Error("what has ended counts as late")
	}
	hangs := make(chan struct{})
	defer close(hangs)
	told := make(chan bool, 1)
	go func() { told <- h.aside(20*time.Millisecond, func() { <-hangs }) }()
	select {
	case ended := <-told:
		if ended || h.base.Sub(base) < 20*time.Millisecond {
			t.Errorf("ended %v, the deadlines begin %v later", ended, h.base.Sub(base))
		}
	case <-time.After(20 * time.Second):
		t.Fatal("it waits")
	}
}
