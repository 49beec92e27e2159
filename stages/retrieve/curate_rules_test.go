package retrieve

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
)

// TestPast: a plan for today or by the end of a week is not past before that is.
func TestPast(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 11, d, 0, 0, 0, 0, time.UTC) }
	now := day(18).Add(9 * time.Hour)
	for _, tt := range []struct {
		n    memtide.Node
		want string
	}{
		{memtide.Node{Kind: memtide.Plan, EventTime: day(18)}, ""},
		{memtide.Node{Kind: memtide.Plan, EventTime: day(16), ValidUntil: day(23)}, ""},
		{memtide.Node{Kind: memtide.Plan, EventTime: day(17)}, "was planned for 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Plan}, ""},
		{memtide.Node{Kind: memtide.Event, EventTime: day(1)}, ""},
		{memtide.Node{Kind: memtide.Instruction, EventTime: day(10), ValidUntil: day(18)}, "held until 2026-11-17, now past"},
		{memtide.Node{Kind: memtide.Instruction, EventTime: day(10)}, ""},
	} {
		if got := past(&tt.n, now); got != tt.want {
			t.Errorf("%s of %v until %v: %q, want %q", tt.n.Kind, tt.n.EventTime, tt.n.ValidUntil, got, tt.want)
		}
	}
}
