package hookbridge

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge/wire"
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

// ErrRunFile says that run.json is damaged, as a power cut leaves a file that was not
// synced: it leads to no daemon.
var ErrRunFile = errors.New("the run file is damaged")

// ReadRun reads run.json. It refuses a file that others may read. One that came into the
// folder with a copy of another one is as none: that other daemon has another memory.
func ReadRun(path string) (event.RunInfo, error) {
	info, err := readRunAs[event.RunInfo](path)
	if err == nil {
		err = usable(path, info.Home, info.Socket+info.Address)
	}
	return info, err
}

// toReach is what the hook needs of an [event.RunInfo]: building a decoder takes
// time for each field.
type toReach struct {
	Socket  string            `json:"socket"`
	Address string            `json:"address"`
	Secrets map[string]string `json:"secrets"`
	WaitMS  int               `json:"wait_ms"`
	Home    string            `json:"home"`
}

// readRun is [ReadRun] for the hook.
func readRun(path string) (toReach, error) {
	info, err := readRunAs[toReach](path)
	if err == nil {
		err = usable(path, info.Home, info.Socket+info.Address)
	}
	return info, err
}

// usable reports what is wrong with a run file that was decoded.
func usable(path, home, where string) error {
	if where == "" {
		return fmt.Errorf("%w: %s names no socket and no address", ErrRunFile, path)
	}
	return copied(path, home)
}

// copied returns an error that is [fs.ErrNotExist] where a run file is that of a daemon on
// another data folder. A link to a folder is that folder; a file of an older daemon
// names none.
func copied(path, home string) error {
	here := filepath.Dir(filepath.Dir(path))
	if home == "" || home == here {
		return nil
	}
	if theirs, err := os.Stat(home); err == nil {
		if ours, err := os.Stat(here); err != nil || os.SameFile(ours, theirs) {
			return nil
		}
	}
	return fmt.Errorf("%w: %s is of the daemon on %s, out of which this folder was copied", fs.ErrNotExist, path, home)
}

func readRunAs[T any](path string) (info T, err error) {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() { // a pipe cannot even be opened
		return info, ownFile(path, st)
	}
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
		return *new(T), fmt.Errorf("%w: decode %s: %w", ErrRunFile, path, err)
	}
	return info, nil
}

// conn is the one connection of a run.
type conn struct {
	*wire.Conn
	wait time.Duration // how much longer than usual a prompt may take
}

// call is a connection that the daemon has yet to greet us on.
type call struct {
	raw      net.Conn
	password string
	wait     time.Duration // as in [conn]
}

// reach dials the daemon that run.json names. It greets by itself, so that who
// has something to prepare does it between this and [call.greeted]. The error is
// errAbsent or errHung.
func reach(ctx context.Context, runFile string) (*call, error) {
	info, err := readRun(runFile)
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
	return &call{raw, info.Secrets[User], min(time.Duration(info.WaitMS)*time.Millisecond, modelWait)}, nil
}

// greeted waits for the greeting. The error is errHung or errBusy. Whether the
// daemon lets us in shows with the first answer, see [joined].
func (c *call) greeted(ctx context.Context) (*conn, error) {
	w, err := wire.Open(c.raw, wire.Login{User: User, Password: c.password, Name: "memtide-hook", InboxPrefix: InboxPrefix}, deadline(ctx))
	if err != nil {
		c.raw.Close()
		return nil, fmt.Errorf("%w: greeting: %w", verdict(err), err)
	}
	return &conn{w, c.wait}, nil
}

// connect is both, for who has nothing to do meanwhile.
func connect(ctx context.Context, runFile string) (*conn, error) {
	c, err := reach(ctx, runFile)
	if err != nil {
		return nil, err
	}
	return c.greeted(ctx)
}

// joined is [connect], and has the login confirmed. It costs a round trip: for
// who has to know before the first request whether this is the daemon.
func joined(ctx context.Context, runFile string) (*conn, error) {
	c, err := connect(ctx, runFile)
	if err != nil {
		return nil, err
	}
	if err := c.Confirm(deadline(ctx)); err != nil {
		c.Close()
		return nil, fmt.Errorf("%w: log in: %w", verdict(err), err)
	}
	return c, nil
}

// deadline returns when ctx ends; every context here is bounded but those of
// tests.
func deadline(ctx context.Context) time.Time {
	if end, ok := ctx.Deadline(); ok {
		return end
	}
	return time.Now().Add(time.Second)
}

// verdict tells silence from an answer that is none.
func verdict(err error) error {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return errHung
	}
	return errBusy
}

// reply is an answer that is on its way.
type reply struct {
	*wire.Reply
	subject string // of the request
}

// post sends one request and does not wait for its answer.
func (c *conn) post(ctx context.Context, subject string, v any) (*reply, error) {
	b, err := event.Encode(v)
	if err != nil {
		return nil, err
	}
	r, err := c.Post(subject, b, deadline(ctx))
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", verdict(err), subject, err)
	}
	return &reply{r, subject}, nil
}

// read waits for the answer and decodes it into v.
func (r *reply) read(ctx context.Context, v any) error {
	b, err := r.Wait(deadline(ctx))
	if err != nil {
		return fmt.Errorf("%w: %s: %w", verdict(err), r.subject, err)
	}
	if err := json.Unmarshal(b, v); err != nil {
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
	var t struct { // of an [event.TurnReply]
		Outcome string `json:"outcome"`
		Error   string `json:"error"`
	}
	if err := r.read(ctx, &t); err != nil {
		return err
	}
	if t.Outcome == "" {
		return fmt.Errorf("%w: %s", errBusy, t.Error)
	}
	return nil
}
