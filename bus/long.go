package bus

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// longestAckWait is how long a message stays with a process that has died. Work
// that takes longer says every so often that it goes on.
const (
	longestAckWait = 40 * time.Second
	goesOnEvery    = 10 * time.Second
	longExpiry     = 5 * time.Second // of one request for work
)

// long reports whether one message may take longer than the server waits.
func (s Stage) long() bool { return s.timeout+10*time.Second > longestAckWait }

// goesOn tells the server, until stop is called, that a message is worked on, where that
// may take longer than the server waits.
func (s Stage) goesOn(msg jetstream.Msg) (stop func()) {
	if !s.long() {
		return func() {}
	}
	return goesOn(msg)
}

// goesOn tells the server, until stop is called, that a message is not forgotten.
func goesOn(msg jetstream.Msg) (stop func()) {
	done := make(chan struct{})
	go func() {
		every := time.NewTicker(goesOnEvery)
		defer every.Stop()
		for {
			select {
			case <-done:
				return
			case <-every.C:
				_ = msg.InProgress() // unheard, the message comes again: each stage may do its work twice
			}
		}
	}()
	return func() { close(done) }
}

// messages returns what gives a stage its next message, until ctx or stop ends
// it. Up to ahead of them are held here, but none of a stage that is long: behind
// one that takes minutes nobody would say of the others that they are wanted,
// and each would come again and again.
func messages(ctx context.Context, cons jetstream.Consumer, s Stage, ahead int) (next func() (jetstream.Msg, error), stop func(), err error) {
	opts := []jetstream.PullMessagesOpt{jetstream.PullMaxMessages(ahead)}
	if s.long() && !s.laned() { // of a lane the server gives one at a time
		opts = []jetstream.PullMessagesOpt{jetstream.PullMaxMessages(1), jetstream.PullExpiry(longExpiry)}
	}
	// A heartbeat that is late says that the machine is busy: the iterator
	// then asks the server again, and nothing has to be opened anew.
	// A pull for one message at a time can leave no request at the server until
	// the next heartbeat, half a minute later (seen with nats.go 1.55), a second or
	// two with the short requests of a long stage. What may be in flight is bounded
	// by MaxAckPending, not by this.
	it, err := cons.Messages(append(opts, jetstream.WithMessagesErrOnMissingHeartbeat(false))...)
	if err != nil {
		return nil, nil, err
	}
	off := context.AfterFunc(ctx, it.Stop)
	return func() (jetstream.Msg, error) { return it.Next() }, func() { off(); it.Stop() }, nil
}
