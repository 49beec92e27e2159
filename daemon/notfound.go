package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// notFoundf is an error for which the command line ends with 3, nothing found: nothing
// is wrong with the call or the store.
func notFoundf(format string, args ...any) error { return control.Absent(fmt.Sprintf(format, args...)) }

// isNotFound reports whether what was asked for is not there.
func isNotFound(err error) bool {
	return errors.Is(err, control.ErrNone) || errors.Is(err, tools.ErrNoSpace) || notFoundIn(err) != nil
}

// notFoundIn returns the error of a store that says that something is not there, nil
// where none does.
func notFoundIn(err error) error {
	for _, e := range []error{graphdb.ErrNotFound, bus.ErrGone, ledger.ErrNoChange} {
		if errors.Is(err, e) {
			return e
		}
	}
	return nil
}

// refusalOf is what a person is told of an error: of what is not there, where the
// names of what is can be read.
func refusalOf(verb string, err error) control.Refusal {
	err = folder.Handles(err)
	c := control.Refusal{Error: err.Error(), Missing: isNotFound(err), Why: whyOf(err)}
	if e := notFoundIn(err); e != nil {
		c.Error = strings.ReplaceAll(c.Error, e.Error(), "there is none; see: "+listing(verb, e))
	}
	return c
}

// refusals are the errors that say that a memory or a change does not allow what is asked.
var refusals = []error{tools.ErrUsers, tools.ErrArchived, tools.ErrSuperseded, tools.ErrQuarantined, tools.ErrEpisode, tools.ErrDoubted, tools.ErrBelieved, tools.ErrOrders,
	tools.ErrAmbiguous, ledger.ErrAmbiguous, tools.ErrNothingToUndo, tools.ErrLater, tools.ErrUndone, tools.ErrMoved, tools.ErrSettled, tools.ErrLive, tools.ErrNoEntity, tools.ErrCalled}

// whyOf is the reason of a refusal as programs are told it.
func whyOf(err error) string {
	is := func(e error) bool { return errors.Is(err, e) }
	switch {
	case folder.IsFull(err):
		return control.WhyFull
	case slices.ContainsFunc(refusals, is):
		return control.WhyRefused
	case is(memtide.ErrInvalid):
		return control.WhyInvalid
	}
	return ""
}

// listing is the command that lists what a verb may be asked about.
func listing(verb string, absent error) string {
	switch absent {
	case ledger.ErrNoChange:
		return "memtide log"
	case bus.ErrGone:
		return "memtide dead"
	}
	switch verb {
	case "entity", "merge-entities", "set-entity", "lookup":
		return "memtide search --kind entity"
	case "settle":
		return "memtide conflicts"
	case "accept", "drop":
		return "memtide quarantine"
	case "restore":
		return "memtide search --archived"
	case "erase", "descent", "rollback":
		return "memtide search WORDS, memtide turns"
	}
	return "memtide search WORDS"
}
