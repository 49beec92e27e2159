package daemon

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/ledger"
)

const (
	erasuresFolder = "erasures"
	scrubName      = "scrub.json"
)

// scrubFile holds what has to be taken out of the files of the streams before
// the server opens them.
func scrubFile(cfg config.Config) string {
	return filepath.Join(cfg.Home, erasuresFolder, scrubName)
}

// finishErasures does what is left of erasures that were cut off: those that
// have no certificate. A server that was killed while it erased may have noted
// that a message is gone and not have overwritten it: what the erasure names is
// taken out of its files, for which the storage has to be opened anew
// ([errReopen]).
func (d *Daemon) finishErasures(ctx context.Context) error {
	spaces, err := d.ledger.Erasing(ctx)
	if err != nil {
		return err
	}
	var errs []error
	for _, name := range spaces {
		err := d.finishIn(ctx, name)
		if errors.Is(err, errReopen) {
			return err
		}
		if err != nil { // as of a space that does not open: the others are finished
			errs = append(errs, fmt.Errorf("space %q: %w", name, err))
			continue
		}
		for _, p := range d.erasing {
			if p.Space == name {
				d.inHand.end(p)
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, p := range d.erasing { // what has come to nothing
		d.inHand.end(p)
	}
	return embedded.ForgetScrub(scrubFile(d.cfg))
}

// finishIn is finishErasures for one space.
func (d *Daemon) finishIn(ctx context.Context, name memtide.Space) error {
	ids, err := d.ledger.ErasedIn(ctx, name) // without opening it
	if err != nil || !slices.ContainsFunc(ids, func(id string) bool { return !d.certified(id) }) {
		return err
	}
	d.eraser.Lock() // one that is made now has no certificate yet, and has it then
	defer d.eraser.Unlock()
	all, err := d.ledger.Erasures(ctx, name)
	if err != nil {
		return err
	}
	done, _, err := embedded.Scrubbed(scrubFile(d.cfg))
	if err != nil {
		return err
	}
	for _, e := range all {
		if d.certified(e.ID) {
			continue
		}
		d.log.Warn("an erasure was cut off and is finished now", slog.String("id", e.ID))
		if err := d.ledger.Finish(ctx, e); err != nil {
			return err
		}
		if d.cfg.Bus.Embedded() && !slices.Contains(done.Erasures, e.ID) {
			return d.orderScrub(e)
		}
		if _, err := d.certify(ctx, e, known{}); err != nil {
			return err
		}
	}
	return nil
}

// certified reports whether an erasure is finished.
func (d *Daemon) certified(id string) bool {
	_, err := os.Stat(filepath.Join(d.cfg.Home, erasuresFolder, id+certificateEnd))
	return err == nil
}

func (d *Daemon) orderScrub(e ledger.Erased) error {
	s := embedded.Scrub{Erasures: []string{e.ID}, Streams: map[string][]uint64{
		bus.StreamLedger: slices.Clone(e.Replaced), bus.StreamTurns: e.Turns, bus.StreamDead: e.Dead, bus.StreamTrace: e.Trace}}
	for _, c := range e.Survives {
		s.Streams[bus.StreamLedger] = append(s.Streams[bus.StreamLedger], c.Seq)
	}
	if err := os.MkdirAll(filepath.Join(d.cfg.Home, erasuresFolder), 0o700); err != nil {
		return fmt.Errorf("make folder of certificates: %w", err)
	}
	return cmp.Or(embedded.WriteScrub(scrubFile(d.cfg), s), errReopen)
}
