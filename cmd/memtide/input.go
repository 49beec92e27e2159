package main

import (
	"cmp"
	"context"
	"io"
)

// interruptible reads until ctx ends. A read of a terminal cannot be given up, only left:
// what it brings then is nobody's.
type interruptible struct {
	ctx  context.Context
	in   io.Reader
	rest []byte
	err  error      // behind rest
	got  chan chunk // of the read that is under way
}

type chunk struct {
	b   []byte
	err error
}

// Read implements io.Reader. After ctx has ended its error is that of ctx.
func (r *interruptible) Read(p []byte) (int, error) {
	if len(r.rest) == 0 {
		if err := cmp.Or(r.ctx.Err(), r.err); err != nil {
			return 0, err
		}
		if r.got == nil {
			got := make(chan chunk, 1)
			r.got = got
			go func() {
				b := make([]byte, 1<<16)
				n, err := r.in.Read(b)
				got <- chunk{b[:n], err}
			}()
		}
		select {
		case <-r.ctx.Done():
			return 0, r.ctx.Err()
		case c := <-r.got:
			r.got, r.rest, r.err = nil, c.b, c.err
			if len(c.b) == 0 {
				return 0, c.err
			}
		}
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	return n, nil
}
