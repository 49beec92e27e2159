// Package stages is the pipeline: every stage of every flow, in the order in
// which it is read.
package stages

import (
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
)

// Deps is what the flows need from outside.
type Deps struct {
	Retrieve retrieve.Deps
	Remember remember.Deps
	Maintain maintain.Deps
	// Model answers for the model engines of every flow; nil is none.
	Model prompt.Model
	// Bodies lets the traces of model calls hold what was asked and answered:
	// personal data, for whoever looks for a fault.
	Bodies bool
}

// All returns the pipeline.
func All(d Deps) []bus.Stage {
	if d.Model != nil {
		m := traced{d.Model, d.Retrieve.Bus, d.Bodies}
		d.Retrieve.Model, d.Remember.Model, d.Maintain.Model = m, m, m
	}
	var all []bus.Stage
	all = append(all, retrieve.Stages(d.Retrieve)...)
	all = append(all, remember.Stages(d.Remember)...)
	all = append(all, maintain.Stages(d.Maintain)...)
	return all
}
