package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
)

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
	return a.change(c, "vote", control.NodeRequest{What: id, On: up}, func(cs memtide.ChangeSet) string {
		for _, op := range cs.Ops {
			if op.Field == "score" {
				return fmt.Sprintf("score of %s is %s now", id, op.To)
			}
		}
		return cs.Reason
	})
}
