package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
	"strings"
	"time"
)

// What a server can refuse. A time that is over is an error of package net
// with Timeout() true, and a connection that the server has closed is io.EOF
// or an error of the system.
var (
	ErrProtocol     = errors.New("not the protocol of NATS")
	ErrAuth         = errors.New("login refused")
	ErrPermission   = errors.New("not permitted")
	ErrTooLarge     = errors.New("message is too large")
	ErrNoResponders = errors.New("nobody hears it")
	ErrRefused      = errors.New("server refuses") // with its own words
)

// Login says who connects. The inboxes for answers are InboxPrefix.TOKEN.N.
type Login struct {
	User, Password string
	Name           string // of the program, for the server's list of connections
	InboxPrefix    string
}

// Open reads the server's greeting from raw until the time by. The login goes
// out with the first request, so that it takes no round trip of its own:
// whether the server lets us in shows in the first [Reply.Wait], or in
// [Conn.Confirm]. raw belongs to the Conn when the error is nil.
func Open(raw net.Conn, login Login, by time.Time) (*Conn, error) {
	c := &Conn{raw: raw, in: make([]byte, 0, 4<<10),
		inbox: login.InboxPrefix + "." + strconv.FormatUint(rand.Uint64(), 36) + strconv.FormatUint(rand.Uint64(), 36) + "."}
	f, size, err := c.next(by)
	if err == nil {
		err = c.greeted(f)
	}
	if err != nil {
		return nil, err
	}
	c.drop(size)
	hello, err := json.Marshal(connect{
		User: login.User, Pass: login.Password, Name: login.Name,
		Lang: "go", Version: "1", Protocol: 1, Echo: true, Headers: true, NoResponders: true,
	})
	if err != nil {
		return nil, fmt.Errorf("encode login: %w", err)
	}
	c.out = fmt.Appendf(c.out, "CONNECT %s\r\nSUB %s* 1\r\n", hello, c.inbox)
	return c, nil
}

// connect is what the server wants to know first. (Protocol 1 allows it to
// send INFO again.)
type connect struct {
	Verbose      bool   `json:"verbose"`
	Pedantic     bool   `json:"pedantic"`
	TLS          bool   `json:"tls_required"`
	User         string `json:"user"`
	Pass         string `json:"pass"`
	Name         string `json:"name"`
	Lang         string `json:"lang"`
	Version      string `json:"version"`
	Protocol     int    `json:"protocol"`
	Echo         bool   `json:"echo"`
	Headers      bool   `json:"headers"`
	NoResponders bool   `json:"no_responders"`
}

// greeted reads the first frame of a server.
func (c *Conn) greeted(f frame) error {
	switch f.verb {
	case "INFO":
	case "-ERR": // too many connections, for one
		return refusal(f.args)
	default:
		return fmt.Errorf("%w: it greets with %s", ErrProtocol, f.verb)
	}
	var info struct {
		TLS        bool `json:"tls_required"`
		MaxPayload int  `json:"max_payload"`
	}
	if err := json.Unmarshal(f.args, &info); err != nil {
		return fmt.Errorf("%w: greeting: %w", ErrProtocol, err)
	}
	if info.TLS {
		return fmt.Errorf("%w: it wants TLS", ErrRefused)
	}
	c.largest = max(info.MaxPayload, 0)
	return nil
}

// refusal names what the server says in an -ERR.
func refusal(text []byte) error {
	words := strings.ToLower(string(text[:min(len(text), 200)]))
	kind := ErrRefused
	switch {
	case strings.Contains(words, "authorization violation"), strings.Contains(words, "authentication"):
		kind = ErrAuth
	case strings.Contains(words, "permissions violation"):
		kind = ErrPermission
	case strings.Contains(words, "maximum payload"):
		kind = ErrTooLarge
	}
	return fmt.Errorf("%w: %q", kind, words)
}
