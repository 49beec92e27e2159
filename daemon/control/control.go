// Package control is what the owner's command line and the daemon say to each other:
// what each verb of the control door takes and gives, one file a topic.
//
//	memtide show ID  ──ShowRequest──▶  memtide.control.show  ──▶  daemon
//	                 ◀────Shown─────
//
// All of it travels as JSON, and most of it is printed with --json, so a field keeps its
// name. A request says nothing that the settings of the daemon say. What is not there is
// [Absent] on both sides. There is no logic here but what both sides must do alike.
package control

import (
	"encoding/json"
	"errors"

	"github.com/memtide/memtide"
)

// ErrNone says that what was asked for is not there.
var ErrNone = errors.New("nothing there")

// Absent is an [ErrNone] in words of its own.
type Absent string

// Error implements error.
func (a Absent) Error() string { return string(a) }

// Is reports whether target is [ErrNone].
func (a Absent) Is(target error) bool { return target == ErrNone }

// MostListed is the number of lines that a list has at most.
const MostListed = 1000

// Refusal is what every reply of the control door can say in place of a result.
type Refusal struct {
	Error   string `json:"error,omitempty"`
	Missing bool   `json:"missing,omitempty"` // what was asked for is not there
	Why     string `json:"why,omitempty"`     // of the Why constants; "" is a failure
}

// Why a verb refuses what nothing has gone wrong with.
const (
	WhyInvalid = "invalid" // what was asked cannot be
	WhyRefused = "refused" // what it is about does not allow it
	WhyFull    = "full"    // the disk is
)

// Refused is the error of a [Refusal].
type Refused struct{ Why, Text string }

// Error implements error.
func (r *Refused) Error() string { return r.Text }

// SpaceRequest names the space that a verb is about, where that is all there is to say.
type SpaceRequest struct {
	Space memtide.Space `json:"space"`
}

// Operation is a piece of work that takes longer than a reply may: whoever has begun it
// asks verb "operation" for it by its id until it has ended, or verb "leave" when he waits
// no longer. Result is there once.
type Operation struct {
	ID    int    `json:"id"`
	Done  uint64 `json:"done"`
	Total uint64 `json:"total"`
	Ended bool   `json:"ended"`
	// Waits says what it waits for, "" for nothing. Its request is noted on the disk then:
	// it is made at the next start where the daemon stops before.
	Waits string `json:"waits,omitempty"`
	// GivenUp says that it was stopped because nobody waits, and has left all as it was.
	GivenUp bool `json:"given_up,omitempty"`
	Refusal
	Result any `json:"result,omitempty"`
}

// Into reads the result of an operation that came over the wire; it leaves result as it
// is where there is none.
func (op Operation) Into(result any) error {
	if op.Result == nil {
		return nil
	}
	raw, err := json.Marshal(op.Result)
	if err != nil {
		return err
	}
	return json.Unmarshal(raw, result)
}
