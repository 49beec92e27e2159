package llm

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// Failures that take half a minute each are failures in a row, too: no minute holds
// three of them. A success between them begins the count anew, and what says nothing
// about the server does not.
func TestFailuresInARowHoweverFarApart(t *testing.T) {
	fails := errors.New("it hangs")
	for name, c := range map[string]struct {
		outcomes []error
		shut     bool
	}{
		"half a minute each":        {[]error{fails, fails, fails}, true},
		"one is missing":            {[]error{fails, fails}, false},
		"one has succeeded between": {[]error{fails, fails, nil, fails}, false},
		"one says nothing":          {[]error{fails, errNeutral, fails, fails}, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBreaker("x", 3, 40*time.Second)
				for _, err := range c.outcomes {
					done, _, ok := b.allow()
					if !ok {
						t.Fatal("it is shut too early")
					}
					time.Sleep(35 * time.Second)
					done(err)
				}
				if _, shut := b.shut(); shut != c.shut {
					t.Errorf("shut: %v, want %v", shut, c.shut)
				}
			})
		})
	}
}
