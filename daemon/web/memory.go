package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/redact"
	"github.com/memtide/memtide/tools"
)

// Memory is one memory as the API shows it.
type Memory struct {
	ID           memtide.ID        `json:"id"`
	Kind         memtide.Kind      `json:"kind"`
	Subtype      string            `json:"subtype,omitempty"`
	Text         string            `json:"text"`
	CreatedAt    time.Time         `json:"created_at,omitzero"`
	EventTime    time.Time         `json:"event_time,omitzero"`
	ArchivedAt   time.Time         `json:"archived_at,omitzero"`
	Importance   int               `json:"importance,omitempty"`
	Score        float64           `json:"score,omitempty"` // by votes, −5 to 5
	AccessCount  int               `json:"access_count,omitempty"`
	LastAccessed time.Time         `json:"last_accessed,omitzero"`
	Trust        memtide.Trust     `json:"trust"`
	Pinned       bool              `json:"pinned,omitempty"`
	Project      string            `json:"project,omitempty"`
	Tags         []string          `json:"tags,omitempty"`
	Source       memtide.Source    `json:"source,omitzero"`
	SupersededBy memtide.ID        `json:"superseded_by,omitzero"`
	Supersedes   []memtide.ID      `json:"supersedes,omitempty"`    // in the answer for one memory
	PreviousText string            `json:"previous_text,omitempty"` // of what it has replaced
	Attributes   map[string]string `json:"attributes,omitempty"`
}

// memoryOf shows a node. What was stored before there was a rule for a secret is taken out
// here, as everywhere.
func memoryOf(n *memtide.Node) Memory {
	m := Memory{
		ID: n.ID, Kind: n.Kind, Subtype: n.Subtype, Text: redact.Name(n.Content), CreatedAt: n.CreatedAt, EventTime: n.EventTime, ArchivedAt: n.ArchivedAt,
		Importance: n.Importance, Score: n.Score, AccessCount: n.AccessCount, LastAccessed: n.LastAccessed, Trust: n.Trust, Pinned: n.Pinned,
		Project: n.Project, Tags: n.Tags, Source: n.Source, SupersededBy: n.SupersededBy, PreviousText: redact.Name(n.Attributes[tools.PreviousText]),
	}
	for key, value := range n.Attributes {
		if key != tools.PreviousText {
			m.Attributes = tools.WithAttribute(m.Attributes, key, redact.Name(value))
		}
	}
	return m
}

// Change is a decision as the API shows it.
type Change struct {
	ID     memtide.ChangeID `json:"id"`
	At     time.Time        `json:"at"`
	Stage  string           `json:"stage"`
	Actor  string           `json:"actor"`
	Reason string           `json:"reason,omitempty"`
	Fields []string         `json:"fields,omitempty"` // of the memory that it has changed; none where it has made it
}

// shown is the answer for one memory.
type shown struct {
	Memory
	History []Change `json:"history"` // the newest first
}

// doubted refuses a memory in quarantine, and a half-turn of which something is: until the
// user has looked at it, it is shown to no agent, and who asks here may be one.
func doubted(n *memtide.Node) error {
	if n.Attributes[tools.Quarantine] == "" && !tools.IsWithheld(n) {
		return nil
	}
	return &fault.Fault{Status: http.StatusForbidden, Err: "the memory waits in quarantine, and is shown to no program", Field: "id",
		Fix: "look at it with memtide quarantine, then accept or drop it"}
}

// get shows a memory with its history.
func (s *Server) get(c *call) (reply, error) {
	sh, err := client.Control[control.Shown](c.Context(), c.cl, "show", control.ShowRequest{Space: c.space, What: c.PathValue("id"), History: true})
	if err != nil {
		return reply{}, err
	}
	if err := doubted(sh.Node); err != nil {
		return reply{}, err
	}
	out := shown{Memory: memoryOf(sh.Node), History: []Change{}}
	for _, e := range sh.Out {
		if e.Kind == memtide.Supersedes {
			out.Supersedes = append(out.Supersedes, e.To)
		}
	}
	for _, h := range sh.History {
		ch := Change{ID: h.ID, At: h.At, Stage: h.Cause.Stage, Actor: h.Actor, Reason: redact.Name(h.Reason)}
		for _, op := range h.Ops {
			if op.Node == sh.Node.ID && op.Field != "" {
				ch.Fields = append(ch.Fields, op.Field)
			}
		}
		out.History = append(out.History, ch)
	}
	return reply{body: out}, nil
}

// factRequest is one stand-alone memory.
type factRequest struct {
	Text    string   `json:"text"`
	Kind    string   `json:"kind"`   // "" is fact
	Source  string   `json:"source"` // CLIENT/PROJECT
	Session string   `json:"session"`
	Tags    []string `json:"tags"`
}

// store keeps one memory as a tool states it.
func (s *Server) store(c *call) (reply, error) {
	in, err := read[factRequest](c)
	if err != nil {
		return reply{}, err
	}
	name, project, err := origin(in.Source)
	kind := memtide.Kind(cmp.Or(in.Kind, string(memtide.Fact)))
	err = cmp.Or(err, needed("text", in.Text, "say what is to be remembered"))
	if of := tools.NoteKinds(); err == nil && !slices.Contains(of, kind) {
		err = fault.Invalid("kind", "there is no such kind of a memory that is stated", fmt.Sprintf("use one of %v", of))
	}
	if err != nil {
		return reply{}, err
	}
	if err := s.pressed(c); err != nil {
		return reply{}, err
	}
	j := &job{space: c.space}
	if err := j.say(c, event.TurnRequest{Space: c.space, Role: memtide.RoleUser, Text: in.Text, Fact: kind,
		Client: cmp.Or(name, "http"), Project: project, Session: in.Session, Tags: in.Tags}); err != nil {
		return reply{}, err
	}
	return s.follow(c, j, http.StatusCreated)
}

// replaceRequest says what holds in the place of a memory.
type replaceRequest struct {
	OldID   string `json:"old_id"`
	NewText string `json:"new_text"`
	Source  string `json:"source"` // CLIENT/PROJECT
}

// replaced is the answer to it.
type replaced struct {
	ID           memtide.ID       `json:"id"`
	Text         string           `json:"text"`
	Supersedes   memtide.ID       `json:"supersedes"`
	PreviousText string           `json:"previous_text"`
	Change       memtide.ChangeID `json:"change"`
	Undo         string           `json:"undo"` // how it is taken back
}

// supersede lets a text take the place of a memory.
func (s *Server) supersede(c *call) (reply, error) {
	in, err := read[replaceRequest](c)
	if err != nil {
		return reply{}, err
	}
	name, _, err := origin(in.Source)
	if err := cmp.Or(err, needed("old_id", in.OldID, "give the id of the memory"), needed("new_text", in.NewText, "say what holds now")); err != nil {
		return reply{}, err
	}
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), c.cl, "correct", control.NodeRequest{Space: c.space, What: in.OldID, Text: in.NewText, By: actor(name)})
	if err != nil {
		return reply{}, err
	}
	made, err := madeBy(cs)
	if err != nil {
		return reply{}, err
	}
	out := replaced{ID: made.ID, Text: made.Content, PreviousText: redact.Name(made.Attributes[tools.PreviousText]), Change: cs.ID, Undo: undoOf(cs.ID)}
	for _, op := range cs.Ops {
		if op.Field == "superseded_by" {
			out.Supersedes = op.Node
		}
	}
	return reply{body: out}, nil
}

// madeBy returns the memory that a decision has made.
func madeBy(cs memtide.ChangeSet) (*memtide.Node, error) {
	for _, op := range cs.Ops {
		if n, err := op.ApplyNode(nil); op.Whole() && !op.Node.IsZero() && err == nil && n != nil {
			return n, nil
		}
	}
	return nil, fmt.Errorf("change %s has made no memory: %s", cs.ID, cs.Reason)
}

// undoOf is the request that takes a change back.
func undoOf(id memtide.ChangeID) string { return `POST /undo {"change":"` + string(id) + `"}` }

// changed is the answer to what changes the memory and makes none.
type changed struct {
	Change memtide.ChangeID `json:"change"`
	Count  int              `json:"count"` // operations that it has
	Reason string           `json:"reason,omitempty"`
	Undo   string           `json:"undo,omitempty"` // how it is taken back; not there where nothing was changed
	// Archived are the memories that are found no more; Beside are half-turns that say the same
	// beside other things, and are kept.
	Archived []memtide.ID `json:"archived,omitempty"`
	Beside   []memtide.ID `json:"beside,omitempty"`
}

// forget archives a memory, the half-turn that says hardly anything else and a summary that
// repeats it, as memtide forget does: they are found no more, and stay in the store.
func (s *Server) forget(c *call) (reply, error) {
	sh, err := client.Control[control.Shown](c.Context(), c.cl, "show", control.ShowRequest{Space: c.space, What: c.PathValue("id")})
	if err != nil {
		return reply{}, err
	}
	if err := doubted(sh.Node); err != nil {
		return reply{}, err
	}
	name, _, err := origin(c.param("source"))
	if err != nil {
		return reply{}, err
	}
	in, out := control.ForgetRequest{Space: c.space, IDs: []memtide.ID{sh.Node.ID}, By: actor(name)}, changed{}
	if sh.Node.Live() {
		// By its whole id: what is no id is taken for a description.
		m, err := client.Control[control.Meant](c.Context(), c.cl, "find", control.FindRequest{Space: c.space, What: sh.Node.ID.String(), Limit: 1})
		if err != nil {
			return reply{}, err
		}
		for _, n := range m.Echoes {
			if n.Trust <= sh.Node.Trust { // else it is not this program's to forget, or may not be
				in.IDs = append(in.IDs, n.ID)
			}
		}
		for _, n := range m.Beside {
			out.Beside = append(out.Beside, n.ID)
		}
	}
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), c.cl, "forget", in)
	if err != nil {
		return reply{}, err
	}
	for _, op := range cs.Ops {
		out.Archived = append(out.Archived, op.Node)
	}
	return changeReply(cs, out), nil
}

// changeReply answers with a change that was made.
func changeReply(cs memtide.ChangeSet, out changed) reply {
	out.Change, out.Count, out.Reason = cs.ID, len(cs.Ops), cs.Reason
	if len(cs.Ops) > 0 {
		out.Undo = undoOf(cs.ID)
	}
	return reply{body: out}
}

// undoRequest names what is taken back.
type undoRequest struct {
	Change  string `json:"change"` // id of the change, or its beginning
	Cascade bool   `json:"cascade"`
	Force   bool   `json:"force"`
	Source  string `json:"source"` // CLIENT/PROJECT
}

// undo takes a change back.
func (s *Server) undo(c *call) (reply, error) {
	in, err := read[undoRequest](c)
	if err != nil {
		return reply{}, err
	}
	name, _, err := origin(in.Source)
	if err := cmp.Or(err, needed("change", in.Change, "give the id of a change, as each answer that changes something has it")); err != nil {
		return reply{}, err
	}
	u, err := client.Decide[tools.Undo](c.Context(), c.cl, "undo", control.UndoRequest{Space: c.space, By: actor(name),
		Undoing: tools.Undoing{Change: in.Change, Cascade: in.Cascade, Force: in.Force}})
	if err != nil {
		return reply{}, err
	}
	return changeReply(*u.Change, changed{}), nil
}
