package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/redact"
)

// Path is where a [Door] stands.
const Path = "/mcp"

const (
	// mostMessage is what one message may have, in bytes: a fact is 1,000.
	mostMessage = 1 << 20

	// messageWithin is how long a message is answered: a call of a tool, and something before it.
	messageWithin = callWithin + 5*time.Second

	sessionHeader = "Mcp-Session-Id"
)

// sessionForm is the id of a session: its name, and that of the client, which says it only once.
var sessionForm = regexp.MustCompile(`^(` + sessionPrefix + `[0-9a-f]{12})\.([a-z0-9-]{1,40})$`)

// Door offers a memory to agents over HTTP, as the streamable transport of the protocol has it. It
// stands behind a guard that knows who may ask.
//
// It keeps nothing of a client: each message is answered by itself, as one JSON object, and no
// stream is held open. So there is no session that could be left behind, and a daemon that was
// stopped and begun again is asked on without anybody noticing. Clients of a revision with a
// handshake get an id of a session that tells all that is to be known of it.
type Door struct {
	*Server
	projectOf func(ctx context.Context, folder string) (string, error)
	stream    *sdk.StreamableHTTPHandler
}

// NewDoor returns a door. Of o Place is not looked at: each address names its own. projectOf
// returns the project of a folder, "" for none.
func NewDoor(o Options, projectOf func(ctx context.Context, folder string) (string, error)) *Door {
	d := &Door{Server: New(o), projectOf: projectOf}
	d.stream = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return d.server },
		&sdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true, MaxRequestBodyBytes: mostMessage, PropagateRequestCancellation: true})
	return d
}

// Mount puts the door behind the guard of a server of package web, which asks for its token.
func (d *Door) Mount(server interface {
	Handle(pattern string, open bool, h http.Handler)
}) {
	server.Handle("POST "+Path, false, http.HandlerFunc(d.message))
	server.Handle("DELETE "+Path, false, http.HandlerFunc(d.leave))
}

// Close ends the connection to the daemon. It is called when no message is answered any more.
func (d *Door) Close() { d.link.close() }

// leave answers a client that ends its session: nothing is kept of it.
func (d *Door) leave(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) }

type visitKey struct{}

// message answers one message of a client.
func (d *Door) message(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), messageWithin)
	defer cancel()
	r.Body = http.MaxBytesReader(w, r.Body, mostMessage)
	v, body, err := d.read(r.WithContext(ctx))
	if bad := new(fault.Fault); errors.As(err, &bad) {
		fault.Write(w, bad)
		return
	}
	if client, begins := beginner(body); begins {
		w.Header().Set(sessionHeader, sessionPrefix+randomName()+"."+client)
	}
	r = r.WithContext(context.WithValue(ctx, visitKey{}, v))
	r.Body = io.NopCloser(bytes.NewReader(body))
	d.stream.ServeHTTP(w, r)
}

// read reads who asks from where, and what. The error is a [fault.Fault].
func (d *Door) read(r *http.Request) (v visit, body []byte, err error) {
	at, err := d.place(r.Context(), r.URL)
	if err != nil {
		return v, nil, err
	}
	v = visit{Place: at, gone: r.Context()}
	if id := r.Header.Get(sessionHeader); id != "" {
		m := sessionForm.FindStringSubmatch(id)
		if m == nil { // 404 has a client begin anew
			return v, nil, &fault.Fault{Status: http.StatusNotFound, Err: "there is no such session", Field: sessionHeader, Fix: "begin another one, with initialize"}
		}
		v.session, v.client = m[1], m[2]
	}
	body, err = fault.Body(r, "send less: one fact a call")
	return v, body, err
}

// beginner returns the name of a client that begins a session with a message.
func beginner(body []byte) (client string, begins bool) {
	var m struct {
		Method string `json:"method"`
		Params struct {
			Client *sdk.Implementation `json:"clientInfo"`
		} `json:"params"`
	}
	if err := json.Unmarshal(body, &m); err != nil || m.Method != "initialize" {
		return "", false
	}
	return clientName(m.Params.Client), true
}

// parameters are those that the address of a door may have.
var parameters = []string{"project", "folder", "all-projects", "space"}

// place reads out of an address where an agent works. It has to be said: of a client over HTTP
// there is no folder that one could look at. The error is a [fault.Fault].
func (d *Door) place(ctx context.Context, u *url.URL) (p Place, err error) {
	refuse := func(field, what, fix string) (Place, error) { return Place{}, fault.Invalid(field, what, fix) }
	q, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return refuse("address", "what stands behind the question mark cannot be read", "write a character that is none of a name as %20")
	}
	for name, values := range q {
		switch {
		case !slices.Contains(parameters, name):
			return refuse(name, "no such parameter", "use "+strings.Join(parameters, ", "))
		case len(values) > 1:
			return refuse(name, "it is given twice", "give it once")
		case len(values[0]) > mostPath || !utf8.ValidString(values[0]) || strings.ContainsFunc(values[0], unicode.IsControl):
			return refuse(name, "it is too long, or has characters that cannot be shown", "give a name, or the path of a folder")
		}
	}
	if p.Space = memtide.Space(q.Get("space")); p.Space != "" {
		if err := p.Space.Validate(); err != nil {
			return refuse("space", err.Error(), "memtide status lists the spaces that there are")
		}
	}
	if s := q.Get("all-projects"); s != "" {
		if p.Any, err = strconv.ParseBool(s); err != nil {
			return refuse("all-projects", "it is neither true nor false", "use all-projects=true, or leave it out")
		}
	}
	if p.Cwd = q.Get("folder"); p.Cwd != "" {
		if !filepath.IsAbs(p.Cwd) {
			return refuse("folder", "it is no absolute path", "give the whole path of the folder that you work in")
		}
		if p.Project, err = d.projectOf(ctx, p.Cwd); err != nil {
			return refuse("folder", "its disk has not answered in time", "name the project with project=NAME")
		}
	}
	switch {
	case q.Has("project") && len(q.Get("project")) > mostProject:
		return refuse("project", "it is too long", "give the name of a project, as memtide status --json lists them")
	case q.Has("project"):
		p.Project = redact.Name(strings.TrimSpace(q.Get("project")))
	case p.Cwd == "" && !p.Any:
		return refuse("project", "the address does not say in which project the agent works",
			"put ?project=NAME or ?folder=PATH behind "+Path+" in the settings of the client; ?project= is none, ?all-projects=true all")
	}
	return p, nil
}

const (
	mostPath    = 4096 // bytes of the path of a folder
	mostProject = 200  // bytes of the name of a project
)
