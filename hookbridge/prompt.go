package hookbridge

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/redact"
)

// prompt serves a prompt of the user: it asks, hands the user's half over, and
// prints the answer. Text that a machine put in the user's place is neither
// asked for nor kept.
func (h *hook) prompt(ctx context.Context) {
	if text, ok := h.scrub(h.payload.Prompt); ok {
		h.asked(ctx, text)
	}
}

// asked serves what is left of a prompt.
func (h *hook) asked(ctx context.Context, text Scrubbed) {
	daemon, err := dial(ctx, h, reach) // it greets while the half-turn is made
	if h.payload.TurnID != "" && h.client == ClientCodex {
		h.payload.PromptID = h.nth(h.payload.TurnID, text.Text)
	}
	p := h.hold(h.half(memtide.RoleUser, text))
	if err == nil {
		err = h.askAndSend(ctx, text, p, daemon)
	}
	p.spool()
	h.settle(err)
}

// askAndSend returns what the daemon has done wrong. A daemon that is late
// with its answer and takes the half-turn is slow, not hung.
//
// The half-turn follows the question at once, so that it is made durable while
// the daemon searches. A daemon knows by the prompt id that the two belong
// together, and answers with nothing that comes from the half-turn itself;
// without an id the half-turn has to wait until the answer is there.
func (h *hook) askAndSend(ctx context.Context, text Scrubbed, p *parcel, daemon *call) error {
	greeting, cancel := h.until(ctx, connectBy)
	defer cancel()
	c, err := daemon.greeted(greeting)
	if err != nil {
		return err
	}
	defer c.Close()
	if h.begins != "" {
		h.begin(ctx, c)
	}
	if c.wait > 0 {
		h.extend(c.wait)
	}
	answer := h.ask(ctx, c, event.AskRequest{
		Mode:     event.ModePrompt,
		Prompt:   text.Head(maxAsk),
		PromptID: p.turn.PromptID,
	})
	by := alongBy
	if p.turn.PromptID == "" {
		h.tell(ctx, answer)
		answer, by = nil, turnBy
	}
	ack, err := p.send(ctx, c, by)
	h.tell(ctx, answer)
	if err != nil {
		return err
	}
	return p.taken(ctx, ack)
}

// begin asks what the session should begin with, before its first prompt: what it is told
// then, the prompt is not told again. It leaves that prompt the time for an answer.
func (h *hook) begin(ctx context.Context, c *conn) {
	r := h.ask(ctx, c, event.AskRequest{Mode: event.ModeSessionStart, Source: h.begins})
	if r == nil {
		return
	}
	ctx, cancel := h.until(ctx, beginBy)
	defer cancel()
	block, err := r.block(ctx)
	if err != nil {
		h.debug.note("begin", "error", err.Error())
	}
	h.begun = block
}

// ask sends a question; nil when that is not possible. That there is no answer
// is nobody's business but the debug log's.
func (h *hook) ask(ctx context.Context, c *conn, q event.AskRequest) *reply {
	q = h.address(q)
	left := time.Until(h.base.Add(askBy)) - 10*time.Millisecond
	q.DeadlineMS = int(max(left, time.Millisecond).Milliseconds())
	ctx, cancel := h.until(ctx, askBy)
	defer cancel()
	r, err := c.post(ctx, event.SubjectAsk, q)
	if err != nil {
		h.debug.note("ask", "error", err.Error())
		return nil
	}
	return r
}

// address fills in who asks, and where.
func (h *hook) address(q event.AskRequest) event.AskRequest {
	q.Space, q.Session, q.Client = h.space(), clip(h.payload.Session), h.client
	at := h.where()
	q.Project, q.Cwd, q.Unplaced = at.project, at.cwd, at.open
	zone := memtide.ZoneOf(h.Now())
	q.Zone = &zone
	return q
}

// tell waits for the answer to a question and prints it, behind what the session begins
// with where there is room for both.
func (h *hook) tell(ctx context.Context, r *reply) {
	block := ""
	if r != nil {
		ctx, cancel := h.until(ctx, askBy)
		defer cancel()
		var err error
		if block, err = r.block(ctx); err != nil {
			h.debug.note("ask", "error", err.Error())
		}
	}
	switch {
	case block == "":
		block = h.begun
	case h.begun != "" && len(h.begun)+1+len(block) <= maxBlock:
		block = h.begun + "\n" + block
	}
	h.begun = ""
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
	t.SessionTags, t.Task, t.Narrative = h.tags(), label(h.env.get("MEMTIDE_TASK")), label(h.env.get("MEMTIDE_NARRATIVE"))
	return t
}

// tags are those of MEMTIDE_TAGS, separated by commas: the client was started
// with them, and all that is said in it has them.
func (h *hook) tags() (tags []string) {
	for _, s := range strings.Split(h.env.get("MEMTIDE_TAGS"), ",") {
		if s = label(s); s != "" && len(tags) < memtide.MaxTags {
			tags = append(tags, s)
		}
	}
	return tags
}

// label is a tag without secrets. One that is too long is none: for its sake no
// half-turn may be refused.
func label(s string) string {
	if s = redact.Name(strings.TrimSpace(s)); len(s) > memtide.MaxTag || !utf8.ValidString(s) {
		return ""
	}
	return s
}

// stamp fills in who, where and when.
func (h *hook) stamp(t event.TurnRequest) event.TurnRequest {
	t.Space, t.Session, t.Client = h.space(), clip(h.payload.Session), h.client
	t.PromptID = clip(h.payload.PromptID)
	at := h.where()
	t.Project, t.Cwd, t.Unplaced = at.project, at.cwd, at.open
	if t.Time = h.Now(); t.Time.Year() > 9999 { // with its zone: the daemon may stand in another
		t.Time = time.Time{} // no JSON has such a year: the daemon takes the time at which it comes
	}
	return t
}

// space is that of MEMTIDE_SPACE; "" leaves it to the daemon, which has read the
// configuration: a prompt has no time for that. A name that holds a secret has another
// one in its place, so that different spaces stay different.
func (h *hook) space() memtide.Space { return memtide.Space(redact.ID(h.env.get("MEMTIDE_SPACE"))) }
