package web

import (
	"context"
	"errors"
	"net/http"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
)

// refusals are the statuses of what a door refuses.
var refusals = map[string]int{
	control.WhyInvalid: http.StatusBadRequest, control.WhyRefused: http.StatusConflict, control.WhyFull: http.StatusInsufficientStorage,
}

// faultOf turns what a door has said into an answer.
func faultOf(err error) *fault.Fault {
	var f *fault.Fault
	var refused *control.Refused
	switch {
	case errors.As(err, &f):
		return f
	case errors.Is(err, control.ErrNone):
		return &fault.Fault{Status: http.StatusNotFound, Err: err.Error()}
	case errors.Is(err, client.ErrAway), errors.Is(err, client.ErrMute), errors.Is(err, client.ErrBetween), errors.Is(err, client.ErrGone):
		return &fault.Fault{Status: http.StatusServiceUnavailable, After: 2, Err: err.Error(), Fix: "try again in a moment; memtide status says more"}
	case errors.As(err, &refused) && refused.Why != "":
		return &fault.Fault{Status: refusals[refused.Why], Err: err.Error()} // which names the way on
	case errors.Is(err, context.Canceled): // whoever asked has gone and hears nothing, or the server ends
		return &fault.Fault{Status: http.StatusServiceUnavailable, After: 2, Err: "the daemon is just stopping", Fix: "try again in a moment; memtide status says more"}
	case errors.Is(err, context.DeadlineExceeded):
		return &fault.Fault{Status: http.StatusGatewayTimeout, After: 2, Err: "the daemon has not answered in time", Fix: "try again in a moment; memtide status says more"}
	}
	return &fault.Fault{Status: http.StatusInternalServerError, Err: err.Error()}
}
