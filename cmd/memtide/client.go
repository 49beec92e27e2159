package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

// client is a connection to a daemon, as user cli, with the settings that it was
// found by.
type client struct {
	nc  *nats.Conn
	cfg config.Config
}

// on makes a client of a connection that is there already. It knows no settings.
func on(nc *nats.Conn) *client { return &client{nc: nc} }

func (c *client) close() { c.nc.Close() }

// config returns the settings that the daemon was found by.
func (c *client) config() config.Config { return c.cfg }

// space is the one that the command is about.
func (c *client) space() memtide.Space { return memtide.Space(c.cfg.Space) }

// connect reaches the daemon, and starts one where that is allowed.
func (a *app) connect(ctx context.Context) (*client, error) {
	cfg, err := a.config()
	if err != nil {
		return nil, err
	}
	if os.Getenv("MEMTIDE_NO_START") == "1" {
		return dialDaemon(cfg)
	}
	return connect(ctx, cfg, daemonEnv(cfg))
}

// asks is the body of a command whose first step is to connect.
func (a *app) asks(run func(ctx context.Context, cl *client, args []string) error) func(*cobra.Command, []string) error {
	return func(c *cobra.Command, args []string) error {
		cl, err := a.connect(c.Context())
		if err != nil {
			return err
		}
		defer cl.close()
		return run(c.Context(), cl, args)
	}
}

// connectIn is connect for commands that have --project, which it returns as it is
// meant: "." is the project of the folder that the command runs in, and "" none.
func (a *app) connectIn(ctx context.Context, project string) (*client, string, error) {
	if project == "." {
		if _, project = here(); project == "" {
			return nil, "", usage("--project .: this folder lies in no repository; name a project")
		}
	}
	cl, err := a.connect(ctx)
	return cl, project, err
}

// mostListed is how many of what it lists a command prints at most.
const mostListed = 1000

// listed returns how many are listed for who asks for n.
func listed(n int) int { return max(1, min(n, mostListed)) }

// limit is a flag with how many of what it lists a command prints at most.
type limit struct{ n *int }

func (l limit) String() string { return strconv.Itoa(*l.n) }
func (l limit) Type() string   { return "int" }

// Set implements pflag's Value.
func (l limit) Set(s string) error {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > mostListed {
		return fmt.Errorf("want a number from 1 to %d", mostListed)
	}
	*l.n = n
	return nil
}

// limitFlag gives a command that lists something its --limit.
func limitFlag(c *cobra.Command, n *int, by int, what string) {
	*n = by
	c.Flags().VarP(limit{n}, "limit", "n", fmt.Sprintf("at most this many%s (1 to %d)", what, mostListed))
}

// onlyProject gives a command that lists memories its --project.
func onlyProject(c *cobra.Command, project *string) {
	c.Flags().StringVar(project, "project", "", "only this project and what belongs to no project; \".\" is the one here")
}

// dialDaemon connects to the daemon that run.json names.
func dialDaemon(cfg config.Config) (*client, error) {
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(cfg.Home).RunFile())
	if errors.Is(err, os.ErrNotExist) {
		return nil, errAway
	}
	if err != nil {
		return nil, err
	}
	nc, err := dialInfo(info, embedded.UserCLI)
	if err != nil {
		return nil, unreached(cfg, info, err)
	}
	return &client{nc, cfg}, nil
}

// socketDialer dials where the daemon listens, whatever address is asked for.
type socketDialer struct{ network, address string }

func (d socketDialer) Dial(string, string) (net.Conn, error) {
	return net.DialTimeout(d.network, d.address, 2*time.Second)
}

// dialInfo connects as a client does. opts go before the usual ones.
func dialInfo(info event.RunInfo, user string, opts ...nats.Option) (*nats.Conn, error) {
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
func call[Out any](ctx context.Context, c *client, subject string, in any) (Out, error) {
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
	msg, err := c.nc.RequestWithContext(ctx, subject, body)
	if err != nil {
		return out, fmt.Errorf("%s: %w", subject, err)
	}
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		return out, fmt.Errorf("%s: decode reply: %w", subject, err)
	}
	return out, nil
}

// turn hands over a half-turn. One that is larger than the server takes is
// refused, as the daemon refuses others.
func (c *client) turn(ctx context.Context, t event.TurnRequest) (event.TurnReply, error) {
	r, err := call[event.TurnReply](ctx, c, event.SubjectTurn, t)
	if errors.Is(err, nats.ErrMaxPayload) {
		return event.TurnReply{Error: c.tooLarge()}, nil
	}
	return r, err
}

// maxPayload is how many bytes the server takes in one message.
func (c *client) maxPayload() int64 { return c.nc.MaxPayload() }

// tooLarge says of a half-turn that it is larger than the server takes.
func (c *client) tooLarge() string {
	return fmt.Sprintf("is larger than %s, the most that one half-turn may have", memtide.Size(uint64(c.maxPayload())))
}

func (c *client) ask(ctx context.Context, q event.AskRequest) (event.AskReply, error) {
	r, err := call[event.AskReply](ctx, c, event.SubjectAsk, q)
	if err != nil || r.Error == "" {
		return r, err
	}
	if r.Missing { // only the owner is told which spaces there are
		if _, err := control[bool](ctx, c, "space", spaceRequest{q.Space}); err != nil {
			return r, err
		}
	}
	return r, errors.New(r.Error)
}

// controlled is what every reply of the control door can say.
type controlled struct {
	Error   string `json:"error,omitempty"`
	Missing bool   `json:"missing,omitempty"` // what was asked for is not there
}

// control asks the daemon for something that only its owner may have.
func control[Out any](ctx context.Context, c *client, verb string, in any) (Out, error) {
	type reply struct {
		controlled
		Result Out `json:"result"`
	}
	r, err := call[reply](ctx, c, event.SubjectControl+"."+verb, in)
	switch {
	case err != nil:
	case r.Missing:
		err = absent(r.Error)
	case r.Error != "":
		err = errors.New(r.Error)
	}
	return r.Result, err
}
