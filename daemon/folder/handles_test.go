package folder

import (
	"errors"
	"fmt"
	"strings"
	"syscall"
	"testing"
)

// Who could open no more files is told how many there may be, and what to do, once.
func TestNoMoreFilesSaysWhatToDo(t *testing.T) {
	other := errors.New("another error")
	if err := Handles(other); err != other || Handles(nil) != nil {
		t.Errorf("another error is told as %v", err)
	}
	if err := FewHandles(); err != nil {
		t.Skip(err)
	}
	if handles() == 0 {
		t.Skip("nobody can tell here")
	}
	err := Handles(fmt.Errorf("open x: %w", syscall.EMFILE))
	if want := fmt.Sprintf("at most %d may be open at once; raise that (ulimit -n 1024)", handles()); !strings.HasSuffix(err.Error(), want+" and start it again") || !errors.Is(err, syscall.EMFILE) {
		t.Errorf("it says %q", err)
	}
	if again := Handles(errors.New(err.Error())); strings.Count(again.Error(), "ulimit") != 1 {
		t.Errorf("told twice: %q", again)
	}
}
