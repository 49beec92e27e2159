package daemon

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// lookupWithin is how long a look-up waits for the vector of its words.
const lookupWithin = time.Second

// lookup returns the memories that a filter lets through. Of a search it leaves a receipt, as one
// by words alone does.
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
	if err == nil && in.Client != "" {
		r := lookupReceipt(in, out, start)
		ctx, cancel := context.WithTimeout(ctx, receiptWithin)
		defer cancel()
		// One that cannot be stored is lost, and the answer goes out without its id.
		if _, err := d.bus.Publish(ctx, r, bus.Meta{ID: memtide.Hash("receipt", r.ID), Space: r.Space, Trace: r.ID}); err == nil {
			out.ID = r.ID
		}
	}
	return out, err
}

// receiptWithin is how long an answer waits for its receipt.
const receiptWithin = time.Second

// lookupReceipt is the receipt of a look-up: all that the filters let through, in its order.
func lookupReceipt(in control.LookupRequest, out event.AskReply, start time.Time) event.Receipt {
	r := event.Receipt{ID: memtide.Hash("lookup", string(in.Space), in.Client, in.Text, start.String()), Space: in.Space, Client: redact.Name(in.Client), Project: in.Project,
		Mode: event.ModeQuery, At: in.Now.UTC(), Found: len(out.Items), Reason: out.Reason, TookUS: out.TookUS}
	if r.Project == tools.AnyProject {
		r.Project = ""
	}
	for _, it := range out.Items {
		r.Injected = append(r.Injected, it.ID)
		if len(r.Candidates) < event.MaxCandidates {
			r.Candidates = append(r.Candidates, event.Candidate{ID: it.ID, Kind: it.Kind, Relevance: it.Score, Rank: it.Rank, By: "filter"})
		}
	}
	return r
}
