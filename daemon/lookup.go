package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// lookupWithin is how long a look-up waits for the vector of its words.
const lookupWithin = time.Second

// lookup returns the memories that a filter lets through.
func (d *Daemon) lookup(ctx context.Context, in control.LookupRequest) (event.AskReply, error) {
	start := time.Now()
	if in.Now.IsZero() {
		in.Now = start
	}
	text := redact.Clean(in.Text).Text
	out := event.AskReply{Reason: "nothing that the filters let through fits"}
	err := d.ledger.ReadFor(ctx, in.Space, text, lookupWithin, func(v ledger.View) error {
		found, err := tools.Lookup(v, in.Space, tools.Filter{Text: text, Kinds: in.Kinds, Entity: in.Entity, After: in.After, Before: in.Before,
			Labels: in.Labels, Project: in.Project, Limit: listed(in.Limit), Behind: in.Behind, Agent: in.Agent, Now: in.Now})
		for _, m := range found {
			n := m.Node
			out.Items = append(out.Items, event.Item{ID: n.ID, Kind: n.Kind, Subtype: n.Subtype, Text: redact.Name(n.Content), Turn: n.Source.Turn,
				Time: tools.When(n, in.Now.Location()), Project: n.Project, Score: m.Relevance, Rank: m.Rank, Trust: n.Trust})
		}
		return err
	})
	if len(out.Items) > 0 {
		out.Reason = ""
	}
	out.TookUS = time.Since(start).Microseconds()
	return out, err
}
