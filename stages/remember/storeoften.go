package remember

import (
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What the user orders in several conversations holds from now on, whatever its form: who
// says it again each time does so because it was forgotten. One piece of work may be begun
// several times within a day with the same words.
const (
	saidOften = 3              // sessions
	saidOver  = 24 * time.Hour // from the first of them to the last
)

// saidInOther notes on an instruction that it was said in another session, and that it
// stands once there were enough of them, in whatever order they come; only of what is told
// late, of a time before the memory's own, no earlier time is kept than that of the last one
// told. There is no instruction but the user's.
func (w *writer) saidInOther(same *memtide.Node, attrs map[string]string) map[string]string {
	if same.Kind != memtide.Instruction || attrs[ledger.Standing] != "" || w.t.Session == "" || same.Source.Session == "" {
		return attrs
	}
	in := strings.Fields(attrs[tools.SaidIn])
	if key := memtide.Hash(w.t.Session)[:sessionKey]; w.t.Session != same.Source.Session && len(in) < saidOften-1 && !slices.Contains(in, key) {
		in = append(in, key)
		slices.Sort(in)
		attrs = tools.WithAttribute(attrs, tools.SaidIn, strings.Join(in, " "))
	}
	first, last := same.CreatedAt, tools.LastSaid(same)
	if w.at.Before(first) {
		first = w.at
	}
	if w.at.After(last) {
		last = w.at
	}
	if len(in) >= saidOften-1 && last.Sub(first) >= saidOver {
		attrs = tools.WithAttribute(attrs, ledger.Standing, ledger.StandsOften)
	}
	return attrs
}

// sessionKey is how much of a session's hash tells it from the few others in which the
// same was said.
const sessionKey = 8
