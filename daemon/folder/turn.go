package folder

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"
)

// turnWithin is how long a command waits for its turn: who has it writes one file.
const turnWithin = 10 * time.Second

// InTurn has several processes that change the settings of a data folder do so one after the
// other, also where nobody holds the folder. Who does not ask for a turn is not kept out.
func InTurn(ctx context.Context, home string, do func() error) error {
	run := filepath.Join(home, "run")
	if err := os.MkdirAll(run, 0o700); err != nil {
		return err
	}
	l := flock.New(filepath.Join(run, "settings.lock"), flock.SetPermissions(0o600))
	ctx, cancel := context.WithTimeout(ctx, turnWithin)
	defer cancel()
	if _, err := l.TryLockContext(ctx, 5*time.Millisecond); err != nil {
		return fmt.Errorf("wait for %s, which another command holds: %w", l.Path(), err)
	}
	// It ends with the process in any case.
	defer func() { _ = l.Unlock() }()
	return do()
}
