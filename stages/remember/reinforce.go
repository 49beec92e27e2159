package remember

import (
	"context"
	"errors"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
)

// stageReinforce is the stage that record awaits for an answer to a prompt which
// was given memories.
const stageReinforce = "reinforce"

// reinforce lets the memories gain that an answer has used, of those that its
// prompt was given: one change set an answer. What was shown and not used stays as
// it is (K10).
func reinforce(d Deps) bus.Stage {
	run := func(ctx context.Context, in event.AnswerRecorded) (event.Payload, error) {
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		c := draft(stageReinforce, in.Half, t.Time)
		if known, err := d.Ledger.Known(ctx, c.Space, c.ID); known || err != nil {
			return nil, err
		}
		used, err := d.used(ctx, in.Half, t)
		if err != nil {
			return nil, err
		}
		_, err = d.Ledger.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
			return reinforceRules(v, c, t, used)
		})
		return nil, err
	}
	return bus.NewStage("remember.reinforce", "memories that the answer used gain a little, within bounds; those that it did not stay as they are", run,
		bus.StageOptions[event.AnswerRecorded]{
			Timeout: d.patience(),
			GivenUp: func(ctx context.Context, in event.AnswerRecorded, why string) (event.Payload, error) {
				return nil, d.decideDead(ctx, stageReinforce, in.Half, why)
			},
		})
}

// used returns the memories that may gain by an answer. It waits for what the
// half-turns up to this one have brought, and store waits for it before the next:
// a second run over TURNS finds the memories that the first one knew.
func (d Deps) used(ctx context.Context, h event.Half, t event.TurnTaken) ([]memtide.ID, error) {
	if err := d.mined(ctx, h); err != nil {
		return nil, err
	}
	prompt := t.Turn
	prompt.Role = memtide.RoleUser
	if before, err := d.saidBefore(ctx, memtide.TurnID(prompt), h); !before || err != nil {
		return nil, err
	}
	said := read(t.Text)
	var used []memtide.ID
	often := false
	err := d.Ledger.Read(ctx, t.Space, func(v ledger.View) (err error) {
		used, often, err = usedRules(v, t, said)
		return err
	})
	if err != nil || !often {
		return used, err
	}
	gained, err := d.gained(ctx, t)
	return slices.DeleteFunc(used, func(id memtide.ID) bool { return gained[id] >= gainsPerSession }), err
}

// gained counts how often each memory has gained by the answers of the session
// so far. The ledger tells, so that neither a restart nor a second session in
// between begins the count anew.
func (d Deps) gained(ctx context.Context, t event.TurnTaken) (map[memtide.ID]int, error) {
	var answers []string
	err := d.Ledger.Read(ctx, t.Space, func(v ledger.View) error {
		ids := v.Graph.BySession(t.Session)
		for _, id := range ids[max(len(ids)-gainsLookBack, 0):] {
			n, err := v.Graph.Node(id)
			if err != nil {
				return err
			}
			if n.Kind == memtide.Episode && n.Source.Role == memtide.RoleAgent {
				answers = append(answers, n.Source.Turn)
			}
		}
		return nil
	})
	gained := map[memtide.ID]int{}
	for _, turn := range answers {
		c, known, rerr := d.Ledger.Recorded(ctx, t.Space, memtide.NewChangeID(stageReinforce, turn))
		if rerr != nil && !errors.Is(rerr, bus.ErrGone) {
			return nil, errors.Join(err, rerr)
		}
		for _, op := range c.Ops {
			if known && op.Field == "access_count" {
				gained[op.Node]++
			}
		}
	}
	return gained, err
}
