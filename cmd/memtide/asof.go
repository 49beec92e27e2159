package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

type asOfRequest struct {
	Space  memtide.Space `json:"space"`
	At     time.Time     `json:"at,omitzero"`
	Change string        `json:"change,omitempty"` // id of a change, or its beginning, in place of a moment
}

// asOf makes a view of a space as it was, in the background.
func (d *daemon) asOf(_ context.Context, in asOfRequest) (operation, error) {
	if err := in.Space.Validate(); err != nil {
		return operation{}, err
	}
	return d.work.begin("asof", func(ctx context.Context, _ func(done, total uint64)) (any, error) {
		if in.Change == "" {
			return d.ledger.AsOfTime(ctx, in.Space, in.At)
		}
		c, err := d.ledger.Change(ctx, in.Space, in.Change)
		if err != nil {
			return nil, err
		}
		p, err := d.ledger.AsOf(ctx, in.Space, c.Seq)
		p.At = c.At
		return p, err
	}), nil
}

// pastFlag gives a command that looks at memories its --as-of.
func pastFlag(c *cobra.Command, moment *string) {
	c.Flags().StringVar(moment, "as-of", "", "as the memory was then: a day (2026-05-01, at its beginning), a moment (RFC 3339), a time ago (7d), or just after a change (its id)")
}

// asOf lets a command look at a space as it was at a moment; an empty one is
// now. The clock of the question is that moment, too.
func (a *app) asOf(ctx context.Context, cl *client, moment string) (memtide.Space, time.Time, error) {
	if moment == "" {
		return cl.space(), time.Time{}, nil
	}
	req := asOfRequest{Space: cl.space()}
	now := time.Now()
	at, err := parseSince(moment, now)
	if err == nil && at.After(now) {
		fmt.Fprintf(a.io.err, "--as-of %s lies ahead; the memory is shown as it is now\n", moment)
		at = now
	}
	if req.At = at; err != nil {
		if !isHex(moment) {
			return "", at, usage("--as-of is %q, want a day (2026-05-01), a moment (RFC 3339), a time ago (90m, 7d) or the id of a change", moment)
		}
		req.Change = moment
	}
	var p ledger.Past
	op, err := follow(ctx, cl, "asof", req, progress(a.io.err, -1, "making the memory as it was"))
	if err == nil {
		err = op.into(&p)
	}
	if err != nil {
		return "", at, err
	}
	fmt.Fprintf(a.io.err, "as of %s: decision %d\n", p.At.Local().Format(time.DateTime), p.Seq)
	return p.Space, p.At, nil
}

func isHex(s string) bool {
	for _, c := range s {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return len(s) >= 4
}
