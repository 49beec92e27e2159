package web

import (
	"cmp"
	"net/http"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/tools"
)

// page is a part of a list.
type page struct {
	Memories []event.Item `json:"memories"`
	Next     memtide.ID   `json:"next,omitzero"` // what to give as behind for the next page; not there at the end
}

// list lists what the filters let through, the newest first.
func (s *Server) list(c *call) (reply, error) {
	q := c.URL.Query()
	in := control.LookupRequest{Space: c.space, Project: cmp.Or(q.Get("project"), tools.AnyProject), Entity: q.Get("entity"), Labels: tools.Labels{Tags: q["tag"]}, Agent: true}
	var err, kerr, aerr, berr error
	in.Limit, err = c.count("limit", 100, control.MostListed)
	in.Kinds, kerr = kinds("kind", q["kind"])
	in.After, aerr = moment("after", q.Get("after"))
	in.Before, berr = moment("before", q.Get("before"))
	if behind := q.Get("behind"); behind != "" && err == nil {
		if in.Behind, err = memtide.ParseID(behind); err != nil {
			err = fault.Invalid("behind", "it is no id", "give next of the page before")
		}
	}
	if err := cmp.Or(err, kerr, aerr, berr); err != nil {
		return reply{}, err
	}
	in.Limit++ // one more shows that there is a next page
	r, err := client.Control[event.AskReply](c.Context(), c.cl, "lookup", in)
	if err != nil {
		return reply{}, err
	}
	out := page{Memories: append([]event.Item{}, r.Items...)}
	if most := in.Limit - 1; len(out.Memories) > most {
		out.Memories = out.Memories[:most]
		out.Next = out.Memories[most-1].ID
	}
	return reply{body: out}, nil
}

// searchRequest asks for memories.
type searchRequest struct {
	Query     string   `json:"query"`
	Limit     int      `json:"limit"` // 0 is 5
	K         int      `json:"k"`     // the same by another name
	Threshold float64  `json:"threshold"`
	Project   string   `json:"project"`
	Kinds     []string `json:"kinds"`
	Entity    string   `json:"entity"`
	Tags      []string `json:"tags"`
	After     string   `json:"after"`
	Before    string   `json:"before"`
}

// found is the answer to it.
type found struct {
	Receipt string       `json:"receipt,omitempty"` // GET /receipts/ID says why
	Results []event.Item `json:"results"`
	Reason  string       `json:"reason,omitempty"` // why there is none
	TookUS  int64        `json:"took_us"`
}

// searchWithin is how long a search may take, in milliseconds.
const searchWithin = 5000

// search finds memories by words, through the flow that a prompt takes; with a filter only
// what that lets through.
func (s *Server) search(c *call) (reply, error) {
	in, err := read[searchRequest](c)
	if err != nil {
		return reply{}, err
	}
	look := control.LookupRequest{Space: c.space, Text: in.Query, Entity: in.Entity, Labels: tools.Labels{Tags: in.Tags}, Project: cmp.Or(in.Project, tools.AnyProject), Agent: true}
	look.Limit = cmp.Or(in.Limit, in.K, 5)
	var kerr, aerr, berr error
	look.Kinds, kerr = kinds("kinds", in.Kinds)
	look.After, aerr = moment("after", in.After)
	look.Before, berr = moment("before", in.Before)
	filtered := len(in.Kinds)+len(in.Tags) > 0 || in.Entity+in.After+in.Before != ""
	err = cmp.Or(kerr, aerr, berr, within("limit", look.Limit, 1, event.MaxCandidates, nil))
	if err == nil && !filtered {
		err = needed("query", in.Query, "say what to look for, or give a filter, as kinds")
	}
	if err == nil && (in.Threshold < 0 || in.Threshold > 1) {
		err = fault.Invalid("threshold", "it is no relevance", "use a number from 0 to 1")
	}
	if err != nil {
		return reply{}, err
	}
	var r event.AskReply
	if filtered {
		look.Client = "http"
		r, err = client.Control[event.AskReply](c.Context(), c.cl, "lookup", look)
	} else {
		r, err = c.cl.Ask(c.Context(), event.AskRequest{Space: c.space, Mode: event.ModeQuery, Client: "http", Prompt: in.Query, Project: in.Project,
			Limit: look.Limit, DeadlineMS: searchWithin})
	}
	if err != nil {
		return reply{}, err
	}
	if r.Failed {
		return reply{}, &fault.Fault{Status: http.StatusServiceUnavailable, After: 2, Err: r.Reason, Fix: "try again in a moment"}
	}
	out := found{Receipt: r.ID, Reason: r.Reason, TookUS: r.TookUS, Results: slices.DeleteFunc(append([]event.Item{}, r.Items...), func(it event.Item) bool {
		return it.Pinned || it.Score < in.Threshold
	})}
	if len(out.Results) == 0 && out.Reason == "" {
		out.Reason = "nothing is as relevant as the threshold"
	}
	return reply{body: out}, nil
}

// receipt says what a prompt was given, and why.
func (s *Server) receipt(c *call) (reply, error) {
	id := c.PathValue("id")
	all, err := client.Control[[]control.Told](c.Context(), c.cl, "receipts", control.ReceiptsRequest{Space: c.space, ID: id, Limit: 1})
	if err != nil {
		return reply{}, err
	}
	if len(all) == 0 {
		return reply{}, &fault.Fault{Status: http.StatusNotFound, Err: "there is no such receipt", Field: "id", Fix: "POST /search answers with one; memtide trace lists those of prompts"}
	}
	all[0].Words = nil // a program asks for a memory by its id, and is not told what waits in quarantine
	return reply{body: all[0]}, nil
}
