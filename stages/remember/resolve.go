package remember

import (
	"context"
	"errors"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// stageResolve is the stage that record awaits for a half-turn which may answer
// a question: what the user has decided must not get lost with a restart.
const stageResolve = "resolve"

// resolve reads what the user says next after the question which of two
// memories holds, and settles the contradiction when it is an answer.
func resolve(d Deps) bus.Stage {
	run := func(ctx context.Context, in event.ReplyRecorded) (event.Payload, error) {
		t, err := d.turn(ctx, in.Half)
		if err != nil {
			return nil, err
		}
		if err := d.mined(ctx, in.Half); err != nil {
			return nil, err
		}
		answers, err := d.answers(ctx, in.Half, t)
		if err != nil {
			return nil, err
		}
		_, err = d.Ledger.Decide(ctx, draft(stageResolve, in.Half, t.Time), func(v ledger.View, c *memtide.ChangeSet) error {
			return resolveRules(v, c, t, answers)
		})
		return nil, err
	}
	return bus.NewStage("remember.resolve", "what the user says next after a question which of two memories holds: the answer, or none", run,
		bus.StageOptions[event.ReplyRecorded]{
			Timeout: d.patience(),
			GivenUp: func(ctx context.Context, in event.ReplyRecorded, why string) (event.Payload, error) {
				return nil, d.decideDead(ctx, stageResolve, in.Half, why)
			},
		})
}

// mined waits until all else that is to be decided on a half-turn is: what it
// says may settle the question by itself.
func (d Deps) mined(ctx context.Context, h event.Half) error {
	if err := d.decided(ctx, "store", h); err != nil {
		return err
	}
	c, known, err := d.Ledger.Recorded(ctx, h.Space, memtide.NewChangeID("store", h.Turn))
	if err != nil || !known || c.Awaits == "" {
		return err
	}
	return d.decided(ctx, c.Awaits, h)
}

// answers returns the half-turns in which the agent has answered the prompts beside
// which the questions were shown, by prompt id: those that came before.
func (d Deps) answers(ctx context.Context, h event.Half, t event.TurnTaken) (map[string]string, error) {
	answers := map[string]string{}
	for _, asked := range t.Conflicts {
		turn := memtide.TurnID(memtide.Turn{Space: t.Space, Session: t.Session, PromptID: asked.PromptID, Role: memtide.RoleAgent})
		before, err := d.saidBefore(ctx, turn, h)
		if err != nil {
			return nil, err
		}
		if before {
			answers[asked.PromptID] = turn
		}
	}
	return answers, nil
}

// chooses reports whether a half-turn answers one of the questions that it may answer.
func (d Deps) chooses(ctx context.Context, h event.Half, t event.TurnTaken) (bool, error) {
	if err := d.decided(ctx, "record", h); err != nil { // then all before it are recorded, too
		return false, err
	}
	answers, err := d.answers(ctx, h, t)
	if err != nil {
		return false, err
	}
	r, _ := readReply(t.Turn)
	chooses := false
	err = d.Ledger.Read(ctx, t.Space, func(v ledger.View) error {
		for _, asked := range t.Conflicts {
			k, was, err := asking(v, asked, answers)
			if errors.Is(err, graphdb.ErrNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			chooses = chooses || was && (r.Choice == language.ChoiceBoth || chosen(r, k, asked) != nil)
		}
		return nil
	})
	return chooses, err
}

// asked returns the contradiction that the user may answer by a half-turn: the
// one that the session was asked about beside an earlier prompt, when this is
// the first that the user says after it.
func (i *doorman) asked(ctx context.Context, t memtide.Turn) []event.Conflict {
	if t.Role != memtide.RoleUser || t.Trust < memtide.TrustUser || t.Session == "" || i.Now().Sub(t.Time) > answerWithin {
		return nil
	}
	s, _, err := i.Bus.Session(ctx, t.Space, t.Session)
	if err != nil || len(s.Conflicts) == 0 {
		return nil
	}
	var found []event.Conflict
	claim := func(s *event.SessionState) {
		found = nil
		for n := range s.Conflicts {
			c := &s.Conflicts[n]
			if c.PromptID == "" || c.PromptID == memtide.Exchange(t.PromptID) || t.Time.Before(c.At) {
				continue
			}
			if c.Reply == "" || c.Reply == t.ID {
				c.Reply = t.ID
				found = append(found, c.Conflict)
			}
			return // the newest question is the one that is answered
		}
	}
	claim(&s)
	if len(found) == 0 {
		return nil
	}
	if err := i.Bus.UpdateSession(ctx, t.Space, t.Session, claim); err != nil {
		return nil // nobody is to be believed to have answered twice
	}
	return found
}
