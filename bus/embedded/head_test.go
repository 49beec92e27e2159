package embedded_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// A stream whose head is damaged, or was lost, is the same one after a start, under the
// name that its graphs know.
func TestADamagedHeadIsPutBack(t *testing.T) {
	dir := t.TempDir()
	const name = "the first"
	start := func() (*embedded.Server, jetstream.JetStream) {
		t.Helper()
		s, js, err := startIn(t, dir, guardsLedger)
		if err != nil {
			t.Fatal(err)
		}
		return s, js
	}
	s := fillLedger(t, dir, guardsLedger, jetstream.StreamConfig{Metadata: map[string]string{"name": name}}, []byte("the heron at the weir"))
	if err := s.KeepHeads(); err != nil { // in the first life of the stream
		t.Fatal(err)
	}
	s.Stop()
	folder := folderOf(dir, "LEDGER")
	for _, c := range []struct {
		file   string
		damage func(path string, raw []byte) error
	}{
		{"meta.inf", func(path string, raw []byte) error { raw[len(raw)/2] ^= 1; return os.WriteFile(path, raw, 0o600) }},
		{"meta.inf", func(path string, _ []byte) error { return os.Remove(path) }},
		{"meta.inf", func(path string, _ []byte) error { return os.WriteFile(path, nil, 0o600) }},
		{"meta.sum", func(path string, raw []byte) error { raw[3] ^= 1; return os.WriteFile(path, raw, 0o600) }},
		{"meta.sum", func(path string, _ []byte) error { return os.Remove(path) }},
		{"meta.kept", func(path string, raw []byte) error { raw[40] ^= 1; return os.WriteFile(path, raw, 0o600) }},
	} {
		path := filepath.Join(folder, c.file)
		raw, err := os.ReadFile(path)
		if err := errors.Join(err, c.damage(path, raw)); err != nil {
			t.Fatal(err)
		}
		s, js := start()
		st, err := js.Stream(t.Context(), "LEDGER")
		if err != nil {
			t.Errorf("%s: %v", c.file, err)
		} else if in := st.CachedInfo(); in.Config.Metadata["name"] != name || in.State.Msgs != 1 {
			t.Errorf("%s: %d messages of %q", c.file, in.State.Msgs, in.Config.Metadata["name"])
		}
		s.Stop()
	}
}
