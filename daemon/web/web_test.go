package web_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/web"
)

const testToken = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// world is a daemon and its API.
type world struct {
	*testing.T
	d   *daemon.Throwaway
	s   *web.Server
	url string
}

func newWorld(t *testing.T, set func(*config.Config)) *world {
	t.Helper()
	cfg := config.Default()
	if set != nil {
		set(&cfg)
	}
	d, err := daemon.StartThrowaway(t.Context(), cfg, daemon.Options{NoSync: true})
	daemontest.Started(t, d, err)
	cfg.Home = d.Dir
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return client.Dial(cfg) }})
	h := httptest.NewServer(s)
	t.Cleanup(func() { h.Close(); s.Close() })
	return &world{t, d, s, h.URL}
}

// ask sends a request with the token and reads the JSON of its answer into out.
func (w *world) ask(method, path, body string, out any) *http.Response {
	w.Helper()
	return w.send(method, path, body, out, nil)
}

// raw is ask for an answer that is not one JSON value.
func (w *world) raw(method, path, body string) []byte {
	w.Helper()
	var raw rawBody
	w.send(method, path, body, &raw, nil)
	return raw
}

// rawBody is an answer as it came.
type rawBody []byte

func (w *world) send(method, path, body string, out any, change func(*http.Request)) *http.Response {
	w.Helper()
	r, err := http.NewRequestWithContext(w.Context(), method, w.url+path, strings.NewReader(body))
	if err != nil {
		w.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(r)
	}
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		w.Fatal(err)
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		w.Fatal(err)
	}
	if as, ok := out.(*rawBody); ok {
		*as = raw
	} else if out != nil {
		if err := json.Unmarshal(raw, out); err != nil {
			w.Fatalf("%s %s: %s: %v: %s", method, path, res.Status, err, raw)
		}
	}
	return res
}

// Only who has the token, from this machine and from no page of another site, is answered.
func TestWhoMayAsk(t *testing.T) {
	w := newWorld(t, nil)
	for _, c := range []struct {
		name, method, path string
		change             func(*http.Request)
		want               int
	}{
		{"the token", "GET", "/status", nil, 200},
		{"no token", "GET", "/status", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"another token", "GET", "/status", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+strings.Repeat("0", 64)) }, 401},
		{"the beginning of it", "GET", "/status", func(r *http.Request) { r.Header.Set("Authorization", "Bearer "+testToken[:63]) }, 401},
		{"an empty one", "GET", "/status", func(r *http.Request) { r.Header.Set("Authorization", "Bearer ") }, 401},
		{"as a password", "GET", "/status", func(r *http.Request) { r.SetBasicAuth("", testToken) }, 401},
		{"no such path, without", "GET", "/nothing", func(r *http.Request) { r.Header.Del("Authorization") }, 401},
		{"no such path", "GET", "/nothing", nil, 404},
		{"no such method", "PUT", "/status", nil, 405},
		{"healthz", "GET", "/healthz", func(r *http.Request) { r.Header.Del("Authorization") }, 200},
		{"healthz by another name", "GET", "/healthz", func(r *http.Request) { r.Host = "evil.example" }, 421},
		{"another name", "GET", "/status", func(r *http.Request) { r.Host = "evil.example:80" }, 421},
		{"a name that begins so", "GET", "/status", func(r *http.Request) { r.Host = "127.0.0.1.evil.example" }, 421},
		{"an address of the network", "GET", "/status", func(r *http.Request) { r.Host = "192.168.1.2:4280" }, 421},
		{"localhost", "GET", "/status", func(r *http.Request) { r.Host = "localhost" }, 200},
		{"version 6", "GET", "/status", func(r *http.Request) { r.Host = "[::1]:4280" }, 200},
		{"a page of another site", "GET", "/status", func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") }, 403},
		{"a page of another port", "GET", "/status", func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") }, 403},
		{"a page without a site", "GET", "/status", func(r *http.Request) { r.Header.Set("Origin", "null") }, 403},
		{"across sites", "GET", "/status", func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") }, 403},
		{"our own page", "GET", "/status", func(r *http.Request) { r.Header.Set("Origin", "http://"+r.URL.Host) }, 200},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f told
			res := w.send(c.method, c.path, "", &f, c.change)
			if res.StatusCode != c.want {
				t.Errorf("%s, want %d: %+v", res.Status, c.want, f)
			}
			if res.StatusCode >= 400 && (f.Err == "" || f.Fix == "") {
				t.Errorf("the answer has no error or no fix: %+v", f)
			}
			if res.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("another site may read it")
			}
		})
	}
}

// told is what an answer says of a mistake.
type told struct {
	Err   string `json:"error"`
	Field string
	Fix   string
}

// What stands beside the API is behind the same guard; who is known otherwise needs no token.
func TestAPageBesideTheAPI(t *testing.T) {
	s := web.New(web.Options{Token: testToken, Known: func(r *http.Request) bool {
		c, err := r.Cookie("key")
		return err == nil && c.Value == "mine"
	}})
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, `{"page":true}`) })
	s.Handle("GET /page", false, page)
	s.Handle("GET /door", true, page)
	h := httptest.NewServer(s)
	defer h.Close()
	w := &world{T: t, url: h.URL}
	no := func(r *http.Request) { r.Header.Del("Authorization") }
	for _, c := range []struct {
		path   string
		change func(*http.Request)
		want   int
	}{
		{"/page", nil, 200}, {"/page", no, 401}, {"/door", no, 200},
		{"/page", func(r *http.Request) { no(r); r.AddCookie(&http.Cookie{Name: "key", Value: "mine"}) }, 200},
		{"/page", func(r *http.Request) { no(r); r.AddCookie(&http.Cookie{Name: "key", Value: "yours"}) }, 401},
		{"/door", func(r *http.Request) { r.Host = "evil.example" }, 421},
	} {
		if res := w.send("GET", c.path, "", nil, c.change); res.StatusCode != c.want {
			t.Errorf("%s: %s, want %d", c.path, res.Status, c.want)
		}
	}
}
