// Package pages is the dashboard: what the memory holds, where each thing was said, why a
// prompt was given what it was given, and a way back from every change (N6, N25).
//
//	browser ──▶ guard of package web ──▶ key or cookie ──▶ page ──▶ [client.Client] ──▶ the doors
//	            Host, Origin             CSRF token
//
// The pages are HTML that the server makes, of one style sheet and a few lines of script that
// a page can do without. They ask the verbs that the command line asks and reach into no
// store. Whatever stands in a memory was written by somebody else: it goes through
// html/template and [segments], which makes visible what turns or hides text. Nothing is
// erased here: the pages name the command for it.
//
//	login      who may look: a key that is good once, a cookie, a token in each form
//	act        what a form changes, and the way back to the page
//	text       hostile text, times and words for the templates
//	overview   memories, memory, prompts, rules, conflicts, log, sessions, dead: the pages
package pages

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// Root is the path below which all pages are.
const Root = "/ui/"

// Door is what the cause of a change says that is made here.
const Door = "dashboard"

// Options say whose memory a [Site] shows.
type Options struct {
	// Client connects to the daemon. It is called for each page, and may return the same
	// connection each time.
	Client func() (*client.Client, error)
	// Now is the clock; nil is that of the machine.
	Now func() time.Time
}

// Site serves the pages to who has a key of [Site.Key]. The token of the API opens none: it may
// be given to a program, and who is in here changes things as the user. It looks at no Host and no Origin: the server of package web, behind
// which it stands, does. See [New].
type Site struct {
	opts   Options
	mux    *http.ServeMux
	doors  doors
	status waits
	views  func() map[string]*template.Template
}

//go:embed templates
var templates embed.FS

//go:embed static
var static embed.FS

// New returns the pages. Templates are read when the first page is asked for.
func New(opts Options) *Site {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	s := &Site{opts: opts, mux: http.NewServeMux(), views: sync.OnceValue(parse)}
	for _, name := range []string{"style.css", "live.js", "icon.svg"} {
		s.mux.HandleFunc("GET "+Root+name, asset(name))
	}
	s.mux.HandleFunc("GET "+Root+"left", func(w http.ResponseWriter, _ *http.Request) { s.askKey(w, http.StatusOK, "You have left.") })
	for path, fn := range map[string]func(*call) (page, error){
		"{$}":                  s.overview,
		"memories":             memories,
		"memories/{id}":        memory,
		"memories/{id}/forget": forgetting,
		"memories/{id}/given":  given,
		"prompts":              prompts,
		"prompts/{id}":         receipt,
		"rules":                rules,
		"conflicts":            conflicts,
		"quarantine":           quarantine,
		"dead":                 deadLetters,
		"dead/{seq}":           deadLetter,
		"log":                  changes,
		"log/{id}":             change,
		"entities":             entities,
		"sessions":             sessions,
		"session":              session,
		"projects":             projects,
		"turns/{id}":           halfTurn,
	} {
		s.mux.Handle("GET "+Root+path, s.shows(fn))
	}
	s.mux.Handle("GET "+Root+"pulse", s.known(s.pulse))
	s.mux.Handle("POST "+Root+"do/{act}", s.known(s.act))
	s.mux.Handle("POST "+Root+"logout", s.known(s.logout))
	s.mux.Handle(Root, s.known(s.nowhere))
	return s
}

// Mount puts the pages behind the guard of a server of package web, and sends who asks for
// its root there. They look at their own cookie, so the server asks for no token.
func (s *Site) Mount(server interface {
	Handle(pattern string, open bool, h http.Handler)
}) {
	server.Handle(Root, true, s)
	server.Handle("GET /{$}", true, http.RedirectHandler(Root, http.StatusSeeOther))
}

// page is what one of the pages shows.
type page struct {
	name  string // of its template
	title string
	here  string // entry of the navigation
	live  bool   // it is refreshed when something happens
	data  any
}

// call is one request, the connection that answers it, and whose memory is looked at.
type call struct {
	*http.Request
	cl      *client.Client
	space   memtide.Space
	visitor visitor
	now     time.Time
}

// view is what a template is given.
type view struct {
	Title, Here string
	Live        bool
	CSRF        string
	Space       memtide.Space
	Path        string // of this page, where a form comes back to
	Status      control.Status
	Told        *told // a change that was just made
	Data        any
}

// ask asks a verb of the daemon.
func ask[Out any](c *call, verb string, in any) (Out, error) {
	return client.Control[Out](c.Context(), c.cl, verb, in)
}

// ServeHTTP implements [http.Handler].
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "same-origin") // with none a form would come from the origin "null"
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	s.mux.ServeHTTP(w, r)
}

// asset serves one of the files that are no page. They hold nothing of the memory.
func asset(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, static, "static/"+name)
	}
}

// begin connects a request of somebody who is known.
func (s *Site) begin(r *http.Request, v visitor) (*call, error) {
	cl, err := s.opts.Client()
	if err != nil {
		return nil, err
	}
	space := cl.Space()
	if space == "" {
		space = memtide.DefaultSpace
	}
	return &call{Request: r, cl: cl.As(Door), space: space, visitor: v, now: s.opts.Now()}, nil
}

// shows makes a handler of a page.
func (s *Site) shows(fn func(*call) (page, error)) http.Handler {
	return s.known(func(w http.ResponseWriter, r *http.Request, v visitor) {
		c, err := s.begin(r, v)
		if err != nil {
			s.fail(w, r, v, err)
			return
		}
		p, err := fn(c)
		if err != nil {
			s.fail(w, r, v, err)
			return
		}
		out := s.viewOf(c, p)
		if out.Told, err = justDone(c); err != nil {
			s.fail(w, r, v, err)
			return
		}
		s.render(w, http.StatusOK, p.name, out)
	})
}

func (s *Site) viewOf(c *call, p page) view {
	return view{Title: p.title, Here: p.here, Live: p.live, CSRF: c.visitor.csrf, Space: c.space, Path: c.URL.RequestURI(), Status: s.status.of(c), Data: p.data}
}

func (s *Site) render(w http.ResponseWriter, status int, name string, v view) {
	var b bytes.Buffer
	if err := s.views()[name].ExecuteTemplate(&b, "layout", v); err != nil {
		// Half a page is worse than none. What went wrong is a mistake of ours.
		http.Error(w, "this page cannot be made: "+err.Error(), http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = b.WriteTo(w) // whoever has gone is told nothing
}

// fault is what went wrong, and what to do about it.
type fault struct {
	Status int
	Head   string
	Said   string
	Fix    string
}

// faultOf says what an error means to who looks at a page.
func faultOf(err error) fault {
	var wrong wrongForm
	var refused *control.Refused
	switch {
	case errors.As(err, &wrong):
		return fault{http.StatusBadRequest, "That cannot be done so", wrong.said, wrong.fix}
	case errors.Is(err, control.ErrNone):
		return fault{http.StatusNotFound, "Not there", err.Error(), "It may have been erased, or the id is of something else. Search for its words, or look for it in the log."}
	case errors.Is(err, client.ErrAway), errors.Is(err, client.ErrMute), errors.Is(err, client.ErrBetween), errors.Is(err, client.ErrGone):
		return fault{http.StatusServiceUnavailable, "The daemon does not answer", err.Error(), "Load this page again in a moment. memtide status says how it is, memtide doctor what is wrong."}
	case errors.Is(err, context.DeadlineExceeded):
		return fault{http.StatusGatewayTimeout, "The daemon has not answered in time", err.Error(), "Load this page again in a moment."}
	}
	if errors.As(err, &refused) && refused.Why != "" && refused.Why != control.WhyFull {
		return fault{http.StatusUnprocessableEntity, "The daemon has refused it", err.Error(), "Nothing was changed."}
	}
	return fault{http.StatusInternalServerError, "The daemon could not do it", err.Error(), "memtide status says how it is; memtide log says whether it is decided all the same."}
}

// fail shows what went wrong.
func (s *Site) fail(w http.ResponseWriter, r *http.Request, v visitor, err error) {
	f := faultOf(err)
	s.render(w, f.Status, "fault", view{Title: f.Head, CSRF: v.csrf, Path: Root, Data: f})
}

// nowhere answers for a path that no page has.
func (s *Site) nowhere(w http.ResponseWriter, r *http.Request, v visitor) {
	s.fail(w, r, v, control.Absent("there is no page "+r.URL.Path))
}

// waits is the status of the daemon, which every page shows a line of. It is asked for
// once in a few seconds: it looks at the newest half-turns of all clients.
type waits struct {
	mu   sync.Mutex
	at   time.Time
	last control.Status
}

// statusFor is how long a status is good for.
const statusFor = 5 * time.Second

func (w *waits) of(c *call) control.Status {
	w.mu.Lock()
	defer w.mu.Unlock()
	if c.now.Sub(w.at) < statusFor && !w.at.IsZero() {
		return w.last
	}
	st, err := ask[control.Status](c, "status", control.SpaceRequest{Space: c.space})
	if err != nil {
		st.Problems = []string{err.Error()}
	}
	w.at, w.last = c.now, st
	return st
}

// forget lets the next page ask anew.
func (w *waits) forget() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.at = time.Time{}
}
