package hookbridge

import (
	"fmt"
	"io/fs"
)

// ownFolder checks that st is a folder. Below %LocalAppData% the system's own
// access list keeps others out.
func ownFolder(path string, st fs.FileInfo) error {
	if !st.IsDir() {
		return fmt.Errorf("%s: not a folder: %w", path, ErrOwner)
	}
	return nil
}

// ownFile checks that st is a file; see ownFolder.
func ownFile(path string, st fs.FileInfo) error {
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%s: not a file: %w", path, ErrOwner)
	}
	return nil
}
