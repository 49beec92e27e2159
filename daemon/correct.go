package daemon

import (
	"context"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// resolve returns the memory that an id, or the end of one, names. It has nothing to do with the
// stage of that name.
func (d *Daemon) resolve(ctx context.Context, space memtide.Space, what string) (id memtide.ID, err error) {
	err = d.ledger.Read(ctx, space, func(v ledger.View) (err error) {
		id, err = tools.Resolve(v, what)
		return err
	})
	if err != nil {
		err = d.strayed(ctx, space, what, err)
	}
	return id, err
}

// asker is who asks for a verb by a name as in [control.ForgetRequest]. A program is believed
// as a tool is that comes in by bus.listen.
func (d *Daemon) asker(by string) tools.Asker {
	if by == "" {
		return tools.Asker{}
	}
	client := by // one that has not said its name goes by that of its door
	if _, name, ok := strings.Cut(by, ":"); ok {
		client = name
	}
	a := tools.Asker{Name: control.FirstWords(by), Client: control.FirstWords(client), Trust: memtide.TrustAgent}
	if raised, ok := toolTrust(d.cfg)[client]; ok {
		a.Trust = min(raised, memtide.TrustUser)
	}
	return a
}

func (d *Daemon) correct(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Correct(ctx, d.ledger, in.Space, tools.Correction{ID: id, Text: in.Text, At: time.Now(), By: d.asker(in.By)})
}

func (d *Daemon) confirm(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Confirm(ctx, d.ledger, in.Space, id, time.Now())
}

func (d *Daemon) pin(ctx context.Context, in control.NodeRequest) (memtide.ChangeSet, error) {
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Pin(ctx, d.ledger, in.Space, id, in.On, time.Now())
}
