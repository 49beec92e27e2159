package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// httpProcess is a daemon with an API, once it listens.
func httpProcess(t *testing.T) (p *process, address string) {
	t.Helper()
	p = newProcess(t, filepath.Join(t.TempDir(), "home"), "MEMTIDE_HTTP_LISTEN="+freePort(t))
	cl := p.start()
	t.Cleanup(cl.Close)
	ctx := daemontest.Within(t, time.Minute)
	for {
		st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			t.Fatal(err)
		}
		if st.HTTP != "" {
			return p, st.HTTP
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// command runs a command of the program beside a daemon.
func (p *process) command(args ...string) (string, error) {
	c := exec.Command(p.bin, args...)
	c.Env = append(append(os.Environ(), "MEMTIDE_HOME="+p.home), p.env...)
	out, err := c.CombinedOutput()
	return string(out), err
}

// Status names the address of the API, and doctor asks it.
func TestStatusAndDoctorOfTheAPI(t *testing.T) {
	p, address := httpProcess(t)
	if out, err := p.command("status"); err != nil || !strings.Contains(out, "http://"+address) || !strings.Contains(out, "http-token") {
		t.Errorf("%v\n%s", err, out)
	}
	is := func(want string) {
		t.Helper()
		out, _ := p.command("doctor") // other checks may be wrong on this machine
		if !regexp.MustCompile(`(?m)^` + want).MatchString(out) {
			t.Errorf("not %s:\n%s", want, out)
		}
	}
	is(`ok   http +answers at http://` + regexp.QuoteMeta(address))
	if err := os.Chmod(filepath.Join(p.home, "http-token"), 0o644); err != nil {
		t.Fatal(err)
	}
	is(`BAD  http +others can read .*http-token`)
	p.env = []string{"MEMTIDE_HTTP_LISTEN=" + freePort(t)}
	if err := os.Chmod(filepath.Join(p.home, "http-token"), 0o600); err != nil {
		t.Fatal(err)
	}
	is(`ok   http +answers at http://` + regexp.QuoteMeta(address)) // the daemon's own settings hold
	p.stop()
	p.env = nil
	cl := p.start()
	defer cl.Close()
	p.env = []string{"MEMTIDE_HTTP_LISTEN=127.0.0.1:4280"}
	is(`BAD  http +http.listen is 127.0.0.1:4280, and the daemon does not listen there`)
}

// Whatever else answers at a port is not taken for the API.
func TestDoctorKnowsTheAPI(t *testing.T) {
	for _, s := range []http.HandlerFunc{
		func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("hello")) },
		func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
	} {
		h := httptest.NewServer(s)
		if err := healthy(t.Context(), h.URL+"/healthz"); err == nil {
			t.Error("another program is taken for it")
		}
		h.Close()
		if err := healthy(t.Context(), h.URL+"/healthz"); err == nil {
			t.Error("nobody is taken for it")
		}
	}
}

// The calls in docs/http.md are answered as they stand there.
func TestTheCallsOfTheDocAreAnswered(t *testing.T) {
	for _, tool := range []string{"sh", "curl"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skip(err)
		}
	}
	raw, err := os.ReadFile("../../docs/http.md")
	if err != nil {
		t.Fatal(err)
	}
	p, address := httpProcess(t)
	id := regexp.MustCompile(`"id":"([0-9A-Z]{26})"`)
	change := regexp.MustCompile(`"change":"([0-9a-f]{32})"`)
	receipt := regexp.MustCompile(`"receipt":"([0-9a-f]{32})"`)
	env := append(os.Environ(), "MEMTIDE_HOME="+p.home, "URL=http://"+address)
	token, err := os.ReadFile(filepath.Join(p.home, "http-token"))
	if err != nil {
		t.Fatal(err)
	}
	env = append(env, "TOKEN="+string(token))
	calls := 0
	for _, block := range regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(string(raw), -1) {
		for _, call := range strings.Split(strings.ReplaceAll(block[1], "\\\n", ""), "\n") {
			if !strings.HasPrefix(call, "curl ") {
				continue
			}
			calls++
			c := exec.Command("sh", "-c", "curl --fail-with-body "+strings.TrimPrefix(call, "curl "))
			c.Env, c.Dir = env, t.TempDir()
			out, err := c.Output()
			if err != nil {
				t.Errorf("%s\n%s: %v", call, out, err)
				continue
			}
			for name, re := range map[string]*regexp.Regexp{"ID": id, "CHANGE": change, "RECEIPT": receipt} {
				if m := re.FindSubmatch(out); m != nil {
					env = append(env, name+"="+string(m[1]))
				}
			}
		}
	}
	if calls < 10 {
		t.Errorf("there are %d calls in the document", calls)
	}
}
