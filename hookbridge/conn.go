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
		nats.SyncQueueLen(8), // room for two answers; by default each inbox takes half a megabyte
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

// reply is an answer that is on its way.
type reply struct {
	sub     *nats.Subscription
	subject string // of the request
}

// post sends one request and does not wait for its answer.
func (c *conn) post(subject string, v any) (*reply, error) {
	b, err := event.Encode(v)
	if err != nil {
		return nil, err
	}
	inbox := c.nc.NewInbox()
	sub, err := c.nc.SubscribeSync(inbox)
	if err == nil {
		err = c.nc.PublishRequest(subject, inbox, b)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", verdict(err), subject, err)
	}
	return &reply{sub, subject}, nil
}

// read waits for the answer and decodes it into v. That nobody hears the
// request is an answer too: an empty one, which is no JSON.
func (r *reply) read(ctx context.Context, v any) error {
	msg, err := r.sub.NextMsgWithContext(ctx)
	if err != nil {
		return fmt.Errorf("%w: %s: %w", verdict(err), r.subject, err)
	}
	if err := json.Unmarshal(msg.Data, v); err != nil {
		return fmt.Errorf("%w: %s: decode reply: %w", errBusy, r.subject, err)
	}
	return nil
}

// said is what the hook needs of an [event.AskReply]. Building a decoder for
// all of it would take longer than the rest of printing.
type said struct {
	Block string `json:"block"`
	Error string `json:"error"`
}

// block returns the block to inject, "" where the daemon has nothing to say.
func (r *reply) block(ctx context.Context) (string, error) {
	var s said
	err := r.read(ctx, &s)
	if err == nil && s.Error != "" {
		err = fmt.Errorf("%w: %s", errBusy, s.Error)
	}
	if err != nil {
		return "", err
	}
	return s.Block, nil
}

// taken waits until a half-turn is acknowledged; nil means that it is durable.
// One that the daemon refuses for good is an error too: it goes to the spool,
// and from there, with the reason, to the folder that status counts.
func (r *reply) taken(ctx context.Context) error {
	var t event.TurnReply
	if err := r.read(ctx, &t); err != nil {
		return err
	}
	if t.Outcome == "" {
		return fmt.Errorf("%w: %s", errBusy, t.Error)
	}
	return nil
}
