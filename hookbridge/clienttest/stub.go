package clienttest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	pathMessages = "/v1/messages"
	pathCount    = "/v1/messages/count_tokens"
	pathModels   = "/v1/models"
	pathSteps    = "/v1/responses" // of the Responses API
	maxBody      = 64 << 20
)

// Options say what a stub answers when its script has nothing more to say.
type Options struct {
	Reply Reply // to a step of the conversation
	Aside Reply // to what a client asks on the side, see Request.Main
}

// Stub is a Messages API and a Responses API on a loopback port. Its methods may be called from
// several goroutines.
type Stub struct {
	opts   Options
	server *httptest.Server

	mu       sync.Mutex
	script   []Reply
	requests []Request
	replies  int
	problems []string
}

// Start returns a stub that is gone when the test ends. What it could not
// make sense of fails the test then.
func Start(t testing.TB, o Options) *Stub {
	t.Helper()
	s := &Stub{opts: o}
	s.server = httptest.NewServer(s)
	t.Cleanup(func() {
		s.server.CloseClientConnections()
		s.server.Close()
		for _, p := range s.problems {
			t.Errorf("stub: %s", p)
		}
	})
	return s
}

// URL is the base of the API, as http://127.0.0.1:PORT.
func (s *Stub) URL() string { return s.server.URL }

// Script adds replies to the next steps of the conversation, in order.
func (s *Stub) Script(replies ...Reply) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.script = append(s.script, replies...)
}

// Requests returns every request so far, in the order in which they came.
func (s *Stub) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Main returns the requests that are steps of a conversation; Text.Request
// counts them.
func (s *Stub) Main() []Request {
	var out []Request
	for _, r := range s.Requests() {
		if !r.Main() {
			continue
		}
		r.Texts = slices.Clone(r.Texts)
		for i := range r.Texts {
			r.Texts[i].Request = len(out)
		}
		out = append(out, r)
	}
	return out
}

// Forget drops the requests so far and what is left of the script.
func (s *Stub) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests, s.script = nil, nil
}

// ServeHTTP answers one request.
func (s *Stub) ServeHTTP(w http.ResponseWriter, hr *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, hr.Body, maxBody))
	if err != nil {
		fail(w, http.StatusBadRequest, "invalid_request_error", "read body: "+err.Error())
		return
	}
	r := Request{At: time.Now(), Method: hr.Method, Path: hr.URL.Path, Header: hr.Header.Clone(), Body: body}
	post := r.Method == http.MethodPost
	switch {
	case post && r.Path == pathMessages:
		err = r.decode()
	case post && r.Path == pathSteps:
		err = r.decodeStep()
	case post && geminiCall(r.Path) == generate:
		err = r.decodeGemini()
	}
	s.mu.Lock()
	s.requests = append(s.requests, r)
	s.mu.Unlock()
	switch {
	case err != nil:
		s.problem("%v: %.200s", err, body)
		fail(w, http.StatusBadRequest, "invalid_request_error", err.Error())
	case post && r.Path == pathMessages:
		s.message(w, r)
	case post && r.Path == pathSteps:
		s.step(w, r)
	case post && r.Path == pathCount:
		s.write(w, http.StatusOK, fields{"input_tokens": 1 + len(body)/4})
	case post && geminiCall(r.Path) != "":
		s.gemini(w, r)
	case r.Method == http.MethodGet && r.Path == pathModels:
		s.write(w, http.StatusOK, fields{"data": []any{}, "has_more": false, "first_id": nil, "last_id": nil})
	case r.Method == http.MethodHead || r.Method == http.MethodGet && r.Path == "/":
		w.WriteHeader(http.StatusOK) // clients knock before they speak
	default:
		fail(w, http.StatusNotFound, "not_found_error", r.Method+" "+r.Path)
	}
}

func (s *Stub) message(w http.ResponseWriter, r Request) {
	reply, n := s.next(r)
	if reply.Before != nil {
		reply.Before(r)
	}
	if reply.Status > 0 {
		fail(w, reply.Status, reply.Error, "scripted error")
		return
	}
	m, err := reply.message(n, r.Model)
	if err != nil {
		s.problem("reply %d: %v", n, err)
		fail(w, http.StatusInternalServerError, "api_error", err.Error())
		return
	}
	if !r.Stream {
		s.write(w, http.StatusOK, m)
		return
	}
	header(w, "text/event-stream; charset=utf-8")
	w.Header().Set("Cache-Control", "no-cache")
	// A client that is ended in the middle of an answer hangs up: that is its right.
	_ = (&stream{w: w}).send(m)
}

// next returns the reply to r and its number.
func (s *Stub) next(r Request) (Reply, int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.replies++
	switch {
	case !r.Main():
		return s.opts.Aside, s.replies
	case len(s.script) > 0:
		reply := s.script[0]
		s.script = s.script[1:]
		return reply, s.replies
	}
	return s.opts.Reply, s.replies
}

func (s *Stub) problem(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.problems = append(s.problems, fmt.Sprintf(format, args...))
}

func (s *Stub) write(w http.ResponseWriter, status int, v any) {
	b, err := json.Marshal(v)
	if err != nil {
		s.problem("encode answer: %v", err)
		status, b = http.StatusInternalServerError, nil
	}
	header(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}

// fail answers in the form that the documentation gives for errors.
func fail(w http.ResponseWriter, status int, kind, text string) {
	if kind == "" {
		kind = "api_error"
	}
	b, _ := json.Marshal(fields{"type": "error", "error": fields{"type": kind, "message": strings.ToValidUTF8(text, "?")}})
	header(w, "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(b)
}

func header(w http.ResponseWriter, kind string) {
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Request-Id", "req_stub")
}
