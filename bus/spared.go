package bus

import "sync"

// spared counts, for the message that a stage is at in each lane, the deliveries that
// failed by no fault of its own: the server counts all of them, and a disk that is full
// for a few minutes would have a half-turn given up that was acknowledged.
type spared struct {
	mu  sync.Mutex
	all map[laneOf]sparedOf // in each lane of a stage one message is in flight
}

type sparedOf struct {
	id string
	n  int
}

type laneOf struct {
	stage string
	lane  int
}

func sparedKey(s Stage, m Meta) laneOf { return laneOf{s.Name, int(m.Space.Partition() % Lanes)} }

// less returns the attempt without those that cost nothing. A stage without lanes, as those of
// a prompt, has none.
func (p *spared) less(s Stage, m Meta) int {
	if !s.laned() {
		return m.Attempt
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := sparedKey(s, m)
	of := p.all[key]
	if of.id != m.ID || of.n >= m.Attempt { // another one, or a consumer that was opened anew
		delete(p.all, key)
		return m.Attempt
	}
	return m.Attempt - of.n
}

// note takes down what has come of a delivery.
func (p *spared) note(s Stage, m Meta, free bool) {
	if !s.laned() {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	key := sparedKey(s, m)
	of := p.all[key]
	if of.id != m.ID {
		of = sparedOf{id: m.ID}
	}
	if free {
		of.n++
	}
	if p.all == nil {
		p.all = map[laneOf]sparedOf{}
	}
	p.all[key] = of
}

// blame fills in whose fault an error is.
func (t *trial) blame(b *Bus, s Stage, err error) {
	if err == nil || !s.laned() {
		return
	}
	why := b.Blame(err)
	t.spared = Spared(err) || Spared(why)
	t.shut = isShut(err) && !Passes(why)
}
