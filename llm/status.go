package llm

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// LayerState is a layer, its model and how both are.
type LayerState struct {
	Layer     string    `json:"layer"`
	Model     string    `json:"model"`
	Local     bool      `json:"local,omitempty"` // on this machine: nothing leaves it
	Price     *Price    `json:"price,omitempty"` // nil: not known
	Today     Usage     `json:"today"`
	CapTokens int64     `json:"cap_tokens,omitempty"` // a day; 0 is none
	CapMicros int64     `json:"cap_micros,omitempty"` // a day; 0 is none
	State     State     `json:"state"`
	Since     time.Time `json:"since,omitzero"`
	Why       string    `json:"why,omitempty"`
}

// State is whether a layer is answered by its model or by the rules.
type State string

const (
	Ready  State = "ready"
	NoKey  State = "key"    // missing or wrong
	Used   State = "budget" // of the day, or of the account
	Paused State = "paused" // by a breaker, or at the server's wish
	Due    State = "due"    // was paused: the next request shows whether it is well again
	Absent State = "absent" // the server does not have the model
	Misfit State = "misfit" // the vectors of the model are not those that are expected
)

// Status returns the state of each layer that has a model, by name, "embed"
// last. It asks no server.
func (m *Models) Status() []LayerState {
	var out []LayerState
	for _, name := range slices.Sorted(maps.Keys(m.layers)) {
		if name != EmbedLayer {
			out = append(out, m.layers[name].status())
		}
	}
	switch {
	case m.embeds != nil:
		out = append(out, m.embeds.status())
	case m.former != nil:
		out = append(out, m.former.status())
	}
	return out
}

func (l *layer) status() LayerState {
	s := LayerState{Layer: l.name, Model: l.ref(), Local: l.at.near, State: Ready, CapTokens: l.purse.tokens, CapMicros: l.purse.micros}
	if l.priced {
		p := l.price
		s.Price = &p
	}
	var held string
	s.Today, held = l.purse.state()
	gone := l.end.door.problem(l.at.model)
	_, keyErr := l.end.door.key(l.at)
	switch {
	case keyErr != nil:
		s.State, s.Why = NoKey, keyErr.Error()
	case errors.Is(gone, ErrKey):
		s.State, s.Why = NoKey, gone.Error()
	case errors.Is(gone, ErrNoModel):
		s.State, s.Why = Absent, gone.Error()
	case gone != nil:
		s.State, s.Why = Used, gone.Error()
	case l.purse.unpriced:
		s.State, s.Why = Used, "daily_usd is set and the model has no price; give it one in models.prices"
	case held != "":
		s.State, s.Why = Used, held
	default:
		s.pauses(l)
	}
	return s
}

func (s *LayerState) pauses(l *layer) {
	if since, shut := l.end.breaker.shut(); shut {
		s.State, s.Since, s.Why = Paused, since, "the server keeps failing"
	} else if since, shut := l.late.shut(); shut {
		s.State, s.Since, s.Why = Paused, since, "the answers come too late"
	} else if wait := l.end.door.paused(); wait > 0 {
		s.State, s.Why = Paused, "the server wants to be left alone for "+wait.Round(time.Second).String()
	} else if l.end.breaker.due() || l.late.due() {
		s.State, s.Why = Due, "it was paused, and the next request shows whether it is well again"
	}
}

// Problems returns what a user has to know, one line each: what has a reason
// is said once, however many layers it meets.
func (m *Models) Problems() []string {
	var out []string
	met := map[string][]string{}
	for _, s := range m.Status() {
		if s.State == Ready || s.State == Due {
			continue
		}
		text := fmt.Sprintf("model %s: %s", s.Model, s.Why)
		if s.State == Used {
			text = fmt.Sprintf("model %s for %s: %s", s.Model, s.Layer, s.Why)
		}
		if met[text] == nil {
			out = append(out, text)
		}
		met[text] = append(met[text], s.Layer)
	}
	for i, text := range out {
		out[i] = fmt.Sprintf("%s; the rules answer for %s", text, list(met[text]))
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.trouble != "" {
		out = append(out, "replies are not recorded: "+m.trouble)
	}
	return out
}

func list(names []string) string {
	switch n := len(names); {
	case n == 1:
		return names[0]
	case n > 4:
		return fmt.Sprintf("%d layers", n)
	default:
		text := names[0]
		for _, s := range names[1 : n-1] {
			text += ", " + s
		}
		return text + " and " + names[n-1]
	}
}

// Costs returns what was spent from a day on ("2026-11-01"; "" is ever), by
// day, layer and model; where the record has an owner elsewhere, what was spent
// here.
func (m *Models) Costs(day string) ([]Spent, error) {
	if m.record != nil {
		m.written(m.flush())
		return m.record.since(day)
	}
	s, err := m.own(false)
	if err != nil || s == nil {
		return nil, err
	}
	return s.since(day)
}

// Estimate is what requests would take.
type Estimate struct {
	Requests int   `json:"requests"`
	Recorded int   `json:"recorded"` // of them, those that cost nothing
	In       int   `json:"in"`       // tokens, about
	OutMost  int   `json:"out_most"` // tokens, at most
	Micros   int64 `json:"micros"`   // with a fourth of OutMost, as answers usually are
	Most     int64 `json:"most"`     // with all of it
	Unpriced int   `json:"unpriced"` // requests to models without a known price
}

// Estimate says what requests would take, and asks nothing. A layer without a
// model takes nothing.
func (m *Models) Estimate(requests []Request) (Estimate, error) {
	var e Estimate
	for _, r := range requests {
		l := m.layers[r.Layer]
		if l == nil {
			continue
		}
		if r.MaxTokens <= 0 {
			r.MaxTokens = l.MaxTokens
		}
		key, size, err := keyOf(l.ref(), r)
		if err != nil {
			return Estimate{}, err
		}
		e.Requests++
		if s, err := m.record.look(context.Background(), l.name, key); err != nil {
			return Estimate{}, err
		} else if s.known {
			e.Recorded++
			continue
		}
		in := size/4 + 1
		e.In, e.OutMost = e.In+in, e.OutMost+r.MaxTokens
		e.Micros += l.price.Cost(Usage{In: in, Out: r.MaxTokens / 4})
		e.Most += l.price.Cost(Usage{In: in, Out: r.MaxTokens})
		if !l.priced {
			e.Unpriced++
		}
	}
	return e, nil
}
