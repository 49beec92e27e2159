package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// vote weighs as the settings say: On is in favour.
func (d *daemon) vote(ctx context.Context, in nodeRequest) (memtide.ChangeSet, error) {
	key, weight := "remember.reinforce_weight", d.cfg.Remember.Reinforce
	if !in.On {
		key, weight = "remember.demote_weight", -d.cfg.Remember.Demote
	}
	if weight == 0 {
		return memtide.ChangeSet{}, fmt.Errorf("%w vote: %s is 0, so it would change nothing; set it to a number up to 10", memtide.ErrInvalid, key)
	}
	id, err := d.resolve(ctx, in.Space, in.What)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	return tools.Vote(ctx, d.ledger, in.Space, tools.Ballot{ID: id, Weight: weight, At: time.Now()})
}

func reinforceCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "reinforce ID", Short: "say that a memory was of use: it rises among its equals", Args: cobra.ExactArgs(1),
		Long: `Adds remember.reinforce_weight (3) to the score of the memory, which goes from -5
to 5, and counts as a use of it. Answers that use a memory raise its score by
themselves, a little at a time.`,
		RunE: func(c *cobra.Command, args []string) error { return a.vote(c, args[0], true) },
	}
}

func demoteCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "demote ID", Short: "say that a memory was of no use: it falls among its equals", Args: cobra.ExactArgs(1),
		Long: `Takes remember.demote_weight (1) from the score of the memory, which goes from -5
to 5. Below 0 no answer that uses the memory raises it again.`,
		RunE: func(c *cobra.Command, args []string) error { return a.vote(c, args[0], false) },
	}
}

func (a *app) vote(c *cobra.Command, id string, up bool) error {
	return a.change(c, "vote", nodeRequest{What: id, On: up}, func(cs memtide.ChangeSet) string {
		for _, op := range cs.Ops {
			if op.Field == "score" {
				return fmt.Sprintf("score of %s is %s now", id, op.To)
			}
		}
		return cs.Reason
	})
}
