package daemon

import (
	"context"
	"errors"
	"fmt"
	"regexp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// hashForm is that of the ids of half-turns and changes, of which a list shows the beginning.
var hashForm = regexp.MustCompile(`^[0-9a-f]{8,32}$`)

// strayed says of an id that is none of a memory, or of a change, what else it names and
// which command takes that; of one that names nothing in which of several spaces it was
// looked for. Any other error is returned as it is.
func (d *Daemon) strayed(ctx context.Context, space memtide.Space, what string, err error) error {
	memory, change := errors.Is(err, graphdb.ErrNotFound), errors.Is(err, ledger.ErrNoChange)
	if !memory && !change {
		return err
	}
	if hashForm.MatchString(what) {
		if said, terr := d.turns(ctx, control.TurnsRequest{Space: space, ID: what, Limit: 1}); terr == nil && len(said) > 0 {
			return notFoundf("%s is a half-turn; memtide show %[1]s lists the memories that were made of it, memtide trace %[1]s what was decided on it", control.Short(what))
		}
	}
	if memory {
		if c, cerr := d.ledger.Change(ctx, space, what); cerr == nil {
			return notFoundf("%s is a change; memtide log %[1]s shows what it has changed", control.Short(string(c.ID)))
		}
	}
	if change {
		id, rerr := memtide.ID{}, error(nil)
		_ = d.ledger.Read(ctx, space, func(v ledger.View) error {
			if id, rerr = tools.Resolve(v, what); rerr == nil && !v.Graph.Has(id) {
				rerr = graphdb.ErrNotFound
			}
			return nil
		})
		if rerr == nil && !id.IsZero() {
			return notFoundf("%s is a memory; memtide log --node %[1]s lists the changes of it", id.Short())
		}
	}
	if all, serr := d.ledger.Spaces(ctx); serr == nil && len(all) > 1 {
		return fmt.Errorf("space %q: %w", space, err)
	}
	return err
}
