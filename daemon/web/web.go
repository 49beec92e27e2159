// Package web is the HTTP API of a daemon, and its metrics, for programs that speak neither
// NATS nor the command line.
//
//	HTTP ──▶ guard ──▶ route ──▶ [client.Client] ──▶ the doors of the daemon
//	         Host, Origin, token, size
//
// It opens no store and imports no package daemon: it is one more client, so the doors stay
// the only ways in, and a process of its own can serve the same handler. What is said by it
// has the trust of a tool, and what it changes names it as the actor
// ([docs/decisions/0043]). docs/http.md lists the endpoints.
//
//	web        the endpoints
//	guard      who may ask: loopback names, the same origin, the token
//	body       what a request brings
//	refusals   what a door refuses, as an answer
//	serve      the listener, its limits and its end
//	search     to find and list memories, and why one was found
//	memory     to show, keep, replace and archive one; undo
//	extract    conversations; messages (their text), actions (what was decided on them)
//	export     all of a space
//	status     of the daemon, and of the extraction
//	metrics    for Prometheus
//
// [docs/decisions/0043]: https://github.com/memtide/memtide/blob/main/docs/decisions/0043-http-is-a-client-of-the-doors.md
package web

import (
	"cmp"
	"log/slog"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/fault"
)

// Options say whom a [Server] serves. Dial and Token are needed.
type Options struct {
	// Dial connects to the daemon. It is called when somebody asks, and again after the
	// connection has ended.
	Dial func() (*client.Client, error)
	// Token is what a request brings in its header: Authorization: Bearer TOKEN.
	Token string
	// Known, where it is set, is asked of a request without a right token: a page of a
	// browser has a cookie.
	Known func(*http.Request) bool
	// MostPending is how many half-turns may wait for a decision before what would add to
	// them is refused with 429; 0 is 500, and below 0 all is refused.
	MostPending int
	// Within is how long a request waits for the decisions on what it says; 0 is 10 s. What
	// takes longer is answered with 202.
	Within time.Duration
	// Logger is told the path, status and duration of each request, at level debug, and
	// never what stands in it; nil is nobody.
	Logger *slog.Logger
}

// Server answers the HTTP API. Its zero value is of no use; see [New].
type Server struct {
	opts   Options
	mux    *http.ServeMux
	open   map[string]bool // patterns that need no token
	atOnce chan struct{}
	jobs   jobs
	meter  meter

	mu sync.Mutex
	cl *client.Client
}

// New returns a server of the API. The caller closes it.
func New(opts Options) *Server {
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	opts.MostPending, opts.Within = cmp.Or(opts.MostPending, mostPending), cmp.Or(opts.Within, decidedWithin)
	s := &Server{opts: opts, mux: http.NewServeMux(), open: map[string]bool{}, atOnce: make(chan struct{}, mostAtOnce)}
	for _, r := range s.routes() {
		s.mux.Handle(r.pattern, r.handler)
		s.open[r.pattern] = r.open
	}
	return s
}

// Handle adds a handler behind the same guard, for a pattern of [http.ServeMux] with its
// method: pages beside the API. With open set nobody has to bring the token; Host and
// Origin are looked at all the same.
func (s *Server) Handle(pattern string, open bool, h http.Handler) {
	s.mux.Handle(pattern, h)
	s.open[pattern] = open
}

// Client returns the connection to the daemon, and makes it where there is none.
func (s *Server) Client() (*client.Client, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cl != nil && !s.cl.Closed() {
		return s.cl, nil
	}
	cl, err := s.opts.Dial()
	if err != nil {
		return nil, err
	}
	s.cl = cl
	return cl, nil
}

// Close ends the connection to the daemon.
func (s *Server) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.cl != nil {
		s.cl.Close()
		s.cl = nil
	}
}

// route is one endpoint.
type route struct {
	pattern string // method and path
	open    bool   // without the token
	handler http.Handler
}

// routes lists the endpoints, as docs/http.md does.
func (s *Server) routes() []route {
	return []route{
		{"GET /healthz", true, http.HandlerFunc(healthy)},
		{"GET /status", false, s.answer(s.status)},
		{"GET /metrics", false, http.HandlerFunc(s.metrics)},
		{"POST /memory/extract", false, s.answer(s.extract)},
		{"GET /memory/extract/{job}", false, s.answer(s.extracted)},
		{"GET /extract/status", false, s.answer(s.extractStatus)},
		{"GET /memory/extract/status", false, s.answer(s.extractStatus)},
		{"POST /memory/supersede", false, s.answer(s.supersede)},
		{"POST /memory", false, s.answer(s.store)},
		{"POST /memory/add", false, s.answer(s.store)},
		{"GET /memory/{id}", false, s.answer(s.get)},
		{"DELETE /memory/{id}", false, s.answer(s.forget, "source")},
		{"GET /memories", false, s.answer(s.list, "kind", "project", "entity", "tag", "after", "before", "behind", "limit")},
		{"POST /search", false, s.answer(s.search)},
		{"POST /undo", false, s.answer(s.undo)},
		{"GET /receipts/{id}", false, s.answer(s.receipt)},
		{"GET /export", false, http.HandlerFunc(s.export)},
	}
}

func healthy(w http.ResponseWriter, _ *http.Request) {
	fault.WriteJSON(w, http.StatusOK, map[string]bool{"ok": true})
}

// reply is what an endpoint answers: a value as JSON, with a status other than 200 where it is set.
type reply struct {
	status int
	body   any
	after  int // seconds after which to ask again; 0 says nothing
}

// answer turns a function into a handler: what it returns is written as JSON. params are what
// it takes behind the question mark, beside space.
func (s *Server) answer(fn func(*call) (reply, error), params ...string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		out, err := s.answerOf(fn, r, params)
		if err != nil {
			fault.Write(w, faultOf(err))
			return
		}
		if out.after > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(out.after))
		}
		fault.WriteJSON(w, cmp.Or(out.status, http.StatusOK), out.body)
	})
}

func (s *Server) answerOf(fn func(*call) (reply, error), r *http.Request, params []string) (reply, error) {
	cl, err := s.Client()
	if err != nil {
		return reply{}, err
	}
	c, err := newCall(r, cl, params)
	if err != nil {
		return reply{}, err
	}
	return fn(c)
}

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	rec := &recorder{ResponseWriter: w, status: http.StatusOK}
	pattern := s.guarded(rec, r)
	s.opts.Logger.Debug("http", slog.String("route", pattern), slog.Int("status", rec.status), slog.Duration("took", time.Since(start)))
}

// recorder notes the status of an answer.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader implements [http.ResponseWriter].
func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets [http.ResponseController] find the writer inside.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }
