package control

import (
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/vectorindex"
)

// CostsRequest asks what models have taken, by day.
type CostsRequest struct {
	Since string `json:"since"` // 2026-11-21; "" is ever
}

// JobRequest asks for a job.
type JobRequest struct {
	Space  memtide.Space `json:"space"`
	Job    string        `json:"job"`
	DryRun bool          `json:"dry_run"`
	At     time.Time     `json:"at,omitzero"` // as if it were due then; the zero time is now
}

// JobResult is what came of it.
type JobResult struct {
	Ended   event.JobEnded      `json:"ended"`
	DryRun  bool                `json:"dry_run"`
	Count   int                 `json:"count"`   // change sets in all
	Changes []memtide.ChangeSet `json:"changes"` // the first of them
}

// ModelsReport is every layer that has a model, and what is wrong.
type ModelsReport struct {
	Layers   []llm.LayerState `json:"layers"`
	Rules    []string         `json:"rules"` // layers without a model
	Problems []string         `json:"problems"`
}

// Status is what the daemon says about itself.
type Status struct {
	Running  bool                           `json:"running"`
	Mute     bool                           `json:"mute,omitempty"`     // it runs and does not answer
	Away     bool                           `json:"bus_away,omitempty"` // the NATS server of bus.url is
	Version  string                         `json:"version"`
	PID      int                            `json:"pid,omitempty"`
	Started  time.Time                      `json:"started,omitzero"`
	Stopped  time.Time                      `json:"stopped_until,omitzero"` // a person has stopped it, and hooks leave it so until then
	Home     string                         `json:"home"`
	Bus      string                         `json:"bus,omitempty"`
	Listen   string                         `json:"listen,omitempty"`
	HTTP     string                         `json:"http,omitempty"` // address of the HTTP API
	RSS      int64                          `json:"rss_bytes,omitempty"`
	Space    memtide.Space                  `json:"space"`
	Spaces   []memtide.Space                `json:"spaces,omitempty"` // all that something was said in, by name
	Memories map[memtide.Kind]graphdb.Count `json:"memories,omitempty"`
	Projects []string                       `json:"projects,omitempty"` // that memories belong to
	Vectors  *vectorindex.Report            `json:"vectors,omitempty"`  // nil without an embedder
	Pending  int                            `json:"pending"`            // half-turns without a decision
	Asks     int                            `json:"conflicts"`          // contradictions that nobody has settled
	Doubted  int                            `json:"quarantine"`         // memories that wait for a look
	Turns    bus.State                      `json:"turns"`
	Ledger   bus.State                      `json:"ledger"`
	Dead     uint64                         `json:"dead"`
	Jobs     []scheduler.Line               `json:"jobs,omitempty"`
	Work     []Work                         `json:"work,omitempty"`   // that somebody has asked for
	Models   []llm.LayerState               `json:"models,omitempty"` // layers that ask one
	Spool    hookbridge.SpoolState          `json:"spool"`
	Clients  []ClientState                  `json:"clients,omitempty"` // that can report
	CutOff   []string                       `json:"cut_off,omitempty"` // what its start has found cut off, and which side of it the memory is on; what has failed when nobody waited for it any more
	Problems []string                       `json:"problems,omitempty"`
}

// DashboardAt is where a dashboard is. The address lets one browser in, once.
type DashboardAt struct {
	Address string        `json:"address"`
	Space   memtide.Space `json:"space,omitempty"` // that it shows
}

// ClientState says of an agent client whether it reports.
type ClientState struct {
	Client string    `json:"client"`
	Hooks  bool      `json:"hooks"`          // stand in its settings
	Heard  time.Time `json:"heard,omitzero"` // the last time by one of them, as far as that is among the newest 1,000 half-turns
}

// Work is an operation that has not ended.
type Work struct {
	What  string        `json:"what"`
	Space memtide.Space `json:"space,omitempty"`
	Began time.Time     `json:"began"`
	Done  uint64        `json:"done,omitempty"`
	Total uint64        `json:"total,omitempty"` // 0 where it is not known
	Waits string        `json:"waits,omitempty"` // what for, before it begins
}

// VectorsEstimate is what a change of the embedder takes.
type VectorsEstimate struct {
	ledger.Unembedded
	Cost llm.Estimate `json:"cost"`
}

// VectorsReport says whose vectors serve, and what is being built.
type VectorsReport struct {
	vectorindex.Serving
	Recorded map[string]int   `json:"recorded"` // vectors on record, by embedder
	Wanted   string           `json:"wanted"`   // embedder of the settings; "" when they are wrong
	Building bool             `json:"building"`
	Done     uint64           `json:"done,omitempty"`  // texts
	Total    uint64           `json:"total,omitempty"` // texts
	Last     *ledger.Migrated `json:"last,omitempty"`  // change since the start
	Trouble  string           `json:"trouble,omitempty"`
	// Estimate is what the change to the embedder of the settings would take.
	Estimate *VectorsEstimate `json:"estimate,omitempty"`
}
