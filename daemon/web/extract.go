package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/redact"
)

const (
	mostPending   = 500              // half-turns that may wait for a decision
	decidedWithin = 10 * time.Second // that a request waits for its decisions
	mostJobs      = 1000             // that can be asked after
)

// extractRequest hands over a part of a conversation.
type extractRequest struct {
	Messages messages `json:"messages"`
	Source   string   `json:"source"`  // CLIENT/PROJECT
	Context  string   `json:"context"` // stop, pre_compact or session_end; "" is stop
	Session  string   `json:"session"` // "" is none
}

// marks are what a context says about its session.
var marks = map[string]string{"": "", "stop": "", "pre_compact": event.MarkCompacting, "session_end": event.MarkEnded}

// Extracted is what became of a conversation.
type Extracted struct {
	Job       string   `json:"job"`
	Status    string   `json:"status"` // done, or open while something is yet to be decided
	Actions   []Action `json:"actions"`
	Extracted int      `json:"extracted_count"` // actions
	Stored    int      `json:"stored_count"`    // add, without those in quarantine
	Doubted   int      `json:"quarantine_count"`
	Updated   int      `json:"updated_count"`
	Deleted   int      `json:"deleted_count"`
	Known     int      `json:"noop_count"`
	Conflicts int      `json:"conflict_count"`
	// Changes are the decisions that have changed something: POST /undo takes one back.
	Changes []memtide.ChangeID `json:"changes"`
	Heard   int                `json:"half_turns"` // that were taken now
	Before  int                `json:"known_half_turns"`
	Skipped int                `json:"skipped_half_turns"` // nothing of them may be kept
}

// extract takes a part of a conversation and answers what became of each fact in it.
func (s *Server) extract(c *call) (reply, error) {
	in, err := read[extractRequest](c)
	if err != nil {
		return reply{}, err
	}
	name, project, err := origin(in.Source)
	mark, known := marks[in.Context]
	switch {
	case err != nil:
		return reply{}, err
	case !known:
		return reply{}, fault.Invalid("context", "there is no such context", "use stop, pre_compact or session_end")
	case len(in.Messages) == 0:
		return reply{}, fault.Invalid("messages", "there is nothing in it", `send a text with User: and Assistant:, or a list of {"role": …, "content": …}`)
	case len(in.Messages) > mostMessages:
		return reply{}, fault.Invalid("messages", fmt.Sprintf("there are %d", len(in.Messages)), fmt.Sprintf("send %d at a time at most", mostMessages))
	case len(in.Session) > mostName:
		return reply{}, fault.Invalid("session", "it is too long", fmt.Sprintf("use %d bytes at most", mostName))
	}
	if err := s.pressed(c); err != nil {
		return reply{}, err
	}
	j := &job{space: c.space}
	base := event.TurnRequest{Space: c.space, Client: cmp.Or(name, "http"), Project: project, Session: in.Session}
	// What is sent again is known by this; without a session only on the same day, for the
	// same may be said on another. It is made of what is kept, so that it tells nothing of a secret.
	parts := []string{in.Source, in.Session}
	if in.Session == "" {
		parts = append(parts, time.Now().UTC().Format(time.DateOnly))
	}
	for _, m := range in.Messages {
		parts = append(parts, string(m.role), redact.Clean(m.text).Text)
	}
	whole, exchange, last := memtide.Hash(parts...), 0, memtide.RoleAgent
	for _, m := range in.Messages {
		if m.role == memtide.RoleUser || last == memtide.RoleAgent {
			exchange++ // a prompt and its answer have one id; what is sent again has the same
		}
		last = m.role
		t := base
		t.Role, t.Text, t.PromptID = m.role, m.text, fmt.Sprintf("http-%s-%d", whole, exchange)
		if err := j.say(c, t); err != nil {
			return reply{}, err
		}
	}
	if mark != "" && in.Session != "" {
		base.Mark = mark
		if err := j.say(c, base); err != nil {
			return reply{}, err
		}
	}
	return s.follow(c, j, http.StatusOK)
}

// pressed refuses what would wait behind too much else.
func (s *Server) pressed(c *call) error {
	n, err := client.Control[int](c.Context(), c.cl, "pending", control.SpaceRequest{Space: c.space})
	if err == nil && n >= s.opts.MostPending {
		err = &fault.Fault{Status: http.StatusTooManyRequests, After: 5, Err: fmt.Sprintf("%s %s for a decision", memtide.Count(n, "half-turn"), memtide.Agree(n, "waits", "wait")),
			Fix: "send it again after the time in Retry-After"}
	}
	return err
}

// job is what was handed over by one request.
type job struct {
	space                 memtide.Space
	id                    string
	turns                 []string
	heard, known, skipped int
}

// say hands a half-turn over, as a tool does.
func (j *job) say(c *call, t event.TurnRequest) error {
	r, err := c.cl.ToolTurn(c.Context(), t)
	switch {
	case err != nil:
		return err
	case r.Error != "" && r.Retry:
		return &fault.Fault{Status: http.StatusServiceUnavailable, After: 5, Err: r.Error, Fix: "send all of it again: what is in already is not taken twice"}
	case r.Error != "":
		return fault.Invalid(fieldOf(t, r.Error), r.Error, "mend it, and send all of it again")
	case r.Outcome == event.TurnNew:
		j.heard++
	case r.Outcome == event.TurnKnown:
		j.known++
	case r.Outcome == event.TurnSkipped:
		j.skipped++
	}
	if r.ID != "" {
		j.turns = append(j.turns, r.ID)
	}
	return nil
}

// fieldOf is what the part of a half-turn that was refused is called in a request.
func fieldOf(t event.TurnRequest, why string) string {
	_, why, _ = strings.Cut(why, "half-turn: ")
	switch {
	case strings.HasPrefix(why, "tags"):
		return "tags"
	case t.Fact != "":
		return "text"
	}
	return "messages"
}

// follow waits for what is decided on a job and answers it, with status where all is.
func (s *Server) follow(c *call, j *job, status int) (reply, error) {
	s.jobs.keep(j)
	out, err := j.look(c, s.opts.Within)
	if err != nil {
		return reply{}, err
	}
	if out.Status == statusOpen {
		return reply{status: http.StatusAccepted, body: out, after: 2}, nil
	}
	if len(out.Actions) == out.Known {
		status = http.StatusOK // nothing was made
	}
	return reply{status: status, body: out}, nil
}

// How far a job is.
const (
	statusOpen = "open"
	statusDone = "done"
)

// look returns what was decided on a job; it waits for it so long at most.
func (j *job) look(c *call, wait time.Duration) (Extracted, error) {
	out := Extracted{Job: j.id, Status: statusDone, Actions: []Action{}, Changes: []memtide.ChangeID{}, Heard: j.heard, Before: j.known, Skipped: j.skipped}
	if len(j.turns) == 0 {
		return out, nil
	}
	all, err := client.Control[control.Decisions](c.Context(), c.cl, "decisions", control.DecisionsRequest{Space: j.space, Turns: j.turns, WaitMS: int(wait.Milliseconds())})
	if err != nil {
		return out, err
	}
	if all.Open > 0 {
		out.Status = statusOpen
	}
	out.Actions = append(out.Actions, actionsOf(all)...)
	count := map[string]int{}
	for _, a := range out.Actions {
		if a.Quarantine != "" {
			out.Doubted++
			continue
		}
		count[a.Action]++
	}
	out.Extracted, out.Stored, out.Updated = len(out.Actions), count[actionAdd], count[actionUpdate]
	out.Deleted, out.Known, out.Conflicts = count[actionDelete], count[actionNoop], count[actionConflict]
	for _, ch := range all.Changes {
		if len(ch.Ops) > 0 {
			out.Changes = append(out.Changes, ch.ID)
		}
	}
	return out, nil
}

// extracted answers how far a job is.
func (s *Server) extracted(c *call) (reply, error) {
	j := s.jobs.find(c.PathValue("job"))
	if j == nil {
		return reply{}, &fault.Fault{Status: http.StatusNotFound, Err: "there is no such job, or it was begun before the API was started", Field: "job",
			Fix: "send the messages again: what is in already is not taken twice, and what was decided on it is answered"}
	}
	out, err := j.look(c, 0)
	if err != nil {
		return reply{}, err
	}
	if out.Status == statusOpen {
		return reply{body: out, after: 2}, nil
	}
	return reply{body: out}, nil
}

// jobs are those that can be asked after, the oldest first.
type jobs struct {
	mu  sync.Mutex
	all []*job
}

// keep gives a job its id, that of its half-turns, and remembers it.
func (all *jobs) keep(j *job) {
	j.id = memtide.Hash(append([]string{"job", string(j.space)}, j.turns...)...)
	all.mu.Lock()
	defer all.mu.Unlock()
	if len(all.all) == mostJobs {
		all.all = append([]*job{}, all.all[1:]...)
	}
	all.all = append(all.all, j)
}

func (all *jobs) find(id string) *job {
	all.mu.Lock()
	defer all.mu.Unlock()
	for _, j := range slices.Backward(all.all) { // of what was sent again the last time
		if j.id == id {
			return j
		}
	}
	return nil
}

// extraction is how facts are got out of what is said.
type extraction struct {
	Enabled  bool   `json:"enabled"` // always: without a model the rules extract
	Provider string `json:"provider"`
	Model    string `json:"model"`
	Status   string `json:"status"` // healthy, or why the rules answer in the model's place
	Why      string `json:"why,omitempty"`
	Pending  int    `json:"pending"` // half-turns without a decision
	Dead     uint64 `json:"dead"`    // messages that were given up
}

// extractStatus says who extracts, and whether that goes well.
func (s *Server) extractStatus(c *call) (reply, error) {
	st, err := client.Control[control.Status](c.Context(), c.cl, "status", control.SpaceRequest{Space: c.space})
	if err != nil {
		return reply{}, err
	}
	out := extraction{Enabled: true, Provider: "rules", Status: "healthy", Pending: st.Pending, Dead: st.Dead}
	for _, l := range st.Models {
		if l.Layer == extractLayer {
			out.Provider, out.Model = providerOf(l.Model)
			if l.State != llm.Ready {
				out.Status, out.Why = string(l.State), l.Why
			}
		}
	}
	return reply{body: out}, nil
}
