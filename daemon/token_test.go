package daemon

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A token that cannot be written whole is not there at all: the next start makes
// one, where half of one would be refused for ever.
func TestATokenIsWrittenWholeOrNotAtAll(t *testing.T) {
	home := t.TempDir()
	path, inTheWay := filepath.Join(home, "token"), filepath.Join(home, "token.tmp", "x")
	if err := os.MkdirAll(inTheWay, 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := toolToken(home); err == nil {
		t.Error("a token was written in its place")
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("of a token that could not be written there is one: %v", err)
	}
	if err := os.RemoveAll(filepath.Dir(inTheWay)); err != nil {
		t.Fatal(err)
	}
	made, err := toolToken(home)
	if err != nil || made == "" {
		t.Fatal(made, err)
	}
	if again, err := toolToken(home); again != made || err != nil {
		t.Errorf("the token changes: %q, %q, %v", made, again, err)
	}
	if st, err := os.Stat(path); err != nil || st.Mode().Perm() != 0o600 {
		t.Errorf("who may read it: %v, %v", st.Mode(), err)
	}
}

// A token that was cut short, as by a power cut or by hand, is told by its file, with what
// to do: without it the daemon does not start.
func TestATokenThatIsCutShortIsTold(t *testing.T) {
	home := t.TempDir()
	path := filepath.Join(home, "token")
	if err := os.WriteFile(path, []byte("half of"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := toolToken(home); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "remove the file") {
		t.Errorf("it is told as %v", err)
	}
}
