package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// fault is an answer that says what is wrong. It is an error.
type fault struct {
	status int
	after  int    // seconds after which it may be tried again; 0 says nothing
	Err    string `json:"error"`
	Field  string `json:"field,omitempty"` // of the request
	Fix    string `json:"fix,omitempty"`
}

// Error implements error.
func (f *fault) Error() string { return f.Err }

// refusals are the statuses of what a door refuses.
var refusals = map[string]int{
	control.WhyInvalid: http.StatusBadRequest, control.WhyRefused: http.StatusConflict, control.WhyFull: http.StatusInsufficientStorage,
}

// faultOf turns what a door has said into an answer.
func faultOf(err error) *fault {
	var f *fault
	var refused *control.Refused
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, control.ErrNone):
		return &fault{status: http.StatusNotFound, Err: err.Error()}
	case errors.Is(err, client.ErrAway), errors.Is(err, client.ErrMute), errors.Is(err, client.ErrBetween), errors.Is(err, client.ErrGone):
		return &fault{status: http.StatusServiceUnavailable, after: 2, Err: err.Error(), Fix: "try again in a moment; memtide status says more"}
	case errors.As(err, &refused) && refused.Why != "":
		return &fault{status: refusals[refused.Why], Err: err.Error()} // which names the way on
	case errors.Is(err, context.Canceled): // whoever asked has gone and hears nothing, or the server ends
		return &fault{status: http.StatusServiceUnavailable, after: 2, Err: "the daemon is just stopping", Fix: "try again in a moment; memtide status says more"}
	case errors.Is(err, context.DeadlineExceeded):
		return &fault{status: http.StatusGatewayTimeout, after: 2, Err: "the daemon has not answered in time", Fix: "try again in a moment; memtide status says more"}
	}
	return &fault{status: http.StatusInternalServerError, Err: err.Error()}
}

func writeFault(w http.ResponseWriter, f *fault) {
	if f.after > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.after))
	}
	writeJSON(w, f.status, f)
}
