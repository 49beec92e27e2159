package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// How replays are asked for.
type replaying struct {
	from, engine, since  string
	shadow, prompts, yes bool
	verbose, dryRun      bool
}

func replayCmd(a *app) *cobra.Command {
	var r replaying
	c := &cobra.Command{
		Use: "replay --from turns --shadow | replay --prompts", Short: "read what was said again into a shadow, or ask old prompts again", Args: cobra.NoArgs,
		Long: `memtide replay --from turns --shadow reads all half-turns of a space again, as
the settings are now, into a store of its own; nothing in the memory changes. It
says first how much that is and what it may cost, and asks (--dry-run only says
it). Replies of models that are recorded are not paid again, and what is paid is
recorded. Then

  memtide replay diff     what the shadow has more, less and otherwise
  memtide replay promote  take that over, in changes that can be undone
  memtide replay drop     throw the shadow away

memtide replay --prompts --since 30d asks the prompts of the last 30 days again,
with the clock of then, and shows what would be injected by the memory and the
settings of today against what was (the receipts know that). What has come since
then does not count.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if r.engine != "" && r.engine != engineRules && r.engine != engineModel {
				return usage("--engine is %q; there are: rules, model", r.engine)
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			switch {
			case r.prompts && r.from == "" && !r.shadow:
				return a.replayPrompts(c.Context(), cl, cl.Space(), r)
			case !r.prompts && r.from == "turns" && r.shadow:
				return a.replayTurns(c.Context(), cl, r)
			}
			return usage("say either --from turns --shadow, or --prompts; see memtide replay --help")
		},
	}
	f := c.Flags()
	f.StringVar(&r.from, "from", "", "\"turns\": read the half-turns again")
	f.BoolVar(&r.shadow, "shadow", false, "into a store of its own")
	f.StringVar(&r.engine, "engine", "", "who reads: rules, or model (each layer that can have one); as the settings say, if nothing is given")
	f.BoolVar(&r.dryRun, "dry-run", false, "only say how much it is and what it may cost")
	f.BoolVar(&r.prompts, "prompts", false, "ask old prompts again")
	f.StringVar(&r.since, "since", "30d", "with --prompts: those since then")
	f.BoolVarP(&r.verbose, "verbose", "v", false, "with --prompts: also those that nothing changes for")
	f.BoolVarP(&r.yes, "yes", "y", false, "do not ask")
	c.AddCommand(replayDiffCmd(a), replayPromoteCmd(a), replayDropCmd(a))
	return c
}

// eachTurn hands every half-turn of a space to fn, oldest first.
func eachTurn(ctx context.Context, cl *client.Client, space memtide.Space, fn func(event.TurnTaken) error) error {
	for req := (control.TurnPageRequest{Space: space}); ; {
		p, err := client.Control[control.TurnPage](ctx, cl, "turnpage", req)
		if err != nil {
			return err
		}
		for _, t := range p.Turns {
			if err := fn(t); err != nil {
				return err
			}
		}
		if req.Behind = p.Last; p.Last >= p.Ends {
			return nil
		}
	}
}
