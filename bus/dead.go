package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Headers of a dead letter, beside those of the message.
const (
	headerStage    = "Memtide-Stage"
	headerWhy      = "Memtide-Why"
	headerAttempts = "Memtide-Attempts"
	headerSubject  = "Memtide-Subject"
	headerSeq      = "Memtide-Seq"
)

// DeadLetter is a message that a stage gave up.
type DeadLetter struct {
	Seq      uint64        `json:"seq"` // in DEAD
	At       time.Time     `json:"at"`
	Stage    string        `json:"stage"`
	Kind     string        `json:"kind"`
	Space    memtide.Space `json:"space"`
	ID       string        `json:"id"`
	Trace    string        `json:"trace"`
	Why      string        `json:"why"`
	Attempts int           `json:"attempts"`
	Body     []byte        `json:"-"`
	subject  string
}

// bury stores a message among the dead letters, where it is not yet, and lets the
// stage say what happens now. The error is [undecided] where the stage cannot, and
// waiting would not help.
func (b *Bus) bury(ctx context.Context, s Stage, msg jetstream.Msg, m Meta, why error) error {
	ctx, cancel := context.WithTimeout(withMeta(context.WithoutCancel(ctx), m), 10*time.Second)
	defer cancel()
	reason := strings.ReplaceAll(why.Error(), "\n", " ")
	h := nats.Header{}
	for k, v := range msg.Headers() {
		h[k] = v
	}
	h[nats.MsgIdHdr] = []string{memtide.Hash("dead", s.Name, m.ID)}
	h[headerCause] = []string{m.ID}
	h[headerStage] = []string{s.Name}
	h[headerWhy] = []string{reason}
	h[headerAttempts] = []string{strconv.Itoa(m.Attempt)}
	h[headerSubject] = []string{msg.Subject()}
	h[headerSeq] = []string{strconv.FormatUint(m.Seq, 10)}
	dead := &nats.Msg{Subject: "dead." + event.Token(s.Name) + "." + strings.TrimPrefix(msg.Subject(), string(s.Flow)+"."), Data: msg.Data(), Header: h}
	if err := b.writeDead(ctx, dead); err != nil {
		return fmt.Errorf("bury: %w", err)
	}
	if s.givenUp == nil {
		return nil
	}
	out, err := s.givenUp(ctx, msg.Data(), reason)
	if err != nil && !Passes(b.Blame(err)) {
		return undecided{err}
	}
	if err != nil || out == nil {
		return err
	}
	return b.say(ctx, s, out, m, time.Now(), nil)
}

// writeDead publishes a dead letter unless it is the last one of its subject: the
// server knows an id for two minutes only, and what cannot be settled comes again for
// longer, and at each start.
func (b *Bus) writeDead(ctx context.Context, dead *nats.Msg) error {
	last, err := b.streams[StreamDead].GetLastMsgForSubject(ctx, dead.Subject)
	if err == nil && last.Header.Get(nats.MsgIdHdr) == dead.Header.Get(nats.MsgIdHdr) {
		return nil
	}
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return err
	}
	_, err = b.js.PublishMsg(ctx, dead)
	return err
}

// undecided says that a stage could not even decide that a message is given up.
type undecided struct{ error }

func (u undecided) Unwrap() error { return u.error }

// Passes reports whether an error is that of a moment: of the server or of the storage,
// which come back, and not of one space.
func Passes(err error) bool {
	for _, moment := range []error{ErrStorage, ErrAway, ErrFull, context.DeadlineExceeded, context.Canceled, nats.ErrTimeout, jetstream.ErrNoStreamResponse} {
		if errors.Is(err, moment) {
			return true
		}
	}
	return false
}

// leftSpaces are those in which nothing can be decided, as where the graph does not
// open. All that the lanes bring of such a space is left undecided until TURNS is begun
// anew, also what could be decided again meanwhile: the highest half-turn that is
// decided stands for all before it, and the mark must not pass what was left.
type leftSpaces struct {
	mu     sync.Mutex
	spaces map[memtide.Space]bool
}

func (l *leftSpaces) add(name memtide.Space) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.spaces == nil {
		l.spaces = map[memtide.Space]bool{}
	}
	l.spaces[name] = true
}

func (l *leftSpaces) has(name memtide.Space) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.spaces[name]
}

func (l *leftSpaces) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.spaces = nil
}

func (b *Bus) leave(m Meta, why error) {
	b.left.add(m.Space)
	b.log.Error("nothing can be decided in a space; what is said in it waits", slog.String("space", string(m.Space)), slog.Any("err", why))
}

// Left reports whether what is said in a space is left undecided until TURNS is begun anew.
func (b *Bus) Left(name memtide.Space) bool { return b.left.has(name) }

// LeftSpaces returns those of which [Bus.Left] is true, sorted.
func (b *Bus) LeftSpaces() []memtide.Space {
	b.left.mu.Lock()
	defer b.left.mu.Unlock()
	return slices.Sorted(maps.Keys(b.left.spaces))
}

// Dead returns dead letters, newest first, at most limit. Advisories of the
// server have the stage "server".
func (b *Bus) Dead(ctx context.Context, limit int) ([]DeadLetter, error) {
	return b.DeadBefore(ctx, 0, limit)
}

// DeadBefore is [Bus.Dead] of those below a sequence; 0 is all.
func (b *Bus) DeadBefore(ctx context.Context, before uint64, limit int) ([]DeadLetter, error) {
	s, err := b.js.Stream(ctx, StreamDead)
	if err != nil {
		return nil, fmt.Errorf("open stream %s: %w", StreamDead, err)
	}
	info := s.CachedInfo().State
	var all []DeadLetter
	last := info.LastSeq
	if before > 0 {
		last = min(last, before-1)
	}
	for seq := last; seq >= info.FirstSeq && seq > 0 && len(all) < limit; seq-- {
		raw, err := s.GetMsg(ctx, seq)
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("get %s %d: %w", StreamDead, seq, err)
		}
		all = append(all, deadLetter(raw))
	}
	return all, nil
}

// DeadCount returns the number of dead letters.
func (b *Bus) DeadCount(ctx context.Context) (uint64, error) {
	ctx, stop := b.upkeep.asking(ctx)
	defer stop()
	s, err := b.js.Stream(ctx, StreamDead)
	if err != nil {
		return 0, fmt.Errorf("open stream %s: %w", StreamDead, err)
	}
	return s.CachedInfo().State.Msgs, nil
}

func deadLetter(raw *jetstream.RawStreamMsg) DeadLetter {
	h := raw.Header
	d := DeadLetter{Seq: raw.Sequence, At: raw.Time, Body: raw.Data}
	if strings.HasPrefix(raw.Subject, "$JS.") {
		d.Stage, d.Kind, d.Why = "server", "advisory", raw.Subject
		return d
	}
	m := readMeta(h)
	d.Stage, d.Kind, d.Space = h.Get(headerStage), h.Get(headerKind), m.Space
	d.ID, d.Trace, d.Why = m.Cause, m.Trace, h.Get(headerWhy)
	d.Attempts, _ = strconv.Atoi(h.Get(headerAttempts)) // absent reads as 0
	d.subject = h.Get(headerSubject)
	return d
}

// GetDead returns one dead letter. The error is [ErrGone] when there is none
// with that sequence.
func (b *Bus) GetDead(ctx context.Context, seq uint64) (DeadLetter, error) {
	s := b.streams[StreamDead]
	raw, err := s.GetMsg(ctx, seq)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return DeadLetter{}, fmt.Errorf("dead letter %d: %w", seq, ErrGone)
	}
	if err != nil {
		return DeadLetter{}, fmt.Errorf("get %s %d: %w", StreamDead, seq, err)
	}
	return deadLetter(raw), nil
}

// Resend puts a dead letter back on its queue and takes it from the dead. Only a job
// is sent again: a half-turn has its decision ("dead"), whichever stage gave it up,
// and nothing that comes of it later makes another; nobody waits for a prompt.
func (b *Bus) Resend(ctx context.Context, seq uint64) error {
	d, err := b.GetDead(ctx, seq)
	if err != nil {
		return err
	}
	if why := d.Past(); why != "" {
		return fmt.Errorf("dead letter %d is not sent again: %s", seq, why)
	}
	m := Meta{ID: memtide.Hash("resend", d.ID, strconv.FormatUint(seq, 10)), Space: d.Space, Trace: d.Trace, Cause: d.ID}
	msg := &nats.Msg{Subject: d.subject, Data: d.Body, Header: m.header(d.Kind)}
	if _, err := b.js.PublishMsg(ctx, msg); err != nil {
		return fmt.Errorf("resend dead letter %d: %w", seq, err)
	}
	return b.streams[StreamDead].DeleteMsg(ctx, seq)
}

// HalfTurn returns the id of the half-turn that a dead letter comes from, "" for none.
func (d DeadLetter) HalfTurn() string {
	switch d.flow() {
	case event.Turns, event.Remember:
		return d.Trace
	}
	return ""
}

func (d DeadLetter) flow() event.Flow {
	flow, _, _ := strings.Cut(d.subject, ".")
	return event.Flow(flow)
}

// Past says why it makes no sense to send a dead letter again; "" where it does.
func (d DeadLetter) Past() string {
	switch d.flow() {
	case event.Maintain:
		return ""
	case event.Turns, event.Remember:
		return fmt.Sprintf("half-turn %s, which %s gave up, has its decision; memtide replay --from turns --shadow reads what was said anew, and memtide replay promote takes over what comes of it", d.Trace, d.Stage)
	case event.Retrieve:
		return "nobody waits for the prompt any more"
	}
	return "it tells of something that has happened, and asks for nothing"
}
