package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/web"
)

// served is an API that answers nothing but /healthz, with its listener.
func served(t *testing.T) (address string, stop func() error) {
	t.Helper()
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return nil, client.ErrAway }})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	return l.Addr().String(), func() error {
		cancel()
		select {
		case err := <-ended:
			return err
		case <-time.After(20 * time.Second):
			return fmt.Errorf("it does not end")
		}
	}
}

// slow opens a connection, says the beginning of a request and then no more.
func slow(t *testing.T, address, said string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if _, err := io.WriteString(c, said); err != nil {
		t.Fatal(err)
	}
	return c
}

// Who sends a request by the drop keeps nobody else waiting, is let go, and does not keep the
// server from ending.
func TestASlowClientIsLetGo(t *testing.T) {
	t.Parallel()
	address, stop := served(t)
	var waiting []net.Conn
	for range 20 {
		waiting = append(waiting, slow(t, address, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "))
	}
	body := slow(t, address, "POST /memory HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer "+testToken+"\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"text\":")
	res, err := http.Get("http://" + address + "/healthz")
	if err != nil || res.StatusCode != 200 {
		t.Fatal(res, err)
	}
	res.Body.Close()
	for _, c := range waiting {
		_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
		if raw, err := io.ReadAll(c); err != nil {
			t.Fatalf("it is still waited for: %q, %v", raw, err)
		}
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
	_ = body.SetReadDeadline(time.Now().Add(30 * time.Second))
	if _, err := io.ReadAll(body); err != nil {
		t.Errorf("a body that does not come keeps its connection: %v", err)
	}
}

// A head that does not end is refused before it fills the memory.
func TestALargeHeadIsRefused(t *testing.T) {
	t.Parallel()
	address, stop := served(t)
	c := slow(t, address, "GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Large: "+strings.Repeat("x", 64<<10)+"\r\n\r\n")
	_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil || res.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("%v, %v", res, err)
	}
	if err := stop(); err != nil {
		t.Error(err)
	}
}
