package hookbridge

import (
	"encoding/json"
	"fmt"

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
