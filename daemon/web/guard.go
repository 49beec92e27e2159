package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"

	"github.com/memtide/memtide/daemon/fault"
)

// mostAtOnce is how many requests are answered at one time.
const mostAtOnce = 64

// mostBody is what a request may bring, in bytes: a half-turn of [memtide.MaxTurn], as JSON
// writes it, and some more.
const mostBody = 8 << 20

// guarded answers a request where it may be asked, and returns the pattern of its route.
func (s *Server) guarded(w http.ResponseWriter, r *http.Request) string {
	if f := s.refused(r); f != nil {
		fault.Write(w, f)
		return ""
	}
	_, pattern := s.mux.Handler(r)
	// Without the token nobody learns which paths there are.
	if !s.open[pattern] && !s.known(r) {
		w.Header().Set("WWW-Authenticate", `Bearer realm="memtide"`)
		fault.Write(w, &fault.Fault{Status: http.StatusUnauthorized, Err: "the token is missing or wrong", Field: "Authorization",
			Fix: "send Authorization: Bearer TOKEN; the token lies in http-token in the data folder"})
		return pattern
	}
	if pattern == "" {
		s.noRoute(w, r)
		return ""
	}
	select {
	case s.atOnce <- struct{}{}:
		defer func() { <-s.atOnce }()
	default:
		fault.Write(w, &fault.Fault{Status: http.StatusServiceUnavailable, Err: "too many requests at one time", Fix: "send it again in a moment", After: 1})
		return pattern
	}
	r.Body = http.MaxBytesReader(w, r.Body, mostBody)
	s.mux.ServeHTTP(w, r)
	return pattern
}

// refused says why a request is not looked at. A page of another site that a browser shows
// can send requests here: by a name of its own that leads to this machine, then Host has that
// name, or across sites, and then the browser says so.
func (s *Server) refused(r *http.Request) *fault.Fault {
	if !loopbackName(r.Host) {
		return &fault.Fault{Status: http.StatusMisdirectedRequest, Err: "the host is not this machine", Field: "Host", Fix: "ask 127.0.0.1, [::1] or localhost"}
	}
	other := &fault.Fault{Status: http.StatusForbidden, Err: "the request comes from a page of another site", Field: "Origin", Fix: "only pages of this server may ask it; programs leave Origin out"}
	if origin := r.Header.Get("Origin"); origin != "" {
		if u, err := url.Parse(origin); err != nil || u.Host == "" || u.Host != r.Host {
			return other
		}
	}
	switch r.Header.Get("Sec-Fetch-Site") {
	case "", "same-origin", "none": // none: the user has typed the address
		return nil
	}
	return other
}

// loopbackName reports whether HOST or HOST:PORT names this machine by what cannot be
// pointed elsewhere.
func loopbackName(host string) bool {
	if h, _, err := net.SplitHostPort(host); err == nil {
		host = h
	}
	host = strings.Trim(host, "[]")
	if ip := net.ParseIP(host); ip != nil {
		return ip.IsLoopback()
	}
	return strings.EqualFold(host, "localhost")
}

// known reports whether a request brings the token, or is known otherwise.
func (s *Server) known(r *http.Request) bool {
	kind, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if strings.EqualFold(kind, "Bearer") && s.opts.Token != "" && subtle.ConstantTimeCompare([]byte(token), []byte(s.opts.Token)) == 1 {
		return true
	}
	return s.opts.Known != nil && s.opts.Known(r)
}

// noRoute answers for a path, or a method of one, that nobody has.
func (s *Server) noRoute(w http.ResponseWriter, r *http.Request) {
	var allow []string
	for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
		other := r.Clone(r.Context())
		other.Method = method
		if _, pattern := s.mux.Handler(other); pattern != "" {
			allow = append(allow, method)
		}
	}
	if len(allow) > 0 {
		w.Header().Set("Allow", strings.Join(allow, ", "))
		fault.Write(w, &fault.Fault{Status: http.StatusMethodNotAllowed, Err: "this path has no " + r.Method, Fix: "use " + strings.Join(allow, " or ")})
		return
	}
	fault.Write(w, &fault.Fault{Status: http.StatusNotFound, Err: "there is no such path", Fix: "docs/http.md lists those that there are"})
}
