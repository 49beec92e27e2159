package hookbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/nats-io/nats.go"
)

// User is the name under which hooks log in to the daemon. It may publish to
// the two front doors and subscribe below [InboxPrefix], nothing else.
const (
	User        = "hook"
	InboxPrefix = "_INBOX_hook"
)

// What can be wrong with the daemon when a hook calls.
var (
	errAbsent = errors.New("no daemon")        // nobody listens: start one
	errHung   = errors.New("daemon is hung")   // it was given its time and said nothing: leave it alone for a while
	errBusy   = errors.New("daemon not ready") // it answers, and not with an answer: starting, stopping, or not ours
)

// ReadRun reads run.json. It refuses a file that others may read.
func ReadRun(path string) (event.RunInfo, error) {
	var info event.RunInfo
	f, err := os.Open(path)
	if err != nil {
		return info, fmt.Errorf("open run file: %w", err)
	}
	defer f.Close()
	st, err := f.Stat()
	if err != nil {
		return info, fmt.Errorf("open run file: %w", err)
	}
	if err := ownFile(path, st); err != nil {
		return info, err
	}
	b, err := io.ReadAll(io.LimitReader(f, 1<<16))
	if err != nil {
		return info, fmt.Errorf("read run file: %w", err)
	}
	if err := json.Unmarshal(b, &info); err != nil {
		return event.RunInfo{}, fmt.Errorf("decode run file %s: %w", path, err)
	}
	return info, nil
}

// conn is the one connection of a run.
type conn struct{ nc *nats.Conn }

// connect reaches the daemon that run.json names. The error is errAbsent,
// errHung or errBusy.
func connect(ctx context.Context, runFile string) (*conn, error) {
	info, err := ReadRun(runFile)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errAbsent, err)
	}
	network, address := "unix", info.Socket
	if address == "" {
		network, address = "tcp", info.Address
	}
	var d net.Dialer
	raw, err := d.DialContext(ctx, network, address)
	switch {
	case errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded):
		return nil, fmt.Errorf("%w: dial: %w", errHung, err)
	case err != nil:
		return nil, fmt.Errorf("%w: dial: %w", errAbsent, err)
	}
	wait := time.Second
	if end, ok := ctx.Deadline(); ok {
		wait = max(time.Until(end), time.Millisecond)
	}
	nc, err := nats.Connect("nats://127.0.0.1:1", // never dialled: the dialer hands over raw
		nats.SetCustomDialer(given{raw}),
		nats.UserInfo(User, info.Secrets[User]),
		nats.CustomInboxPrefix(InboxPrefix),
		nats.NoReconnect(),
		nats.Timeout(wait),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {})) // the default one prints to stderr
	if err != nil {
		raw.Close()
		return nil, fmt.Errorf("%w: log in: %w", verdict(err), err)
	}
	return &conn{nc}, nil
}

// verdict tells silence from an answer that is none.
func verdict(err error) error {
	var timeout net.Error
	if errors.Is(err, nats.ErrTimeout) || errors.Is(err, context.DeadlineExceeded) ||
		errors.As(err, &timeout) && timeout.Timeout() {
		return errHung
	}
	return errBusy
}

// given is a dialer that has dialled already.
type given struct{ raw net.Conn }

// Dial returns the connection.
func (g given) Dial(string, string) (net.Conn, error) { return g.raw, nil }

// request sends one message and decodes its reply.
func request[Reply any](ctx context.Context, c *conn, subject string, v any) (Reply, error) {
	var reply Reply
	b, err := event.Encode(v)
	if err != nil {
		return reply, err
	}
	msg, err := c.nc.RequestWithContext(ctx, subject, b)
	if err != nil {
		return reply, fmt.Errorf("%w: %s: %w", verdict(err), subject, err)
	}
	if err := json.Unmarshal(msg.Data, &reply); err != nil {
		return *new(Reply), fmt.Errorf("%w: %s: decode reply: %w", errBusy, subject, err)
	}
	return reply, nil
}

// ask returns the block to inject, "" where the daemon has nothing to say.
func (c *conn) ask(ctx context.Context, q event.AskRequest) (string, error) {
	reply, err := request[event.AskReply](ctx, c, event.SubjectAsk, q)
	if err == nil && reply.Error != "" {
		err = fmt.Errorf("%w: %s", errBusy, reply.Error)
	}
	if err != nil {
		return "", err
	}
	return reply.Block, nil
}

// hand gives a half-turn over; nil means that it is durable. One that the
// daemon refuses for good is an error too: it goes to the spool, and from
// there, with the reason, to the folder that status counts.
func (c *conn) hand(ctx context.Context, t event.TurnRequest) error {
	reply, err := request[event.TurnReply](ctx, c, event.SubjectTurn, t)
	if err != nil {
		return err
	}
	if reply.Outcome == "" {
		return fmt.Errorf("%w: %s", errBusy, reply.Error)
	}
	return nil
}
