package main

import (
	"path/filepath"
	"testing"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

// TestHooksFindTheFolderOfTheSettings: what a hook says goes where commands look, by
// whatever variable the folder is named.
func TestHooksFindTheFolderOfTheSettings(t *testing.T) {
	user := t.TempDir()
	for name, env := range map[string]map[string]string{
		"usual":    {},
		"xdg":      {"XDG_DATA_HOME": filepath.Join(user, "data")},
		"relative": {"XDG_DATA_HOME": "data"},
		"named":    {"MEMTIDE_HOME": filepath.Join(user, "mine"), "XDG_DATA_HOME": filepath.Join(user, "data")},
		"tilde":    {"MEMTIDE_HOME": "~/mine"},
	} {
		vars := map[string]string{"HOME": user, "USERPROFILE": user, "LocalAppData": filepath.Join(user, "local"), "LOCALAPPDATA": filepath.Join(user, "local")}
		for k, v := range env {
			vars[k] = v
		}
		cfg, err := config.Load(config.Sources{Env: func(k string) (string, bool) { v, ok := vars[k]; return v, ok }})
		paths, herr := hookbridge.FindPaths(func(k string) string { return vars[k] })
		if err != nil || herr != nil || paths.Home != cfg.Home {
			t.Errorf("%s: hooks use %q (%v), commands %q (%v)", name, paths.Home, herr, cfg.Home, err)
		}
	}
}
