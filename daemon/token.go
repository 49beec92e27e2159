package daemon

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/wholefile"
)

// toolToken returns the password of user tool, and makes one at the first use.
func toolToken(home string) (string, error) { return token(filepath.Join(home, "token")) }

// HTTPToken returns what every request to the HTTP API of a data folder has to bring, and
// makes it at the first use.
func HTTPToken(home string) (string, error) { return token(filepath.Join(home, "http-token")) }

// token returns the secret in a file, and makes one of 32 random bytes where there is none.
func token(path string) (string, error) {
	if st, err := os.Stat(path); err == nil && !st.Mode().IsRegular() {
		return "", fmt.Errorf("%s is no file: remove it, and a new token is made", path)
	}
	raw, err := os.ReadFile(path)
	if err == nil && len(raw) < embedded.LeastToken {
		return "", fmt.Errorf("the token in %s has %d characters, want %d at least: remove the file, and a new one is made", path, len(raw), embedded.LeastToken)
	}
	if err == nil {
		return string(raw), nil
	}
	if !errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("read token: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", fmt.Errorf("make data folder: %w", err)
	}
	token := embedded.NewSecret()
	if err := wholefile.Write(path, []byte(token), wholefile.Options{Synced: true}); err != nil { // half a token would be refused for ever
		return "", fmt.Errorf("write token: %w", err)
	}
	return token, nil
}
