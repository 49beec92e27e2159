package bus_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
)

// Where the stages of jobs stand is to be thrown away: a file of that which a power cut has
// left half written keeps no daemon from starting, and no job that waits is lost with it.
func TestADamagedConsumerOfJobsKeepsNothingFromStarting(t *testing.T) {
	dir := t.TempDir()
	done := 0
	run := func(work func(b *bus.Bus, run func(untilReady bool) error) error) error {
		s, err := embedded.Start(dir, dir, embedded.Options{NoSync: true})
		if err != nil {
			return err
		}
		defer s.Stop()
		b, err := bus.New(t.Context(), s.Dial, bus.Options{})
		if err != nil {
			return err
		}
		defer b.Close()
		return work(b, func(untilReady bool) error {
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			job := bus.NewStage("maintain.test", "counts", func(context.Context, event.JobDue) (event.Payload, error) {
				done++
				cancel()
				return nil, nil
			}, bus.StageOptions[event.JobDue]{})
			return b.Run(ctx, []bus.Stage{job}, bus.RunOptions{Ready: func() {
				if untilReady {
					cancel()
				}
			}})
		})
	}
	if err := run(func(b *bus.Bus, run func(bool) error) error {
		if err := run(true); err != nil {
			return err
		}
		_, err := b.Publish(t.Context(), event.JobDue{Job: "decay", Space: space}, bus.Meta{ID: "j", Space: space})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"o.dat", "meta.inf"} {
		path := filepath.Join(dir, "nats", "jetstream", "$G", "streams", "MAINTAIN", "obs", "maintain-test", file)
		st, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, st.Size()/2); err != nil {
			t.Fatal(err)
		}
		for n := range 2 {
			if err := run(func(_ *bus.Bus, run func(bool) error) error { return run(done > 0) }); err != nil {
				t.Errorf("%s, start %d: %v", file, n, err)
			}
		}
	}
	if done != 1 {
		t.Errorf("the job that waited was done %d times, want once", done)
	}
}
