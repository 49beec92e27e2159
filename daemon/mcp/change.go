package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	protocol "github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// mostFact is the most that one fact has, in bytes: more is several.
const mostFact = 1000

// noteKinds are those that an agent can note. A rule is the user's to give.
var noteKinds = []string{string(memtide.Fact), string(memtide.Event), string(memtide.Opinion), string(memtide.Plan)}

type rememberIn struct {
	Fact string `json:"fact" jsonschema:"one discrete fact that stands by itself: names in place of pronouns, dates in place of today, at most 1000 bytes"`
	Kind string `json:"kind,omitempty" jsonschema:"fact, event, opinion or plan; fact if left out"`
	Tags string `json:"tags,omitempty" jsonschema:"separated by commas, up to 20, of 100 bytes each"`
}

type updateIn struct {
	ID   string `json:"id" jsonschema:"id of the memory that no longer says what is so"`
	Fact string `json:"fact" jsonschema:"what takes its place, one discrete fact that stands by itself"`
}

type idIn struct {
	ID string `json:"id" jsonschema:"id of the memory, as search_memory shows it"`
}

type changeIn struct {
	Change string `json:"change" jsonschema:"id of the change, as a tool that changes something and get_memory with history show it"`
}

// Outcome is what has become of a change.
type Outcome struct {
	Say         string   `json:"say" jsonschema:"the same in words, and what to do"`
	Outcome     string   `json:"outcome" jsonschema:"kept, known, waits, left out, taken, replaced, forgotten, voted or undone"`
	ID          string   `json:"id,omitempty" jsonschema:"of the memory"`
	Change      string   `json:"change,omitempty" jsonschema:"undo_change takes it back by this"`
	Why         string   `json:"why,omitempty"`
	Replaces    []string `json:"replaces,omitempty" jsonschema:"memories that it has taken the place of"`
	Contradicts []string `json:"contradicts,omitempty" jsonschema:"memories that it contradicts; the user is asked which holds"`
	TakenOut    []string `json:"taken_out,omitempty" jsonschema:"secrets and other things that were not kept"`
}

func (s *Server) addChanges() {
	add(s, "remember_fact", "Note a fact", `Keeps one discrete fact for later sessions: a decision, a cause and its fix, a convention, what somebody wants. It counts as said by an agent, belongs to this project, is never a rule and replaces nothing that the user has said. The result says what has become of it.`,
		hints{}, call.remember)
	add(s, "update_memory", "Replace a memory", `Puts a new fact in the place of one that an agent has said; the old one stays with its history. What the user has said only the user corrects: then ask, or note your finding with remember_fact ("now X, no longer Y"), and the contradiction is put before the user.`,
		hints{destroys: true}, call.update)
	add(s, "forget_memory", "Forget a memory", `Takes a memory that an agent has said out of what is shown. It is archived, and undo_change brings it back. What the user has said only the user forgets.`,
		hints{destroys: true, repeats: true}, func(c call, ctx context.Context, in idIn) (string, Outcome, error) {
			return c.onMemory(ctx, protocol.AgentForget, in)
		})
	add(s, "reinforce_memory", "Say that a memory helped", `Lifts a memory that was of use among its equals.`, hints{}, func(c call, ctx context.Context, in idIn) (string, Outcome, error) {
		return c.onMemory(ctx, protocol.AgentReinforce, in)
	})
	add(s, "demote_memory", "Say that a memory misled", `Lowers a memory that an agent has said and that was wrong or of no use.`, hints{destroys: true}, func(c call, ctx context.Context, in idIn) (string, Outcome, error) {
		return c.onMemory(ctx, protocol.AgentDemote, in)
	})
	add(s, "undo_change", "Take a change back", `Takes back one change that an agent has made. What the user has changed only the user takes back.`, hints{destroys: true, repeats: true}, call.undo)
}

func (c call) remember(ctx context.Context, in rememberIn) (string, Outcome, error) {
	kind := cmp.Or(in.Kind, string(memtide.Fact))
	switch {
	case kind == string(memtide.Instruction):
		return "", Outcome{}, errors.New("what an agent notes is never a rule: ask the user to say it, or to enter it with: memtide remember --kind instruction TEXT")
	case !slices.Contains(noteKinds, kind):
		return "", Outcome{}, fmt.Errorf("kind is %.40q, want one of %s", in.Kind, strings.Join(noteKinds, ", "))
	}
	became, out, err := c.note(ctx, note{text: in.Fact, kind: memtide.Kind(kind), project: c.Project, tags: tagsOf(in.Tags)})
	if err != nil {
		return "", Outcome{}, err
	}
	return spoken(became.tell(out), out)
}

// spoken is an outcome with what is said of it: a client shows its model the one or the other.
func spoken(say string, out Outcome) (string, Outcome, error) {
	out.Say = say
	return say, out, nil
}

// note is a fact that is handed over.
type note struct {
	text, project string
	kind          memtide.Kind
	tags          []string
}

// fate is what has become of it.
type fate struct{ protocol.Became }

// note hands a fact over as one of an agent, and waits for what becomes of it.
func (c call) note(ctx context.Context, n note) (f fate, out Outcome, err error) {
	text := strings.Join(strings.Fields(n.text), " ")
	switch {
	case text == "":
		return f, out, errors.New("fact is empty, want what is to be kept")
	case len(text) > mostFact:
		return f, out, fmt.Errorf("fact has %d bytes, at most %d are one fact; split it, or leave out what nobody will need", len(text), mostFact)
	}
	if err := c.change(); err != nil {
		return f, out, err
	}
	for _, s := range redact.Clean(text).Secrets {
		out.TakenOut = append(out.TakenOut, s.Rule)
	}
	r, err := c.say(ctx, event.TurnRequest{Role: memtide.RoleAgent, Fact: n.kind, Text: text, Session: c.session, Client: c.by, Project: n.project, Cwd: c.Cwd,
		Tags: n.tags, Time: time.Now(), Trust: memtide.TrustAgent})
	if err != nil {
		return f, out, err
	}
	if r.Outcome == event.TurnSkipped {
		out.Outcome, out.Why = "left out", "nothing is left of it without what is private, or nothing is kept of this folder"
		return f, out, nil
	}
	f.Became, err = control[protocol.Became](ctx, c, "became", func(space memtide.Space) any { return protocol.BecameRequest{Space: space, Turn: r.ID} })
	if err != nil {
		return f, out, err
	}
	f.fill(&out)
	return f, out, nil
}

// fill says in data what has become of a fact.
func (f fate) fill(out *Outcome) {
	n := f.Node
	if f.Change.ID != "" && len(f.Change.Ops) > 0 {
		out.Change = protocol.Short(string(f.Change.ID))
	}
	for _, id := range f.Replaces {
		out.Replaces = append(out.Replaces, id.Short())
	}
	for _, id := range f.Opposes {
		out.Contradicts = append(out.Contradicts, id.Short())
	}
	switch {
	case !f.Decided:
		out.Outcome, out.Why = "taken", "it is not decided yet what becomes of it; search for it in a moment"
	case n == nil:
		out.Outcome, out.Why = "left out", plain(cmp.Or(f.Change.Reason, "nothing of it is kept"), mostShown)
	case n.Attributes[tools.Quarantine] != "":
		out.Outcome, out.ID = "waits", n.ID.Short()
		out.Why = plain(n.Attributes[tools.Quarantine], mostShown)
	case f.Known:
		out.Outcome, out.ID = "known", n.ID.Short()
	default:
		out.Outcome, out.ID = "kept", n.ID.Short()
	}
}

// tell says the same in words.
func (f fate) tell(out Outcome) string {
	var b strings.Builder
	switch out.Outcome {
	case "kept":
		where := "everywhere"
		if f.Node.Project != "" {
			where = "in project " + plain(f.Node.Project, mostName)
		}
		fmt.Fprintf(&b, "kept as [%s], agent-said, %s; undo_change %s takes it back", out.ID, where, out.Change)
	case "known":
		fmt.Fprintf(&b, "known already as [%s], %s", out.ID, day(f.Node.CreatedAt.Local()))
	case "waits":
		fmt.Fprintf(&b, "it is shown to nobody until the user has looked: %s. The user can: memtide quarantine show %s", out.Why, out.ID)
	default:
		b.WriteString(out.Outcome + ": " + out.Why)
	}
	if len(out.Replaces) > 0 {
		b.WriteString("\nit has taken the place of " + strings.Join(out.Replaces, ", "))
	}
	if len(out.Contradicts) > 0 {
		b.WriteString("\nit contradicts " + strings.Join(out.Contradicts, ", ") + ": ask the user which holds")
	}
	if len(out.TakenOut) > 0 {
		b.WriteString("\nnot kept of it: " + strings.Join(out.TakenOut, ", "))
	}
	return b.String()
}

// usersWay says what is done where an agent may not.
func usersWay(id string) string {
	return fmt.Sprintf("; ask the user, who can: memtide correct %[1]s TEXT, memtide forget %[1]s, memtide demote %[1]s. What you have found out keep with remember_fact", id)
}

func (c call) update(ctx context.Context, in updateIn) (string, Outcome, error) {
	s, err := c.seen(ctx, in.ID, false)
	if err != nil {
		return "", Outcome{}, err
	}
	old := s.Node
	if err := tools.MayChange(old, tools.Acting{By: c.by, All: c.Changes == "all"}); err != nil {
		return "", Outcome{}, fmt.Errorf("%w%s", err, usersWay(old.ID.Short()))
	}
	switch {
	case !old.SupersededBy.IsZero():
		return "", Outcome{}, fmt.Errorf("memory %s is superseded; what holds now is %s", old.ID.Short(), old.SupersededBy.Short())
	case !old.ArchivedAt.IsZero():
		return "", Outcome{}, fmt.Errorf("memory %s is forgotten; note the fact with remember_fact", old.ID.Short())
	}
	f, out, err := c.note(ctx, note{text: in.Fact, kind: old.Kind, project: old.Project})
	if err != nil {
		return "", Outcome{}, err
	}
	if out.Outcome != "kept" && out.Outcome != "known" {
		return spoken(f.tell(out)+"\nmemory "+old.ID.Short()+" is as it was", out)
	}
	if f.Node.ID == old.ID {
		return spoken("memory "+old.ID.Short()+" says that already", out)
	}
	if slices.Contains(f.Replaces, old.ID) {
		out.Outcome = "replaced"
		return spoken(f.tell(out), out)
	}
	cs, err := c.changed(ctx, protocol.AgentRequest{Do: protocol.AgentReplace, What: old.ID.String(), With: f.Node.ID.String()})
	if err != nil {
		return "", Outcome{}, fmt.Errorf("%s, but memory %s is as it was: %w", f.tell(out), old.ID.Short(), err)
	}
	out.Outcome, out.Change = "replaced", protocol.Short(string(cs.ID))
	out.Replaces, out.Contradicts = append(out.Replaces, old.ID.Short()), nil
	return spoken(fmt.Sprintf("[%s] has taken the place of [%s]; undo_change %s takes that back", out.ID, old.ID.Short(), out.Change), out)
}

func (c call) changed(ctx context.Context, req protocol.AgentRequest) (memtide.ChangeSet, error) {
	req.By = c.by
	return decide[memtide.ChangeSet](ctx, c, "agent", func(space memtide.Space) any { req.Space = space; return req })
}

// onMemory asks for a change of one memory that the agent may see.
func (c call) onMemory(ctx context.Context, do string, in idIn) (string, Outcome, error) {
	s, err := c.seen(ctx, in.ID, false)
	if err != nil {
		return "", Outcome{}, err
	}
	if err := c.change(); err != nil {
		return "", Outcome{}, err
	}
	id := s.Node.ID.Short()
	cs, err := c.changed(ctx, protocol.AgentRequest{Do: do, What: s.Node.ID.String()})
	if err != nil && strings.Contains(err.Error(), tools.ErrUsers.Error()) { // it has come over the wire
		return "", Outcome{}, fmt.Errorf("%w%s", err, usersWay(id))
	}
	if err != nil {
		return "", Outcome{}, err
	}
	out := Outcome{Outcome: "voted", ID: id, Change: protocol.Short(string(cs.ID)), Why: plain(cs.Reason, mostShown)}
	say := "nothing changes: " + out.Why
	for _, op := range cs.Ops {
		switch op.Field {
		case "archived_at":
			out.Outcome, say = "forgotten", fmt.Sprintf("[%s] is forgotten; undo_change %s brings it back", id, out.Change)
		case "score":
			say = fmt.Sprintf("score of [%s] is %s now, of -5 to 5; undo_change %s takes that back", id, op.To, out.Change)
		}
	}
	return spoken(say, out)
}

func (c call) undo(ctx context.Context, in changeIn) (string, Outcome, error) {
	what := strings.TrimSpace(in.Change)
	if len(what) < shortestChange {
		return "", Outcome{}, fmt.Errorf("change is %q, want at least %d characters of its id", what, shortestChange)
	}
	if err := c.change(); err != nil {
		return "", Outcome{}, err
	}
	cs, err := c.changed(ctx, protocol.AgentRequest{Do: protocol.AgentUndo, What: what})
	if err != nil {
		return "", Outcome{}, err
	}
	out := Outcome{Outcome: "undone", Change: protocol.Short(string(cs.ID)), Why: plain(cs.Reason, mostShown)}
	return spoken(fmt.Sprintf("%s (change %s, which can be taken back, too)", out.Why, out.Change), out)
}

// shortestChange is how much of the id of a change names it: with less a slip names another.
const shortestChange = 4
