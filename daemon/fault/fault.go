// Package fault is how the daemon's HTTP server says what is wrong with a request, and
// reads the body of one that should bring JSON.
//
//	{"error": "it is no absolute path", "field": "folder", "fix": "give the whole path"}
package fault

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"strconv"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
)

// Fault is an answer that says what is wrong. It is an error.
type Fault struct {
	Status int    `json:"-"`
	After  int    `json:"-"` // seconds after which it may be tried again; 0 says nothing
	Err    string `json:"error"`
	Field  string `json:"field,omitempty"` // of the request
	Fix    string `json:"fix,omitempty"`
}

// Error implements error.
func (f *Fault) Error() string { return f.Err }

// Write answers with a fault.
func Write(w http.ResponseWriter, f *Fault) {
	if f.After > 0 {
		w.Header().Set("Retry-After", strconv.Itoa(f.After))
	}
	WriteJSON(w, f.Status, f)
}

// Invalid is a request that cannot be. Of a field that the request itself has named the
// first words are said.
func Invalid(field, what, fix string) *Fault {
	return &Fault{Status: http.StatusBadRequest, Err: what, Field: control.FirstWords(field), Fix: fix}
}

// WriteJSON answers with a value as JSON.
func WriteJSON(w http.ResponseWriter, status int, v any) {
	body, err := event.Encode(v)
	if err != nil {
		status, body = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written as JSON"}`)
	}
	h := w.Header()
	h.Set("Content-Type", "application/json; charset=utf-8")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // whoever has gone is told nothing
}

// Body reads the body of a request, which has to say that it is JSON; who has bounded it
// ([http.MaxBytesReader]) says how to send less. The error is a [Fault].
func Body(r *http.Request, less string) ([]byte, error) {
	if t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type")); err != nil || t != "application/json" {
		return nil, &Fault{Status: http.StatusUnsupportedMediaType, Err: "the body is not marked as JSON", Field: "Content-Type", Fix: "send Content-Type: application/json"}
	}
	raw, err := io.ReadAll(r.Body)
	if large := new(http.MaxBytesError); errors.As(err, &large) {
		return nil, &Fault{Status: http.StatusRequestEntityTooLarge, Err: "the body is larger than " + memtide.Size(uint64(large.Limit)), Field: "body", Fix: less}
	}
	if err != nil {
		return nil, &Fault{Status: http.StatusRequestTimeout, Err: "the body did not come in whole", Field: "body", Fix: "send it again"}
	}
	return raw, nil
}
