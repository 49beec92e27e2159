// Package stages is the pipeline: every stage of every flow, in the order in
// which it is read.
package stages

import (
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
)

// Deps is what the flows need from outside.
type Deps struct {
	Retrieve retrieve.Deps
	Remember remember.Deps
	Maintain maintain.Deps
}

// All returns the pipeline.
func All(d Deps) []bus.Stage {
	var all []bus.Stage
	all = append(all, retrieve.Stages(d.Retrieve)...)
	all = append(all, remember.Stages(d.Remember)...)
	all = append(all, maintain.Stages(d.Maintain)...)
	return all
}
