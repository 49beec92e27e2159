package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/config"
)

// Settings behind a link that leads nowhere are not the built-in ones: what they leave out,
// as a folder of which nothing is kept, would be kept without a word.
func TestALinkToSettingsThatAreLost(t *testing.T) {
	dir := t.TempDir()
	file, to := filepath.Join(dir, config.FileName), filepath.Join(dir, "dots", "memtide.toml")
	if err := os.Symlink(to, file); err != nil {
		t.Skip(err)
	}
	none := func(string) (string, bool) { return "", false }
	src := config.Sources{File: file, Env: none, Flags: map[string]string{"home": dir}}
	if _, err := config.Load(src); err == nil || !strings.Contains(err.Error(), "is a link to "+to) {
		t.Errorf("%v", err)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, []byte("[retrieve]\ngate = 0.3\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, err := config.Load(src); err != nil || c.Retrieve.Gate != 0.3 {
		t.Errorf("%v, %v", c.Retrieve.Gate, err)
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := config.Load(src); err != nil {
		t.Errorf("without one: %v", err)
	}
}
