package control

import (
	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// MetricsRequest asks for the numbers of a space, and for the prompts that were answered in
// any space behind a sequence of TRACE.
type MetricsRequest struct {
	Space  memtide.Space `json:"space"`
	Behind uint64        `json:"behind"`
	Begin  bool          `json:"begin,omitempty"` // no numbers; only where TRACE ends now
}

// MostPrompts is how many messages of TRACE are read for one answer.
const MostPrompts = 5000

// Metrics are the numbers that a monitor is told. What is left out of Status is what it takes
// long to find out: who has reported, which half-turns are missing.
type Metrics struct {
	Status    Status           `json:"status"`
	Consumers []bus.Consumer   `json:"consumers"`
	Disk      map[string]int64 `json:"disk"`           // bytes in the data folder, by file or folder below it
	Prompts   []PromptTold     `json:"prompts"`        // in the order in which they were answered
	Last      uint64           `json:"last"`           // sequence of TRACE up to which was read
	More      bool             `json:"more,omitempty"` // there are more prompts behind it
}

// PromptTold is what a receipt says in numbers.
type PromptTold struct {
	Mode     string            `json:"mode"`
	Injected int               `json:"injected"` // memories
	Tokens   int               `json:"tokens"`
	TookUS   int64             `json:"took_us"`
	Stages   []event.StageTime `json:"stages"`
}
