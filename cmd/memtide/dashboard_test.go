package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// memtide dashboard prints an address that opens the pages once, in one browser, and serves them
// until it is interrupted.
func TestDashboard(t *testing.T) {
	a := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	for _, asJSON := range []bool{false, true} {
		ctx, stop := context.WithCancel(t.Context())
		out, w := io.Pipe()
		var problems bytes.Buffer
		ended := make(chan int, 1)
		args := []string{"dashboard", "--no-open", "--home", a.Dir}
		if asJSON {
			args = append(args, "--json")
		}
		go func() {
			ended <- run(ctx, args, stdio{strings.NewReader(""), w, &problems})
			w.Close()
		}()
		address := ""
		if asJSON {
			var at control.DashboardAt
			if err := json.NewDecoder(out).Decode(&at); err != nil {
				t.Fatal(err, problems.String())
			}
			address = at.Address
		} else {
			said := make([]byte, 4096)
			n, err := out.Read(said)
			if err != nil {
				t.Fatal(err, problems.String())
			}
			address = regexp.MustCompile(`http://127\.0\.0\.1:\d+/ui/\?key=[0-9a-f]{64}`).FindString(string(said[:n]))
		}
		go io.Copy(io.Discard, out)
		open := func() (int, string) {
			t.Helper()
			jar, err := cookiejar.New(nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
			if err != nil {
				t.Fatal(err)
			}
			res, err := (&http.Client{Jar: jar}).Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			body, err := io.ReadAll(res.Body)
			if err != nil {
				t.Fatal(err)
			}
			return res.StatusCode, string(body)
		}
		if status, body := open(); status != http.StatusOK || !strings.Contains(body, "Last prompts") {
			t.Errorf("%q opens with %d: %s", address, status, body)
		}
		if status, _ := open(); status != http.StatusUnauthorized {
			t.Errorf("it opens twice, with %d", status)
		}
		stop()
		if code := <-ended; code != exitOK {
			t.Errorf("it ends with %d: %s", code, problems.String())
		}
		if _, err := http.Get(address); err == nil {
			t.Error("it serves still")
		}
	}
}

// A port that cannot be had is named, with what to do.
func TestDashboardWithoutItsPort(t *testing.T) {
	a := testDaemon(t.Context(), t, config.Default(), daemon.Options{NoSync: true})
	for port, want := range map[string]int{"70000": exitUsage, "-1": exitUsage, "x": exitUsage} {
		var out, problems bytes.Buffer
		if code := run(t.Context(), []string{"dashboard", "--no-open", "--home", a.Dir, "--port", port}, stdio{strings.NewReader(""), &out, &problems}); code != want || problems.Len() == 0 {
			t.Errorf("--port %s: %d %s", port, code, problems.String())
		}
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	var out, problems bytes.Buffer
	if code := run(t.Context(), []string{"dashboard", "--no-open", "--home", a.Dir, "--port", port}, stdio{strings.NewReader(""), &out, &problems}); code != exitError || !strings.Contains(problems.String(), "--port 0") {
		t.Errorf("a port that somebody has: %d %s", code, problems.String())
	}
}

// With http.listen the daemon serves the same pages: memtide dashboard gets a key from it and
// ends. The token of the API, which a program may have, opens none of them.
func TestTheDaemonServesTheDashboard(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := l.Addr().String()
	l.Close()
	home := t.TempDir()
	p := newProcess(t, home, "MEMTIDE_HTTP_LISTEN="+address)
	p.start().Close()
	at, end := control.DashboardAt{}, time.Now().Add(30*time.Second)
	for ; at.Address == "" && time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		cl := p.reach()
		at, err = client.Control[control.DashboardAt](t.Context(), cl, "dashboard", struct{}{}) // it listens once clients can come in
		cl.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	var out, problems bytes.Buffer
	if code := run(t.Context(), []string{"dashboard", "--json", "--home", home}, stdio{strings.NewReader(""), &out, &problems}); code != exitOK {
		t.Fatal(code, problems.String())
	}
	if err := json.Unmarshal(out.Bytes(), &at); err != nil || !strings.HasPrefix(at.Address, "http://"+address+"/ui/?key=") {
		t.Fatalf("%v: %s", err, out.String())
	}
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := &http.Client{Jar: jar}
	get := func(url, token string) int {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			r.Header.Set("Authorization", "Bearer "+token)
		}
		res, err := browser.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode
	}
	token, err := os.ReadFile(filepath.Join(home, "http-token"))
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		url, token string
		want       int
	}{
		"the API with its token":   {"http://" + address + "/status", string(token), http.StatusOK},
		"the pages with the token": {"http://" + address + "/ui/", string(token), http.StatusUnauthorized},
		"the token as a key":       {"http://" + address + "/ui/?key=" + string(token), "", http.StatusUnauthorized},
	} {
		if got := get(c.url, c.token); got != c.want {
			t.Errorf("%s: %d, want %d", what, got, c.want)
		}
	}
	if got := get(at.Address, ""); got != http.StatusOK {
		t.Errorf("the key: %d", got)
	}
	if got := get("http://"+address+"/status", ""); got != http.StatusUnauthorized {
		t.Errorf("the cookie opens the API: %d", got)
	}
}
