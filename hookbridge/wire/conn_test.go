package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestLogin(t *testing.T) {
	var hello string
	c := open(t, fakeServer(t, func(f *fake) {
		f.say(greeting)
		hello, _ = f.login()
		if got := f.line(); got != "PING" {
			t.Errorf("got %q", got)
		}
		f.say("PONG\r\n")
	}))
	if err := c.Confirm(soon()); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(strings.TrimPrefix(hello, "CONNECT ")), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{"verbose": false, "pedantic": false, "tls_required": false, "user": "hook", "pass": "s3cret", "name": "test",
		"lang": "go", "version": "1", "protocol": 1.0, "echo": true, "headers": true, "no_responders": true}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestGreetings(t *testing.T) {
	for _, c := range []struct {
		name, says string
		want       error
	}{
		{"no INFO", "PING\r\n", ErrProtocol},
		{"message first", "MSG a 1 1\r\nx\r\n", ErrProtocol},
		{"another program", "HTTP/1.1 400 Bad Request\r\n", ErrProtocol},
		{"no JSON", "INFO {\r\n", ErrProtocol},
		{"a line without end", strings.Repeat("x", maxLine+1), ErrProtocol},
		{"a long INFO", "INFO {\"x\":\"" + strings.Repeat("x", maxLine) + "\"}\r\n", ErrProtocol},
		{"refused", "-ERR 'maximum connections exceeded'\r\n", ErrRefused},
		{"TLS", `INFO {"tls_required":true}` + "\r\n", ErrRefused},
		{"closed", "", io.EOF},
		{"closed in between", "INFO {", io.EOF},
	} {
		t.Run(c.name, func(t *testing.T) {
			raw := fakeServer(t, func(f *fake) { f.say(c.says) })
			if _, err := Open(raw, login, soon()); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
			raw.Close()
		})
	}
}

func TestTwoRequestsAtOnce(t *testing.T) {
	for name, each := range map[string]func(io.Writer, []byte) error{"at once": nil, "byte by byte": bytewise} {
		t.Run(name, func(t *testing.T) {
			long := strings.Repeat("long ", 20_000)
			c := open(t, fakeServerBy(t, each, func(f *fake) {
				f.greet()
				_, first, q := f.request()
				_, second, turn := f.request()
				if q != "question" || turn != "half-turn" {
					t.Errorf("%q, %q", q, turn)
				}
				// The answers come in the other order, among other things.
				f.say("+OK\r\nPING\r\n")
				if got := f.line(); got != "PONG" {
					t.Errorf("got %q", got)
				}
				f.say("INFO {}\r\nMSG _INBOX_hook.foreign 1 3\r\nabc\r\n")
				f.say(fmt.Sprintf("MSG %s 1 5\r\ntaken\r\n", second))
				f.say(fmt.Sprintf("MSG %s 1 6\r\nsecond\r\n", second))
				f.say(fmt.Sprintf("HMSG %s 1 an.inbox 18 %d\r\nNATS/1.0\r\nA: b\r\n\r\n%s\r\n", first, 18+len(long), long))
			}))
			first, second := post(t, c, "memtide.ask", "question"), post(t, c, "memtide.turn", "half-turn")
			if got, err := first.Wait(soon()); string(got) != long || err != nil {
				t.Errorf("%d bytes, %v", len(got), err)
			}
			for range 2 {
				if got, err := second.Wait(soon()); string(got) != "taken" || err != nil {
					t.Errorf("%q, %v", got, err)
				}
			}
		})
	}
}

// What the server may say in place of the first of two answers.
func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		name, says string
		first      error
		second     error // nil: the other answer comes all the same
	}{
		{"nobody hears", "HMSG $1 1 16 16\r\nNATS/1.0 503\r\n\r\n\r\n", ErrNoResponders, nil},
		{"nobody hears, in words", "HMSG $1 1 30 30\r\nNATS/1.0 503 No Responders\r\n\r\n\r\n", ErrNoResponders, nil},
		{"forbidden to ask", "-ERR 'Permissions Violation for Publish to \"memtide.ask\"'\r\n", ErrPermission, nil},
		{"forbidden to hear", "-ERR 'Permissions Violation for Subscription to \"_INBOX_hook.x.*\"'\r\n", ErrPermission, ErrPermission},
		{"wrong password", "-ERR 'Authorization Violation'\r\n", ErrAuth, ErrAuth},
		{"too late with it", "-ERR 'Authentication Timeout'\r\n", ErrAuth, ErrAuth},
		{"too large", "-ERR 'Maximum Payload Violation'\r\n", ErrTooLarge, ErrTooLarge},
		{"anything else", "-ERR 'Slow Consumer'\r\n", ErrRefused, ErrRefused},
		{"closed", "", io.EOF, io.EOF},
		{"closed in a line", "MSG $1", io.EOF, io.EOF},
		{"closed in a message", "MSG $1 1 10\r\nabc", io.EOF, io.EOF},
		{"a huge message", "MSG $1 1 1048577\r\n", ErrProtocol, ErrProtocol},
		{"an absurd one", "MSG $1 1 99999999999999999999\r\n", ErrProtocol, ErrProtocol},
		{"a negative one", "MSG $1 1 -1\r\n", ErrProtocol, ErrProtocol},
		{"headers above all", "HMSG $1 1 9 8\r\n", ErrProtocol, ErrProtocol},
		{"no size", "MSG $1 1\r\n", ErrProtocol, ErrProtocol},
		{"longer than it says", "MSG $1 1 2\r\nabc\r\n", ErrProtocol, ErrProtocol},
		{"unknown word", "HELLO\r\n", ErrProtocol, ErrProtocol},
		{"a line without end", strings.Repeat("MSG ", maxLine/4+1), ErrProtocol, ErrProtocol},
	} {
		t.Run(c.name, func(t *testing.T) {
			conn := open(t, fakeServer(t, func(f *fake) {
				f.greet()
				_, first, _ := f.request()
				_, second, _ := f.request()
				f.say(strings.ReplaceAll(c.says, "$1", first))
				if c.second == nil {
					f.say(fmt.Sprintf("MSG %s 1 2\r\nok\r\n", second))
				}
			}))
			first, second := post(t, conn, "memtide.ask", "q"), post(t, conn, "memtide.turn", "t")
			if got, err := first.Wait(soon()); !errors.Is(err, c.first) {
				t.Errorf("first: %q, %v, want %v", got, err, c.first)
			}
			if got, err := second.Wait(soon()); !errors.Is(err, c.second) || err == nil && string(got) != "ok" {
				t.Errorf("second: %q, %v, want %v", got, err, c.second)
			}
		})
	}
}

// A time that is over in the middle of an answer loses nothing of it.
func TestLateAnswers(t *testing.T) {
	more := make(chan struct{})
	c := open(t, fakeServer(t, func(f *fake) {
		f.greet()
		_, first, _ := f.request()
		_, second, _ := f.request()
		f.say(fmt.Sprintf("MSG %s 1 2\r\nok\r\nMSG %s 1 6\r\nan", second, first))
		<-more
		f.say("swer\r\n")
	}))
	first, second := post(t, c, "memtide.ask", "q"), post(t, c, "memtide.turn", "t")
	_, err := first.Wait(time.Now().Add(30 * time.Millisecond))
	var timeout net.Error
	if !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("got %v, want a time-out", err)
	}
	if got, err := second.Wait(soon()); string(got) != "ok" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	close(more)
	if got, err := first.Wait(soon()); string(got) != "answer" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

// A server that does not read stops no one: the write ends, nothing follows
// what was cut off, and an answer that is there is read.
func TestServerThatDoesNotRead(t *testing.T) {
	posted := make(chan struct{})
	c := open(t, fakeServer(t, func(f *fake) {
		f.greet()
		_, first, _ := f.request()
		<-posted
		f.say("PING\r\n")
		f.say(fmt.Sprintf("MSG %s 1 2\r\nok\r\n", first))
	}))
	first := post(t, c, "memtide.ask", "q")
	var timeout net.Error
	for range 2 {
		_, err := c.Post("memtide.turn", []byte("t"), time.Now().Add(30*time.Millisecond))
		if !errors.As(err, &timeout) || !timeout.Timeout() {
			t.Errorf("got %v, want a time-out", err)
		}
	}
	close(posted)
	if got, err := first.Wait(soon()); string(got) != "ok" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
}

func TestWhatIsNotSent(t *testing.T) {
	c := open(t, fakeServer(t, func(f *fake) {
		f.greet()
		if subject, _, body := f.request(); subject != "memtide.turn" || body != "t" {
			t.Errorf("%q %q", subject, body)
		}
	}))
	if _, err := c.Post("memtide.turn", make([]byte, 1<<20+1), soon()); !errors.Is(err, ErrTooLarge) {
		t.Errorf("got %v, want ErrTooLarge", err)
	}
	for _, subject := range []string{"", "a b", "a\r\nPUB x 0\r\n"} {
		if _, err := c.Post(subject, nil, soon()); err == nil {
			t.Errorf("posted to %q", subject)
		}
	}
	post(t, c, "memtide.turn", "t")
	c.Close()
	if _, err := c.Post("memtide.turn", nil, soon()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("got %v, want net.ErrClosed", err)
	}
}

func TestConfirmIsRefused(t *testing.T) {
	c := open(t, fakeServer(t, func(f *fake) {
		f.greet()
		f.line()
		f.say("-ERR 'Authorization Violation'\r\n")
	}))
	for range 2 {
		if err := c.Confirm(soon()); !errors.Is(err, ErrAuth) {
			t.Errorf("got %v, want ErrAuth", err)
		}
	}
}
