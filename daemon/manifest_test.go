package daemon

import (
	"path/filepath"
	"strings"
	"testing"
)

func FuzzManifest(f *testing.F) {
	good := `{"version":1,"files":{"TURNS":{"bytes":1,"sha256":"x"},"LEDGER":{"bytes":1,"sha256":"x"},"vectors.db":{"sha256":"y"}},` +
		`"streams":{"TURNS":{"config":{}},"LEDGER":{"config":{}}},"spaces":{"default":{"state_hash":"h","seq":3}}}`
	for _, s := range []string{good, strings.Replace(good, "vectors.db", "../config.toml", 1), strings.Replace(good, "vectors.db", "..", 1), good[:40], "{}", "null",
		strings.Replace(good, `"version":1`, `"version":2`, 1), strings.Replace(good, `"streams":{`, `"streams":{"/etc/passwd":{"config":{}},`, 1)} {
		f.Add([]byte(s))
	}
	if _, err := decodeManifest([]byte(good)); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := decodeManifest(raw)
		if err != nil {
			return
		}
		for name := range m.Files {
			if p := filepath.Join("/backup", name); filepath.Dir(p) != filepath.FromSlash("/backup") {
				t.Errorf("%q leads to %s", name, p)
			}
		}
		for name := range m.Streams {
			if _, has := m.Files[name]; !has {
				t.Errorf("stream %q has no file", name)
			}
		}
	})
}
