package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"
)

// Owner keeps the record for a process that cannot open it, because another one
// has. A [Models] is one for whoever reaches it: what was paid there is not paid
// here, what is paid here is there for everybody, both are on one account, and
// [Models.Forget] reaches both.
type Owner interface {
	// Look returns the reply under a key, if there is one, and what its layer
	// took today. The error is [ErrErased] or what keeps the record from being
	// reached.
	Look(ctx context.Context, in Look) (Looked, error)
	// Keep records a reply and books what it took. When it has returned nil, that
	// survives a crash and a loss of power. What belongs to a session that is
	// over is booked and not recorded.
	Keep(ctx context.Context, in Keep) error
}

// Look asks for one reply. Session is that of the first answer: it is over when
// something is erased, since what is asked in it may quote that.
type Look struct {
	Session string `json:"session,omitempty"` // "" begins one
	Layer   string `json:"layer,omitempty"`
	Key     []byte `json:"key,omitempty"` // 32 bytes; empty asks for the session only
}

// Looked answers a Look.
type Looked struct {
	Session string          `json:"session"`
	Reply   json.RawMessage `json:"reply,omitempty"` // as it is kept; empty where there is none
	Today   Usage           `json:"today"`           // of the layer, with what is on its way
}

// Keep is a reply, or none, and what was taken.
type Keep struct {
	Session string          `json:"session"`
	Key     []byte          `json:"key,omitempty"`
	Reply   json.RawMessage `json:"reply,omitempty"`
	Spent   []Spent         `json:"spent,omitempty"`
}

// What an owner may answer, and what may keep it from answering.
var (
	ErrErased  = errors.New("something was erased meanwhile")
	ErrNoOwner = errors.New("the record of replies is out of reach")
)

// own returns the record, opened where there is a file, or made if it is to be
// written.
func (m *Models) own(write bool) (*replies, error) {
	m.opening.Lock()
	defer m.opening.Unlock()
	if m.replies != nil {
		return m.replies, nil
	}
	if _, err := os.Stat(m.path); err != nil && !write {
		return nil, nil
	}
	var err error
	m.replies, err = openReplies(m.path, m.opts.RecordBytes)
	return m.replies, err
}

// session names the time since something was forgotten last, or since the start.
func (m *Models) session() string { return fmt.Sprintf("%s/%d", m.born, m.forgets.Load()) }

// Look implements [Owner].
func (m *Models) Look(_ context.Context, in Look) (Looked, error) {
	out := Looked{Session: m.session()}
	if in.Session != "" && in.Session != out.Session {
		return out, ErrErased
	}
	s, err := m.own(false)
	if err != nil || s == nil || len(in.Key) == 0 {
		return out, err
	}
	if rec, ok := s.get([32]byte(append(in.Key, make([]byte, 32)...)[:32])); ok {
		out.Reply, err = json.Marshal(rec)
		return out, err
	}
	out.Today, err = m.today(s, in.Layer)
	return out, err
}

// today returns what a layer has taken and put aside today, whether it has a
// model here or not.
func (m *Models) today(s *replies, layer string) (sum Usage, err error) {
	if l := m.layers[layer]; l != nil {
		return l.purse.taken(), nil
	}
	rows, err := s.since(dayOf(m.opts.Now()))
	for _, r := range rows {
		if r.Layer == layer {
			sum = sum.Plus(r.Usage)
		}
	}
	return sum, err
}

// Keep implements [Owner]. The error wraps [ErrReply] for what is no reply.
func (m *Models) Keep(_ context.Context, in Keep) error {
	s, err := m.own(true)
	if err != nil {
		return err
	}
	rows := map[spentKey]Spent{}
	for _, r := range in.Spent {
		k := spentKey{r.Day, r.Layer, r.Model}
		if _, err := time.Parse(time.DateOnly, k.day); err != nil || strings.Contains(k.layer+k.model, "\x00") {
			return fmt.Errorf("%w: spent on %q for %q by %q", ErrReply, k.day, k.layer, k.model)
		}
		rows[k] = rows[k].plus(r)
	}
	e := entry{rows: rows, epoch: s.epoch.Load()}
	if in.Session == m.session() && len(in.Key) == len(e.key) && len(in.Reply) > 0 {
		e.key, e.rec = [32]byte(in.Key), &record{}
		if err := json.Unmarshal(in.Reply, e.rec); err != nil {
			return fmt.Errorf("%w: %w", ErrReply, err)
		}
	}
	if err := s.keep(context.Background(), e); err != nil {
		return err
	}
	for k, r := range rows {
		if l := m.layers[k.layer]; l != nil && k.day == dayOf(m.opts.Now()) {
			l.purse.settle(0, 0, r.Usage)
		}
	}
	return nil
}

// borrowed is the record of an owner, and what this process took of it.
type borrowed struct {
	owner Owner

	mu      sync.Mutex
	session string
	rows    map[spentKey]Spent
}

// keepWithin bounds how long a reply that is paid for waits to be recorded.
const keepWithin = 30 * time.Second

func (b *borrowed) look(ctx context.Context, layer string, key [32]byte) (s seen, err error) {
	b.mu.Lock()
	session := b.session
	b.mu.Unlock()
	got, err := b.owner.Look(ctx, Look{Session: session, Layer: layer, Key: key[:]})
	if err != nil {
		return s, fmt.Errorf("%w: %w", ErrNoOwner, err)
	}
	b.mu.Lock()
	b.session = cmp.Or(b.session, got.Session)
	b.mu.Unlock()
	if len(got.Reply) > 0 && json.Unmarshal(got.Reply, &s.rec) == nil {
		s.known = true
		return s, nil
	}
	s.today = &got.Today
	return s, nil
}

func (b *borrowed) keep(ctx context.Context, e entry) error {
	b.mu.Lock()
	if e.rec == nil && len(e.rows) == 0 {
		b.mu.Unlock()
		return nil
	}
	in := Keep{Session: b.session}
	for k, r := range e.rows {
		b.rows[k] = b.rows[k].plus(r)
		r.Day, r.Layer, r.Model = k.day, k.layer, k.model
		in.Spent = append(in.Spent, r)
	}
	b.mu.Unlock()
	if e.rec != nil {
		raw, err := json.Marshal(e.rec)
		if err != nil {
			return fmt.Errorf("write reply: %w", err)
		}
		in.Key, in.Reply = e.key[:], raw
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), keepWithin)
	defer cancel()
	return b.owner.Keep(ctx, in)
}

// since returns what this process took.
func (b *borrowed) since(day string) (out []Spent, err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for k, r := range b.rows {
		if r.Day, r.Layer, r.Model = k.day, k.layer, k.model; k.day >= day {
			out = append(out, r)
		}
	}
	slices.SortFunc(out, func(a, b Spent) int {
		return cmp.Or(strings.Compare(a.Day, b.Day), strings.Compare(a.Layer, b.Layer), strings.Compare(a.Model, b.Model))
	})
	return out, nil
}
