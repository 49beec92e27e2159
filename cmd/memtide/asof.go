package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/ledger"
)

// pastFlag gives a command that looks at memories its --as-of.
func pastFlag(c *cobra.Command, moment *string) {
	c.Flags().StringVar(moment, "as-of", "", "as the memory was then: a day (2026-05-01, at its beginning), a moment (RFC 3339), a time ago (7d), or just after a change (its id)")
}

// asOf lets a command look at a space as it was at a moment; an empty one is
// now. The clock of the question is that moment, too.
func (a *app) asOf(ctx context.Context, cl *client.Client, moment string) (memtide.Space, time.Time, error) {
	if moment == "" {
		return cl.Space(), time.Time{}, nil
	}
	req := control.AsOfRequest{Space: cl.Space()}
	now := time.Now()
	at, err := parseSince(moment, now)
	if err == nil && at.After(now) {
		fmt.Fprintf(a.io.err, "--as-of %s lies ahead; the memory is shown as it is now\n", moment)
		at, req.Now = now, true
	}
	if req.At = at; err != nil {
		if !isHex(moment) {
			return "", at, usage("--as-of is %q, want a day (2026-05-01), a moment (RFC 3339), a time ago (90m, 7d) or the id of a change", moment)
		}
		req.Change = moment
	}
	return a.view(ctx, cl, req)
}

// view makes a view of a space, and says of which moment it is.
func (a *app) view(ctx context.Context, cl *client.Client, req control.AsOfRequest) (memtide.Space, time.Time, error) {
	var p ledger.Past
	op, err := progress.Follow(ctx, cl, "asof", req, progress.Bar(a.io.err, -1, "making the memory as it was"))
	if err == nil {
		err = op.Into(&p)
	}
	if err != nil {
		return "", time.Time{}, err
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
