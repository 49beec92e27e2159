package folder

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
)

// leastHandles is how many files a daemon has to have open at once: some twenty for itself,
// one for each space that is in use, one for each client that asks.
const leastHandles = 64

// FewHandles says that this process may open too few files to be a daemon; nil where it
// may open enough, or nobody can tell.
func FewHandles() error {
	if most := handles(); most > 0 && most < leastHandles {
		return fmt.Errorf("only %d files may be open at once here, and a daemon needs %d: raise that (ulimit -n 1024) where it is started", most, leastHandles)
	}
	return nil
}

// Handles puts behind the error of a process that could open no more files what to do.
// Other errors stay, and so does one that says it.
func Handles(err error) error {
	if !outOfHandles(err) || strings.Contains(err.Error(), "ulimit -n") {
		return err
	}
	if most := handles(); most > 0 {
		return fmt.Errorf("%w: at most %d may be open at once; raise that (ulimit -n 1024) and start it again", err, most)
	}
	return err
}

// outOfHandles reports whether a process, or all of them together, could open no more files.
func outOfHandles(err error) bool {
	return err != nil && slices.ContainsFunc([]syscall.Errno{syscall.EMFILE, syscall.ENFILE}, func(e syscall.Errno) bool {
		return errors.Is(err, e) || strings.Contains(err.Error(), e.Error())
	})
}
