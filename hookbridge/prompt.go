package hookbridge

import (
	"context"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// prompt serves a prompt of the user: it asks, prints, and only then hands the
// user's half over, so that storing costs the prompt nothing. Text that a
// machine put in the user's place is neither asked for nor kept.
func (h *hook) prompt(ctx context.Context) {
	text, ok := Scrub(h.payload.Prompt)
	if !ok {
		return
	}
	p := h.hold(h.half(memtide.RoleUser, text))
	err := h.askAndSend(ctx, text, p)
	p.spool()
	h.settle(err)
}

// askAndSend returns what the daemon has done wrong. A daemon that is late
// with its answer and takes the half-turn is slow, not hung.
func (h *hook) askAndSend(ctx context.Context, text Scrubbed, p *parcel) error {
	c, err := h.dial(ctx)
	if err != nil {
		return err
	}
	defer c.nc.Close()
	h.ask(ctx, c, event.AskRequest{
		Mode:     event.ModePrompt,
		Prompt:   text.Head(maxAsk),
		PromptID: p.turn.PromptID,
	})
	return p.send(ctx, c)
}

// ask asks and prints the answer. That there is none is nobody's business but
// the debug log's.
func (h *hook) ask(ctx context.Context, c *conn, q event.AskRequest) {
	end := h.base.Add(askBy)
	ctx, cancel := context.WithDeadline(ctx, end)
	defer cancel()
	q.Space, q.Session, q.Client = h.space(), clip(h.payload.Session), h.client
	q.Project, q.Cwd = h.where()
	q.DeadlineMS = int(max(time.Until(end)-10*time.Millisecond, time.Millisecond).Milliseconds())
	block, err := c.ask(ctx, q)
	if err != nil {
		h.debug.note("ask", "error", err.Error())
		return
	}
	if err := h.print(block); err != nil {
		h.debug.note("print", "error", err.Error())
	}
}

// half returns what was said as a half-turn of now.
func (h *hook) half(role memtide.Role, text Scrubbed) event.TurnRequest {
	t := h.stamp(event.TurnRequest{Role: role, Text: text.Text, Quotes: text.Quotes, Trust: memtide.TrustUser})
	if role == memtide.RoleAgent {
		t.Trust = memtide.TrustAgent
	}
	return t
}

// stamp fills in who, where and when.
func (h *hook) stamp(t event.TurnRequest) event.TurnRequest {
	t.Space, t.Session, t.Client = h.space(), clip(h.payload.Session), h.client
	t.PromptID = clip(h.payload.PromptID)
	t.Project, t.Cwd = h.where()
	t.Time = h.Now().UTC()
	return t
}

// space is that of MEMTIDE_SPACE; "" leaves it to the daemon.
func (h *hook) space() memtide.Space { return memtide.Space(h.env.get("MEMTIDE_SPACE")) }
