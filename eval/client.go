package eval

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
)

// Client speaks to the two doors. Its connection must be allowed to publish to
// them; [Labels] also subscribes to TURNS, REMEMBER and LEDGER with it.
type Client struct {
	NC *nats.Conn
	// Deadline is what questions carry; default 20 s. It is long: that a busy
	// machine is late shows in the latency, and must not show as forgetting.
	Deadline time.Duration
}

// ErrRefused is the error of a request that a door has answered with a refusal.
var ErrRefused = errors.New("refused")

// requestTimeout bounds one request when ctx has no deadline.
const requestTimeout = time.Minute

// Ask asks for memories.
func (c Client) Ask(ctx context.Context, in event.AskRequest) (event.AskReply, error) {
	var out event.AskReply
	if err := c.request(ctx, event.SubjectAsk, in, &out); err != nil {
		return out, fmt.Errorf("ask: %w", err)
	}
	if out.Error != "" {
		return out, fmt.Errorf("ask: %w: %s", ErrRefused, out.Error)
	}
	return out, nil
}

// Turn hands over one half-turn; it is durable when Turn returns.
func (c Client) Turn(ctx context.Context, in event.TurnRequest) (event.TurnReply, error) {
	out, err := c.turns(ctx, []event.TurnRequest{in}, nil)
	if err != nil {
		return event.TurnReply{}, err
	}
	return out[0], nil
}

func (c Client) request(ctx context.Context, subject string, in, out any) error {
	body, err := event.Encode(in)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, max(requestTimeout, 2*c.Deadline))
	defer cancel()
	msg, err := c.NC.RequestWithContext(ctx, subject, body)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(msg.Data, out); err != nil {
		return fmt.Errorf("decode reply: %w", err)
	}
	return nil
}

const (
	inFlight = 64 // requests without a reply
	attempts = 6  // of a half-turn whose refusal will pass
	stalled  = time.Minute
)

// turns hands half-turns over, many at a time and in order, and returns their
// replies in the same order. A half-turn whose refusal will pass is sent again
// when the others have been answered; its time keeps its place. done is told
// how many have been accepted, where it is not nil.
func (c Client) turns(ctx context.Context, in []event.TurnRequest, done func(n int)) ([]event.TurnReply, error) {
	return c.turnsAt(ctx, event.SubjectTurn, in, done)
}

func (c Client) turnsAt(ctx context.Context, door string, in []event.TurnRequest, done func(n int)) ([]event.TurnReply, error) {
	p := &pipeline{nc: c.NC, door: door, out: make([]event.TurnReply, len(in)), done: done}
	left := make([]int, len(in))
	for i := range left {
		left[i] = i
	}
	var err error
	for try := range attempts {
		if try > 0 {
			if err := bus.Pause(ctx, 50*time.Millisecond<<try); err != nil {
				return nil, err
			}
		}
		if left, err = p.send(ctx, in, left); err != nil {
			return nil, err
		}
		if len(left) == 0 {
			return p.out, nil
		}
	}
	return nil, fmt.Errorf("hand over half-turn %d of %d: %w %d times: %s", left[0]+1, len(in), ErrRefused, attempts, p.out[left[0]].Error)
}

// pipeline is a stretch of requests with their replies.
type pipeline struct {
	nc       *nats.Conn
	door     string
	out      []event.TurnReply
	done     func(int)
	accepted int
}

// send sends the requests whose index is in which, and returns those that
// shall come again.
func (p *pipeline) send(ctx context.Context, in []event.TurnRequest, which []int) (again []int, err error) {
	inbox := p.nc.NewInbox()
	replies := make(chan *nats.Msg, inFlight)
	sub, err := p.nc.ChanSubscribe(inbox+".*", replies)
	if err != nil {
		return nil, fmt.Errorf("subscribe to replies: %w", err)
	}
	defer func() { err = cmp.Or(err, sub.Unsubscribe()) }()
	next, open := 0, 0
	for next < len(which) || open > 0 {
		for ; next < len(which) && open < inFlight; next, open = next+1, open+1 {
			one := in[which[next]]
			if one.Mark == "" {
				one.Text = cmp.Or(one.Text, " ") // an entry without words is skipped, and no mistake of who hands it over
			}
			body, err := event.Encode(one)
			if err != nil {
				return nil, err
			}
			if err := p.nc.PublishRequest(p.door, inbox+"."+strconv.Itoa(which[next]), body); err != nil {
				return nil, fmt.Errorf("hand over half-turn: %w", err)
			}
		}
		i, err := p.receive(ctx, replies)
		if err != nil {
			return nil, err
		}
		open--
		if p.out[i].Error != "" {
			again = append(again, i)
			continue
		}
		if p.accepted++; p.done != nil {
			p.done(p.accepted)
		}
	}
	return again, nil
}

// receive takes one reply and returns the index of its request.
func (p *pipeline) receive(ctx context.Context, replies <-chan *nats.Msg) (int, error) {
	ctx, cancel := context.WithTimeout(ctx, stalled)
	defer cancel()
	var msg *nats.Msg
	select {
	case <-ctx.Done():
		return 0, fmt.Errorf("hand over half-turn: no reply: %w", ctx.Err())
	case msg = <-replies:
	}
	i, err := strconv.Atoi(msg.Subject[strings.LastIndexByte(msg.Subject, '.')+1:])
	if err != nil || i < 0 || i >= len(p.out) {
		return 0, fmt.Errorf("hand over half-turn: reply to %q", msg.Subject)
	}
	if len(msg.Data) == 0 && msg.Header.Get("Status") == "503" {
		return 0, fmt.Errorf("hand over half-turn: %w", nats.ErrNoResponders)
	}
	var out event.TurnReply
	if err := json.Unmarshal(msg.Data, &out); err != nil {
		return 0, fmt.Errorf("hand over half-turn: decode reply: %w", err)
	}
	if out.Error != "" && !out.Retry {
		return 0, fmt.Errorf("hand over half-turn: %w: %s", ErrRefused, out.Error)
	}
	p.out[i] = out
	return i, nil
}
