package embedded_test

import (
	"path/filepath"
	"testing"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/memtide/memtide/bus/embedded"
)

// startIn starts a server in a folder, without syncs, and returns a client of it. What a
// start may refuse is the caller's.
func startIn(t *testing.T, dir string, opts embedded.Options) (*embedded.Server, jetstream.JetStream, error) {
	t.Helper()
	opts.NoSync = true
	s, err := embedded.Start(dir, dir, opts)
	if err != nil {
		return nil, nil, err
	}
	nc, err := s.Dial("test")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return s, js, nil
}

// guardsLedger are the options of a server that opens no damaged LEDGER.
var guardsLedger = embedded.Options{Guarded: []string{"LEDGER"}}

// fillLedger makes a stream LEDGER of some messages in a folder, and leaves the server running.
func fillLedger(t *testing.T, dir string, opts embedded.Options, cfg jetstream.StreamConfig, bodies ...[]byte) *embedded.Server {
	t.Helper()
	s, js, err := startIn(t, dir, opts)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Name, cfg.Subjects, cfg.Storage = "LEDGER", []string{"l"}, jetstream.FileStorage
	if _, err := js.CreateStream(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
	for _, body := range bodies {
		if _, err := js.Publish(t.Context(), "l", body); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// folderOf returns where a stream lies.
func folderOf(dir, stream string) string {
	return filepath.Join(dir, "nats", "jetstream", "$G", "streams", stream)
}
