package remember

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/redact"
)

// intake is the door memtide.turn: it validates and scrubs a half-turn, caps
// its trust, and answers when it is durable. Tools have a door of their own
// with a lower cap.
func intake(d Deps) []bus.Stage {
	i := &doorman{Deps: d, patience: openWithin}
	return []bus.Stage{
		i.door("remember.intake", "answers memtide.turn: validates, scrubs, caps trust; replies when the half-turn is durable",
			event.SubjectTurn, memtide.TrustUser),
		i.door("remember.intake.tool", "the same for tools that come in by bus.listen: trust is at most the agent's",
			event.SubjectToolTurn, memtide.TrustAgent),
	}
}

func (i *doorman) door(name, doc, subject string, limit memtide.Trust) bus.Stage {
	take := func(ctx context.Context, in event.TurnRequest) (event.TurnReply, error) {
		return i.take(ctx, in, limit)
	}
	return bus.NewDoor(name, doc, subject, []event.Payload{event.TurnTaken{}, event.JobDue{}}, take,
		bus.DoorOptions[event.TurnRequest, event.TurnReply]{
			Timeout: openWithin,
			Called:  event.SubjectTurn, // tools publish to it, too
			Refuse:  refuse,
		})
}

// errLate says that the time was over while a half-turn was still being read: the
// half-turn is to blame, and not the daemon.
var errLate = errors.New("half-turn takes too long to read")

// errShut says that the space of a half-turn is not open, and that waiting at the door
// does not help.
var errShut = errors.New("its space is not open")

func refuse(err error) event.TurnReply {
	return event.TurnReply{Error: err.Error(), Retry: !errors.Is(err, memtide.ErrInvalid), Late: errors.Is(err, errLate), Shut: errors.Is(err, errShut)}
}

type doorman struct {
	Deps
	windows  windows
	order    order
	patience time.Duration // with a space that is being opened
}

// openWithin is how long the door stays with one half-turn, and waits for its space to
// open. It is one door for all spaces: once an opening has taken as long nobody waits
// for it any more.
const openWithin = 10 * time.Second

// take accepts one request. An error with memtide.ErrInvalid is the sender's
// and final; any other will pass.
func (i *doorman) take(ctx context.Context, in event.TurnRequest, limit memtide.Trust) (event.TurnReply, error) {
	if in.Space == "" {
		in.Space = cmp.Or(i.Intake.Space, memtide.DefaultSpace)
	}
	if err := in.Space.Validate(); err != nil {
		return event.TurnReply{}, fmt.Errorf("%w half-turn: %w", memtide.ErrInvalid, err)
	}
	if redact.ID(string(in.Space)) != string(in.Space) {
		return event.TurnReply{}, fmt.Errorf("%w half-turn: the name of the space holds a secret; choose another", memtide.ErrInvalid)
	}
	if why := amiss(in); why != "" {
		return event.TurnReply{}, fmt.Errorf("%w half-turn: %s", memtide.ErrInvalid, why)
	}
	cwd := in.Cwd
	scrubNames(&in)
	if in.Mark != "" {
		return i.note(ctx, in)
	}
	if out, err := i.optedOut(ctx, cwd); err != nil {
		return event.TurnReply{}, err
	} else if out {
		return event.TurnReply{Outcome: event.TurnSkipped}, nil
	}
	if in.Unplaced && i.Intake.Project != nil && limit >= memtide.TrustUser { // for a tool no folder is looked at
		name, err := i.Intake.Project(ctx, cwd)
		if err != nil {
			return event.TurnReply{}, fmt.Errorf("find the project of a half-turn: %w", err)
		}
		in.Project = redact.Name(name)
	}
	if !in.Unplaced && i.Intake.Placed != nil && limit >= memtide.TrustUser && cwd != "" {
		i.Intake.Placed(cwd, in.Project)
	}
	t, err := i.turn(ctx, in, i.cap(in, limit))
	if err != nil {
		return event.TurnReply{}, err
	}
	if in.Text != "" && strings.TrimSpace(t.Text) == "" { // a field of another name is a mistake, and is named
		return event.TurnReply{Outcome: event.TurnSkipped}, nil
	}
	if err := t.Validate(); err != nil {
		return event.TurnReply{}, err
	}
	if t.Fact != "" && !slices.Contains(factKinds, t.Fact) {
		return event.TurnReply{}, fmt.Errorf("%w half-turn: fact is %q, want one of %v", memtide.ErrInvalid, t.Fact, factKinds)
	}
	var beside errgroup.Group // its log has a sync of its own
	beside.Go(func() error { return i.switched(ctx, t.Turn) })
	out, err := i.publish(ctx, t)
	// Where only the other fails the half-turn is sent again, and is known by then.
	return out, errors.Join(err, beside.Wait())
}

// factKinds are the kinds that a stand-alone memory may have.
var factKinds = []memtide.Kind{memtide.Entity, memtide.Fact, memtide.Event, memtide.Instruction, memtide.Opinion, memtide.Plan}

// publish makes a half-turn durable, once.
func (i *doorman) publish(ctx context.Context, t event.TurnTaken) (event.TurnReply, error) {
	if open := i.Ledger.Opening(t.Space); open > i.patience {
		return event.TurnReply{}, fmt.Errorf("%w: it is still being opened, for %s now; send the half-turn again in a while", errShut, open.Round(time.Second))
	}
	known, err := i.Ledger.Known(ctx, t.Space, memtide.NewChangeID("record", t.ID))
	if err != nil && ctx.Err() == nil && !bus.Passes(err) {
		return event.TurnReply{}, fmt.Errorf("look up half-turn: %w: %w", errShut, err)
	}
	if err != nil {
		return event.TurnReply{}, fmt.Errorf("look up half-turn: %w", err)
	}
	if known || i.Intake.Erased != nil && i.Intake.Erased(t.ID) {
		return event.TurnReply{ID: t.ID, Outcome: event.TurnKnown}, nil
	}
	if err := i.counts(ctx, &t.Turn); err != nil {
		return event.TurnReply{}, err
	}
	t.Shown, t.Conflicts = i.shown(ctx, t.Turn), i.asked(ctx, t.Turn)
	stored, err := i.Bus.Publish(ctx, t, bus.Meta{ID: t.ID, Space: t.Space, Trace: t.ID})
	if err != nil {
		return event.TurnReply{}, err
	}
	out := event.TurnReply{ID: t.ID, Outcome: event.TurnNew, Seq: stored.Seq}
	if stored.Duplicate {
		out.Outcome = event.TurnKnown
	}
	return out, nil
}

// answerWithin is the age up to which a half-turn may answer a prompt that a
// session still knows.
const answerWithin = 24 * time.Hour

// shown returns the memories that the prompt of an agent's half was given. The
// state of a session may be lost, with a restart or with age: then the answer
// is taken all the same, and no memory gains by it. An old half-turn comes out
// of a transcript; there are thousands of them, and none is looked up.
func (i *doorman) shown(ctx context.Context, t memtide.Turn) []memtide.ID {
	if t.Role != memtide.RoleAgent || t.Session == "" || t.PromptID == "" || i.Now().Sub(t.Time) > answerWithin {
		return nil
	}
	s, _, err := i.Bus.Session(ctx, t.Space, t.Session)
	if err != nil {
		return nil
	}
	var ids []memtide.ID
	for _, p := range s.Shown {
		if p.PromptID == t.PromptID { // twice where a client has asked twice, or the user has said something more
			ids = append(ids, p.IDs...)
		}
	}
	return ids
}

// turn makes the half-turn of a request.
func (i *doorman) turn(ctx context.Context, in event.TurnRequest, limit memtide.Trust) (event.TurnTaken, error) {
	t := event.TurnTaken{Fact: in.Fact, Turn: memtide.Turn{
		Space: in.Space, Role: in.Role, Speaker: in.Speaker, Session: in.Session, Client: in.Client,
		Project: in.Project, Cwd: in.Cwd, PromptID: in.PromptID, Time: in.Time.UTC().Truncate(time.Millisecond), Zone: memtide.ZoneOf(in.Time), Trust: in.Trust,
		Tags: in.Tags, SessionTags: in.SessionTags, Narrative: in.Narrative, Task: in.Task,
	}}
	now := i.Now().UTC().Truncate(time.Millisecond)
	if in.Time.IsZero() || t.Time.After(now.Add(10*time.Minute)) && !memtide.Unset(now) {
		t.Time = now // a clock that is ahead would make every later word older
	}
	if in.Time.IsZero() {
		t.Zone = memtide.ZoneOf(i.Now())
	}
	if t.Trust == 0 || t.Trust > limit {
		t.Trust = limit
	}
	if len(in.Text) > 8*memtide.MaxTurn {
		return t, fmt.Errorf("%w half-turn: text has %d bytes; cut it to %d", memtide.ErrInvalid, len(in.Text), memtide.MaxTurn)
	}
	c, err := scrub(ctx, in.Text, in.Quotes)
	if err != nil {
		return t, err
	}
	c = redact.Cut(c, memtide.MaxTurn)
	t.Text = c.Text
	for _, q := range c.Quotes {
		t.Quotes = append(t.Quotes, memtide.Quote(q))
	}
	t.ID = turnID(t.Turn, in.Time)
	return t, nil
}

// turnID returns the id of a half-turn by the time that its sender gives: one that is
// sent again while that is in the future comes at another moment, and is the same.
func turnID(t memtide.Turn, sent time.Time) string {
	if !sent.IsZero() {
		t.Time = sent.UTC().Truncate(time.Millisecond)
	}
	return memtide.TurnID(t)
}

// scrubNames takes secrets out of what a request says about itself: a folder, a
// project, a speaker may be named after one, and an id may be one.
func scrubNames(in *event.TurnRequest) {
	in.Cwd, in.Project, in.Speaker, in.Client = redact.Name(in.Cwd), redact.Name(in.Project), redact.Name(in.Speaker), redact.Name(in.Client)
	in.Session, in.PromptID = redact.ID(in.Session), redact.ID(in.PromptID)
	in.Narrative, in.Task = cleanLabel(in.Narrative), cleanLabel(in.Task)
	in.Tags, in.SessionTags = cleanTags(in.Tags), cleanTags(in.SessionTags)
}

// cap returns the highest trust that a request may have. Only the memory's
// owner can confirm, and not by this door. A tool stays below the user unless
// the user has raised it by name in the configuration.
func (i *doorman) cap(in event.TurnRequest, limit memtide.Trust) memtide.Trust {
	if raised, ok := i.Intake.Tools[in.Client]; ok && limit == memtide.TrustAgent {
		limit = min(raised, memtide.TrustUser)
	}
	if in.Role == memtide.RoleAgent {
		limit = min(limit, memtide.TrustAgent)
	}
	return limit
}

// optedOut reports whether nothing may be kept of a folder, by whatever name it is
// reached: clients tell it without links, and people write the name that they type.
func (i *doorman) optedOut(ctx context.Context, cwd string) (bool, error) {
	if cwd == "" || len(i.Intake.OptOut) == 0 {
		return false, nil
	}
	here, err := i.names(ctx, cwd)
	if err != nil {
		return false, err
	}
	for _, dir := range i.Intake.OptOut {
		all, err := i.names(ctx, dir)
		if err != nil {
			return false, err
		}
		for _, dir := range all {
			// A client may have scrubbed the folder's name already.
			if slices.ContainsFunc(here, func(path string) bool { return within(dir, path) || within(redact.Name(dir), path) }) {
				return true, nil
			}
		}
	}
	return false, nil
}

// names returns the path of a folder, and the one without links where it is another.
func (i *doorman) names(ctx context.Context, dir string) ([]string, error) {
	if i.Intake.Real == nil {
		return []string{dir}, nil
	}
	real, err := i.Intake.Real(ctx, dir)
	if err != nil {
		return nil, fmt.Errorf("look where the folder of a half-turn is: %w", err)
	}
	return slices.Compact([]string{dir, real}), nil
}

// within reports whether path is dir or lies below it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator))
}

// note takes what a client says about a session.
func (i *doorman) note(ctx context.Context, in event.TurnRequest) (event.TurnReply, error) {
	if in.Session == "" {
		return event.TurnReply{}, fmt.Errorf("%w mark: session is empty; it says which conversation is meant", memtide.ErrInvalid)
	}
	at := in.Time
	if at.IsZero() {
		at = i.Now()
	}
	switch in.Mark {
	case event.MarkCompacted:
		err := i.Bus.UpdateSession(ctx, in.Space, in.Session, func(s *event.SessionState) {
			if begunAnew(s) {
				return // the client has said so before, and was shown what holds
			}
			s.Surfaced, s.Compacted, s.Forgot = nil, true, at
		})
		return event.TurnReply{Outcome: event.TurnNoted}, err
	case event.MarkCompacting, event.MarkEnded:
		return event.TurnReply{Outcome: event.TurnNoted}, i.due(ctx, in.Space, in.Session, in.Mark, at)
	}
	return event.TurnReply{}, fmt.Errorf("%w mark: %q is not one of %s, %s, %s", memtide.ErrInvalid, in.Mark,
		event.MarkCompacting, event.MarkCompacted, event.MarkEnded)
}

// begunAnew reports whether a session has had no prompt since its client last forgot:
// Claude Code begins a session anew for that, and then says that it has forgotten.
func begunAnew(s *event.SessionState) bool {
	return !s.Forgot.IsZero() && !slices.ContainsFunc(s.Turns, func(t event.Past) bool { return t.At.After(s.Forgot) })
}

// switched lets the session before be consolidated when a client begins a new
// one in the same folder (Y22). Two sessions that go on side by side are no switch.
func (i *doorman) switched(ctx context.Context, t memtide.Turn) error {
	if t.Session == "" {
		return nil
	}
	folder := memtide.Hash(string(t.Space), t.Client, t.Cwd)
	if before := i.windows.before(folder, t.Session); before != "" {
		if err := i.due(ctx, t.Space, before, "session-switch", t.Time); err != nil {
			return err
		}
	}
	i.windows.said(folder, t.Session)
	return nil
}

func (i *doorman) due(ctx context.Context, space memtide.Space, session, cause string, at time.Time) error {
	if i.Intake.NoSummaries {
		return nil
	}
	job := event.JobDue{Job: "consolidate", Space: space, Session: session, ScheduledAt: at.UTC().Truncate(time.Second), Cause: cause}
	_, err := i.Bus.Publish(ctx, job, bus.Meta{ID: job.JobID(), Space: space, Trace: job.JobID()})
	return err
}
