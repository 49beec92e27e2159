// Package client is how a command reaches the daemon of its data folder: it dials the
// one that run.json names, starts one where none runs, asks the two front doors and the
// control door, and says why nobody answers.
//
//	Dial, Connect ──▶ Client ──▶ Ask, Turn      the front doors, as every client has them
//	                        └──▶ Control[Out]   the owner's verbs, see package control, and Decide[Out] for those that change the memory
//
// It opens no store and knows nothing of package daemon. A call without a deadline of its
// own gets a minute.
package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge"
)

// Client is a connection to a daemon, as user cli, with the settings that it was
// found by.
type Client struct {
	nc      *nats.Conn
	cfg     config.Config
	version string // of the daemon, as run.json has it
	via     string // the door that it stands for, see [Client.As]
}

// On makes a client of a connection that is there already. It knows no settings.
func On(nc *nats.Conn) *Client { return &Client{nc: nc} }

// Closed reports whether the connection has ended, as it does with its daemon: it is not
// made again.
func (c *Client) Closed() bool { return c.nc.IsClosed() }

// Close ends the connection.
func (c *Client) Close() { c.nc.Close() }

// As returns the same connection as that of a door: what is changed by it says in the log
// that it came through there, as "dashboard". Only small letters and "-" are noted.
func (c *Client) As(door string) *Client {
	as := *c
	as.via = door
	return &as
}

// Config returns the settings that the daemon was found by.
func (c *Client) Config() config.Config { return c.cfg }

// Space returns the one that the command is about.
func (c *Client) Space() memtide.Space { return memtide.Space(c.cfg.Space) }

// Dial connects to the daemon that run.json names. The error is [ErrAway] where none
// runs, and [ErrMute] where one has the data folder and does not answer.
func Dial(cfg config.Config) (*Client, error) {
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(cfg.Home).RunFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil, ErrAway
	}
	if errors.Is(err, hookbridge.ErrRunFile) {
		return nil, fmt.Errorf("%w (%w)", ErrAway, err)
	}
	if err != nil {
		return nil, err
	}
	nc, err := Conn(info, embedded.UserCLI)
	if err != nil {
		return nil, unreached(cfg, info, err)
	}
	return &Client{nc: nc, cfg: cfg, version: info.Version}, nil
}

// socketDialer dials where the daemon listens, whatever address is asked for.
type socketDialer struct{ network, address string }

func (d socketDialer) Dial(string, string) (net.Conn, error) {
	return net.DialTimeout(d.network, d.address, 2*time.Second)
}

// Conn connects as a client does, under the name of a user and with its secret. opts go
// before the usual ones. The caller closes it.
func Conn(info event.RunInfo, user string, opts ...nats.Option) (*nats.Conn, error) {
	d := socketDialer{"unix", info.Socket}
	if info.Socket == "" {
		d = socketDialer{"tcp", info.Address}
	}
	// The name of the server is never dialled. Without this option it would be
	// looked up: a question to the network at each call, and 5 s when it gets lost.
	return nats.Connect("nats://memtide", append([]nats.Option{nats.SkipHostLookup(), nats.SetCustomDialer(d), nats.UserInfo(user, info.Secrets[user]),
		nats.CustomInboxPrefix(embedded.InboxPrefix(user)), nats.Timeout(2 * time.Second), nats.MaxReconnects(0)}, opts...)...)
}

// call sends one request and reads its reply.
func call[Out any](ctx context.Context, c *Client, subject string, in any) (Out, error) {
	var out Out
	body, err := event.Encode(in)
	if err != nil {
		return out, err
	}
	if _, ok := ctx.Deadline(); !ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Minute)
		defer cancel()
	}
	req := &nats.Msg{Subject: subject, Data: body}
	if c.via != "" {
		req.Header = nats.Header{bus.HeaderVia: {c.via}}
	}
	msg, err := c.nc.RequestMsgWithContext(ctx, req)
	what := strings.TrimPrefix(subject, event.SubjectControl+".") // as the command line calls it
	if errors.Is(err, context.Canceled) {
		return out, err
	}
	if errors.Is(err, nats.ErrNoResponders) {
		if other := c.Other(); other != nil {
			return out, other // it may not know what is asked of it
		}
		return out, fmt.Errorf("%w (%s: %v)", ErrBetween, what, err)
	}
	if errors.Is(err, nats.ErrConnectionClosed) {
		return out, fmt.Errorf("%s: %w", what, ErrGone)
	}
	if err != nil {
		return out, fmt.Errorf("%s: %w", what, err)
	}
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		return out, fmt.Errorf("%s: decode reply: %w", what, err)
	}
	return out, nil
}

// Turn hands over a half-turn. One that is larger than the server takes is
// refused, as the daemon refuses others.
func (c *Client) Turn(ctx context.Context, t event.TurnRequest) (event.TurnReply, error) {
	return c.turn(ctx, event.SubjectTurn, t)
}

// ToolTurn is [Client.Turn] for what a tool says: it is believed as what comes in by
// bus.listen is, whoever hands it over.
func (c *Client) ToolTurn(ctx context.Context, t event.TurnRequest) (event.TurnReply, error) {
	return c.turn(ctx, event.SubjectToolTurn, t)
}

func (c *Client) turn(ctx context.Context, door string, t event.TurnRequest) (event.TurnReply, error) {
	r, err := call[event.TurnReply](ctx, c, door, t)
	if errors.Is(err, nats.ErrMaxPayload) {
		return event.TurnReply{Error: c.TooLarge()}, nil
	}
	return r, err
}

// MaxPayload returns how many bytes the server takes in one message.
func (c *Client) MaxPayload() int64 { return c.nc.MaxPayload() }

// TooLarge returns what is said of a half-turn that it is larger than the server takes.
func (c *Client) TooLarge() string {
	return fmt.Sprintf("is larger than %s, the most that one half-turn may have", memtide.Size(uint64(c.MaxPayload())))
}

// Ask asks for memories. What the daemon refuses is an error; where the space is not
// there, that names those that are, and is [control.Absent].
func (c *Client) Ask(ctx context.Context, q event.AskRequest) (event.AskReply, error) {
	r, err := call[event.AskReply](ctx, c, event.SubjectAsk, q)
	if err != nil || r.Error == "" {
		return r, err
	}
	if r.Missing { // only the owner is told which spaces there are
		if _, err := Control[bool](ctx, c, "space", control.SpaceRequest{Space: q.Space}); err != nil {
			return r, err
		}
	}
	return r, errors.New(r.Error)
}

// Control asks the daemon for something that only its owner may have: in is what the verb
// takes, Out what it gives. What is not there is [control.Absent].
func Control[Out any](ctx context.Context, c *Client, verb string, in any) (Out, error) {
	type reply struct {
		control.Refusal
		Result Out `json:"result"`
	}
	r, err := call[reply](ctx, c, event.SubjectControl+"."+verb, in)
	switch {
	case err != nil:
	case r.Missing:
		err = control.Absent(r.Error)
	case r.Error != "":
		err = &control.Refused{Why: r.Why, Text: r.Error}
	}
	return r.Result, err
}

// Decide is [Control] for what changes the memory. Who is interrupted before it is asked
// has changed nothing. From then on the answer is waited for: the daemon decides it whoever
// waits, and who let go would not know what is so.
func Decide[Out any](ctx context.Context, c *Client, verb string, in any) (Out, error) {
	if err := ctx.Err(); err != nil {
		var nothing Out
		return nothing, err
	}
	return Control[Out](context.WithoutCancel(ctx), c, verb, in)
}
