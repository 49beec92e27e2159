package tools

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// Why a verb refuses a memory. The text names the way on.
var (
	ErrArchived    = errors.New("is forgotten")
	ErrSuperseded  = errors.New("is superseded")
	ErrQuarantined = errors.New("is in quarantine")
	ErrEpisode     = errors.New("is what was said, and no claim")
	ErrDoubted     = errors.New("does not come from you")
	ErrBelieved    = errors.New("is believed more than who would change it")
	ErrOrders      = errors.New("tells an agent what to do, and does not come from you")
)

// claim returns the memory that a verb is to change: one that retrieval may
// show, and that says something.
func claim(v ledger.View, id memtide.ID) (*memtide.Node, error) {
	n, err := v.Graph.Node(id)
	if err != nil {
		return nil, fmt.Errorf("memory %s: %w", id.Short(), err)
	}
	refuse := func(why error, hint string) error { return fmt.Errorf("memory %s %w; %s", id.Short(), why, hint) }
	switch {
	case !n.SupersededBy.IsZero():
		return nil, refuse(ErrSuperseded, "what holds now is "+n.SupersededBy.Short())
	case n.Attributes[Quarantine] != "":
		return nil, refuse(ErrQuarantined, "look at it with: memtide quarantine show "+id.Short())
	case !n.ArchivedAt.IsZero():
		return nil, refuse(ErrArchived, "the change that forgot it stands in: memtide show --history "+id.Short())
	case n.Kind == memtide.Episode:
		return nil, refuse(ErrEpisode, "take the memory that was made of it, or forget it")
	}
	return n, nil
}

// Correction is what a person says in the place of a memory.
type Correction struct {
	ID   memtide.ID
	Text string
	At   time.Time
	By   Asker // the zero value is the user
}

// Correct lets the user's own words take the place of a memory. The new memory
// keeps kind, scope, project, links and what else was known of the old one, has
// the trust of what the user has confirmed, and never decays. The description
// of an entity is changed where it stands, for others point at it. The errors
// are those of verbs, and memtide.ErrInvalid for a text that says nothing new. Where a
// program asks in the user's place, see [Asker].
func Correct(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Correction) (memtide.ChangeSet, error) {
	text, err := stated("correction", in.Text)
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	c := request("correct", space, memtide.Hash(in.ID.String(), text, at.String()), at)
	c.Actor = in.By.name()
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		old, err := claim(v, in.ID)
		if err != nil {
			return err
		}
		if old.Content == text {
			return fmt.Errorf("%w correction: memory %s says just that already", memtide.ErrInvalid, in.ID.Short())
		}
		if err := in.By.maySay(old, text); err != nil {
			return err
		}
		c.Reason = in.By.said() + " has corrected " + in.ID.Short()
		w := NewWriter(v, c)
		if old.Kind == memtide.Entity {
			return w.describe(old, text)
		}
		n := corrected(old, text, at, memtide.Clock(in.At))
		in.By.sign(n, old)
		n.ID = w.ID()
		w.Add(n)
		return w.Supersede(n, old)
	})
}

// corrected returns what takes the place of old, at a time and when a clock shows so
// much to who corrects.
func corrected(old *memtide.Node, text string, at, clock time.Time) *memtide.Node {
	n := *old
	n.Content, n.CreatedAt, n.Salience = text, at, memtide.SalienceOf(old)
	n.Source = memtide.Source{Client: "cli", Role: memtide.RoleUser}
	assure(&n, at)
	n.Tags, n.Attributes = append([]string(nil), old.Tags...), WithAttribute(old.Attributes, PreviousText, old.Content)
	delete(n.Attributes, "replaces")
	saysItself(n.Attributes, text)
	kind, dates := Dated(old.Kind, text, clock)
	if n.Kind = kind; kind != old.Kind {
		n.Subtype = "definitional"
	}
	if !dates.Happens.IsZero() {
		n.EventTime, n.ValidFrom, n.ValidUntil = dates.Happens, dates.Holds, dates.Ends
	}
	return &n
}

// saysItself takes from attributes whom and what the words of a memory mean by a pronoun,
// where they begin with none.
func saysItself(attrs map[string]string, text string) {
	if !language.MeansSomebody(text) {
		delete(attrs, About)
	}
	if !language.MeansSomething(text) {
		delete(attrs, ledger.Means)
	}
}

// assure makes a node what the user has vouched for: it has full confidence and
// never decays.
func assure(n *memtide.Node, at time.Time) {
	n.Trust, n.ConfirmedAt, n.BaseConfidence, n.DecayRate = memtide.TrustConfirmed, at, 1, 0
}

// describe gives an entity another description.
func (w *Writer) describe(n *memtide.Node, text string) error {
	if err := w.Previous(n, &memtide.Node{Content: n.Content}); err != nil {
		return err
	}
	if err := w.Set(n, "content", text); err != nil {
		return err
	}
	if err := w.Set(n, "subtype", memtide.Stated); err != nil {
		return err
	}
	return w.assure(n)
}

// assure sets the fields by which a memory counts as confirmed by the user.
func (w *Writer) assure(n *memtide.Node) error {
	sure := *n
	assure(&sure, w.Change.At)
	return errors.Join(
		w.Set(n, "trust", sure.Trust), w.Set(n, "confirmed_at", sure.ConfirmedAt),
		w.Set(n, "base_confidence", sure.BaseConfidence), w.Set(n, "decay_rate", sure.DecayRate))
}

// Confirm notes that the user vouches for a memory: it has full confidence, the
// trust of what the user has confirmed, and never decays. What is confirmed
// already is left as it is.
func Confirm(ctx context.Context, l *ledger.Ledger, space memtide.Space, id memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	c := request("confirm", space, memtide.Hash(id.String(), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, id)
		if err != nil {
			return err
		}
		if n.Trust == memtide.TrustConfirmed && !n.ConfirmedAt.IsZero() && n.DecayRate == 0 {
			c.Reason = "confirmed already, " + n.ConfirmedAt.Format(time.DateOnly)
			return nil
		}
		c.Reason = "the user vouches for " + id.Short()
		return NewWriter(v, c).assure(n)
	})
}

// Pin lets a memory stand, or no longer: one that is pinned comes with every
// prompt that is given memory, before all other directives, is never superseded
// by a likeness and never decays. Only what comes from the user or from what
// the user has confirmed can be pinned: the error is [ErrDoubted] for any other.
func Pin(ctx context.Context, l *ledger.Ledger, space memtide.Space, id memtide.ID, pinned bool, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	stage := map[bool]string{true: "pin", false: "unpin"}[pinned]
	c := request(stage, space, memtide.Hash(id.String(), at.String()), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, id)
		switch {
		case err != nil:
			return err
		case pinned && n.Kind == memtide.Entity:
			return fmt.Errorf("%w pin: %s is a name, and tells nothing that could be shown with every prompt", memtide.ErrInvalid, id.Short())
		case pinned && n.Trust < memtide.TrustUser:
			return fmt.Errorf("memory %s %w (trust %s); say that it holds first: memtide confirm %s", id.Short(), ErrDoubted, n.Trust, id.Short())
		case n.Pinned == pinned && pinned:
			c.Reason = "pinned already"
		case n.Pinned == pinned:
			c.Reason = "is not pinned"
		}
		if c.Reason != "" {
			return nil
		}
		return NewWriter(v, c).Set(n, "pinned", pinned)
	})
}
