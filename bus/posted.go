package bus

import (
	"bytes"
	"sync/atomic"

	"github.com/memtide/memtide/bus/event"
)

// posted remembers the last messages that this process has posted, with what they
// were made of: the stage that is given one need not decode it. What has lost its
// place to another message is decoded, and what comes a second time, and what comes
// from another process.
type posted [places]atomic.Pointer[postedMessage]

type postedMessage struct {
	id      string
	body    []byte
	payload event.Payload
}

// keep remembers a message. Who posts it leaves the payload to who gets it.
func (p *posted) keep(id string, body []byte, payload event.Payload) {
	p[placeOf(id)].Store(&postedMessage{id, body, payload})
}

// take returns what a message was made of, once, and nil where that is not known.
func (p *posted) take(id string, body []byte) event.Payload {
	place := &p[placeOf(id)]
	m := place.Load()
	if m == nil || m.id != id || !bytes.Equal(m.body, body) || !place.CompareAndSwap(m, nil) {
		return nil
	}
	return m.payload
}
