package bus_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
)

// Who publishes learns why nothing is stored, where somebody knows it, and not
// that a wait has ended. What has another reason keeps it.
func TestAPublisherLearnsWhyNothingIsStored(t *testing.T) {
	var full error
	h := bustest.StartWith(t, bustest.Options{Bus: bus.Options{Storage: func() error { return full }}})
	say := func(ctx context.Context) error {
		_, err := h.Publish(ctx, event.TurnTaken{Turn: memtide.Turn{ID: "a", Space: space}}, bus.Meta{ID: "a", Space: space})
		return err
	}
	ended, end := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer end()
	if err := say(ended); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, bus.ErrStorage) {
		t.Errorf("with room: %v", err)
	}
	full = errors.New("the barrel is full")
	err := say(ended)
	if !errors.Is(err, bus.ErrStorage) || !strings.Contains(err.Error(), "the barrel is full") || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("without room: %v", err)
	}
	if _, why := h.Failing(); !errors.Is(why, bus.ErrStorage) {
		t.Errorf("failing: %v", why)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := say(gone); !errors.Is(err, context.Canceled) || errors.Is(err, bus.ErrStorage) {
		t.Errorf("cancelled: %v", err)
	}
	c := event.ChangeDecided{ChangeSet: memtide.ChangeSet{ID: "c1", Space: space}}
	if _, err := h.PublishNext(t.Context(), c, bus.Meta{ID: "c1", Space: space}, 7); !errors.Is(err, bus.ErrBehind) || errors.Is(err, bus.ErrStorage) {
		t.Errorf("behind: %v", err)
	}
	if err := say(t.Context()); err != nil {
		t.Errorf("what is stored is stored, whoever complains: %v", err)
	}
}

// What is too large for any message is at fault itself: a second try would be refused, too,
// and the storage is well.
func TestWhatIsTooLargeIsNoFaultOfTheStorage(t *testing.T) {
	h := bustest.Start(t)
	c := event.ChangeDecided{ChangeSet: memtide.ChangeSet{ID: "c1", Space: space, Reason: strings.Repeat("x", 9<<20)}}
	if _, err := h.PublishNext(t.Context(), c, bus.Meta{ID: "c1", Space: space}, 0); !bus.IsPermanent(err) {
		t.Errorf("it may be tried again: %v", err)
	}
	if _, why := h.Failing(); why != nil {
		t.Errorf("the logs are taken for failing: %v", why)
	}
}
