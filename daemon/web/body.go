package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/redact"
)

// call is a request and the connection that answers it.
type call struct {
	*http.Request
	cl    *client.Client
	space memtide.Space // of the parameter space, or that of the settings
}

// newCall reads what every endpoint takes, and refuses parameters that this one does not.
func newCall(r *http.Request, cl *client.Client, params []string) (*call, error) {
	c := &call{r, cl, cl.Space()}
	for name, values := range r.URL.Query() {
		if name != "space" && !slices.Contains(params, name) {
			return nil, &fault.Fault{Status: http.StatusBadRequest, Err: "no such parameter", Field: control.FirstWords(name), Fix: "use " + strings.Join(append(params, "space"), ", ")}
		}
		if len(values) > 1 && name != "kind" && name != "tag" {
			return nil, &fault.Fault{Status: http.StatusBadRequest, Err: "it is given twice", Field: name, Fix: "give it once"}
		}
	}
	if name := memtide.Space(r.URL.Query().Get("space")); name != "" {
		if err := name.Validate(); err != nil {
			return nil, &fault.Fault{Status: http.StatusBadRequest, Err: err.Error(), Field: "space", Fix: "GET /status lists the spaces that there are"}
		}
		c.space = name
	}
	return c, nil
}

// param returns a parameter of the address.
func (c *call) param(name string) string { return c.URL.Query().Get(name) }

// count returns a parameter that is a number from 1 to most; without it what is built in.
func (c *call) count(name string, builtIn, most int) (int, error) {
	s := c.param(name)
	if s == "" {
		return builtIn, nil
	}
	n, err := strconv.Atoi(s)
	return n, within(name, n, 1, most, err)
}

// within checks a number that a request gives.
func within(field string, n, low, high int, err error) error {
	if err != nil || n < low || n > high {
		return fault.Invalid(field, "it is no number that can be used", fmt.Sprintf("use a whole number from %d to %d", low, high))
	}
	return nil
}

// moment returns a parameter or field that is a time or a day; "" is none.
func moment(field, s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	if t, ok := control.Moment(s); ok {
		return t, nil
	}
	return time.Time{}, fault.Invalid(field, "it is no moment", "use RFC 3339, such as 2026-05-01T10:00:00Z, or a day, 2026-05-01")
}

// kinds checks the kinds that a request names.
func kinds(field string, names []string) (out []memtide.Kind, err error) {
	for _, name := range names {
		k := memtide.Kind(name)
		if !slices.Contains(memtide.Kinds, k) {
			return nil, fault.Invalid(field, "there is no such kind", fmt.Sprintf("use of %v", memtide.Kinds))
		}
		out = append(out, k)
	}
	return out, nil
}

// read reads the body of a request, a JSON object. A field that In does not have is named: it
// is a slip, and what was meant by it would be missing without a word.
func read[In any](c *call) (in In, err error) {
	raw, err := fault.Body(c.Request, "send it in parts")
	if err != nil {
		return in, err
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&in); err != nil {
		return in, badBody[In](raw, err)
	}
	if dec.More() {
		return in, fault.Invalid("body", "more stands behind the object", "send one JSON object")
	}
	return in, nil
}

// badBody says what is wrong with a body.
func badBody[In any](raw []byte, err error) *fault.Fault {
	names := strings.Join(fields[In](), ", ")
	if name, unknown := strings.CutPrefix(err.Error(), "json: unknown field "); unknown {
		name, _ = strconv.Unquote(name)
		return fault.Invalid(name, "there is no such field", "use "+names)
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fault.Invalid("body", "the JSON is empty, or cut off in the middle", "send one object with "+names)
	}
	var shape *json.UnmarshalTypeError
	field := "body"
	if errors.As(err, &shape) && shape.Field != "" {
		field = shape.Field
	}
	return fault.Invalid(field, event.BadJSON[In](raw, err).Error(), "send one object with "+names)
}

// fields lists the fields that a body of type In may have.
func fields[In any]() (names []string) {
	t := reflect.TypeFor[In]()
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		names = append(names, name)
	}
	return names
}

// needed refuses a field without anything in it.
func needed(field, s, fix string) error {
	if strings.TrimFunc(s, unicode.IsSpace) == "" {
		return fault.Invalid(field, "it is missing", fix)
	}
	return nil
}

// mostName is how long the name of a program or a project may be, in bytes.
const mostName = 200

// origin is where something comes from: CLIENT/PROJECT, as in claude-code/heron. Both may be
// left out.
func origin(source string) (client, project string, err error) {
	if len(source) > mostName || strings.ContainsFunc(source, unicode.IsControl) {
		return "", "", fault.Invalid("source", "it is too long, or has characters that cannot be shown", "use CLIENT/PROJECT, such as claude-code/heron")
	}
	client, project, _ = strings.Cut(redact.Name(strings.TrimSpace(source)), "/")
	return client, project, nil
}

// actor is the name under which the log knows who has asked.
func actor(client string) string {
	if client == "" {
		return "http"
	}
	return "http:" + client
}
