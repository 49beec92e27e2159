package hookbridge

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/memtide/memtide/wholefile"
)

// writeJSON replaces a small state file at once. It is not synced: what it
// says is worth less than the time.
func writeJSON(path string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	if err := wholefile.Write(path, b, wholefile.Options{Apart: true}); err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// mostState bounds what is read of a state file, in bytes.
const mostState = 4 << 20

// readState reads a small state file. What is no file, as a pipe that stands in its place, is not
// waited for.
func readState(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no file", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, mostState))
}
