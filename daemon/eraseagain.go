package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// A backup that is older than an erasure holds what was erased, and its logs do not
// say that it was. The certificate does: a restore leaves it where it is. So at a
// start each certificate is held against the logs, and an erasure of which they
// know nothing is made again, before anybody is answered.
//
// The new one has the id of the old one, whose certificate would make it count as
// finished. While it is made again, that file has another name.

const (
	certificateEnd = ".json"
	againEnd       = ".again" // behind certificateEnd
)

// unread is a certificate that cannot be read.
type unread struct {
	id  string
	err error
}

// certificates returns what the certificates of a data folder say, oldest first, and
// those that cannot be read.
func certificates(home string) (all []control.Certificate, bad []unread, err error) {
	dir := filepath.Join(home, erasuresFolder)
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("read certificates: %w", err)
	}
	for _, e := range entries {
		id := strings.TrimSuffix(strings.TrimSuffix(e.Name(), againEnd), certificateEnd)
		if id == e.Name() || e.Name() == scrubName {
			continue
		}
		var c control.Certificate
		raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err == nil {
			err = json.Unmarshal(raw, &c)
		}
		if err == nil && c.ID != id {
			err = fmt.Errorf("it is the certificate of %q", c.ID)
		}
		if err != nil {
			bad = append(bad, unread{id, fmt.Errorf("the certificate %s cannot be read; bring it back from a copy, or move it away: %w", filepath.Join(dir, e.Name()), err)})
			continue
		}
		all = append(all, c)
	}
	slices.SortStableFunc(all, func(a, b control.Certificate) int { return a.Asked.Compare(b.Asked) })
	return all, bad, nil
}

// erasedTurns returns the half-turns that erasures took, by their ids. Logs that are
// older than what was said know nothing of it, and transcripts still have it.
func erasedTurns(home string) map[string]bool {
	all, _, err := certificates(home)
	if err != nil {
		return nil // eraseAgain says so
	}
	ids := map[string]bool{}
	for _, c := range all {
		for _, id := range c.HalfTurns {
			ids[id] = true
		}
	}
	return ids
}

// erasuresSince counts the erasures that were asked for after a moment.
func erasuresSince(home string, moment time.Time) (n int, err error) {
	all, bad, err := certificates(home)
	for _, b := range bad {
		err = errors.Join(err, b.err)
	}
	for _, c := range all {
		if c.Asked.After(moment) {
			n++
		}
	}
	return n, err
}

// eraseAgain makes the erasures again of which the logs know nothing. A certificate
// that cannot be read keeps none of the others from counting.
func (d *Daemon) eraseAgain(ctx context.Context) error {
	all, bad, err := certificates(d.cfg.Home)
	if err != nil {
		return err
	}
	if len(all)+len(bad) == 0 {
		return nil
	}
	known, err := d.erasures(ctx)
	if err != nil {
		return err
	}
	var again []error // one that cannot be made keeps none of the others from it
	for _, c := range all {
		if err := d.eraseAgainOne(ctx, c, known); err != nil {
			again = append(again, fmt.Errorf("what was erased may be there again: erasure %s: %w", c.ID, err))
		}
	}
	for _, b := range bad {
		if known[b.id] || d.tookOver(ctx, b.id) {
			d.log.Warn("what it certifies is erased", slog.Any("err", b.err))
		} else {
			again = append(again, fmt.Errorf("what was erased may be there again: %w", b.err))
		}
	}
	return errors.Join(again...)
}

// erasures returns the ids of the erasures of which the logs know.
func (d *Daemon) erasures(ctx context.Context) (map[string]bool, error) {
	known := map[string]bool{}
	spaces, err := d.ledger.Erasing(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range spaces {
		ids, err := d.ledger.ErasedIn(ctx, name)
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			known[id] = true
		}
	}
	return known, nil
}

func (d *Daemon) eraseAgainOne(ctx context.Context, c control.Certificate, known map[string]bool) error {
	again := filepath.Join(d.cfg.Home, erasuresFolder, c.ID+certificateEnd+againEnd)
	if !known[c.ID] {
		has, err := d.ledger.Has(ctx, c.Space)
		if err != nil || !has {
			return err
		}
		took, err := d.ledger.KnowsErasure(ctx, c.Space, c.ID)
		if err != nil {
			return err
		}
		if !took {
			return d.eraseOnceMore(ctx, c, again)
		}
	}
	// Cut off behind its decision, it is finished like every other.
	if err := os.Remove(again); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// tookOver reports whether a later erasure has taken over one with an id, of whatever
// space: what nobody can tell is no.
func (d *Daemon) tookOver(ctx context.Context, id string) bool {
	spaces, err := d.ledger.Erasing(ctx)
	return err == nil && slices.ContainsFunc(spaces, func(name memtide.Space) bool {
		known, err := d.ledger.KnowsErasure(ctx, name, id)
		return err == nil && known
	})
}

func (d *Daemon) eraseOnceMore(ctx context.Context, c control.Certificate, again string) error {
	if err := d.allDecided(ctx, c.Space); err != nil {
		return err
	}
	gone := tools.Gone{Target: c.Target, Nodes: c.Nodes, Asked: c.Asked}
	for _, id := range c.HalfTurns {
		known, err := d.ledger.Known(ctx, c.Space, memtide.NewChangeID("record", id))
		if err != nil {
			return err
		}
		if known {
			gone.Turns = append(gone.Turns, id)
		}
	}
	plan, err := tools.PlanErasedAgain(ctx, d.ledger, c.Space, gone)
	if err != nil || len(plan.Goes)+len(plan.Turns) == 0 {
		return err // the backup is older than what was erased, too
	}
	d.log.Warn("a backup was restored that is older than an erasure; it is made again", slog.String("id", c.ID))
	if err := os.Rename(strings.TrimSuffix(again, againEnd), again); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	spool, err := d.spooled(c.Space, &plan)
	if err != nil {
		return err
	}
	// What stood before the restore is the way back, and holds nothing of it.
	asked := plan.Erasing(c.Space, c.Asked)
	asked.Target, asked.Spool, asked.KeepBackups = c.Target, spool, true
	e, err := d.ledger.Erase(ctx, asked)
	if err != nil {
		return err
	}
	if _, err := d.certify(context.WithoutCancel(ctx), e, known{texts: plan.Texts()}); err != nil {
		return err
	}
	return os.Remove(again)
}
