package bus

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// RunOptions tune one run of the pipeline.
type RunOptions struct {
	// TurnsFrom is the first sequence of TURNS that the stages which hear it
	// are given: everything before it has its decisions. 0 means the beginning.
	TurnsFrom uint64
	// TurnsAgain says the same for the moment at which the server has lost what
	// followed from TURNS; nil is TurnsFrom again.
	TurnsAgain func(ctx context.Context) uint64
	// Ready is called when every stage hears and every door is open.
	Ready func()
}

// Run delivers messages to all stages until ctx ends. It returns after the
// messages in hand are settled.
func (b *Bus) Run(ctx context.Context, stages []Stage, opts RunOptions) error {
	b.room.plan(b.streams[StreamRemember], stages, b.opts.Limits.withDefaults().RememberBytes)
	b.left.clear()
	g, gctx := errgroup.WithContext(ctx)
	conns := map[event.Flow]jetstream.JetStream{}
	var doors []Stage
	for _, s := range stages {
		if s.door != nil {
			doors = append(doors, s)
		}
	}
	for _, s := range stages {
		if s.door != nil {
			continue
		}
		js := conns[s.Flow]
		if js == nil {
			nc, err := b.connect(string(s.Flow))
			if err != nil {
				return err
			}
			if js, err = jetstream.New(nc); err != nil {
				return fmt.Errorf("open jetstream for %s: %w", s.Flow, err)
			}
			conns[s.Flow] = js
		}
		for _, c := range consumers(s, opts.TurnsFrom) {
			b.ready.Add(1)
			g.Go(func() error { return b.consume(gctx, &durable{js: js, stage: s, config: c}, opts.TurnsAgain) })
		}
	}
	g.Go(func() error { return b.watchServer(gctx) })
	if len(doors) > 0 {
		for _, dial := range []Dial{b.dial, b.opts.Doors} {
			if dial != nil {
				b.ready.Add(1)
				g.Go(func() error { return b.runDoors(gctx, dial, doors) })
			}
		}
	}
	if opts.Ready != nil {
		g.Go(func() error {
			done := make(chan struct{})
			go func() { b.ready.Wait(); close(done) }()
			select {
			case <-done:
				opts.Ready()
			case <-gctx.Done():
			}
			return nil
		})
	}
	return g.Wait()
}

// consumers returns the durables of a stage: one over all partitions, or one a
// lane where order counts.
func consumers(s Stage, turnsFrom uint64) []jetstream.ConsumerConfig {
	base := jetstream.ConsumerConfig{
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: min(s.timeout+10*time.Second, longestAckWait),
		MaxDeliver: -1, // judge counts attempts: the server would drop silently
	}
	name := event.Token(s.Name)
	if !s.laned() {
		base.Durable = name
		base.FilterSubject = fmt.Sprintf("%s.%s.*.*", s.Flow, event.Token(s.Hears))
		base.MaxAckPending = max(4*s.workers, 16)
		base.MemoryStorage = s.Flow == event.Retrieve
		return []jetstream.ConsumerConfig{base}
	}
	var all []jetstream.ConsumerConfig
	for lane := range Lanes {
		c := base
		c.Durable = fmt.Sprintf("%s-%d", name, lane)
		c.MaxAckPending = 1
		c.MemoryStorage = true // a start resets it to the graphs' own mark
		for p := lane; p < memtide.Partitions; p += Lanes {
			c.FilterSubjects = append(c.FilterSubjects, laneSubject(s, p))
		}
		if s.Flow == event.Turns {
			c.DeliverPolicy = jetstream.DeliverByStartSequencePolicy
			c.OptStartSeq = max(turnsFrom, 1)
		}
		all = append(all, c)
	}
	return all
}

func laneSubject(s Stage, partition int) string {
	if s.Flow == event.Turns {
		return fmt.Sprintf("turn.%02d.*", partition)
	}
	return fmt.Sprintf("%s.%s.%02d.*", s.Flow, event.Token(s.Hears), partition)
}

// durable is where a stage stands in what it hears, kept by the server.
type durable struct {
	js     jetstream.JetStream
	stage  Stage
	config jetstream.ConsumerConfig
	opened bool // it has been, once
}

// consume runs one durable until ctx ends, and opens it anew when the server
// has lost it.
func (b *Bus) consume(ctx context.Context, d *durable, again func(context.Context) uint64) error {
	const never = -1
	begun := never // losses of the server when TURNS was begun last
	for ctx.Err() == nil {
		held, losses := b.upkeep.now()
		var err error
		if d.stage.Flow == event.Turns && begun < losses {
			if begun != never && again != nil {
				d.config.OptStartSeq = max(again(ctx), 1)
			}
			err = d.reset(ctx)
		}
		if err == nil {
			begun = losses
			err = b.consumeOnce(ctx, held, d)
		}
		if ctx.Err() == nil && d.opened && held.Err() != nil {
			continue // the server has lost it, and is back
		}
		if err == nil || ctx.Err() != nil {
			return nil
		}
		if !d.opened {
			return err // it never was: the configuration is at fault, not the moment
		}
		b.log.Warn("consumer lost", slog.String("stage", d.stage.Name), slog.Any("err", err))
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return nil
}

// reset takes away where a stage stood in TURNS: a durable of an earlier process on
// a shared server stands elsewhere, and so does one behind which half-turns were lost.
func (d *durable) reset(ctx context.Context) error {
	err := d.js.DeleteConsumer(ctx, streamOf[d.stage.Flow], d.config.Durable)
	if err != nil && ctx.Err() == nil && !errors.Is(err, jetstream.ErrConsumerNotFound) {
		return fmt.Errorf("stage %s: reset consumer: %w", d.stage.Name, err)
	}
	return nil
}

const pullAhead = 32

// consumeOnce delivers until the consumer is lost, or ctx or held ends; opened is
// set, and the bus told, when it has first been opened.
func (b *Bus) consumeOnce(ctx, held context.Context, d *durable) error {
	s := d.stage
	cons, err := d.js.CreateOrUpdateConsumer(ctx, streamOf[s.Flow], d.config)
	if err != nil {
		return fmt.Errorf("stage %s: create consumer: %w", s.Name, err)
	}
	ahead := s.workers
	if s.laned() {
		ahead = 1
	}
	next, stop, err := messages(ctx, cons, s, max(ahead, pullAhead))
	if err != nil {
		return fmt.Errorf("stage %s: consume: %w", s.Name, err)
	}
	defer stop()
	defer context.AfterFunc(held, stop)()
	if !d.opened {
		d.opened = true
		b.ready.Done()
	}
	var deliver func(jetstream.Msg)
	if ahead == 1 {
		deliver = func(msg jetstream.Msg) { b.deliver(ctx, s, msg) }
	} else {
		w := newWorkers(ahead, func(msg jetstream.Msg) { b.deliver(ctx, s, msg) })
		defer w.wait()
		deliver = w.give
	}
	for {
		msg, err := next()
		if err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("stage %s: next: %w", s.Name, err)
		}
		if ctx.Err() != nil {
			// What a stopping stage gives back comes here at once, again and again
			// until its attempts are used up. It is left for the next process.
			return nil
		}
		deliver(msg)
	}
}

// deliver runs one message through its stage and settles it.
func (b *Bus) deliver(ctx context.Context, s Stage, msg jetstream.Msg) {
	if s.Flow != event.Retrieve {
		b.standBack(ctx)
	}
	m := readMeta(msg.Headers())
	m.Attempt = 1
	if md, err := msg.Metadata(); err == nil {
		m.Attempt, m.Seq = int(md.NumDelivered), md.Sequence.Stream
	}
	m.Attempt = b.spared.less(s, m)
	if s.laned() && b.left.has(m.Space) {
		b.report(s, m, time.Now(), left, msg.Ack())
		return
	}
	claim := b.awaitRoom(ctx, s, msg, m)
	defer claim.leave()
	defer s.goesOn(msg)()
	start := time.Now()
	t := trial{attempt: m.Attempt, attempts: s.attempts, expired: expired(m)}
	var err error
	switch {
	case t.expired:
		err = ErrNoAnswer
	case m.Attempt > s.attempts:
		// Never judged before: each attempt took the process with it.
		err = Permanent(errors.New("attempts used up without a result"))
	default:
		err = b.attempt(ctx, s, msg.Data(), m, start, claim)
		t.expired = err != nil && expired(m)
		t.blame(b, s, err)
	}
	t.stopping = ctx.Err() != nil
	v, wait := judge(err, t, s.backoff)
	b.spared.note(s, m, v == retry && t.spared)
	if s.laned() {
		b.health.delivered(v, t, err)
	}
	settle := b.settle(ctx, s, msg, m, v, wait, err)
	b.report(s, m, start, v, errors.Join(err, settle))
}

func expired(m Meta) bool { return !m.Deadline.IsZero() && time.Now().After(m.Deadline) }

func (b *Bus) settle(ctx context.Context, s Stage, msg jetstream.Msg, m Meta, v verdict, wait time.Duration, err error) error {
	switch v {
	case ack:
		return msg.Ack()
	case retry:
		if ctx.Err() != nil && s.Flow == event.Maintain {
			return b.putBack(ctx, msg, m)
		}
		return msg.NakWithDelay(wait)
	case late:
		return msg.Ack()
	case left:
		b.leave(m, err)
		return msg.Ack()
	}
	b.refuse(err, m)
	derr := b.bury(ctx, s, msg, m, err)
	if s.laned() && errors.As(derr, new(undecided)) {
		b.leave(m, derr)
		return errors.Join(derr, msg.Ack())
	}
	if derr != nil {
		// It stays on its queue: better again than lost.
		return errors.Join(derr, msg.NakWithDelay(s.backoff[len(s.backoff)-1]))
	}
	return msg.Ack()
}

// What a stop waits for a job that it has cut off: until the stage hears no more, and would
// not be given it, and until it is stored.
const (
	deafBy        = 50 * time.Millisecond
	putBackWithin = time.Second
)

// putBack puts a job on its queue anew, and takes the old message from it. Of what lies in a
// file the server counts the deliveries over starts, and one that the end of a process has cut
// off is no attempt.
func (b *Bus) putBack(ctx context.Context, msg jetstream.Msg, m Meta) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), putBackWithin)
	defer cancel()
	if err := Pause(ctx, deafBy); err != nil {
		return err
	}
	h := nats.Header{}
	maps.Copy(h, msg.Headers())
	h[nats.MsgIdHdr] = []string{memtide.Hash("again", m.ID, strconv.FormatUint(m.Seq, 10))}
	if _, err := b.js.PublishMsg(ctx, &nats.Msg{Subject: msg.Subject(), Data: msg.Data(), Header: h}); err != nil {
		return errors.Join(fmt.Errorf("put back: %w", err), msg.Nak())
	}
	return msg.Ack()
}

// attempt runs the stage once and says what it said.
func (b *Bus) attempt(ctx context.Context, s Stage, body []byte, m Meta, start time.Time, room *claim) (err error) {
	defer func() {
		if r := recover(); r != nil {
			b.log.Error("stage panicked", slog.String("stage", s.Name), slog.String("stack", string(debug.Stack())))
			err = Permanent(fmt.Errorf("panic: %v", r))
		}
	}()
	limit := start.Add(s.timeout)
	if !m.Deadline.IsZero() && m.Deadline.Before(limit) {
		limit = m.Deadline
	}
	ctx, cancel := context.WithDeadline(withMeta(ctx, m), limit)
	defer cancel()
	out, err := s.run(ctx, body, b.posted.take(m.ID, body))
	if err == nil {
		err = s.checkSaid(out)
	}
	if err != nil || out == nil {
		return err
	}
	return b.say(ctx, s, out, m, start, room)
}

// say publishes what a stage said, or sends it to who waits for an answer.
func (b *Bus) say(ctx context.Context, s Stage, out event.Payload, m Meta, start time.Time, room *claim) error {
	next := Meta{
		ID: memtide.Hash("message", s.Name, m.ID), Space: m.Space, Trace: m.Trace, Cause: m.ID,
		Deadline: m.Deadline, Reply: m.Reply, Trail: append(m.Trail, stageTime(s, m, start)),
	}
	if out.Flow() == event.Answer {
		return b.answer(out, next)
	}
	if out.Flow() == event.Retrieve {
		return b.Post(out, next)
	}
	_, err := b.publish(ctx, out, next, room)
	return err
}

func stageTime(s Stage, m Meta, start time.Time) event.StageTime {
	t := event.StageTime{Stage: s.Name, TookUS: time.Since(start).Microseconds()}
	if !m.Sent.IsZero() {
		t.WaitUS = max(start.Sub(m.Sent).Microseconds(), 0)
	}
	return t
}

func (b *Bus) report(s Stage, m Meta, start time.Time, v verdict, err error) {
	d := Delivery{Stage: s.Name, Kind: s.Hears, ID: m.ID, Trace: m.Trace, Attempt: m.Attempt,
		Took: time.Since(start), Verdict: v.String()}
	if !m.Sent.IsZero() {
		d.Wait = start.Sub(m.Sent)
	}
	level := slog.LevelDebug
	if err != nil {
		d.Err = err.Error()
		level = slog.LevelWarn
	}
	b.watchers.tell(d)
	attrs := []slog.Attr{
		slog.String("stage", s.Name), slog.String("msg", m.ID), slog.String("trace", m.Trace),
		slog.Int("attempt", m.Attempt), slog.Duration("took", d.Took), slog.String("verdict", d.Verdict),
	}
	if err != nil {
		attrs = append(attrs, slog.Any("err", err))
	}
	b.log.LogAttrs(context.Background(), level, "delivered", attrs...)
}
