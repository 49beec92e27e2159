package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAFileThatDoesNotReadIsNamedWithAWayOn: of the vectors on record and of the
// list of a backup.
func TestAFileThatDoesNotReadIsNamedWithAWayOn(t *testing.T) {
	home := t.TempDir()
	if err := os.WriteFile(filepath.Join(home, "vectors.db"), []byte("garbage"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := openRecords(home); err == nil || !strings.Contains(err.Error(), "or move it away") {
		t.Errorf("vectors.db: %v", err)
	}
	if _, err := decodeManifest([]byte("{")); err == nil || !strings.Contains(err.Error(), manifestFile) {
		t.Errorf("manifest: %v", err)
	}
}
