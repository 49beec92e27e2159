package llm

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"time"
)

const (
	// maxTurns is how often a model may have spoken in one talk.
	maxTurns = 24
	// maxSame is how often in a row it may have called the same with the same.
	maxSame = 3
)

// looped says no to talks that lead nowhere, and to a layer that asks without
// end: what a mistake in a prompt or in our own code would cost.
func looped(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		if err := goesRound(c.talk); err != nil {
			return Reply{}, err
		}
		if !c.layer.loop.take() {
			return Reply{}, fmt.Errorf("%w: the layer has asked %d times within an hour", ErrBudget, c.layer.loop.limit)
		}
		return next(ctx, run, c)
	}
}

// goesRound looks for a talk that is too long or repeats itself.
func goesRound(talk []Message) error {
	turns, same := 0, 0
	var last []Call
	for _, m := range talk {
		if m.Role != RoleAssistant {
			continue
		}
		turns++
		if len(m.Calls) > 0 && sameCalls(m.Calls, last) {
			same++
		} else {
			same = 1
		}
		last = m.Calls
	}
	switch {
	case turns > maxTurns:
		return fmt.Errorf("%w: the model has spoken %d times in one talk", ErrTooLong, turns)
	case same >= maxSame && len(last) > 0:
		return fmt.Errorf("%w: the model made the same call %d times in a row", ErrReply, same)
	}
	return nil
}

func sameCalls(a, b []Call) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || !bytes.Equal(a[i].Arguments, b[i].Arguments) {
			return false
		}
	}
	return true
}

// meter counts what happens within the last hour, by the minute.
type meter struct {
	limit int
	now   func() time.Time

	mu      sync.Mutex
	minutes [60]int
	at      int64 // the minute that was counted last
}

func (m *meter) take() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	minute := max(m.now().Unix()/60, 0)
	if minute < m.at { // the clock was set back: what was counted by it counts as of now
		sum := 0
		for _, n := range m.minutes {
			sum += n
		}
		m.minutes, m.at = [60]int{}, minute
		m.minutes[minute%60] = sum
	}
	for i := max(m.at+1, minute-59); i <= minute; i++ {
		m.minutes[i%60] = 0
	}
	m.at = minute
	sum := 0
	for _, n := range m.minutes {
		sum += n
	}
	if sum >= m.limit {
		return false
	}
	m.minutes[m.at%60]++
	return true
}
