package bus

import (
	"errors"
	"time"
)

// Errors that a caller meets.
var (
	ErrNoAnswer = errors.New("no answer before the deadline")
	ErrFull     = errors.New("stream is full; try again")
	ErrGone     = errors.New("message is not in the stream")
	ErrStorage  = errors.New("nothing can be stored")
	ErrBound    = errors.New("the streams are as large as the server lets all of them be") // an [ErrFull]
)

type permanent struct{ error }

func (p permanent) Unwrap() error { return p.error }

// Permanent marks an error that a second try would meet again: the message is
// given up at once.
func Permanent(err error) error {
	if err == nil {
		return nil
	}
	return permanent{err}
}

// IsPermanent reports whether err was marked by [Permanent].
func IsPermanent(err error) bool {
	var p permanent
	return errors.As(err, &p)
}

type shut struct{ error }

func (s shut) Unwrap() error { return s.error }

// Shut marks an error that says that nothing can be decided in the space of a message,
// as where its graph does not open. A lane waits once for it, and leaves the space then.
func Shut(err error) error {
	if err == nil {
		return nil
	}
	return shut{err}
}

// isShut reports whether err was marked by [Shut].
func isShut(err error) bool {
	var s shut
	return errors.As(err, &s)
}

type delayed struct{ error }

func (d delayed) Unwrap() error { return d.error }

// Delayed marks the end of a wait for what goes on by itself, as for a large space that
// is being opened: the message is not to blame.
func Delayed(err error) error {
	if err == nil {
		return nil
	}
	return delayed{err}
}

// Spared reports whether an error costs a message of a lane no attempt: it says
// [Delayed], or that nothing can be stored, or that the server is away. Any other [ErrFull]
// does cost one: room is waited for before.
func Spared(err error) bool {
	return errors.As(err, new(delayed)) || errors.Is(err, ErrStorage) || errors.Is(err, ErrBound) || errors.Is(err, ErrAway)
}

type retryAfter struct {
	error
	wait time.Duration
}

func (r retryAfter) Unwrap() error { return r.error }

// RetryAfter marks an error that shall be tried again after wait, instead of
// the stage's own backoff. It costs an attempt.
func RetryAfter(err error, wait time.Duration) error {
	if err == nil {
		return nil
	}
	return retryAfter{err, wait}
}
