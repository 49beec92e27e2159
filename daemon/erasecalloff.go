package daemon

import (
	"context"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/ledger"
)

// An erasure that waits for its turn, or for the next start, can be called off: then it is
// no longer in state/inhand.json. One that has begun goes on, for nobody could say what of
// it is done.

var errCalledOff = errors.New("it was called off; nothing is erased")

// wishes are the erasures that somebody has agreed to in this process and that have not
// ended.
type wishes struct {
	mu  sync.Mutex
	all []*wish
}

func (s *wishes) add(w *wish) (done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, w)
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all = slices.DeleteFunc(s.all, func(other *wish) bool { return other == w })
	}
}

func (s *wishes) list() []*wish {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.all)
}

// callOff ends a wish, unless its turn has come. The zero moment is when it is not noted.
func (w *wish) callOff() (off bool, asked time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.over || w.taken || w.off {
		return false, asked
	}
	w.off, asked = true, w.p.Since
	if w.p != (underway{}) {
		w.d.inHand.end(w.p)
		w.p = underway{}
	}
	return true, asked
}

func (w *wish) calledOff() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.off
}

// take reports whether a wish whose turn has come is made.
func (w *wish) take() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.off {
		return errCalledOff
	}
	w.taken, w.waits = true, ""
	return nil
}

// callOffErasures calls off the erasures that wait in a space, of one target or of all. It
// is an error where there are only such as have begun.
func (d *Daemon) callOffErasures(ctx context.Context, in control.CallOffRequest) ([]control.CalledOff, error) {
	out := []control.CalledOff{}
	begun := false
	live := map[underway]bool{}
	for _, w := range d.wished.list() {
		if w.ask.Space == in.Space && (in.What == "" || w.ask.What == in.What) {
			if off, asked := w.callOff(); off {
				out = append(out, control.CalledOff{What: w.ask.What, Space: in.Space, Asked: asked})
				continue
			}
			begun = true
		}
		w.mu.Lock()
		live[w.p] = true
		w.mu.Unlock()
	}
	made, err := d.ledger.Erasures(ctx, in.Space)
	if err != nil && len(out) == 0 { // what is called off is to be said
		return nil, err
	}
	for _, p := range d.inHand.erasures(in) {
		decided := err != nil || !p.At.IsZero() && slices.ContainsFunc(made, func(e ledger.Erased) bool { return e.At.Equal(p.At) })
		switch {
		case live[p]:
		case decided:
			begun = true
		default:
			d.inHand.end(p)
			out = append(out, p.calledOff())
		}
	}
	if begun && len(out) == 0 {
		return nil, errors.New("it has begun, and can no longer be called off; memtide status shows it")
	}
	return out, nil
}

// erasures returns what is noted of erasures that are asked for.
func (h *inHand) erasures(in control.CallOffRequest) (all []underway) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, p := range h.all {
		if p.Verb == "erase" && p.Asked != (control.EraseRequest{}) && p.Space == in.Space && (in.What == "" || p.Asked.What == in.What) {
			all = append(all, p)
		}
	}
	return all
}

func (h *inHand) has(p underway) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Contains(h.all, p)
}

func (p underway) calledOff() control.CalledOff {
	return control.CalledOff{What: p.Asked.What, Space: p.Space, Asked: p.Since, Begun: !p.At.IsZero()}
}

// CallOffErasures calls off the erasures that the next start would make, in a data folder
// on which no daemon runs. Where one had begun and was decided, that start finishes it.
func CallOffErasures(home string, in control.CallOffRequest) ([]control.CalledOff, error) {
	h := inHand{path: filepath.Join(home, "state", "inhand.json")}
	out := []control.CalledOff{}
	if !exists(h.path) {
		return out, nil
	}
	held, err := folder.Hold(home)
	if err != nil {
		return nil, err
	}
	// The lock ends with the process in any case.
	defer func() { _ = held.Unlock() }()
	if _, err := h.load(); err != nil {
		return nil, err
	}
	for _, p := range h.erasures(in) {
		out = append(out, p.calledOff())
		h.all = slices.DeleteFunc(h.all, func(other underway) bool { return other == p })
	}
	if len(out) == 0 {
		return out, nil
	}
	return out, h.save()
}
