package daemon

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// freeAddress returns a loopback address that nobody has at the moment.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// serving runs a daemon with an API until stop is called, which returns how it has ended.
func serving(t *testing.T, listen string) (cfg config.Config, cl *client.Client, stop func() error) {
	t.Helper()
	cfg = config.Default()
	cfg.Home, cfg.Space, cfg.HTTP.Listen = t.TempDir(), string(memtide.DefaultSpace), listen
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, cfg, slog.New(slog.DiscardHandler), Options{}) }()
	wait := daemontest.Within(t, time.Minute)
	var err error
	for cl, err = client.Dial(cfg); err != nil; cl, err = client.Dial(cfg) {
		if wait.Err() != nil {
			t.Fatal(err)
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Cleanup(cl.Close)
	var once sync.Once
	stop = func() (err error) {
		once.Do(func() {
			cancel()
			select {
			case err = <-ended:
			case <-time.After(time.Minute):
				err = fmt.Errorf("the daemon does not end")
			}
		})
		return err
	}
	t.Cleanup(func() { _ = stop() })
	return cfg, cl, stop
}

// status asks until the report is one that is wanted.
func statusWith(t *testing.T, cl *client.Client, want func(control.Status) bool) control.Status {
	t.Helper()
	ctx := daemontest.Within(t, time.Minute)
	for {
		st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			t.Fatalf("%v: %+v", err, st)
		}
		if want(st) {
			return st
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// askHTTP sends a request with a token and returns its status, 0 where the connection ended.
func askHTTP(t *testing.T, method, url, token, body string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Content-Type", "application/json")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		return 0
	}
	return res.StatusCode
}

// With http.listen the API is there once clients can come in, with a token that only the owner
// can read, and status says where. A daemon that stops while requests run lets none of them hang.
func TestTheAPIOfADaemon(t *testing.T) {
	listen := freeAddress(t)
	cfg, cl, stop := serving(t, listen)
	if st := statusWith(t, cl, func(st control.Status) bool { return st.HTTP != "" }); st.HTTP != listen {
		t.Errorf("it listens at %s, want %s", st.HTTP, listen)
	}
	path := filepath.Join(cfg.Home, "http-token")
	st, err := os.Stat(path)
	if err != nil || st.Mode().Perm() != 0o600 || st.Size() != 64 {
		t.Fatalf("%v, %v", st, err)
	}
	token, err := HTTPToken(cfg.Home)
	if err != nil {
		t.Fatal(err)
	}
	url := "http://" + listen
	if got := askHTTP(t, "POST", url+"/memory", token, `{"text":"The staging server is called wharf."}`); got != http.StatusCreated {
		t.Fatal(got)
	}
	if got := askHTTP(t, "GET", url+"/memories", "no", ""); got != http.StatusUnauthorized {
		t.Error(got)
	}

	var all sync.WaitGroup
	began := make(chan struct{}, 100)
	for i := range 4 {
		all.Go(func() {
			for n := 0; ; n++ {
				switch got := askHTTP(t, "POST", url+"/memory/extract", token, fmt.Sprintf(`{"messages":"User: Crane %d of row %d is green."}`, n, i)); got {
				case http.StatusOK, http.StatusAccepted:
					began <- struct{}{}
				case 0, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
					return
				default:
					t.Errorf("status %d", got)
					return
				}
			}
		})
	}
	for range 8 {
		<-began
	}
	go func() {
		for range began {
		}
	}()
	if err := stop(); err != nil {
		t.Errorf("ends with %v", err)
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	select {
	case <-done:
		close(began)
	case <-time.After(time.Minute):
		t.Fatal("a request hangs")
	}
	if c, err := net.Dial("tcp", listen); err == nil {
		c.Close()
		t.Error("the port is still open")
	}
}

// A port that somebody else has is told, and taken once it is free; the memory goes on without.
func TestAPortOfTheAPIThatIsTaken(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	_, cl, stop := serving(t, l.Addr().String())
	daemontest.Say(t, cl, event.TurnRequest{Role: memtide.RoleUser, Text: "The ferry leaves at nine."})
	statusWith(t, cl, func(st control.Status) bool {
		return st.HTTP == "" && strings.Contains(strings.Join(st.Problems, ""), "http.listen") && strings.Contains(strings.Join(st.Problems, ""), l.Addr().String())
	})
	l.Close()
	if st := statusWith(t, cl, func(st control.Status) bool { return st.HTTP != "" }); strings.Contains(strings.Join(st.Problems, ""), "http.listen") {
		t.Errorf("%q", st.Problems)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}

// Without http.listen there is no port, and no token.
func TestNoAPIUnlessItIsSet(t *testing.T) {
	cfg, cl, stop := serving(t, "")
	if st := statusWith(t, cl, func(control.Status) bool { return true }); st.HTTP != "" {
		t.Errorf("it listens at %s", st.HTTP)
	}
	if _, err := os.Stat(filepath.Join(cfg.Home, "http-token")); !os.IsNotExist(err) {
		t.Errorf("a token: %v", err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}
