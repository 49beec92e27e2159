package ledger

import (
	"errors"
	"fmt"
	"os"
)

// Shred overwrites a file and removes it. A file that is not there is no error.
// What a file system or a disk keeps of old blocks by itself is out of reach.
func Shred(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("overwrite %s: %w", path, err)
	}
	st, err := f.Stat()
	zero := make([]byte, 1<<20)
	for left := int64(0); err == nil && left < st.Size(); left += int64(len(zero)) {
		_, err = f.Write(zero[:min(int64(len(zero)), st.Size()-left)])
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return fmt.Errorf("overwrite %s: %w", path, err)
	}
	if err := os.Remove(path); err != nil {
		return fmt.Errorf("remove %s: %w", path, err)
	}
	return nil
}
